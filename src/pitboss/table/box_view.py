"""A box as one person sees it.

Its cards and hands, and why each stake was won or lost, in the words of the table, with the cards
that decided it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from operator import attrgetter
from typing import Final, Protocol

from pitboss.cards import Card
from pitboss.games.log_words import explained, hand_called
from pitboss.hands import Total, is_blackjack, total
from pitboss.money import Cents
from pitboss.procedure.round import Box, Hand, Origin, Round
from pitboss.procedure.steps import HELD, Option, hand_name
from pitboss.rulebook.when import show
from pitboss.table.events.rounds import Settled
from pitboss.table.houses.opening import Open
from pitboss.table.log.narrator import show_pip, with_pips
from pitboss.table.money.settlement import look
from pitboss.wagers.offer import NO_HAND, Line, Offer, worth

NO_ANSWER: Final = Option("")


@dataclass(slots=True)
class SeenCard:
    """A card in its place; it may be turned."""

    card: Card | None
    """`None` for a viewer who may not see it."""
    face: str


@dataclass(slots=True)
class SeenHand:
    """Cards at a box, and the main stake on them."""

    box: int
    number: int
    on: str
    """The wager that the stake is on."""
    stake: Cents
    left: Cents
    """How much of the stake is not yet settled."""
    game: str = ""
    """What the cards are for, if a box gets others for a second game: `poker`."""
    cards: list[SeenCard] = field(default_factory=list)
    apart: list[SeenCard] = field(default_factory=list)
    """Cards split off, until each has its own stake."""
    origin: Origin = "dealt"
    spot: int = 1
    """The betting spot that it was dealt to; a split hand keeps it."""
    antes: dict[str, Cents] = field(default_factory=dict)
    """Further antes, doubled and split with the stake."""
    doubled: bool = False
    drew: SeenCard | None = None
    """The first card that came after the initial two, or after it was split off."""
    riders: Cents = 0
    """What was added to win or lose with the stake, such as a press (§ 633c.11(e)-(f))."""
    over: bool = False
    """Its stake was settled, or its box voided."""
    answer: Option = NO_ANSWER
    """The player's last answer for this hand, until it has been carried out."""
    takes: bool = False
    """It takes the next community card."""

    @property
    def name(self) -> str:
        return hand_name(self.box, self.number, self.game)

    @property
    def held(self) -> bool:
        """Whether the player holds some of the cards, and only the player has seen them."""
        return any(each.face == HELD for each in self.cards)

    @property
    def total(self) -> Total | None:
        """The total of the cards; `None` if any of them cannot be seen."""
        cards = known(self.cards)
        return total(cards) if cards and len(cards) == len(self.cards) else None

    @property
    def natural(self) -> bool:
        """Whether it is an ace and a ten-value card as the initial two."""
        return self.origin == "dealt" and is_blackjack(known(self.cards))

    @property
    def played(self) -> Hand:
        """As the procedure of the game knows it; without cards if some cannot be seen."""
        cards = known(self.cards)
        return Hand(
            self.box,
            self.number,
            cards if len(cards) == len(self.cards) else [],
            self.stake,
            self.on,
            self.spot,
            self.origin,
            decided="double" if self.doubled else "",
            drew=self.drew.card if self.drew else None,
            over=self.over,
            antes=dict(self.antes),
            game=self.game,
        )


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for a settlement."""

    words: str
    """What the player had, and what was needed or what beat it; without the money."""
    cards: tuple[str, ...] = ()
    """The cards that decided it, as `4 Kh` for a box and `dealer Kh`."""
    hand: int = 0
    """The number of the hand that the stake was on; 0 if it was not on a single hand."""


@dataclass(slots=True)
class SeenBox:
    """A betting position."""

    chips: Box
    """Who plays it, and what is staked."""
    hands: list[SeenHand] = field(default_factory=list)
    in_turn: list[SeenHand] = field(default_factory=list)
    """The hands in the order they are played: one that is split off follows its own."""
    lying: list[SeenCard] = field(default_factory=list)
    """Cards there that a switch may use."""
    dealer: list[SeenCard] | None = None
    """The dealer's hand against this box, if each box has its own."""
    dealt: list[SeenCard] = field(default_factory=list)
    """Every card that was dealt there, whichever hand has it now: the initial two hand by hand,
    then the others as they came."""
    drawn: list[SeenCard] = field(default_factory=list)
    """The cards that came to the first hand."""
    traded: list[SeenCard] = field(default_factory=list)
    """The cards that its player gave for others."""
    results: list[Settled] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    """Why, for each result."""
    low: list[Card] = field(default_factory=list)
    """The cards of the low hand, once they are set and may be seen (30-2112)."""
    is_void: bool = False

    def add(self, hand: SeenHand, after: SeenHand | None = None) -> None:
        """Add a hand, at the end or split off another."""
        self.hands.append(hand)
        at = self.in_turn.index(after) + 1 if after else len(self.in_turn)
        self.in_turn.insert(at, hand)

    def take(self, hand: SeenHand, card: SeenCard) -> None:
        """From now on a card counts for a hand of this box."""
        if hand.origin == "dealt" and len(hand.cards) < 2:
            self.dealt.insert(2 * hand.number - 2 + len(hand.cards), card)
        else:
            hand.drew = hand.drew or card
            self.dealt.append(card)
        hand.cards.append(card)
        if hand.number == 1:
            self.drawn.append(card)

    @property
    def played(self) -> Box:
        """As the procedure of the game knows it, up to the first card that cannot be seen."""
        return Box(
            self.chips.number,
            self.chips.player,
            dict(self.chips.stakes),
            dict(self.chips.placed),
            hands=[hand.played for hand in self.hands],
            first=known(takewhile(attrgetter("card"), self.dealt)),
            drawn=known(takewhile(attrgetter("card"), self.drawn)),
            traded=known(self.traded),
            dealer=None if self.dealer is None else known(self.dealer),
        )


def known(cards: Iterable[SeenCard]) -> list[Card]:
    """The cards that are visible, in their order."""
    return [each.card for each in cards if each.card]


# -- why a stake was won or lost -------------------------------------------------------------------


class Shown(Protocol):
    """What one person has seen of a round."""

    opened: Open
    dealer: list[SeenCard]
    community: list[SeenCard]


NEEDS: Final[Mapping[str, str]] = {
    "bust": "a dealer bust",
    "matches": "a card of the upcard's rank",
    "run": "two cards in sequence",
}
"""Word of a pay table's conditions → what it requires; other tables name their lowest hand."""
COUNTS: Final = re.compile(r"\d+( or (\d+|more))?$")
"""A line that is named only after the number of cards."""


def reason(seen: Shown, box: SeenBox, hand: SeenHand | None, event: Settled) -> Reason:
    """Why a stake at a box was settled as it was, from what this person has seen."""
    opened = seen.opened
    offered = opened.offers.get(event.wager) or opened.extras.get(event.wager)
    outcomes = {NO_HAND.why, *(line.outcome for line in offered.lines)} if offered else set()
    if offered and event.why in outcomes:
        return _by_table(seen, box, offered, event)
    return _by_comparison(seen, box, hand, event)


# -- wagers that a pay table settles -------------------------------------------------------------


def _by_table(seen: Shown, box: SeenBox, offered: Offer, event: Settled) -> Reason:
    played = box.played
    layout = Round([played], known(seen.dealer), known(seen.community))
    places = {place: [*look(offered, place)(layout, played)] for place in offered.wager.sees}
    mine = [card for place, cards in places.items() if _is_mine(place) for card in cards]
    theirs = [card for place, cards in places.items() if not _is_mine(place) for card in cards]
    lit = (*_at(box.chips.number, mine), *_at("dealer", theirs))
    asks = {word for words in _conditions(offered) for word in words}
    bust = "bust" in asks and total(theirs).bust if theirs else False
    if event.why != NO_HAND.why:
        if bust:
            which = "" if COUNTS.match(event.why) else f" ({_lower(event.why)})"
            return Reason(f"dealer busts with {len(theirs)} cards{which}", lit)
        name, shown = event.why.lower() if event.why.isupper() else event.why, _shown(mine, theirs)
        return Reason(f"{name}, {shown}" if shown else name, lit)
    if "bust" in asks and theirs and not bust:
        had = f"dealer made {total(theirs).points}"
    else:
        had = f"dealer busts with {len(theirs)} cards" if bust else _shown(mine, theirs)
    return Reason(f"{had}. Needed: {needed(offered)}" if had else f"needed: {needed(offered)}", lit)


def _is_mine(place: str) -> bool:
    return place.startswith("player.")


def _shown(mine: Sequence[Card], theirs: Sequence[Card]) -> str:
    """`7♦ 8♣ with the 9♠`."""
    if not mine:
        return f"dealer's {_pips(theirs)}" if theirs else ""
    return f"{_pips(mine)} with the {_pips(theirs)}" if theirs else _pips(mine)


@lru_cache(maxsize=1_024)
def _conditions(offered: Offer) -> list[set[str]]:
    """For each line, the words of `NEEDS` that its condition contains."""
    shown = [show(line.when) for line in offered.lines]
    return [{word for word in NEEDS if word in text} for text in shown]


def needed(offered: Offer) -> str:
    """The least that a pay table pays for."""
    for word, needs in NEEDS.items():
        if all(word in words for words in _conditions(offered)):
            return needs
    lines = list(offered.lines)
    if offered.wager.pays == "best paying":
        lines.sort(key=lambda line: worth(line.pays), reverse=True)
    if offered.wager.pays == "one class only":
        return f"one of {len(lines)} hands of its pay table" if len(lines) > 3 else _either(lines)
    least = _lower(lines[-1].outcome)
    better = "" if len(lines) == 1 or "or better" in least else " or better"
    return f"{least}{better}"


def _either(lines: Iterable[Line]) -> str:
    return " or ".join(_lower(line.outcome) for line in lines)


# -- wagers that are compared with the dealer's hand ---------------------------------------------


def _by_comparison(seen: Shown, box: SeenBox, hand: SeenHand | None, event: Settled) -> Reason:
    cards = known(hand.cards) if hand else []
    dealer = known(seen.dealer if box.dealer is None else box.dealer)
    terms, lost = seen.opened.terms, event.pays == "loss"
    ranks = seen.opened.procedure.hand_ranks(terms)
    words = explained(event.why, lost, cards, dealer, terms, ranks)
    return Reason(with_pips(words), _at(box.chips.number, cards))


def poker_hand(seen: Shown, cards: Sequence[SeenCard], game: str = "") -> str:
    """What cards are called in a game that is not about totals; empty for others."""
    shown, ranks = known(cards), seen.opened.procedure.hand_ranks(seen.opened.terms)
    if len(shown) < len(cards):
        return ""
    return hand_called(shown, known(seen.community), ranks, game)


# -- cards in words ------------------------------------------------------------------------------


def _pips(cards: Iterable[Card]) -> str:
    return " ".join(map(show_pip, cards))


def _at(place: int | str, cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(f"{place} {card}" for card in cards)


def _lower(name: str) -> str:
    """The name of a hand inside a sentence; a single letter is a card.

    >>> _lower("Royal Pai Jack (A, K, Q, Suited)")
    'royal pai jack (A, K, Q, suited)'
    """
    return re.sub(r"[A-Z][A-Za-z]+", lambda found: found[0].lower(), name)
