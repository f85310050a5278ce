"""Changes of the edge: with the decks, with each reading, and when a card is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Final

from pitboss.analysis.growing_hands import kinds_of
from pitboss.analysis.numbers import points
from pitboss.analysis.policies import FOR_THIS, upcard_of
from pitboss.analysis.proof_files import cases, fresh_proof
from pitboss.analysis.proofs import Conditions
from pitboss.analysis.setting import Setting, is_own, open_choices, under_choice, with_decks
from pitboss.analysis.sheet import Sheet, outcomes_of, prove
from pitboss.cards import DECK, Card, Rank, Suit, show_cards
from pitboss.errors import PitbossError
from pitboss.package_data import shipped
from pitboss.rulebook.entry_words import runs
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import words_of
from pitboss.wagers.card_holders import after_upcard, grows
from pitboss.wagers.card_reader import named_suits
from pitboss.wagers.count import count_without
from pitboss.wagers.deals import conditions, layout
from pitboss.wagers.offer import offer
from pitboss.wagers.suits import RED

Step = Callable[[int], None]
"""Called with the number of sheets proved since the last call."""
DECIDES: Final = attrgetter("decides")
OFFERED: Final = attrgetter("table.decks", "table.stakes")
"""The decks and stakes with which a wager may be offered."""
FEW = 3
"""Up to this many open cards, every other sheet is worked out immediately."""


def no_step(_sheets: int) -> None:
    """Report no progress."""


def is_cheap(setting: Setting) -> bool:
    """Whether other settings of this wager are proved quickly."""
    plan = layout(setting.offer)
    if not setting.offer.lines:
        return True
    return plan is not None and plan.cards <= FEW


def sheets_compared(book: Rulebook, sheet: Sheet) -> int:
    """With how many sheets a full one is compared: the sum of all calls of `step`."""
    setting = sheet.setting
    choices = sum(
        choice != _chosen(book, setting, key)
        for key, every in open_choices(book, setting.wager).items()
        if not ((reading := book.readings.get(key)) and reading.moves_no_figure)
        for choice in every
    )
    decks = len(_decks(setting)) if setting.wager.sees else 0
    cards = int(bool(setting.offer.lines))
    if cards and grows(setting.offer):
        cards = len({*_likes(setting).values()})
    return choices + decks + cards


@dataclass(frozen=True, slots=True)
class OtherChoice:
    """The edge under another choice."""

    key: str
    choice: str
    says: str
    edge: Fraction
    change: Fraction
    note: str = ""
    """What else it changes, if the edge is unchanged."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The effect of every other choice: those that change the figures, and the keys that do not."""

    moved: list[OtherChoice]
    idle: dict[str, str]
    """Key → why none of its choices has an effect here."""
    left_out: dict[str, str]
    """Key → why a sheet cannot show its effect."""


def by_decks(book: Rulebook, sheet: Sheet, step: Step = no_step) -> list[tuple[int, Sheet]]:
    """The sheet with each deck count the table allows."""
    setting = sheet.setting
    found = []
    for decks in _decks(setting):
        same = setting.decks == decks
        other = sheet if same else prove(with_decks(book, setting, decks))
        found.append((decks, other))
        step(1)
    return found


def _decks(setting: Setting) -> Sequence[int]:
    """The deck counts that the table allows."""
    return setting.table.decks or tuple(range(1, 9))


def by_choice(book: Rulebook, sheet: Sheet, step: Step = no_step) -> Choices:
    """The figures under every other choice: ways, fixed pays, shares of meters, and the meters."""
    found = Choices([], {}, {})
    kept = [] if is_cheap(sheet.setting) else proved_edges(book, sheet.setting)
    for key, choices in open_choices(book, sheet.setting.wager).items():
        if (reading := book.readings.get(key)) and reading.moves_no_figure:
            found.idle[key] = reading.moves_no_figure
            continue
        before, why = len(found.moved), ""
        for choice, says in choices.items():
            if choice == _chosen(book, sheet.setting, key):
                continue
            try:
                there = under_choice(book, sheet.setting, key, choice)
                edge = edge_of(there, kept)
                if edge not in (None, sheet.edge):
                    found.moved.append(OtherChoice(key, choice, says, edge, edge - sheet.edge))
                    continue
                other = prove(there)
            except PitbossError as error:
                why = str(error)
                continue
            finally:
                step(1)
            if _distribution(other) != _distribution(sheet):
                change = other.edge - sheet.edge
                note = "" if change else _beside_the_edge(sheet, other)
                found.moved.append(OtherChoice(key, choice, says, other.edge, change, note))
        if why:
            found.left_out[key] = why
        elif len(found.moved) == before:
            idle = _why_idle(book, sheet.setting, key, tuple(choices))
            (found.idle if idle else found.left_out)[key] = idle or "a sheet does not follow it"
    return found


def _chosen(book: Rulebook, setting: Setting, key: str) -> str:
    """The choice of a reading or option in a setting."""
    chosen = {**setting.offer.choices, **setting.readings}
    unsaid = "" if is_own(setting.wager, key) else book.readings[key].default
    return chosen.get(key, unsaid)


def _distribution(sheet: Sheet) -> object:
    """All that decides the figures, whatever the meters show."""
    outcomes: dict[object, Fraction] = {}
    for o in sheet.outcomes:
        if o.ways:
            pays = o.fixed, o.shares, o.envy, o.spread
            outcomes[pays] = outcomes.get(pays, Fraction(0)) + o.probability
    meters = tuple((m.name, m.seed, m.rate, m.reserve, m.mean, m.jackpot) for m in sheet.meters)
    return outcomes, meters


def _beside_the_edge(sheet: Sheet, other: Sheet) -> str:
    """What changes if the edge, as the meters stand, does not."""
    pairs = zip(sheet.meters, other.meters, strict=True)
    grows = sum((b.coefficient - a.coefficient for a, b in pairs), Fraction(0)) * 1000
    if grows:
        return f"moves the return only as the meter grows: {points(grows)} points per $1,000"
    if sheet.long_run is not None and other.long_run is not None:
        return f"moves the long run only: {points(other.long_run - sheet.long_run)} points"
    return "moves the lines that pay, not the return"


def _why_idle(book: Rulebook, setting: Setting, key: str, choices: Sequence[str]) -> str:
    """Why the same outcomes pay the same; empty if the sheet may simply not look."""

    def differs(table: str, what: Callable[[Setting], object]) -> bool:
        bound = offer(book, setting.wager, table, setting.offer.choices)
        there = replace(setting, offer=bound)
        return len({repr(what(under_choice(book, there, key, choice))) for choice in choices}) > 1

    wager, here = setting.wager, setting.table.id
    if differs(here, DECIDES):
        return "the same ways and pays here, whichever is chosen"
    if differs(here, OFFERED):
        return "decides only with which decks or stakes the table is offered"
    if any(differs(t.id, DECIDES) or differs(t.id, OFFERED) for t in wager.paytables):
        return "concerns other pay tables of this wager"
    if any(option.key == key for option in wager.options):
        return "a choice of the house that changes no ways and no pays"
    return ""


@dataclass(frozen=True, slots=True)
class Removal:
    """The effect of a missing card on the player, as a share of the stake."""

    cards: tuple[Card, ...]
    """Cards with the same effect."""
    effect: Fraction

    @property
    def words(self) -> str:
        """Ranks, with their suits unless all suits have the same effect; else card by card.

        >>> Removal(tuple(c for c in DECK if c.rank >= 12 and c.suit), Fraction(0)).words
        'Q–A of d h s'
        """
        ranks = dict.fromkeys(c.rank for c in self.cards)
        suits = dict.fromkeys(c.suit for c in self.cards)
        if len(self.cards) < len(ranks) * len(suits):
            return show_cards(self.cards)
        if len(suits) == len(Suit):
            return _joined(ranks)
        if len(self.cards) < 3:
            return show_cards(self.cards)
        return f"{_joined(ranks)} of {' '.join(suit.symbol for suit in suits)}"


def _joined(ranks: Iterable[Rank]) -> str:
    """Ranks with runs of three or more joined.

    >>> _joined([Rank.TWO, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.ACE])
    '2, 4–6, A'
    """
    parts = []
    for run in runs(ranks):
        long = len(run) > 2
        parts += [f"{run[0].symbol}–{run[-1].symbol}"] if long else [r.symbol for r in run]
    return ", ".join(parts)


def removals(sheet: Sheet, step: Step = no_step) -> tuple[list[Removal], Fraction]:
    """The effect of each card's removal, and Σ n · effect over the shoe."""
    effects = dict(_effects(sheet, step))
    grouped: dict[Fraction, list[Card]] = {}
    for card, effect in effects.items():
        grouped.setdefault(effect, []).append(card)
    counts = sheet.setting.shoe.counts
    check = sum((counts[c.index] * e for c, e in effects.items()), Fraction(0))
    order = sorted(grouped, reverse=True)
    return [Removal(tuple(grouped[e]), e) for e in order], check


def _effects(sheet: Sheet, step: Step) -> Iterator[tuple[Card, Fraction]]:
    setting = sheet.setting
    if not grows(setting.offer):
        for card, counted in count_without(setting.offer, setting.shoe):
            lines = outcomes_of(setting, counted.ways, counted.total)
            yield card, sum((o.probability * o.gross for o in lines), -sheet.returns)
        step(1)
        return
    known: dict[object, Fraction] = {}
    for card, like in _likes(setting).items():
        if like not in known:
            known[like] = prove(setting.without(card)).returns - sheet.returns
            step(1)
        yield card, known[like]


def _likes(setting: Setting) -> dict[Card, object]:
    """Each card of the shoe → what it shares with those whose removal has the same effect."""
    return {
        card: (kinds_of(setting.offer, setting.dealing, card), _told_apart(setting, card.suit))
        for card in DECK
        if setting.shoe.counts[card.index]
    }


def _told_apart(setting: Setting, suit: Suit) -> object:
    """What a wager may distinguish in a suit: its name, its color or nothing."""
    said = [*words_of(conditions(setting.offer))]
    wild = setting.offer.hand.wild
    named = {wild.suit} if wild else set()
    if suit in named.union(*map(named_suits, said)) or not setting.shoe.suits_alike:
        return suit
    return any(Tells.COLOR in WORDS[word.word].tells for word in said) and suit in RED


def must_cancel(setting: Setting) -> bool:
    """Whether effects of removal add up to zero: no adaptive play, nothing seen beforehand."""
    waits = after_upcard(setting.offer) or upcard_of(setting.policy) is not None
    return bool(setting.wager.sees) and setting.policy != FOR_THIS and not waits


# -- edges under other readings that come proved with pitboss --------------------------------------


ProvedEdges = list[tuple[Setting, Fraction]]
"""The settings of one pay table under other readings, each with its proved edge."""


def edge_of(setting: Setting, kept: ProvedEdges) -> Fraction | None:
    """The edge of a setting; `None` if it is not among them."""
    if setting.meters is not None:
        return None
    asked = setting.stake, setting.policy, setting.decides
    return next((e for s, e in kept if (s.stake, s.policy, s.decides) == asked), None)


def proved_edges(book: Rulebook, setting: Setting) -> ProvedEdges:
    """What an up-to-date proof has for the pay table of a setting; empty without one.

    A proof names a choice only where it changes the return.
    """
    wager, table = setting.wager, setting.table.id
    proof = fresh_proof(book, shipped("proofs"), wager)
    if proof is None:
        return []
    edges = {(f.reading, f.table, f.at): f.edge for f in proof.others}
    found = []
    for case in cases(book, wager, True):
        at = Conditions.of(case.setting, case.procedure)
        edge = edges.get((case.reading, table, at))
        if edge is not None and case.setting.table.id == table:
            found.append((case.setting, edge))
    return found
