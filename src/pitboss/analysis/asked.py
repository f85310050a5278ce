"""The setting that a request for a sheet describes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from pitboss.analysis.no_table import no_table, wager_asked
from pitboss.analysis.par import Sheet, prove
from pitboss.analysis.request import ProofRequest
from pitboss.analysis.setting import Setting, setting
from pitboss.errors import NotAllowed, either
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Wager


def proved(book: Rulebook, asked: ProofRequest) -> Sheet:
    """The requested sheet."""
    return prove(asked_setting(book, asked))


def asked_setting(book: Rulebook, asked: ProofRequest) -> Setting:
    """The requested setting; refuses an impossible one."""
    wager = wager_asked(book, asked.wager)
    if not wager.paytables:
        raise no_table(book, wager)
    dash, form = ("--", "KEY=VALUE") if asked.typed else ("", "KEY:VALUE")
    rules, options = _rules(wager, pairs_of(f"{dash}rule", asked.rules, form))
    read = pairs_of(f"{dash}reading or {dash}option", asked.choices, form)
    ask = partial(
        setting,
        book,
        asked.wager,
        table=asked.table,
        decks=asked.decks,
        shoe=asked.shoe,
        stake=asked.stake,
        rules=rules,
        choices=read | options,
    )
    return ask(meters=_meters(wager, ask().table, asked)) if asked.meters else ask()


def table_chosen(asked: ProofRequest, made: Setting) -> list[str]:
    """Says which pay table the decks chose, where they chose another than the first."""
    first, found = made.wager.paytables[0], made.table
    if asked.table is not None or asked.decks is None or found.id == first.id:
        return []
    allowed = either([str(decks) for decks in first.decks])
    return [f"{asked.decks} decks go with {found.id}; {first.id}, the first, is for {allowed}."]


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
            raise NotAllowed(f"{what} takes {form}, not {each!r}.")
        if key in made:
            raise NotAllowed(f"{what} {key} is given twice.")
        made[key] = value
    return made


def _rules(wager: Wager, given: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Rules of play, separated from options of the wager."""
    options = {option.key for option in wager.options}
    rules = {key: value for key, value in given.items() if key not in options}
    return rules, {key: value for key, value in given.items() if key in options}
