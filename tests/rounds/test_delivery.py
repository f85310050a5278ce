"""How the cards come to the table: shoe, hand, shuffler and batches, cut card and burn."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.events.shoes import CardDealt, ShoeCommitted
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import colorado, pennsylvania

BOOK = load()


def played(house: House, rounds: int) -> Table:
    """This many rounds of one player who always stands."""
    opened = open_house(BOOK, house)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(7)), BOOK.digest)
    for _ in range(rounds):
        table.open_round()
        table.bet(1, "ann", "blackjack", 1_000)
        table.deal()
        while table.pending:
            step = table.pending.step
            if isinstance(step, Ask):
                table.answer(table.pending.number, step.may[0])
            else:
                table.answer_stake(table.pending.number, 0)
    table.close()
    assert verify(BOOK, table.log) == []
    return table


def shoes(table: Table) -> list[int]:
    """The rounds before which a new shoe was committed."""
    found = [table.log[at + 1] for at, e in enumerate(table.log) if isinstance(e, ShoeCommitted)]
    rounds = [e.number for e in found if isinstance(e, RoundOpened)]
    assert len(rounds) == len(found)  # never within a round
    return rounds


def burned(table: Table) -> int:
    return sum(isinstance(e, CardDealt) and e.to == "burn" for e in table.log)


def with_term(house: House, **terms: str) -> House:
    return replace(house, terms={**house.terms, **terms})


@pytest.mark.parametrize("house", [pennsylvania(), colorado()])
def test_a_continuous_shuffler_has_all_its_cards_every_round_and_burns_none(house: House) -> None:
    table = played(with_term(house, delivery="continuous shuffler"), 4)
    assert (shoes(table), burned(table)) == ([1, 2, 3, 4], 0)


def test_633a_3_b_two_batches_take_turns() -> None:
    house = with_term(replace(pennsylvania(), decks=1, cut=40), delivery="two alternating batches")
    table = played(house, 9)
    batches = [e.batch for e in table.log if isinstance(e, ShoeCommitted)]
    assert len(batches) > 2
    assert batches == ["A", "B"] * (len(batches) // 2) + ["A"] * (len(batches) % 2)
    assert burned(table) == len(batches)


def test_633a_12_b_the_hand_is_a_variation() -> None:
    table = played(with_term(replace(pennsylvania(), decks=2), delivery="hand"), 2)
    assert (shoes(table), burned(table)) == ([1], 1)


def test_20_18_15_14_south_dakota_knows_no_continuous_shuffler() -> None:
    with pytest.raises(NotAllowed, match="20:18:15:14: delivery must be 'shoe' or 'hand'"):
        open_house(BOOK, House("south_dakota", terms={"delivery": "continuous shuffler"}))


def test_685a_7_d_when_the_cut_card_comes_the_round_is_finished_and_then_shuffled() -> None:
    house = replace(pennsylvania(), decks=1, cut=42)  # ten cards, then the cut card
    table = played(house, 6)
    dealt = [e.dealt for e in table.log if isinstance(e, RoundOpened)]
    for round_, number in enumerate(dealt, 1):
        assert (number == 0) == (round_ in shoes(table))
        assert number < 10  # no round begins behind the cut card
    assert len(shoes(table)) >= 3


@pytest.mark.parametrize("law", ["pennsylvania", "colorado", "south_dakota"])
def test_where_the_law_is_silent_the_cut_card_stands_a_deck_from_the_bottom(law: str) -> None:
    assert open_house(BOOK, House(law)).delivery.cut == 52
    assert open_house(BOOK, House(law, decks=1)).delivery.cut == 40
    assert open_house(BOOK, House(law, decks=1, cut=20)).delivery.cut == 20


def test_nh_method_cut_the_second_cut_card_is_a_deck_and_a_half_from_the_bottom() -> None:
    assert open_house(BOOK, House("new_hampshire")).delivery.cut == 78
    assert open_house(BOOK, House("new_hampshire", decks=8)).delivery.cut == 78


@pytest.mark.parametrize(
    ("house", "first"),
    [
        (pennsylvania(), 1),
        (House("south_dakota"), 1),
        (House("south_dakota", terms={"burn": "none"}), 0),
        (colorado(burn="none"), 0),
        (House("new_hampshire"), 1),
    ],
)
def test_the_first_card_of_a_shoe_is_burned_where_the_house_burns(house: House, first: int) -> None:
    table = played(house, 3)
    assert burned(table) == first
    cards = [e for e in table.log if isinstance(e, CardDealt)]
    assert (cards[0].to == "burn") == bool(first)
    assert all(e.face == "down" for e in cards if e.to == "burn")
