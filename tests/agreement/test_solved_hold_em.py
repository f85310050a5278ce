"""The solver of 21-Hold 'em against the table and against a plain enumeration (30-2104)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pitboss.analysis.referee import referee
from pitboss.cards import Card, Shoe, parse_cards
from pitboss.games.hold_em_21 import BJ, PK
from pitboss.money import Odds
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.hold_em import WAGERS, HoldEmPoker, HoldEmStrategy, hold_em_strategy
from pitboss.solvers.hole_cards import nets_by_hole
from pitboss.solvers.player import SolvedPlayer, hold_em_answer
from pitboss.solvers.strategy_request import AskedGame, offered
from pitboss.solvers.volatility import deal_chances
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import position_of
from tests.agreement.played import STAKE, Answer, every_round, opened_with, sampled_net, sure
from tests.soak import soak, soak_only

GAME = "21-hold-em"


def poker(book: Rulebook, shoe: Shoe, **readings: str) -> HoldEmPoker:
    return HoldEmPoker(offered(book, book.game(f"colorado/{GAME}"), PK, readings), shoe)


def pays(own: Sequence[Card], board: Sequence[Card], counts: bool) -> int:
    """What five cards win for each unit staked (13)(b); -1 if they lose."""
    cards = [*own, *board]
    ranks = sorted((int(card.rank) for card in cards), reverse=True)
    alike = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card.suit for card in cards}) == 1
    run = alike == [1] * 5 and (ranks[0] - ranks[4] == 4 or ranks == [14, 5, 4, 3, 2])
    if run and flush:
        return 500 if ranks[1] == 13 else 100
    made = {(4, 1): 50, (3, 2): 20, (3, 1): 3, (2, 2): 2}.get((alike[0], alike[1]), 0)
    made = max(made, 6 * flush, 4 * run)
    pair = max((rank for rank in ranks if ranks.count(rank) == 2), default=0)
    if not made and pair >= 7 and (counts or board[0].rank is not board[1].rank):
        return 1
    return made or -1


def best_net(cards: Sequence[Card], board: Sequence[Card], own: Sequence[Card], counts: bool,
             every: bool = False) -> Fraction:  # fmt: skip
    """The best that may come of a hand: fold and lose what is down, or bet and get a card."""
    left = [card for card in cards if card not in (*board, *own)]
    if len(own) == 3:
        return Fraction(3 * pays(own, board, counts))
    then = [best_net(cards, board, [*own, card], counts) for card in left]
    bets = sum(then, Fraction(0)) / len(then)
    return bets if not own or every else max(bets, Fraction(-len(own)))


@pytest.mark.parametrize("counts", [True, False])
def test_a_plain_enumeration_of_the_poker_finds_the_same(book: Rulebook, counts: bool) -> None:
    cards = parse_cards("As Ks Qs Js 10s 7h 7d 6d")
    boards = [*combinations(cards, 2)]
    net = sum((best_net(cards, board, (), counts) for board in boards), Fraction(0))
    made = poker(
        book,
        Shoe.parse("0d + As Ks Qs Js 10s 7h 7d 6d"),
        **{"B-4": "counts" if counts else "does not count"},
    )
    assert made.expectation == net / len(boards)
    (board,) = [each for _, each in made.boards if each.community == tuple(parse_cards("7d 7h"))]
    assert board.expectation != 0
    held = parse_cards("7d 7h"), parse_cards("6d")
    bets = best_net(cards, *held, counts, every=True)
    assert Fraction(int(board.first[held[1][0].index]), board.scale[0]) == bets


def played(made: HoldEmStrategy) -> Answer:
    """The blackjack by its solution, then the poker."""
    return sure(hold_em_answer(made, SolvedPlayer(made.blackjack).answer))


def small(book: Rulebook, cards: str, **terms: Any) -> tuple[Open, HoldEmStrategy]:
    """A shoe that cannot run out, without a burn card."""
    usual = {"burn": "none", "split_hands": 1, "double_amount": "equal to the wager"}
    opened = opened_with(book, GAME, **{**usual, **terms})
    asked = AskedGame(book.game(f"colorado/{GAME}"), opened.terms, Shoe.parse(f"0d + {cards}"))
    return opened, hold_em_strategy(book, asked, {})


@pytest.mark.parametrize(
    "cards",
    [
        *("10s 10s 10s 9h 9h", "10s 10s 10s As 9h 9h"),
        *(soak("Ks 10h Qd 8c 7s"), soak("10s 10h 9h 8d 7c 2c"), soak("10s 10s 10s As As 9h 9h 6c")),
    ],
)
def test_both_games_net_at_the_table_what_the_solver_says(book: Rulebook, cards: str) -> None:
    assert_alike(*small(book, cards))


LATE = {"peek": "none", "lost_to_dealer_natural": "all wagers"}
INSURED = {"insurance_pays": Odds.parse("3 to 1")}


@pytest.mark.parametrize(
    ("cards", "terms"),
    [
        soak("10s 10s 10s As 9h 6h", {"surrender": "early"}),
        soak("10s 10s 10s As 9h 9h", {"surrender": "early", **INSURED}),
        ("10s 10s 10s As 9h 9h", {"surrender": "early", **INSURED, **LATE}),
    ],
)
def test_hands_given_up_and_late_naturals_are_followed_to_each_hole_card(
    book: Rulebook, cards: str, terms: dict[str, Any]
) -> None:
    """Half of the stake is lost whatever the dealer's cards are, which the poker shares."""
    assert_alike(*small(book, cards, **terms))


def assert_alike(opened: Open, made: HoldEmStrategy) -> None:
    """The solver's figures are the table's."""
    stakes = {BJ: STAKE, PK: STAKE}
    every = every_round(opened, made.shoe, stakes, played(made), poker=WAGERS)
    assert 2 * made.expectation == pytest.approx(float(every.net), abs=1e-12)
    assert 2 * made.average_staked == pytest.approx(float(every.staked), abs=1e-12)
    spread = made.standard_deviation
    assert spread is not None
    assert 4 * spread**2 == pytest.approx(float(every.square - every.net**2), abs=1e-11)
    assert made.hit_frequency == pytest.approx(float(every.hit_frequency), abs=1e-12)


def test_hole_cards_together_are_worth_what_the_upcard_is(book: Rulebook) -> None:
    """Those under an ace or a ten are worked out from this; all others by themselves."""
    opened = opened_with(book, GAME)
    asked = AskedGame(book.game(f"colorado/{GAME}"), opened.terms, opened.terms.pack)
    solved = hold_em_strategy(book, asked, {}).blackjack
    shoe, by_hole = solved.rules.hand.shoe, nets_by_hole(solved)
    whole = (solved.worth[0] * deal_chances(shoe)).sum(axis=1)
    for up in range(1, 9):
        left = [n - (value == up) for value, n in enumerate(shoe)]
        mean = sum(n * net for n, net in zip(left, by_hole[up], strict=True)) / sum(left)
        assert mean * shoe[up] / sum(shoe) == pytest.approx(whole[up], abs=1e-14)
    assert by_hole[9, 0] == pytest.approx(by_hole[0, 9], abs=1e-14)  # a natural
    assert by_hole[9, 0] < by_hole.min() + 1e-12
    assert by_hole[5, 9] > 0 > by_hole[9, 9]


def test_nobody_plays_better_who_tries_every_answer(book: Rulebook) -> None:
    opened, made = small(book, "10s 10s 9h 9h 6c")
    best = referee(opened, made.shoe, {BJ: STAKE, PK: STAKE}, position_of(opened, 1)).best
    assert 2 * made.expectation == pytest.approx(float(best), abs=1e-12)


@soak_only("test_both_games_net_at_the_table_what_the_solver_says")
@pytest.mark.parametrize("rounds", [10_000])
def test_a_sample_of_rounds_at_the_table_is_within_its_error(book: Rulebook, rounds: int) -> None:
    opened = opened_with(book, GAME)
    asked = AskedGame(book.game(f"colorado/{GAME}"), opened.terms, opened.terms.pack)
    made = hold_em_strategy(book, asked, {})
    stakes = {BJ: STAKE, PK: STAKE}
    mean, error = sampled_net(opened, made.shoe, stakes, played(made), rounds)
    assert abs(mean - 2 * made.expectation) < 4 * error
