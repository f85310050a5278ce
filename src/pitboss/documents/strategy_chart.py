"""A strategy as CSV, as a picture of its chart, as one self-contained page, and for print."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from pitboss.analysis.numbers import formatted
from pitboss.documents.axes import FONT
from pitboss.documents.output_file import rows_csv
from pitboss.documents.typeset import html_page, pdf
from pitboss.solvers.strategy_sheet import charts_of, figures_of, legend, number

COLORS: Final[Mapping[str, str]] = {
    "S": "#e57373",
    "H": "#81c784",
    "D": "#64b5f6",
    "P": "#ffd54f",
    "R": "#ce93d8",
    "X": "#80deea",
    "F": "#bdbdbd",
}
"""What is done → the color of its cell; a pair played as its total has none."""
WIDE: Final = 34
HIGH: Final = 24
LEFT: Final = 70


def strategy_csv(form: Mapping[str, Any]) -> str:
    """The chart by totals, then every two cards, one line each."""
    which = [form["game"], form["shoe"]]
    lines = [
        [*which, part, row, *cells]
        for part, rows in form.get("total_dependent", {"chart": {}})["chart"].items()
        for row, cells in rows.items()
    ]
    lines += [[*which, "cards", hand, *cells] for hand, cells in form["chart"].items()]
    heads = ["game", "shoe", "part", "row", *form["upcards"]]
    if form["hypothetical"]:
        heads.append("hypothetical")
        lines = [[*line, ", ".join(form["hypothetical"])] for line in lines]
    return rows_csv(heads, lines)


def comparison_csv(form: Mapping[str, Any]) -> str:
    """A game under each other choice, one line each, its own terms first."""
    heads, first = ("key", "choice", "expectation", "change"), [form["game"], form["shoe"]]
    lines = [[*first, "", "", form["expectation"], "0"]]
    lines += [[*first, *(each.get(head, "") for head in heads)] for each in form["options"]]
    return rows_csv(["game", "shoe", *heads], lines)


def strategy_svg(form: Mapping[str, Any]) -> str:
    """The chart by totals as a picture."""
    chart = charts_of(form)
    shapes: list[str] = [_text(10, 24, f"{form['name']}, {form['shoe']}", "font-weight='bold'")]
    if form["hypothetical"]:
        shapes.append(_text(10, 44, f"Hypothetical: {', '.join(form['hypothetical'])}"))
    y = 60
    for part, rows in chart.items():
        shapes.append(_text(10, y + 17, part, "font-weight='bold'"))
        shapes += [_centered(LEFT + n * WIDE, y, up) for n, up in enumerate(form["upcards"])]
        y += HIGH
        for row, cells in rows.items():
            shapes.append(_text(10, y + 17, row))
            for n, cell in enumerate(cells):
                shapes.append(_cell(LEFT + n * WIDE, y, cell))
            y += HIGH
        y += 10
    for letter, meaning in legend(chart).items():
        shapes += [_cell(10, y, letter), _text(54, y + 17, meaning)]
        y += HIGH
    width, height = LEFT + len(form["upcards"]) * WIDE + 10, y + 10
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' "
        f"height='{height}' font-family='sans-serif' font-size='14' role='img'>"
        f"<title>{escape(form['name'])}: strategy</title>"
        f"<rect width='{width}' height='{height}' fill='#fff'/>{''.join(shapes)}</svg>\n"
    )


def _text(x: int, y: int, words: str, more: str = "") -> str:
    return f"<text x='{x}' y='{y}' {more}>{escape(words)}</text>"


def _centered(x: int, y: int, words: str) -> str:
    return _text(x + WIDE // 2, y + 17, words, "text-anchor='middle'")


def _cell(x: int, y: int, letter: str) -> str:
    fill = COLORS.get(letter.upper(), "#eee")
    box = f"<rect x='{x}' y='{y}' width='{WIDE - 2}' height='{HIGH - 2}' fill='{fill}'/>"
    return box + _centered(x, y, letter)


def hold_of(form: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Rounds, and the limits of what the house keeps of each first stake."""
    return [
        (
            f"{each['rounds']:,}",
            f"{formatted(100 * number(each['low']), '.3f')}%",
            f"{formatted(100 * number(each['high']), '.3f')}%",
        )
        for each in form.get("hold", ())
    ]


def options_of(form: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Each other choice and its effect, in points."""
    return [
        (
            each["key"],
            each["choice"],
            "not solved" if "why" in each else formatted(100 * number(each["change"]), "+.6f"),
        )
        for each in form.get("options", ())
    ]


# -- the whole sheet: as one self-contained page, and for print, by Typst --------------------------


TALL: Final = 40
"""Rows of a chart that fill a page."""


def strategy_html(form: Mapping[str, Any]) -> str:
    """The sheet as one page: the figures, the chart, its exceptions, options and terms."""
    data = _printed(form)
    picture = strategy_svg(form) if data["charted"] else ""
    return html_page("strategy.html.jinja", s=data, picture=picture, number=number)


def strategy_pdf(form: Mapping[str, Any]) -> bytes:
    """The sheet as PDF."""
    data, pictures = _printed(form), {}
    data["tall"] = "total_dependent" not in form and len(form["chart"]) > TALL
    if data["charted"]:
        drawn = strategy_svg(form).replace("font-family='sans-serif'", f"font-family='{FONT}'")
        pictures["chart.svg"] = drawn
    return pdf("strategy.typ", data, pictures)


def _printed(form: Mapping[str, Any]) -> dict[str, Any]:
    """What a template is given: the form, with what only some sheets have, and its figures,
    preceded by what is assumed and followed by the method.
    """
    assumed = [("Hypothetical", ", ".join(form["hypothetical"]))] if form["hypothetical"] else []
    return {
        **form,
        "figures": [*assumed, *figures_of(form), ("Method", form["method"])],
        "charted": bool(form["upcards"]),
        "hand_values": form.get("hand_values", {}),
        "exceptions": form.get("exceptions", []),
        "hold": hold_of(form),
        "options": options_of(form),
        "wagers_by_play": form.get("wagers_by_play", []),
    }
