"""The checks of a sheet before it is signed: a second count, and rounds played at the table.

The second count deals card after card in plain loops and asks the reader that settles real cards,
so that it shares nothing with the first but the rule. The rounds are dealt by the table itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Final

from pitboss.analysis.numbers import Form, fixed, formatted
from pitboss.analysis.sheet import Sheet
from pitboss.analysis.simulated_sheet import simulate
from pitboss.cards import DECK, Card, Shoe
from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.vocabulary import SEES
from pitboss.wagers.card_reader import groups
from pitboss.wagers.count import Key, key_of
from pitboss.wagers.deals import names_suits

MOST: Final = 15_000
"""The most orders of cards that are judged one by one: about half a second."""
ROUNDS: Final = 500
SEED: Final = 1
GENERATOR: Final = "SHAKE-256"


@dataclass(frozen=True, slots=True)
class SecondCount:
    """Lines whose chance is the same by the second method."""

    judged: int
    """Orders of cards that were judged, up to swapping suits where these make no difference."""
    lines: int
    agree: int


def second_count(sheet: Sheet) -> SecondCount | str:
    """Every order of the cards that are seen, one by one; why not, if there are too many."""
    setting = sheet.setting
    bound, shoe = setting.offer, setting.shoe
    places = [(place, SEES[place][1]) for place in setting.wager.sees]
    if not bound.lines or not places or any(many is None for _, many in places):
        return "the number of cards is not fixed"
    sizes = [many or 0 for _, many in places]
    cards, alike = sum(sizes), shoe.suits_alike and not names_suits(bound)
    judged = 13**cards * len(_suits(cards)) if alike else 52**cards
    if judged > MOST:
        return f"{judged:,} orders of {cards} cards are too many to judge one by one"
    found: Counter[Key] = Counter()
    for dealt, times in _orders(cards, alike):
        ways = times * _ordered_ways(dealt, shoe)
        if not ways:
            continue
        start, at = 0, {}
        for (place, _), many in zip(places, sizes, strict=True):
            at[place] = dealt[start : start + many]
            start += many
        found[key_of(bound, groups(setting.wager.sees, at))] += ways
    total = math.perm(shoe.size, cards)
    agree = sum(Fraction(found[o.key], total) == o.probability for o in sheet.outcomes)
    return SecondCount(judged, len(sheet.outcomes), agree)


def _orders(cards: int, alike: bool) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every order of that many cards, and how many it represents."""
    if not alike:
        yield from ((dealt, 1) for dealt in product(DECK, repeat=cards))
        return
    for suits in _suits(cards):
        times = math.perm(4, max(suits) + 1)
        for ranks in product(range(13), repeat=cards):
            dealt = tuple(DECK[4 * rank + suit] for rank, suit in zip(ranks, suits, strict=True))
            yield dealt, times


def _suits(cards: int) -> list[tuple[int, ...]]:
    """The ways in which that many cards can be of the same suits and of different ones, each by one
    of its names.
    """
    named = product(range(4), repeat=cards)
    return [n for n in named if all(s <= max(n[:i], default=-1) + 1 for i, s in enumerate(n))]


def _ordered_ways(dealt: Sequence[Card], shoe: Shoe) -> int:
    taken: Counter[Card] = Counter()
    ways = 1
    for card in dealt:
        ways *= max(shoe.counts[card.index] - taken[card], 0)
        taken[card] += 1
    return ways


def checks_form(book: Rulebook, sheet: Sheet) -> Form:
    """Both checks as plain data."""
    return {"second": _second(sheet), "simulation": _simulation(book, sheet)}


def _second(sheet: Sheet) -> Form:
    found = second_count(sheet)
    if isinstance(found, str):
        return {"lines": None, "agree": None, "judged": 0, "show": f"not by this program: {found}"}
    every = found.agree == found.lines
    words = f"all {found.lines} lines agree" if every else f"{found.agree} of {found.lines} agree"
    return {
        "lines": found.lines,
        "agree": found.agree,
        "judged": found.judged,
        "show": f"{found.judged:,} orders of cards judged one by one as at the table: {words}",
    }


def _simulation(book: Rulebook, sheet: Sheet) -> Form:
    """Rounds dealt by the table, and how far their return is from the proved one."""
    made: Form = {"rounds": 0, "seed": SEED, "generator": GENERATOR, "z": None}
    try:
        played = simulate(book, sheet.setting, ROUNDS, SEED, proof=sheet)
    except PitbossError as error:
        return made | {"show": f"none: {error}"}
    z = replace(played, proof=played.proof or sheet).z
    shown = "–" if z is None else formatted(z, "+.2f")
    return made | {
        "rounds": played.settled,
        "z": None if z is None else fixed(Fraction(z), 4),
        "show": (
            f"{played.settled:,} rounds dealt by the table, {GENERATOR}, seed {SEED}: the return "
            f"is {shown} standard errors from the proof"
            + (", meters apart" if sheet.meters else "")
        ),
    }
