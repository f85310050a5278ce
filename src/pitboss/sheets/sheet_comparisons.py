"""Comparisons of a sheet with others of its wager: readings, decks, missing cards, the play."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.numbers import Form, exact, fixed, money, one_in, percent, plain, points
from pitboss.analysis.sensitivity import Step, by_choice, by_decks, must_cancel, no_step, removals
from pitboss.analysis.setting import Setting
from pitboss.analysis.sheet import Sheet
from pitboss.cards import Shoe
from pitboss.errors import NotAllowed, NotInstalled, NotProved
from pitboss.rulebook.load import Rulebook
from pitboss.wagers.array_reader import Deals, classify
from pitboss.wagers.card_holders import own_play
from pitboss.wagers.count import places_by_key
from pitboss.wagers.deals import DealLayout, card_numbers, every_deal, layout, names_suits


def signed_comparisons(book: Rulebook, sheet: Sheet, step: Step = no_step) -> Form:
    """All comparisons of a sheet that is to be signed."""
    return comparisons(book, sheet, step, wanted=True) | {"by_play": _by_play(sheet)}


def comparisons(book: Rulebook, sheet: Sheet, step: Step, *, wanted: bool) -> Form:
    """The comparisons with other sheets; only on request those that take long."""
    correlation = spot_correlation(sheet)
    return {
        "spot_correlation": None if correlation is None else exact(correlation),
        "show_correlation": None if correlation is None else fixed(correlation, 6),
        "sharing": _shared(sheet),
        "sensitivity": sensitivity(book, sheet, step) if wanted else None,
        "removal": removal(sheet, step) if wanted and sheet.setting.offer.lines else None,
    }


def _by_play(sheet: Sheet) -> Form | None:
    """The wager's returns by how the hand is played; `None` if no play affects it."""
    if not (own_play(sheet.setting.offer) or sheet.setting.wager.presses):
        return None
    from pitboss.solvers.returns_by_play import FIGURES, PER, play_form, returns_by_play

    try:
        made = returns_by_play(sheet.setting)
    except (NotAllowed, NotProved) as error:
        return {"per": PER, "why": str(error), "returns": []}
    except ModuleNotFoundError as error:
        why = f"not solved here. {NotInstalled(str(error.name), 'strategy')}"
        return {"per": PER, "why": why, "returns": []}
    if not made:
        return None
    returns = []
    for each in made:
        worth = {name: Fraction(getattr(each, name)) for name in FIGURES}
        shown = {name: percent(figure, signed=True) for name, figure in worth.items()}
        returns.append({**play_form(each), "show": shown})
    return {"per": PER, "why": None, "returns": returns}


def _shared(sheet: Sheet) -> list[Form]:
    """The cost to a winner of sharing an award, for each meter that two boxes can win at once."""
    made = []
    for meter in sheet.meters:
        found = sharing(sheet.setting, meter.name) if meter.minimum is None else None
        if found is None or not found.both:
            continue
        beside = {others: found.part(others) for others in (1, 2, 6)}
        made.append(
            {
                "meter": meter.name,
                "one_box": exact(found.one),
                "two_boxes": exact(found.both),
                "part": {
                    str(others): [exact(least), exact(most)]
                    for others, (least, most) in beside.items()
                },
                "show": (
                    f"Two boxes win the {meter.name} together once in {one_in(found.both)} rounds; "
                    f"a winner beside one other bettor can expect {percent(beside[1][0])} of the "
                    f"award, beside six at least {percent(beside[6][0])}."
                ),
            }
        )
    return made


def sensitivity(book: Rulebook, sheet: Sheet, step: Step = no_step) -> Form:
    """The edge with other decks and under other readings."""
    found = by_choice(book, sheet, step)
    decks = by_decks(book, sheet, step) if sheet.setting.wager.sees else []
    return {
        "decks": [
            {
                "decks": n,
                "house_edge": exact(there.edge),
                "break_even": {m.name: plain(m.break_even, up=True) for m in there.meters},
                "show": percent(there.edge),
                "show_break_even": {m.name: money(m.break_even, up=True) for m in there.meters},
            }
            for n, there in decks
        ],
        "readings": [
            {
                "key": other.key,
                "choice": other.choice,
                "means": other.says,
                "house_edge": exact(other.edge),
                "change": exact(other.change),
                "note": other.note or None,
                "show": {"house_edge": percent(other.edge), "change": points(other.change)},
            }
            for other in found.moved
        ],
        "no_effect": [{"key": key, "reason": why} for key, why in found.idle.items()],
        "left_out": [{"key": key, "reason": why} for key, why in found.left_out.items()],
    }


def removal(sheet: Sheet, step: Step = no_step) -> Form:
    """The effect of one missing card on the player, and the sum that checks it."""
    found, check = removals(sheet, step)
    return {
        "effects": [
            {
                "words": each.words,
                "cards": [str(card) for card in each.cards],
                "effect": exact(each.effect),
                "show": points(each.effect),
            }
            for each in found
        ],
        "check": exact(check),
        "show_check": "0" if not check else points(check),
        "must_cancel": must_cancel(sheet.setting),
    }


# -- how the results of two boxes are related ------------------------------------------------------
# With the upcard gone the shoe holds nᵢ of card i, and a pair {i, j} is worth Xᵢⱼ. Over all ordered
# pairs a box gets nᵀXn − Σ nᵢXᵢᵢ; the second box gets the same with the first box's cards gone.


GROUPS: Final = ({("player", 2)}, {("player", 2), ("upcard", 1)})
"""The most cards that may decide a wager for this to be computed."""


def spot_correlation(sheet: Sheet) -> Fraction | None:
    """Correlation of one box's result with another's in the same round; `None` if not known."""
    setting = sheet.setting
    counts = setting.shoe.counts
    plan = layout(setting.offer)
    if plan is None or set(plan.groups) not in GROUPS or not sheet.variance:
        return None
    open_up = ("upcard", 1) in plan.groups
    if setting.shoe.size < 4 + open_up:
        return None
    unit = math.lcm(*(o.gross.denominator for o in sheet.outcomes))
    both = 0 if open_up else _both(np.array(counts, object), _worth(sheet, unit, None))
    alike = 4 if setting.shoe.suits_alike and not names_suits(setting.offer) else 1
    for up in range(0, 52, alike) if open_up else ():
        if counts[up]:
            left = np.array(counts, object)
            left[up] -= 1
            both += counts[up] * alike * _both(left, _worth(sheet, unit, up))
    together = Fraction(both, math.perm(setting.shoe.size, 4 + open_up) * unit * unit)
    return (together - sheet.returns**2) / sheet.variance


def _both(left: NDArray[np.object_], worth: NDArray[np.object_]) -> int:
    """Sum of one box's return times the other's, over all ordered pairs for each."""
    own = np.diag(worth)
    reach = worth @ left
    pairs = np.outer(left, left) - np.diag(left)
    all_pairs = int(left @ reach - left @ own)
    second = all_pairs - 2 * (reach[:, None] + reach[None, :])
    second = second + 2 * (own[:, None] + own[None, :] + worth)
    return int((pairs * worth * second).sum())


def _worth(sheet: Sheet, unit: int, up: int | None) -> NDArray[np.object_]:
    """What every pair of cards returns with this upcard, in whole units."""
    offer = sheet.setting.offer
    first, second = (axis.ravel() for axis in np.indices((52, 52)))
    columns = [first, second] + ([] if up is None else [np.full(52 * 52, up)])
    groups = {"player": (0, 1), "": tuple(range(len(columns)))}
    if up is not None:
        groups |= {"upcard": (2,), "shown": (0, 1, 2)}
    deals = Deals.of(columns, groups)
    found = places_by_key(offer, deals, classify(offer, deals))
    worth = np.zeros(len(deals), object)
    for outcome in sheet.outcomes:
        if outcome.key in found:
            worth[found[outcome.key]] = int(outcome.gross * unit)
    return worth.reshape(52, 52)


# -- an award that two boxes share -----------------------------------------------------------------
# Boxes see the same cards of the dealer, so one box's jackpot makes another's more likely. For two
# boxes the joint chance is exact; for more, the expected part of the award lies between bounds.


Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sharing:
    """How often one box, and two boxes at once, win the whole of a meter."""

    one: Fraction
    both: Fraction

    @property
    def with_another(self) -> Fraction:
        """Chance that one given other box wins too, when this one has won."""
        return self.both / self.one if self.one else Fraction(0)

    def part(self, others: int) -> tuple[Fraction, Fraction]:
        """The least and most of the award that a winner can expect with one other box or more."""
        return max(Fraction(0), 1 - others * self.with_another / 2), 1 - self.with_another / 2


def sharing(setting: Setting, meter: str) -> Sharing | None:
    """The chances for one meter; `None` if the wager is not settled on cards at the deal."""
    plan = layout(setting.offer)
    if plan is None or "player.first_two" not in setting.wager.sees:
        return None
    if {("first", 1), ("second", 1)} & set(plan.groups):  # each box's two cards are one set here
        return None
    wins = [
        n
        for n, line in enumerate(setting.offer.lines)
        if line.pays.share == 1 and line.pays.meter in ("", meter)
    ]
    apart = _boxes_apart(plan)
    found: dict[Cards, set[Cards]] = {}
    for piece in every_deal(apart, True, False):
        lines = classify(setting.offer, piece.deals)
        chosen = piece.deals.take(np.flatnonzero(np.isin(lines, wins)))
        for cards in zip(*(c.tolist() for c in card_numbers(chosen)), strict=True):
            found.setdefault(cards[2:], set()).add(tuple(sorted(cards[:2])))
    one = both = 0
    for dealer, pairs in found.items():
        for mine in pairs:
            one += _ways(setting.shoe, dealer, mine)
            both += sum(_ways(setting.shoe, dealer, mine, yours) for yours in pairs)
    size, dealt = setting.shoe.size, apart.cards - 2
    every = math.perm(size, dealt) * math.comb(size - dealt, 2)
    return Sharing(Fraction(one, every), Fraction(both, every * math.comb(size - dealt - 2, 2)))


def _boxes_apart(plan: DealLayout) -> DealLayout:
    """The same cards with the player's two first, and each dealer's card in its place."""
    rest = [
        group
        for scope, count in plan.groups
        if scope != "player"
        for group in (
            [("upcard", 1), ("hole", 1)] if (scope, count) == ("dealer", 2) else [(scope, count)]
        )
    ]
    return DealLayout((("player", 2), *rest), ordered=True, pooled=False)


def _ways(shoe: Shoe, dealer: Cards, *boxes: Cards) -> int:
    """Ways to deal these cards: the dealer's in order, each box's two together."""
    left = list(shoe.counts)
    ways = 1
    for card in dealer:
        ways *= max(left[card], 0)
        left[card] -= 1
    for box in boxes:
        for card, many in Counter(box).items():
            ways *= math.comb(max(left[card], 0), many)
            left[card] -= many
    return ways
