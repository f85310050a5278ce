"""Every fault of one table, by the checks that open it.

Those checks stop at the first thing that is wrong. So a table is opened without its wagers, then
with each wager and those it needs, then with all. A refusal comes from the key whose change makes
it go away; with that change the table is opened again, until it opens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.toml_values import Fault, KeyPath
from pitboss.submission.records import FiledTable, Submission, refused
from pitboss.submission.wager_form import shown
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.offers import defaults_of, wager_at
from pitboss.table.houses.opening import Open, open_house

MOST: Final = 12
"""After this many faults of one thing, the search stops."""
Changes = Callable[[House], Iterable[tuple[KeyPath, House]]]
"""The house with one setting changed, each with the key of that setting."""
PLENTY: Final = 100_000_000
"""An amount that no least seed exceeds."""


def table_faults(
    book: Rulebook, submission: Submission, table: FiledTable
) -> tuple[list[Fault], Open | None]:
    """All faults of a table under its law, and the table as it opens once they are mended."""

    def fault(path: KeyPath, error: PitbossError) -> Fault:
        return submission.fault((*table.at, *path), *refused(error))

    filed, house = table.house, replace(table.house, wagers={})
    found, base = _repaired(book, house, lambda house: _of_table(book, house), ())
    faults = [fault(*each) for each in found]
    if base is None:
        return faults, None
    if table.decks_read and base.decks == filed.decks:
        found, opened = _of_wagers(book, filed, base)
        return faults + [fault(*each) for each in found], opened
    each_way = [
        [fault(*each) for each in _of_wagers(book, filed, replace(base, decks=decks))[0]]
        for decks in book.game(f"{filed.jurisdiction}/{filed.game}").decks
    ]
    return faults + [each for each in each_way[0] if all(each in way for way in each_way)], None


def _of_wagers(
    book: Rulebook, filed: House, base: House
) -> tuple[list[tuple[KeyPath, PitbossError]], Open | None]:
    """The faults of a table's wagers where the table itself has none, and the table with those
    that are sound.
    """
    faults: list[tuple[KeyPath, PitbossError]] = []
    sound: dict[str, Choice] = {}
    lost: set[str] = set()
    needed = {key: _needs(book, filed, key) for key in filed.wagers}
    for key in sorted(needed, key=lambda each: len(needed[each])):
        choice, needs = filed.wagers[key], needed[key]
        if needs & lost:
            lost.add(key)
            continue
        beside = {k: v for k, v in sound.items() if k in needs}
        alone = replace(base, wagers={**beside, key: choice})
        wager = wager_at(book, filed.jurisdiction, key)
        changes = _changes_of(book, wager)
        found, mended = _repaired(book, alone, changes, ("wagers", shown(key)))
        faults += found
        if mended is None:
            lost.add(key)
        else:
            sound[key] = mended.wagers[key]
            base = replace(base, readings={**base.readings, **mended.readings})
    whole = replace(base, wagers={key: sound[key] for key in filed.wagers if key in sound})
    found, mended = _repaired(book, whole, lambda house: _each_left_out(book, house), ())
    return faults + found, open_house(book, mended) if mended else None


def _repaired(
    book: Rulebook, house: House, changes: Changes, otherwise: KeyPath
) -> tuple[list[tuple[KeyPath, PitbossError]], House | None]:
    """The refusals of a house, each with its key, and the house that opens without them."""
    found: list[tuple[KeyPath, PitbossError]] = []
    for _ in range(MOST):
        error = _refusal(book, house)
        if error is None:
            return found, house
        path, better = _repair(book, house, error, changes)
        found.append((path or otherwise, error))
        if better is None:
            return found, None
        house = better
    return found, None


def _repair(
    book: Rulebook, house: House, error: PitbossError, changes: Changes
) -> tuple[KeyPath, House | None]:
    """The first change with which the house opens; else the first under which it is refused for
    another reason.
    """
    second: tuple[KeyPath, House | None] = ((), None)
    for path, changed in changes(house):
        left = _refusal(book, changed)
        if left is None:
            return path, changed
        if second[1] is None and _reason(left) != _reason(error):
            second = path, changed
    return second


def _reason(error: PitbossError) -> str:
    """What a refusal says apart from its numbers, which another wrong value would only change."""
    return re.sub(r"\d[\d,.]*", "", str(error))


def _refusal(book: Rulebook, house: House) -> PitbossError | None:
    try:
        open_house(book, house)
    except PitbossError as error:
        return error
    return None


def _of_table(book: Rulebook, house: House) -> Iterator[tuple[KeyPath, House]]:
    """Changes of the table itself."""
    for key in house.terms:
        rest = {k: v for k, v in house.terms.items() if k != key}
        yield ("terms", key), replace(house, terms=rest)
    yield from _of_readings(book, house)
    usual = House(house.jurisdiction)
    yield ("limits",), replace(house, least=usual.least, most=usual.most)
    yield ("boxes",), replace(house, boxes=1)
    yield ("cut",), replace(house, cut=None)
    yield ("posted",), replace(house, acknowledged=("all",))
    game = book.game(f"{house.jurisdiction}/{house.game}")
    for decks in sorted(game.decks, key=lambda each: abs(each - house.decks)):
        yield ("decks",), replace(house, decks=decks)


def _of_readings(book: Rulebook, house: House) -> Iterator[tuple[KeyPath, House]]:
    for key, reading in book.readings.items():
        if reading.must_be_chosen and key not in house.readings:
            yield ("readings",), replace(house, readings={**house.readings, key: reading.default})
    for key in house.readings:
        rest = {k: v for k, v in house.readings.items() if k != key}
        yield ("readings", key), replace(house, readings=rest)


def _changes_of(book: Rulebook, wager: Wager) -> Changes:
    """Changes of one wager: in its own keys, or of a reading that it depends on."""
    at: KeyPath = ("wagers", shown(wager.key))

    def changes(house: House) -> Iterator[tuple[KeyPath, House]]:
        choice = house.wagers[wager.key]
        for path, other in _other_choices(wager, choice):
            yield (*at, *path), replace(house, wagers={**house.wagers, wager.key: other})
        limits = replace(choice, least=house.least, most=house.most)
        low = replace(choice, least=min(choice.least, house.least), most=min(choice.most, 10_000))
        for other in (limits, low):
            yield (*at, "limits"), replace(house, wagers={**house.wagers, wager.key: other})
        for path, other_house in _of_readings(book, house):
            yield (at if path == ("readings",) else path), other_house

    return changes


def _other_choices(wager: Wager, choice: Choice) -> Iterator[tuple[KeyPath, Choice]]:
    paid = [table for table in wager.paytables if choice.paytable in (None, table.id)]
    rules = [rule for table in paid for rule in table.meters]
    left = [rule.name for rule in rules if rule.seed_is == "filed by the house"]
    if not {*left} <= {*choice.seeds}:
        yield (), replace(choice, seeds={**dict.fromkeys(left, PLENTY), **choice.seeds})
    left = [rule.name for rule in rules if rule.rate is None]
    if not {*left} <= {*choice.rates}:
        yield (), replace(choice, rates={**dict.fromkeys(left, Fraction(0)), **choice.rates})
    for name in ("rates", "reserves", "seeds"):
        given: Mapping[str, object] = getattr(choice, name)
        if given:
            key = name.removesuffix("s")
            emptied: dict[str, Mapping[str, object]] = {name: {}}
            yield (key,), replace(choice, **emptied)  # type: ignore[arg-type]
    if choice.seeds:
        yield ("seed",), replace(choice, seeds=dict.fromkeys(choice.seeds, PLENTY))
    for option in wager.options:
        for value in option.one_of if option.key in choice.choices else ():
            choices = {**choice.choices, option.key: value}
            yield (shown(option.key),), replace(choice, choices=choices)
    if unfiled := defaults_of(wager, choice.choices):
        yield (), replace(choice, choices={**choice.choices, **unfiled})
    if choice.link:
        yield ("meter",), replace(choice, link="")
    if choice.aggregate is not None:
        yield ("aggregate",), replace(choice, aggregate=None)
    stakes = {stake for table in wager.paytables for stake in table.stakes}
    for stake in (None, *sorted({*stakes, *wager.stake.fixed, 100, 500})):
        if stake != choice.stake:
            yield ("stake",), replace(choice, stake=stake)
    for table in wager.paytables:
        if table.id != choice.paytable:
            yield ("paytable",), replace(choice, paytable=table.id)


def _needs(book: Rulebook, house: House, key: str) -> set[str]:
    """The other wagers of the house that a wager needs, and those that these need."""
    found = set[str]()
    for each in wager_at(book, house.jurisdiction, key).requires:
        for need in each.split(" or "):
            if need in house.wagers and need != key:
                found |= {need} | _needs(book, house, need)
    return found


def _each_left_out(book: Rulebook, house: House) -> Iterator[tuple[KeyPath, House]]:
    """The house without one of its wagers and those that need it, the last first."""
    for key in reversed([*house.wagers]):
        gone = {key, *(other for other in house.wagers if key in _needs(book, house, other))}
        kept = {k: v for k, v in house.wagers.items() if k not in gone}
        yield ("wagers", shown(key)), replace(house, wagers=kept)
