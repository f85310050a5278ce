"""The steps that a script may yield, each with its answer."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from pitboss.cards import Card
from pitboss.money import Cents, Odds

UP, DOWN, HELD = "up", "down", "held"
"""How a card is dealt: seen by all, by nobody, or held by the player of its box."""
PLAYERS = "players"
"""The place of first cards that all players share."""
DETERMINANT = "determinant"
"""The place of the card that names the side of a double shoe; it belongs to no hand."""


@lru_cache(maxsize=1 << 12)
def hand_name(box: int, number: int, game: str = "") -> str:
    """The name of a hand at a box; that of a second game is called after it.

    >>> hand_name(1, 1), hand_name(1, 2), hand_name(1, 1, "poker")
    ('box 1', 'box 1 hand 2', 'box 1 poker')
    """
    if game:
        return f"box {box} {game}"
    return f"box {box}" if number == 1 else f"box {box} hand {number}"


@dataclass(frozen=True, slots=True)
class Draw:
    """The next card, to a place on the layout."""

    to: str
    face: str = UP


@dataclass(frozen=True, slots=True)
class Place:
    """An exposed card, or one that moves on the layout, goes to a place."""

    to: str
    card: Card
    face: str = UP


@dataclass(frozen=True, slots=True)
class Turn:
    """A face-down card is turned up."""

    at: str
    card: Card


class Effect(Enum):
    """What an answer does on the layout."""

    NONE = "nothing"
    CARD = "the hand takes a card"
    DOUBLE = "its stake is raised, and it takes a card"
    SPLIT = "each of its cards becomes a hand, and takes a card"
    EXCHANGE = "the second cards of the box's hands change places"
    BURN = "its last card is burned"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a person may make, and what it means."""

    word: str
    does: str = ""
    """Its effect, in a few words."""
    cost: Cents = 0
    """What it adds to the stakes, if the rules fix that beforehand."""
    clause: str = ""
    passive: bool = False
    """The default choice: it costs nothing more."""
    gives_up: bool = False
    """It gives up a stake, or part of one."""
    effect: Effect = Effect.NONE
    """What it does on the layout."""
    asks_amount: bool = False
    """The player then chooses the amount."""
    label: str = ""
    """The label of its button, if that is not its word."""
    key: str = ""
    """Its customary key, if that is not its first letter."""
    counts: tuple[tuple[str, int], ...] = ()
    """What the parts of the hand come to: high 20, low 9."""
    apart: tuple[Card, ...] = ()
    """The cards that it sets apart, and that are drawn apart."""
    foul: bool = False
    """It is against the rules of the game, though it may be chosen."""
    terms: tuple[str, ...] = ()
    """The terms of the game that it rests on."""

    def __hash__(self) -> int:
        """A quick hash: options that agree in these two hardly ever differ."""
        return hash((self.word, self.cost))

    @property
    def free(self) -> bool:
        """Whether it adds nothing to the stakes."""
        return not self.cost and not self.asks_amount

    @property
    def takes_card(self) -> bool:
        """Whether the hand takes the next card that it may."""
        return self.effect in (Effect.CARD, Effect.DOUBLE, Effect.SPLIT)


@dataclass(frozen=True, slots=True)
class Ask:
    """A choice that one person must make; only these options are legal."""

    box: int
    of: str
    """The hand that is asked about: `box 1`, `box 1 hand 2`."""
    about: str
    options: tuple[Option, ...]
    clause: str = ""
    otherwise: str = ""
    """What silence means once time has run out."""
    face: str = UP
    """`held` if the words reveal cards that only the player has seen."""
    how: str = ""
    """How to answer, if the words alone do not explain it."""
    terms: tuple[str, ...] = ()
    """The terms of the game that all the options rest on."""
    totals: bool = True
    """The choice is about what the hand's cards come to at blackjack."""
    may: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The words that are legal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "may", tuple([option.word for option in self.options]))

    @property
    def keys(self) -> dict[str, str]:
        """A letter for each word: the trade's, or its first that no other has.

        >>> Ask(1, "box 1", "play", tuple(map(Option, ("stand", "hit", "split")))).keys
        {'stand': 's', 'hit': 'h', 'split': 'p'}
        """
        made: dict[str, str] = {}
        for option in self.options:
            letters = [option.key, *filter(str.isalnum, option.word.lower()), *"1234567890"]
            made[option.word] = next((c for c in letters if c and c not in made.values()), "")
        return made

    def option(self, word: str) -> Option | None:
        """What a word stands for, where it is legal."""
        return next((option for option in self.options if option.word == word), None)

    @property
    def usual(self) -> Option:
        """The default choice: what silence means, or what changes nothing."""
        for option in self.options:
            if option.word == self.otherwise or (option.passive and not self.otherwise):
                return option
        return self.options[0]

    @property
    def cheapest(self) -> Option:
        """The choice for a player who leaves: the usual, or the cheapest if that costs money."""
        return self.usual if self.usual.free else min(self.options, key=lambda each: each.cost)


@dataclass(frozen=True, slots=True)
class AskStake:
    """A stake that may be added now, from nothing up to a limit."""

    box: int
    wager: str
    most: Cents | None
    clause: str = ""
    least: Cents = 0
    """Anything below this is refused, except nothing."""
    tip: bool = False
    """It is a bet for the dealer, in addition to the player's own."""
    hand: int = 1

    @property
    def of(self) -> str:
        return hand_name(self.box, self.hand)


@dataclass(frozen=True, slots=True)
class Together:
    """Many are asked at once and answer in any order; silence counts as an answer after a while."""

    asks: tuple[Ask | AskStake, ...]
    seconds: int = 0
    """None if there is no time limit."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Money goes from the player to the layout."""

    box: int
    on: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Settle:
    """Every side wager that the law settles at this moment is taken or paid.

    The answer is every stake that won, as `Paid`.
    """

    at: str
    box: int | None = None
    wager: str = ""
    """Only this wager, if the law settles those of one moment in an order of its own."""


@dataclass(frozen=True, slots=True)
class Paid:
    """What one stake won beyond itself."""

    box: int
    wager: str
    won: Cents


@dataclass(frozen=True, slots=True)
class Result:
    """A stake is paid by odds, or taken."""

    box: int
    on: str
    cents: Cents
    pays: Odds
    why: str
    clause: str = ""
    hand: int = 1
    """A tip rides on the hand that was dealt to its spot."""
    tip: Fraction = Fraction(1)
    """The part of that tip settled the same way; the rest waits for the next result."""


@dataclass(frozen=True, slots=True)
class Void:
    """What a box, or every box, still has in play is returned."""

    box: int | None
    clause: str
    why: str
    lost: bool = False
    """The house takes it instead."""
    wagers: tuple[str, ...] = ()
    """Only these, if not all."""
    retained: bool = False
    """Bets already lost in the round are returned too."""


@dataclass(frozen=True, slots=True)
class CallFloor:
    """If the hand of a box has won from a meter, the dealer stops and calls a floor supervisor."""

    box: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Every card except those that stay on the layout is reshuffled, and dealt from then on."""

    staying: tuple[Card, ...]
    clause: str = ""


@dataclass(frozen=True, slots=True)
class ChooseSide:
    """The round is dealt from this side of a double shoe.

    The answer is whether no round has been dealt from its shoe yet.
    """

    name: str
    clause: str


@dataclass(frozen=True, slots=True)
class Tell:
    """Something everyone at the table hears."""

    words: str
    clause: str = ""


Step = (
    Draw
    | Place
    | Turn
    | Ask
    | AskStake
    | Together
    | Stake
    | Settle
    | Result
    | Void
    | CallFloor
    | Shuffle
    | ChooseSide
    | Tell
)
T = TypeVar("T")
Script = Generator[Step, Any, T]


@dataclass(eq=False)
class Irregularity(Exception):
    """An irregularity at the table, and what the clause or the supervisor decides about it."""

    kind: str
    decision: str
    clause: str
    box: int | None = None
    wagers: tuple[str, ...] = ()
    """The only wagers that it voids, if not all."""
    retained: bool = False
    """Bets already lost are returned."""
    extra: bool = False
    """A card too many came to the box, or to the dealer if it names none."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """The answers already given, by hand, if several hands were asked together."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.decision}"


class RoundVoid(Exception):
    """The round is over because it was voided."""
