"""A double shoe: two sides, and the round's first card names the one that deals (§ 633a.3(c))."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pitboss.cards import Card, Shoe
from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson, shuffled
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import BetsClosed, RoundOpened
from pitboss.table.events.shoes import CardDealt, ShoeOpened, ShoeReshuffled, ShoeSealed, SideChosen
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.replay import opened_by, resume
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import pennsylvania

BOOK = load()
RULES = ["red or black", "odd or even"]


def double(rule: str, decks: int = 2, **terms: str) -> House:
    return replace(pennsylvania(), decks=decks, terms={"double_shoe": rule, **terms})


def opened(house: House, vault: dict[int, str] | None = None) -> Table:
    at = open_house(BOOK, house)
    return Table(at, SealedShoes(at.delivery, Lesson(7), Kept(vault)), BOOK.digest)


class Kept:
    """A vault that is a dictionary."""

    def __init__(self, shoes: dict[int, str] | None) -> None:
        self.shoes = {} if shoes is None else shoes

    def put(self, number: int, text: str) -> None:
        self.shoes[number] = text

    def get(self, number: int) -> str | None:
        return self.shoes.get(number)


def play(table: Table, rounds: int) -> Table:
    """This many rounds of one player who always stands."""
    for _ in range(rounds):
        table.open_round()
        table.bet(1, "ann", "blackjack", 1_000)
        table.deal()
        while pending := table.pending:
            if isinstance(pending.step, Ask):
                table.answer(pending.number, pending.step.may[0])
            else:
                table.answer_stake(pending.number, 0)
    return table


def rounds_of(log: list[Event]) -> Iterator[list[Event]]:
    begun = [at for at, event in enumerate(log) if isinstance(event, BetsClosed)]
    for at, after in zip(begun, [*begun[1:], len(log)], strict=True):
        yield log[at:after]


def first_side(rule: str, card: Card) -> bool:
    """What the house filed: red, or odd points, for side A."""
    if rule == "red or black":
        return str(card)[-1] in "hd"
    return str(card)[:-1] in ("A", "3", "5", "7", "9")


@pytest.mark.parametrize("rule", RULES)
def test_633a_1_the_first_card_names_the_side_and_the_whole_round_comes_from_it(rule: str) -> None:
    table = play(opened(double(rule)), 60)
    table.close()
    seeds = {each.number: each.seed for each in table.log if isinstance(each, ShoeOpened)}
    sealed = {each.number: each for each in table.log if isinstance(each, ShoeSealed)}
    assert not any(isinstance(each, ShoeReshuffled) for each in table.log)
    orders = {n: shuffled(seed, Shoe.of(2)) for n, seed in seeds.items()}
    new, in_use, dealing, sides = set(sealed), {}, "A", []
    for event in table.log:
        match event:
            case ShoeSealed():
                in_use[event.batch] = event.number
            case CardDealt(to="determinant", card=card, face="up"):
                assert card is not None
                assert card == next(orders[in_use[dealing]])
                named = "A" if first_side(rule, card) else "B"
            case SideChosen():
                assert (event.name, event.shoe) == (named, in_use[named])
                dealing = named
                sides.append(dealing)
                assert "633a.1" in event.clause
            case CardDealt():
                # the first card of each shoe that deals is burned
                assert (event.to == "burn") == (in_use[dealing] in new)
                new -= {in_use[dealing]}
                assert event.card == next(orders[in_use[dealing]])
    assert len(sides) == 60
    assert {*sides} == {"A", "B"}


def test_633a_3_c_each_side_has_its_decks_its_backs_and_its_cover_card() -> None:
    table = play(opened(double("red or black")), 60)
    table.close()
    made = [each for each in table.log if isinstance(each, ShoeSealed)]
    assert [(each.batch, each.decks) for each in made[:2]] == [("A", 2), ("B", 2)]
    assert {each.decks for each in made} == {2}
    # a side is shuffled when its own cover card has come out, and the other goes on
    at = [table.log.index(each) for each in made[2:]]
    assert at
    for place in at:
        beside = [table.log[place - 1], table.log[place], table.log[place + 1]]
        assert sum(isinstance(each, ShoeSealed) for each in beside) == 1
    begun = [each for each in table.log if isinstance(each, RoundOpened)]
    assert all(each.dealt < 104 - 52 + 20 for each in begun)


def test_a_log_of_a_double_shoe_verifies_and_a_false_side_is_found() -> None:
    table = play(opened(double("red or black")), 30)
    table.close()
    assert verify(BOOK, table.log) == []
    at = next(n for n, each in enumerate(table.log) if isinstance(each, SideChosen))
    side = table.log[at]
    assert isinstance(side, SideChosen)
    other = "B" if side.name == "A" else "A"
    false = [*table.log[:at], replace(side, name=other), *table.log[at + 1 :]]
    assert at + 1 in [each.line for each in verify(BOOK, false)]


@pytest.mark.parametrize("rounds", [1, 9, 25])
def test_a_double_shoe_is_resumed_with_the_same_cards(rounds: int) -> None:
    vault: dict[int, str] = {}
    table = play(opened(double("odd or even"), vault), rounds)
    log, kept = list(table.log), dict(vault)
    play(table, 6)
    at = open_house(BOOK, double("odd or even"))
    shoes = SealedShoes(at.delivery, Lesson(7), Kept(kept))
    again = play(resume(BOOK, opened_by(BOOK, log), log, shoes, {}), 6)
    dealt = [each for each in table.log[len(log) :] if isinstance(each, CardDealt)]
    repeated = [each for part in [*rounds_of(again.log)][-6:] for each in part]
    assert [each for each in repeated if isinstance(each, CardDealt)] == dealt


def test_a_double_shoe_is_a_shoe() -> None:
    with pytest.raises(NotAllowed, match=r"633a\.3\(c\): a double shoe needs delivery 'shoe'"):
        open_house(BOOK, double("red or black", delivery="two alternating batches"))
    with pytest.raises(NotAllowed, match="double_shoe must be 'no', 'red or black' or 'odd"):
        open_house(BOOK, double("yes"))
