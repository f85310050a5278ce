"""A table where the dealer turns the hole card, takes and pays: the same round, step by step."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import pitboss
from pitboss.errors import NotAllowed
from pitboss.procedure.steps import Ask, Draw, Result, Settle, Turn
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import DealerReady, Settled
from pitboss.table.events.table import LogOpened
from pitboss.table.houses.house import Pace
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.log.verification import verify
from pitboss.table.money.spots import usual_stakes
from pitboss.table.table import Table
from tests.server.house import lawful
from tests.table.floor import games_by_procedure


@cache
def opened_for(game: str, pace: Pace) -> Open:
    book = pitboss.load()
    filed = lawful(book, next(each for each in book.games if each.id == game))
    return open_house(book, replace(filed, pace=pace, table="pit"))


def dealt(book: pitboss.Rulebook, game: str, pace: Pace, seed: int, most: int = 10_000) -> Table:
    """One round with every wager staked; every question gets its usual answer."""
    opened = opened_for(game, pace)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(seed)), book.digest)
    while table.decks.todo and pace != "automatic":
        table.prepare(table.decks.todo[0], "Dana" if table.decks.todo[0] != "verify" else "Flora")
    table.buy_in("ann", 1_000_000)
    table.open_round()
    position = 1 if opened.procedure.positions(opened.play) else 0
    for key, cents in usual_stakes(opened).items():
        table.bet(1, "ann", key, cents, position)
    table.deal()
    for _ in range(most):
        if due := table.system.next:
            table.press(due.step, due.boxes, len(due.boxes), due.slip)
        elif table.waits_for_dealer:
            table.go()
        elif table.slips:
            table.validate(table.slips[0], "Flora")
        elif table.floor_called:
            table.attend("Flora")
        elif table.pending:
            number, asked = table.pending.number, table.pending.step
            if isinstance(asked, Ask):
                table.answer(number, asked.usual.word)
            else:
                table.answer_stake(number, asked.least)
        else:
            break
    return table


@pytest.mark.parametrize("game", games_by_procedure())
def test_the_round_is_the_same_as_the_shoe_deals_it(book: pitboss.Rulebook, game: str) -> None:
    alone = dealt(book, game, "automatic", 1)
    by_hand = dealt(book, game, "dealer settles", 1)
    chips = [each for each in alone.log if isinstance(each, Settled)]
    assert [each for each in by_hand.log if isinstance(each, Settled)] == chips
    assert chips
    assert not verify(book, by_hand.log)


def test_nothing_is_taken_or_paid_before_the_dealer_is_ready(book: pitboss.Rulebook) -> None:
    """The hole card, each main wager and each tour of side wagers wait for the dealer."""
    waits: list[type] = []
    for most in range(60):
        table = dealt(book, "pennsylvania/blackjack", "dealer settles", 3, most)
        paused = table.driver.paused
        if paused is None:
            continue
        waits.append(type(paused))
        last = [each for each in table.log if not isinstance(each, LogOpened)][-1]
        if isinstance(paused, Result):
            assert not (isinstance(last, Settled) and last.wager == paused.on)
            with pytest.raises(NotAllowed, match="takes and pays first"):
                table.irregular("exposed card")
    assert {Draw, Turn, Result, Settle} == {*waits}
    ready = [each for each in table.log if isinstance(each, DealerReady)]
    assert len(ready) == len(waits)
