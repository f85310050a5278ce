"""Who may bet, on how many boxes, and when in a shoe."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.shoes import ShoeCommitted
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.money.stakes import EntryRights
from pitboss.table.table import Table
from tests.rounds.stack import colorado, pennsylvania

BOOK = load()
BARRED = replace(pennsylvania(), terms={"mid_shoe_entry": "barred"}, decks=1, cut=26)


def opened(house: House) -> Table:
    made = open_house(BOOK, house)
    return Table(made, SealedShoes(made.delivery, Lesson(5)), BOOK.digest)


def finish(table: Table) -> Table:
    """Everyone stands and insures nothing."""
    table.deal()
    while table.pending:
        step = table.pending.step
        if isinstance(step, Ask):
            table.answer(table.pending.number, step.may[0])
        else:
            table.answer_stake(table.pending.number, 0)
    return table


def play(table: Table, *players: str) -> Table:
    """One round with these players."""
    table.open_round()
    for box, player in enumerate(players, 1):
        table.bet(box, player, "blackjack", 1_000)
    return finish(table)


def test_673a_6_b_nobody_enters_in_mid_shoe_where_the_house_bars_it() -> None:
    table = play(opened(BARRED), "ann")
    table.open_round()
    with pytest.raises(NotAllowed, match=r"673a.6\(b\): bob did not play the first hand"):
        table.bet(2, "bob", "blackjack", 1_000)
    table.bet(1, "ann", "blackjack", 1_000)


def test_673a_6_b_whoever_sits_out_a_round_waits_for_the_shuffle() -> None:
    table = play(play(opened(BARRED), "ann", "bob"), "bob")
    table.open_round()
    with pytest.raises(NotAllowed, match="ann did not play"):
        table.bet(1, "ann", "blackjack", 1_000)
    while not isinstance(table.log[-2], ShoeCommitted):
        table.bet(1, "bob", "blackjack", 1_000)
        finish(table).open_round()
    table.bet(1, "ann", "blackjack", 1_000)


def test_673a_6_b_any_name_is_carried_over_to_the_next_round() -> None:
    names = ("Doe, J.", "a:b;c", "50%2C")
    table = play(opened(BARRED), *names)
    again = EntryRights(table.opened)
    again.resume(table.entry.carried(), fresh=False)
    for name in names:
        again.check(name, "blackjack")
    with pytest.raises(NotAllowed, match="Doe did not play"):
        again.check("Doe", "blackjack")


def test_where_entry_is_allowed_anyone_may_join() -> None:
    table = play(opened(pennsylvania()), "ann")
    play(table, "ann", "bob")
    assert table.rounds == 2


@pytest.mark.parametrize(
    ("house", "most", "says"),
    [
        (pennsylvania(), 2, r"673a.6\(e\): a player may bet on 2 boxes here"),
        (colorado(), 1, r"30-2115\(1\)\(a\): a player may bet on one box here"),
        (House("south_dakota"), 1, "20:18:15:27: a player may bet on one box here"),
        (House("new_hampshire"), 2, "rules: hands per player: a player may bet on 2 boxes here"),
    ],
)
def test_on_how_many_boxes_one_player_bets(house: House, most: int, says: str) -> None:
    table = opened(house)
    table.open_round()
    for box in range(1, most + 1):
        table.bet(box, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match=says):
        table.bet(most + 1, "ann", "blackjack", 1_000)
    table.bet(most + 1, "bob", "blackjack", 1_000)


def test_a_box_belongs_to_one_player_and_lies_on_the_layout() -> None:
    table = opened(pennsylvania())
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match="Box 1 is ann's"):
        table.bet(1, "bob", "blackjack", 1_000)
    for box in (0, 8, -1):
        with pytest.raises(NotAllowed, match="The table has boxes 1 to 7"):
            table.bet(box, "bob", "blackjack", 1_000)


def test_bets_are_placed_before_the_deal_only() -> None:
    table = opened(pennsylvania())
    with pytest.raises(NotAllowed, match=r"Betting is closed\. Open a round first"):
        table.bet(1, "ann", "blackjack", 1_000)
    table.open_round()
    with pytest.raises(NotAllowed, match="Nobody has bet"):
        table.deal()
    play(opened(pennsylvania()), "ann")
