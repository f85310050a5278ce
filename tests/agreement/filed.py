"""Every wager of the law that a table can open, and every choice that its house may file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pitboss.errors import NotAllowed
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.schema import Game, Wager
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.offers import why_not
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import usual_stake, usual_stakes
from pitboss.wagers.offer import Offer, offer


@cache
def book() -> Rulebook:
    return load()


@dataclass(frozen=True, slots=True)
class Filing:
    """A wager at a table of a game, with one choice that is not the default, or none."""

    game: str
    wager: str
    """Its key."""
    key: str = ""
    choice: str = ""
    paytable: str = ""
    """Its id, where not the usual one."""

    def __str__(self) -> str:
        chosen = f" {self.key}={self.choice}" if self.key else ""
        return f"{self.game} {self.wager}{chosen}"

    @property
    def law(self) -> str:
        return self.game.split("/")[0]


def games_of(wager: Wager) -> list[Game]:
    """The games whose section names a wager; or else the plain blackjack of its law."""
    here = [g for g in book().games if g.jurisdiction == wager.jurisdiction]
    named = [g for g in here if wager.key in g.wagers]
    return named or [g for g in here if g.key == "blackjack"]


def filings() -> Iterator[Filing]:
    """Each wager with a sheet that a table can open: as usual, then with every other choice.

    A mystery and an envy bonus are paid by what is on other boxes or a secret, not by cards.
    """
    for wager in book().wagers:
        if not wager.paytables or wager.role in ("mystery", "envy") or wager.automated_only:
            continue
        for game in games_of(wager):
            if wager.role != "main" and why_not(wager, game):
                continue
            yield Filing(game.id, wager.key)
            for key, choice in choices_of(wager, game):
                yield Filing(game.id, wager.key, key, choice)


def choices_of(wager: Wager, game: Game) -> Iterator[tuple[str, str]]:
    """Every choice of a reading or option that is not the default.

    Those of the game count where the wager is on a hand that is played out.
    """
    grows = {"player.hand", "dealer.hand", "player.third_card"} & {*wager.sees}
    entries = (wager, game) if grows else (wager,)
    readings = {r.key: r for e in entries for r in book().readings_of(e)}
    for key, reading in readings.items():
        for choice in reading.choices:
            if choice != reading.default and choice not in reading.unplayed:
                yield key, choice
    for option in wager.options:
        for choice in option.one_of:
            if choice != option.default:
                yield option.key, choice


@cache
def opened(filing: Filing) -> Open:
    """The table, with what the wager needs beside it."""
    game = book().game(filing.game)
    keys = [*_needed(game.jurisdiction, filing.wager), filing.wager]
    roles = {key: book().wager(f"{game.jurisdiction}/{key}").role for key in keys}
    sides = [key for key in keys if roles[key] not in ("main", "fee")]
    if filing.paytable:
        sides[-1] += f"={filing.paytable}"
    chosen = {filing.key: filing.choice} if filing.key else {}
    for decks in (None, *game.decks):
        try:
            return file_house(book(), game, Wish(decks, sides, choices=chosen)).opened
        except NotAllowed as error:
            refused = error
    raise refused


def _needed(law: str, key: str) -> Iterator[str]:
    """The side wagers that must be there for one, those first that others need."""
    mine = {w.key: w for w in book().wagers if w.jurisdiction == law}
    for each in mine[key].requires:
        first = each.split(" or ")[0]
        if first in mine:
            yield from _needed(law, first)
            yield first


def bound_at(table: Open, key: str) -> Offer:
    """A wager as this table offers it; a main one too, which its procedure settles."""
    offered = {**table.offers, **table.extras}
    if key in offered:
        return offered[key]
    wager = table.mains[key]
    chosen = {k: v for k, v in table.house.readings.items() if k in wager.readings}
    return offer(book(), wager, None, chosen)


def stakes_at(table: Open, key: str) -> Mapping[str, Cents]:
    """A lawful stake on every spot, and on the wager where it is placed later."""
    placed = usual_stakes(table)
    if key in table.offers and key not in placed:
        placed[key] = usual_stake(table, key, placed)
    return placed
