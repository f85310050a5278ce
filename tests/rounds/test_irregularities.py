"""What happens to a card or a hand after an irregularity, under the terms of each jurisdiction."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotAllowed, PitbossError, UnknownName
from pitboss.log import Event
from pitboss.procedure.round import Round
from pitboss.procedure.steps import Irregularity
from pitboss.procedure.verbs import resolve
from pitboss.rulebook.load import Rulebook, load
from pitboss.table.cards.shoes import ShoeEmpty
from pitboss.table.events import header_of
from pitboss.table.events.rounds import Irregular, Settled, Voided
from pitboss.table.houses.house import Choice, House, Pace
from pitboss.table.houses.opening import open_house
from pitboss.table.irregularities import reportable
from pitboss.table.log.ledger import balances
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import (
    Stacked,
    Stakes,
    answer,
    colorado,
    done,
    pennsylvania,
    results,
    seat,
    told,
)
from tests.table.floor import header

BOOK = load()
TEN: Stakes = {"blackjack": 10}
PA = pennsylvania()
SD = House("south_dakota")
NH = House("new_hampshire")


def irregular(table: Table) -> list[tuple[str, str, str, str]]:
    return [(e.what, e.decision, e.clause, e.by) for e in table.log if isinstance(e, Irregular)]


def go(table: Table, cards: int) -> Table:
    for _ in range(cards):
        table.go()
    return table


def paced(house: House) -> House:
    return replace(house, pace="dealer")


def go_on(table: Table) -> Table:
    """The dealer deals whatever waits."""
    while table.waits_for_dealer:
        table.go()
    return table


# -- misdeals (20:18:15:28) ------------------------------------------------------------------------


def test_20_18_15_28_a_box_with_one_card_gets_its_second_after_the_others() -> None:
    table = go(seat(BOOK, paced(SD), "10s 10d 9s 9d 9h 8c", TEN, TEN), 1)
    table.irregular("misdeal to a box", 2, by="sam")
    go(table, 4)
    assert told(table) == [
        "box 1 gets 10s",
        "dealer gets 10d",
        "box 1 gets 9s",
        "box 2 gets 9d",
        "dealer gets 9h face down",
    ]
    assert told(go(table, 1))[-2:] == [
        "box 2 gets 8c",
        "box 1 may stand,hit,double,double for less,surrender",
    ]
    assert irregular(table) == [("misdeal to a box", "completed later", "20:18:15:28", "sam")]
    done(BOOK, go_on(answer(table, "stand", "stand")))
    assert results(table) == [
        "blackjack $10: 19 beats 17, $0 back",
        "blackjack $10: 19 each, $10 back",
    ]


def test_20_18_15_28_a_box_without_cards_is_dead() -> None:
    table = go(seat(BOOK, paced(SD), "10s 10d 9s 9h", TEN, TEN), 1)
    table.irregular("misdeal to a box", 2)
    go(table, 2)
    table.irregular("misdeal to a box", 2)
    go(table, 1)
    assert results(table) == ["blackjack $10: void, $10 back"]
    void = next(e for e in table.log if isinstance(e, Voided))
    assert (void.box, void.clause, void.why) == (2, "20:18:15:28", "no cards")
    done(BOOK, go_on(answer(table, "stand")))
    assert balances(table.log)["player bob"] == 0


def test_20_18_15_28_a_card_that_the_dealer_missed_comes_after_the_players() -> None:
    table = go(seat(BOOK, paced(SD), "10s 9s 10d 9h", TEN), 1)
    table.irregular("misdeal to the dealer")
    go(table, 3)
    assert told(table)[:4] == [
        "box 1 gets 10s",
        "box 1 gets 9s",
        "dealer gets 10d",
        "dealer gets 9h face down",
    ]
    done(BOOK, go_on(answer(table, "stand")))


def test_a_misdeal_to_a_box_names_the_box() -> None:
    table = seat(BOOK, paced(SD), "10s 9s 10d 9h", TEN)
    with pytest.raises(NotAllowed, match="Box None has no stake in this round; name 1"):
        table.irregular("misdeal to a box")


def test_633a_14_a_house_may_file_that_a_misdealt_hand_or_round_is_void() -> None:
    hand = replace(paced(PA), terms={"misdeal_player": "that hand void"})
    table = go(seat(BOOK, hand, "10s 9c 10d 9s 9h 8c", TEN, TEN), 2)
    table.irregular("misdeal to a box", 1)
    assert results(table) == ["blackjack $10: void, $10 back"]
    go(table, 3)
    assert [line for line in told(table) if line.startswith("box 1 gets")] == ["box 1 gets 10s"]
    whole = replace(paced(PA), terms={"misdeal_dealer": "whole round void"})
    table = go(seat(BOOK, whole, "10s 9c 10d 9s 9h 8c", TEN, TEN), 2)
    table.irregular("misdeal to the dealer", by="sam")
    assert results(table) == ["blackjack $10: void, $10 back"] * 2
    assert not table.in_play
    assert irregular(table) == [
        ("misdeal to the dealer", "whole round void", "58 Pa. Code § 633a.14", "sam")
    ]
    assert verify(BOOK, table.log) == []


def test_30_2110_9_whoever_backs_out_takes_every_wager_along() -> None:
    """The others play on with their cards."""
    house = House("colorado", "straight-jack-progressive-blackjack", pace="dealer", wagers={})
    table = go(seat(BOOK, house, "10s 9c 10d 9s 9h 8c", TEN, TEN), 2)
    table.irregular("misdeal to a box", 1, by="sam")
    answer(table, "stay", "back out")
    assert results(table) == ["blackjack $10: void, $10 back"]
    go(table, 3)
    done_cards = [line for line in told(table) if line.startswith("box 2 gets")]
    assert done_cards == ["box 2 gets 9c"]


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("house", [PA, SD])
def test_20_18_15_28_an_exposed_card_is_dealt_on(house: House) -> None:
    table = seat(BOOK, house, "5s 10h 6d 9c 8c 9d", TEN)
    table.irregular("exposed card", why="it slipped out")
    answer(table, "hit")
    assert told(table)[-3:] == ["> hit", "box 1 gets 8c", "box 1 may stand,hit"]
    kinds = [e.kind for e in table.log if "card=8c" in e.line]
    assert kinds == ["card", "place"]
    answer(table, "stand")
    assert results(table) == ["blackjack $10: 19 each, $10 back"]


def test_20_18_15_28_an_exposed_card_that_nobody_could_use_is_burned() -> None:
    table = seat(BOOK, SD, "10s 10h 9d 9c 8c", TEN)
    table.irregular("exposed card")
    done(BOOK, answer(table, "stand"))
    assert "burn gets 8c" in told(table)
    assert results(table) == ["blackjack $10: 19 each, $10 back"]


@pytest.mark.parametrize(
    ("kind", "terms"),
    [
        ("exposed card", {"exposed_card": "burned"}),
        ("card found face up", {}),
        ("card drawn in error", {"card_drawn_in_error": "burned"}),
    ],
)
def test_633a_14_a_card_that_is_burned_goes_to_nobody(kind: str, terms: dict[str, str]) -> None:
    table = seat(BOOK, replace(PA, terms=terms), "5s 10h 6d 9c 8c 9d", TEN)
    table.irregular(kind)
    done(BOOK, answer(table, "hit", "stand") if table.pending else table)
    assert "burn gets 8c" in told(table)
    assert "box 1 gets 9d" in told(table)


@pytest.mark.parametrize("kind", ["card drawn in error", "harmless error"])
def test_20_18_15_28_a_card_drawn_in_error_and_not_exposed_is_used_in_order(kind: str) -> None:
    table = seat(BOOK, SD, "5s 10h 6d 9c 8c", TEN)
    table.irregular(kind)
    done(BOOK, answer(table, "hit", "stand"))
    assert "box 1 gets 8c" in told(table)
    assert irregular(table)[0][2] == "20:18:15:28"


def test_20_18_15_28_a_card_that_the_dealer_draws_on_17_is_burned() -> None:
    """Called between two cards of the dealer, at the dealer's pace."""
    table = go(seat(BOOK, paced(SD), "10s 2h 9d 4c 9s 8c Kd", TEN), 4)
    answer(table, "stand")
    go(table, 1)
    table.irregular("surplus card")
    go_on(table)
    assert told(table)[-3:] == [
        "burn gets 8c",
        "dealer gets Kd",
        "blackjack $10: dealer busts, $20 back",
    ]
    done(BOOK, table)


# -- once, and where it can have happened ----------------------------------------------------------


def test_a_card_is_exposed_once_before_the_round_goes_on() -> None:
    """Six reports in a row would have shown the next six cards."""
    table = seat(BOOK, SD, "5s 10h 2d 9c 3c 4d", TEN)
    table.irregular("exposed card")
    for kind in ("exposed card", "card found face up", "extra card to a box"):
        before = len(table.log)
        with pytest.raises(
            NotAllowed, match=r"has already been reported|has already left the shoe"
        ):
            table.irregular(kind, 1 if kind.endswith("box") else None)
        assert len(table.log) == before
    answer(table, "hit")
    table.irregular("exposed card")
    done(BOOK, answer(table, "hit", "stand"))


def test_a_card_is_burned_once_before_another_is_dealt() -> None:
    """The card that a report takes out of the shoe is no step of the round."""
    table = go(seat(BOOK, paced(SD), "5s 10h 2d 9c 3c 8c", TEN), 4)
    table.irregular("card found face up")
    go(table, 1)
    for kind in ("card found face up", "exposed card"):
        with pytest.raises(
            NotAllowed, match=r"has already been reported|has already left the shoe"
        ):
            table.irregular(kind)
    go(answer(table, "hit"), 1)
    table.irregular("card found face up")


def test_20_18_15_28_a_surplus_card_is_drawn_by_a_dealer_who_draws() -> None:
    table = seat(BOOK, SD, "5s 10h 6d 9c 8c 9d", TEN)
    with pytest.raises(NotAllowed, match="20:18:15:28: The dealer is not drawing"):
        table.irregular("surplus card")


def test_20_18_15_28_no_card_is_missing_once_the_first_two_are_dealt() -> None:
    table = seat(BOOK, SD, "5s 10h 6d 9c 8c 9d", TEN)
    for kind in ("misdeal to a box", "misdeal to the dealer"):
        with pytest.raises(NotAllowed, match="20:18:15:28: The first cards have been dealt"):
            table.irregular(kind, 1)


def test_a_log_from_before_irregularities_were_bounded_still_verifies() -> None:
    cards = Stacked(parse_cards("5s 10h 2d 9c 3c 4d"))
    opened = open_house(BOOK, SD)
    table = Table(opened, cards, BOOK.digest, header=header(opened, 2))
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    table.deal()
    for _ in range(2):
        table.irregular("exposed card")
    done(BOOK, answer(table, "hit", "hit", "stand"))
    head = header_of(table.log)
    newer = [replace(head, version=3), *table.log[1:]]
    assert "has already been reported" in verify(BOOK, newer)[0].expected
    with pytest.raises(
        PitbossError, match="has version 4; this version of pitboss reads logs up to 3"
    ):
        verify(BOOK, [replace(head, version=4), *table.log[1:]])


# -- the supervisor decides ------------------------------------------------------------------------


@pytest.mark.parametrize(("house", "clause"), [(colorado(), "30-828(1)"), (NH, "Lot 7207.04(c)")])
def test_where_the_law_is_silent_a_supervisor_decides_by_name(house: House, clause: str) -> None:
    table = seat(BOOK, house, "5s 10h 6d 9c 8c", TEN)
    before = len(table.log)
    with pytest.raises(NotAllowed, match="the supervisor decides: choose"):
        table.irregular("exposed card")
    with pytest.raises(NotAllowed, match=r"the supervisor decides: choose .* not 'a party'"):
        table.irregular("exposed card", decision="a party")
    assert len(table.log) == before
    table.irregular("exposed card", decision="play on", by="sam")
    assert irregular(table) == [("exposed card", "play on", clause, "sam")]
    done(BOOK, answer(table, "hit", "stand"))


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        ("that hand void", ["blackjack $10: void, $10 back"]),
        ("whole round void", ["blackjack $10: void, $10 back"]),
    ],
)
def test_30_828_1_hands_may_be_voided_as_pushes(decision: str, said: list[str]) -> None:
    table = seat(BOOK, colorado(), "5s 10h 6d 9c", TEN)
    table.irregular("fallen card", 1, decision=decision, by="sam", why="on the floor")
    assert results(done(BOOK, table)) == said
    assert balances(table.log)["player ann"] == 0


def test_a_clause_that_decides_leaves_the_supervisor_no_choice() -> None:
    table = seat(BOOK, SD, "5s 10h 6d 9c 8c", TEN)
    with pytest.raises(NotAllowed, match="20:18:15:28: exposed card is decided as 'dealt on'"):
        table.irregular("exposed card", decision="burned")


def test_what_was_settled_before_stands() -> None:
    """A bust hand has lost; only the box that is still in play gets its stake back."""
    table = seat(BOOK, colorado(), "10s 9c 10d 6s 9h 8c 9d", TEN, TEN)
    answer(table, "hit")
    table.irregular("other", decision="whole round void")
    assert results(table) == ["blackjack $10: bust, $0 back", "blackjack $10: void, $10 back"]
    assert [balances(table.log)[f"player {who}"] for who in ("ann", "bob")] == [-1_000, 0]


def test_nothing_goes_wrong_outside_a_round() -> None:
    table = done(BOOK, seat(BOOK, PA, "As 9h Kd 8c", TEN))
    with pytest.raises(NotAllowed, match="No round is in play"):
        table.irregular("exposed card")


def with_term(key: str, value: str) -> Rulebook:
    """A law whose blackjack has one term otherwise."""
    game = BOOK.game("pennsylvania/blackjack")
    terms = tuple(
        replace(term, one_of=(value,), default=value) if term.key == key else term
        for term in game.terms
    )
    return replace(BOOK, _entries={**BOOK._entries, game.id: replace(game, terms=terms)})


@pytest.mark.parametrize("term", ["exposed_card", "misdeal_player", "shoe_runs_out"])
def test_a_game_that_nobody_can_deal_by_is_refused_before_it_opens(term: str) -> None:
    with pytest.raises(NotAllowed, match=f"{term} must be .*'whole round void'.*not 'prayed for'"):
        open_house(with_term(term, "prayed for"), PA)


def test_a_decision_that_nobody_knows_is_refused() -> None:
    found = Irregularity("other", "prayed for", "30-828(1)")
    with pytest.raises(
        PitbossError, match=r"^30-828\(1\): 'prayed for' is not a decision .* are: pl"
    ):
        next(resolve(Round([]), found))


# -- no card is left -------------------------------------------------------------------------------


class Short(Stacked):
    """A shoe that ends after so many cards; what follows are the discards, shuffled."""

    def __init__(self, cards: str, ends: int) -> None:
        super().__init__(parse_cards(cards))
        self.ends: int | None = ends

    def next(self) -> Card:
        if self.dealt == self.ends:
            raise ShoeEmpty
        return super().next()

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        self.ends = None
        return []


def short(house: House) -> Table:
    table = Table(open_house(BOOK, house), Short("5s 10h 6d 9c 8c", 4), BOOK.digest)
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    table.deal()
    return answer(table, "hit")


@pytest.mark.parametrize("house", [PA, SD, NH, colorado()])
def test_20_18_15_28_the_discards_are_shuffled_and_the_round_is_finished(house: House) -> None:
    table = answer(short(house), "stand")
    assert results(table) == ["blackjack $10: 19 each, $10 back"]
    [(kind, decision, clause, by)] = irregular(table)
    assert (kind, decision, by) == ("shoe ran out", "shuffle the discards", "rule")
    assert clause == open_house(BOOK, house).terms.clause("shoe_runs_out")


def test_20_18_15_28_nobody_says_by_hand_that_the_shoe_ran_out() -> None:
    """The table itself knows how many cards there are."""
    table = seat(BOOK, SD, "5s 10h 6d 9c 8c", TEN)
    before = len(table.log)
    with pytest.raises(UnknownName, match="No irregularity is called 'shoe ran out'"):
        table.irregular("shoe ran out", by="sam")
    assert len(table.log) == before
    done(BOOK, answer(table, "hit", "stand"))


@pytest.mark.parametrize("pace", ["automatic", "dealer"])
def test_633a_14_a_house_may_file_that_the_round_is_void(pace: Pace) -> None:
    house = replace(PA, terms={"shoe_runs_out": "whole round void"}, pace=pace)
    table = Table(open_house(BOOK, house), Short("5s 10h 6d 9c 8c", 4), BOOK.digest)
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    table.deal()
    go_on(answer(go_on(table), "hit"))
    assert results(table) == ["blackjack $10: void, $10 back"]
    assert not table.in_play
    assert verify(BOOK, table.log) == []


# -- what players retain, and which wagers a misdeal leaves alone ----------------------------------


def back(table: Table) -> list[tuple[int, str, int, int]]:
    return [(e.box, e.wager, e.cents, e.back) for e in table.log if isinstance(e, Settled)]


SWITCH = House("colorado", "blackjack-switch", wagers={"super-match": Choice()})


def test_30_2105_4_a_misdealt_player_retains_a_super_match_that_was_already_lost() -> None:
    bets = {"blackjack": 10, "super-match": 5}
    table = seat(BOOK, SWITCH, "2s 5s 3s 6s 9h 4d 7d 8d 9d 8c", bets, bets)
    assert back(table) == [(2, "super-match", 500, 0), (1, "super-match", 500, 0)]
    table.irregular("misdeal to a box", 1, by="sam")
    assert back(table)[2:] == [(1, "blackjack", 2_000, 2_000), (1, "super-match", 0, 500)]
    assert (balances(table.log)["player ann"], balances(table.log)["box 1"]) == (0, 0)
    table.irregular("misdeal to the dealer", by="sam")  # for all, and nothing twice
    assert back(table)[4:] == [(2, "blackjack", 2_000, 2_000), (2, "super-match", 0, 500)]
    assert {balances(table.log)[f"player {who}"] for who in ("ann", "bob")} == {0}
    done(BOOK, table)


def test_30_2105_4_what_a_misdealt_player_has_won_is_not_taken_back() -> None:
    bets = {"blackjack": 10, "super-match": 5}
    table = seat(BOOK, SWITCH, "2s 5s 9h 2d 7d 8c", bets)
    table.irregular("misdeal to a box", 1, by="sam")
    assert back(table) == [(1, "super-match", 500, 1_000), (1, "blackjack", 2_000, 2_000)]


def test_30_2106_7_a_after_a_misdeal_all_players_retain_a_poker_bonus_that_was_lost() -> None:
    wagers = {"poker-bonus": Choice("Schedule A")}
    house = House("colorado", "ante-up-21", wagers=wagers, readings={"B-18": "first hand"})
    bets = {"blackjack": 10, "ante-up-21-ante": 10, "poker-bonus": 1}
    table = seat(BOOK, house, "2s 5s 9h 4d 7d 8c", bets, bets)
    answer(table, "fold")
    table.irregular("misdeal to a box", 2, by="sam")
    assert not table.in_play
    assert balances(table.log)["rack"] == 0
    assert {balances(table.log)[f"player {who}"] for who in ("ann", "bob")} == {0}
    done(BOOK, table)


def test_30_1099_52_7_after_a_misdeal_a_folded_ante_is_retained() -> None:
    pairs = {"pair-xxx": Choice(least=1_000)}
    house = House("colorado", "3-card-shine", decks=1, pace="dealer", wagers=pairs)
    table = go(seat(BOOK, house, "2s 3s 4s 5d 6d 8d 9c Tc Qc".replace("T", "10"), SHINE, SHINE), 9)
    answer(table, "fold")
    table.irregular("misdeal to the dealer", by="sam")
    assert not table.in_play
    assert {balances(table.log)[f"player {who}"] for who in ("ann", "bob")} == {0}


SHINE = {"shine-ante": 10}


def test_30_2110_9_and_6_once_a_third_card_is_delivered_nobody_backs_out() -> None:
    """A later misdeal falls under the irregularity rules of blackjack: a supervisor decides."""
    house = House("colorado", "straight-jack-progressive-blackjack", wagers={})
    table = answer(seat(BOOK, house, "5s 9c 10d 6s 9h 8c 2d", TEN, TEN), "hit")
    with pytest.raises(NotAllowed, match=r"30-2110\(6\), \(9\); 30-828\(1\): the supervisor dec"):
        table.irregular("misdeal to a box", 1, by="sam")
    table.irregular("misdeal to a box", 1, "that hand void", by="sam")
    assert results(table) == ["blackjack $10: void, $10 back"]


def test_30_2104_12_a_poker_misdeal_leaves_the_b_j_wager_alone() -> None:
    house = House("colorado", "21-hold-em", decks=1)
    bets = {"blackjack": 10, "21-hold-em-poker": 10}
    table = seat(BOOK, house, "10s 9h 8d 8c", bets)
    table.irregular("misdeal to a poker hand", 1, by="sam")
    assert back(table) == [(1, "21-hold-em-poker", 1_000, 1_000)]
    done(BOOK, answer(table, "stand"))
    assert back(table)[1:] == [(1, "blackjack", 1_000, 2_000)]


def test_a_misdeal_to_a_poker_hand_is_reported_where_there_are_poker_hands() -> None:
    """30-2104: the only game that deals them after the first."""
    for key, offered in (("blackjack", False), ("21-hold-em", True)):
        opened = open_house(BOOK, House("colorado", key, decks=1, pace="dealer"))
        kinds = reportable(opened)
        assert ("misdeal to a poker hand" in kinds) == offered
        assert ("extra card to a poker hand" in kinds) == offered
        assert "misdeal to a box" in kinds
