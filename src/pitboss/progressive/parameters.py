"""The first line of a meter's log: what the meter is, printed and read back."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any, Final

from pitboss.errors import NotationError
from pitboss.money import parse_percent, show_percent
from pitboss.progressive.events import MeterOpened
from pitboss.progressive.meter import MeterState, open_meter
from pitboss.progressive.secret import Mystery

SAME: Final = ("seed", "limit", "reset", "on_first", "clause", "discontinued", "permits")
"""Fields of a meter that its first event has under the same names."""


def parameters(meter: MeterState, linked: bool, mystery: Mystery | None) -> dict[str, Any]:
    """The parameters in the first event; `opening` reads them."""
    return {
        **{name: getattr(meter, name) for name in SAME},
        "start": meter.display,
        "rate": show_share(meter.rate),
        "reserve": show_share(meter.reserve_rate),
        "linked": "yes" if linked else "no",
        **(asdict(mystery) if mystery else {}),
    }


def opening(first: MeterOpened) -> tuple[MeterState, bool, Mystery | None]:
    """The new meter, whether tables may be linked, and the readings of a mystery meter."""
    rate, reserve = parse_share(first.rate), parse_share(first.reserve)
    meter = open_meter(first.key, first.seed, rate, reserve, first.limit, first.reset)
    start = Fraction(first.start)
    said = {name: getattr(first, name) for name in SAME}
    meter = replace(meter, shown=start, seeded=start, **said)
    mystery = Mystery(first.largest, first.struck, first.within) if first.largest else None
    return meter, first.is_linked, mystery


def show_share(share: Fraction) -> str:
    """A share as a percentage, or as a fraction if only that is exact.

    >>> show_share(Fraction(3, 80)), show_share(Fraction(1, 3))
    ('3.75%', '1/3')
    """
    percent = show_percent(share)
    return percent if parse_percent(percent) == share else str(share)


def parse_share(text: str) -> Fraction:
    """Read a share in either form.

    >>> parse_share("10%") == parse_share("1/10")
    True
    """
    if text.endswith("%"):
        return parse_percent(text)
    if re.fullmatch(r"\d+(/[1-9]\d*)?", text):
        return Fraction(text)
    raise NotationError(f"{text!r} is not a part of a stake. Write it as 10% or 1/10.")
