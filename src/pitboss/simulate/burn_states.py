"""Blackjack Burnout as the kernels deal it: a card that is burned is one more state of the hand."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Rank
from pitboss.games.blackjack_burnout import BurnoutTerms
from pitboss.hands import total
from pitboss.simulate.play_tables import BY_VALUE, HandStates
from pitboss.simulate.players import Ranks
from pitboss.solvers.burnout import BurnoutSolution
from pitboss.solvers.compositions import row_of


class BurnPlayer:
    """Plays as the solver does with the right to burn, and without it once a pair is split."""

    def __init__(self, solution: BurnoutSolution) -> None:
        self.solution = solution

    def best(self, hand: Ranks, up: Rank, *, split: bool, may: Sequence[str]) -> str:
        return self.solution.best(tuple(hand), up, split=split, may=tuple(may))

    def insurance(self, hand: Ranks, up: Rank) -> float:
        return self.solution.plain.insurance(hand, up)

    def takes_even_money(self, up: Rank) -> bool:
        return self.solution.plain.takes_even_money(up)

    def surrenders_early(self, hand: Ranks, up: Rank) -> bool:
        return self.solution.plain.surrenders_early(hand, up)


class BurnStates(HandStates):
    """The states of a hand with the right to burn one card (30-899.25), and after that."""

    def __init__(self, terms: BurnoutTerms, player: BurnPlayer) -> None:
        super().__init__(terms, player)
        self.solution = player.solution
        self._is_split = False

    def split(self, hand: tuple[Rank, Rank], up: Rank, again: bool) -> int:
        """A split gives up the right."""
        self._is_split = True
        made = super().split(hand, up, again)
        self._is_split = False
        return made

    def _hit(self, hand: Ranks, up: Rank) -> int:
        key = (self._is_split, _points(hand), up.points)
        if key not in self._known:
            drawn = [
                self._burned(hand, rank, up)
                if self._burns(hand, rank, up, doubled=False)
                else self._drew((*hand, rank), up)
                for rank in BY_VALUE
            ]
            self._known[key] = self._row(drawn)
        return self._known[key]

    def _drew(self, hand: Ranks, up: Rank) -> int:
        if total(hand).points >= 21:
            return self._stood(hand)
        word = self.player.best(hand, up, split=self._is_split, may=("stand", "hit"))
        return self._hit(hand, up) if word == "hit" else self._stood(hand)

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
        return bool(burns[row_of(_points(hand)), drawn.points - 1])

    def _burned(self, hand: Ranks, burned: Rank, up: Rank) -> int:
        """The state of a hand whose last card was burned: the next is kept, and there is no other
        to burn.
        """
        key = ("burned", _points(hand), burned, up.points)
        if key not in self._known:
            self._known[key] = self._row([self._after(hand, burned, rank, up) for rank in BY_VALUE])
        return self._known[key]

    def _after(self, hand: Ranks, burned: Rank, rank: Rank, up: Rank) -> int:
        longer = (*hand, rank)
        if total(longer).points >= 21:
            return self._stood(longer)
        word = self.solution.after_burn(longer, burned, up)
        return self._burned(longer, burned, up) if word == "hit" else self._stood(longer)


def _points(hand: Ranks) -> tuple[int, ...]:
    return tuple(sorted(rank.points for rank in hand))
