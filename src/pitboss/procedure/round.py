"""What is on the layout, and what else a script knows of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from pitboss.cards import Card
from pitboss.chips import ANY_AMOUNT, Chips
from pitboss.hands import Total, is_blackjack, total
from pitboss.money import Cents
from pitboss.procedure.steps import Option, Script, hand_name


def numbered(name: str, number: int) -> str:
    """A name with the number of its hand: `insurance`, then `insurance 2`."""
    return name if number == 1 else f"{name} {number}"


Origin = Literal["dealt", "split", "switched"]
"""Where the cards of a hand come from: only a hand as dealt is a natural with 21. One card of a
`switched` hand came from the player's other hand (30-2105(8)(b))."""


@dataclass(slots=True)
class Hand:
    """Cards at a box, and the main stake that rides on them."""

    box: int
    number: int = 1
    cards: list[Card] = field(default_factory=list)
    stake: Cents = 0
    on: str = "blackjack"
    """The wager that the stake is on."""
    spot: int = 1
    """The betting spot that it was dealt to; a split hand keeps it."""
    origin: Origin = "dealt"
    decided: Literal["", "double", "surrender"] = ""
    """What ends its player's turn. The stake of one that is given up stays until a natural that
    nobody could read yet is known."""
    held: bool = False
    """The player holds the cards, and only the player has seen them."""
    down: int = 0
    """How many of its first cards were dealt that way."""
    drew: Card | None = None
    """The first card that came after those it was dealt, or was split off with."""
    over: bool = False
    """Settled, bust or surrendered: no more cards and no more money."""
    riders: dict[str, Cents] = field(default_factory=dict)
    """Other stakes that win or lose with this hand, such as a press."""
    antes: dict[str, Cents] = field(default_factory=dict)
    """Further antes, doubled and split with the stake and settled as it is."""
    game: str = ""
    """What the cards are for, if a box gets more for a second game: `poker`."""
    name: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.name = hand_name(self.box, self.number, self.game)

    @property
    def total(self) -> Total:
        return total(self.cards)

    @property
    def natural(self) -> bool:
        """Whether it is an ace and a ten-value card as the initial two."""
        return self.origin == "dealt" and is_blackjack(self.cards)

    @property
    def split(self) -> bool:
        """Whether it was split, or split off."""
        return self.origin == "split"

    @property
    def doubled(self) -> bool:
        return self.decided == "double"

    @property
    def original(self) -> bool:
        """Whether it was dealt to its spot, not split off."""
        return self.number == self.spot


@dataclass(slots=True)
class Box:
    """A betting position: its player, stakes and cards.

    A script reads the stakes; they change as what it yields is carried out.
    """

    number: int
    player: str
    stakes: dict[str, Cents] = field(default_factory=dict)
    """The unsettled stake on each wager."""
    placed: dict[str, Cents] = field(default_factory=dict)
    """Every stake of the round as it was first placed, settled or not."""
    racked: set[str] = field(default_factory=set)
    """Wagers whose stake was collected before the deal."""
    tips: dict[str, Cents] = field(default_factory=dict)
    """Unsettled bets for the dealer."""
    hands: list[Hand] = field(default_factory=list)
    first: list[Card] = field(default_factory=list)
    """The cards of the opening deal, whatever is split later."""
    drawn: list[Card] = field(default_factory=list)
    """Cards in the order they came to the first hand."""
    traded: list[Card] = field(default_factory=list)
    """Cards that its player gave for others."""
    dealer: list[Card] | None = None
    """The dealer's hand against this box, if each box has its own."""
    position: int = 0
    """The cards that a terminal plays, if several share them (58 Pa. Code § 633c.5(l))."""


@dataclass(slots=True)
class Round:
    """What is on the layout."""

    boxes: list[Box]
    dealer: list[Card] = field(default_factory=list)
    community: list[Card] = field(default_factory=list)
    exposed: list[Card] = field(default_factory=list)
    """Cards that were seen too early and are dealt next."""
    hole_down: bool = False
    fresh_shoe: bool = False
    """The first round of a shoe: its first card is burned."""
    chips: Chips = ANY_AMOUNT
    """Every stake is a sum of them."""
    dead: set[int] = field(default_factory=set)
    """Boxes that an irregularity has voided."""

    @property
    def hands(self) -> list[Hand]:
        """Every hand, from the dealer's left."""
        return [hand for box in self.boxes for hand in box.hands]

    @property
    def live(self) -> list[Box]:
        """Boxes that are not void, from the dealer's left."""
        return [box for box in self.boxes if box.number not in self.dead]

    @property
    def is_past_first_two(self) -> bool:
        """Whether a card beyond the first two of each hand and of the dealer has been delivered."""
        drew = any(len(hand.cards) > 2 or hand.drew for hand in self.hands)
        return drew or len(self.dealer) > 2

    @property
    def upcard(self) -> Card:
        return self.dealer[0]

    def box(self, number: int) -> Box:
        for box in self.boxes:
            if box.number == number:
                return box
        raise KeyError(number)

    def against(self, box: Box) -> list[Card]:
        """The dealer's hand that a box plays against."""
        return self.dealer if box.dealer is None else box.dealer


@dataclass(frozen=True, slots=True)
class Later:
    """A side wager that may be placed after the deal."""

    key: str
    placed: str
    most: Cents | None
    clause: str
    live_only: bool = True
    """Only a hand that has neither busted nor been paid may have it."""
    tips: bool = False
    """A bet for the dealer may be placed with it."""


@dataclass(frozen=True, slots=True)
class SideDuty:
    """What a script does for a wager that a pay table settles."""

    completes_hand: bool = False
    """The dealer completes the hand for it."""
    waits_for_hole: bool = False
    """It may still win by the dealer's second card."""
    third_card_after: str = ""
    """Two ranks; the third card is then dealt even if the dealer has a natural (§ 633c.9)."""
    when_held: str = ""
    """What it requires of players who hold their cards: `shown or lost`, `hand by hand`."""
    presses: str = ""
    """The clause by which its winnings may be pressed on the hand."""
    stops: bool = False
    """The dealer stops when a hand has won from its meter."""
    cite: str = ""


TermsT = TypeVar("TermsT")
TermsT_co = TypeVar("TermsT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Play(Generic[TermsT_co]):
    """What a script knows of the table besides the layout."""

    terms: TermsT_co
    """The terms of the game in force."""
    later: tuple[Later, ...] = ()
    antes: tuple[str, ...] = ()
    """Further antes at the table, settled like the first (New Hampshire, wagers: ante)."""
    side_duties: Mapping[str, SideDuty] = field(default_factory=dict)
    """Wager → what a script does for it."""
    moments: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """When some wager is settled → those for which the dealer first turns up cards that players
    hold."""
    seconds: int = 0
    """How long players have when they decide at the same time."""
    tips: bool = False
    """Players may bet for the dealer, where the law allows it."""

    def side_duties_at(self, box: Box) -> list[SideDuty]:
        """What a script does for the unsettled wagers of a box."""
        return [*filter(None, map(self.side_duties.get, box.stakes))]


def any_stakes(box: Box, play: Play[Any], most: Cents) -> None:
    """Any stakes of a box may be combined."""


@dataclass(frozen=True, slots=True)
class HandPart:
    """Cards of a hand that are set apart from the others, and what they come to."""

    name: str
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Procedure(Generic[TermsT]):
    """A dealer's procedure: its version, its script, and the stakes that open a box."""

    version: str
    script: Callable[[Round, Play[TermsT]], Script[None]]
    terms: type[TermsT]
    """The record of the terms that the script plays."""
    main: str = "blackjack"
    """The stake that a box opens with."""
    opens: tuple[str, ...] = ()
    """Stakes any of which opens a box, if not only the main one."""
    required: Callable[[Play[TermsT]], tuple[str, ...]] = lambda play: ()
    """Stakes that every box must have in addition to the main one."""
    once: tuple[str, ...] = ()
    """Stakes that a player may have at one box only."""
    by_table: tuple[str, ...] = ()
    """Main wagers that a pay table settles, as it settles side wagers."""
    spots: int = 1
    """Hands of equal stake that a box begins with."""
    dealer_cards: int = 2
    """Cards that the dealer has before anyone acts."""
    positions: Callable[[Play[TermsT]], int] = lambda play: 0
    """Hands on the felt that boxes share, each choosing one; none if boxes have their own."""
    check_box: Callable[[Box, Play[TermsT], Cents], None] = any_stakes
    """Refuses stakes of a box that may not stand together under the table's limit: as each is
    placed, and before the deal."""
    set_as: Callable[[str, Sequence[Card], TermsT], tuple[HandPart, ...]] = lambda *_: ()
    """The parts that an answer sets a hand in; none if hands stay whole."""
    hand_ranks: Callable[[TermsT], tuple[str, ...]] = lambda terms: ()
    """The classes by which hands are compared, the highest first; none if it is by totals."""
    paid_hands: Callable[[TermsT], Mapping[str, str]] = lambda terms: {}
    """Term that says what is paid → the hand that it pays, where that is not the usual one."""
    options: tuple[Option, ...] = ()
    """What a player may answer, so that the words of a log have their meaning; without the ways to
    set a hand, and with any cost."""
    heard_set: Callable[[str], tuple[str, tuple[Card, ...]] | None] = lambda words: None
    """The hand that a dealer announces as set, `box 1` or `the dealer`, and its last part."""
    second_game: tuple[str, str] | None = None
    """The stake on a game that is dealt after the first with other cards, and its name."""
    splits_in_turn: Callable[[Play[TermsT]], bool] = lambda play: False
    """Split hands that share cards take them one hand after the other."""
    dealers_that_draw: Callable[[list[Box], set[int], Play[TermsT]], list[Box]] = lambda *_: []
    """Of some boxes that each have a dealer's hand against them, those whose dealer takes the next
    card while the boxes with these numbers still decide."""
    silence: Callable[[Hand, Play[TermsT]], str] = lambda hand, play: "stand"
    """The answer for a hand whose player gives none, or adds nothing when doubling."""

    def option(self, word: str) -> Option | None:
        """The option of an answer; `None` for one that the game does not define.

        A game lists its own options after the standard ones, which give way to those of their word.
        """
        return {option.word: option for option in self.options}.get(word)

    @property
    def openers(self) -> tuple[str, ...]:
        return self.opens or (self.main,)

    @property
    def spot_keys(self) -> tuple[str, ...]:
        """What a bet for the dealer on each spot is called: `blackjack`, `blackjack 2`."""
        return tuple(numbered(self.main, n) for n in range(1, self.spots + 1))
