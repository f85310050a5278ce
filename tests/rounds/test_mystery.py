"""Mystery meters: who crosses the secret value, and what becomes of it (58 Pa. Code § 633c.14)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.money import parse_percent
from pitboss.progressive.link import Link
from pitboss.progressive.link_replay import verify_link
from pitboss.progressive.secret import SealedValue
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import SlipWritten, SystemUsed
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import balances
from pitboss.table.log.verification import verify
from pitboss.table.money.awards import own_links
from pitboss.table.table import Table
from tests.rounds.stack import (
    Stacked,
    Stakes,
    answer,
    done,
    of_kind,
    pennsylvania,
    press_all,
    results,
)

BOOK = load()
PARTY: Stakes = {"blackjack": 10, "jackpot-party": 5}
PLAIN = "9s 9d 9h 9h 9c 8c"  # two boxes of 18, and the dealer has 17


class Known:
    """Secret values that a test has chosen, and then the highest that there may be."""

    def __init__(self, *values: int) -> None:
        self._values = iter(values)

    def next(self, low: int, high: int) -> SealedValue:
        return SealedValue(next(self._values, high), "0" * 32, "seed 0")


FILED = {"qualifying-wager": "jackpot-party", "paid-from": "jackpot slip"}


def party(paytable: str = "Paytable A, $5", **choices: str) -> House:
    """$100 to $250, and 1% of $5 for each stake."""
    chosen = FILED | {name.replace("_", "-"): word for name, word in choices.items()}
    return pennsylvania(
        jackpot_party=Choice("P1", stake=500, choices={"envy": "not offered"}),
        must_hit_by=Choice(paytable, choices=chosen),
    )


def dealt(
    house: House, value: int, *boxes: Stakes, cards: str = PLAIN, order: Sequence[int] = ()
) -> Table:
    """A round just dealt, with the meters' secret value; `order` is that of the side bets."""
    opened = open_house(BOOK, house)
    meters = own_links(opened, Known(value))
    table = Table(opened, Stacked(parse_cards(cards)), BOOK.digest, meters=meters)
    table.open_round()
    for number, stakes in enumerate(boxes, 1):
        table.bet(number, ("ann", "bob")[number - 1], "blackjack", round(stakes["blackjack"] * 100))
    for number in order or range(1, len(boxes) + 1):
        for wager, dollars in boxes[number - 1].items():
            if wager != "blackjack":
                table.bet(number, ("ann", "bob")[number - 1], wager, round(dollars * 100))
    table.deal()
    return press_all(table)


def won(table: Table) -> list[tuple[str, int, str]]:
    return [(e.player, e.cents, e.source) for e in table.log if isinstance(e, SlipWritten)]


def mystery(table: Table, name: str = "must-hit-by mystery") -> Link:
    link = table.meters[name]
    assert isinstance(link, Link)
    return link


@pytest.mark.parametrize(
    ("value", "reading", "winner"),
    [
        (10_004, "above", ("ann", 10_005, "slip")),
        (10_005, "above", ("bob", 10_010, "slip")),
        (10_005, "reached", ("ann", 10_005, "slip")),
    ],
)
def test_633c_14_c_3_d_40_the_contribution_that_passes_the_value_wins_all_of_the_meter(
    value: int, reading: str, winner: tuple[str, int, str]
) -> None:
    table = dealt(party(D_40=reading), value, PARTY, PARTY)
    assert won(table) == [winner]
    kinds = [e.kind for e in table.log]
    assert kinds.index("slip") < kinds.index("card")  # at once, before the deal
    table.validate(1, "sam")
    answer(table, "stand", "stand")
    assert not table.in_play
    # (c)(5)(iv): back to the minimum, and ann's later neighbor feeds the new one
    assert mystery(table).meter.display == (10_005 if winner[0] == "ann" else 10_000)
    made = balances(table.log)
    assert (made["jackpot slips"], made["meter must-hit-by mystery"]) == (
        0,
        mystery(table).meter.display,
    )
    assert verify_link(mystery(table).log) == []


def test_633c_14_c_3_nothing_is_won_below_the_value() -> None:
    table = answer(dealt(party(), 20_000, PARTY, PARTY), "stand", "stand")
    assert won(table) == []
    assert mystery(table).meter.display == 10_010
    done(BOOK, table)


@pytest.mark.parametrize(("reading", "winner"), [("seat order", "ann"), ("order placed", "bob")])
def test_633c_14_c_3_d_40_c_in_what_order_contributions_count(reading: str, winner: str) -> None:
    """Both have bet on blackjack, ann first; bob's progressive stake is registered first."""
    table = dealt(party(D_40_c=reading), 10_004, PARTY, PARTY, order=(2, 1))
    assert [each[0] for each in won(table)] == [winner]


@pytest.mark.parametrize(("filed", "source"), [("rack", "rack"), ("jackpot slip", "slip")])
def test_633c_14_c_6_paid_from_the_rack_or_by_slip_as_the_house_filed(
    filed: str, source: str
) -> None:
    table = dealt(party(paid_from=filed), 10_004, PARTY, cards="9s 9d 9h 8c")
    assert won(table) == [("ann", 10_005, source)]
    done(BOOK, answer(table, "stand"))
    made = balances(table.log)
    assert (made["jackpot slips"], made["player ann"]) == (0, 10_005 - 500 + 1_000)


def test_633c_14_c_5_ii_a_floor_supervisor_validates_it() -> None:
    table = dealt(party(paid_from="rack"), 10_004, PARTY, cards="9s 9d 9h 8c")
    with pytest.raises(NotAllowed, match="not the dealer"):
        table.validate(1, "dealer")


def test_633c_14_c_1_a_player_without_the_qualifying_wager_feeds_and_wins_nothing() -> None:
    table = dealt(party(), 10_004, {"blackjack": 10}, PARTY)
    assert won(table) == [("bob", 10_005, "slip")]


def void(house: House) -> House:
    """Where a misdeal voids the round, dealt at the dealer's pace: no card has come yet."""
    return replace(house, pace="dealer", terms={"misdeal_dealer": "whole round void"})


def test_g_9_a_voided_round_takes_its_contributions_back() -> None:
    table = dealt(void(party()), 20_000, PARTY, PARTY)
    table.irregular("misdeal to the dealer", by="sam")
    assert [m.meter.display for m in table.meters.values()] == [5_000_000, 10_000]  # type: ignore[attr-defined]
    assert results(table)[:2] == [
        "jackpot-party $5: void, $5 back",
        "blackjack $10: void, $10 back",
    ]
    made = balances(table.log)
    assert [made[f"player {who}"] for who in ("ann", "bob")] == [0, 0]
    assert verify(BOOK, table.log) == []


def test_g_9_an_award_that_was_triggered_stands() -> None:
    table = dealt(void(party()), 10_004, PARTY, PARTY)
    table.irregular("misdeal to the dealer", by="sam")
    assert won(table) == [("ann", 10_005, "slip")]
    table.validate(1, "sam")
    assert verify(BOOK, table.log) == []
    made = balances(table.log)
    assert (made["player ann"], made["player bob"]) == (10_005, 0)
    assert mystery(table).meter.display == 10_000  # bob's went back; ann's went with the award
    assert made["meter must-hit-by mystery"] == 10_000


def test_633c_14_c_5_i_the_light_of_the_award_is_seen_before_the_slip_is_validated() -> None:
    table = dealt(party(), 10_004, PARTY, PARTY)
    light = next(each for each in of_kind(table, SystemUsed) if each.step == "award light")
    assert (light.wager, light.boxes) == ("must-hit-by", (1,))
    assert light.clause == "58 Pa. Code § 633c.14(c)(5)(i)"
    assert table.log.index(light) < table.log.index(of_kind(table, SlipWritten)[0])


def test_g_9_contributions_may_be_kept_by_each_meters_own_reading() -> None:
    table = dealt(void(party(G_9="kept")), 20_000, PARTY)
    table.irregular("misdeal to the dealer", by="sam")
    assert [m.meter.display for m in table.meters.values()] == [5_000_000, 10_005]  # type: ignore[attr-defined]


def test_633c_14_a_blazing_7s_may_feed_it() -> None:
    drawn = {"third-card": "drawn card"}
    blazing = Choice("A", stake=100, rates={"meter": Fraction(1, 10)}, choices=drawn)
    chosen = {**FILED, "qualifying-wager": "blazing-7s"}
    house = pennsylvania(blazing_7s=blazing, must_hit_by=Choice("Paytable B, $1", choices=chosen))
    table = dealt(house, 10_004, {"blackjack": 10, "blazing-7s": 1}, cards="9s 9d 9h 8c")
    assert won(table) == [("ann", 10_005, "slip")]  # 5% of $1


def test_633c_14_c_1_the_qualifying_wager_must_be_at_the_table() -> None:
    with pytest.raises(NotAllowed, match=r"\(c\)\(1\): .* rides on blazing-7s, which is not off"):
        open_house(BOOK, party(qualifying_wager="blazing-7s"))


def test_633a_6_e_10_hit_and_run_is_named_and_cannot_be_dealt() -> None:
    wagers = {"hit-and-run": Choice()}
    with pytest.raises(NotAllowed, match=r"\(10\): Hit and Run .* the law prints no pay table"):
        open_house(BOOK, replace(pennsylvania(), wagers=wagers))
    with pytest.raises(NotAllowed, match="rides on hit-and-run"):
        open_house(BOOK, party(qualifying_wager="hit-and-run"))


@pytest.mark.parametrize(
    ("paytable", "rate"),
    [("Paytable A, $1", "2%"), ("Paytable A, $2", "1.5%"), ("Paytable A, $5", "1%")],
)
def test_633c_14_c_4_a_5_dollar_wager_meets_every_minimum(paytable: str, rate: str) -> None:
    opened = open_house(BOOK, party(paytable))
    assert opened.meters["must-hit-by mystery"].state.rate == parse_percent(rate)
    table = dealt(party(paytable), 19_000, PARTY, cards="9s 9d 9h 8c")
    assert mystery(table).meter.shown == 10_000 + 500 * parse_percent(rate)


def test_633c_14_c_4_a_wager_below_the_minimum_does_not_qualify() -> None:
    for paytable, least in (("Paytable A, $2", 2), ("Paytable A, $5", 5)):
        house = party(paytable)
        low = replace(house.wagers["jackpot-party"], paytable="P3", stake=100)
        says = rf"needs a wager with a stake of \${least} or more, not Jackpot Party"
        with pytest.raises(NotAllowed, match=says):
            open_house(BOOK, replace(house, wagers={**house.wagers, "jackpot-party": low}))


def test_633c_14_c_4_d_41_or_each_configuration_is_for_one_amount() -> None:
    for paytable, only in (("Paytable A, $1", 1), ("Paytable A, $2", 2)):
        with pytest.raises(NotAllowed, match=rf"a wager with a stake of \${only}, not Jackpot"):
            open_house(BOOK, party(paytable, D_41="that amount only"))
    open_house(BOOK, party("Paytable A, $5", D_41="that amount only"))


@pytest.mark.parametrize("reading", ["that amount or more", "that amount only"])
def test_633c_14_c_4_d_41_blazing_7s_at_2_dollars_has_the_2_dollar_configuration(
    reading: str,
) -> None:
    blazing = Choice(
        "A",
        stake=200,
        seeds={"meter": 400_000},
        rates={"meter": Fraction(1, 10)},
        choices={"third-card": "drawn card"},
    )
    chosen = {**FILED, "qualifying-wager": "blazing-7s", "D-41": reading}
    house = pennsylvania(blazing_7s=blazing, must_hit_by=Choice("Paytable A, $2", choices=chosen))
    stakes: Stakes = {"blackjack": 10, "blazing-7s": 2}
    table = dealt(house, 10_002, stakes, cards="9s 9d 9h 8c")
    assert won(table) == [("ann", 10_003, "slip")]  # 1.5% of $2


@pytest.mark.parametrize("table", [each.id for each in BOOK.wager("must-hit-by").paytables])
def test_633c_14_every_configuration_opens_by_default_with_a_wager_to_bet_on(table: str) -> None:
    game = find_game(BOOK, "pennsylvania/blackjack")
    house = file_house(BOOK, game, Wish(wagers=[f"must-hit-by={table}"])).opened.house
    assert [*house.wagers] == ["jackpot-party", "must-hit-by"]
    beside = file_house(BOOK, game, Wish(wagers=["blazing-7s", f"must-hit-by={table}"])).opened
    assert beside.meters["must-hit-by mystery"].fed_by == "blazing-7s"


def test_633c_14_c_2_d_41_b_beside_the_wagers_own_rate_or_out_of_it() -> None:
    rates = {}
    for reading in ("beside it", "out of it"):
        meters = open_house(BOOK, party(D_41_b=reading)).meters
        rates[reading] = meters["jackpot-party progressive"].state.rate
    assert rates["beside it"] - rates["out of it"] == Fraction(1, 100)


SUPER: Stakes = {"blackjack": 10, "super-4": 5}


def super_4(**choices: str) -> House:
    chosen = {name.replace("_", "-"): word for name, word in choices.items()}
    return pennsylvania(
        super_4=Choice(
            "Paytable 1, Option 1", choices={"A-2": "suit and rank", "suit": "diamonds"}
        ),
        super_4_mystery=Choice("Configuration 3", choices=chosen),
    )


def test_633c_6_j_super_4_has_a_mystery_of_its_own() -> None:
    table = dealt(super_4(), 10_009, SUPER, SUPER)  # 2% of $5
    assert won(table) == [("ann", 10_010, "slip")]
    answer(table, "stand", "stand")
    assert mystery(table, "super-4-mystery mystery").meter.display == 10_010
    done(BOOK, table)


def test_633c_6_j_d_24_the_blackjack_wager_may_feed_it_at_boxes_with_super_4() -> None:
    house = super_4(D_24="Blackjack wager")
    table = dealt(house, 10_019, {"blackjack": 10}, SUPER)  # 2% of bob's $10
    assert won(table) == [("bob", 10_020, "slip")]
    gone = dealt(void(house), 15_000, SUPER)
    assert mystery(gone, "super-4-mystery mystery").meter.display == 10_020
    gone.irregular("misdeal to the dealer")
    assert mystery(gone, "super-4-mystery mystery").meter.display == 10_000


def test_633c_6_j_its_refusals_name_its_own_section() -> None:
    """At 2% of the wager a stake of $100,000 adds more than any maximum."""
    house = replace(super_4(D_24="Blackjack wager"), most=10_000_000)
    says = r"^58 Pa\. Code § 633c\.6.*: a stake of \$100,000 alone lifts the mystery meter past its"
    with pytest.raises(NotAllowed, match=says):
        own_links(open_house(BOOK, house))
