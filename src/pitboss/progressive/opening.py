"""The first line of a link's log: what the meter is, printed and read back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.log import Event
from pitboss.money import parse_percent, show_percent
from pitboss.progressive.meter import MeterState, open_meter
from pitboss.progressive.secret import Mystery


def parameters(meter: MeterState, linked: bool, mystery: Mystery | None) -> dict[str, object]:
    """The fields of the first event; `opening` reads them."""
    said: dict[str, object] = {
        "seed": meter.seed,
        "start": meter.display,
        "rate": show_share(meter.rate),
        "reserve": show_share(meter.reserve_rate),
        "limit": meter.limit,
        "on_first": meter.on_first,
        "reset": meter.reset,
        "linked": "yes" if linked else "no",
        "clause": meter.clause or None,
        "discontinued": meter.discontinued or None,
        "permits": meter.permits or None,
    }
    if mystery:
        said |= {"largest": mystery.largest, "struck": mystery.struck, "within": mystery.within}
    return {name: value for name, value in said.items() if value is not None}


def opening(first: Event) -> tuple[MeterState, bool, Mystery | None]:
    """The new meter, whether tables may be linked, and the readings of a mystery meter."""
    start, limit, on_first = (first.get(name) for name in ("start", "limit", "on_first"))
    meter = open_meter(
        name=first.get("key"),
        seed=int(first.get("seed")),
        rate=parse_share(first.get("rate")),
        reserve=parse_share(first.get("reserve")),
        limit=int(limit) if limit else None,
        reset=first.get("reset"),
    )
    meter = replace(
        meter,
        shown=Fraction(int(start)),
        seeded=Fraction(int(start)),
        on_first=int(on_first) if on_first else None,
        clause=first.get("clause"),
        discontinued=first.get("discontinued"),
        permits=first.get("permits"),
    )
    mystery = None
    if largest := first.get("largest"):
        mystery = Mystery(int(largest), first.get("struck"), first.get("within"))
    return meter, first.get("linked") == "yes", mystery


def show_share(share: Fraction) -> str:
    """A share as a percentage, or as a fraction if only that is exact.

    >>> show_share(Fraction(3, 80)), show_share(Fraction(1, 3))
    ('3.75%', '1/3')
    """
    percent = show_percent(share)
    return percent if parse_percent(percent) == share else str(share)


def parse_share(text: str) -> Fraction:
    """Read a share in either form."""
    return parse_percent(text) if text.endswith("%") else Fraction(text)
