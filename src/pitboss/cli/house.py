"""The table that `pitboss play` opens: what the command line says, and lawful defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.setting import stakes
from pitboss.errors import UnknownName
from pitboss.money import Cents, show_money, show_percent
from pitboss.rulebook.load import Rulebook, fold
from pitboss.rulebook.schema import PayTable, Wager
from pitboss.table.house import Choice, House, Open, open_house, why_not
from pitboss.wagers.offer import find_table, offer

LESSON_SEED: Cents = 1_000_000
LESSON_RATE = Fraction(1, 10)
SIDE_STAKE: Cents = 500
"""What the automatic player stakes where any amount will do."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A house that may open, with what was filed for it because nobody said."""

    opened: Open
    notes: tuple[str, ...]


def file_house(book: Rulebook, jurisdiction: str, decks: int, wagers: Sequence[str]) -> Filed:
    """The house of a command line, with the default of every reading that must be chosen."""
    notes: list[str] = []
    chosen: dict[str, Choice] = {}
    where = fold(jurisdiction).replace("-", "_")
    known = [key for key in book.jurisdictions if not key.startswith("own")]
    if where not in book.jurisdictions:
        raise UnknownName("jurisdiction", jurisdiction, known)
    for each in wagers:
        name, _, table = each.partition("=")
        wager = find_side_wager(book, where, name)
        chosen[wager.key] = _choice(book, wager, table or None, decks, notes)
    return Filed(
        open_house(book, House(where, decks=decks, wagers=chosen, cut=cut_at(decks))), tuple(notes)
    )


def cut_at(decks: int) -> int:
    """Cards behind the cut card: a deck, or most of the only one."""
    return 52 if decks > 1 else 40


def find_side_wager(book: Rulebook, jurisdiction: str, name: str) -> Wager:
    """A side wager of a jurisdiction, by its key or its name."""
    here = [w for w in book.wagers if w.jurisdiction == jurisdiction]
    for wager in here:
        if fold(name) in (wager.key, fold(wager.name)) or name == wager.id:
            return wager
    played = [w.key for w in here if not why_not(w)]
    raise UnknownName(f"side wager of {jurisdiction}", name, played)


def _choice(
    book: Rulebook, wager: Wager, table: str | None, decks: int, notes: list[str]
) -> Choice:
    readings = {r.key: r.default for r in book.readings_of(wager) if r.must_be_chosen}
    for key, value in readings.items():
        notes.append(f"{wager.name}: reading {key} is {value!r}")
    for option in wager.options:
        if option.required and option.default is not None:
            notes.append(f"{wager.name}: {option.key} is {option.default!r}")
    if why_not(wager):
        return Choice(table, choices=readings)  # refused when the table opens
    found = offer(book, wager, _table(wager, table, decks), readings).table
    fixed = bool(found.meters or found.stakes or wager.stake.fixed or wager.stake.house_fixed)
    stake = stakes(wager, found)[-1] if fixed else None
    meters = [m for m in found.meters if m.stake in (None, stake)]
    unseeded = any(m.seed_for(stake or 100, found.base_stake) is None for m in meters)
    unrated = any(m.rate is None for m in meters)
    if unseeded:
        notes.append(f"{wager.name}: the meter starts at {show_money(LESSON_SEED)}")
    if unrated:
        notes.append(f"{wager.name}: the meter takes {show_percent(LESSON_RATE)} of each stake")
    return Choice(
        paytable=found.id,
        stake=stake,
        seed=LESSON_SEED if unseeded else None,
        rate=LESSON_RATE if unrated else None,
        choices=readings,
    )


def _table(wager: Wager, name: str | None, decks: int) -> PayTable:
    if name is None:
        for table in wager.paytables:
            if decks in table.decks:
                return table
    return find_table(wager, name)


def usual_stake(opened: Open, key: str, main: Cents) -> Cents:
    """A lawful stake on a side wager for one who has no other wish."""
    choice, rule = opened.house.wagers[key], opened.offers[key].wager
    if choice.stake is not None:
        return choice.stake
    least = max(choice.least, rule.stake.least or 0, opened.offers[key].table.least or 0)
    wanted = max(least, min(SIDE_STAKE, choice.most))
    return min(wanted, main) if rule.stake.most_of else wanted


def before_deal(opened: Open) -> list[str]:
    """The side wagers placed before the deal, those that others need first."""
    rules = {key: offered.wager for key, offered in opened.offers.items()}
    early = [key for key, rule in rules.items() if rule.placed == "before the deal"]
    return sorted(early, key=lambda key: len(rules[key].requires))
