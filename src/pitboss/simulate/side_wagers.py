"""The side wagers of a simulated table, with what each class of their tables is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.par import Sheet, prove
from pitboss.analysis.setting import Setting
from pitboss.errors import NotAllowed, NotProved
from pitboss.money import Cents
from pitboss.simulate.kernels import layout
from pitboss.simulate.players import BEST, check_boxes, check_solved_play
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import usual_stake, usual_stakes
from pitboss.wagers.count import Key
from pitboss.wagers.offer import Offer, carrier_of
from pitboss.wagers.pricing import priced
from pitboss.wagers.sides import after_upcard, before_peek, live_only

CLASSES: Final = layout.CLASSES_OF_LINE


class ClassTable(Protocol):
    """A wager's rule as a table, whatever it looks at."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """Class → line and multiplier."""
        ...


T = TypeVar("T", bound=ClassTable)


@dataclass(frozen=True, slots=True)
class SimulatedWager(Generic[T]):
    """A side wager at the table, with what each class of its table is worth."""

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


def side_wagers(
    opened: Open, table_of: Callable[[Offer], T], without: Sequence[str] = ()
) -> tuple[SimulatedWager[T], ...]:
    """Every side wager of a table, and the bonuses that come with them."""
    placed = usual_stakes(opened)
    made = []
    for key, bound in {**opened.offers, **opened.extras}.items():
        if not bound.terms.offered or key in without:
            continue
        carrier = opened.as_staked(carrier_of(bound.wager, bound.terms))
        stake = placed.get(carrier) or usual_stake(opened, carrier, placed)
        made.append(SimulatedWager(key, bound, table_of(bound), stake))
    return tuple(made)


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
class SolvedTable:
    """An open table that a kernel deals with the solved play alone, and the boxes in play."""

    opened: Open
    boxes: int = 1
    strategy: str = BEST

    def __post_init__(self) -> None:
        check_boxes(self.opened, self.boxes)
        check_solved_play(self.opened, self.strategy)

    def proof(self, wager: SimulatedWager[Any]) -> tuple[Sheet | None, str]:
        """The sheet of a side wager, or why there is none."""
        return wager_proof(self.opened, wager)


def worth_of(wagers: Sequence[SimulatedWager[Any]]) -> NDArray[np.int64]:
    """Wager × class → what it nets, in parts of its unit."""
    made = np.zeros((len(wagers), CLASSES), np.int64)
    for number, each in enumerate(wagers):
        nets = [int(each.net(key) * each.unit) for key in each.table.keys]
        made[number, : len(nets)] = nets
    return made.ravel()


def wager_proof(
    opened: Open, wager: SimulatedWager[Any], policy: str = ""
) -> tuple[Sheet | None, str]:
    """The sheet of a side wager under a policy of the proofs, or why there is none."""
    try:
        return prove(Setting(wager.offer, opened.game, opened.terms, wager.stake, policy)), ""
    except (NotProved, NotAllowed) as error:
        return None, str(error).removesuffix(".")
