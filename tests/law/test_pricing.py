"""What a printed line is worth to a stake, in exact cents."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.rulebook.load import load
from pitboss.wagers.offer import offer, priced

BOOK = load()


@pytest.mark.parametrize(
    ("wager", "hand", "stake", "times", "win", "returned", "share"),
    [
        ("pennsylvania/axman", "Flush (five cards)", 500, 1, 100_000, True, 0),  # 200 to 1
        ("pennsylvania/axman", "Flush (five cards)", 500, 5, 500_000, True, 0),  # five times
        ("pennsylvania/match-the-dealer", "One suited match", 500, 1, 5_000, False, 0),  # 10 for 1
        ("colorado/21-plus-3-progressive", "Straight Flush", 100, 1, 2_500, False, 0),  # $25 for $1
        ("colorado/21-plus-3-progressive", "Straight Flush", 500, 1, 12_500, False, 0),
        ("pennsylvania/buster-bonus", "Seven cards", 500, 1, 100_000, False, 0),  # $1,000
        ("colorado/ante-bonus", "STRAIGHT FLUSH", 1_000, 1, 5_000, False, 0),  # no stake of its own
        ("colorado/straight-jack-progressive", "6 Cards", 100, 1, 20_000, True, Fraction(1, 10)),
    ],
)
def test_the_printed_pay_of_a_stake(
    wager: str, hand: str, stake: int, times: int, win: int, returned: bool, share: Fraction
) -> None:
    offered = offer(BOOK, BOOK.wager(wager))
    number = next(n for n, line in enumerate(offered.lines) if line.outcome.startswith(hand))
    price = priced(offered, number, times, stake)
    assert (price.win, price.returned, price.share) == (Fraction(win), returned, share)
    assert not price.is_lost


def test_no_line_wins_nothing_and_takes_the_stake() -> None:
    price = priced(offer(BOOK, BOOK.wager("pennsylvania/axman")), -1, 1, 500)
    assert (price.win, price.returned, price.is_lost) == (Fraction(0), False, True)


def test_30_2115_envy_is_a_printed_amount() -> None:
    price = priced(offer(BOOK, BOOK.wager("colorado/trilux-progressive")), 0, 1, 500)
    assert (price.win, price.share, price.envy) == (Fraction(0), Fraction(1), 10_000)
