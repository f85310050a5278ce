"""Hold after many wagers, by the normal distribution, and only where it applies."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final

from pitboss.analysis.numbers import percent, root
from pitboss.analysis.par import Z95, Outcome, Sheet

Form = dict[str, Any]
HOLD_AFTER: Final = tuple(10**n for n in range(3, 8))
EXPECTED: Final = 10
"""Expected hits of the rarest material line from which the normal distribution is used."""
MATERIAL: Final = Fraction(1, 100)
"""Share of the variance from which a line is material."""
POINT: Final = Fraction(1, 100)
LINKED: Final = "wagers at one meter are not independent"


def rarest(sheet: Sheet) -> Outcome | None:
    """The rarest line that matters; `None` if every result is the same."""
    variance = sheet.variance
    material = (
        o
        for o in sheet.outcomes
        if variance and o.probability * o.central(2, sheet.returns) >= MATERIAL * variance
    )
    return min(material, key=lambda o: o.probability, default=None)


def normal_from(sheet: Sheet) -> int | None:
    """Wagers from which the normal distribution may be used; `None` if it never may."""
    line = rarest(sheet)
    if line is None or not sheet.setting.offer.lines:
        return None
    return math.ceil(EXPECTED / line.probability)


def hold(sheet: Sheet) -> list[Form]:
    """Limits of the hold after that many wagers, 95 times in 100."""
    first = normal_from(sheet)
    if first is None:
        return []
    found = []
    for wagers in HOLD_AFTER:
        line: Form = {"wagers": wagers, "show": {"wagers": f"{wagers:,}", "low": "", "high": ""}}
        line["normal"] = wagers >= first
        if line["normal"]:
            reach = Z95 * root(sheet.variance / wagers)
            line["show"]["low"] = percent(sheet.edge - reach, 2)
            line["show"]["high"] = percent(sheet.edge + reach, 2)
        found.append(line)
    return found


def rounds(sheet: Sheet) -> Form:
    """Wagers until the hold is near the edge, and until the house is ahead, or why not."""
    within = Z95**2 * sheet.variance
    wanted = {
        "rounds_to_one_percent": math.ceil(within / POINT**2),
        "rounds_house_ahead": math.ceil(within / sheet.edge**2) if sheet.edge > 0 else None,
    }
    first = normal_from(sheet)
    made: Form = {"normal_from": first, "not_normal": {}, "show": {}}
    for key, wagers in wanted.items():
        why = _why_not(sheet, first, wagers)
        made[key] = None if why else wagers
        made["show"][key] = "–" if why else f"{wagers:,}"
        if why:
            made["not_normal"][key] = why
    return made


def _why_not(sheet: Sheet, first: int | None, wagers: int | None) -> str:
    """Why the normal distribution does not apply after that many wagers; empty if it does."""
    if wagers is None:
        return "the house has no edge"
    line = rarest(sheet)
    if line is None:
        return "every result is the same"
    if first is None:
        return LINKED
    if wagers >= first:
        return ""
    return f"too few hits of {line.name} for a normal distribution"
