"""What a hand brings to the others at the table, and what comes with another wager."""

from dataclasses import replace

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import EnvyPaid, SlipWritten
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import balances
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, pennsylvania, results, seat

BOOK = load()


def envy(table: Table) -> list[tuple[str, int]]:
    """Who was paid for another's hand, and how much."""
    return [(e.player or e.to, e.cents) for e in table.log if isinstance(e, EnvyPaid)]


# -- Blackjack Match (§ 633c.10(h)(5), (k)) --------------------------------------------------------

MATCH = {"blackjack": 10, "blackjack-match": 5}


def match(stake: int = 500, **choices: str) -> House:
    chosen = {"offered": "yes"} | {name.replace("_", "-"): w for name, w in choices.items()}
    return pennsylvania(
        blackjack_match=Choice("Paytable A", stake=stake, choices={"stake": f"${stake // 100}"}),
        blackjack_match_envy=Choice(f"${stake // 100} wager", choices=chosen),
    )


def test_633c_10_h_5_every_other_bettor_is_paid_for_matching_suited_blackjacks() -> None:
    cards = "Qs 9c 4c 8c As  As 9d 4d 8d Qs"  # ann and the dealer match in spades
    table = seat(BOOK, match(), cards, MATCH, MATCH, MATCH, {"blackjack": 10})
    done(BOOK, answer(table, "no", "0", "0", "0", "0"))
    assert envy(table) == [("bob", 100_000), ("cat", 100_000)]  # dan has no such wager


def test_633c_10_k_ace_king_pays_3000_and_at_a_dollar_600() -> None:
    cards = "Ks 9c As As 9d Ks"
    table = seat(BOOK, match(), cards, MATCH, MATCH)
    assert envy(done(BOOK, answer(table, "no", "0", "0"))) == [("bob", 300_000)]
    dollar = {"blackjack": 10, "blackjack-match": 1}
    table = seat(BOOK, match(100), cards, dollar, dollar)
    assert envy(done(BOOK, answer(table, "no", "0", "0"))) == [("bob", 60_000)]


def test_633c_10_h_5_several_matches_bring_several_bonuses_and_j_the_meter_is_shared() -> None:
    table = seat(BOOK, match(), "Ks Ks As As As Ks", MATCH, MATCH)
    answer(table, "no", "0", "no", "0")
    assert envy(table) == [("ann", 300_000), ("bob", 300_000)]
    slips = [e.cents for e in table.log if isinstance(e, SlipWritten)]
    assert slips == [500_065, 500_065]  # (j): $10,000 and 13% of two stakes, in equal parts
    done(BOOK, table)


def test_633c_10_h_5_no_envy_where_the_house_did_not_choose_it() -> None:
    table = seat(BOOK, match(offered="no"), "Ks 9c As As 9d Ks", MATCH, MATCH)
    assert envy(done(BOOK, answer(table, "no", "0", "0"))) == []


@pytest.mark.parametrize(("reading", "paid"), [("none", []), ("other box", [("ann", 300_000)])])
def test_633c_10_h_5_g_4_a_players_own_second_box(reading: str, paid: list[object]) -> None:
    opened = open_house(BOOK, match(G_4=reading))
    table = Table(opened, Stacked(parse_cards("Ks 9c As As 9d Ks")), BOOK.digest)
    table.open_round()
    for box in (1, 2):
        for wager, dollars in MATCH.items():
            table.bet(box, "ann", wager, dollars * 100)
    table.deal()
    assert envy(done(BOOK, answer(table, "no", "0", "0"))) == paid


# -- Jackpot Party (§ 633c.2(i), readings D-7 and D-7-b) -------------------------------------------

PARTY = {"blackjack": 10, "jackpot-party": 5}
ROYAL = "Qd 9c Ad Jd 9d Kd"  # ann and the dealer make the royal flush in diamonds
SPADES = "Qs 9c As Js 9d Ks"


def party(paytable: str = "P10", **choices: str) -> House:
    chosen = {"envy": "offered"} | {name.replace("_", "-"): w for name, w in choices.items()}
    return pennsylvania(jackpot_party=Choice(paytable, stake=500, choices=chosen))


def royal(house: House, cards: str = ROYAL) -> Table:
    return done(BOOK, answer(seat(BOOK, house, cards, PARTY, PARTY), "0", "0"))


def test_633c_2_i_envy_is_the_printed_most_or_what_the_house_filed() -> None:
    assert envy(royal(party())) == [("bob", 300_000)]
    assert envy(royal(party(), SPADES)) == [("bob", 100_000)]
    assert envy(royal(party(envy_diamonds="$2,500"))) == [("bob", 250_000)]
    assert envy(royal(party(envy_diamonds="$2,500"), SPADES)) == [("bob", 100_000)]


def test_633c_2_i_no_envy_where_the_table_prints_none_or_the_house_offers_none() -> None:
    assert envy(royal(party("P1"))) == []
    assert envy(royal(party("P30 option A"))) == []
    assert envy(royal(party(envy="not offered"))) == []
    assert envy(royal(party(D_7_b="nobody"))) == []


def test_633c_2_i_d_7_a_bonus_above_the_figure_or_other_than_it_is_refused_at_opening() -> None:
    with pytest.raises(NotAllowed, match=r"envy-diamonds is at most \$3,000, not \$3,001"):
        open_house(BOOK, party(envy_diamonds="$3,001"))
    with pytest.raises(NotAllowed, match=r"envy-diamonds is \$3,000, not \$2,500"):
        open_house(BOOK, party(envy_diamonds="$2,500", D_7="the figure"))


# -- the dealer's envy -----------------------------------------------------------------------------


def test_30_2115_6_lucky_george_pays_the_dealer_beside_the_player() -> None:
    house = House("colorado", least=100, wagers={"trilux-lucky-george": Choice("TRILG-02")})
    bets = {"blackjack": 10, "trilux-lucky-george": 4}
    table = deal(BOOK, house, "8s 10s 9s 7c", bets, ["stand"])
    assert results(table)[:2] == [
        "trilux-lucky-george $4: Straight Flush, $104 back",
        "trilux-lucky-george envy: Straight Flush, $10 to the dealer",
    ]
    assert balances(table.log)["tip box"] == 1_000  # whatever the stake (E-8)


def test_20_18_15_30_17_6_lucky_george_may_go_to_the_token_pool() -> None:
    house = House(
        "south_dakota",
        "trilux-blackjack",
        terms={"lucky_george_to": "dealer token pool"},
        wagers={"trilux-lucky-george": Choice("TRILG-01")},
    )
    bets = {"blackjack": 10, "trilux-lucky-george": 2}
    made = balances(deal(BOOK, house, "8s 10d 9h 7c", bets, ["stand"]).log)
    assert (made["dealer token pool"], made["tip box"]) == (100, 0)


def test_30_2115_7_the_trilux_progressive_has_a_dealers_envy_that_lessens_nothing() -> None:
    progressive = Choice("Pay table 01", stake=500, choices={"B-64": "not paid"})
    house = House("colorado", wagers={"trilux-progressive": progressive})
    bets = {"blackjack": 10, "trilux-progressive": 5}
    table = deal(BOOK, house, "As Qs Ks 9c", bets)
    assert envy(table) == [("dealer", 10_000)]
    assert [e.cents for e in table.log if isinstance(e, SlipWritten)] == [1_000_120]
    made = balances(table.log)
    assert (made["tip box"], made["meter trilux-progressive progressive"]) == (10_000, 1_000_000)


# -- bonuses ---------------------------------------------------------------------------------------

SEVEN = "As 2h Kd 2c 3h 2d 4c 2s 10c"  # the dealer busts with seven cards
EIGHT = "As 2h Kd 2c 2d 3h 2s 3c 2d 9c"


def buster(bonus: str = "B1", **choices: str) -> House:
    return pennsylvania(
        buster_blackjack=Choice("Six decks, Paytable A"),
        buster_bonus=Choice(bonus, choices={"offered": "yes"} | choices),
    )


@pytest.mark.parametrize(
    ("cards", "bonus", "amount"),
    [(SEVEN, "B1", 1_000), (EIGHT, "B1", 8_000), (EIGHT, "B2", 5_000)],
)
def test_633c_13_i_a_blackjack_with_a_5_dollar_buster_wins_the_bonus(
    cards: str, bonus: str, amount: int
) -> None:
    bets = {"blackjack": 10, "buster-blackjack": 5}
    table = deal(BOOK, buster(bonus), cards, bets)
    assert f"${amount} back" in results(table)[-1]
    assert results(table)[-1].startswith("buster-bonus $0: ")


def test_633c_13_i_not_below_5_dollars_and_not_without_a_blackjack() -> None:
    small = {"blackjack": 10, "buster-blackjack": 4}
    assert results(deal(BOOK, buster(), SEVEN, small))[-1] == (
        "buster-blackjack $4: Seven cards, $204 back"
    )
    bets = {"blackjack": 10, "buster-blackjack": 5}
    plain = deal(BOOK, buster(), SEVEN.replace("As", "9s"), bets, ["stand"])
    assert results(plain)[-1] == "buster-blackjack $5: Seven cards, $255 back"
    none = deal(BOOK, buster(offered="no"), SEVEN, bets)
    assert results(none)[-1] == "buster-blackjack $5: Seven cards, $255 back"


def test_633c_13_i_no_bonus_with_six_cards() -> None:
    bets = {"blackjack": 10, "buster-blackjack": 5}
    table = deal(BOOK, buster(), "As 2h Kd 2c 3h 2d 4c 10s", bets)
    assert results(table)[-1] == "buster-blackjack $5: Six cards, $80 back"


def crown() -> House:
    return pennsylvania(royal_match_21=Choice("Industry version 1"), crown_treasure=Choice())


def test_633a_1_crown_treasure_pays_beside_royal_match_when_both_hold_one() -> None:
    bets = {"blackjack": 10, "royal-match-21": 2}
    table = deal(BOOK, crown(), "Ks Kh Qs Qh", bets, ["stand"])
    assert results(table) == [
        "royal-match-21 $2: Royal Match, $52 back",
        "crown-treasure $0: Royal Match for player and dealer, $2000 back",
        "blackjack $10: 20 each, $10 back",
    ]
    table = deal(BOOK, crown(), "Ks Kh Qs Qd", bets, ["stand"])
    assert "crown-treasure" not in " ".join(results(table))


def test_633a_6_e_crown_treasure_needs_royal_match_at_the_table() -> None:
    with pytest.raises(NotAllowed, match="Crown Treasure bonus needs Royal Match"):
        open_house(BOOK, replace(crown(), wagers={"crown-treasure": Choice()}))
