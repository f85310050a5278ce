"""`pitboss play --auto` at full decks: every line has its proof, and the rounds confirm it.

Each wager of the law with its usual choices, and with every choice that changes what it pays, at a
table of its own; the shoes come from a fixed seed. A line is judged by the exact chance that so
many deals in so many rounds would be as far from its proof as they were, to either side. LEVEL is
the chance that any of all the lines would fail if every sheet is right (Bonferroni): no normal
approximation, so that rare lines count too.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from pitboss.analysis.setting import policies
from pitboss.cards import Shoe
from pitboss.cli.automatic_play import Tally, play_auto
from pitboss.log import Event
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import RoundEnded
from pitboss.table.table import Table
from tests.agreement.dealt import Paid, Paids, of_sheet, proved, results
from tests.agreement.filed import Filing, book, bound_at, filings, opened, stakes_at
from tests.soak import covering, soak

SEED, LEVEL = 2115, Fraction(1, 1_000)
SLOW = ("super-6", "21-hold-em-poker", "pai-jack-bonus", "buzzer-beater")
"""Their sheets alone take longer than all the rest."""
LONG = ("axman", "bust-bonanza", "super-match")
"""The next slowest sheets; `tests/agreement/test_readings.py` proves them from small packs."""
MOVE = {
    "A-6", "A-8", "B-11", "B-33-b", "B-54", "B-54-b", "B-55", "B-57", "D-38", "D-42", "G-6",
    "third-card",
}  # fmt: skip
"""Readings and options that are worth rounds of their own: others change printed lines alone."""
EVERY = [
    filing
    for filing in filings()
    if filing.wager not in SLOW
    and book().wager(f"{filing.law}/{filing.wager}").role == "side"
    and (not filing.key or filing.key in MOVE)
]


def played(filing: Filing, rounds: int) -> tuple[Tally | None, Counter[Paid]]:
    """What `play --auto` says of the wager, and how often it was paid what."""
    at = opened(filing)
    seen: Counter[Paid] = Counter()
    events: list[Event] = []

    def hear(event: Event) -> None:
        events.append(event)
        if isinstance(event, RoundEnded):
            stakes = stakes_at(at, filing.wager)
            seen.update(paid for key, paid in results(at, events, stakes) if key == filing.wager)
            events.clear()

    table = Table(at, SealedShoes(at.delivery, Lesson(SEED)), book().digest, hear)
    tallies = play_auto(book(), table, rounds).tallies
    return next((t for t in tallies if t.key == filing.wager), None), seen


def shoe(filing: Filing) -> Shoe:
    """The cards that this house deals from."""
    delivery = opened(filing).delivery
    return Shoe.of(delivery.decks, delivery.without)


def sheet(filing: Filing) -> Paids:
    at = opened(filing)
    bound = bound_at(at, filing.wager)
    stake = stakes_at(at, filing.wager)[filing.wager]
    return of_sheet(proved(at, bound, shoe(filing), stake, policies(bound)[0]))


def tails(count: int, rounds: int, chance: Fraction) -> float:
    """The chance of a count as far out as this, to either side, by the binomial law.

    >>> round(tails(0, 10, Fraction(1, 2)), 6), tails(5, 10, Fraction(1, 2))
    (0.001953, 1.0)
    """
    if chance in (0, 1):
        return float(count == rounds * chance)
    p = float(chance)

    def exactly(k: int) -> float:
        ways = math.lgamma(rounds + 1) - math.lgamma(k + 1) - math.lgamma(rounds - k + 1)
        return math.exp(ways + k * math.log(p) + (rounds - k) * math.log1p(-p))

    below = math.fsum(exactly(k) for k in range(count + 1))
    above = math.fsum(exactly(k) for k in range(count, rounds + 1))
    return min(1.0, 2 * min(below, above))


@cache
def number_of_lines() -> int:
    """Lines of all sheets together, and one more each for what no line names."""
    return sum(len(bound_at(opened(f), f.wager).lines) + 1 for f in EVERY)


@pytest.mark.parametrize("rounds", [60, soak(10_000)])
@pytest.mark.parametrize(
    "filing",
    [
        *covering(
            [filing for filing in EVERY if filing.wager not in LONG],
            lambda filing: book().wager(f"{filing.law}/{filing.wager}").sees,
            lambda filing: filing.game,
        ),
        *(soak(filing) for filing in EVERY if filing.wager in LONG),
    ],
    ids=str,
)
def test_every_line_has_its_proof_and_the_rounds_bear_it_out(filing: Filing, rounds: int) -> None:
    """It is offered and staked, and the summary has the proved return of the cards in use; no line
    of the sheet is so far from what was dealt that chance would not explain it.
    """
    tally, seen = played(filing, rounds)
    assert tally is not None
    assert tally.times > rounds / 2, f"{filing} was staked in {tally.times} rounds"
    assert tally.exact is not None, f"{filing} has a sheet, and the summary does not show it"
    proof, settled = sheet(filing), sum(seen.values())
    assert tally.exact == sum(back * chance for (_, back), chance in proof.items())
    assert settled > rounds / 2, f"{filing} was settled in {settled} rounds"
    for paid in {**proof, **seen}:
        chance = proof.get(paid, Fraction(0))
        rare = tails(seen[paid], settled, chance)
        assert rare * number_of_lines() > LEVEL, (
            f"{filing}: {paid} came {seen[paid]} times in {settled}, proved {float(chance):.5f}"
        )
