"""What these tests ask of the engine, in few words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

from pitboss.analysis.growing_hands import count_growing
from pitboss.analysis.policies import on_upcard
from pitboss.cards import DECK, Shoe
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.when import choices_in
from pitboss.wagers.count import OutcomeWays, count_deal
from pitboss.wagers.offer import Offer, offer
from pitboss.wagers.terms import DealerRule, Dealing
from tests.agreement import plain


@cache
def book() -> Rulebook:
    return load()


def bind(wager: str, table: str | None = None, choices: Mapping[str, str] | None = None) -> Offer:
    """The wager of this id as a table offers it."""
    return offer(book(), book().wager(wager), table, choices)


def every_choice(wager: Wager, table: PayTable) -> Iterator[dict[str, str]]:
    """All settings of the readings and options that bear on what a hand is."""
    conditions = [row.when for row in table.rows] + [m.when for m in wager.multipliers]
    conditions += [wager.loses] if wager.loses else []
    keys = {key for c in conditions for key in choices_in(c)}
    keys |= {key for key in (wager.hand_by, wager.wild_suit_by) if key}
    open_to = {r.key: tuple(r.choices) for r in book().readings_of(wager)}
    open_to |= {o.key: o.one_of for o in wager.options}
    names = sorted(keys)
    for values in product(*(open_to[name] for name in names)):
        yield dict(zip(names, values, strict=True))


def same_shoe(shoe: plain.Shoe) -> Shoe:
    """The engine's shoe of the same cards."""
    return Shoe(tuple(shoe.get((int(c.rank), c.suit.symbol), 0) for c in DECK))


def outcomes(bound: Offer, shoe: Shoe) -> Counter[str | None]:
    """Ways of each line by its printed name; `None` for the hands that no line names."""
    named: Counter[str | None] = Counter()
    for (line, _), ways in count_deal(bound.question, shoe).ways.items():
        named[bound.lines[line].outcome if line >= 0 else None] += ways
    return named


def of_line(counted: OutcomeWays, number: int) -> int:
    """Ways of one line, whatever its multiplier."""
    return sum(n for (line, _), n in counted.ways.items() if line == number)


def dealer_shares(
    bound: Offer, shoe: Shoe, hit_soft_17: bool, upcard: int | None = None
) -> dict[tuple[str | None, int], Fraction]:
    """Chance of each line and multiplier of a wager on the dealer's finished hand.

    Of every round, whenever the wager is placed; with `upcard` (its points), of the rounds that
    show it in which the peek finds no natural, as a wager is placed after it.
    """
    if upcard is None:
        bound = replace(bound, table=replace(bound.table, placed="before the deal"))
    dealing = Dealing(shoe, DealerRule(hit_soft_17))
    counted = count_growing(bound, dealing, "" if upcard is None else on_upcard(upcard), ())
    shares: dict[tuple[str | None, int], Fraction] = defaultdict(Fraction)
    for (line, times), ways in counted.ways.items():
        if ways:
            name = bound.lines[line].outcome if line >= 0 else None
            shares[name, times] += Fraction(ways, counted.total)
    return dict(shares)
