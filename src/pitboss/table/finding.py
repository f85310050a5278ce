"""The game and the wager that a name means at a table, or where it is played instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.errors import NotAllowed, PitbossError, UnknownName, either
from pitboss.rulebook.find import jurisdiction
from pitboss.rulebook.load import OWN, Rulebook, fold
from pitboss.rulebook.schema import Game, Wager
from pitboss.table.offering import why_not

HOME: Final = "pennsylvania"
"""Whose game is meant where several have one of that name and nobody says."""


def find_game(book: Rulebook, name: str, where: str | None = None) -> Game:
    """A game by its key, id or name; the jurisdiction need not be said where there is one alone."""
    before, _, key = name.rpartition("/")
    where = where or before or None
    wanted = fold(key)
    found = [g for g in book.games if g.key == wanted]
    found = found or [g for g in book.games if fold(g.name) == wanted]
    place = jurisdiction(book, where).key if where else ""
    if not found:
        raise _no_game(book, name, wanted)
    here = [g for g in found if g.jurisdiction == (place or HOME)]
    if here or (not place and len(found) == 1):
        return (here or found)[0]
    ids = either([g.id for g in found])
    if not place:
        raise PitbossError(f"{found[0].name} is played in several places: say {ids}.")
    law = book.jurisdictions[place].name
    raise PitbossError(f"{found[0].name} is not played in {law}. Try {ids}.")


def _no_game(book: Rulebook, name: str, wanted: str) -> PitbossError:
    wagers = [w for w in book.wagers if wanted in (w.key, fold(w.name))]
    if wagers:
        tables = _tables(book, wagers)
        return PitbossError(f"{wagers[0].name} is a wager, not a game. Try {tables}.")
    known = [s for g in book.games for s in ([g.id] if "/" in name else [g.key, g.name])]
    return UnknownName("game", name, known)


def find_wager(book: Rulebook, game: Game, name: str) -> Wager:
    """A wager for a table of this game, or one message that says where it is played."""
    law = book.jurisdictions[game.jurisdiction]
    try:
        found = [e for e in book.find(name) if isinstance(e, Wager)]
    except UnknownName:
        here = [w for w in book.wagers if w.jurisdiction in (game.jurisdiction, OWN)]
        played = [w.key for w in here if not why_not(w, game)]
        raise UnknownName(f"wager of {law.name}", name, played) from None
    if not found:
        raise PitbossError(f"{name!r} is a game, not a wager.")
    of_this_law = [w for w in found if w.jurisdiction == game.jurisdiction]
    of_this_law = of_this_law or [w for w in found if w.jurisdiction == OWN]
    if not of_this_law:
        places = either([book.jurisdictions[w.jurisdiction].name for w in found], "and")
        tables = _tables(book, found)
        raise PitbossError(
            f"{found[0].name} is a wager of {places}, not of {law.name}. Try {tables}."
        )
    wager = of_this_law[0]
    if wager.key in game.wagers and wager.role in ("main", "fee"):
        raise PitbossError(f"{wager.name} is part of {game.name}: every table has it.")
    if reason := why_not(wager, game):
        games = [g for g in _offering(book, wager) if g.id != game.id]
        if games and wager.paytables:
            tables = _tables(book, [wager])
            raise PitbossError(
                f"{wager.cite}: {wager.name} is a wager of {either([g.name for g in games])}, "
                f"not of {game.name}. Try {tables}."
            )
        raise NotAllowed(f"{wager.name} is not played here: {reason}.", wager.cite)
    return wager


def _offering(book: Rulebook, wager: Wager) -> list[Game]:
    return [g for g in book.games if g.jurisdiction == wager.jurisdiction and wager.key in g.wagers]


def _tables(book: Rulebook, wagers: Iterable[Wager]) -> str:
    """A table that each of these wagers is played at."""
    made = []
    for wager in wagers:
        plain = why_not(wager) == ""
        games = [] if plain else _offering(book, wager)
        at = games[0].id if games else f"{wager.jurisdiction}/blackjack"
        own = wager.role in ("main", "fee")
        made.append(at if own else f"{at} with {wager.key}")
    return either(made)
