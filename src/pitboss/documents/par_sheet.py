"""The PAR sheet as CSV, as one self-contained page, and for print, each from its plain form."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any, Final

from pitboss.analysis.numbers import Form
from pitboss.documents import plots
from pitboss.documents.output_file import rows_csv
from pitboss.documents.plots import for_page
from pitboss.documents.typeset import html_page, pdf

HEADS: Final = ("name", "pays", "ways", "probability", "gross", "return", "long_run", "envy")


def par_csv(form: Form) -> str:
    """Exact figures; the first columns say which sheet each line belongs to."""
    which = [form["id"], form["table"], form["decks"]]
    lines = [[*which, *(line.get(head, "") for head in HEADS)] for line in form["outcomes"]]
    long_run = form["split"]["long_run"] if form["split"] else ""
    lines.append([*which, "Total", "", form["total"], "1/1", "", form["return"], long_run, ""])
    return rows_csv(["id", "table", "decks", *HEADS], lines)


def removal_csv(form: Form) -> str:
    """The exact effect of removing each card, one line each."""
    which = [form["id"], form["table"], form["decks"]]
    lines = [
        [*which, card, each["effect"], each["show"]]
        for each in form["effects"]
        for card in each["cards"]
    ]
    return rows_csv(["id", "table", "decks", "card", "effect", "points"], lines)


COMPARED: Final = (
    *("table", "decks", "house_edge", "return", "long_run", "hit_frequency", "variance"),
    *("top", "top_money", "stake"),
)


def comparison_csv(form: Form) -> str:
    """The exact figures of every pay table, one line each."""
    rows = [[*(line[head] for head in COMPARED), line["show"]["meter"]] for line in form["lines"]]
    return rows_csv([*COMPARED, "meter"], rows)


def par_html(form: Form) -> str:
    """The sheet as a page: no script, no font, no external file."""
    drawn: dict[str, Any] = {"contribution": for_page(plots.contribution(form))}
    if any(h["normal"] for h in form["hold"]):
        drawn["hold"] = for_page(plots.hold(form, (4.6, 2.2)))
    if plots.may_chart_meters(form):
        drawn["together"] = for_page(plots.against_meters(form, (7.25, 2.6)))
    elif form["along"]:
        drawn["meters"] = {
            name: for_page(plots.against_meter(form, name, (7.25, 2.6))) for name in form["meters"]
        }
    most = max(Fraction(line["return"]) for line in form["outcomes"]) or Fraction(1)
    return html_page(
        "par.html.jinja",
        strict=False,
        s=form,
        plots=drawn,
        most=most,
        share=_share,
        drawn=date.today().isoformat(),
    )


def _share(number: str, most: Fraction) -> str:
    """A width in percent."""
    return f"{float(Fraction(number) / most) * 100:.2f}"


def par_pdf(form: Form, drawn_on: date | None = None) -> bytes:
    """The sheet as PDF, drawn today or on another date, with the plots as SVG."""
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
    return pdf("par.typ", data, drawn)
