"""The side wagers of a simulated table, with the value of each class in their tables."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.sheet import Sheet
from pitboss.errors import NotAllowed
from pitboss.money import Cents
from pitboss.simulate.hand_automata import HandWager
from pitboss.simulate.kernels import array_layout as layout
from pitboss.simulate.players import BEST, check_boxes, check_solved_play
from pitboss.simulate.wager_tables import WagerTable
from pitboss.solvers.table_play import sheet_or_why
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import usual_stake, usual_stakes
from pitboss.wagers.card_holders import after_upcard, before_peek, live_only
from pitboss.wagers.count import Key
from pitboss.wagers.offer import Offer, carrier_of, priced

CLASSES: Final = layout.CLASSES_OF_LINE
Arrays = tuple[Any, ...]
"""Arrays as a kernel takes them; `None` for one that it does without."""


T = TypeVar("T", bound=WagerTable | HandWager)
"""A wager's rule as a table, whatever it looks at."""


@dataclass(frozen=True, slots=True)
class SimulatedWager(Generic[T]):
    """A side wager at the table, with the value of each class in its table."""

    key: str
    offer: Offer
    table: T
    stake: Cents
    """That of its carrier, for a bonus that has none."""

    @property
    def at_risk(self) -> int:
        """Staked on the wager itself: nothing for a bonus that comes with another."""
        return 0 if self.offer.wager.stake.none else 1

    def net(self, key: Key) -> Fraction:
        """What a line nets per unit staked, without what meters pay."""
        number, times = key
        price = priced(self.offer, number, times, self.stake)
        return price.win / self.stake + price.returned - self.at_risk

    @property
    def unit(self) -> int:
        """Parts of a unit in which every line is whole."""
        return math.lcm(*(self.net(key).denominator for key in self.table.keys))

    @property
    def flags(self) -> int:
        """When it is placed and what counts for it, as the kernels read it."""
        handled = self.offer.terms
        dealers = "dealer.hand" in self.offer.wager.sees
        return (
            layout.LATER * (after_upcard(self.offer) and not before_peek(self.offer))
            | layout.LIVE * live_only(self.offer)
            | layout.COMPLETES * (dealers and handled.completes_hand and bool(self.at_risk))
            | layout.DOUBLE_IS_NO_THIRD * (not handled.double_card_is_third)
            | layout.DOUBLE_ENDS_HAND * (not handled.double_card_extends)
            | layout.TWO_IF_SPLIT * (handled.straight_after_split == "two cards")
        )


def stake_of(opened: Open, bound: Offer, placed: Mapping[str, Cents]) -> Cents:
    """The usual stake of a wager, or of what a bonus comes with."""
    carrier = opened.as_staked(carrier_of(bound.wager, bound.terms))
    return placed.get(carrier) or usual_stake(opened, carrier, placed)


def why_no_tables(opened: Open, table_of: Callable[[Offer], object]) -> str:
    """Why not every wager of a table has a table of its own; empty if all have."""
    for key, each in opened.extras.items():
        if each.wager.role in ("mystery", "envy") and each.terms.offered:
            return f"{each.wager.name} ({key}) is a {each.wager.role} award"
    for each in (*opened.offers.values(), *opened.extras.values()):
        try:
            table_of(each)
        except NotAllowed as error:
            return str(error).removesuffix(".")
    return ""


@dataclass(frozen=True)
class SimulatedTable(ABC, Generic[T]):
    """What the kernels deal: an open table, the boxes that are played, and how."""

    opened: Open
    boxes: int = 1
    strategy: str = BEST

    hands_of_box: ClassVar[int] = 1
    """How many hands each box stakes the main wager on."""
    within: ClassVar[tuple[str, ...]] = ()
    """Bonuses that are part of what the main wager nets."""
    behind: ClassVar[int] = 640
    """Places that may be read behind a shoe before it is found to have run out: there are twos, of
    which 14 pairs split to four hands each, and the dealer, draw eleven at most.
    """

    def __post_init__(self) -> None:
        check_boxes(self.opened, self.boxes)
        check_solved_play(self.opened, self.strategy)

    @property
    @abstractmethod
    def play_name(self) -> str: ...

    @property
    @abstractmethod
    def notes(self) -> tuple[str, ...]:
        """What a reader of the figures must know."""

    @property
    @abstractmethod
    def expectation(self) -> float:
        """Of the main wager, per unit staked before the deal."""

    @property
    @abstractmethod
    def unit(self) -> int:
        """Parts of what a box stakes on the main wager in which everything it may net is whole."""

    @property
    @abstractmethod
    def most_net(self) -> int:
        """More parts than a box can win or lose in a round."""

    @abstractmethod
    def table_of(self, bound: Offer) -> T:
        """The rule of a wager at this table; one that does not fit is refused by name."""

    @cached_property
    @abstractmethod
    def arrays(self) -> Arrays:
        """The tables that the kernel takes."""

    @cached_property
    def wagers(self) -> tuple[SimulatedWager[T], ...]:
        """Every side wager of the table, and the bonuses that come with them."""
        opened, placed = self.opened, usual_stakes(self.opened)
        return tuple(
            SimulatedWager(key, bound, self.table_of(bound), stake_of(opened, bound, placed))
            for key, bound in {**opened.offers, **opened.extras}.items()
            if bound.terms.offered and key not in self.within
        )

    @property
    def hands(self) -> int:
        """Hands of all boxes."""
        return self.hands_of_box * self.boxes

    @cached_property
    def pack(self) -> NDArray[np.uint8]:
        """The cards of a whole shoe in order, and room behind it."""
        cards = np.repeat(np.arange(52, dtype=np.uint8), self.opened.terms.pack.counts)
        return np.concatenate([cards, np.zeros(self.behind, np.uint8)])

    @cached_property
    def worth(self) -> NDArray[np.int64]:
        """Wager × class → what it nets, in parts of its unit."""
        made = np.zeros((len(self.wagers), CLASSES), np.int64)
        for number, each in enumerate(self.wagers):
            nets = [int(each.net(key) * each.unit) for key in each.table.keys]
            made[number, : len(nets)] = nets
        return made.ravel()

    @cached_property
    def proofs(self) -> dict[str, tuple[Sheet | None, str]]:
        """Side wager → its sheet under this play, or why there is none."""
        return {each.key: self._proved(each) for each in self.wagers}

    def _proved(self, wager: SimulatedWager[T], policy: str = "") -> tuple[Sheet | None, str]:
        """One of them, under a policy of the proofs."""
        return sheet_or_why(self.opened, wager.offer, wager.stake, policy)
