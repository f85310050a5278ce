"""Why a wager without a pay table has no sheet, and what to ask for instead."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from pitboss.errors import NotAllowed, command, either
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager

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
