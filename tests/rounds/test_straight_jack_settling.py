"""How hands with a Straight Jack wager are settled (1 CCR 207-1, 30-2109(9), 30-2110(12), (16))."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from pitboss.log import Event
from pitboss.procedure.steps import AskStake
from pitboss.progressive.link import Link
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import RoundEnded, RoundOpened, Settled
from pitboss.table.events.shoes import CardDealt, ShoeCommitted
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.table import Table
from tests.rounds.stack import answer, done, of_kind, seat
from tests.rounds.test_straight_jack_games import SIX, SJP, bets, both

BOOK = load()


def two_winners(house: House, key: str) -> Table:
    """Two hands of 19 that are straights; the dealer has 12 and draws to 21."""
    table = seat(BOOK, house, "9s 9c Kh 10d 10c 2c 9d", bets(key), bets(key))
    return done(BOOK, answer(table, "stand", "stand"))


def at(table: Table, event: Event) -> int:
    return table.log.index(event)


@both
def test_9_and_12_nothing_is_settled_before_the_dealers_hand_is_complete(
    house: House, key: str
) -> None:
    table = two_winners(house, key)
    drawn = [e for e in table.log if isinstance(e, CardDealt) and str(e.card) == "9d"]
    settled = [e for e in table.log if isinstance(e, Settled)]
    assert len(settled) == 4
    assert [e.to for e in drawn] == ["dealer"]
    assert at(table, drawn[0]) < at(table, settled[0])


@both
def test_9_a_and_12_a_from_right_to_left_the_main_wager_first(house: House, key: str) -> None:
    settled = [e for e in two_winners(house, key).log if isinstance(e, Settled)]
    assert [e.box for e in settled if e.wager == "blackjack"] == [2, 1]
    for box in (1, 2):
        assert [e.wager for e in settled if e.box == box] == ["blackjack", key]


def test_30_2109_9_c_the_cards_of_a_settled_round_do_not_come_back_before_the_shuffle() -> None:
    opened = open_house(BOOK, House("colorado", "straight-jack-blackjack", decks=2))
    table = Table(opened, SealedShoes(opened.delivery, Lesson(7)), BOOK.digest)
    for _ in range(5):
        table.open_round()
        table.bet(1, "ann", "blackjack", 1_000)
        table.deal()
        while table.pending:
            answer(table, "0" if isinstance(table.pending.step, AskStake) else "stand")
        assert isinstance(table.log[-1], RoundEnded)
    assert len(of_kind(table, ShoeCommitted)) == 1
    dealt = Counter(str(each.card) for each in of_kind(table, CardDealt))
    assert dealt.total() >= 20
    assert max(dealt.values()) <= 2
    begun = of_kind(table, RoundOpened)[-1]
    assert begun.dealt == dealt.total() - len(cards_after(table, begun))


def cards_after(table: Table, begun: Event) -> list[Event]:
    return [e for e in table.log[at(table, begun) :] if isinstance(e, CardDealt)]


@both
def test_4_and_5_the_dealer_draws_by_the_standard_rules(house: House, key: str) -> None:
    table = two_winners(house, key)
    lines = [e for e in table.log if isinstance(e, Settled) and e.wager == "blackjack"]
    assert {e.why for e in lines} == {"21 beats 19"}


def test_30_2110_16_the_whole_meter_won_starts_it_at_its_seed_plus_its_reserve() -> None:
    key = "straight-jack-progressive"
    filed = replace(SJP.wagers[key], reserves={"progressive": Fraction(1, 10)})
    house = replace(SJP, wagers={key: filed})
    table = seat(BOOK, house, SIX.format(ace="As"), bets(key))
    done(BOOK, answer(table, *["hit"] * 4))
    link = table.meters[f"{key} progressive"]
    assert isinstance(link, Link)
    assert (link.meter.display, link.meter.kept) == (1_000_010, 0)  # a tenth of $1 was in reserve
