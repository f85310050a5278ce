"""The progressive table game system: lock-out, lights, the count of chips, awards, Game Over."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.procedure.steps import AskStake
from pitboss.rulebook.load import load
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import (
    BetsClosed,
    RoundEnded,
    Settled,
    SlipValidated,
    SlipWritten,
    StakeCollected,
    SystemResolved,
    SystemUsed,
)
from pitboss.table.events.shoes import CardDealt
from pitboss.table.houses.house import Choice, House
from pitboss.table.log.ledger import balances
from pitboss.table.log.replay import replay
from pitboss.table.log.verification import unfinished, verify
from pitboss.table.table import Table
from tests.rounds.stack import answer, deal, of_kind, pennsylvania, refused, seat

BOOK = load()
PARTY = {"blackjack": 10, "jackpot-party": 5}
PLAIN = {"blackjack": 10}
LOSES = "9h 8h 7h 9d 8d Ts"


def party(pace: str = "automatic") -> House:
    house = pennsylvania(jackpot_party=Choice("P1", stake=500, choices={"envy": "not offered"}))
    return replace(house, pace=pace)  # type: ignore[arg-type]


def used(table: Table) -> list[str]:
    """Each step of the dealer at the system, with what was seen or counted."""
    return [_shown(each) for each in of_kind(table, SystemUsed)]


def _shown(each: SystemUsed) -> str:
    seen = ",".join(map(str, each.boxes)) or (str(each.chips) if each.chips is not None else "")
    return f"{each.step} {each.wager} {seen}".strip()


def first(table: Table, kind: type[Event]) -> int:
    return next(at for at, each in enumerate(table.log) if isinstance(each, kind))


# -- § 633c.2(d), (f) and its twins: lock-out, count, rack ---------------------------------------

TWINS = {
    "jackpot-party": (
        Choice("P1", stake=500, choices={"envy": "not offered"}),
        "58 Pa. Code § 633c.2(f)",
    ),
    "match-the-dealer": (
        Choice("Six decks, Paytable 1", stake=500, choices={"stake": "$5"}),
        "58 Pa. Code § 633c.3(f)",
    ),
    "super-4": (
        Choice(
            "Paytable 3, Option 1",
            stake=500,
            choices={"A-2": "suit and rank", "suit": "diamonds"},
        ),
        "58 Pa. Code § 633c.6(f)",
    ),
    "blackjack-match": (
        Choice("Paytable A", stake=500, choices={"stake": "$5"}),
        "58 Pa. Code § 633c.10(f)",
    ),
}


@pytest.mark.parametrize("key", TWINS)
def test_f_no_more_bets_then_the_lock_out_then_the_chips_are_counted_and_racked(key: str) -> None:
    choice, clause = TWINS[key]
    house = pennsylvania(**{key.replace("-", "_"): choice})
    bets = {"blackjack": 10, key: 5}
    table = seat(BOOK, house, "9h 8h 7h 6c 9d 8d 7d Ts", bets, PLAIN, bets)
    locked, counted = of_kind(table, SystemUsed)[:2]
    assert (locked.step, locked.wager, locked.boxes) == ("lock", key, (1, 3))
    assert (counted.step, counted.wager, counted.chips) == ("count", key, 2)
    assert {locked.clause, counted.clause} == {clause}
    order = [type(e) for e in table.log if isinstance(e, BetsClosed | SystemUsed | StakeCollected)]
    assert order == [BetsClosed, SystemUsed, SystemUsed, StakeCollected, StakeCollected]
    assert first(table, StakeCollected) < first(table, CardDealt)


def test_f_nothing_is_locked_or_counted_if_no_progressive_wager_was_made() -> None:
    assert used(seat(BOOK, party(), LOSES, PLAIN)) == []


def test_633c_2_f_at_a_table_with_a_dealer_no_card_comes_before_the_lock_and_the_count() -> None:
    table = seat(BOOK, party("dealer"), LOSES, PARTY, PARTY)
    assert table.in_play
    assert not table.waits_for_dealer
    assert unfinished(table) == "round 1 is waiting for the dealer: lock"
    assert refused(table.go) == "Nothing is waiting for the dealer now."
    assert "the dealer's next step is lock for Jackpot Party" in refused(
        lambda: table.press("count", chips=2)
    )
    with pytest.raises(NotAllowed, match="A round is in play"):
        table.open_round()
    table.press("lock")
    assert not of_kind(table, StakeCollected)
    table.press("count", chips=2)
    assert used(table) == ["lock jackpot-party 1,2", "count jackpot-party 2"]
    assert [each.box for each in of_kind(table, StakeCollected)] == [1, 2]
    words = refused(lambda: table.press("lock"))
    assert words == "The progressive system is not waiting for a step."
    table.go()


@pytest.mark.parametrize("key", TWINS)
def test_d_2_no_wager_is_recognised_after_no_more_bets(key: str) -> None:
    house = pennsylvania(**{key.replace("-", "_"): TWINS[key][0]})
    table = seat(BOOK, replace(house, pace="dealer"), LOSES, PLAIN, {"blackjack": 10, key: 5})
    assert "No more bets" in refused(lambda: table.bet(1, "ann", key, 500))
    table.press("lock")
    assert of_kind(table, SystemUsed)[0].boxes == (2,)


def test_633c_2_f_a_count_that_differs_stops_the_round_until_a_floor_supervisor_decides() -> None:
    table = seat(BOOK, party("dealer"), LOSES, PARTY, PARTY)
    table.press("lock")
    table.press("count", chips=1)
    assert not of_kind(table, StakeCollected)
    assert unfinished(table) == "round 1 is waiting for a floor supervisor"
    words = refused(lambda: table.press("count", chips=2))
    assert words == (
        "58 Pa. Code § 633c.2(f): 1 chip counted, 2 wagers accepted on Jackpot Party: a floor "
        "supervisor decides."
    )
    assert refused(lambda: table.resolve("dealer", chips=2)) == (
        "A floor supervisor resolves a difference, not the dealer."
    )
    table.resolve("sam", chips=2, why="a chip was under the other")
    assert [each.box for each in of_kind(table, StakeCollected)] == [1, 2]
    assert of_kind(table, SystemResolved)[0].by == "sam"
    assert table.waits_for_dealer


def test_633c_2_f_a_wager_without_its_chip_is_returned_and_feeds_no_meter() -> None:
    table = seat(BOOK, party("dealer"), "9h 8h 7h 9d 8d Ts", PARTY, PARTY)
    table.press("lock")
    table.press("count", chips=1)
    assert "1 chip counted" in refused(lambda: table.resolve("sam", chips=1))
    table.resolve("sam", box=2, why="no chip on the sensor of box 2")
    returned = of_kind(table, Settled)
    assert [(e.box, e.wager, e.back, e.why) for e in returned] == [
        (2, "jackpot-party", 500, "void")
    ]
    assert [each.box for each in of_kind(table, StakeCollected)] == [1]
    assert "jackpot-party" not in table.boxes[2].placed
    while table.waits_for_dealer:
        table.go()
    assert {each.box for each in of_kind(table, Settled) if each.wager == "jackpot-party"} == {1, 2}
    assert balances(table.log)["box 2"] == 1_000
    assert replay(BOOK, table.log).log == table.log


def test_a_round_at_the_dealers_pace_replays_from_its_log() -> None:
    table = seat(BOOK, party("dealer"), LOSES, PARTY, PARTY)
    table.press("lock")
    table.press("count", chips=1)
    table.resolve("sam", chips=2)
    again = [TABLE_LOG.parse_event(str(each)) for each in table.log]
    assert again == table.log
    assert verify(BOOK, again) == []


# -- § 633c.9(a)(2): the system locks itself when the cards begin ----------------------------------

SEVENS = pennsylvania(
    blazing_7s=Choice(
        "A",
        stake=100,
        seeds={"meter": 200_000},
        rates={"meter": Fraction(1, 10)},
        choices={"third-card": "drawn card"},
    )
)


@pytest.mark.parametrize("pace", ["automatic", "dealer"])
def test_633c_9_a_2_the_lock_out_is_on_once_the_dealer_has_begun_dealing(pace: str) -> None:
    house = replace(SEVENS, pace=pace)  # type: ignore[arg-type]
    table = seat(BOOK, house, "9h 8h 7h Ts", {"blackjack": 10, "blazing-7s": 1})
    (locked,) = of_kind(table, SystemUsed)
    assert (locked.step, locked.boxes) == ("lock", (1,))
    assert locked.clause == "58 Pa. Code § 633c.9(a)(2)"
    assert not of_kind(table, StakeCollected)
    assert table.waits_for_dealer == (pace == "dealer")


def test_633c_9_a_1_the_device_of_each_position_acknowledges_the_wager_made_there() -> None:
    bets = {"blackjack": 10, "blazing-7s": 1}
    table = seat(BOOK, SEVENS, "9h 8h 7h 6c 9d 8d 7d Ts", bets, PLAIN, bets)
    (locked,) = of_kind(table, SystemUsed)
    assert locked.boxes == (1, 3)


# -- Colorado's sensors ----------------------------------------------------------------------------

SENSORS = {
    "21-plus-3-blackjack": ("21-plus-3-progressive", "1 CCR 207-1, 30-2107, Start of game (2)"),
    "buffalo-blackjack-bonus-2": (
        "buffalo-2-21-plus-3-progressive",
        "1 CCR 207-1, 30-2113(3)",
    ),
    "buffalo-blackjack-bonus-3": (
        "buffalo-3-21-plus-3-progressive",
        "1 CCR 207-1, 30-2114(3)",
    ),
}


def sensors(game: str, pace: str = "automatic") -> tuple[House, str]:
    key = SENSORS[game][0]
    choice = Choice("PT-BJS-213-01", stake=100, choices={"suit": "spades", "amount": "$1"})
    return House("colorado", game, pace=pace, wagers={key: choice}), key  # type: ignore[arg-type]


@pytest.mark.parametrize("game", SENSORS)
def test_the_dealer_locks_in_sees_the_lights_and_collects_before_the_deal(game: str) -> None:
    house, key = sensors(game)
    table = seat(BOOK, house, LOSES, {"blackjack": 10, key: 1}, PLAIN)
    locked, lights = of_kind(table, SystemUsed)
    assert (locked.step, lights.step) == ("lock", "lights")
    assert locked.boxes == lights.boxes == (1,)
    assert {locked.clause, lights.clause} == {SENSORS[game][1]}
    assert first(table, SystemUsed) < first(table, StakeCollected) < first(table, CardDealt)


def test_30_2107_start_2_sensors_with_wagers_are_lit_and_the_others_are_not() -> None:
    house, key = sensors("21-plus-3-blackjack", "dealer")
    table = seat(BOOK, house, LOSES, {"blackjack": 10, key: 1}, PLAIN)
    table.press("lock")
    table.press("lights", boxes=(1, 2))
    assert "box 2 is lit without a wager" in refused(lambda: table.press("lights", boxes=(1,)))
    assert not of_kind(table, StakeCollected)
    table.resolve("sam", boxes=(1,), why="box 2 reset")
    assert [each.box for each in of_kind(table, StakeCollected)] == [1]
    dark = seat(BOOK, house, LOSES, {"blackjack": 10, key: 1}, {"blackjack": 10, key: 1})
    dark.press("lock")
    dark.press("lights", boxes=(1,), chips=1)  # chips are no part of this step, nor of the log
    assert dark.system.disputed
    assert dark.system.disputed.chips is None
    assert "box 2 has a wager and is not lit" in refused(lambda: dark.press("lights", boxes=(1, 2)))
    dark.resolve("sam", box=2)
    assert [each.box for each in of_kind(dark, StakeCollected)] == [1]


STRAIGHT = House(
    "colorado",
    "straight-jack-progressive-blackjack",
    wagers={
        "straight-jack-progressive": Choice(
            "SJP4", seeds={"progressive": 1_000_000}, rates={"progressive": Fraction(1, 4)}
        )
    },
)
STRAIGHTS = {"blackjack": 10, "straight-jack-progressive": 5}


def test_30_2110_2_each_wager_is_on_the_sensor_in_front_of_its_position() -> None:
    table = seat(BOOK, STRAIGHT, "9h 8h 7h 6c 9d 8d 7d Ts", STRAIGHTS, PLAIN, STRAIGHTS)
    locked, lights = of_kind(table, SystemUsed)[:2]
    assert locked.boxes == lights.boxes == (1, 3)


def test_30_2110_7_the_keypad_lights_the_sensors_and_the_wagers_stay_on_the_table() -> None:
    table = seat(BOOK, STRAIGHT, "9h 8h 7h Ts", STRAIGHTS)
    assert used(table)[:2] == [
        "lock straight-jack-progressive 1",
        "lights straight-jack-progressive 1",
    ]
    assert of_kind(table, SystemUsed)[0].clause == "1 CCR 207-1, 30-2110(7)"
    assert not of_kind(table, StakeCollected)


def test_30_2110_13_game_over_is_pressed_once_all_wagers_are_settled() -> None:
    table = deal(BOOK, STRAIGHT, "9h 8h 7h Ts", STRAIGHTS, ["stand"])
    over = of_kind(table, SystemUsed)[-1]
    assert (over.step, over.clause) == ("game over", "1 CCR 207-1, 30-2110(13)")
    assert isinstance(table.log[-1], RoundEnded)
    assert table.log[-2] == over


def test_30_2110_13_the_round_lasts_until_the_dealer_has_pressed_game_over() -> None:
    table = seat(BOOK, replace(STRAIGHT, pace="dealer"), "9h 8h 7h Ts", STRAIGHTS)
    table.press("lock")
    table.press("lights", boxes=(1,))
    while table.waits_for_dealer:
        table.go()
    answer(table, "stand")
    assert table.in_play
    assert not of_kind(table, RoundEnded)
    with pytest.raises(NotAllowed, match="A round is in play"):
        table.open_round()
    table.press("game over")
    assert isinstance(table.log[-1], RoundEnded)
    assert verify(BOOK, table.log) == []


FIVE = "As 9c 2h Ts 3d 4c 5h"  # ace to five: all of the meter under SJP4


def test_30_2110_15_b_ii_the_award_is_keyed_in_before_it_is_validated() -> None:
    table = answer(seat(BOOK, STRAIGHT, FIVE, STRAIGHTS), "hit", "hit", "hit", "stand")
    table.attend("sam")  # (15)(a): the dealer stopped for the hand
    keyed = next(each for each in of_kind(table, SystemUsed) if each.step == "award key")
    (slip,) = of_kind(table, SlipWritten)
    assert (keyed.slip, keyed.clause) == (slip.number, "1 CCR 207-1, 30-2110(15)(b)(ii)")
    table.validate(slip.number, "sam")
    order = [e for e in table.log if e == keyed or isinstance(e, SlipWritten | SlipValidated)]
    assert [type(each) for each in order] == [SlipWritten, SystemUsed, SlipValidated]


# -- § 633c.2(h)(2) and its twins: the light of an award -------------------------------------------

WINS = {
    "jackpot-party": "9h 8h Ah 8d 7d 9c",
    "match-the-dealer": "9h 8h 9c Kd 7d 9d",
    "super-4": "9h 8h Ah 8d 7d 9c",
    "blackjack-match": "As 8h 9c Kd 7d 9d",
}


@pytest.mark.parametrize("key", WINS)
def test_h_2_the_light_of_each_winner_is_on_before_the_wager_is_paid(key: str) -> None:
    choice, clause = TWINS[key]
    house = pennsylvania(**{key.replace("-", "_"): choice})
    table = seat(BOOK, house, WINS[key], {"blackjack": 10, key: 5}, PLAIN)
    while table.pending:
        answer(table, "0" if isinstance(table.pending.step, AskStake) else "stand")
    (light,) = (each for each in of_kind(table, SystemUsed) if each.step == "award light")
    assert (light.boxes, light.clause) == ((1,), clause.replace("(f)", "(h)(2)"))
    paid = next(each for each in of_kind(table, Settled) if each.wager == key)
    assert paid.back > 0
    assert table.log.index(light) < table.log.index(paid)


MATCH = pennsylvania(blackjack_match=Choice("Paytable A", stake=500, choices={"stake": "$5"}))
MATCHES = {"blackjack": 10, "blackjack-match": 5}


def test_633c_10_h_2_the_light_of_a_winner_is_on_before_anything_is_paid() -> None:
    table = seat(BOOK, MATCH, "As 9h 9h Kd 8h 8c", MATCHES, MATCHES)
    light = next(each for each in of_kind(table, SystemUsed) if each.step == "award light")
    assert (light.boxes, light.clause) == ((1,), "58 Pa. Code § 633c.10(h)(2)")
    paid = next(e for e in of_kind(table, Settled) if e.wager == "blackjack-match" and e.back)
    assert table.log.index(light) < table.log.index(paid)


def test_633c_10_h_2_the_dealer_sees_the_light_before_the_floor_validates() -> None:
    table = seat(BOOK, replace(MATCH, pace="dealer"), "Qs As As Qs", MATCHES)
    table.press("lock")
    table.press("count", chips=1)
    while table.waits_for_dealer:
        table.go()
    answer(table, "no", "0")
    assert table.slips == (1,)
    assert refused(lambda: table.validate(1, "sam")) == (
        "58 Pa. Code § 633c.10(h)(2): the dealer verifies the light of slip 1 first."
    )
    table.press("award light", boxes=(1,), slip=1)
    table.validate(1, "sam")
    assert of_kind(table, RoundEnded)
    assert verify(BOOK, table.log) == []


def test_633c_10_h_2_an_award_without_its_light_waits_for_a_floor_supervisors_word() -> None:
    table = seat(BOOK, replace(MATCH, pace="dealer"), "Qs As As Qs", MATCHES)
    table.press("lock")
    table.press("count", chips=1)
    while table.waits_for_dealer:
        table.go()
    answer(table, "no", "0")
    table.press("award light", boxes=(), slip=1)
    assert "box 1 has a wager and is not lit" in refused(lambda: table.validate(1, "sam"))
    table.resolve("sam", boxes=(1,), why="lamp replaced, award read from the system")
    table.validate(1, "sam")
    assert verify(BOOK, table.log) == []
