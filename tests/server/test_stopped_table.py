"""A table whose dealer has stopped for a hand that won from a meter (30-2110(15)(a))."""

from pitboss.rulebook.load import Rulebook
from pitboss.server.messages.orders import CallOrder
from pitboss.server.tables.commands import carry_out
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.table_status import Standing, called_for, may_now, next_of, phase_of
from pitboss.store.people import Person
from pitboss.table.events.rounds import FloorCalled
from pitboss.table.log.narrator import names_of, narrate
from tests.rounds.stack import answer, seat
from tests.rounds.test_straight_jack_games import SJP, bets


def stopped(book: Rulebook) -> LiveTable:
    """Box 1 has a straight from the ace to the six; box 2 has not been asked."""
    stakes = bets("straight-jack-progressive")
    cards = "Ah 10s Kh 2d 9c 3c 3h 4c 5d 6s 10d"
    at = LiveTable("sjp", "Straight Jack", "Colorado")
    at.table = answer(seat(book, SJP, cards, stakes, stakes), *["hit"] * 4)
    return at


def test_30_2110_15_a_the_floor_is_called_and_the_dealer_goes_on_once_it_has_come(
    book: Rulebook,
) -> None:
    at, floor = stopped(book), Person(0, "flora", "floor")
    assert phase_of(at) == "floor"
    (called,) = (event for event in at.table.log if isinstance(event, FloorCalled))
    told = "box 1 has 6 Cards w/Ace (Club,Hearts,Diamonds) on Straight Jack Progressive"
    assert called_for(at) == told
    assert told[1:] in narrate(called, names_of(at.table.opened))
    assert next_of(at).staff == "Wait for a floor supervisor."
    stands = Standing("floor", seated=False, asked=False, deals=False, mixed=False, may_cut=False)
    assert "call" in may_now(at, stands)
    carry_out(at, floor, CallOrder(do="call"))
    assert at.table.floor_called is None
    assert (phase_of(at), called_for(at)) == ("playing", "")
    assert next_of(at) == ("Waiting for bob.",) * 2
