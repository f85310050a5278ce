"""What a round costs, as calls of Python functions: unlike its time, the same on every machine."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from pitboss.analysis.automatic_player import PLAYER, play_round
from pitboss.library.open_table import deal_from
from pitboss.log import Event, print_log
from pitboss.rulebook.load import load
from pitboss.table.events import TABLE_LOG
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.log.verification import verify
from pitboss.table.money.spots import usual_stakes
from tests.soak import soak

BOOK = load()
WISH = Wish(6, ("perfect-pairs", "three-card-poker", "kings-bounty"))


class Calls:
    """Counts them while it is entered."""

    def __init__(self) -> None:
        self.many = 0

    def _count(self, frame: FrameType, event: str, arg: object) -> None:
        self.many += event == "call"

    def __enter__(self) -> Calls:
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)


@pytest.mark.parametrize(
    ("before", "rounds", "to_deal", "to_verify"), [(700, 100, 600, 620), soak(2_000, 200, 520, 600)]
)
def test_a_round_is_dealt_and_verified_in_few_calls(
    before: int, rounds: int, to_deal: int, to_verify: int
) -> None:
    """Six decks, one box, three side wagers; the same stakes, cards and questions recur.

    The rounds `before` let most hands be seen; `rounds` are counted.
    """
    opened = file_house(BOOK, find_game(BOOK, "pennsylvania/blackjack"), WISH).opened
    bets = [(1, PLAYER, key, cents, 0) for key, cents in usual_stakes(opened).items()]
    log: list[Event] = []
    table = deal_from(BOOK, opened, 2109, log.append, keep=False)
    for _ in range(before):
        play_round(table, bets)
    with Calls() as dealt:
        for _ in range(rounds):
            play_round(table, bets)
    table.close()
    with Calls() as verified:
        assert not verify(BOOK, TABLE_LOG.parse_log(print_log(log)))
    assert dealt.many < to_deal * rounds
    assert verified.many < to_verify * table.rounds
