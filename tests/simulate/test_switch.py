"""Blackjack Switch: kernel and table settle the same cards alike, round for round (30-2105)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.cards import Shoe
from pitboss.games.blackjack_switch import BlackjackSwitchTerms
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.kernel_tables import why_no_kernel
from pitboss.simulate.results import simulation_of
from pitboss.simulate.run import Run
from pitboss.simulate.switch_table import SwitchTable
from pitboss.simulate.totals import RunPlan
from pitboss.solvers.player import SolvedPlayer
from pitboss.solvers.switch import solve_switch, switch_rules_of
from pitboss.table.events.rounds import Settled
from pitboss.table.events.shoes import CardDealt
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.money.spots import position_of, usual_stakes
from pitboss.table.unlogged_table import UnloggedTable
from tests.simulate.compared import STAKE, ShuffledShoes, open_for_stakes, paid_back
from tests.simulate.traced import trace
from tests.soak import soak

FEW = "0d + " + " ".join(
    f"{rank}{suit}" for rank in ("A", "5", "6", "8", "10") for suit in "cdhs" * 8
)
"""Five ranks, so that few pairs of the other hand are to be solved for."""
Box = tuple[int, int, int]
"""What both hands net and stake, in parts, and what Super Match gives back."""


def switch_table(book: Rulebook, boxes: int, shoe: Shoe | None = None, **terms: Any) -> SwitchTable:
    found = find_game(book, "blackjack-switch")
    opened = file_house(book, found, Wish(None, ("super-match",))).opened
    assert why_no_kernel(opened) == ""
    assert isinstance(opened.terms, BlackjackSwitchTerms)
    changed = replace(opened.terms, burn="none", double_amount="equal to the wager", **terms)
    opened = replace(opened, play=replace(opened.play, terms=changed))
    made = SwitchTable(open_for_stakes(opened), boxes)
    if shoe is not None:
        vars(made)["solution"] = solve_switch(switch_rules_of(changed, shoe))
    return made


def by_table(made: SwitchTable, shoe: Shoe, rounds: int) -> Iterator[tuple[list[int], list[Box]]]:
    """Each round from a new shoe: its cards as they came, and what every box came to."""
    opened, player = made.opened, SolvedPlayer(made.solution)
    stakes = {**usual_stakes(opened), "blackjack": STAKE}
    table = UnloggedTable(opened, ShuffledShoes(shoe, Random(16)))
    for _ in range(rounds):
        table.open_round()
        for number in range(1, made.boxes + 1):
            for key, cents in stakes.items():
                table.bet(number, f"p{number}", key, cents, position_of(opened, number))
        table.deal()
        while table.pending:
            assert player.answer(table)
        events = table.layout.events
        cards = [e.card.index for e in events if isinstance(e, CardDealt) and e.card]
        yield cards, [_box(events, made, number + 1) for number in range(made.boxes)]


def _box(events: Any, made: SwitchTable, number: int) -> Box:
    net = staked = back = 0
    for each in events:
        if isinstance(each, Settled) and each.box == number:
            if each.wager == "super-match":
                back = each.back
            else:
                net += each.back - each.cents
                staked += each.cents
    return net * made.parts // STAKE, staked * made.parts // STAKE, back


def by_kernel(made: SwitchTable, dealt: list[list[int]]) -> Iterator[list[Box]]:
    """Rounds of the same cards by the kernel, which must take as many for each."""
    (wager,) = made.wagers
    nets, stakes = (np.zeros((1, made.boxes), np.int64) for _ in range(2))
    classes = np.zeros((1, made.boxes, 1), np.int64)
    order, ended = np.zeros(128, np.uint8), np.zeros(1, np.int64)
    for cards in dealt:
        order[: len(cards)] = cards
        trace(order, len(order), 1, made.boxes, made.arrays, nets, stakes, classes, ended)
        assert ended[0] == len(cards)
        found = zip(nets[0].tolist(), stakes[0].tolist(), classes[0, :, 0].tolist(), strict=True)
        yield [(net, staked, paid_back(wager, number)) for net, staked, number in found]


def differences(made: SwitchTable, shoe: Shoe, rounds: int) -> Iterator[str]:
    dealt = [*by_table(made, shoe, rounds)]
    settled = by_kernel(made, [cards for cards, _ in dealt])
    for (cards, table), kernel in zip(dealt, settled, strict=True):
        if table != kernel:
            yield f"{cards}: table {table}, kernel {kernel}"


WINS_AT_ONCE = {"soft_17": "stand", "player_21": "wins at once"}


@pytest.mark.parametrize(
    ("cards", "boxes", "rounds", "terms"),
    [
        (FEW, 2, 200, {"surrender": "late"}),
        soak(FEW, 2, 10_000, {"surrender": "late"}),
        soak("", 3, 10_000, {}, id="whole decks"),
        soak("", 3, 10_000, WINS_AT_ONCE, id="whole decks, 21 wins at once"),
    ],
)
def test_the_kernel_settles_what_the_table_settles(
    book: Rulebook, cards: str, boxes: int, rounds: int, terms: dict[str, Any]
) -> None:
    shoe = Shoe.parse(cards) if cards else None
    made = switch_table(book, boxes, shoe, **terms)
    assert [*islice(differences(made, shoe or made.terms.pack, rounds), 3)] == []


@pytest.mark.parametrize("rounds", [100_000, soak(20_000_000)])
def test_a_seeded_run_agrees_with_the_proofs(book: Rulebook, rounds: int) -> None:
    made = Run(switch_table(book, 1), RunPlan(rounds, 3, 27))
    made.go(1)
    result = simulation_of(made, 1, complete=True)
    assert result.worst < 3
    assert all(each.z is not None for each in result.lines)
