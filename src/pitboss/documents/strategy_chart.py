"""A strategy as CSV, as a picture of its chart, and as one self-contained page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from pitboss.documents.par_csv import rows_csv
from pitboss.solvers.sheet import charts_of, number

COLORS: Final[Mapping[str, str]] = {
    "S": "#e57373",
    "H": "#81c784",
    "D": "#64b5f6",
    "P": "#ffd54f",
    "R": "#ce93d8",
    "X": "#80deea",
    "F": "#bdbdbd",
}
"""What is done → the colour of its cell; a pair played as its total has none."""
NAMES: Final = {
    "S": "stand",
    "H": "hit",
    "D": "double, else hit (d: else stand)",
    "P": "split",
    "R": "surrender, else hit (r: else stand)",
    "X": "switch to the other hand",
    "F": "fold",
}
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
    return rows_csv(["game", "shoe", "part", "row", *form["upcards"]], lines)


def strategy_svg(form: Mapping[str, Any]) -> str:
    """The chart by totals as a picture."""
    chart = charts_of(form)
    shapes: list[str] = [_text(10, 24, f"{form['name']}, {form['shoe']}", "font-weight='bold'")]
    if form["hypothetical"]:
        shapes.append(_text(10, 44, f"Hypothetical: {', '.join(form['hypothetical'])}"))
    y = 60
    for part, rows in chart.items():
        shapes.append(_text(10, y + 17, part, "font-weight='bold'"))
        shapes += [_centred(LEFT + n * WIDE, y, up) for n, up in enumerate(form["upcards"])]
        y += HIGH
        for row, cells in rows.items():
            shapes.append(_text(10, y + 17, row))
            for n, cell in enumerate(cells):
                shapes.append(_cell(LEFT + n * WIDE, y, cell))
            y += HIGH
        y += 10
    used = {cell.upper() for rows in chart.values() for cells in rows.values() for cell in cells}
    for letter, name in ((each, NAMES[each]) for each in NAMES if each in used):
        shapes += [_cell(10, y, letter), _text(54, y + 17, name)]
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


def _centred(x: int, y: int, words: str) -> str:
    return _text(x + WIDE // 2, y + 17, words, "text-anchor='middle'")


def _cell(x: int, y: int, letter: str) -> str:
    fill = COLORS.get(letter.upper(), "#eee")
    box = f"<rect x='{x}' y='{y}' width='{WIDE - 2}' height='{HIGH - 2}' fill='{fill}'/>"
    return box + _centred(x, y, letter)


def figures_of(form: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The figures of a sheet, each with its name."""
    made = [("House edge", f"{-100 * number(form['expectation']):.6f}% of {form['per']}")]
    if form["hypothetical"]:
        made.insert(0, ("Hypothetical", ", ".join(form["hypothetical"])))
    if "without_fee" in form:
        made.append(("Without the fee", f"{-100 * number(form['without_fee']):.6f}%"))
    made += [
        ("Average stake", f"{number(form['average_staked']):.6f} units"),
        ("Element of risk", f"{100 * number(form['element_of_risk']):.6f}% of all stakes"),
    ]
    if form["standard_deviation"] is not None:
        spread = f"{number(form['standard_deviation']):.6f} units"
        made.append(("Standard deviation", spread))
    if form["hit_frequency"] is not None:
        made.append(("Hit frequency", f"{100 * number(form['hit_frequency']):.6f}% of hands"))
    if "total_dependent" in form:
        edge = -100 * number(form["total_dependent"]["expectation"])
        made.append(("By the chart", f"{edge:.6f}%"))
    if "house_way" in form:
        edge = -100 * number(form["house_way"]["expectation"])
        made.append(("By the house way", f"{edge:.6f}%"))
    for name, part in form.get("parts", {}).items():
        edge = -100 * number(part["expectation"])
        made.append((f"{name} alone", f"{edge:.6f}% of its stake"))
    if form.get("rounds_house_ahead"):
        made.append(("House ahead after", f"{form['rounds_house_ahead']:,} rounds, 975 in 1,000"))
    return [*made, ("Method", form["method"])]


def hold_of(form: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Rounds, and the limits of what the house keeps of each first stake."""
    return [
        (
            f"{each['rounds']:,}",
            f"{100 * number(each['low']):.3f}%",
            f"{100 * number(each['high']):.3f}%",
        )
        for each in form.get("hold", ())
    ]


def options_of(form: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Each other choice and what it moves, in points."""
    return [
        (
            each["key"],
            each["choice"],
            "not solved" if "why" in each else f"{100 * number(each['change']):+.6f}",
        )
        for each in form.get("options", ())
    ]


def strategy_html(form: Mapping[str, Any]) -> str:
    """The sheet as one page: the figures, the chart, its exceptions, options and terms."""
    exceptions = [
        (f"{each['hand']} against {each['up']}", f"{each['best']}, not {each['chart']}")
        for each in form.get("exceptions", ())
    ]
    others = ""
    if exceptions:
        others = f"<h2>Two cards that are better played otherwise</h2>{_rows(exceptions)}"
    if hold := hold_of(form):
        limits = [(rounds, f"{low} to {high}") for rounds, low, high in hold]
        others += f"<h2>What the house keeps after so many rounds</h2>{_rows(limits)}"
    if options := options_of(form):
        moves = [(f"{key} = {choice}", moved) for key, choice, moved in options]
        others += f"<h2>What one other choice moves, in points</h2>{_rows(moves)}"
    for each in form.get("wagers_by_play", ()):
        returns = [
            (made["play"], f"{100 * number(made['wager']):+.6f}% of its stake")
            for made in each.get("returns", ())
        ]
        if returns:
            others += f"<h2>{escape(each['name'])}, by how the hand is played</h2>{_rows(returns)}"
    title = escape(f"{form['name']}, {form['shoe']}")
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{title}</title><style>body{{font:16px/1.4 sans-serif;margin:2rem auto;"
        "max-width:46rem;padding:0 1rem}th{text-align:left;padding-right:1rem;font-weight:600;"
        "vertical-align:top}svg{max-width:100%;height:auto}</style></head><body>"
        f"<h1>{title}</h1><p>{escape(form['cite'])}</p>{_rows(figures_of(form))}{_chart(form)}"
        f"{others}"
        f"<h2>Terms</h2>{_rows(list(form['terms'].items()))}</body></html>\n"
    )


def _chart(form: Mapping[str, Any]) -> str:
    """The picture, if there are upcards, and the best play in a few lines; then every hand."""
    glance = _rows(list(form["glance"].items()))
    if form["upcards"]:
        return strategy_svg(form) + glance
    whole = form["chart"] != form["glance"]
    return glance + (f"<h2>Every hand</h2>{_rows(list(form['chart'].items()))}" if whole else "")


def _rows(rows: list[tuple[str, str]]) -> str:
    lines = (f"<tr><th scope='row'>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows)
    return f"<table>{''.join(lines)}</table>"
