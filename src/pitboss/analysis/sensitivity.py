"""How the edge moves: with the decks, with each reading, and when a card is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.analysis.par import Sheet, prove
from pitboss.analysis.play import FOR_THIS
from pitboss.analysis.setting import ANY_UPCARD, Setting, upcard_of
from pitboss.cards import DECK, Card, Rank, Shoe, show_cards
from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.wagers.deals import layout, names_suits
from pitboss.wagers.offer import Offer, offer

FEW = 3
"""Open cards up to which every other sheet is worked out at once."""


def is_cheap(setting: Setting) -> bool:
    """Other settings of this wager are proved in no time."""
    plan = layout(setting.offer)
    if not setting.offer.lines:
        return True
    return plan is not None and plan.cards <= FEW


@dataclass(frozen=True, slots=True)
class Other:
    """The edge under another deck count or another choice."""

    key: str
    choice: str
    says: str
    edge: Fraction
    change: Fraction


def by_decks(sheet: Sheet) -> list[tuple[int, Fraction]]:
    """The edge with each deck count the table allows."""
    setting = sheet.setting
    found = []
    for decks in setting.table.decks or tuple(range(1, 9)):
        same = setting.shoe.decks == decks
        other = sheet if same else prove(replace(setting, shoe=Shoe.of(decks)))
        found.append((decks, other.edge))
    return found


def by_choice(book: Rulebook, sheet: Sheet) -> tuple[list[Other], list[str]]:
    """The edge under every other choice that bears on it, and the keys that bear on nothing."""
    setting = sheet.setting
    moved: list[Other] = []
    idle: list[str] = []
    for key, choices in _choices(book, setting.offer).items():
        before = len(moved)
        for choice, says in choices.items():
            if choice == setting.offer.choices.get(key):
                continue
            given = {**setting.offer.choices, key: choice}
            try:
                bound = offer(book, setting.wager, setting.table.id, given)
                if _same(bound, setting.offer):
                    continue
                other = prove(replace(setting, offer=bound))
            except PitbossError as error:
                says = f"{says}: {error}"
                moved.append(Other(key, choice, says, sheet.edge, Fraction(0)))
                continue
            if other.edge != sheet.edge or other.variance != sheet.variance:
                moved.append(Other(key, choice, says, other.edge, other.edge - sheet.edge))
        if len(moved) == before:
            idle.append(key)
    return moved, idle


def _choices(book: Rulebook, bound: Offer) -> dict[str, Mapping[str, str]]:
    """Reading or option → choice → what it means."""
    found = {r.key: r.choices for r in book.readings_of(bound.wager)}
    options = {o.key: dict.fromkeys(o.one_of, o.says) for o in bound.wager.options if o.one_of}
    return {**found, **options}


def _same(a: Offer, b: Offer) -> bool:
    """Nothing that decides an outcome or a pay differs."""
    return _decides(a) == _decides(b)


def _decides(bound: Offer) -> tuple[object, ...]:
    third = bound.choices.get("third-card")
    table = bound.table
    return (bound.lines, bound.hand, bound.loses, bound.multipliers, table.meters, third)


@dataclass(frozen=True, slots=True)
class Removal:
    """What a missing card does to the player, as a share of the stake."""

    cards: tuple[Card, ...]
    """Cards that do the same."""
    effect: Fraction

    @property
    def words(self) -> str:
        """Ranks where all suits do the same, else cards."""
        ranks = dict.fromkeys(c.rank for c in self.cards)
        whole = all(sum(c.rank is r for c in self.cards) == 4 for r in ranks)
        return _runs(list(ranks)) if whole else show_cards(self.cards)


def _runs(ranks: list[Rank]) -> str:
    """Ranks with runs of three or more drawn together.

    >>> _runs([Rank.TWO, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.ACE])
    '2, 4–6, A'
    """
    runs: list[list[Rank]] = []
    for rank in ranks:
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    parts = []
    for run in runs:
        long = len(run) > 2
        parts += [f"{run[0].symbol}–{run[-1].symbol}"] if long else [r.symbol for r in run]
    return ", ".join(parts)


def removals(sheet: Sheet) -> tuple[list[Removal], Fraction]:
    """The effect of each card's removal, and Σ n · effect over the shoe."""
    effects = dict(_effects(sheet))
    grouped: dict[Fraction, list[Card]] = {}
    for card, effect in effects.items():
        grouped.setdefault(effect, []).append(card)
    counts = sheet.setting.shoe.counts
    check = sum((counts[c.index] * e for c, e in effects.items()), Fraction(0))
    order = sorted(grouped, reverse=True)
    return [Removal(tuple(grouped[e]), e) for e in order], check


def _effects(sheet: Sheet) -> Iterator[tuple[Card, Fraction]]:
    setting = sheet.setting
    alike = setting.shoe.suits_alike and not names_suits(setting.offer)
    effect = Fraction(0)
    for number, card in enumerate(DECK):
        if not setting.shoe.counts[card.index]:
            continue
        if not alike or number % 4 == 0:
            short = prove(replace(setting, shoe=setting.shoe.without([card])))
            effect = short.returns - sheet.returns
        yield card, effect


def must_cancel(setting: Setting) -> bool:
    """Effects of removal add up to nothing: no play that adapts, nothing seen beforehand."""
    waits = setting.policy == ANY_UPCARD or upcard_of(setting.policy) is not None
    return bool(setting.wager.sees) and setting.policy != FOR_THIS and not waits
