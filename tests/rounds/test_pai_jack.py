"""Named rounds of Pai Jack, by the paragraphs of 1 CCR 207-1, 30-2112."""

import re
from random import Random

import pytest

from pitboss.analysis.automatic_player import answer as play_on
from pitboss.cards import DECK, parse_cards, show_cards
from pitboss.errors import NotAllowed
from pitboss.games.pai_jack import PaiJackTerms, house_way, is_pai_jack, ways
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Answered, Asked, Said, Settled
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.log.replay import replay
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, results, seat, told

BOOK = load()
TEN = {"pai-jack-bet": 10}
BOTH = {"pai-jack-bet": 10, "pai-jack-bonus": 5}
DEALER = "10c 9d 5h 4s Ad"
"""House way: A-5-4 high for 20, 10-9 low for 19."""
SOFT = "4c Jc As Ac 3c"
"""House way: A-4-3 high for 18, A-J low for 11."""
BUST = "Kc Kd Qc Qd 9c"
"""No three of these are 21 or less."""
HIGH_20 = "Ah Kh 9h 5c 2c"
"""An ace and only one ten: no Pai Jack, but 20 high with 5-2 low."""
PAI_JACK = "Ah Kh Qs 7c 2d"


def pai_jack(readings: dict[str, str] | None = None, decks: int = 1, **terms: str) -> House:
    return House(
        "colorado",
        "pai-jack",
        decks=decks,
        terms=terms,
        readings=readings or {},
        wagers={"pai-jack-bonus": Choice()},
    )


HOUSE = pai_jack()


def said(table: Table) -> list[str]:
    return [e.words for e in table.log if isinstance(e, Said)][1:]


def may(table: Table) -> tuple[str, ...]:
    assert table.pending
    assert isinstance(table.pending.step, Ask)
    return table.pending.step.may


# -- the deal ------------------------------------------------------------------------------------


def test_30_2112_1_one_deck_is_shuffled_for_every_round() -> None:
    opened = open_house(BOOK, HOUSE)
    assert opened.delivery.every_round
    with pytest.raises(NotAllowed, match="dealt from 1 deck, not 2"):
        open_house(BOOK, pai_jack(decks=2))


def betting(house: House, cards: str) -> Table:
    """A table that takes bets, with these cards to come."""
    table = Table(open_house(BOOK, house), Stacked(parse_cards(cards)), BOOK.digest)
    table.open_round()
    return table


def test_30_2112_1_a_player_has_as_many_hands_as_the_house_says() -> None:
    cards = f"{PAI_JACK} 10s 8d 3c 10h 6s {DEALER}"
    table = betting(HOUSE, cards)
    table.bet(1, "ann", "pai-jack-bet", 1_000)
    with pytest.raises(NotAllowed, match=r"30-2112\(1\): a player may bet on one box here"):
        table.bet(2, "ann", "pai-jack-bet", 1_000)
    table = betting(pai_jack(hands_per_player="2"), cards)
    for box in (1, 2):
        table.bet(box, "ann", "pai-jack-bet", 1_000)
    table.deal()
    assert results(done(BOOK, answer(table, "Pai Jack", "10h 6s"))) == [
        "pai-jack-bet $10: Pai Jack, $25 back",
        "pai-jack-bet $10: high 21 to 20, low 16 to 19, $10 back",
    ]


def test_30_2112_1_one_deck_has_no_cards_for_a_tenth_box() -> None:
    with pytest.raises(NotAllowed, match="the layout has up to 9 boxes, not 10"):
        open_house(BOOK, House("colorado", "pai-jack", decks=1, boxes=10))


def test_30_2112_2_the_bonus_needs_the_main_bet_and_may_be_left_out() -> None:
    table = betting(HOUSE, "")
    with pytest.raises(NotAllowed, match="Pai Jack Bonus needs a stake on pai-jack-bet"):
        table.bet(1, "ann", "pai-jack-bonus", 500)
    with pytest.raises(NotAllowed, match="Pai Jack bet stakes are \\$10 to \\$500 here"):
        table.bet(1, "ann", "pai-jack-bet", 900)
    with pytest.raises(NotAllowed, match="Nobody has bet"):
        table.deal()
    with pytest.raises(NotAllowed, match=r"30-2112\(2\): .* not Pai Jack Bonus"):
        open_house(BOOK, pai_jack(wagers_offered="none"))
    assert open_house(BOOK, House("colorado", "pai-jack", decks=1)).offers == {}


def test_30_2112_2_a_tip_goes_beside_the_players_own_bet_and_is_paid_alike() -> None:
    table = betting(HOUSE, f"{PAI_JACK} {DEALER}")
    table.bet(1, "ann", "pai-jack-bet", 1_000)
    with pytest.raises(NotAllowed, match=r"\(2\): a bet for the dealer needs the player's"):
        table.tip(1, "pai-jack-bonus", 100)
    with pytest.raises(NotAllowed, match=r"on Pai Jack bet is at most \$10, not \$20"):
        table.tip(1, "pai-jack-bet", 2_000)
    tips = {"pai-jack-bet": 2, "pai-jack-bonus": 1}
    table = seat(BOOK, HOUSE, f"{PAI_JACK} {DEALER}", BOTH, tips=tips)
    assert results(done(BOOK, answer(table, "Pai Jack"))) == [
        "pai-jack-bet $10: Pai Jack, $25 back",
        "pai-jack-bet $2: Pai Jack, $5 back to the dealer",
        "pai-jack-bonus $5: Pai Jack (Any two 10 valued card and Ace), $35 back",
        "pai-jack-bonus $1: Pai Jack (Any two 10 valued card and Ace), $7 back to the dealer",
    ]


def test_30_2112_3_packets_of_five_go_clockwise_and_to_the_dealer_last() -> None:
    table = seat(BOOK, HOUSE, f"10s 8d 3c 10h 6s {HIGH_20} {DEALER}", TEN, TEN)
    dealt = [line for line in told(table) if " gets " in line]
    assert dealt[::5] == [
        "box 1 gets 10s in hand",
        "box 2 gets Ah in hand",
        "dealer gets 10c face down",
    ]
    assert len(dealt) == 15


# -- (4) irregularities --------------------------------------------------------------------------


def test_30_2112_4_a_wrong_count_to_a_player_kills_that_hand_alone() -> None:
    table = seat(BOOK, HOUSE, f"10s 8d 3c 10h 6s {HIGH_20} {DEALER}", BOTH, TEN)
    table.irregular("misdeal to a box", 1, by="floor", why="six cards")
    assert results(done(BOOK, answer(table, "5c 2c"))) == [
        "pai-jack-bet $10: void, $10 back",
        "pai-jack-bonus $5: void, $5 back",
        "pai-jack-bet $10: high 20 to 20, low 7 to 19, $0 back",
    ]


def test_30_2112_4_a_wrong_count_to_the_dealer_is_a_misdeal_for_all() -> None:
    table = seat(BOOK, HOUSE, f"10s 8d 3c 10h 6s {HIGH_20} {DEALER}", TEN, TEN)
    answer(table, "10h 6s")
    table.irregular("misdeal to the dealer")
    assert results(done(BOOK, table)) == ["pai-jack-bet $10: void, $10 back"] * 2


@pytest.mark.parametrize(("choice", "back"), [("returned", 10), ("lost", 0)])
def test_30_2112_4_a_fallen_card_kills_the_hand_and_g_8_says_whose_the_bets_are(
    choice: str, back: int
) -> None:
    house = pai_jack({"G-8": choice})
    table = seat(BOOK, house, f"10s 8d 3c 10h 6s {PAI_JACK} {DEALER}", BOTH, TEN)
    table.irregular("fallen card", 1)
    assert results(done(BOOK, answer(table, "Pai Jack")))[:2] == [
        f"pai-jack-bet $10: void, ${back} back",
        f"pai-jack-bonus $5: void, ${back // 2} back",
    ]


def test_30_2112_4_a_fallen_card_takes_the_tip_with_the_bet() -> None:
    house = pai_jack({"G-8": "lost"})
    tips = {"pai-jack-bet": 2}
    table = seat(BOOK, house, f"{PAI_JACK} {DEALER}", TEN, tips=tips)
    table.irregular("fallen card", 1)
    assert results(done(BOOK, table)) == [
        "pai-jack-bet $10: void, $0 back",
        "pai-jack-bet $2: void, $0 back to the dealer",
    ]


# -- (5) a Pai Jack --------------------------------------------------------------------------------


def test_30_2112_5_a_pai_jack_is_shown_and_paid_with_its_bonus_before_anyone_else_sets() -> None:
    table = seat(BOOK, HOUSE, f"{PAI_JACK} 10s 8d 3c 10h 6s {DEALER}", BOTH, TEN)
    assert may(table)[0] == "Pai Jack"
    assert len(may(table)) == 11
    answer(table, "Pai Jack")
    assert told(table)[15:] == [
        told(table)[15],
        "> Pai Jack",
        "box 1 turns Ah",
        "box 1 turns Kh",
        "box 1 turns Qs",
        "box 1 turns 7c",
        "box 1 turns 2d",
        "pai-jack-bet $10: Pai Jack, $25 back",
        "pai-jack-bonus $5: Pai Jack (Any two 10 valued card and Ace), $35 back",
        told(table)[-1],
    ]
    assert told(table)[-1].startswith("box 2 may ")
    assert "box 1 has a Pai Jack" in said(table)
    done(BOOK, answer(table, "10h 6s"))


def test_b_48_a_pai_jack_is_paid_though_the_dealer_has_one_or_busts() -> None:
    for dealer in ("As Kd Qh 6c 3c", BUST):
        table = deal(BOOK, HOUSE, f"{PAI_JACK} {dealer}", TEN, ["Pai Jack"])
        assert results(table) == ["pai-jack-bet $10: Pai Jack, $25 back"]


@pytest.mark.parametrize(
    ("dealer", "result"),
    [
        ("As Kd Qh 6c 3c", "Pai Jack each, $10 back"),
        (BUST, "Pai Jack, $25 back"),
        (DEALER, "Pai Jack, $25 back"),
    ],
)
def test_b_48_a_house_may_read_that_pai_jacks_push(dealer: str, result: str) -> None:
    house = pai_jack({"B-48": "push"})
    table = deal(BOOK, house, f"{PAI_JACK} {dealer}", BOTH, ["Pai Jack"])
    assert results(table) == [
        "pai-jack-bonus $5: Pai Jack (Any two 10 valued card and Ace), $35 back",
        f"pai-jack-bet $10: {result}",
    ]


def test_b_48_b_an_overlooked_pai_jack_plays_as_it_is_set_and_keeps_its_bonus() -> None:
    table = deal(BOOK, HOUSE, f"{PAI_JACK} {DEALER}", BOTH, ["7c 2d"])
    assert results(table) == [
        "pai-jack-bet $10: high 21 to 20, low 9 to 19, $10 back",
        "pai-jack-bonus $5: Pai Jack (Any two 10 valued card and Ace), $35 back",
    ]


def test_b_48_b_a_house_may_read_that_it_is_always_turned_over() -> None:
    table = deal(BOOK, pai_jack({"B-48-b": "no"}), f"{PAI_JACK} {DEALER}", TEN)
    assert results(table) == ["pai-jack-bet $10: Pai Jack, $25 back"]


# -- (6), (7) setting a hand -----------------------------------------------------------------------


def test_30_2112_6_all_ten_settings_may_be_said_the_higher_card_first() -> None:
    table = seat(BOOK, HOUSE, f"9h 8d 7s 4c 2s {DEALER}", TEN)
    assert may(table) == (
        *("9h 8d", "9h 7s", "9h 4c", "9h 2s", "8d 7s"),
        *("8d 4c", "8d 2s", "7s 4c", "7s 2s", "4c 2s"),
    )
    before = list(table.log)
    assert table.pending
    for word in ("8d 9h", "Pai Jack", "house way", "10h 6s", "stand"):
        with pytest.raises(NotAllowed, match=rf"'{word}' is not legal for box 1: .*30-2112\(6\)"):
            table.answer(table.pending.number, word)
    assert table.log == before


def test_30_2112_6_a_the_low_hand_may_equal_the_high_hand() -> None:
    table = deal(BOOK, HOUSE, f"10h 9h 2s 8d 9c {DEALER}", TEN, ["10h 9c"])
    assert results(table) == ["pai-jack-bet $10: high 19 to 20, low 19 to 19, $0 back"]


def test_30_2112_6_b_ace_ten_low_is_good_with_any_21() -> None:
    table = deal(BOOK, HOUSE, f"Ah Ks 9h 7d 5c {DEALER}", TEN, ["Ah Ks"])
    assert results(table) == ["pai-jack-bet $10: high 21 to 20, low 21 to 19, $20 back"]


def test_b_50_b_a_low_ace_may_count_one_to_keep_the_hand_legal() -> None:
    cards = f"8s 6s Kc Ac 6h {DEALER}"
    table = deal(BOOK, HOUSE, cards, TEN, ["Ac Kc"])
    assert results(table) == ["pai-jack-bet $10: high 20 to 20, low 11 to 19, $0 back"]
    table = seat(BOOK, pai_jack({"B-50-b": "no"}), cards, TEN)
    answer(table, "Ac Kc")
    assert said(table)[0].startswith("box 1 is a foul, the low hand is above the high hand")


def test_30_2112_7_a_bust_is_not_asked_and_loses_unless_the_dealer_busts() -> None:
    table = deal(BOOK, HOUSE, f"{BUST} {DEALER}", BOTH)
    assert said(table)[0] == "box 1 is a bust"
    assert results(table) == [
        "pai-jack-bet $10: bust, $0 back",
        "pai-jack-bonus $5: no hand, $0 back",
    ]


# -- (8)-(10) the dealer's hand --------------------------------------------------------------------


def terms_of(**readings: str) -> PaiJackTerms:
    house = pai_jack({k.replace("_", "-"): v for k, v in readings.items()})
    terms = open_house(BOOK, house).terms
    assert isinstance(terms, PaiJackTerms)
    return terms


@pytest.mark.parametrize(
    ("cards", "high", "low"),
    [
        ("10s 8s 3d 10c 6c", "10 8 3 is 21", "10 6 is 16"),
        ("10s 7s 5d 4c 2c", "10 7 4 is 21", "5 2 is 7"),
        ("10s 9s 5d 4c Ac", "A 5 4 is 20", "10 9 is 19"),
    ],
)
def test_30_2112_9_b_the_printed_examples_of_the_house_way(cards: str, high: str, low: str) -> None:
    found = house_way(parse_cards(cards), terms_of())
    assert found
    ranks = [" ".join(c.rank.symbol for c in part) for part in (found.high, found.low)]
    points = (found.high_points, found.low_points)
    assert [f"{r} is {p}" for r, p in zip(ranks, points, strict=True)] == [high, low]


def test_30_2112_9_b_the_house_way_is_the_best_of_every_legal_setting() -> None:
    """Against plain arithmetic on five thousand hands."""
    random, terms = Random(2112), terms_of()
    busts = 0
    for _ in range(5_000):
        cards = random.sample(DECK, 5)
        if is_pai_jack(cards):
            continue
        legal = []
        for a in range(5):
            for b in range(a):
                points = [min(c.rank, 10) if c.rank < 14 else 1 for c in cards]
                low = {points[a] + points[b]}
                low |= {n + 10 for n in low if 1 in (points[a], points[b])}
                rest = [p for i, p in enumerate(points) if i not in (a, b)]
                high = {sum(rest)} | ({sum(rest) + 10} if 1 in rest else set())
                legal += [(h, n) for h in high for n in low if n <= h <= 21]
        found = house_way(cards, terms)
        assert (found is None) == (not legal), show_cards(cards)
        if found:
            assert (found.high_points, found.low_points) == max(legal), show_cards(cards)
        busts += not legal
    assert busts > 500


def test_b_50_a_house_may_read_that_the_greatest_high_hand_busts() -> None:
    cards = parse_cards("8s 6s Kc Ac 6h")
    found = house_way(cards, terms_of(B_50_b="no"))
    assert str(found) == "Ac Kc 8s high, 6s 6h low"
    assert house_way(cards, terms_of(B_50_b="no", B_50="greatest high hand")) is None


def test_30_2112_9_a_a_dealers_pai_jack_beats_every_wager_busts_included() -> None:
    cards = f"Ks Kd Qc Qd 9c 10s 8d 3c 10h 6s {PAI_JACK}"
    table = answer(seat(BOOK, HOUSE, cards, TEN, TEN), "10h 6s")
    assert said(table)[-2:] == [
        "the dealer has a Pai Jack",
        "box 2 sets 10s 8d 3c high, 10h 6s low",
    ]
    assert results(done(BOOK, table)) == ["pai-jack-bet $10: dealer Pai Jack, $0 back"] * 2


def test_30_2112_8_9_the_dealer_turns_five_cards_and_says_how_they_are_set() -> None:
    table = deal(BOOK, HOUSE, f"10s 8d 3c 10h 6s {DEALER}", TEN, ["10h 6s"])
    assert told(table)[12:17] == [f"the dealer turns {card}" for card in DEALER.split()]
    assert said(table) == [
        "the dealer sets Ad 5h 4s high, 10c 9d low",
        "box 1 sets 10s 8d 3c high, 10h 6s low",
    ]


def test_30_2112_10_a_dealers_bust_pushes_every_wager_busts_included() -> None:
    cards = f"Ks Kh Qs Qh 9s 10s 8d 3c 10h 6s {BUST}"
    table = answer(seat(BOOK, HOUSE, cards, BOTH, TEN), "10h 6s")
    assert "the dealer is a bust" in said(table)
    assert results(done(BOOK, table)) == [
        "pai-jack-bet $10: dealer busts, $10 back",
        "pai-jack-bet $10: dealer busts, $10 back",
        "pai-jack-bonus $5: no hand, $0 back",
    ]


@pytest.mark.parametrize(
    ("choice", "order"),
    [("from the dealer's right", [2, 1]), ("from the dealer's left", [1, 2])],
)
def test_b_51_hands_are_examined_from_the_side_that_the_house_reads(
    choice: str, order: list[int]
) -> None:
    cards = f"10s 8d 3c 10h 6s 9h 8h 7s 4c 2s {DEALER}"
    table = seat(BOOK, pai_jack({"B-51": choice}), cards, TEN, TEN)
    done(BOOK, answer(table, "10h 6s", "8h 2s"))
    assert [e.box for e in table.log if isinstance(e, Settled)] == order


# -- (11) the outcome ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("high", "low", "cards", "word", "back"),
    [
        ("wins", "wins", "6h 4d 10d 9h 10c", "10d 9h", 20),
        ("wins", "ties", "2d 8h 9d Qd 2c", "9d 2d", 20),
        ("ties", "wins", "Kc 8h 5s 3s 10d", "Kc 8h", 20),
        ("loses", "loses", "2d 10c 2h 7d Ad", "Ad 7d", 0),
        ("ties", "loses", "9d Ah 2d 10s 6c", "Ah 9d", 0),
        ("loses", "ties", "9d Ah 2d 10s 6c", "Ah 10s", 0),
        ("ties", "ties", "Qs Ah 7c 4d 7s", "Ah Qs", 10),
        ("wins", "loses", "2d 8h 9d Qd 2c", "8h 2d", 10),
        ("loses", "wins", "Ks 9h 6s Ah 6c", "Ks 6s", 10),
    ],
)
def test_30_2112_11_the_printed_table_of_outcomes(
    high: str, low: str, cards: str, word: str, back: int
) -> None:
    """The dealer has 18 high and 11 low."""
    [line] = results(deal(BOOK, HOUSE, f"{cards} {SOFT}", TEN, [word]))
    found = dict(part.split(" ", 1) for part in line.split(": ")[1].split(", ")[:2])
    for name, expected in (("high", high), ("low", low)):
        mine, theirs = map(int, found[name].split(" to "))
        assert expected == ("wins" if mine > theirs else "ties" if mine == theirs else "loses")
    assert line.endswith(f", ${back} back")


FOUL = f"9h 8d 7s 4c 2s {DEALER}"
"""9-8 low is 17 above 7-4-2, which is 13."""


def test_30_2112_11_i_i_a_foul_is_told_and_set_again_from_what_is_legal() -> None:
    table = answer(seat(BOOK, HOUSE, FOUL, TEN), "9h 8d")
    assert said(table) == [
        "box 1 is a foul, the low hand is above the high hand: "
        "the supervisor is told, it is set again"
    ]
    assert "9h 8d" not in may(table)
    assert set(may(table)) == {w.word for w in ways(parse_cards(FOUL)[:5], terms_of()) if w.legal}
    table = done(BOOK, answer(table, "7s 2s"))
    assert results(table) == ["pai-jack-bet $10: high 21 to 20, low 9 to 19, $10 back"]


def test_30_2112_11_i_i_a_hand_that_is_voided_while_it_is_reset_goes_back() -> None:
    table = answer(seat(BOOK, HOUSE, FOUL, TEN), "9h 8d")
    table.irregular("misdeal to a box", 1)
    assert results(done(BOOK, table)) == ["pai-jack-bet $10: void, $10 back"]


def test_30_2112_11_i_ii_a_foul_loses_where_the_house_says_so_even_if_the_dealer_busts() -> None:
    cards = f"9h 8d 7s 4c 2s {BUST}"
    table = deal(BOOK, pai_jack(foul="loses"), cards, BOTH, ["9h 8d"])
    assert results(table) == [
        "pai-jack-bet $10: foul, $0 back",
        "pai-jack-bonus $5: no hand, $0 back",
    ]


def test_30_2112_11_i_iii_the_house_way_is_set_for_a_foul() -> None:
    table = deal(BOOK, pai_jack(foul="house way"), FOUL, TEN, ["9h 8d"])
    assert "box 1 sets 9h 8d 4c high, 7s 2s low" in said(table)
    assert results(table) == ["pai-jack-bet $10: high 21 to 20, low 9 to 19, $10 back"]


def test_30_2112_11_i_iii_a_pai_jack_always_goes_high() -> None:
    """A-K-Q high leaves 9-2, though K-9-2 high would leave A-Q."""
    table = deal(BOOK, pai_jack(foul="house way"), f"Ah Kh Qs 9c 2h {DEALER}", TEN, ["Kh Qs"])
    assert "box 1 sets Ah Kh Qs high, 9c 2h low" in said(table)
    assert results(table) == ["pai-jack-bet $10: high 21 to 20, low 11 to 19, $10 back"]


@pytest.mark.parametrize(("choice", "told_so"), [("foul", True), ("bust", False)])
def test_b_47_a_high_hand_over_21_that_could_be_legal(choice: str, told_so: bool) -> None:
    house = pai_jack({"B-47": choice}, foul="loses")
    table = deal(BOOK, house, FOUL, TEN, ["4c 2s"])  # 9-8-7 high is 24
    assert results(table) == [f"pai-jack-bet $10: {choice}, $0 back"]
    foul = "box 1 is a foul, the high hand is over 21: the supervisor is told, it loses"
    assert (foul in said(table)) == told_so
    table = deal(BOOK, house, f"9h 8d 7s 4c 2s {BUST}", TEN, ["4c 2s"])
    assert results(table)[0].endswith("$0 back" if told_so else "dealer busts, $10 back")


LATE = {"B-52": "when hands are examined"}


@pytest.mark.parametrize(
    ("foul", "words", "result"),
    [
        ("reset", ["9h 8d", "7s 2s"], "high 21 to 20, low 9 to 19, $10 back"),
        ("loses", ["9h 8d"], "foul, $0 back"),
        ("house way", ["9h 8d"], "high 21 to 20, low 9 to 19, $10 back"),
    ],
)
def test_b_52_a_foul_may_be_found_when_hands_are_examined(
    foul: str, words: list[str], result: str
) -> None:
    table = deal(BOOK, pai_jack(LATE, foul=foul), FOUL, TEN, words)
    assert said(table)[0] == "the dealer sets Ad 5h 4s high, 10c 9d low"
    assert said(table)[1].startswith("box 1 is a foul")
    assert results(table) == [f"pai-jack-bet $10: {result}"]


def test_b_52_such_a_foul_is_not_found_where_the_dealers_hand_decides_nothing() -> None:
    house = pai_jack(LATE, foul="loses")
    table = deal(BOOK, house, f"9h 8d 7s 4c 2s {BUST}", TEN, ["9h 8d"])
    assert results(table) == ["pai-jack-bet $10: dealer busts, $10 back"]
    table = deal(BOOK, house, f"9h 8d 7s 4c 2s {PAI_JACK}", TEN, ["9h 8d"])
    assert results(table) == ["pai-jack-bet $10: dealer Pai Jack, $0 back"]


@pytest.mark.parametrize(("offers", "is_set"), [("offered", "house way"), ("not offered", "legal")])
def test_30_2112_11_i_whoever_plays_by_itself_sets_no_foul(offers: str, is_set: str) -> None:
    table = seat(BOOK, pai_jack(help=offers), FOUL, TEN)
    play_on(table)
    (said,) = [event.word for event in table.log if isinstance(event, Answered)]
    legal = {way.word for way in ways(parse_cards(FOUL)[:5], terms_of()) if way.legal}
    assert said == is_set or (is_set == "legal" and said in legal)


def test_30_2112_11_j_help_is_the_house_way_where_the_house_offers_it() -> None:
    house = pai_jack(help="offered")
    table = seat(BOOK, house, FOUL, TEN)
    assert may(table)[-1] == "house way"
    table = done(BOOK, answer(table, "house way"))
    assert results(table) == ["pai-jack-bet $10: high 21 to 20, low 9 to 19, $10 back"]
    table = deal(BOOK, house, f"{PAI_JACK} {DEALER}", TEN, ["house way"])
    assert results(table) == ["pai-jack-bet $10: Pai Jack, $25 back"]
    table = deal(BOOK, house, FOUL, TEN, ["9h 8d", "house way"])
    assert results(table) == ["pai-jack-bet $10: high 21 to 20, low 9 to 19, $10 back"]


@pytest.mark.parametrize(
    ("cards", "hand", "back"),
    [
        ("Jc Jd Jh Js Ah", "Super Pai Jack (J,J,J,J+A)", 2505),
        ("Ah Kh Qh 7c 2d", "Royal Pai Jack (A, K, Q, Suited)", 80),
        ("Jc Jd Ah 7c 2d", "Jack Pai Jack (J, J, A)", 45),
        ("Ah Kh Qs 7c 2d", "Pai Jack (Any two 10 valued card and Ace)", 35),
    ],
)
def test_30_2112_12_only_the_best_bonus_is_paid(cards: str, hand: str, back: int) -> None:
    table = deal(BOOK, HOUSE, f"{cards} {DEALER}", BOTH, ["Pai Jack"])
    assert results(table)[1] == f"pai-jack-bonus $5: {hand}, ${back} back"


# -- what others see, and replay -------------------------------------------------------------------


def test_nobody_sees_held_cards_in_the_question_or_the_answer() -> None:
    cards = f"{PAI_JACK} 9h 8d 7s 4c 2s {DEALER}"
    table = answer(seat(BOOK, HOUSE, cards, TEN, TEN), "7c 2d", "9h 8d")

    def words(who: str) -> list[str]:
        seen = [e for e in view(table.log, who) if isinstance(e, Asked | Answered)]
        return [",".join(e.may) if isinstance(e, Asked) else e.word for e in seen]

    mine = words("ann")
    assert mine[0].startswith("Pai Jack,Ah Kh,")
    assert mine[1:] == ["7c 2d", "??", "??", "??"]
    for who in ("dealer", "cat"):
        assert {*words(who)} == {"??"}
        seen = "\n".join(map(str, view(table.log, who)))
        assert not any(re.search(rf"\b{card}\b", seen) for card in cards.split())
    assert [*view(table.log, SURVEILLANCE)] == table.log
    assert replay(BOOK, table.log).log == table.log


def test_a_reading_that_is_none_is_refused() -> None:
    with pytest.raises(NotAllowed, match="reading B-48 must be 'paid at once' or 'push'"):
        open_house(BOOK, pai_jack({"B-48": "lost"}))
