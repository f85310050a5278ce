"""The readings of doubtful clauses that a house chooses: each known, playable, and chosen where it
affects money.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.errors import NotAllowed, UnknownName, check_choice, either
from pitboss.games.terms import Terms
from pitboss.games.terms_in_force import readings_of
from pitboss.procedure.round import Play
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Entry, Game, Reading, Wager
from pitboss.rulebook.term_fields import named
from pitboss.table.houses.house import Choice, House


def check_readings(book: Rulebook, chosen: Mapping[str, str]) -> None:
    """Refuse an unknown reading, an unknown choice, and a choice that no table can be dealt by."""
    for key, choice in chosen.items():
        if key not in book.readings:
            raise UnknownName("reading", key, book.readings)
        reading = book.readings[key]
        check_choice(f"reading {key}", choice, reading.choices, reading.clause)
        if choice in reading.unplayed:
            raise NotAllowed(
                f"reading {key} cannot be played as {choice!r}: {reading.unplayed[choice]}.",
                reading.clause,
            )


def readings_filed(book: Rulebook, game: Game, house: House) -> dict[str, str]:
    """The readings of the whole table, and those of its wagers only, such as a press (D-33)."""
    check_readings(book, house.readings)
    own, filed = readings_of(book, game), dict[str, str]()
    for choice in house.wagers.values():
        filed |= {k: v for k, v in choice.choices.items() if k in book.readings and k not in own}
    return filed | dict(house.readings)


def check_chosen(
    book: Rulebook, game: Game, house: House, mains: Mapping[str, Wager], play: Play[Terms]
) -> None:
    """Refuse a house that leaves open an uncertain reading that affects money here."""
    doubtful = {key: each for key, each in readings_of(book, game).items() if each.must_be_chosen}
    for wager in mains.values():
        doubtful |= {r.key: r for r in book.readings_of(wager) if r.must_be_chosen}
    filed = {*house.readings}
    for key in mains:
        filed |= {*house.wagers.get(key, Choice()).choices}
    decided_by = {term.key: term.by for term, _ in book.terms_of(game) if term.by}
    for each in named(type(play.terms)):
        key = decided_by.get(each.key, each.key)
        if key in doubtful and key not in filed and each.bears_on(play):
            raise unchosen(doubtful[key], game)


def unchosen(reading: Reading, entry: Entry) -> NotAllowed:
    """The message to a house that has not chosen a reading it must choose."""
    may = either(map(repr, reading.choices))
    return NotAllowed(f"choose reading {reading.key} for {entry.name}: {may}.", reading.clause)
