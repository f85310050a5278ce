"""The PAR sheet as one self-contained page: no script, no font, no external file."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from pitboss.analysis.numbers import Form
from pitboss.documents import plots
from pitboss.documents.typeset import html_page


def par_html(form: Form) -> str:
    """The sheet as HTML."""
    drawn: dict[str, Any] = {"contribution": _inline(plots.contribution(form))}
    if any(h["normal"] for h in form["hold"]):
        drawn["hold"] = _inline(plots.hold(form, (4.6, 2.2)))
    if plots.may_chart_meters(form):
        drawn["together"] = _inline(plots.against_meters(form, (7.25, 2.6)))
    elif form["along"]:
        drawn["meters"] = {
            name: _inline(plots.against_meter(form, name, (7.25, 2.6))) for name in form["meters"]
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


def _inline(svg: str) -> Markup:
    return Markup(plots.for_page(svg))


def _share(number: str, most: Fraction) -> str:
    """A width in percent."""
    return f"{float(Fraction(number) / most) * 100:.2f}"
