"""A simulated sheet on the terminal, drawn from its plain form."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from pitboss.cli.par_sheet import section
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, indented

Form = dict[str, Any]


def draw_simulated(form: Form) -> None:
    """Print the sheet, beginning with what it is."""
    screen = Screen()
    screen.print(Text.assemble((form["name"], NAME), "  ", (form["id"], KEY)))
    screen.print(Text(form["title"]))
    screen.print(Text(form["head"], style=MARK))
    screen.print()
    screen.print(_figures(form))
    _lines(screen, form)
    if form["meters"]:
        _meters(screen, form)
    section(screen, "Notes")
    for note in form["notes"]:
        screen.print(indented(Text(note, style=SOFT)))


def _figures(form: Form) -> Table:
    """Each figure with its 95% interval, and the proved value if there is one."""
    proved = form["proved"]
    heads = ["", "estimate", "95% interval", *(["proved", "z"] if proved else [])]
    grid = Table.grid(padding=(0, 3, 0, 0))
    for place, _ in enumerate(heads):
        grid.add_column(justify="right" if place else "left", no_wrap=True)
    grid.add_row(*(Text(head, style=SOFT) for head in heads))
    for key, each in form["figures"].items():
        show = each["show"]
        row = [Text(each["label"]), Text(show["estimate"], style=NAME), Text(show["interval_95"])]
        if proved:
            z = proved["show"]["z"] if key == "return" else "–"
            row += [Text(proved["show"][key]), Text(z)]
        grid.add_row(*row)
    return grid


def _lines(screen: Screen, form: Form) -> None:
    section(screen, "Outcomes", f"{form['settled']:,} wagers settled")
    heads = ["hand", "pays", "times", "frequency", *(["proved", "z"] if form["proved"] else [])]
    grid = Table.grid(padding=(0, 2, 0, 0))
    for head in heads:
        grid.add_column(
            justify="left" if head == "hand" else "right",
            overflow="fold",
            no_wrap=head not in ("hand", "pays"),
        )
    grid.add_row(*(Text(head, style=SOFT) for head in heads))
    for line in form["lines"]:
        cells = {"hand": line["name"], "pays": line["pays"] or "", **line["show"]}
        style = SOFT if not line["times"] or line["pays"] is None else ""
        grid.add_row(*(Text(cells[head], style=style) for head in heads))
    screen.print(grid)


def _meters(screen: Screen, form: Form) -> None:
    section(screen, "Shares of meters", "no figure includes their money")
    grid = Table.grid(padding=(0, 2, 0, 0))
    for each in form["meters"]:
        grid.add_row(each["meter"], each["share"], f"{each['times']:,}", each["show"])
    screen.print(indented(grid))
