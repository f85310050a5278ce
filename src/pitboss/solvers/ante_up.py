"""Ante Up 21 on a sheet: what it is worth, and when to fold or bet (1 CCR 207-1, 30-2106)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from pitboss.cards import Rank
from pitboss.errors import NotAllowed
from pitboss.games.ante_up_21 import AnteUpTerms
from pitboss.solvers.ante_up_hands import BET, FOLD, AnteUp, solve_ante_up
from pitboss.solvers.ante_up_spread import AnteUpSpread
from pitboss.solvers.blackjack import ERROR
from pitboss.solvers.blackjack_strategy import WORD_LETTERS, letter
from pitboss.solvers.compositions import NUMBER, rank_hands
from pitboss.solvers.strategy_request import TWO_STAKES, SolvedGame, ranks_of

METHOD: Final = (
    "every hand by the ranks of its cards, drawn without replacement, for 21, ANTE and BET together"
)
SPLIT_PLAY: Final = (
    "of a split into as many hands as is best, the first, if it alone has the poker, as the same "
    "cards unsplit and all others as at standard blackjack (CDZ−)"
)
DEALT_PLAY: Final = (
    "the poker is that of the first two cards, and 21 as at standard blackjack (CDZ−)"
)
SHARED_PLAY: Final = (
    "every hand of a split as at standard blackjack, not for the poker that all of them make "
    "together: exact for this play, which is not the best one; a pair whose hands may end in very "
    "many ways is split into two or three hands only"
)


@dataclass(frozen=True, repr=False)
class AnteUpStrategy(SolvedGame):
    """What Ante Up 21 is worth to a player who plays for all stakes at once."""

    per: ClassVar[str] = TWO_STAKES
    error: ClassVar[float] = ERROR
    upcards: ClassVar[tuple[str, ...]] = tuple(rank.symbol for rank in Rank)

    @property
    def solution(self) -> AnteUp:
        assert isinstance(self.terms, AnteUpTerms)
        return solve_ante_up(self.terms, self.shoe)

    @property
    def method(self) -> str:
        """How its figures are found, and how split hands are played."""
        play = SPLIT_PLAY if self.solution.follows_play else DEALT_PLAY
        play = SHARED_PLAY if self.solution.shares else play
        return f"{METHOD}; {play}; double precision"

    @property
    def rules(self) -> object:
        """All that the value depends on."""
        return self.solution.decided_by

    @property
    def expectation(self) -> float:
        """The expectation per unit of 21 and ANTE together."""
        return self.solution.total.value / 2

    @property
    def average_staked(self) -> float:
        """All stakes of a round, in units of those before the deal."""
        return self.solution.total.staked / 2

    @cached_property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net, in units of the two stakes."""
        return self._spread.standard_deviation / 2

    @cached_property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split and the poker hand counted."""
        return self._spread.hit_frequency

    @cached_property
    def _spread(self) -> AnteUpSpread:
        return AnteUpSpread(self.solution)

    @property
    def figures(self) -> Mapping[str, Any]:
        """The 21 wager on its own, and how often the poker is bet."""
        alone = self.solution.blackjack
        return {
            "parts": {"21": {"expectation": alone.expectation, "average_staked": alone.staked}},
            "bets": self.bets,
        }

    @cached_property
    def bets(self) -> float:
        """How often the poker is bet."""
        deals = self.solution.deals
        return sum(chance for chance, *each in deals if self.solution.best(*each)[0] != FOLD)

    @property
    def glance(self) -> Mapping[str, str]:
        """How the chart is to be read."""
        split = {"P": "bet, split, and play every hand as at standard blackjack"}
        return {
            "poker": f"bet on {self.bets:.1%} of deals",
            "F": "fold the poker, and play 21 as at standard blackjack",
            **(split if self.solution.shares else {}),
            "other letters": "bet, then play so",
        }

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Two cards by rank → what is best, a letter for each upcard by rank; `.` if the shoe
        cannot deal them.
        """
        dealt = {tuple(each) for _, *each in self.solution.deals}
        ranks = [*reversed(Rank)]
        return {
            f"{a.symbol} {b.symbol}": "".join(
                self._letter(a, b, up) if (NUMBER[a], NUMBER[b], NUMBER[up]) in dealt else "."
                for up in Rank
            )
            for n, a in enumerate(ranks)
            for b in ranks[n:]
        }

    def _letter(self, a: Rank, b: Rank, up: Rank) -> str:
        first, second, shown = NUMBER[a], NUMBER[b], NUMBER[up]
        word, _ = self.solution.best(first, second, shown)
        if word == FOLD:
            return "F"
        if word == BET:
            values = (str(rank.points) if rank.points > 1 else "A" for rank in (a, b, up))
            natural = {a.points, b.points} == {1, 10}
            return "S" if natural else letter(self.solution.blackjack, *values)
        does = word.removeprefix(f"{BET}, ")
        if does in WORD_LETTERS:
            return WORD_LETTERS[does]
        may = self.solution.choices(first, second, shown)
        stands = may[f"{BET}, stand"].value >= may[f"{BET}, hit"].value
        return "d" if stands else "D"

    def choices(self, hand: str, upcard: str = "") -> Mapping[str, float]:
        """The value of each choice in units of one stake: of two cards before the dealer looks for
        a natural, the first being the one that keeps the poker if they are split; of more cards,
        with the poker in play, given that there is none.
        """
        ranks, up = ranks_of(self.shoe, hand, upcard)
        held, shown = tuple(NUMBER[rank] for rank in ranks), NUMBER[up]
        if len(held) == 2:
            made = self.solution.choices(held[0], held[1], shown)
            return {word: each.value for word, each in made.items()}
        row = rank_hands().row.get(tuple(sorted(held)), -1)
        if not 0 <= row < rank_hands().players or rank_hands().total[row] == 21:
            raise NotAllowed("A hand in play has two or more cards and less than 21.")
        if not self.solution.follows_play:
            return self.solution.blackjack.choices(ranks, up)
        played, counted = self.solution.against(shown), 1.0 - self.solution.natural(held, shown)
        return {
            "stand": float(played.stand[row]) / counted,
            "hit": float(played.hit[row]) / counted,
        }
