"""Short cuts of the enumeration change what is looked at, never what is counted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from pitboss.cards import Shoe
from pitboss.money import Odds
from pitboss.rulebook.paytable import Multiplier
from pitboss.rulebook.when import parse
from pitboss.wagers.array_reader import Array, Deals, classify, decided
from pitboss.wagers.count import count_deal
from pitboss.wagers.deals import every_deal, layout, names_suits, ways
from pitboss.wagers.offer import Line, Offer
from tests.agreement.engine import bind, of_line
from tests.soak import soak


def counted(
    bound: Offer, shoe: Shoe, alike: bool, decide: Callable[[Deals], Array] | None = None
) -> tuple[Counter[int], int]:
    """Ways of each line, counted piece by piece, and how many deals were looked at."""
    plan = layout(bound)
    assert plan is not None
    found: Counter[int] = Counter()
    looked = 0
    for piece in every_deal(plan, max(shoe.counts) > 1, alike, decide):
        looked += len(piece.deals)
        lines = classify(bound, piece.deals) if piece.lines is None else piece.lines
        many = ways(plan, piece, shoe)
        for number in range(len(bound.lines)):
            found[number] += int(many[lines == number].sum())
    return found, looked


def engine(bound: Offer, shoe: Shoe) -> Counter[int]:
    result = count_deal(bound.question, shoe)
    return Counter({n: of_line(result, n) for n in range(len(bound.lines))})


NO_SUIT_NAMED = [
    ("colorado/21-plus-3", None, 1),
    ("colorado/21-plus-3", None, 6),
    ("pennsylvania/top-3", None, 8),
    ("colorado/trilux-bonus", "TRI-03", 2),
    ("colorado/super-match", None, 6),
    ("colorado/super-match", None, 1),
    soak("colorado/21-hold-em-poker", None, 1),
    ("colorado/pai-jack-bonus", None, 1),
]


@pytest.mark.parametrize(("wager", "table", "decks"), NO_SUIT_NAMED)
def test_suits_that_are_alike_may_be_swapped(wager: str, table: str | None, decks: int) -> None:
    bound, shoe = bind(wager, table), Shoe.of(decks)
    assert not names_suits(bound)
    swapped, few = counted(bound, shoe, alike=True)
    full, many = counted(bound, shoe, alike=False)
    assert swapped == full == engine(bound, shoe)
    assert few < many / 8  # up to twenty-four deals are looked at as one


@pytest.mark.parametrize(("cards", "decks"), [(2, 1), (3, 1), (3, 2), (4, 6), (5, 1), (6, 1)])
def test_swapped_suits_stand_for_every_hand(cards: int, decks: int) -> None:
    """All hands of so many cards, each with its ways, are the combinations of the shoe."""
    wager = {2: "bet-the-set-21", 3: "top-3", 4: "super-match", 5: "21-hold-em-poker", 6: "super-6"}
    state = "pennsylvania" if cards < 4 else "colorado"
    plan = layout(bind(f"{state}/{wager[cards]}"))
    assert plan is not None
    assert plan.cards == cards
    shoe = Shoe.of(decks)
    total = 0
    for piece in every_deal(plan, decks > 1, suits_alike=True):
        total += int(ways(plan, piece, shoe).sum())
    assert total == math.comb(52 * decks, cards)


def test_a_shoe_with_a_card_missing_is_not_swapped() -> None:
    """Suits are no longer alike: the count follows the shoe, not the decks."""
    bound = bind("pennsylvania/top-3")
    shoe = Shoe.parse("2d - As As Kd 7h")
    assert not shoe.suits_alike
    assert engine(bound, shoe) == counted(bound, shoe, alike=False)[0]
    assert engine(bound, shoe) != engine(bound, Shoe.of(2))


DEALT_IN_GROUPS = [
    ("pennsylvania/match-the-dealer", None, {}, 6),
    ("new_hampshire/match-the-dealer", None, {}, 8),
    ("colorado/poker-bonus", None, {}, 6),
    ("pennsylvania/upcard-luck", None, {}, 1),
    ("pennsylvania/upcard-luck", None, {}, 4),
    ("pennsylvania/blazing-7s", "Paytable B", {}, 6),
    ("colorado/trilux-progressive", "Pay table 01", {}, 6),
    soak("colorado/trilux-progressive", "Pay table 05", {"B-63-b": "any jack"}, 6),
    ("south_dakota/trilux-bonus", "TRI-02", {"E-9": "the player's two"}, 2),
    ("pennsylvania/crown-treasure", None, {}, 2),
    ("pennsylvania/kings-bounty", None, {}, 6),
    ("pennsylvania/blackjack-match", None, {"A-11": "card by card"}, 6),
    soak("pennsylvania/jackpot-party", "P1", {}, 6),
    soak("pennsylvania/super-4", None, {}, 8),
    soak("pennsylvania/super-4", None, {"A-2": "rank only", "A-3": "loses"}, 1),
]


@pytest.mark.parametrize(("wager", "table", "choices", "decks"), DEALT_IN_GROUPS)
def test_a_hand_whose_fate_is_clear_needs_no_more_cards(
    wager: str, table: str | None, choices: dict[str, str], decks: int
) -> None:
    bound, shoe = bind(wager, table, choices), Shoe.of(decks)
    early, few = counted(bound, shoe, False, lambda deals: decided(bound, deals))
    late, many = counted(bound, shoe, False)
    assert early == late == engine(bound, shoe)
    assert few <= many


def test_offers_that_differ_only_in_a_multiplier_are_counted_separately() -> None:
    """The answers of one count are shared by offers that ask the same; times is part of it."""
    bound = bind("pennsylvania/perfect-pairs")
    first = bound.lines[0]
    twofold = replace(bound, multipliers=(Multiplier(first.when, 2),))
    fivefold = replace(bound, multipliers=(Multiplier(first.when, 5),))
    perfect = of_line(count_deal(bound.question, Shoe.of(6)), 0)
    assert count_deal(twofold.question, Shoe.of(6)).ways[0, 2] == perfect
    assert count_deal(fivefold.question, Shoe.of(6)).ways[0, 5] == perfect
    assert (0, 1) not in count_deal(fivefold.question, Shoe.of(6)).ways


def test_a_multiplier_waits_for_its_cards() -> None:
    """The upcard decides the line; the player's cards still decide how many times it pays."""
    bound = bind("pennsylvania/upcard-luck")
    low = Line("Low upcard", parse("2 <= upcard.rank <= 7"), Odds.parse("1 to 1"))
    doubled = replace(
        bound, lines=(low,), loses=None, multipliers=(Multiplier(parse("player.pair"), 2),)
    )
    result = count_deal(doubled.question, Shoe.of(1))
    # by rank: the pair may be of the upcard's rank or of another
    pairs = 24 * (math.comb(3, 2) + 12 * math.comb(4, 2))
    assert result.ways[0, 2] == pairs
    assert result.ways[0, 1] == 24 * math.comb(51, 2) - pairs
