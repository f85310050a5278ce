"""A request for a sheet, the setting that it describes, and why some wagers have none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from pitboss.errors import NotAllowed, NotationError, command, count, either
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Game, Wager

if TYPE_CHECKING:  # the server starts without the code that counts sheets
    from pitboss.analysis.setting import Setting
    from pitboss.analysis.sheet import Sheet


@dataclass(frozen=True, slots=True)
class ProofRequest:
    """A requested setting; terms, choices and meters as `KEY=VALUE`.

    `typed`: on the command line, where an option begins with `--`; otherwise in a query.
    """

    wager: str
    table: str | None = None
    decks: int | None = None
    shoe: str | None = None
    stake: str | None = None
    terms: Sequence[str] = ()
    choices: Sequence[str] = ()
    meters: Sequence[str] = ()
    typed: bool = False

    def example(self, option: str, key: str, value: str) -> str:
        """How the option is written."""
        return f"--{option} {key}={value}" if self.typed else f"{option}={key}:{value}"


# -- the setting -----------------------------------------------------------------------------------


def proved(book: Rulebook, asked: ProofRequest) -> Sheet:
    """The requested sheet."""
    from pitboss.analysis.sheet import prove

    return prove(asked_setting(book, asked))


def asked_setting(book: Rulebook, asked: ProofRequest) -> Setting:
    """The requested setting; refuses an impossible one."""
    from pitboss.analysis.setting import setting

    wager = wager_asked(book, asked.wager)
    if not wager.paytables:
        raise no_table(book, wager)
    dash, form = ("--", "KEY=VALUE") if asked.typed else ("", "KEY:VALUE")
    ask = partial(
        setting,
        book,
        asked.wager,
        table=asked.table,
        decks=asked.decks,
        shoe=asked.shoe,
        stake=asked.stake,
        terms=pairs_of(f"{dash}term", asked.terms, form),
        choices=pairs_of(f"{dash}reading or {dash}option", asked.choices, form),
    )
    return ask(meters=_meters(wager, ask().table, asked)) if asked.meters else ask()


def table_chosen(asked: ProofRequest, made: Setting) -> list[str]:
    """Says which pay table the decks chose, where they chose another than the first."""
    first, found = made.wager.paytables[0], made.table
    if asked.table is not None or asked.decks is None or found.id == first.id:
        return []
    allowed = either([str(decks) for decks in first.decks])
    chosen = f"Dealt from {count(asked.decks, 'deck')}: {found.id}."
    return [f"{chosen} {first.id}, the first pay table, is for {allowed}."]


def _meters(wager: Wager, table: PayTable, asked: ProofRequest) -> dict[str, str]:
    """The amount on each named meter; a single meter needs no name."""
    names = list(dict.fromkeys(meter.name for meter in table.meters))
    made: dict[str, str] = {}
    for each in asked.meters:
        name, sign, amount = (part.strip() for part in each.partition("="))
        if not sign and len(names) > 1:
            raise NotAllowed(
                f"{wager.name} {table.id} has the meters {either(names, 'and')}: say which one "
                f"shows {name}, as in {asked.example('meter', names[0], name)}."
            )
        if not sign:
            name, amount = next(iter(names), ""), name
        if name in made:
            raise NotAllowed(f"The {name} meter is given twice.")
        if amount.lstrip("$ ").startswith(("-", "−")):
            raise NotAllowed(f"{name} at {amount}: a meter cannot be below $0.")
        made[name] = amount
    return made


def pairs_of(what: str, given: Iterable[str], form: str = "KEY=VALUE") -> dict[str, str]:
    """`KEY=VALUE`, each key once; anything else is refused with the expected form.

    >>> pairs_of("--term", ["soft_17=hit"])
    {'soft_17': 'hit'}
    """
    made: dict[str, str] = {}
    for each in given:
        key, sign, value = (part.strip() for part in each.partition("="))
        if not (key and sign and value):
            raise NotationError(f"{what} takes {form}, not {each!r}.")
        if key in made:
            raise NotAllowed(f"{what} {key} is given twice.")
        made[key] = value
    return made


# -- wagers without a sheet ------------------------------------------------------------------------


FEW: Final = 4
"""Wagers of a game that a refusal names."""


def no_table(book: Rulebook, wager: Wager) -> NotAllowed:
    """The refusal for a wager that no pay table pays."""
    if wager.house_sets_table:
        return NotAllowed(
            f"{wager.name}: {wager.cite} prints no pay table; the house must set one."
        )
    if wager.paid_as:
        paid = f"{wager.name} has no pay table of its own: it is paid by that of {wager.paid_as}"
        return NotAllowed(f"{paid}, whose sheet is {command()} par {wager.paid_as}.", wager.cite)
    games = [
        g for g in book.games if wager.key in g.wagers and g.jurisdiction == wager.jurisdiction
    ]
    named = either([game.name for game in games], "and") or "its game"
    if wager.role == "fee":
        says = f"{wager.name} is a fee of {named}: no odds pay it."
    else:
        odds = "; ".join(_odds(book, wager, game) for game in games)
        says = f"{wager.name} is a main wager of {named} and has no pay table: it pays {odds}."
    game = games[0].id if games else "GAME"
    return NotAllowed(
        f"{says} Its value depends on a strategy for the whole game: {command()} play {game} "
        f"--auto 1000 deals rounds; {command()} referee {game} --shoe CARDS deals every round of a "
        "few cards.",
        wager.cite,
    )


def wager_asked(book: Rulebook, name: str) -> Wager:
    """The wager of this name; a game is refused with its wagers that have a sheet."""
    games = [entry for entry in book.find(name) if isinstance(entry, Game)]
    if len(games) < len(book.find(name)):
        return book.wager(name)
    sheets = [_sheets(book, game) for game in games]
    few = [wager for some in zip_longest(*sheets) for wager in some if wager][:FEW]
    may = f": {either(few)}" if few else ""
    deals = either([f"{command()} play {game.id} --auto 1000" for game in games])
    raise NotAllowed(
        f"{games[0].name} is a game, not a wager, and a sheet is for one wager{may}. "
        f"{deals} deals rounds of the game."
    )


def _sheets(book: Rulebook, game: Game) -> list[str]:
    """The wagers of a game that have a sheet."""
    here = [w for w in book.wagers if w.jurisdiction == game.jurisdiction and w.paytables]
    return [w.id for w in here if w.key in game.wagers]


def _odds(book: Rulebook, wager: Wager, game: Game) -> str:
    """What the game pays on it, each with its clause."""
    terms = {term.key: term for term, _ in book.terms_of(game)}
    keys = ["wins_pay"]
    # Beside a blackjack wager, the natural is that wager's, not this one's.
    if not _beside_blackjack(book, wager) and "natural_pays" in terms:
        keys += ["natural_pays"] * (terms["natural_pays"].default != terms["wins_pay"].default)
    law = f"{book.jurisdictions[wager.jurisdiction].cite}, "
    shown = []
    for key in keys:
        term = terms[key]
        clause = law * wager.cite.startswith(law) + term.cite
        shown.append(f"{term.default}{' for a natural' * (key != 'wins_pay')} ({clause})")
    return either(shown, "and")


def _beside_blackjack(book: Rulebook, wager: Wager) -> bool:
    needed = [book.wager(f"{wager.jurisdiction}/{k}") for k in wager.requires if k != "blackjack"]
    return "blackjack" in wager.requires or any(_beside_blackjack(book, w) for w in needed)
