"""Named rounds of 3 Card Shine, by the paragraphs of 1 CCR 207-1, 30-1099.52 (proposed)."""

import re
from itertools import pairwise

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.games.three_card_shine import ShineTerms, outcome, qualifies
from pitboss.money import PUSH
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Said, Settled, StakeAdded
from pitboss.table.events.shoes import CardTurned
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.log.replay import replay
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, results, seat, told

BOOK = load()
ANTE = {"shine-ante": 10}
PAIR = {"pair-xxx": 5}
SUPER = {"super-6": 5}
ALL = ANTE | PAIR | SUPER
PACKETS = {"delivery": "dealing shuffler", "dealing": "packets"}


def shine(
    readings: dict[str, str] | None = None,
    wagers: tuple[str, ...] = ("super-6", "pair-xxx"),
    **terms: str,
) -> House:
    """Packets, so that a hand's cards stand together."""
    return House(
        "colorado",
        "3-card-shine",
        decks=1,
        least=100,
        terms=PACKETS | terms,
        readings=readings or {},
        wagers={key: Choice() for key in wagers},
    )


HOUSE = shine()


def terms_of(**readings: str) -> ShineTerms:
    house = shine({k.replace("_", "-"): v for k, v in readings.items()})
    terms = open_house(BOOK, house).terms
    assert isinstance(terms, ShineTerms)
    return terms


def said(table: Table) -> list[str]:
    return [e.words for e in table.log if isinstance(e, Said)][1:]


def betting(house: House) -> Table:
    table = Table(open_house(BOOK, house), Stacked(()), BOOK.digest)
    table.open_round()
    return table


# -- the bets and the deal -------------------------------------------------------------------------


def test_30_1099_52_1_one_deck_and_at_most_two_hands_a_player() -> None:
    with pytest.raises(NotAllowed, match="dealt from 1 deck, not 2"):
        open_house(BOOK, House("colorado", "3-card-shine", decks=2))
    with pytest.raises(NotAllowed, match=r"30-1099.52\(1\): hands_per_player must be '1' or '2'"):
        open_house(BOOK, shine(hands_per_player="3"))
    table = betting(shine(hands_per_player="2"))
    for box in (1, 2):
        table.bet(box, "ann", "shine-ante", 1_000)
    with pytest.raises(NotAllowed, match=r"30-1099.52\(1\): a player may bet on 2 boxes here"):
        table.bet(3, "ann", "pair-xxx", 500)
    with pytest.raises(NotAllowed, match="up to 16 boxes, not 17"):
        open_house(BOOK, House("colorado", "3-card-shine", decks=1, boxes=17))


def test_30_1099_52_2_ante_or_pair_xxx_opens_a_box_and_super_6_does_not() -> None:
    table = betting(HOUSE)
    with pytest.raises(NotAllowed, match="Super 6 needs a stake on shine-ante or pair-xxx"):
        table.bet(1, "ann", "super-6", 500)
    with pytest.raises(NotAllowed, match="Ante stakes are \\$1 to \\$500 here, not \\$501"):
        table.bet(1, "ann", "shine-ante", 50_100)
    with pytest.raises(NotAllowed, match="Play is placed after the first decision"):
        table.bet(1, "ann", "shine-play", 1_000)
    table.bet(1, "ann", "pair-xxx", 500)
    table.bet(1, "ann", "super-6", 500)
    table.bet(2, "bob", "shine-ante", 1_000)
    table.bet(2, "bob", "super-6", 500)


@pytest.mark.parametrize(
    ("stakes", "words", "settled"),
    [
        (PAIR, [], ["pair-xxx $5: PAIR, $10 back"]),
        (PAIR | SUPER, [], ["pair-xxx $5: PAIR, $10 back", "super-6 $5: no hand, $0 back"]),
        (ANTE, ["play"], []),
        (ANTE | PAIR, ["play"], ["pair-xxx $5: PAIR, $10 back"]),
        (ANTE | SUPER, ["play"], ["super-6 $5: no hand, $0 back"]),
        (ALL, ["play"], ["pair-xxx $5: PAIR, $10 back", "super-6 $5: no hand, $0 back"]),
    ],
)
def test_30_1099_52_4_any_mix_of_wagers_and_15_pair_xxx_alone_neither_plays_nor_folds(
    stakes: dict[str, float], words: list[str], settled: list[str]
) -> None:
    table = deal(BOOK, HOUSE, "8s 8d 3c Kh 7h 2d", stakes, words)
    main = ["shine-play $10: ", "shine-ante $10: "] if words else []
    better = [f"{each}player's hand is better, $20 back" for each in main]
    assert results(table) == better + settled


def test_30_1099_52_4_the_house_may_limit_the_optional_wagers() -> None:
    with pytest.raises(NotAllowed, match=r"30-1099.52\(4\): .* Pair XXX"):
        open_house(BOOK, shine(wagers_offered="super-6"))
    assert open_house(BOOK, shine(wagers=(), wagers_offered="none")).offers == {}


def test_30_1099_52_5_a_tip_on_ante_rides_with_or_without_one_on_play() -> None:
    tips = {"shine-ante": 2, "pair-xxx": 1}
    cards = "8s 8d 3c Kh 7h 2d"
    for added in ("0", "3"):
        table = seat(BOOK, HOUSE, cards, ANTE | PAIR, tips=tips)
        table = done(BOOK, answer(table, "play", added))
        on_play = ["shine-play $3: player's hand is better, $6 back to the dealer"]
        assert results(table) == [
            "shine-play $10: player's hand is better, $20 back",
            *(on_play if added != "0" else []),
            "shine-ante $10: player's hand is better, $20 back",
            "shine-ante $2: player's hand is better, $4 back to the dealer",
            "pair-xxx $5: PAIR, $10 back",
            "pair-xxx $1: PAIR, $2 back to the dealer",
        ]


def test_30_1099_52_5_a_tip_is_lost_with_the_ante_and_no_larger_than_the_own_bet() -> None:
    table = seat(BOOK, HOUSE, "8s 8d 3c Kh 7h 2d", ANTE, tips={"shine-ante": 2})
    assert results(done(BOOK, answer(table, "fold"))) == [
        "shine-ante $10: folded, $0 back",
        "shine-ante $2: folded, $0 back to the dealer",
    ]
    table = seat(BOOK, HOUSE, "8s 8d 3c Kh 7h 2d", ANTE, tips={"shine-ante": 2})
    answer(table, "play")
    assert table.pending
    before = len(table.log)
    with pytest.raises(NotAllowed, match=r"\(5\): a bet for the dealer on Play is at most \$10"):
        table.answer_stake(table.pending.number, 1_100)
    assert len(table.log) == before
    table = betting(House("colorado", "3-card-shine", decks=1, tips=False))
    table.bet(1, "ann", "shine-ante", 1_000)
    with pytest.raises(NotAllowed, match=r"\(5\): no bets for the dealer on Ante at this table"):
        table.tip(1, "shine-ante", 100)


def test_30_1099_52_6_cards_come_face_down_singly_or_as_packets_the_dealer_last() -> None:
    single = House("colorado", "3-card-shine", decks=1)
    cards = "8s Kh 8d 7h 3c 2d"
    assert told(answer(seat(BOOK, single, cards, ANTE), "play"))[:6] == [
        "box 1 gets 8s in hand",
        "dealer gets Kh face down",
        "box 1 gets 8d in hand",
        "dealer gets 7h face down",
        "box 1 gets 3c in hand",
        "dealer gets 2d face down",
    ]
    dealt = told(seat(BOOK, HOUSE, cards, ANTE))[:6]
    assert [line.split(" ")[0] for line in dealt] == ["box"] * 3 + ["dealer"] * 3
    assert open_house(BOOK, HOUSE).delivery.every_round
    assert open_house(BOOK, single).delivery.every_round


@pytest.mark.parametrize("house", [shine(dealing="one at a time"), shine(delivery="hand")])
def test_30_1099_52_6_packets_come_from_a_shuffler_alone(house: House) -> None:
    with pytest.raises(NotAllowed, match=r"30-1099.52\(6\): packets come from a dealing shuffler"):
        open_house(BOOK, house)


# -- (7) irregularities ----------------------------------------------------------------------------


def test_30_1099_52_7_a_misdeal_to_a_player_gives_back_all_that_player_has_staked() -> None:
    table = seat(BOOK, HOUSE, "8s 8d 3c 9s 9d 4c Kh 7h 2d", ALL, ANTE)
    answer(table, "play")
    table.irregular("misdeal to a box", 1)
    assert results(done(BOOK, answer(table, "play"))) == [
        "shine-ante $10: void, $10 back",
        "pair-xxx $5: void, $5 back",
        "super-6 $5: void, $5 back",
        "shine-play $10: void, $10 back",
        "shine-play $10: player's hand is better, $20 back",
        "shine-ante $10: player's hand is better, $20 back",
    ]


def test_30_1099_52_7_a_box_that_folded_and_is_voided_loses_nothing() -> None:
    table = seat(BOOK, HOUSE, "8s 8d 3c 9s 9d 4c Kh 7h 2d", ALL, ANTE)
    answer(table, "fold")
    table.irregular("misdeal to a box", 1)
    assert {line.split(": ")[1] for line in results(answer(table, "play"))[:3]} == {
        "void, $10 back",
        "void, $5 back",
    }
    done(BOOK, table)


def test_30_1099_52_7_a_misdeal_to_the_dealer_is_one_for_all_and_exposed_cards_are_none() -> None:
    table = seat(BOOK, HOUSE, "8s 8d 3c Kh 7h 2d", ANTE)
    table.irregular("exposed card")
    assert table.pending
    table.irregular("misdeal to the dealer")
    assert results(done(BOOK, table)) == ["shine-ante $10: void, $10 back"]


# -- (8)-(10) play or fold -------------------------------------------------------------------------


def test_30_1099_52_8_the_order_of_settling_whatever_order_the_house_filed() -> None:
    table = deal(BOOK, HOUSE, "8s 8d 8c Kh 7h 2d", ALL, ["play"])
    assert results(table) == [
        "shine-play $10: player's hand is better, $20 back",
        "ante-bonus $0: 3 OF A KIND, $40 back",
        "shine-ante $10: player's hand is better, $20 back",
        "pair-xxx $5: 3 OF A KIND, $155 back",
        "super-6 $5: 3 OF A KIND, $40 back",
    ]


def test_30_1099_52_9_play_takes_as_much_as_the_ante() -> None:
    table = answer(seat(BOOK, HOUSE, "8s 8d 3c Kh 7h 2d", {"shine-ante": 35}), "play")
    assert [e.cents for e in table.log if isinstance(e, StakeAdded)] == [3_500]
    table = seat(BOOK, HOUSE, "8s 8d 3c Kh 7h 2d", ANTE)
    assert table.pending
    with pytest.raises(NotAllowed, match="'raise' is not legal for box 1: play or fold"):
        table.answer(table.pending.number, "raise")


def test_30_1099_52_10_a_fold_loses_ante_and_pair_xxx_and_super_6_stays() -> None:
    table = deal(BOOK, HOUSE, "8s 8d 3c 8h 7h 2d", ALL, ["fold"])
    assert said(table)[0] == "box 1: the folded cards are tucked under the stake"
    assert results(table) == [
        "shine-ante $10: folded, $0 back",
        "pair-xxx $5: folded, $0 back",
        "super-6 $5: 3 OF A KIND, $40 back",
    ]
    turned = [line for line in told(table) if "turns" in line]
    assert turned[3:] == ["box 1 turns 8s", "box 1 turns 8d", "box 1 turns 3c"]


def test_c_4_a_house_may_read_that_pair_xxx_outlives_the_fold() -> None:
    table = deal(BOOK, shine({"C-4": "settled on its hand"}), "8s 8d 3c Kh 7h 2d", ALL, ["fold"])
    assert results(table) == [
        "shine-ante $10: folded, $0 back",
        "pair-xxx $5: PAIR, $10 back",
        "super-6 $5: no hand, $0 back",
    ]


@pytest.mark.parametrize(
    ("reading", "stakes", "does"),
    [
        ("given up", ALL, "the Ante and Pair XXX are lost"),
        ("given up", ANTE, "the Ante is lost"),
        ("settled on its hand", ALL, "the Ante is lost"),
    ],
)
def test_30_1099_52_10_a_player_is_told_what_folding_loses(
    reading: str, stakes: dict[str, int], does: str
) -> None:
    table = seat(BOOK, shine({"C-4": reading}), "8s 8d 3c Kh 7h 2d", stakes)
    step = next(iter(table.asked.values())).step
    assert isinstance(step, Ask)
    assert step.options[1].does == does


def test_30_1099_52_10_folded_cards_are_discarded_unseen_in_the_order_of_folding() -> None:
    cards = "8s 8d 3c 9s 9d 4c 10s 10d 5c Kh 7h 2d"
    table = answer(seat(BOOK, HOUSE, cards, ANTE, ANTE, ANTE), "fold", "play", "fold")
    done(BOOK, table)
    assert said(table)[:2] == [
        "box 1: the folded cards are counted and discarded",
        "box 3: the folded cards are counted and discarded",
    ]
    settled = [e.box for e in table.log if isinstance(e, Settled)]
    assert settled == [1, 3, 2, 2]
    assert not [line for line in told(table) if line.startswith(("box 1 turns", "box 3 turns"))]


def test_30_1099_52_13_a_a_folded_hand_has_no_ante_bonus() -> None:
    table = deal(BOOK, HOUSE, "8s 8d 8c Kh 7h 2d", ANTE, ["fold"])
    assert results(table) == ["shine-ante $10: folded, $0 back"]


# -- (11)-(15) the dealer's hand -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "good"),
    [("Qs 3d 2h", True), ("Js 10d 8h", False), ("2s 2d 3h", True), ("4s 3d 2h", True)],
)
def test_30_1099_52_12_the_dealer_qualifies_with_queen_high(cards: str, good: bool) -> None:
    assert qualifies(parse_cards(cards), terms_of()) == good


def test_30_1099_52_11_the_dealer_turns_the_cards_when_all_have_acted() -> None:
    table = deal(BOOK, HOUSE, "5s 6d 7c Jh 8h 2d", ANTE, ["play"])
    lines = told(table)
    turned = [line for line in lines if line.startswith("the dealer turns")]
    assert turned == [f"the dealer turns {card}" for card in ("Jh", "8h", "2d")]
    assert lines.index("> play") < lines.index(turned[0]) < lines.index(results(table)[0])


def test_30_1099_52_13_a_dealer_who_does_not_qualify_pays_ante_and_pushes_play() -> None:
    table = deal(BOOK, HOUSE, "5s 6d 7c Jh 8h 2d", ANTE, ["play"])
    assert said(table) == ["the dealer shows jack high, which does not qualify"]
    assert results(table) == [
        "shine-play $10: dealer does not qualify, $10 back",
        "ante-bonus $0: STRAIGHT, $10 back",
        "shine-ante $10: dealer does not qualify, $20 back",
    ]
    table = deal(BOOK, HOUSE, "5s 3d 2c Jh 8h 2d", ANTE, ["play"])  # the worse hand too
    assert results(table)[-1] == "shine-ante $10: dealer does not qualify, $20 back"


def test_30_1099_52_14_b_the_better_dealer_takes_both_and_the_bonuses_are_still_paid() -> None:
    table = deal(BOOK, HOUSE, "5s 6d 7c Kh Qh Jd", ALL, ["play"])
    assert said(table) == ["the dealer shows straight, which qualifies"]
    assert results(table) == [
        "shine-play $10: dealer's hand is better, $0 back",
        "ante-bonus $0: STRAIGHT, $10 back",
        "shine-ante $10: dealer's hand is better, $0 back",
        "pair-xxx $5: STRAIGHT, $35 back",
        "super-6 $5: no hand, $0 back",
    ]


def test_30_1099_52_14_b_i_a_tie_pushes_and_the_third_card_decides() -> None:
    table = deal(BOOK, HOUSE, "Ks Qd 5c Kh Qh 5d", ANTE, ["play"])
    assert results(table) == [
        "shine-play $10: tie, $10 back",
        "shine-ante $10: tie, $10 back",
    ]
    for third, why in (("6c", "player's"), ("4c", "dealer's")):
        table = deal(BOOK, HOUSE, f"Ks Qd {third} Kh Qh 5d", ANTE, ["play"])
        assert results(table)[0].startswith(f"shine-play $10: {why} hand is better")


ORDER = (
    *("As Ad Ah", "Qs Ks As", "As 2s 3s", "Ks Kd Kh", "2s 2d 2h", "Qs Kd As"),
    *("2s 3d 4s", "As 2d 3s", "As Ks 9s", "5s 3s 2s", "As Ad Ks", "2s 2d Ah", "As Kd Jh"),
)


def test_30_1099_52_1_hands_rank_in_the_printed_order() -> None:
    terms = terms_of()
    for better, worse in pairwise(ORDER):
        mine, theirs = parse_cards(better), parse_cards(worse)
        assert outcome(mine, theirs, terms)[2] == "player's hand is better", (better, worse)
        assert outcome(theirs, mine, terms)[2] == "dealer's hand is better", (better, worse)
        assert outcome(mine, mine, terms)[:2] == (PUSH, PUSH)


def test_c_2_a_house_may_read_three_aces_as_three_of_a_kind() -> None:
    cards = "As Ad Ah 9h 10h Jh"
    table = deal(BOOK, HOUSE, cards, ANTE, ["play"])
    assert results(table)[0] == "shine-play $10: player's hand is better, $20 back"
    table = deal(BOOK, shine({"C-2": "as three of a kind"}), cards, ANTE, ["play"])
    assert results(table)[0] == "shine-play $10: dealer's hand is better, $0 back"


def test_c_2_b_and_c_2_c_what_three_aces_are_paid_where_no_line_names_them() -> None:
    cards = "As Ad Ah Kh 7h 2d"
    table = deal(BOOK, HOUSE, cards, ALL, ["play"])
    assert results(table)[1:4:2] == [
        "ante-bonus $0: 3 OF A KIND, $40 back",
        "pair-xxx $5: 3 OF A KIND, $155 back",
    ]
    high = {"C-2-b": "straight flush", "C-2-c": "straight flush"}
    table = deal(BOOK, shine(high), cards, ALL, ["play"])
    assert results(table)[1:4:2] == [
        "ante-bonus $0: STRAIGHT FLUSH, $50 back",
        "pair-xxx $5: STRAIGHT FLUSH, $205 back",
    ]


def test_30_1099_52_3_a_super_6_is_on_the_best_five_of_all_six_cards() -> None:
    """Reading C-7: (15) speaks of the player's hand, but the hand is made of six cards."""
    table = deal(BOOK, HOUSE, "Ah Kh 2c Qh Jh 10h", PAIR | SUPER)
    assert results(table) == [
        "pair-xxx $5: no hand, $0 back",
        "super-6 $5: ROYAL FLUSH, $5005 back",
    ]
    table = deal(BOOK, HOUSE, "9h 9c 2c 9d 9s 10h", ANTE | SUPER, ["fold"])
    assert results(table)[1] == "super-6 $5: 4 OF A KIND, $505 back"


def test_boxes_are_settled_from_the_dealers_right() -> None:
    table = seat(BOOK, HOUSE, "8s 8d 3c 9s 9d 4c Kh 7h 2d", ANTE, PAIR)
    done(BOOK, answer(table, "play"))
    assert [e.box for e in table.log if isinstance(e, Settled)] == [2, 1, 1]


# -- what others see, and replay -------------------------------------------------------------------


def test_nobody_sees_held_or_folded_cards() -> None:
    table = seat(BOOK, HOUSE, "8s 8d 3c 9s 9d 4c Kh 7h 2d", ANTE, ANTE)
    answer(table, "fold", "play")
    done(BOOK, table)
    for who, hidden in (("ann", ""), ("bob", "8s 8d 3c"), ("dealer", "8s 8d 3c")):
        seen = "\n".join(map(str, view(table.log, who)))
        assert not any(re.search(rf"\b{card}\b", seen) for card in hidden.split())
    before = next(i for i, e in enumerate(table.log) if isinstance(e, CardTurned))
    seen = "\n".join(map(str, view(table.log[:before], "ann")))
    for card in ("9s", "9d", "4c", "Kh", "7h", "2d"):
        assert not re.search(rf"\b{card}\b", seen)
    assert list(view(table.log, SURVEILLANCE)) == table.log
    assert replay(BOOK, table.log).log == table.log
