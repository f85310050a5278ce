"""What a choice is said to cost is what it takes from the player, in every game of the law."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.log import Event
from pitboss.money import Cents
from pitboss.procedure.steps import Ask
from pitboss.table.events.rounds import Asked, Settled, StakeAdded, StakeAsked
from pitboss.table.events.shoes import CardDealt
from pitboss.table.table import Table
from tests.soak import soak
from tests.table.floor import games, links, open_table, place_bets, random_house, sealed, step_on


def added(events: list[Event], box: int) -> Cents:
    """What the player of a box adds to it before anything else happens."""
    whole = 0
    for event in events:
        if isinstance(event, Asked | StakeAsked | CardDealt | Settled):
            break
        if isinstance(event, StakeAdded) and event.box == box and not event.to:
            whole += event.cents
    return whole


def check_answer(table: Table, random: Random) -> None:
    """One choice; those made together are carried out together, and are not judged here."""
    pending = table.pending
    assert pending
    step = pending.step
    if table.seconds or not isinstance(step, Ask):
        step_on(table, random)
        return
    option = random.choice(step.options)
    before = len(table.log)
    table.answer(pending.number, option.word)
    assert added(table.log[before:], step.box) == option.cost, (step, option)


@pytest.mark.parametrize("seeds", [4, soak(20)])
@pytest.mark.parametrize("name", games())
def test_a_choice_costs_what_it_is_said_to_cost(name: str, seeds: int) -> None:
    for seed in range(seeds):
        random = Random(f"{name} {seed}")
        house = random_house(random, name)
        table = open_table(house, sealed(house, seed), links(house, seed))
        for _ in range(8):
            table.open_round()
            place_bets(table, random)
            table.deal()
            while table.in_play:
                if table.pending:
                    check_answer(table, random)
                else:
                    step_on(table, random)
