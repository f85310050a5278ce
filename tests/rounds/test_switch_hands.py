"""Named rounds of Switch Hands and Blackjack Premium (58 Pa. Code § 633c.4).

At one box the first two cards are the switch cards; then come player, dealer, player, dealer.
"""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed
from pitboss.rulebook.load import load
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import view
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, results, seat, told

BOOK = load()
HOUSE = House("pennsylvania", "switch-hands")
PREMIUM = House("pennsylvania", "blackjack-premium", readings={"G-5-b": "before the swap"})
BETS = {"blackjack": 10, "switch-hands-ante": 2}
PLAIN = {"blackjack": 10}
FEE = "switch-hands-ante $2: ante, $0 back"


def paid(
    cards: str, *words: str, house: House = HOUSE, bets: Mapping[str, float] = BETS
) -> list[str]:
    """What became of every stake of one box."""
    return results(deal(BOOK, house, cards, bets, words))


def reading(house: House, **choices: str) -> House:
    """The same house under other readings: `D_12="fee"`."""
    made = {key.replace("_", "-"): word for key, word in choices.items()}
    return replace(house, readings={**house.readings, **made})


def open_table(house: House) -> Table:
    table = Table(open_house(BOOK, house), Stacked([]), BOOK.digest)
    table.open_round()
    return table


def refused(table: Table, *bet: object) -> str:
    """Why a bet of ann's at box 1 is not taken; nothing changes then."""
    before = len(table.log)
    with pytest.raises(NotAllowed) as error:
        table.bet(1, "ann", *bet)  # type: ignore[arg-type]
    assert len(table.log) == before
    return str(error.value)


# -- (b), (c): stakes ------------------------------------------------------------------------------


def test_633c_4_b_blackjack_wagers_are_in_steps_of_five_dollars() -> None:
    table = open_table(HOUSE)
    assert refused(table, "blackjack", 1_200) == (
        "58 Pa. Code § 633c.4(b): Blackjack stakes are whole multiples of $5, not $12."
    )
    table.bet(1, "ann", "blackjack", 1_500)


def test_633c_4_c_every_player_antes_one_dollar_for_five() -> None:
    table = open_table(HOUSE)
    assert "needs a stake on blackjack" in refused(table, "switch-hands-ante", 200)
    table.bet(1, "ann", "blackjack", 1_500)
    assert refused(table, "switch-hands-ante", 200) == (
        "58 Pa. Code § 633c.4(c): Switch Hands ante must be exactly 1/5 x blackjack, not $2."
    )
    with pytest.raises(NotAllowed, match=r"4\(c\): box 1 needs a stake on Switch Hands ante"):
        table.deal()
    assert table.betting
    table.bet(1, "ann", "switch-hands-ante", 300)
    with pytest.raises(NotAllowed, match="no bets for the dealer on Switch Hands ante"):
        table.tip(1, "switch-hands-ante", 100)


# -- (d)-(f), (j): dealing and the switch ----------------------------------------------------------


def test_633c_4_d_e_f_1_the_cards_that_are_kept_and_those_nobody_sees() -> None:
    table = deal(BOOK, HOUSE, "As Ks 10s 7h 9d 10c", BETS, ["keep", "stand"])
    assert told(table) == [
        "box 1 switch gets As face down",
        "box 1 switch gets Ks face down",
        "box 1 gets 10s",
        "dealer gets 7h",
        "box 1 gets 9d",
        "dealer gets 10c face down",
        "box 1 may keep,switch",
        "> keep",
        "discards gets As face down",
        "discards gets Ks face down",
        FEE,
        "box 1 may stand,hit,double,double for less,surrender",
        "> stand",
        "the dealer turns 10c",
        "blackjack $10: 19 beats 17, $20 back",
    ]
    for who in ("ann", "bob", "dealer"):
        seen = "\n".join(map(str, view(table.log, who)))
        assert "As" not in seen
        assert "Ks" not in seen
        assert seen.count("??") == 5
    assert "As" in "\n".join(map(str, view(table.log, "surveillance")))


def test_633c_4_f_2_the_cards_that_are_switched_for() -> None:
    table = deal(BOOK, HOUSE, "6s 5s 10s 7h 6d 10c 9c", BETS, ["switch", "double"])
    assert told(table)[6:] == [
        "box 1 may keep,switch",
        "> switch",
        "discards gets 10s",
        "discards gets 6d",
        "box 1 switch turns 6s",
        "box 1 gets 6s",
        "box 1 switch turns 5s",
        "box 1 gets 5s",
        FEE,
        "box 1 may stand,hit,double,double for less,surrender",
        "> double",
        "box 1 gets 9c",
        "the dealer turns 10c",
        "blackjack $20: 20 beats 17, $40 back",
    ]


def test_633c_4_f_nobody_can_tell_the_switch_cards_before_they_are_turned() -> None:
    tables = [seat(BOOK, HOUSE, f"{cards} 10s 7h 6d 10c", BETS) for cards in ("As Ks", "2s 3h")]
    for who in ("ann", "dealer"):
        one, other = ([str(each) for each in view(t.log, who)] for t in tables)
        assert one == other


def test_633c_4_d_f_dealt_from_the_left_and_asked_from_the_right() -> None:
    cards = "2s 3s 4s 5s 10s 10h 7h 9s 9h 10c"
    table = seat(BOOK, HOUSE, cards, BETS, BETS)
    assert [line.split(" gets")[0] for line in told(table)[:4]] == [
        *("box 1 switch", "box 2 switch"),
        *("box 1 switch", "box 2 switch"),
    ]
    assert told(table)[-1] == "box 2 may keep,switch"
    answer(table, "keep")
    assert told(table)[-1] == "box 1 may keep,switch"
    done(BOOK, answer(table, "keep", "stand", "stand"))
    left = reading(HOUSE, D_16="from the dealer's left")
    assert told(seat(BOOK, left, cards, BETS, BETS))[-1] == "box 1 may keep,switch"


def test_633c_4_f_asked_before_insurance_and_the_card_reader() -> None:
    table = seat(BOOK, HOUSE, "10d 10h 10s Ah 9d Kc", BETS)
    assert told(table)[-1] == "box 1 may keep,switch"
    assert results(done(BOOK, answer(table, "switch", "5"))) == [
        FEE,
        "insurance $5: dealer natural, $15 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_633c_4_j_the_switch_cards_may_be_dealt_after_the_blackjack_hands() -> None:
    after = replace(HOUSE, terms={"switch_cards": "after the Blackjack hands"})
    table = deal(BOOK, after, "10s 7h 9d 10c As Ks", BETS, ["switch"])
    assert told(table)[3:6] == [
        "dealer gets 10c face down",
        "box 1 switch gets As face down",
        "box 1 switch gets Ks face down",
    ]
    assert results(table) == [FEE, "blackjack $10: natural, $30 back"]


def test_633c_4_f_a_word_that_is_not_offered() -> None:
    table = seat(BOOK, HOUSE, "As Ks 10s 7h 9d 10c", BETS)
    assert table.pending
    with pytest.raises(NotAllowed, match=r"'peek' is not legal for box 1: keep or switch \(58 Pa."):
        table.answer(table.pending.number, "peek")


# -- (c), (l): what becomes of the ante ------------------------------------------------------------


def test_633c_4_c_reading_d_12_the_ante_is_a_fee() -> None:
    for word in ("keep", "switch"):
        assert paid("10h 9h 10s 7h 9d 10c", word, "stand")[0] == FEE


def test_633c_4_c_reading_d_12_returned_unless_switched() -> None:
    house = reading(HOUSE, D_12="returned unless switched")
    cards = "10h 9h 10s 7h 9d 10c"
    assert paid(cards, "switch", "stand", house=house)[0] == FEE
    assert paid(cards, "keep", "stand", house=house)[0] == (
        "switch-hands-ante $2: not switched, $2 back"
    )


@pytest.mark.parametrize(
    ("cards", "words", "ante"),
    [
        ("2s 3s 10s 7h 9d 10c", ["keep", "stand"], "19 beats 17, $4 back"),
        ("2s 3s 10s 7h 6d 10c", ["keep", "stand"], "17 beats 16, $0 back"),
        ("2s 3s 10s 7h 7d 10c", ["keep", "stand"], "17 each, $2 back"),
        ("2s 3s 10s 7h 6d 10c Kd", ["keep", "hit"], "bust, $0 back"),
        ("2s 3s As 7h Kd 10c", ["keep"], "natural, $4 back"),
        ("2s 3s 10s Kh 9d Ac", ["keep"], "dealer natural, $0 back"),
        ("2s 3s 6s 7h 5d 10c 10d", ["keep", "double"], "21 beats 17, $4 back"),
    ],
)
def test_633c_4_c_reading_d_12_rides_with_the_hand(cards: str, words: list[str], ante: str) -> None:
    house = reading(HOUSE, D_12="rides with the hand")
    assert paid(cards, *words, house=house)[1] == f"switch-hands-ante $2: {ante}"


def test_633c_4_c_reading_d_12_an_ante_that_rides_is_not_split_and_half_surrendered() -> None:
    house = reading(HOUSE, D_12="rides with the hand")
    assert paid("2s 3s 8s 7h 8d 10c 10d 9c", "keep", "split", "stand", "stand", house=house) == [
        "blackjack $10: 18 beats 17, $20 back",
        "switch-hands-ante $2: 18 beats 17, $4 back",
        "blackjack $10: 17 each, $10 back",
    ]
    assert paid("2s 3s 10s 7h 6d 10c", "keep", "surrender", house=house)[2:] == [
        "switch-hands-ante $1: surrender, $0 back",
        "switch-hands-ante $1: surrender, $1 back",
    ]


def test_633c_4_c_reading_d_12_an_ante_that_rides_wins_nothing_on_a_paid_tie() -> None:
    house = replace(reading(HOUSE, D_12="rides with the hand"), terms={"tied_natural": "1 to 2"})
    assert paid("As Kd 10s Kh 9d Ac", "switch", house=house) == [
        "blackjack $10: both naturals, $15 back",
        "switch-hands-ante $2: both naturals, $2 back",
    ]


# -- (g): side wagers ------------------------------------------------------------------------------


def with_pairs(house: House) -> House:
    return replace(house, wagers={"perfect-pairs": Choice()})


PAIRS = {**BETS, "perfect-pairs": 5}
PAIR_LIES_DOWN = "9h 9c 10s 7h 8d 10c"


def test_633c_4_g_reading_g_5_side_wagers_see_the_cards_in_play() -> None:
    house = with_pairs(HOUSE)
    kept = paid(PAIR_LIES_DOWN, "keep", "stand", house=house, bets=PAIRS)
    assert kept[:2] == [FEE, "perfect-pairs $5: no hand, $0 back"]
    switched = paid(PAIR_LIES_DOWN, "switch", "stand", house=house, bets=PAIRS)
    assert switched[:2] == [FEE, "perfect-pairs $5: Mixed pair, $35 back"]
    before = reading(house, G_5="before the swap")
    switched = paid(PAIR_LIES_DOWN, "switch", "stand", house=before, bets=PAIRS)
    assert switched[:2] == ["perfect-pairs $5: no hand, $0 back", FEE]


# -- (h): surrender, double down, split ------------------------------------------------------------


def test_633c_4_h_reading_d_15_all_three_on_either_hand() -> None:
    cards = "8s 8h 8d 7h 8c 10c"
    for word in ("keep", "switch"):
        table = answer(seat(BOOK, HOUSE, cards, BETS), word)
        assert told(table)[-1] == "box 1 may stand,hit,double,double for less,split,surrender"
    assert results(done(BOOK, answer(table, "surrender")))[1:] == [
        "blackjack $5: surrender, $0 back",
        "blackjack $5: surrender, $5 back",
    ]
    played = ["switch", "split", "stand", "stand"]
    assert paid(f"{cards} 10d 9c", *played)[1:] == [
        "blackjack $10: 18 beats 17, $20 back",
        "blackjack $10: 17 each, $10 back",
    ]


def test_633c_4_h_reading_d_15_surrender_only_after_a_switch() -> None:
    house = reading(HOUSE, D_15="surrender only after a switch")
    cards = "8s 8h 8d 7h 8c 10c"
    table = answer(seat(BOOK, house, cards, BETS), "switch")
    assert told(table)[-1] == "box 1 may stand,hit,surrender"
    table = answer(seat(BOOK, house, cards, BETS), "keep")
    assert told(table)[-1] == "box 1 may stand,hit,double,double for less,split,surrender"


# -- (i): odds of Switch Hands ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("down", "up", "word", "back"),
    [
        ("2s 3s", "As Ks", "keep", "natural, $25 back"),  # (i)(1), though of one suit
        ("As Ks", "2s 3s", "switch", "natural, $30 back"),  # of one suit
        ("As Kc", "2s 3s", "switch", "natural, $30 back"),  # of one color
        ("Ah Kd", "2s 3s", "switch", "natural, $30 back"),
        ("As Kd", "2s 3s", "switch", "natural, $25 back"),
        ("As Ks", "Ad Ks", "keep", "natural, $25 back"),
    ],
)
def test_633c_4_i_a_blackjack_of_one_color_pays_2_to_1_to_who_switched(
    down: str, up: str, word: str, back: str
) -> None:
    one, two = up.split()
    assert paid(f"{down} {one} 7h {two} 10c", word)[1] == f"blackjack $10: {back}"


def test_633c_4_i_1_2_other_winning_hands_pay_even_money() -> None:
    for word in ("keep", "switch"):
        assert paid("10h 9h 10s 7h 9d 10c", word, "stand")[1].endswith("19 beats 17, $20 back")
    split = paid("As Ah 10s 7h 9d 10c Ks Kh", "switch", "split")
    assert split[1:] == ["blackjack $10: 21 beats 17, $20 back"] * 2


def test_633c_4_i_2_ii_a_tied_blackjack_is_paid_where_filed_and_switched() -> None:
    filed = replace(HOUSE, terms={"tied_natural": "1 to 2"})
    switched, kept = "As Ks 10s Kh 9d Ac", "10s 9d As Kh Ks Ac"
    assert paid(switched, "switch")[1] == "blackjack $10: both naturals, $10 back"
    assert paid(switched, "switch", house=filed)[1] == "blackjack $10: both naturals, $15 back"
    assert paid(kept, "keep", house=filed)[1] == "blackjack $10: both naturals, $10 back"


def test_633c_4_a_3_reading_d_13_who_is_paid_2_to_1() -> None:
    placed = reading(HOUSE, D_13="ante placed")
    assert paid("2s 3s As 7h Ks 10c", "keep", house=placed)[1].endswith("$30 back")
    switched = reading(PREMIUM, D_13="switched only")
    assert paid("2s 3s As 7h Ks 10c", "keep", house=switched)[1].endswith("$25 back")
    assert paid("As Ks 2s 7h 3s 10c", "switch", house=switched)[1].endswith("$30 back")


def test_633a_8_even_money_on_a_switched_blackjack() -> None:
    assert paid("As Ks 10s Ah 9d Kc", "switch", "even money")[1] == (
        "blackjack $10: even money, $20 back"
    )


# -- (k)-(o): Blackjack Premium --------------------------------------------------------------------


def test_633c_4_k_without_the_ante_a_player_plays_ordinary_blackjack() -> None:
    table = seat(BOOK, PREMIUM, "As Ks 10s 10h 7h 9d 9s 10c", {"blackjack": 12}, BETS)
    assert told(table)[:2] == ["box 2 switch gets As face down", "box 2 switch gets Ks face down"]
    assert told(table)[-1] == "box 2 may keep,switch"
    assert results(done(BOOK, answer(table, "switch", "stand"))) == [
        FEE,
        "blackjack $10: natural, $30 back",
        "blackjack $12: 19 beats 17, $24 back",
    ]
    assert paid("As 7h Ks 10c", house=PREMIUM, bets=PLAIN) == ["blackjack $10: natural, $25 back"]


def test_633c_4_b_k_with_the_ante_the_blackjack_wager_is_in_steps() -> None:
    table = open_table(PREMIUM)
    table.bet(1, "ann", "blackjack", 1_200)
    assert refused(table, "switch-hands-ante", 240) == (
        "58 Pa. Code § 633c.4(b), (k): with the ante, Blackjack stakes are whole multiples of $5, "
        "not $12."
    )


def test_633c_4_k_the_ante_cannot_follow_the_first_card() -> None:
    table = seat(BOOK, PREMIUM, "10s 7h 9d 10c", PLAIN)
    assert refused(table, "switch-hands-ante", 200) == (
        "No more bets: stakes are placed before the deal."
    )


def test_633c_4_m_reading_g_5_b_must_be_chosen() -> None:
    with pytest.raises(NotAllowed) as error:
        open_house(BOOK, House("pennsylvania", "blackjack-premium"))
    assert str(error.value) == (
        "§ 633c.4(m): choose reading G-5-b for Blackjack Premium: "
        "'before the swap' or 'after the swap'."
    )
    with pytest.raises(NotAllowed, match=r"reading G-5-b must be .* not 'never'"):
        open_house(BOOK, reading(PREMIUM, G_5_b="never"))


def test_633c_4_m_reading_g_5_b_side_wagers_are_settled_before_the_swap_or_after() -> None:
    before = with_pairs(PREMIUM)
    found = paid(PAIR_LIES_DOWN, "switch", "stand", house=before, bets=PAIRS)
    assert found[:2] == ["perfect-pairs $5: no hand, $0 back", FEE]
    after = reading(before, G_5_b="after the swap")
    found = paid(PAIR_LIES_DOWN, "switch", "stand", house=after, bets=PAIRS)
    assert found[:2] == [FEE, "perfect-pairs $5: Mixed pair, $35 back"]


def test_633c_4_n_surrender_double_and_split_in_premium() -> None:
    table = answer(seat(BOOK, PREMIUM, "8s 8h 10d 7h 8c 10c", BETS), "switch")
    every = "box 1 may stand,hit,double,double for less,split,surrender"
    assert told(table)[-1] == every
    table = answer(seat(BOOK, PREMIUM, "Ks 10h 10d 7h 8c 10c", BETS), "switch")
    assert told(table)[-1] == every  # § 633a.11: two cards of equal value


def test_633c_4_o_with_the_ante_a_blackjack_of_one_color_pays_2_to_1_switched_or_not() -> None:
    assert paid("2s 3s As 7h Kc 10c", "keep", house=PREMIUM)[1].endswith("natural, $30 back")
    assert paid("2s 3s As 7h Kd 10c", "keep", house=PREMIUM)[1].endswith("natural, $25 back")
    assert paid("As Kc 2s 7h 3s 10c", "switch", house=PREMIUM)[1].endswith("natural, $30 back")


def test_633c_4_o_reading_d_14_a_tied_blackjack_pays_1_to_2_with_the_ante() -> None:
    tied = "2s 3s As Kh Kd Ac"
    assert paid(tied, "keep", house=PREMIUM)[1] == "blackjack $10: both naturals, $15 back"
    plain = "As Kh Kd Ac"
    assert paid(plain, house=PREMIUM, bets=PLAIN) == ["blackjack $10: both naturals, $10 back"]
    everyone = reading(PREMIUM, D_14="everyone")
    assert paid(plain, house=everyone, bets=PLAIN) == ["blackjack $10: both naturals, $15 back"]


def test_633c_4_o_reading_d_14_b_a_tied_blackjack_of_one_color() -> None:
    tied = "2s 3s As Kh Kc Ac"
    assert paid(tied, "keep", house=PREMIUM)[1] == "blackjack $10: both naturals, $15 back"
    more = reading(PREMIUM, D_14_b="2 to 1")
    assert paid(tied, "keep", house=more)[1] == "blackjack $10: both naturals, $30 back"


# -- what goes wrong -------------------------------------------------------------------------------


def test_633a_14_a_void_box_gets_its_ante_back() -> None:
    house = replace(HOUSE, terms={"misdeal_player": "that hand void"})
    table = seat(BOOK, house, "2s 3s 4s 5s 10s 10h 7h 9s 9h 10c", BETS, BETS)
    table.irregular("misdeal to a box", 2)  # as box 2 is asked
    answer(table, "switch", "stand")
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "switch-hands-ante $2: void, $2 back",
        FEE,
        "blackjack $10: 17 beats 6, $0 back",
    ]


def test_633a_14_a_box_that_is_void_gets_no_second_switch_card() -> None:
    house = replace(HOUSE, terms={"misdeal_player": "that hand void"}, pace="dealer")
    table = seat(BOOK, house, "2s 3s 5s 10h 7h 9h 10c", BETS, BETS)
    for _ in range(2):
        table.go()
    table.irregular("misdeal to a box", 1)
    while table.waits_for_dealer:
        table.go()
    answer(table, "keep", "stand")
    assert told(done(BOOK, table))[-1] == "blackjack $10: 19 beats 17, $20 back"


def test_633a_14_an_exposed_card_is_dealt_on() -> None:
    table = seat(BOOK, HOUSE, "6s 5s 10s 7h 6d 10c 9c", BETS)
    table.irregular("exposed card")
    answer(table, "switch", "double")
    assert results(done(BOOK, table))[-1] == "blackjack $20: 20 beats 17, $40 back"
