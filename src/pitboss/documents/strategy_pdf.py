"""A strategy, or a game's PAR sheet, for print: Typst typesets the plain form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.documents.axes import FONT
from pitboss.documents.strategy_chart import hold_of, options_of, printed_figures, strategy_svg
from pitboss.documents.typeset import pdf

TALL: Final = 40
"""Rows of a chart that fill a page."""


def strategy_pdf(form: Mapping[str, Any]) -> bytes:
    """The sheet as PDF."""
    data = {
        **form,
        "figures": printed_figures(form),
        "charted": bool(form["upcards"]),
        "tall": "total_dependent" not in form and len(form["chart"]) > TALL,
        "hand_values": form.get("hand_values", {}),
        "exceptions": form.get("exceptions", []),
        "hold": hold_of(form),
        "options": options_of(form),
    }
    pictures = {}
    if form["upcards"]:
        drawn = strategy_svg(form).replace("font-family='sans-serif'", f"font-family='{FONT}'")
        pictures["chart.svg"] = drawn
    return pdf("strategy.typ", data, pictures)
