"""The policy *for this wager*: no player, whatever they answer, gets more from the wager.

The table is searched deal by deal and answer by answer, as the referee searches a round, but for
what comes back on the side wager alone. Choices may hang on what the player has seen and nothing
else.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.analysis.policies import FOR_THIS
from pitboss.analysis.referee import Answers, Branching, Cards, Dealt, Search
from pitboss.cards import Shoe
from pitboss.money import Cents
from pitboss.procedure.steps import Ask
from pitboss.table.houses.opening import Open
from pitboss.table.table import Table
from tests.agreement.dealt import PLAYER, of_sheet, pack_of, proved, results
from tests.agreement.designer import STAKE, Written, open_with
from tests.agreement.filed import Filing, opened, stakes_at


class OfOne(Dealt):
    """A round of which only one wager counts."""

    @property
    def net(self) -> Cents:
        """Cents that came back on the last wager staked."""
        *_, key = self.table.boxes[1].placed
        self.finish()
        found = dict(results(self.table.opened, self.table.log, {}))
        return int(found[key][1] * self.table.boxes[1].placed[key])

    def finish(self) -> None:
        for slip in self.table.slips:
            self.table.validate(slip, "floor")

    @property
    def may(self) -> Answers:
        """What bears on the hand; to all else no, or nothing."""
        asked = self.table.pending
        assert asked
        if isinstance(asked.step, Ask) and "hit" in asked.step.may:
            return tuple(word for word in asked.step.may if word in ("stand", "hit", "double"))
        return super().may[:1]


class SearchOfOne(Search):
    """The best for one wager."""

    def _deal(self, told: Cards, answers: Answers) -> Dealt:
        shoes = Branching(self._shoe, told)
        made = OfOne(Table(self._opened, shoes, ""), shoes)
        made.table.open_round()
        for wager, cents in self._stakes.items():
            made.table.bet(1, PLAYER, wager, cents, self._position)
        made.table.deal()
        for answer in answers:
            made.answer(answer)
        return made


def most(table: Open, key: str, pack: Shoe, stakes: dict[str, Cents]) -> Fraction:
    """What comes back at best, for each unit staked on the wager."""
    ordered = {**{k: v for k, v in stakes.items() if k != key}, key: stakes[key]}
    value = SearchOfOne(table, pack, ordered, 0, lambda total: lambda done: None, Branching).value()
    return value.best * stakes[table.procedure.main] / stakes[key]


def said(table: Open, key: str, pack: Shoe, stake: Cents) -> Fraction:
    """What the sheet says."""
    paids = of_sheet(proved(table, table.offers[key], pack, stake, FOR_THIS))
    return sum((back * chance for (_, back), chance in paids.items()), Fraction(0))


def test_straight_jack() -> None:
    """The straight counts as far as the hand grew (1 CCR 207-1, 30-2109(7))."""
    key, pack = "straight-jack", pack_of("9 7s, 9 8h, 9 Kd")
    table = opened(Filing("colorado/straight-jack-blackjack", key))
    stakes = dict(stakes_at(table, key))
    assert said(table, key, pack, stakes[key]) == most(table, key, pack, stakes)


@pytest.mark.parametrize("when", ["total == 21", "cards == 3 and not bust", "third"])
def test_a_wager_of_our_own(when: str) -> None:
    """To reach it one must hit some hands that basic strategy stands on; not after a natural."""
    if when == "third":
        written = Written(("player.third_card",), (("third.rank == 7", 3),))
    else:
        written = Written(("player.hand",), ((when, 3),))
    table, pack = open_with({"own": written}), pack_of("9 7s, 9 Kd, 2 As")
    best = most(table, "own", pack, {"blackjack": 1_000, "own": STAKE})
    assert said(table, "own", pack, STAKE) == best
