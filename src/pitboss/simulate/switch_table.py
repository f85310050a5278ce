"""Blackjack Switch as the kernels deal it: the exchange and the play of both hands as arrays."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.errors import why_refused
from pitboss.games.blackjack_switch import BlackjackSwitchTerms
from pitboss.games.standard import BURNED
from pitboss.simulate.hand_automata import HandWager, hand_kinds, hand_wager
from pitboss.simulate.play_tables import (
    BY_VALUE,
    WIDTH,
    HandStates,
    dealer_tables,
    settled,
    unit_of,
)
from pitboss.simulate.side_wagers import Arrays, SimulatedTable, why_no_tables
from pitboss.simulate.totals import Whole
from pitboss.solvers.blackjack import HIT, WORDS
from pitboss.solvers.compositions import compositions
from pitboss.solvers.rules import EARLY, TWO_CARDS, split_limits
from pitboss.solvers.switch import (
    PAIR_NUMBERS,
    PAIR_ROWS,
    SwitchSolution,
    plays_beside,
    solve_switch,
    switch_rules_of,
)
from pitboss.table.houses.opening import Open
from pitboss.wagers.offer import Offer

FOUR: Final = 4
"""Cards of the two hands, on which a wager may be placed."""


def why_not_switch(opened: Open) -> str:
    """Why the kernel does not deal a table of Blackjack Switch; empty if it does."""
    if why := why_no_tables(opened, lambda offer: hand_kinds(offer, FOUR)):
        return why
    if len(opened.offers) + len(opened.extras) > 1:
        return "the kernel of Blackjack Switch has room for one side wager"
    if why := why_refused(switch_rules_of, opened.terms):
        return why.removesuffix(".")
    rules = switch_rules_of(opened.terms)
    if any(rules.hand.unseen):
        return "the kernel deals it only where the hole card is read before the switch"
    if rules.surrender == EARLY:
        return "the kernel deals it only without early surrender"
    if rules.switched_pushes_22:
        return "the kernel deals it only with A-9=push"
    if rules.insures(others=4):
        return "insurance is worth taking from so few cards"
    return ""


class SwitchTable(SimulatedTable[HandWager]):
    """A table of Blackjack Switch, where each box plays two hands."""

    hands_of_box = 2

    @property
    def terms(self) -> BlackjackSwitchTerms:
        assert isinstance(self.opened.terms, BlackjackSwitchTerms)
        return self.opened.terms

    @cached_property
    def solution(self) -> SwitchSolution:
        return solve_switch(switch_rules_of(self.terms))

    @property
    def play_name(self) -> str:
        return "the best play of each hand by its cards and the other's first two"

    @property
    def notes(self) -> tuple[str, ...]:
        return ("the main wager is both hands of a box, per unit of the two stakes together",)

    @property
    def expectation(self) -> float:
        return self.solution.expectation

    @property
    def parts(self) -> int:
        """Parts of the stake of one hand in which everything that it may net is whole."""
        return unit_of(self.terms)

    @property
    def unit(self) -> int:
        return 2 * self.parts

    @property
    def most_net(self) -> int:
        most = max(np.abs(settled(self.terms, self.parts, original=True)))
        return int(2 * self.terms.split_hands * most + 1)

    def table_of(self, bound: Offer) -> HandWager:
        return hand_wager(bound, FOUR)

    # -- what the kernel takes -------------------------------------------------------------------

    @cached_property
    def arrays(self) -> Arrays:
        """The small tables, hands by their cards, the play, and the wager's automaton."""
        table = compositions()
        rows = table.players + 1
        child = np.where((table.child < 0) | (table.child >= table.players), rows - 1, table.child)
        total = np.append(table.total[: rows - 1], 22)
        states = HandStates(self.terms, self.solution.alone)
        ends = [states.end(int(each), doubled) for doubled in (False, True) for each in total]
        parts = [each.reshape(len(TWO_CARDS) * 10, -1) for each in self._play(rows, total)]
        plans, numbers = np.unique(np.hstack(parts), axis=0, return_inverse=True)
        hits, *choices = np.hsplit(plans, np.cumsum([each.shape[1] for each in parts])[:-1])
        play = [
            hits,
            np.array(ends),
            *choices,
            np.packbits(self.solution.exchanges, bitorder="little"),
        ]
        begins = np.cumsum([each.size for each in play])[:-1]
        wagers = [each.table.hand for each in self.wagers]
        return (
            self._small(rows, numbers, begins),
            np.vstack([child[: rows - 1], np.full((1, 10), rows - 1)]).astype(np.int16).ravel(),
            None,
            np.concatenate([each.ravel() for each in play]).astype(np.uint8),
            wagers[0].kinds if wagers else np.zeros(52, np.uint8),
            wagers[0].steps if wagers else np.zeros(0, np.uint32),
        )

    def _small(self, rows: int, plans: Whole, begins_of: Whole) -> NDArray[np.int32]:
        """All that is not play; `begins_of` says where the parts of `play` begin."""
        step, begins = dealer_tables(self.terms.dealing.dealer)
        dealer = np.zeros(64 * WIDTH, np.int64)
        dealer[: step.size] = step
        parts = [
            [card.points - 1 for card in DECK],
            PAIR_NUMBERS.ravel(),
            PAIR_ROWS,
            compositions().total[PAIR_ROWS] == 21,
            begins,
            dealer,
            settled(self.terms, self.parts, original=True),
            settled(self.terms, self.parts, original=False),
            plans,
            [*split_limits(self.terms), BURNED[self.terms.burn], self.parts, rows, *begins_of],
        ]
        return np.concatenate([np.asarray(each, np.int32) for each in parts])

    def _play(self, rows: int, total: Whole) -> tuple[NDArray[np.uint8], ...]:
        """Other hand × upcard → which hands draw, the first choice of each two cards, that of a
        split card with its second, and which pairs are split again.
        """
        shape = (len(TWO_CARDS), 10)
        hits, firsts = np.zeros((*shape, rows), np.uint8), np.zeros((*shape, 55), np.uint8)
        seconds, again = np.zeros((*shape, 10, 10), np.uint8), np.zeros((*shape, 10), np.uint8)
        for number, solved in plays_beside(self.solution.rules):
            states = HandStates(self.terms, solved)
            acts = solved.played.acts[:, : rows - 1]
            hits[number, :, : rows - 1] = (acts == HIT) & (total[: rows - 1] < 21)
            seconds[number] = solved.played.seconds
            for u, up in enumerate(BY_VALUE):
                for n, (low, high) in enumerate(TWO_CARDS):
                    hand = BY_VALUE[low], BY_VALUE[high]
                    split = states.is_pair(hand, 1)
                    word = states.word(hand, up, split=False, again=split)
                    firsts[number, u, n] = WORDS.index(word)
                for value, rank in enumerate(BY_VALUE):
                    pair = (rank, rank)
                    may = states.is_pair(pair, 2)
                    word = states.word(pair, up, split=True, again=True) if may else ""
                    again[number, u, value] = word == "split"
        return hits, firsts, seconds, again
