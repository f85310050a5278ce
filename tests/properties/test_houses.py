"""Any house that is accepted pays its odds, to within a fraction of its smallest chip."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import NotAllowed, SettingsError
from pitboss.money import Odds
from pitboss.table.events.rounds import Settled, WinsLimited
from pitboss.table.houses.house import House, check_settings
from pitboss.table.houses.opening import open_house
from pitboss.table.money.spots import usual_stakes
from pitboss.table.table import Table
from tests.table.floor import book, games, open_table, random_house, sealed, step_on

NUMBERS: Mapping[str, tuple[Any, ...]] = {
    "chips": ((100, 250, 500, 2_500), (50, 100), (500, 2_500), (1,), (1_000_000,), (0, 5)),
    "unit": (0, 1, 25, 50, 100, 500, 10_000, 100_000),
    "odd_cents": ("down", "up"),
    "least": (1, 100, 1_000, 5_000, 10**11),
    "most": (1, 1_000, 50_000, 1_000_000, 10**11),
    "aggregate": (0, 1_000, 75_000, 10**9),
    "seconds": (-1, 0, 1, 5, 300, 10**6),
    "validate_from": (-1, 0, 1_000_000, 10**11),
    "boxes": (0, 1, 7, 10**6),
    "notice": (-1, 0, 10**6),
    "cut": (-1, 0, 26, 10**6),
}
FILED = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in NUMBERS.items()})


@settings(max_examples=settings().max_examples // 2)
@given(st.sampled_from(games()), st.integers(0, 10**6), FILED)
def test_an_accepted_house_pays_its_odds(name: str, seed: int, filed: dict[str, Any]) -> None:
    random = Random(seed)
    house = accepted(random_house(random, name, most_wagers=3), filed)
    table = open_table(house, sealed(house, seed))
    for _ in range(2):
        play(table, random)
    check_paid(house, table)


def accepted(house: House, filed: Mapping[str, Any]) -> House:
    """The house with each number that may be filed; what is refused stays as it was."""
    for keys in (("chips", "unit", "odd_cents"), ("least", "most", "aggregate"), [*filed][6:]):
        made = house
        for key in keys:
            with suppress(SettingsError):
                check_settings(changed := replace(made, **{key: filed[key]}))
                made = changed
        with suppress(NotAllowed):
            open_house(book(), made)
            house = made
    return house


def play(table: Table, random: Random) -> None:
    """A round at two boxes, with the usual stakes and a few chips more."""
    if table.betting:
        return
    table.open_round()
    first, opened = table.opened.chips.values[0], table.opened
    at = 1 if opened.procedure.positions(opened.play) else 0
    for number in (1, 2)[: opened.house.boxes]:
        for key, cents in usual_stakes(opened).items():
            extra = 0 if opened.procedure.required(opened.play) else random.randint(1, 9)
            for more in (first * extra, 0):
                with suppress(NotAllowed):
                    table.bet(number, "ann", key, cents + more, at)
                    break
    with suppress(NotAllowed):  # the chips of the house may not make every stake that it needs
        table.deal()
    while table.in_play:
        step_on(table, random)


def check_paid(house: House, table: Table) -> None:
    """No stake wins less or more than its odds by as much as the smallest chip."""
    limited = any(isinstance(each, WinsLimited) for each in table.log)
    assert not limited or house.aggregate is not None
    for each in table.log:
        if not isinstance(each, Settled) or limited or each.slip or each.why in ("void", "misdeal"):
            continue
        odds = Odds.parse(each.pays)
        alone = each.cents > 0  # a bonus that comes with another wager has no stake of its own
        if odds.share or odds.dollars or not (odds.win and alone):
            continue
        won = each.back - (each.cents if odds.returned else 0)
        assert abs(won - odds.won(each.cents)) < house.unit <= house.chips[0], each
