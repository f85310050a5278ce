"""Side wagers of 58 Pa. Code ch. 633c that are settled on the first cards or after the peek."""

from fractions import Fraction

import pytest

from pitboss.errors import NotAllowed
from pitboss.progressive.link import Link
from pitboss.rulebook.load import load
from pitboss.table.events.rounds import SlipWritten
from pitboss.table.events.table import MeterFed
from pitboss.table.houses.house import Choice, House
from pitboss.table.table import Table
from tests.rounds.stack import Stakes, answer, deal, done, pennsylvania, results, seat, told

BOOK = load()

PROGRESSIVE = {
    "jackpot-party": Choice("P1", stake=500, choices={"envy": "not offered"}),
    "match-the-dealer": Choice("Six decks, Paytable 1", stake=500, choices={"stake": "$5"}),
    "super-4": Choice(
        "Paytable 3, Option 1", stake=500, choices={"A-2": "suit and rank", "suit": "diamonds"}
    ),
    "blackjack-match": Choice("Paytable A", stake=500, choices={"stake": "$5"}),
}
every_progressive = pytest.mark.parametrize("key", PROGRESSIVE)


def with_progressive(key: str) -> House:
    return House("pennsylvania", wagers={key: PROGRESSIVE[key]})


def both(key: str) -> Stakes:
    return {"blackjack": 10, key: 5}


def told_after(table: Table, card: str) -> list[str]:
    """What was told once the dealer's second card lay there."""
    lines = told(table)
    return lines[lines.index(f"dealer gets {card} face down") + 1 :]


# -- Perfect Pairs (§ 633c.1) ----------------------------------------------------------------------

PAIRS: Stakes = {"blackjack": 10, "perfect-pairs": 5}


def test_633c_1_d_settled_counterclockwise_before_the_card_reader_and_any_other_card() -> None:
    house = pennsylvania(perfect_pairs=Choice("Paytable A"))
    table = seat(BOOK, house, "9h 9s 8h Ac 9d 7s 8h 9c", PAIRS, PAIRS, PAIRS)
    answer(table, "0", "0", "0", "stand", "stand", "stand")
    assert told_after(done(BOOK, table), "9c")[:4] == [
        "perfect-pairs $5: Perfect pair, $130 back",
        "perfect-pairs $5: no hand, $0 back",
        "perfect-pairs $5: Colored pair, $65 back",
        "box 1 may bet insurance",
    ]


# -- Top 3 (§ 633c.7) ------------------------------------------------------------------------------

TOP: Stakes = {"blackjack": 10, "three-card-poker": 5, "top-3": 5}


@pytest.mark.parametrize(
    ("cards", "poker", "top"),
    [
        ("9h Ac 10h 9c", "no hand, $0 back", "no hand, $0 back"),
        ("Kh Ac Qh 9c", "Straight, $50 back", "no hand, $0 back"),
        ("Kh Ah Qh 9c", "Straight flush, $50 back", "Straight flush, $905 back"),
    ],
)
def test_633c_7_d_and_f_settled_with_three_card_poker_and_then_the_round_goes_on(
    cards: str, poker: str, top: str
) -> None:
    house = pennsylvania(
        three_card_poker=Choice(choices={"G-6": "9 to 1 flat"}), top_3=Choice("Paytable A")
    )
    table = deal(BOOK, house, cards, TOP, ["0", "stand"])
    assert told_after(table, "9c")[:3] == [
        f"three-card-poker $5: {poker}",
        f"top-3 $5: {top}",
        "box 1 may bet insurance",
    ]


# -- progressives: §§ 633c.2, 633c.3, 633c.6, 633c.10 ----------------------------------------------


@every_progressive
def test_f_chips_that_are_collected_are_those_the_meters_took_and_no_more_may_come(
    key: str,
) -> None:
    table = seat(BOOK, with_progressive(key), "9s 9d 9h 9h 9c 8c", both(key), {"blackjack": 10})
    with pytest.raises(NotAllowed, match="before the deal"):
        table.bet(2, "bob", key, 500)
    kinds = [e.kind for e in table.log]
    dealt = kinds.index("card")
    assert kinds[:dealt].count("collect") == kinds.count("collect") == 1
    fed = [(e.box, e.meter) for e in table.log[:dealt] if isinstance(e, MeterFed)]
    assert fed == [(1, name) for name in table.opened.fed[key]]
    answer(table, "stand", "stand")
    done(BOOK, table)


@every_progressive
def test_g_and_h_a_progressive_is_settled_before_anyone_draws_and_the_round_goes_on(
    key: str,
) -> None:
    """Three under an ace: the dealer's ace up, the match with it, and the player's own ace."""
    table = seat(BOOK, with_progressive(key), "Ac Ad 2h 9c 10h", both(key))
    answer(table, "0", "hit", "stand")
    lines = told_after(table, "9c")
    asked = 2 if key != "match-the-dealer" else 0  # which waits for no card reader
    [at] = [i for i, line in enumerate(lines) if line.startswith(f"{key} $5")]
    assert at == asked
    assert lines[at].split("$")[-1] != "0 back"
    assert lines[-1].startswith("blackjack $10")
    done(BOOK, table)


@pytest.mark.parametrize(
    ("key", "cards"),
    [
        ("jackpot-party", "Ac 10d 2h 9c"),  # neither an ace up nor a blackjack
        ("match-the-dealer", "Ac 10d 2h 9c"),  # nothing matches the upcard
        ("super-4", "Ac 10d 2h 9c"),
        ("blackjack-match", "Qc Kd 2h 9c"),  # no ace
    ],
)
def test_g_1_a_losing_progressive_wins_nothing_and_the_round_goes_on(key: str, cards: str) -> None:
    table = deal(BOOK, with_progressive(key), cards, both(key), ["stand"])
    first, last = results(table)
    assert first.startswith(f"{key} $5")
    assert first.endswith("$0 back")
    assert last.startswith("blackjack $10")


def test_633c_3_h_and_j_a_tenth_of_a_meter_that_starts_at_1000_times_the_wager() -> None:
    key = "match-the-dealer"
    table = answer(seat(BOOK, with_progressive(key), "9h 9h 9h 9c", both(key)), "stand")
    link = table.meters[f"{key} progressive"]
    assert isinstance(link, Link)
    assert (link.meter.seed, link.meter.rate) == (500_000, Fraction(15, 100))
    assert link.meter.reserve_rate == Fraction(6, 100)
    slip = next(e for e in table.log if isinstance(e, SlipWritten))
    assert (slip.cents, slip.source) == (50_007, "slip")  # of $5,000.75
    with pytest.raises(NotAllowed, match="The cards stay: slip 1"):
        table.open_round()
    done(BOOK, table)
    assert link.meter.display == 500_075 - 50_007
