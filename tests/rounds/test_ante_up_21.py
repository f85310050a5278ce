"""Named rounds of Ante Up 21 (1 CCR 207-1, 30-2106)."""

import re
from collections.abc import Mapping
from functools import partial

import pytest

from pitboss.errors import NotAllowed, UnknownName
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import Asked, Said, Settled, StakeAdded, Voided
from pitboss.table.events.shoes import CardTurned
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.table import Table
from tests.rounds.stack import answer, betting, deal, done, of_kind, refused, results, seat, told

BOOK = load()
BJ, ANTE, BET, BONUS = "blackjack", "ante-up-21-ante", "ante-up-21-bet", "poker-bonus"
BOTH = {BJ: 10, ANTE: 5}
ALL = {**BOTH, BONUS: 1}


def house(
    readings: Mapping[str, str] | None = None,
    wagers: Mapping[str, Choice] | None = None,
    decks: int = 6,
    **terms: str,
) -> House:
    return House(
        "colorado",
        "ante-up-21",
        decks=decks,
        least=500,
        terms=terms,
        readings={"B-18": "first hand", **(readings or {})},
        wagers=wagers or {},
    )


HOUSE = house()
BONUS_EDITION = house(wagers={BONUS: Choice("Schedule A")})
ALONE = house({"B-14": "21 alone"})


def poker(table: Table) -> list[str]:
    """What became of ANTE and BET."""
    return [line for line in results(table) if line.startswith((ANTE, BET))]


def paid(why: str, ante: int = 10, bet: int = 10) -> list[str]:
    """ANTE and BET of $5, by why and what went back."""
    return [f"{ANTE} $5: {why}, ${ante} back", f"{BET} $5: {why}, ${bet} back"]


def said(table: Table) -> list[str]:
    return [event.words for event in table.log if isinstance(event, Said)]


def clauses(table: Table) -> list[tuple[str, str]]:
    """Wager and clause of everything that was settled."""
    return [(e.wager, e.clause) for e in table.log if isinstance(e, Settled)]


# -- (1) to (6): what is staked ------------------------------------------------------------------


def test_30_2106_1_two_or_six_decks_and_six_with_the_poker_bonus() -> None:
    for decks in (1, 4, 8):
        with pytest.raises(NotAllowed) as error:
            open_house(BOOK, house(decks=decks))
        assert str(error.value) == (
            f"1 CCR 207-1, 30-2106: Ante Up 21 is dealt from 2 or 6 decks, not {decks}."
        )
    with pytest.raises(NotAllowed, match=r"30-2106\(14\)\(b\): Poker Bonus is for 6 decks"):
        open_house(BOOK, house(decks=2, wagers={BONUS: Choice()}))
    assert open_house(BOOK, house(decks=2)).offers == {}
    assert [*open_house(BOOK, BONUS_EDITION).offers] == [BONUS]


def test_30_2106_1_a_any_pair_beats_any_high_card() -> None:
    table = deal(BOOK, HOUSE, "2s Kh 2d 9c", BOTH, ["bet", "stand"])
    assert poker(table) == paid("2s 2d beats Kh 9c")
    table = deal(BOOK, HOUSE, "As 9h Kd 9c", BOTH, ["bet"])
    assert poker(table) == paid("9h 9c beats As Kd", 0, 0)


def test_30_2106_1_b_neither_straights_nor_flushes_count() -> None:
    table = deal(BOOK, HOUSE, "Qs Kh Js 7c", BOTH, ["bet", "stand"])
    assert poker(table) == paid("Kh 7c beats Qs Js", 0, 0)


def test_30_2106_2_both_21_and_ante_are_bet() -> None:
    table = betting(BOOK, HOUSE)
    assert refused(partial(table.bet, 1, "ann", ANTE, 500)) == (
        "1 CCR 207-1, 30-2106: Ante needs a stake on blackjack."
    )
    table.bet(1, "ann", BJ, 1_000)
    before = len(table.log)
    assert refused(partial(table.deal)) == "1 CCR 207-1, 30-2106: box 1 needs a stake on Ante."
    assert len(table.log) == before


def test_30_2106_2_ante_may_be_left_out_where_the_house_reads_it_so() -> None:
    assert told(deal(BOOK, ALONE, "10s 9h 8d 8c", {BJ: 10}, ["stand"])) == [
        "box 1 gets 10s",
        "dealer gets 9h",
        "box 1 gets 8d",
        "dealer gets 8c face down",
        "box 1 may stand,hit,double,double for less",
        "> stand",
        "the dealer turns 8c",
        "blackjack $10: 18 beats 17, $20 back",
    ]
    assert refused(partial(betting(BOOK, ALONE).bet, 1, "ann", ANTE, 500)) == (
        "1 CCR 207-1, 30-2106: Ante needs a stake on blackjack."
    )


def test_30_2106_2_only_those_with_ante_are_asked_for_the_poker() -> None:
    table = seat(BOOK, ALONE, "10s 10c Qh 9d 9s 8c", {BJ: 10}, BOTH)
    answer(table, "bet", "stand", "stand")
    assert [line for line in told(done(BOOK, table)) if "fold" in line] == ["box 2 may fold,bet"]
    assert results(table) == [
        "blackjack $10: 19 beats 18, $20 back",
        *paid("Qh 8c beats 10c 9s", 0, 0),
        "blackjack $10: 19 beats 18, $20 back",
    ]


def test_30_2106_2_a_the_poker_bonus_goes_beside_ante_only() -> None:
    filed = house({"B-14": "21 alone"}, {BONUS: Choice()})
    table = betting(BOOK, filed)
    table.bet(1, "ann", BJ, 1_000)
    assert refused(partial(table.bet, 1, "ann", BONUS, 500)) == (
        "1 CCR 207-1, 30-2106: Poker Bonus needs a stake on ante-up-21-ante."
    )
    table.bet(1, "ann", ANTE, 500)
    table.bet(1, "ann", BONUS, 500)
    plain = betting(BOOK, HOUSE)
    plain.bet(1, "ann", BJ, 1_000)
    plain.bet(1, "ann", ANTE, 500)
    with pytest.raises(UnknownName, match="No wager at this table is called 'poker-bonus'"):
        plain.bet(1, "ann", BONUS, 500)


def test_30_2106_2_the_house_posts_the_amount_of_each_bet() -> None:
    table = betting(BOOK, house(wagers={ANTE: Choice(least=500, most=2_000)}))
    assert refused(partial(table.bet, 1, "ann", BJ, 400)) == (
        "Blackjack stakes are $5 to $500 here, not $4."
    )
    table.bet(1, "ann", BJ, 1_000)
    assert refused(partial(table.bet, 1, "ann", ANTE, 2_500)) == (
        "Ante takes $5 to $20 at this table, not $25."
    )
    table = betting(BOOK, HOUSE)
    table.bet(1, "ann", BJ, 1_000)
    assert refused(partial(table.bet, 1, "ann", ANTE, 400)) == (
        "Ante stakes are $5 to $500 here, not $4."
    )
    assert refused(partial(table.bet, 1, "ann", ANTE, 0)).startswith(
        "A stake must be a whole number"
    )


def test_30_2106_5_every_bet_but_bet_is_placed_before_the_deal() -> None:
    table = betting(BOOK, BONUS_EDITION)
    table.bet(1, "ann", BJ, 1_000)
    table.bet(1, "ann", ANTE, 500)
    assert refused(partial(table.bet, 1, "ann", BET, 500)) == (
        "1 CCR 207-1, 30-2106: Bet is placed after the side wagers settle, "
        "before the hole card is exposed."
    )
    late = seat(BOOK, BONUS_EDITION, "10s 9h 8d 8c", BOTH)
    before = len(late.log)
    assert refused(partial(late.bet, 1, "ann", BONUS, 500)).startswith("No more bets")
    assert refused(partial(late.bet, 1, "ann", BET, 500)).startswith("No more bets")
    assert len(late.log) == before


def test_30_2106_6_tips_go_on_21_and_ante_beside_the_own_wager() -> None:
    table = betting(BOOK, BONUS_EDITION)
    table.bet(1, "ann", BJ, 1_000)
    assert refused(partial(table.tip, 1, ANTE, 100)) == (
        "1 CCR 207-1, 30-2106(6): a bet for the dealer needs the player's own stake on Ante."
    )
    table.bet(1, "ann", ANTE, 500)
    table.bet(1, "ann", BONUS, 500)
    before = len(table.log)
    assert [refused(partial(table.tip, 1, *tip)) for tip in ((BONUS, 100), (BET, 100))] == [
        "1 CCR 207-1, 30-2106(6): no bets for the dealer on Poker Bonus at this table.",
        "1 CCR 207-1, 30-2106(6): no bets for the dealer on Bet at this table.",
    ]
    assert refused(partial(table.tip, 1, ANTE, 501)) == (
        "1 CCR 207-1, 30-2106(6): a bet for the dealer on Ante is at most $5, not $5.01."
    )
    assert "Blackjack is at most $10, not $11" in refused(partial(table.tip, 1, BJ, 1_100))
    assert len(table.log) == before


TIPS = {"both": {BJ: 2, ANTE: 3}, "21": {BJ: 2}, "ante": {ANTE: 3}}


@pytest.mark.parametrize("on", TIPS)
def test_30_2106_6_tips_on_either_or_both_are_paid_as_the_own_wager(on: str) -> None:
    table = seat(BOOK, HOUSE, "Ks Qh 9d 8c", BOTH, tips=TIPS[on])
    ante, bet = paid("Ks 9d beats Qh 8c")
    expected = ["blackjack $10: 19 beats 18, $20 back"]
    if BJ in TIPS[on]:
        expected += ["blackjack $2: 19 beats 18, $4 back to the dealer"]
    expected += [ante]
    if ANTE in TIPS[on]:
        expected += [f"{ANTE} $3: Ks 9d beats Qh 8c, $6 back to the dealer"]
    assert results(done(BOOK, answer(table, "bet", "stand"))) == [*expected, bet]


def test_30_2106_6_a_tip_on_ante_is_lost_with_a_folded_hand_and_one_on_21_stays() -> None:
    table = seat(BOOK, HOUSE, "10s Qh 9d 8c", BOTH, tips={BJ: 2, ANTE: 3})
    assert results(done(BOOK, answer(table, "fold", "stand"))) == [
        f"{ANTE} $5: fold, $0 back",
        f"{ANTE} $3: fold, $0 back to the dealer",
        "blackjack $10: 19 beats 18, $20 back",
        "blackjack $2: 19 beats 18, $4 back to the dealer",
    ]


# -- (7) the deal --------------------------------------------------------------------------------


def test_30_2106_7_two_cards_each_from_the_dealers_left_and_the_dealer_last() -> None:
    table = seat(BOOK, HOUSE, "10s 10c Qh 9d 9s 8c", BOTH, BOTH)
    assert told(table) == [
        "box 1 gets 10s",
        "box 2 gets 10c",
        "dealer gets Qh",
        "box 1 gets 9d",
        "box 2 gets 9s",
        "dealer gets 8c face down",
        "box 1 may fold,bet",
    ]


@pytest.mark.parametrize("kind", ["misdeal to a box", "misdeal to the dealer"])
def test_30_2106_7_a_misdeal_to_anyone_voids_the_round_and_bets_go_back(kind: str) -> None:
    table = seat(BOOK, HOUSE, "10s 10c 9h Qd 8d 8c", BOTH, BOTH, tips={ANTE: 3})
    answer(table, "bet")
    table.irregular(kind, 2 if kind == "misdeal to a box" else None)
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        f"{ANTE} $5: void, $5 back",
        f"{BET} $5: void, $5 back",
        f"{ANTE} $3: void, $3 back",
        "blackjack $10: void, $10 back",
        f"{ANTE} $5: void, $5 back",
    ]
    void = next(event for event in table.log if isinstance(event, Voided))
    assert (void.box, void.clause) == (None, "30-2106(7)(a)")


def test_30_2106_7_a_the_supervisor_has_no_choice_in_a_misdeal() -> None:
    table = seat(BOOK, HOUSE, "10s 10c 9h Qd 8d 8c", BOTH, BOTH)
    before = len(table.log)
    assert refused(partial(table.irregular, "misdeal to a box", 1, "that hand void")) == (
        "30-2106(7)(a): misdeal to a box is decided as 'whole round void' at this table, "
        "not 'that hand void'."
    )
    assert len(table.log) == before


WATCHED = {
    "bet": ("10s Qh 9d 8c", ("bet", "stand")),
    "fold": ("10s Qh 9d 8c", ("fold", "stand")),
    "insured": ("10s Ah 9d 8c", ("bet", "5", "stand")),
    "bust": ("10s Qh 6d 8c Kd", ("bet", "hit")),
    "split": ("9s Qh 9d 8c Kd Kc", ("bet", "split", "stand", "stand")),
    "natural": ("As Qh Kd 8c", ("bet",)),
}


@pytest.mark.parametrize("how", WATCHED)
def test_30_2106_7_nobody_sees_the_hole_card_before_it_is_turned(how: str) -> None:
    cards, words = WATCHED[how]
    table = deal(BOOK, BONUS_EDITION, cards, ALL, words)
    other = deal(BOOK, BONUS_EDITION, cards.replace("8c", "7d"), ALL, words)
    turned = next(i for i, event in enumerate(table.log) if isinstance(event, CardTurned))
    for who in ("ann", "bob", "dealer"):
        seen = [event.line for event in view(table.log, who)]
        assert not [line for line in seen[:turned] if re.search(r"\b8c\b", line)]
        assert re.search(r"\b8c\b", seen[turned])
        assert seen[:turned] == [event.line for event in view(other.log, who)][:turned]
    hole = [e for e in view(table.log, SURVEILLANCE) if "card=8c" in e.line]
    assert [event.kind for event in hole] == ["card", "turn"]


# -- (8) the Poker Bonus -------------------------------------------------------------------------


def test_30_2106_8_the_poker_bonus_is_settled_before_anything_else() -> None:
    table = deal(BOOK, BONUS_EDITION, "9s Ah 9d Kc", ALL, ["bet", "5"])
    assert told(table)[4:] == [
        "poker-bonus $1: Pair (not suited), $6 back",
        "box 1 may fold,bet",
        "> bet",
        "box 1 may bet insurance",
        "> 500",
        "the dealer turns Kc",
        "insurance $5: dealer natural, $15 back",
        "blackjack $10: dealer natural, $0 back",
        f"{ANTE} $5: 9s 9d beats Ah Kc, $10 back",
        f"{BET} $5: dealer natural, $5 back",
    ]


def test_30_2106_8_every_poker_bonus_is_settled_before_the_first_player_decides() -> None:
    table = seat(BOOK, BONUS_EDITION, "10s 8c Qh 9d 8s 7c", ALL, ALL)
    assert told(table)[6:] == [
        "poker-bonus $1: Pair (not suited), $6 back",
        "poker-bonus $1: no hand, $0 back",
        "box 1 may fold,bet",
    ]


SCHEDULES = {"A": (40, 5), "B": (50, 3), "C": (50, 3), "D": (50, 3)}


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_30_2106_8_the_upcard_counts_only_for_three_of_a_kind(schedule: str) -> None:
    filed = house(wagers={BONUS: Choice(f"Schedule {schedule}")})
    trips, pair = SCHEDULES[schedule]

    def bonus(cards: str) -> str:
        return results(deal(BOOK, filed, cards, ALL, ["fold", "stand"]))[0]

    assert bonus("9s 9h 9d 8c") == f"{BONUS} $1: Three of a Kind, ${trips + 1} back"
    assert bonus("9s 10h 9d 8c") == f"{BONUS} $1: Pair (not suited), ${pair + 1} back"
    assert bonus("9s 9h 10d 8c") == f"{BONUS} $1: no hand, $0 back"
    assert bonus("9s 10h 9s 9c") == bonus("9s 10h 9s 8c")  # not the hole card
    assert "Suited Pair" in bonus("9s 10h 9s 8c")


@pytest.mark.parametrize(
    ("cards", "hand", "back"),
    [
        ("As As As 9c", "Three Ace of Spades", 5001),
        ("As Kh As 9c", "Pair of Suited Aces", 31),
        ("As As Ks 9c", "no hand", 0),
    ],
)
def test_30_2106_8_b_the_upcard_makes_three_aces_but_no_pair(
    cards: str, hand: str, back: int
) -> None:
    table = seat(BOOK, BONUS_EDITION, cards, ALL)
    assert results(table) == [f"{BONUS} $1: {hand}, ${back} back"]


# -- (9) fold or bet -----------------------------------------------------------------------------


@pytest.mark.parametrize("dollars", [5, 10, 25])
def test_30_2106_9_a_bet_is_as_much_as_ante(dollars: int) -> None:
    table = seat(BOOK, HOUSE, "10s Qh 9d 8c", {BJ: 10, ANTE: dollars})
    answer(table, "bet")
    stake = next(event for event in table.log if isinstance(event, StakeAdded))
    assert (stake.wager, stake.cents) == (BET, dollars * 100)
    assert poker(done(BOOK, answer(table, "stand")))[1] == (
        f"{BET} ${dollars}: Qh 8c beats 10s 9d, $0 back"
    )


def test_30_2106_9_b_a_player_who_folds_loses_ante_and_plays_on_at_21() -> None:
    table = deal(BOOK, HOUSE, "10s 9h 8d 8c", BOTH, ["fold", "stand"])
    assert told(table)[4:] == [
        "box 1 may fold,bet",
        "> fold",
        f"{ANTE} $5: fold, $0 back",
        "box 1 may stand,hit,double,double for less",
        "> stand",
        "the dealer turns 8c",
        "blackjack $10: 18 beats 17, $20 back",
    ]
    assert clauses(table)[0] == (ANTE, "30-2106(9)(b)")
    assert said(table)[1:] == []  # no poker hand to call


def test_30_2106_9_b_a_player_is_told_what_folding_loses() -> None:
    """ANTE alone: the totals of 21 have nothing to do with it."""
    step = next(iter(seat(BOOK, HOUSE, "10s 9h 4d 8c", BOTH).asked.values())).step
    assert isinstance(step, Ask)
    assert step.options[0].does == "the stakes at poker are lost; blackjack plays on"
    assert not step.totals


def test_30_2106_9_b_a_folded_natural_is_paid_and_a_dealers_natural_takes_21() -> None:
    assert results(deal(BOOK, HOUSE, "As 9h Kd 8c", BOTH, ["fold"])) == [
        f"{ANTE} $5: fold, $0 back",
        "blackjack $10: natural, $25 back",
    ]
    assert results(deal(BOOK, HOUSE, "10s Kh 10d Ac", BOTH, ["fold"])) == [
        f"{ANTE} $5: fold, $0 back",
        "blackjack $10: dealer natural, $0 back",
    ]


def test_30_2106_9_all_decide_before_insurance_and_before_the_dealer_looks() -> None:
    table = seat(BOOK, HOUSE, "10s 9c Ah 8d 8s Kc", BOTH, BOTH)
    assert said(table) == ["no more bets"]
    answer(table, "bet")
    assert said(table) == ["no more bets"]
    answer(table, "fold", "0", "0")
    asked = [line for line in told(done(BOOK, table)) if " may " in line]
    assert asked == [
        "box 1 may fold,bet",
        "box 2 may fold,bet",
        "box 1 may bet insurance",
        "box 2 may bet insurance",
    ]
    looks = next(said for said in of_kind(table, Said) if said.words.endswith("a natural"))
    assert looks.clause == "30-2106(9)(c)"
    kinds = [event.kind for event in table.log]
    assert table.log.index(looks) > len(kinds) - kinds[::-1].index("ask")


def test_30_2106_9_c_under_a_ten_they_decide_before_the_dealer_looks_too() -> None:
    table = seat(BOOK, HOUSE, "10s Kh 8d 9c", BOTH)
    assert said(table) == ["no more bets"]
    answer(table, "bet")
    assert said(table) == ["no more bets", "no natural"]


def test_30_2106_9_nothing_but_fold_or_bet() -> None:
    table = seat(BOOK, HOUSE, "10s 9h 8d 8c", BOTH)
    assert table.pending
    number, before = table.pending.number, len(table.log)
    for word in ("stand", "check", "bet with a tip", ""):
        assert refused(partial(table.answer, number, word)) == (
            f"{word!r} is not legal for box 1: fold or bet (30-2106(9))."
        )
    assert refused(partial(table.answer_stake, number, 500)) == (
        "Answer with one of the choices, not an amount."
    )
    assert refused(partial(table.answer, number + 1, "bet")) == (
        "Question 2 is closed; the table is waiting for the answer to 1."
    )
    assert len(table.log) == before


def test_30_2106_9_d_insurance_is_half_of_21_at_most() -> None:
    table = answer(seat(BOOK, HOUSE, "10s Ah 9d 8c", BOTH), "bet")
    assert table.pending
    before = len(table.log)
    assert refused(partial(table.answer_stake, table.pending.number, 501)) == (
        "30-2106(9)(d): insurance takes $0.01 to $5 here, not $5.01."
    )
    assert len(table.log) == before


def test_30_2106_9_e_insurance_loses_without_a_natural() -> None:
    table = deal(BOOK, HOUSE, "10s Ah 9d 8c", BOTH, ["bet", "4", "stand"])
    assert results(table) == [
        "insurance $4: no natural, $0 back",
        "blackjack $10: 19 each, $10 back",
        *paid("Ah 8c beats 10s 9d", 0, 0),
    ]


# -- (10) a dealer's natural ---------------------------------------------------------------------

NATURALS = {
    "9s 9d": ("9s 9d beats {}", 10),
    "As Qd": ("{} beats As Qd", 0),
    "Ad Kd": ("Ad Kd ties {}", 5),
    "Ad As": ("Ad As beats {}", 10),
    "10s 9d": ("{} beats 10s 9d", 0),
}


@pytest.mark.parametrize("mine", NATURALS)
@pytest.mark.parametrize("theirs", ["Kc Ah", "Ah Kc"])
def test_30_2106_10_a_dealers_natural_is_compared_and_bet_pushes(mine: str, theirs: str) -> None:
    (first, second), (up, hole) = mine.split(), theirs.split()
    words = ["bet", "0"] if up == "Ah" else ["bet"]
    table = deal(BOOK, HOUSE, f"{first} {up} {second} {hole}", BOTH, words)
    why, back = NATURALS[mine]
    both = mine in ("Ad Kd", "As Qd")
    assert results(table) == [
        f"blackjack $10: {'both naturals, $10' if both else 'dealer natural, $0'} back",
        f"{ANTE} $5: {why.format(theirs)}, ${back} back",
        f"{BET} $5: dealer natural, $5 back",
    ]
    assert clauses(table)[-1] == (BET, "30-2106(10), (10)(a)")
    assert not [line for line in told(table) if "stand" in line]  # (11): nobody plays on


# -- (11) the blackjack hands --------------------------------------------------------------------


def test_30_2106_11_b_the_house_may_not_stand_on_soft_17() -> None:
    with pytest.raises(NotAllowed) as error:
        open_house(BOOK, house(soft_17="stand"))
    assert str(error.value) == "30-2106(11)(b), (12)(b): soft_17 must be 'hit', not 'stand'."


def test_30_2106_11_b_a_hand_is_doubled_as_in_blackjack_and_ante_is_not() -> None:
    table = deal(BOOK, HOUSE, "6s Qh 5d 8c Kd", BOTH, ["bet", "double"])
    assert results(table) == [
        "blackjack $20: 21 beats 18, $40 back",
        *paid("6s Kd beats Qh 8c"),
    ]


def test_30_2106_11_c_a_natural_pays_3_to_2_and_plays_on_at_poker() -> None:
    table = deal(BOOK, HOUSE, "As 9h Kd 5c Qd", BOTH, ["bet"])
    assert told(table)[6:] == [
        "blackjack $10: natural, $25 back",
        "the dealer turns 5c",
        "dealer gets Qd",
        *paid("As Kd beats 9h Qd"),
    ]
    assert clauses(table)[0] == (BJ, "30-2106(11)(c)")
    with pytest.raises(NotAllowed, match=r"30-2106\(11\)\(c\): natural_pays must be '3 to 2'"):
        open_house(BOOK, house(natural_pays="6 to 5"))


def test_30_2106_11_d_no_surrender() -> None:
    for when in ("late", "early"):
        with pytest.raises(NotAllowed) as error:
            open_house(BOOK, house(surrender=when))
        assert str(error.value) == f"30-2106(11)(d): surrender must be 'none', not '{when}'."
    table = answer(seat(BOOK, HOUSE, "10s Qh 6d 8c", BOTH), "bet")
    assert table.pending
    assert refused(partial(table.answer, table.pending.number, "surrender")).startswith(
        "'surrender' is not legal for box 1: stand, hit, double or double for less"
    )


def test_30_2106_11_e_a_busted_hand_stays_for_the_poker_with_the_card_that_busted_it() -> None:
    table = seat(BOOK, HOUSE, "10s 10c Qh 6d 9s 8c 10d", BOTH, BOTH)
    answer(table, "bet", "bet", "hit")
    assert told(table)[-4:] == [
        "> hit",
        "box 1 gets 10d",
        "blackjack $10: bust, $0 back",  # before the next player acts
        "box 2 may stand,hit,double,double for less",
    ]
    assert results(done(BOOK, answer(table, "stand")))[1:] == [
        "blackjack $10: 19 beats 18, $20 back",
        *paid("Qh 8c beats 10c 9s", 0, 0),
        *paid("10s 10d beats Qh 8c"),
    ]


def test_30_2106_11_e_ii_a_busted_hand_that_folded_is_out() -> None:
    table = deal(BOOK, HOUSE, "10s Qh 6d 8c 10d", BOTH, ["fold", "hit"])
    assert results(table) == [f"{ANTE} $5: fold, $0 back", "blackjack $10: bust, $0 back"]


# -- (11)(b) splits and reading B-18 -------------------------------------------------------------

SPLIT = "8s Qh 8d 9c 10h 2c 8c"
"""Eights against 19: the first hand draws a ten, the second a two and another eight."""
WORDS = ("split", "stand", "hit", "stand")


def test_30_2106_11_b_what_a_split_means_for_the_poker_must_be_chosen() -> None:
    with pytest.raises(NotAllowed) as error:
        open_house(BOOK, House("colorado", "ante-up-21"))
    assert str(error.value) == (
        "30-2106(11)(b); silent on splitting: choose reading B-18 for Ante Up 21: "
        "'first hand', 'all cards' or 'no splitting'."
    )
    with pytest.raises(NotAllowed, match="reading B-18 must be 'first hand'"):
        open_house(BOOK, house({"B-18": "second hand"}))


def test_30_2106_11_b_ante_and_bet_follow_the_first_hand_of_a_split() -> None:
    table = deal(BOOK, HOUSE, SPLIT, BOTH, ["bet", *WORDS])
    assert results(table) == [
        "blackjack $10: 19 beats 18, $0 back",
        "blackjack $10: 19 beats 18, $0 back",
        *paid("Qh 9c beats 8s 10h", 0, 0),
    ]


def test_30_2106_11_b_a_first_hand_that_busts_keeps_the_poker() -> None:
    cards = "8s Qh 8d 9c 7h Kd 10c"
    table = deal(BOOK, HOUSE, cards, BOTH, ["bet", "split", "hit", "stand"])
    assert results(table) == [
        "blackjack $10: bust, $0 back",
        "blackjack $10: 19 beats 18, $0 back",
        *paid("8s Kd beats Qh 9c"),
    ]


def test_30_2106_11_b_all_cards_of_a_split_may_be_read_to_count() -> None:
    table = deal(BOOK, house({"B-18": "all cards"}), SPLIT, BOTH, ["bet", *WORDS])
    assert poker(table) == paid("8s 8d beats Qh 9c")


def test_30_2106_11_b_a_hand_with_ante_down_may_be_read_not_to_split() -> None:
    filed, whole = house({"B-18": "no splitting"}), "box 1 may stand,hit,double,double for less"
    table = deal(BOOK, filed, "8s Qh 8d 9c", BOTH, ["bet", "stand"])
    assert told(table)[6] == whole
    assert poker(table) == paid("8s 8d beats Qh 9c")
    again = answer(seat(BOOK, filed, "8s Qh 8d 9c", BOTH), "bet")
    assert again.pending
    assert "'split' is not legal" in refused(partial(again.answer, again.pending.number, "split"))
    table = deal(BOOK, filed, SPLIT, BOTH, ["fold", *WORDS])
    assert told(table)[7] == f"{whole},split"  # ANTE is gone
    both = house({"B-18": "no splitting", "B-14": "21 alone"})
    table = deal(BOOK, both, SPLIT, {BJ: 10}, WORDS)
    assert told(table)[4] == f"{whole},split"


# -- (12) the dealer's hand ----------------------------------------------------------------------


def test_30_2106_12_the_dealer_plays_out_the_hand_for_the_poker_alone() -> None:
    table = deal(BOOK, HOUSE, "10s 2h 6d 3c 10d Kd 9d", BOTH, ["bet", "hit"])
    assert told(table)[9:] == [
        "blackjack $10: bust, $0 back",
        "the dealer turns 3c",
        "dealer gets Kd",
        "dealer gets 9d",
        *paid("10s 10d beats Kd 9d"),
    ]


def test_30_2106_12_the_dealer_draws_for_nobody_when_all_are_bust_and_folded() -> None:
    table = deal(BOOK, HOUSE, "10s 2h 6d 3c 10d", BOTH, ["fold", "hit"])
    assert told(table)[-2:] == ["blackjack $10: bust, $0 back", "the dealer turns 3c"]


def test_30_2106_12_a_the_dealer_stands_on_hard_17() -> None:
    table = deal(BOOK, HOUSE, "10s Ah 9d 5c Kd Ac", BOTH, ["bet", "0", "stand"])
    assert told(table)[-5:-3] == ["dealer gets Kd", "dealer gets Ac"]
    assert results(table)[0] == "blackjack $10: 19 beats 17, $20 back"
    assert poker(table) == paid("Ah Ac beats 10s 9d", 0, 0)


def test_30_2106_12_b_the_dealer_hits_soft_17() -> None:
    table = deal(BOOK, HOUSE, "10s 6h 8d Ac 4d", BOTH, ["bet", "stand"])
    assert "dealer gets 4d" in told(table)
    assert results(table)[0] == "blackjack $10: 21 beats 18, $0 back"


# -- (13) the poker hands ------------------------------------------------------------------------


def test_30_2106_13_the_best_two_of_all_cards_count_unless_the_first_two_are_read() -> None:
    cards, words = "10s Qh 2d 8c 10d", ["bet", "hit"]
    assert poker(deal(BOOK, HOUSE, cards, BOTH, words)) == paid("10s 10d beats Qh 8c")
    first = house({"B-17": "first two"})
    assert poker(deal(BOOK, first, cards, BOTH, words)) == paid("Qh 8c beats 10s 2d", 0, 0)


@pytest.mark.parametrize("split", ["first hand", "all cards"])
def test_30_2106_13_the_first_two_are_the_pair_that_was_split(split: str) -> None:
    filed = house({"B-17": "first two", "B-18": split})
    assert poker(deal(BOOK, filed, SPLIT, BOTH, ["bet", *WORDS])) == paid("8s 8d beats Qh 9c")


def test_30_2106_13_the_best_two_may_be_cards_that_were_drawn() -> None:
    table = deal(BOOK, HOUSE, "2s Qh 3d 8c 7h 7d", BOTH, ["bet", "hit", "hit", "stand"])
    assert poker(table) == paid("7h 7d beats Qh 8c")


def test_30_2106_13_a_the_dealers_bust_card_serves_at_poker() -> None:
    table = deal(BOOK, HOUSE, "10s Qh 9d 6c Qd", BOTH, ["bet", "stand"])
    assert results(table) == [
        "blackjack $10: dealer busts, $20 back",
        *paid("Qh Qd beats 10s 9d", 0, 0),
    ]
    call = [event for event in table.log if isinstance(event, Said)][-1]
    assert call.words == "the dealer has 26, and Qh Qd at poker"
    assert call.clause == "30-2106(13), (13)(a)"


def test_30_2106_13_a_the_dealers_bust_card_may_qualify_the_hand() -> None:
    table = deal(BOOK, HOUSE, "10s 10h 9d 6c Kd", BOTH, ["bet", "stand"])
    assert poker(table) == paid("10h Kd beats 10s 9d", 0, 0)


def test_30_2106_13_b_from_the_dealers_right_21_then_ante_then_bet() -> None:
    table = seat(BOOK, HOUSE, "10s 10c Qh 9d 9s 8c", BOTH, BOTH)
    answer(table, "bet", "bet", "stand", "stand")
    played = [asked.of for asked in of_kind(table, Asked) if asked.about == "play"]
    assert played == ["box 1", "box 2"]  # (11)(a)
    done(BOOK, table)
    settled = [(e.box, e.wager) for e in table.log if isinstance(e, Settled)]
    assert settled == [(box, on) for box in (2, 1) for on in (BJ, ANTE, BET)]


def test_30_2106_13_b_i_all_three_are_paid_1_to_1() -> None:
    table = deal(BOOK, HOUSE, "Ks Qh 9d 8c", BOTH, ["bet", "stand"])
    assert results(table) == ["blackjack $10: 19 beats 18, $20 back", *paid("Ks 9d beats Qh 8c")]
    assert clauses(table) == [(on, "30-2106(13)(b)(i)") for on in (BJ, ANTE, BET)]


DEALERS = {
    "Qh 7c": ("Qh 7c beats 10s 9d", 0, 0),
    "Jh 7c": ("Jh 7c does not qualify", 10, 5),
    "Kh 7c": ("Kh 7c beats 10s 9d", 0, 0),
    "Ah 7c": ("Ah 7c beats 10s 9d", 0, 0),
    "9h 9c": ("9h 9c beats 10s 9d", 0, 0),
}


@pytest.mark.parametrize("theirs", DEALERS)
def test_30_2106_13_c_the_dealer_needs_queen_high_or_a_pair(theirs: str) -> None:
    up, hole = theirs.split()
    words = ["bet", "0", "stand"] if up == "Ah" else ["bet", "stand"]
    table = deal(BOOK, HOUSE, f"10s {up} 9d {hole}", BOTH, words)
    why, ante, bet = DEALERS[theirs]
    assert poker(table) == paid(why, ante, bet)


def test_30_2106_13_c_a_pair_below_queens_may_be_read_not_to_qualify() -> None:
    other, words = house({"B-20": "a queen at least"}), ["bet", "stand"]
    table = deal(BOOK, other, "10s 9h 9d 9c", BOTH, words)
    assert poker(table) == paid("9h 9c does not qualify", 10, 5)
    table = deal(BOOK, other, "10s Qh 9d Qc", BOTH, words)
    assert poker(table) == paid("Qh Qc beats 10s 9d", 0, 0)


@pytest.mark.parametrize("mine", ["2s 3d", "10s 9d", "As 7d"])
def test_30_2106_13_d_ante_wins_and_bet_pushes_whatever_the_player_has(mine: str) -> None:
    first, second = mine.split()
    table = deal(BOOK, HOUSE, f"{first} Jh {second} 9c", BOTH, ["bet", "stand"])
    assert poker(table) == paid("Jh 9c does not qualify", 10, 5)
    assert clauses(table)[1:] == [(on, "30-2106(13)(c), (d)") for on in (ANTE, BET)]


def test_30_2106_13_e_ties_push_by_rank_of_both_cards() -> None:
    words = ["bet", "stand"]
    table = deal(BOOK, HOUSE, "Qs Qh 7d 7c", BOTH, words)
    assert results(table) == [
        "blackjack $10: 17 each, $10 back",
        *paid("Qs 7d ties Qh 7c", 5, 5),
    ]
    assert clauses(table)[1:] == [(on, "30-2106(13)(e)") for on in (ANTE, BET)]
    assert poker(deal(BOOK, HOUSE, "Qs Qh 9d 8c", BOTH, words)) == paid("Qs 9d beats Qh 8c")
    assert poker(deal(BOOK, HOUSE, "9s 9h 9d 9c", BOTH, words)) == paid("9s 9d ties 9h 9c", 5, 5)


# -- what the section leaves to the supervisor ---------------------------------------------------


def test_30_828_1_an_exposed_card_is_the_supervisors_to_settle() -> None:
    table = answer(seat(BOOK, HOUSE, "10s 9h 2d 8c 10d", BOTH), "bet")
    with pytest.raises(NotAllowed, match="the supervisor decides"):
        table.irregular("exposed card")
    with pytest.raises(NotAllowed, match="the supervisor decides"):
        table.irregular("exposed card", decision="kept by ann")
    table.irregular("exposed card", decision="dealt on")
    done(BOOK, answer(table, "hit"))
    assert "box 1 gets 10d" in told(table)


def test_30_828_1_a_box_that_the_supervisor_voids_is_out_with_all_its_stakes() -> None:
    table = seat(BOOK, HOUSE, "10s 10c Qh 9d 9s 8c", BOTH, BOTH)
    answer(table, "bet")
    table.irregular("other", 1, "that hand void")
    assert results(done(BOOK, answer(table, "bet", "stand"))) == [
        "blackjack $10: void, $10 back",
        f"{ANTE} $5: void, $5 back",
        f"{BET} $5: void, $5 back",
        "blackjack $10: 19 beats 18, $20 back",
        *paid("Qh 8c beats 10c 9s", 0, 0),
    ]


def test_30_828_1_a_box_that_is_void_before_its_turn_is_not_asked() -> None:
    table = seat(BOOK, HOUSE, "10s 10c Qh 9d 9s 8c", BOTH, BOTH)
    table.irregular("other", 2, "that hand void")
    done(BOOK, answer(table, "bet", "stand"))
    assert not [line for line in told(table) if line.startswith("box 2 may")]
    assert poker(table)[-2:] == paid("Qh 8c beats 10s 9d", 0, 0)
