"""A table of standard blackjack as the kernels deal it: its terms, play and wagers as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.policies import BASIC
from pitboss.analysis.setting import policies
from pitboss.analysis.sheet import Sheet
from pitboss.cards import RANK_SYMBOLS, Rank
from pitboss.errors import why_refused
from pitboss.games import blackjack
from pitboss.games.blackjack_burnout import FEE, BurnoutTerms
from pitboss.games.hybrid_blackjack import HybridTerms, NoHoleCardTerms
from pitboss.games.terms import BlackjackTerms, Terms
from pitboss.hands import total
from pitboss.simulate.kernels import array_layout as layout
from pitboss.simulate.play_tables import (
    BY_VALUE,
    HandStates,
    PlayTables,
    packed,
    play_tables,
    points_of,
)
from pitboss.simulate.players import (
    Ranks,
    SimulatedPlay,
    check_boxes,
    check_solved_play,
    simulated_play,
)
from pitboss.simulate.side_wagers import Arrays, SimulatedTable, SimulatedWager, why_no_tables
from pitboss.simulate.wager_tables import WagerTable, too_wide, wager_table
from pitboss.solvers.burnout import BurnoutSolution, burnout_rules_of, solve_burnout
from pitboss.solvers.compositions import row_of
from pitboss.solvers.rules import RoundRules, rules_of
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import usual_stakes
from pitboss.wagers.card_holders import own_play
from pitboss.wagers.offer import Offer

MOST_BOXES: Final = 7
TERMINALS: Final = HybridTerms | NoHoleCardTerms
"""Terms of terminals that share their cards, of which a kernel deals one."""


def why_not_standard(opened: Open) -> str:
    """Why a table is not of standard blackjack; empty if it is."""
    if opened.procedure is not blackjack.PROCEDURE or type(opened.terms) is not BlackjackTerms:
        return f"{opened.game.name} is not dealt as standard blackjack"
    return ""


def why_not_fast(opened: Open, boxes: int = 1) -> str:
    """Why only the table's own engine plays this many boxes; empty if a kernel does."""
    terms = opened.terms
    if not isinstance(terms, BurnoutTerms | TERMINALS) and (why := why_not_standard(opened)):
        return why
    if isinstance(terms, TERMINALS) and boxes > 1:
        return f"several terminals of {opened.game.name} draw from one row of cards"
    if opened.play.antes:
        return "further antes are decisions that no strategy here makes"
    if why := why_no_tables(opened, lambda offer: _table_of(opened, offer)):
        return why
    return why_refused(_rules_of, terms).removesuffix(".")


def _table_of(opened: Open, offer: Offer) -> WagerTable:
    made = wager_table(offer.question, opened.terms.dealing.dealer)
    if isinstance(opened.terms, BurnoutTerms) and made.looks in (layout.THIRD, layout.HAND):
        raise too_wide(offer, "a burned card is not part of the hand")
    if isinstance(opened.terms, NoHoleCardTerms) and made.looks not in (layout.TWO, layout.THREE):
        raise too_wide(offer, "it looks at a card that may not be dealt")
    return made


def _rules_of(terms: Terms) -> RoundRules:
    return burnout_rules_of(terms) if isinstance(terms, BurnoutTerms) else rules_of(terms)


class FastTable(SimulatedTable[WagerTable]):
    """A table that is dealt as standard blackjack, but for the play."""

    behind = 64 * MOST_BOXES

    def __post_init__(self) -> None:
        most = 1 if isinstance(self.terms, TERMINALS) else MOST_BOXES
        check_boxes(self.opened, self.boxes, most)
        if isinstance(self.terms, BurnoutTerms):
            check_solved_play(self.opened, self.strategy)

    @property
    def terms(self) -> BlackjackTerms:
        terms = self.opened.terms
        assert isinstance(terms, BlackjackTerms)
        return terms

    @cached_property
    def rules(self) -> RoundRules:
        return _rules_of(self.terms)

    @cached_property
    def fee(self) -> Fraction:
        """What is paid for the right to burn a card, in units of the main stake."""
        placed = usual_stakes(self.opened)
        return Fraction(placed.get(FEE, 0), placed[self.opened.procedure.main])

    @cached_property
    def play(self) -> SimulatedPlay:
        if not isinstance(self.terms, BurnoutTerms):
            return simulated_play(self.rules, self.strategy)
        solved = solve_burnout(self.rules)
        worth = solved.round.expectation - float(self.fee)
        return SimulatedPlay("the best play with the right to burn", solved.plain, worth)

    @cached_property
    def tables(self) -> PlayTables:
        if isinstance(self.terms, BurnoutTerms):
            return play_tables(BurnStates(self.terms, solve_burnout(self.rules)), self.fee)
        states = HandStates(self.terms, self.play.player)
        return play_tables(states, shared_splits=self.rules.shared_splits)

    def table_of(self, bound: Offer) -> WagerTable:
        return _table_of(self.opened, bound)

    # -- what the kernels take -------------------------------------------------------------------

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
            None,
            np.array(facts, np.int64),
            _joined(cells, np.uint8),
            None,
            _joined(steps, np.uint16),
        )

    @property
    def _third_card_after(self) -> tuple[int, int]:
        """The two ranks after which a third card comes even on a natural; −1 for none."""
        ranks = {RANK_SYMBOLS[rank]: rank - 2 for rank in Rank}
        for duty in self.opened.play.side_duties.values():
            if duty.third_card_after:
                low, high = sorted(ranks[each] for each in duty.third_card_after.split())
                return low, high
        return -1, -1

    @property
    def unit(self) -> int:
        return self.tables.unit

    @property
    def play_name(self) -> str:
        return self.play.name

    @property
    def notes(self) -> tuple[str, ...]:
        if not self.fee:
            return ()
        return (f"the main wager is net of the fee, {float(self.fee):g} of its stake",)

    @property
    def expectation(self) -> float:
        return self.play.expectation

    @property
    def most_net(self) -> int:
        hands, tables = self.tables.limits[0], self.tables
        most = max(np.abs(tables.settle).max(), np.abs(tables.added).max())
        return int(hands * most + max(map(abs, tables.insurance)) + 1)

    # -- what it is compared with ----------------------------------------------------------------

    def _proved(
        self, wager: SimulatedWager[WagerTable], policy: str = ""
    ) -> tuple[Sheet | None, str]:
        policy = policies(wager.offer)[0]
        if policy and isinstance(self.terms, BurnoutTerms):
            return None, "it depends on play, and no proof covers burned cards"
        if policy and not self.play.policy:
            return None, "it depends on play: it is proved for --strategy basic"
        if policy and self.play.policy != BASIC:
            if not own_play(wager.offer):
                return None, "it is proved for --strategy basic"
            policy = self.play.policy
        return super()._proved(wager, policy)


def _joined(parts: list[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)


# -- Blackjack Burnout: a card that is burned is one more state of the hand ------------------------


class BurnStates(HandStates):
    """The states of a hand with the right to burn one card (30-899.25), and after that."""

    def __init__(self, terms: BurnoutTerms, solution: BurnoutSolution) -> None:
        super().__init__(terms, solution.plain)  # nothing before the first card depends on it
        self.solution = solution

    def best(self, hand: Ranks, up: Rank, split: bool, may: Sequence[str]) -> str:
        return self.solution.best(hand, up, split=split, may=may)

    def split(self, hand: tuple[Rank, Rank], up: Rank, again: bool) -> int:
        """A split gives up the right."""
        self._is_split = True
        made = super().split(hand, up, again)
        self._is_split = False
        return made

    def _drawn(self, hand: Ranks, rank: Rank, up: Rank) -> int:
        if self._burns(hand, rank, up, doubled=False):
            return self._burned(hand, rank, up)
        return super()._drawn(hand, rank, up)

    def _double(self, hand: Ranks, up: Rank) -> int:
        made = super()._double(hand, up)  # what the card after a burned one leads to
        drawn = [
            made
            if self._burns(hand, rank, up, doubled=True)
            else self.end(total((*hand, rank)).points, doubled=True)
            for rank in BY_VALUE
        ]
        return self._row(drawn)

    def _burns(self, hand: Ranks, drawn: Rank, up: Rank, doubled: bool) -> bool:
        if self._is_split:
            return False
        burns = self.solution.right.burns[int(doubled), up.points - 1]
        return bool(burns[row_of(points_of(hand)), drawn.points - 1])

    def _burned(self, hand: Ranks, burned: Rank, up: Rank) -> int:
        """The state of a hand whose last card was burned: the next is kept, and there is no other
        to burn.
        """
        key = ("burned", points_of(hand), burned, up.points)
        if key not in self._known:
            self._known[key] = self._row([self._after(hand, burned, rank, up) for rank in BY_VALUE])
        return self._known[key]

    def _after(self, hand: Ranks, burned: Rank, rank: Rank, up: Rank) -> int:
        longer = (*hand, rank)
        if total(longer).points >= 21:
            return self._stood(longer)
        word = self.solution.after_burn(longer, burned, up)
        return self._burned(longer, burned, up) if word == "hit" else self._stood(longer)
