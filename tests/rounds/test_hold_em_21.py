"""Named rounds of 21-Hold 'em (1 CCR 207-1, 30-2104)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.procedure.steps import AskStake, Draw
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import Bet, BetsClosed, RoundOpened
from pitboss.table.events.shoes import (
    CardDealt,
    CardPlaced,
    CardTurned,
    ShoeCommitted,
    ShoeOpened,
    ShoeReshuffled,
    ShoeSealed,
)
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.log.replay import opened_by, resume
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import Stacked, answer, deal, done, of_kind, refused, results, seat, told
from tests.vault import MemoryVault

BOOK = load()
BJ, PK, SECOND, THIRD = (
    "blackjack",
    "21-hold-em-poker",
    "21-hold-em-second",
    "21-hold-em-third",
)
BOTH = {BJ: 10, PK: 5}


def house(
    readings: Mapping[str, str] | None = None,
    wagers: Mapping[str, Choice] | None = None,
    tips: bool = False,
    **terms: str,
) -> House:
    return House(
        "colorado",
        "21-hold-em",
        decks=1,
        least=500,
        tips=tips,
        terms=terms,
        readings=readings or {},
        wagers=wagers or {},
    )


HOUSE = house()
PLAY = "10s 9h 8d 8c "
"""The player has 18, the dealer 9h and 8c: no one draws."""


def betting(filed: House) -> Table:
    """A table that takes bets, with a sealed shoe."""
    opened = open_house(BOOK, filed)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(7)), BOOK.digest)
    table.open_round()
    return table


# -- (1) to (3): what is staked ------------------------------------------------------------------


def test_30_2104_1_one_deck_only() -> None:
    with pytest.raises(NotAllowed, match="30-2104: 21-Hold 'em is dealt from 1 deck, not 2"):
        open_house(BOOK, House("colorado", "21-hold-em", decks=2))


@pytest.mark.parametrize(
    ("burn", "many"), [("none", 0), ("one card", 1), ("two cards", 2), ("three cards", 3)]
)
def test_30_2104_1_the_house_burns_as_many_cards_as_it_files(burn: str, many: int) -> None:
    table = betting(house(burn=burn))
    table.bet(1, "ann", BJ, 1_000)
    table.deal()
    assert sum(card.to == "burn" for card in of_kind(table, CardDealt)) == many


def test_30_2104_2_a_poker_is_a_choice_and_needs_a_blackjack_wager() -> None:
    table = betting(HOUSE)
    assert refused(partial(table.bet, 1, "ann", PK, 500)) == (
        "1 CCR 207-1, 30-2104: 21-Hold 'em needs a stake on blackjack."
    )
    assert results(deal(BOOK, HOUSE, "10s 9h 8d 8c", {BJ: 10}, ["stand"])) == [
        "blackjack $10: 18 beats 17, $20 back"
    ]


def test_30_2104_2_a_the_poker_is_chosen_before_the_deal() -> None:
    table = seat(BOOK, HOUSE, PLAY, {BJ: 10})
    assert refused(partial(table.bet, 1, "ann", PK, 500)).startswith("No more bets")
    table = betting(HOUSE)
    table.bet(1, "ann", BJ, 1_000)
    table.bet(1, "ann", PK, 500)
    assert refused(partial(table.bet, 1, "ann", SECOND, 500)) == (
        "1 CCR 207-1, 30-2104: 21-Hold 'em wager 2 is placed after the first decision."
    )


def test_30_2104_2_a_one_hand_with_poker_and_more_without() -> None:
    table = betting(house(hands_per_player="2"))
    for number in (1, 2):
        table.bet(number, "ann", BJ, 1_000)
    table.bet(1, "ann", PK, 500)
    before = len(table.log)
    assert refused(partial(table.bet, 2, "ann", PK, 500)) == (
        "30-2104(2)(a), (b): ann has a stake on 21-hold-em-poker at box 1, "
        "and may have one at only one box."
    )
    assert len(table.log) == before
    table.bet(3, "bob", BJ, 1_000)
    table.bet(3, "bob", PK, 500)
    alone = betting(HOUSE)
    alone.bet(1, "ann", BJ, 1_000)
    assert refused(partial(alone.bet, 2, "ann", BJ, 1_000)) == (
        "30-2104(2)(a), (b): a player may bet on one box here, and ann has reached that limit."
    )


REQUIRED = house(poker_wager="required")


def test_30_2104_2_b_the_house_may_require_poker_of_all() -> None:
    table = betting(REQUIRED)
    table.bet(1, "ann", BJ, 1_000)
    assert refused(partial(table.deal)) == (
        "1 CCR 207-1, 30-2104: box 1 needs a stake on 21-Hold 'em."
    )
    table.bet(1, "ann", PK, 500)
    table.deal()
    with pytest.raises(NotAllowed, match="one hand if poker is required, not 2"):
        open_house(BOOK, house(poker_wager="required", hands_per_player="2"))


def test_30_2104_2_b_both_wagers_together_stay_within_the_highest_bet() -> None:
    table = betting(REQUIRED)
    table.bet(1, "ann", BJ, 40_000)
    before = len(table.log)
    assert refused(partial(table.bet, 1, "ann", PK, 10_100)) == (
        "30-2104(2)(b): Blackjack and poker together are at most $500 here, not $501."
    )
    assert len(table.log) == before
    table.bet(1, "ann", PK, 10_000)
    free = betting(HOUSE)
    free.bet(1, "ann", BJ, 50_000)
    free.bet(1, "ann", PK, 50_000)  # (2)(a) has no such limit


def test_30_2104_3_tips_go_beside_the_own_wager_and_are_paid_at_its_odds() -> None:
    table = tipped({PK: 3})
    answer(table, "stand", "bet", "bet with a tip", "2")
    assert results(done(BOOK, table)) == [
        "blackjack $10: 18 beats 17, $20 back",
        "21-hold-em-poker $5: Two Pairs, $15 back",
        "21-hold-em-poker $3: Two Pairs, $9 back to the dealer",
        "21-hold-em-second $5: Two Pairs, $15 back",
        "21-hold-em-third $5: Two Pairs, $15 back",
        "21-hold-em-third $2: Two Pairs, $6 back to the dealer",
    ]


def test_30_2104_3_a_folded_hand_loses_its_tips() -> None:
    table = tipped({PK: 3}, poker="7s 7d")
    answer(table, "stand", "bet with a tip", "5", "fold")
    assert results(done(BOOK, table))[1:] == [
        "21-hold-em-poker $5: fold, $0 back",
        "21-hold-em-poker $3: fold, $0 back to the dealer",
        "21-hold-em-second $5: fold, $0 back",
        "21-hold-em-second $5: fold, $0 back to the dealer",
    ]


def test_30_2104_3_a_tip_is_at_most_the_players_own_wager() -> None:
    table = betting(house(tips=True))
    table.bet(1, "ann", BJ, 1_000)
    assert "needs the player's own stake on 21-Hold 'em" in refused(partial(table.tip, 1, PK, 100))
    table.bet(1, "ann", PK, 500)
    assert refused(partial(table.tip, 1, PK, 501)) == (
        "1 CCR 207-1, 30-2104(3): a bet for the dealer on 21-Hold 'em is at most $5, not $5.01."
    )
    late = answer(tipped({}), "stand", "bet with a tip")
    assert late.pending
    with pytest.raises(NotAllowed, match=r"at most \$5, not \$5\.01"):
        late.answer_stake(late.pending.number, 501)


def tipped(tips: Mapping[str, float], poker: str = "7s 7d 9c") -> Table:
    """One box of $10 and $5 with bets for the dealer, dealt in."""
    opened = open_house(BOOK, house(tips=True))
    table = Table(opened, Stacked(parse_cards(PLAY + poker)), BOOK.digest)
    table.open_round()
    for wager, dollars in BOTH.items():
        table.bet(1, "ann", wager, dollars * 100)
    for wager, cents in tips.items():
        table.tip(1, wager, round(cents * 100))
    table.deal()
    return table


# -- (4) to (6): blackjack, then the community cards ----------------------------------------------


def test_30_2104_5_to_13_a_round_from_the_blackjack_to_the_poker() -> None:
    table = deal(BOOK, HOUSE, PLAY + "7s 7d 9c", BOTH, ["stand", "bet", "bet"])
    assert told(table) == [
        "box 1 gets 10s",
        "dealer gets 9h",
        "box 1 gets 8d",
        "dealer gets 8c face down",
        "box 1 may stand,hit,double,double for less",
        "> stand",
        "the dealer turns 8c",
        "blackjack $10: 18 beats 17, $20 back",
        "community 1 gets 9h",
        "community 2 gets 8c",
        "box 1 poker gets 7s in hand",
        "box 1 poker may fold,bet",
        "> bet",
        "box 1 poker gets 7d in hand",
        "box 1 poker may fold,bet",
        "> bet",
        "box 1 poker gets 9c in hand",
        "box 1 poker turns 7s",
        "box 1 poker turns 7d",
        "box 1 poker turns 9c",
        "21-hold-em-poker $5: Two Pairs, $15 back",
        "21-hold-em-second $5: Two Pairs, $15 back",
        "21-hold-em-third $5: Two Pairs, $15 back",
    ]


def test_30_2104_4_a_busted_player_plays_the_poker_and_the_hole_card_is_shown_for_it() -> None:
    cards = "10s 9h 8d 3c Kd 9s 2d 3d"
    table = deal(BOOK, HOUSE, cards, BOTH, ["hit", "bet", "bet"])
    assert told(table)[6:11] == [
        "box 1 gets Kd",
        "blackjack $10: bust, $0 back",
        "the dealer turns 3c",
        "community 1 gets 9h",
        "community 2 gets 3c",
    ]
    assert results(table)[1:] == [f"{key} $5: Two Pairs, $15 back" for key in (PK, SECOND, THIRD)]


def test_30_2104_4_poker_follows_a_dealers_natural_and_a_players() -> None:
    assert results(deal(BOOK, HOUSE, "10s Kh 8d Ac Qd", BOTH, ["fold"])) == [
        "blackjack $10: dealer natural, $0 back",
        "21-hold-em-poker $5: fold, $0 back",
    ]
    assert results(deal(BOOK, HOUSE, "As 9h Kd 8c Qd", BOTH, ["fold"])) == [
        "blackjack $10: natural, $25 back",
        "21-hold-em-poker $5: fold, $0 back",
    ]


def test_30_2104_4_the_cards_that_the_dealer_drew_are_not_community_cards() -> None:
    table = deal(BOOK, HOUSE, "10s 2h 8d 3c 10d 4s 2s 2d 3d", BOTH, ["stand", "bet", "bet"])
    assert [line for line in told(table) if line.startswith("community")] == [
        "community 1 gets 2h",
        "community 2 gets 3c",
    ]
    assert results(table)[1] == "21-hold-em-poker $5: Full House, $105 back"


def test_30_2104_4_side_wagers_see_the_blackjack_cards_alone() -> None:
    filed = house(wagers={"straight-jack": Choice(least=500)})
    stakes = {**BOTH, "straight-jack": 5}
    table = deal(BOOK, filed, "4s 9h 5d 8c 6h 2s", stakes, ["hit", "stand", "fold"])
    assert results(table) == [
        "blackjack $10: 17 beats 15, $0 back",
        "straight-jack $5: 3 Cards, $130 back",
        "21-hold-em-poker $5: fold, $0 back",
    ]


def test_30_2104_6_all_50_other_cards_are_shuffled_again_burned_ones_too() -> None:
    table = betting(HOUSE)
    table.bet(1, "ann", BJ, 1_000)
    table.bet(1, "ann", PK, 500)
    table.deal()
    while table.pending:
        answer(table, "stand" if table.pending.step.of == "box 1" else "bet")
    first, again = of_kind(table, ShoeCommitted)
    assert isinstance(first, ShoeSealed)
    assert isinstance(again, ShoeReshuffled)
    community = [e.card for e in of_kind(table, CardPlaced) if e.to.startswith("community")]
    assert (again.cards, again.out) == (50, (*community,))
    table.open_round()  # (14): a whole deck again
    table.bet(1, "ann", BJ, 1_000)
    table.deal()
    assert isinstance(of_kind(table, ShoeCommitted)[-1], ShoeSealed)
    assert verify(BOOK, table.log) == []


def dealing(table: Table) -> str:
    """Where the card goes that the dealer is about to deal."""
    return table.driver.paused.to if isinstance(table.driver.paused, Draw) else ""


def by_hand(*, until: str) -> Table:
    """A table where the dealer presses for every card, up to the card for this place."""
    table = betting(replace(HOUSE, pace="dealer"))
    table.bet(1, "ann", BJ, 1_000)
    table.bet(1, "ann", PK, 500)
    table.deal()
    while dealing(table) not in ("", until):
        table.go()
    return table


def play_on(table: Table) -> Table:
    while table.pending or table.waits_for_dealer:
        if table.waits_for_dealer:
            table.go()
        else:
            answer(table, "stand" if table.pending and table.pending.step.of == "box 1" else "bet")
    assert verify(BOOK, table.log) == []
    return table


def test_30_2104_5_a_hole_card_seen_too_early_is_a_community_card_all_the_same() -> None:
    table = by_hand(until="dealer")
    table.go()
    table.go()
    assert dealing(table) == "dealer"
    table.irregular("exposed card", decision="dealt on")
    play_on(table)
    seen = next(e.card for e in of_kind(table, CardDealt) if e.to == "exposed")
    assert f"community 2 gets {seen}" in told(table)


def test_30_828_1_a_box_may_be_void_before_its_first_card() -> None:
    table = by_hand(until="burn")
    table.irregular("other", 1, "that hand void")
    play_on(table)
    assert results(table) == ["blackjack $10: void, $10 back", f"{PK} $5: void, $5 back"]


# -- (7) to (12): fold or bet --------------------------------------------------------------------


def test_30_2104_7_cards_go_only_to_those_who_bet_on_poker() -> None:
    cards = "10s 10c 10d 9h 8d 8h 8s 8c 2s 3s"
    table = seat(BOOK, HOUSE, cards, BOTH, {BJ: 10}, BOTH)
    answer(table, "stand", "stand", "stand", "fold", "fold")
    dealt = [line for line in told(done(BOOK, table)) if "poker gets" in line]
    assert dealt == ["box 1 poker gets 2s in hand", "box 3 poker gets 3s in hand"]


def test_30_2104_8_and_10_only_those_who_bet_get_the_next_card() -> None:
    cards = "10s 10c 10d 9h 8d 8h 8s 8c 2s 3s 4s 5s 6s 7s"
    table = seat(BOOK, HOUSE, cards, BOTH, BOTH, BOTH)
    answer(table, "stand", "stand", "stand", "bet", "fold", "bet", "fold", "bet")
    assert told(done(BOOK, table))[-15:] == [
        "box 1 poker gets 5s in hand",
        "box 3 poker gets 6s in hand",
        "box 1 poker may fold,bet",
        "> fold",
        "21-hold-em-poker $5: fold, $0 back",
        "21-hold-em-second $5: fold, $0 back",
        "box 3 poker may fold,bet",
        "> bet",
        "box 3 poker gets 7s in hand",
        "box 3 poker turns 4s",
        "box 3 poker turns 6s",
        "box 3 poker turns 7s",
        *(f"{key} $5: no hand, $0 back" for key in (PK, SECOND, THIRD)),
    ]


def test_30_2104_9_and_11_the_round_ends_when_all_fold() -> None:
    table = deal(BOOK, HOUSE, PLAY + "2s", BOTH, ["stand", "fold"])
    assert told(table)[-1] == "21-hold-em-poker $5: fold, $0 back"
    table = deal(BOOK, HOUSE, PLAY + "2s 3s", BOTH, ["stand", "bet", "fold"])
    assert results(table)[1:] == [
        "21-hold-em-poker $5: fold, $0 back",
        "21-hold-em-second $5: fold, $0 back",
    ]


def test_30_2104_8_a_player_folds_or_bets_and_nothing_else() -> None:
    table = answer(seat(BOOK, HOUSE, PLAY + "2s", BOTH), "stand")
    assert table.pending
    number, before = table.pending.number, len(table.log)
    with pytest.raises(NotAllowed) as error:
        table.answer(number, "check")
    assert str(error.value) == (
        "'check' is not legal for box 1 poker: fold or bet (30-2104(8), (10))."
    )
    with pytest.raises(NotAllowed, match="Answer with one of the choices, not an amount"):
        table.answer_stake(number, 500)
    assert len(table.log) == before


def test_30_2104_12_a_misdeal_voids_one_poker_hand_alone() -> None:
    cards = "10s 10c 9h 8d 8h 8c 2s 9s 9d 3s"
    table = answer(seat(BOOK, HOUSE, cards, BOTH, BOTH), "stand", "stand", "bet")
    table.irregular("misdeal to a poker hand", 1)
    answer(table, "bet", "bet")
    assert results(done(BOOK, table))[2:] == [
        "21-hold-em-poker $5: void, $5 back",
        "21-hold-em-second $5: void, $5 back",
        *(f"{key} $5: Three of a Kind, $20 back" for key in (PK, SECOND, THIRD)),
    ]


def test_30_2104_12_a_misdeal_at_the_only_poker_hand_ends_the_round() -> None:
    table = answer(seat(BOOK, HOUSE, PLAY + "2s", BOTH), "stand")
    with pytest.raises(NotAllowed, match="name 1"):
        table.irregular("misdeal to a poker hand", 2)
    table.irregular("misdeal to a poker hand", 1)
    assert results(done(BOOK, table))[1:] == ["21-hold-em-poker $5: void, $5 back"]


def test_30_828_1_a_supervisor_settles_a_misdeal_at_blackjack() -> None:
    table = seat(BOOK, HOUSE, PLAY, BOTH)
    with pytest.raises(NotAllowed, match="the supervisor decides"):
        table.irregular("misdeal to a box", 1)
    table.irregular("misdeal to a box", 1, "that hand void")
    assert results(done(BOOK, table)) == [
        "blackjack $10: void, $10 back",
        "21-hold-em-poker $5: void, $5 back",
    ]


def test_30_2104_5_a_mix_up_of_the_community_cards_is_harmless() -> None:
    table = answer(seat(BOOK, HOUSE, PLAY + "2s", BOTH), "stand")
    table.irregular("harmless error", why="community cards the wrong way round")
    assert results(done(BOOK, answer(table, "fold")))[1:] == ["21-hold-em-poker $5: fold, $0 back"]


# -- (13): the pay schedule ----------------------------------------------------------------------


def test_30_2104_13_a_hands_are_turned_and_settled_from_the_dealers_right() -> None:
    cards = "10s 10c 9h 8d 8h 8c 9s 7s 9d 7d 2c 7c"
    table = seat(BOOK, HOUSE, cards, BOTH, BOTH)
    answer(table, "stand", "stand", "bet", "bet", "bet", "bet")
    assert told(done(BOOK, table))[-12:] == [
        "box 2 poker turns 7s",
        "box 2 poker turns 7d",
        "box 2 poker turns 7c",
        *(f"{key} $5: Three of a Kind, $20 back" for key in (PK, SECOND, THIRD)),
        "box 1 poker turns 9s",
        "box 1 poker turns 9d",
        "box 1 poker turns 2c",
        *(f"{key} $5: Three of a Kind, $20 back" for key in (PK, SECOND, THIRD)),
    ]


HANDS = {
    "10h 9h | Kh Qh Jh": ("Straight Flush", 505),
    "10h Kh | Ah Qh Jh": ("Royal Flush", 2505),
    "9h 8c | 9s 9d 9c": ("Four of a Kind", 255),
    "9h 8c | 9s 9d 8d": ("Full House", 105),
    "9h 8h | 2h 4h 6h": ("Flush", 35),
    "9h 8c | 7s 6d 5c": ("Straight", 25),
    "9h 8c | 9s 9d 2c": ("Three of a Kind", 20),
    "9h 8c | 9s 2d 2c": ("Two Pairs", 15),
    "9h 8c | 7s 7d 2c": ("Pair of 7s or better", 10),
    "9h 8c | 6s 6d 2c": ("no hand", 0),
    "9h 8c | As Kd 2c": ("no hand", 0),
}


@pytest.mark.parametrize("cards", HANDS)
def test_30_2104_13_b_all_three_wagers_are_paid_at_the_same_odds(cards: str) -> None:
    up, hole, _, *mine = cards.split()
    why, back = HANDS[cards]
    laid = " ".join(["10s", up, "8d", hole, *mine])
    words = ["stand", "bet", "bet"]
    table = seat(BOOK, HOUSE, laid, BOTH)
    assert results(done(BOOK, answer(table, *words)))[1:] == [
        f"{key} $5: {why}, ${back} back" for key in (PK, SECOND, THIRD)
    ]


def test_30_2104_13_a_pair_of_community_cards_counts_unless_the_house_reads_it_otherwise() -> None:
    cards, words = "10s 9h 8d 9c 2s 4d 6c", ["stand", "bet", "bet"]
    assert results(deal(BOOK, HOUSE, cards, BOTH, words))[-1] == (
        "21-hold-em-third $5: Pair of 7s or better, $10 back"
    )
    other = house({"B-4": "does not count"})
    assert results(deal(BOOK, other, cards, BOTH, words))[-1] == (
        "21-hold-em-third $5: no hand, $0 back"
    )


# -- who sees what -------------------------------------------------------------------------------


def test_30_2104_7_nobody_else_sees_a_poker_card_before_it_is_turned() -> None:
    cards = "10s 10c 9h 8d 8h 8c 2s 3s 4s 5s 6s"
    table = seat(BOOK, HOUSE, cards, BOTH, BOTH)
    answer(table, "stand", "stand", "bet", "bet", "fold", "bet")
    done(BOOK, table)

    def shown(who: str, until: int | None = None) -> set[str]:
        seen = list(view(table.log, who))[:until]
        return {str(e.card) for e in seen if isinstance(e, CardDealt | CardPlaced | CardTurned)}

    assert {"2s", "4s"} <= shown(SURVEILLANCE)
    assert {"2s", "4s"} <= shown("ann")
    assert not {"2s", "4s"} & (shown("bob") | shown("dealer"))  # folded, and never shown
    turned = next(
        i for i, e in enumerate(table.log) if isinstance(e, CardTurned) and "poker" in e.line
    )
    assert not {"3s", "5s", "6s"} & shown("ann", turned)
    assert {"3s", "5s", "6s"} <= shown("ann")


def played(table: Table) -> None:
    """One round: the first option of the blackjack, then a fold."""
    table.open_round()
    table.bet(1, "ann", BJ, 1_000)
    table.bet(1, "ann", PK, 500)
    table.deal()
    while pending := table.pending:
        if isinstance(pending.step, AskStake):
            table.answer_stake(pending.number, 0)
        else:
            table.answer(pending.number, pending.step.usual.word)


def test_30_2104_4_the_wagers_are_placed_and_then_the_dealer_shuffles_and_deals() -> None:
    opened = open_house(BOOK, HOUSE)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(7)), BOOK.digest)
    played(table)
    played(table)
    begun = [at for at, event in enumerate(table.log) if isinstance(event, RoundOpened)]
    kinds = (RoundOpened, Bet, BetsClosed, ShoeOpened, ShoeSealed, CardDealt)
    second = [type(event) for event in table.log[begun[1] :] if isinstance(event, kinds)]
    assert list(dict.fromkeys(second)) == [*kinds]
    first = [type(event) for event in table.log[: begun[1]] if isinstance(event, kinds)]
    assert list(dict.fromkeys(first)) == [RoundOpened, Bet, BetsClosed, ShoeSealed, CardDealt]
    table.close()
    assert verify(BOOK, table.log) == []


def test_30_2104_4_a_deck_shuffled_before_the_wagers_is_found_in_the_log() -> None:
    opened = open_house(BOOK, HOUSE)
    table = Table(opened, SealedShoes(opened.delivery, Lesson(7)), BOOK.digest)
    played(table)
    table.close()
    sealed = next(e for e in table.log if isinstance(e, ShoeSealed))
    begun = next(at for at, e in enumerate(table.log) if isinstance(e, RoundOpened))
    early = [e for e in table.log if e is not sealed]
    early.insert(begun, sealed)
    assert "a new shoe only after the bets of a round" in str(verify(BOOK, early)[0])


def test_30_2104_4_a_table_resumes_after_any_line_of_such_a_round() -> None:
    opened, vault = open_house(BOOK, HOUSE), MemoryVault()
    table = Table(opened, SealedShoes(opened.delivery, Lesson(7), vault), BOOK.digest)
    played(table)
    played(table)
    for end in range(2, len(table.log) + 1):
        shoes = SealedShoes(opened.delivery, Lesson(7), vault)
        events = table.log[:end]
        again = resume(BOOK, opened_by(BOOK, events), events, shoes, {})
        line = again.log[-1].line
        assert line in [e.line for e in table.log[end - 1 :]], end
