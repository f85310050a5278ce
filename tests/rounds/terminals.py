"""Random people at terminals, and a clock that runs out."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from pitboss.errors import NotAllowed
from pitboss.procedure.steps import AskStake
from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import balances
from pitboss.table.log.verification import verify
from pitboss.table.table import Table


def run_out(table: Table) -> Table:
    """The clock runs out for everyone who is asked, and asked again."""
    while table.asked:
        table.expire(next(iter(table.asked)))
    return table


def play_at_random(
    book: Rulebook,
    house: House,
    seed: int,
    positions: int = 0,
    terminals: int = 9,
    rounds: int = 6,
) -> Table:
    """Some rounds of random bets, answers in random order, silence and irregularities."""
    random = Random(seed)
    opened = open_house(book, house)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(seed)), book.digest)
    for _ in range(rounds):
        table.open_round()
        for number in range(1, terminals + 1):
            place_bets(table, number, random.randint(1, positions) if positions else 0, random)
        table.deal()
        while table.asked:
            if random.random() < 2 / terminals / 10:
                numbers = [box.number for box in table.round.live] if table.round else []
                said = ("that hand void", "dealt on", "burned")
                with suppress(NotAllowed):  # a card has already left the shoe
                    table.irregular("other", random.choice(numbers), random.choice(said))
                continue
            answer_one(table, random)
        books = balances(table.log)
        assert not sum(books.values())
        assert not [n for name, n in books.items() if name.startswith("box ") and n]
        assert not table.in_play
    table.close()
    assert verify(book, table.log) == []
    return table


def place_bets(table: Table, number: int, position: int, random: Random) -> None:
    player = f"player {number}"
    table.bet(number, player, "blackjack", random.choice((1_000, 2_500, 5_050)), position)
    for key in table.opened.offers:
        if random.random() < 0.7:
            table.bet(number, player, key, random.choice((100, 500, 700)))


def answer_one(table: Table, random: Random) -> None:
    """Any of those who are asked gives a legal answer, or lets the clock run out."""
    number = random.choice(list(table.asked))
    step = table.asked[number].step
    if random.random() < 0.1:
        table.expire(number)
    elif isinstance(step, AskStake):
        try:
            table.answer_stake(number, random.choice((0, 100, 500, step.most or 0)))
        except NotAllowed:
            table.expire(number)
    else:
        table.answer(number, random.choice(step.may))
