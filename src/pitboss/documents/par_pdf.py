"""The PAR sheet for print: Typst typesets the plain form, with the plots as SVG."""

from __future__ import annotations

from datetime import date
from typing import Any

from pitboss.analysis.numbers import Form
from pitboss.documents import plots
from pitboss.documents.typeset import pdf


def par_pdf(form: Form, drawn_on: date | None = None) -> bytes:
    """The sheet as PDF, drawn today or on another date."""
    return pdf("par.typ", *par_parts(form, drawn_on))


def par_parts(form: Form, drawn_on: date | None = None) -> tuple[dict[str, Any], dict[str, str]]:
    """What the template receives: the form with its date, and the plots."""
    drawn = {}
    if form["hold"] and any(h["normal"] for h in form["hold"]) and not form["meters"]:
        drawn["hold.svg"] = plots.hold(form)
    if form["along"] and len(form["meters"]) == 1:
        height = max(1.3, 1.95 - 0.06 * len(form["outcomes"]))
        drawn["meter.svg"] = plots.against_meter(form, next(iter(form["meters"])), (7.25, height))
    if plots.may_chart_meters(form):
        drawn["meter.svg"] = plots.against_meters(form, (7.25, 1.7))
    day = (drawn_on or date.today()).isoformat()
    data = {"document": None, "filed": None, **form, "plots": sorted(drawn), "drawn": day}
    return data, drawn
