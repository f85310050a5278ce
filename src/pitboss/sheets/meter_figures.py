"""The figures of meters on a sheet: long-run split, returns along the meter, waiting times."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.analysis.mystery import MysteryAwards
from pitboss.analysis.numbers import (
    Form,
    cents,
    exact,
    fixed,
    money,
    one_in,
    percent,
    plain,
    probability,
    root,
    tries,
    unlucky,
)
from pitboss.analysis.sheet import Z90, MeterLine, Sheet

QUANTILES = (5, 50, 95)


def with_amounts(sheet: Sheet, amounts: Mapping[str, Fraction]) -> Sheet:
    """The sheet with other amounts on its meters."""
    stake = sheet.setting.stake
    now = {m.name: m.amount for m in sheet.meters} | dict(amounts)
    outcomes = tuple(
        replace(o, gross=o.fixed + sum(share * now[name] / stake for name, share in o.shares))
        for o in sheet.outcomes
    )
    return replace(sheet, outcomes=outcomes)


def meter_form(sheet: Sheet, meter: MeterLine) -> Form:
    """One meter as plain data."""
    form: Form = {
        "coefficient": exact(meter.coefficient),
        "seed": plain(meter.seed),
        "break_even": plain(meter.break_even, up=True),
        "amount": plain(meter.amount),
        "rate": _exact(meter.rate),
        "reserve": _exact(meter.reserve),
        "jackpot": exact(meter.jackpot),
        "cycle": _exact(meter.cycle),
        "mean": plain(meter.mean),
        "base": exact(sheet.returns - meter.coefficient * meter.amount / 100),
        "note": "the law gives no seed: taken as zero" if meter.seed is None else None,
        "show": {
            "coefficient": percent(meter.coefficient * 1000),
            "amount": money(meter.amount),
            "seed": money(meter.seed),
            "rate": "filed" if meter.rate is None else percent(meter.rate, 2),
            "reserve": "none" if not meter.reserve else percent(meter.reserve, 2),
            "jackpot": probability(meter.jackpot),
            "cycle": one_in(meter.jackpot),
            "mean": money(meter.mean),
            "break_even": money(meter.break_even, up=True),
        },
    }
    if meter.awards is not None:
        return form | _mystery(sheet, meter, meter.awards) | {"quantiles": None}
    other = _break_even_at_mean(sheet, meter)
    if other is not None:
        form["break_even_others_at_mean"] = plain(other, up=True)
        form["show"]["break_even_others_at_mean"] = money(other, up=True)
    show = form["show"]
    rows = {
        "amount": show["amount"],
        "seed": show["seed"],
        "each wager adds": show["rate"],
        "reserve": show["reserve"] if meter.reserve else None,
        "break-even": show["break_even"],
        "break-even, others at mean": show.get("break_even_others_at_mean"),
        "mean award": None if meter.mean is None else show["mean"],
        "jackpot chance": show["jackpot"],
        "cycle, wagers": show["cycle"],
        "each $1,000 adds": show["coefficient"],
    }
    form["rows"] = [[label, words] for label, words in rows.items() if words is not None]
    return form | _waiting(sheet, meter)


def _mystery(sheet: Sheet, meter: MeterLine, paid: MysteryAwards) -> Form:
    """What is special about a mystery meter: its return is not linear in what it shows."""
    added = (meter.rate or Fraction(0)) * sheet.setting.stake
    rows = [["now at", money(meter.amount)]] if sheet.setting.meters else []
    rows += [
        ["starts at", money(meter.minimum or 0)],
        ["must hit by", money(meter.maximum or 0)],
        ["each wager adds", f"{percent(meter.rate or Fraction(0), 2)}, {cents(added)}"],
        ["mean award", money(paid.mean)],
        ["deviation of the award", money(root(paid.central[0]))],
        ["least paid", money(paid.least)],
        ["most paid", money(paid.most)],
        ["wagers from award to award", fixed(paid.wagers, 4)],
    ]
    return {
        "minimum": plain(meter.minimum),
        "maximum": plain(meter.maximum),
        "least": plain(paid.least),
        "most": plain(paid.most),
        "mean_exact": exact(paid.mean / 100),
        "variance": exact(paid.central[0] / 100**2),
        "rows": rows,
    }


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else exact(number)


def _break_even_at_mean(sheet: Sheet, meter: MeterLine) -> Fraction | None:
    """Break-even with the other meters at their means, if there are others."""
    means = {m.name: m.mean for m in sheet.meters if m.mean is not None and m is not meter}
    if not means or len(means) < len(sheet.meters) - 1 or not meter.coefficient:
        return None
    there = with_amounts(sheet, means)
    short = sheet.at_risk - there.returns + meter.coefficient * meter.amount / 100
    return short / meter.coefficient * 100


def _waiting(sheet: Sheet, meter: MeterLine) -> Form:
    """How long a cycle lasts, for a meter that one hand wins whole and nothing else draws on."""
    awards = [s for o in sheet.outcomes if o.ways for name, s in o.shares if name == meter.name]
    if awards != [Fraction(1)] or meter.rate is None or meter.seed is None:
        return {"quantiles": None, "reach_break_even": None}
    added = meter.rate * sheet.setting.stake
    quantiles = []
    for part in QUANTILES:
        wagers = tries(Fraction(100 - part, 100), meter.jackpot)
        amount = meter.seed + wagers * added
        quantiles.append(
            {
                "won": f"{part}%",
                "wagers": wagers,
                "meter": plain(amount),
                "show": {"wagers": f"{wagers:,}", "meter": money(amount)},
            }
        )
    form: Form = {"quantiles": quantiles, "reach_break_even": None}
    if meter.break_even is not None and added and meter.break_even > meter.seed:
        wagers = math.ceil((meter.break_even - meter.seed) / added)
        form["wagers_to_break_even"] = wagers
        form["reach_break_even"] = fixed(unlucky(meter.jackpot, wagers), 6)
        form["show_reach"] = {
            "chance": percent(unlucky(meter.jackpot, wagers), 2),
            "wagers": f"{wagers:,}",
        }
    return form


def split_form(sheet: Sheet) -> Form | None:
    """Where each unit staked goes over many jackpots; `None` if the law leaves a rate open."""
    total = sheet.long_run
    if not sheet.meters or total is None:
        return None
    stake = sheet.setting.stake
    seeds = sum((m.jackpot * Fraction(m.seed or 0, stake) for m in sheet.meters), Fraction(0))
    parts = {
        "fixed": sheet.fixed_return,
        "seed": seeds,
        "increment": sum((m.rate or Fraction(0) for m in sheet.meters), Fraction(0)),
        "house": sheet.at_risk - total,
        "long_run": total,
        "reserve": sum((m.reserve or Fraction(0) for m in sheet.meters), Fraction(0)),
    }
    form: Form = {name: exact(share) for name, share in parts.items()}
    return form | {"show": {name: percent(share) for name, share in parts.items()}}


def returns_along(sheet: Sheet) -> list[Form]:
    """The return and its spread at seed, mean and break-even, and at round amounts between."""
    if not sheet.setting.offer.lines:
        return []
    found = []
    for label, amounts in _stops(sheet):
        there = with_amounts(sheet, amounts)
        sd = root(there.variance)
        amount = next(iter(amounts.values()))
        shown = money(amount, up=label == "break-even") if len(amounts) == 1 else ""
        found.append(
            {
                "label": label,
                "meters": {name: plain(amount) for name, amount in amounts.items()},
                "return": exact(there.returns),
                "house_edge": exact(there.edge),
                "show": {
                    "meter": shown,
                    "return": percent(there.returns),
                    "house_edge": percent(there.edge),
                    "sd": fixed(sd, 3),
                    "volatility_index": fixed(Z90 * sd, 2),
                },
            }
        )
    return found


def _stops(sheet: Sheet) -> Iterator[tuple[str, dict[str, Fraction]]]:
    meters = sheet.meters
    if len(meters) == 1:
        yield from _stops_of(meters[0])
        return
    yield "seeds", {m.name: Fraction(m.seed or 0) for m in meters}
    if all(m.mean is not None for m in meters):
        yield "means", {m.name: m.mean for m in meters if m.mean is not None}
    if any(m.amount != (m.seed or 0) for m in meters):
        yield "as asked", {m.name: m.amount for m in meters}


def _stops_of(meter: MeterLine) -> Iterator[tuple[str, dict[str, Fraction]]]:
    seed = Fraction(meter.seed or 0)
    named = {seed: "seed" if meter.seed is not None else "zero"}
    if meter.mean is not None:
        named.setdefault(meter.mean, "mean award")
    if meter.break_even is not None and meter.break_even > seed:
        named.setdefault(meter.break_even, "break-even")
    named.setdefault(meter.amount, "as asked")
    for amount in _round_amounts(seed, max(named)):
        named.setdefault(amount, "")
    yield from ((named[amount], {meter.name: amount}) for amount in sorted(named))


def _round_amounts(low: Fraction, high: Fraction) -> list[Fraction]:
    """Two or three round amounts between."""
    if high <= low:
        return []
    unit = Fraction(10) ** math.floor(math.log10(high - low))
    for step in (unit / 2, unit, 2 * unit, 5 * unit):
        first = math.floor(low / step) + 1
        inside = [n * step for n in range(first, math.ceil(high / step))]
        if len(inside) <= 3:
            return inside
    return []
