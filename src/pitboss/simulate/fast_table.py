"""A table of standard blackjack as the kernels deal it: its terms, play and wagers as arrays."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.par import Sheet, prove
from pitboss.analysis.play import BASIC
from pitboss.analysis.setting import Setting, policies
from pitboss.cards import RANK_SYMBOLS, Rank
from pitboss.errors import NotAllowed, NotProved
from pitboss.games import blackjack
from pitboss.games.terms import BlackjackTerms
from pitboss.money import Cents
from pitboss.simulate import kernels
from pitboss.simulate.play_tables import PlayTables, packed, play_tables
from pitboss.simulate.players import SimulatedPlay, simulated_play
from pitboss.simulate.wager_tables import WagerTable, wager_table
from pitboss.solvers.rules import RoundRules, rules_of
from pitboss.table.opening import Open
from pitboss.table.spots import usual_stake, usual_stakes
from pitboss.wagers.count import Key
from pitboss.wagers.offer import Offer, carrier_of
from pitboss.wagers.pricing import priced
from pitboss.wagers.sides import after_upcard, before_peek, live_only, own_play

Arrays = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]
MOST_BOXES: Final = 7
CLASSES: Final = 256
"""Cells that each wager has for its classes."""


def why_not_fast(opened: Open) -> str:
    """Why only the table's own engine plays a table; empty if the kernels do."""
    if opened.procedure is not blackjack.PROCEDURE or type(opened.terms) is not BlackjackTerms:
        return f"{opened.game.name} is not dealt as standard blackjack"
    if opened.play.antes:
        return "further antes are decisions that no strategy here makes"
    for key, each in opened.extras.items():
        if each.wager.role in ("mystery", "envy") and each.terms.offered:
            return f"{each.wager.name} ({key}) is a {each.wager.role} award"
    for each in (*opened.offers.values(), *opened.extras.values()):
        try:
            wager_table(each, opened.terms.dealing.dealer)
        except NotAllowed as error:
            return str(error).removesuffix(".")
    try:
        rules_of(opened.terms)
    except NotAllowed as error:
        return str(error).removesuffix(".")
    return ""


@dataclass(frozen=True, slots=True)
class SimulatedWager:
    """A side wager at the table, with what each class of its table is worth."""

    key: str
    offer: Offer
    table: WagerTable
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
            kernels.LATER * (after_upcard(self.offer) and not before_peek(self.offer))
            | kernels.LIVE * live_only(self.offer)
            | kernels.COMPLETES * (dealers and handled.completes_hand and bool(self.at_risk))
            | kernels.DOUBLE_IS_NO_THIRD * (not handled.double_card_is_third)
            | kernels.DOUBLE_ENDS_HAND * (not handled.double_card_extends)
            | kernels.TWO_IF_SPLIT * (handled.straight_after_split == "two cards")
        )


@dataclass(frozen=True)
class FastTable:
    """What the kernels deal: an open table, the boxes that are played, and how."""

    opened: Open
    boxes: int = 1
    strategy: str = "best"

    def __post_init__(self) -> None:
        if not 1 <= self.boxes <= min(MOST_BOXES, self.opened.house.boxes):
            most = min(MOST_BOXES, self.opened.house.boxes)
            raise NotAllowed(f"1 to {most} boxes are dealt here, not {self.boxes}.")

    @property
    def terms(self) -> BlackjackTerms:
        terms = self.opened.terms
        assert isinstance(terms, BlackjackTerms)
        return terms

    @cached_property
    def rules(self) -> RoundRules:
        return rules_of(self.terms)

    @cached_property
    def play(self) -> SimulatedPlay:
        return simulated_play(self.rules, self.strategy)

    @cached_property
    def tables(self) -> PlayTables:
        return play_tables(self.terms, self.play.player)

    @cached_property
    def wagers(self) -> tuple[SimulatedWager, ...]:
        """Every side wager of the table, and the bonuses that come with them."""
        opened, placed = self.opened, usual_stakes(self.opened)
        made = []
        for key, bound in {**opened.offers, **opened.extras}.items():
            if not bound.terms.offered:
                continue
            carrier = opened.as_staked(carrier_of(bound.wager, bound.terms))
            stake = placed.get(carrier) or usual_stake(opened, carrier, placed)
            table = wager_table(bound, self.terms.dealing.dealer)
            made.append(SimulatedWager(key, bound, table, stake))
        return tuple(made)

    # -- what the kernels take -------------------------------------------------------------------

    @cached_property
    def pack(self) -> NDArray[np.uint8]:
        """The cards of a whole shoe in order, and room behind it."""
        counts = self.terms.pack.counts
        cards = np.repeat(np.arange(52), counts)
        return np.concatenate([cards, np.zeros(64 * MOST_BOXES, np.int64)]).astype(np.uint8)

    @property
    def size(self) -> int:
        return self.terms.pack.size

    @cached_property
    def arrays(self) -> Arrays:
        """The play, what is known of each wager, their cells, and their steps and pairs."""
        facts, cells, steps = list[int](), list[NDArray[Any]](), list[NDArray[Any]]()
        at, place = 0, 0
        for each in self.wagers:
            table = each.table
            facts += [table.looks, at, place, place + 52 * 52, table.kinds, each.flags]
            cells.append(table.cells)
            steps += [table.pairs.astype(np.uint16), table.step]
            at += table.cells.size
            place += 52 * 52 + table.step.size
        return (
            packed(self.tables, self._third_card_after),
            np.array(facts, np.int64),
            _joined(cells, np.uint8),
            _joined(steps, np.uint16),
        )

    @property
    def _third_card_after(self) -> tuple[int, int]:
        """The two ranks after which a third card comes even on a natural; −1 for none."""
        after = self.opened.play.third_card_after.split()
        if not after or not self.opened.play.third_card:
            return -1, -1
        ranks = {RANK_SYMBOLS[rank]: rank - 2 for rank in Rank}
        low, high = sorted(ranks[each] for each in after)
        return low, high

    @cached_property
    def worth(self) -> NDArray[np.int64]:
        """Wager × class → what it nets, in parts of its unit."""
        made = np.zeros((len(self.wagers), CLASSES), np.int64)
        for number, each in enumerate(self.wagers):
            made[number, : len(each.table.keys)] = [
                int(each.net(key) * each.unit) for key in each.table.keys
            ]
        return made.ravel()

    @property
    def most_net(self) -> int:
        """More parts than a box can win or lose in a round."""
        hands, tables = self.tables.limits[0], self.tables
        most = max(np.abs(tables.settle).max(), np.abs(tables.added).max())
        return int(hands * most + max(map(abs, tables.insurance)) + 1)

    # -- what it is compared with ----------------------------------------------------------------

    def proof(self, wager: SimulatedWager) -> tuple[Sheet | None, str]:
        """The sheet of a side wager under this play, or why there is none."""
        policy = policies(wager.offer)[0]
        if policy and not self.play.policy:
            return None, "it depends on play: it is proved for --strategy basic"
        if policy and self.play.policy != BASIC:
            if not own_play(wager.offer):
                return None, "it is proved for --strategy basic"
            policy = self.play.policy
        try:
            made = Setting(wager.offer, self.opened.game, self.terms, wager.stake, policy)
            return prove(made), ""
        except (NotProved, NotAllowed) as error:
            return None, str(error).removesuffix(".")


def _joined(parts: list[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)
