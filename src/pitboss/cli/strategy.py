"""`pitboss strategy`: how a game is best played, on screen, as JSON, CSV, page or picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from pitboss.analysis.numbers import formatted
from pitboss.analysis.proof_request import pairs_of
from pitboss.cli.parameters import Setup, StrategyOptions
from pitboss.cli.progress import tell_of_compiling
from pitboss.cli.screen import MARK, NAME, SOFT, Screen, headed, heading, pairs
from pitboss.cli.sheet_output import SheetOutput, put_out
from pitboss.errors import NotAllowed, either
from pitboss.sheets.game_sheet import by_play, shipped_game
from pitboss.solvers.blackjack_strategy import Strategy
from pitboss.solvers.charts import read_chart
from pitboss.solvers.option_effects import option_effects
from pitboss.solvers.strategy_request import StrategyRequest
from pitboss.solvers.strategy_sheet import (
    charts_of,
    figures_of,
    legend,
    number,
    solve_game,
    strategy_form,
)

DRAWN_BY: Final = "pitboss.documents.strategy_chart:strategy"
"""What draws the files of a game's sheet."""
COLORS: Final[Mapping[str, str]] = {
    "S": "black on red",
    "H": "black on green",
    "D": "black on blue",
    "P": "black on yellow",
    "R": "black on magenta",
    "X": "black on cyan",
    "F": "black on white",
}
"""A letter's colors, whether it is large or small."""


def show_strategy(setup: Setup, name: str, asked: StrategyOptions) -> None:
    """Solve a game and output its sheet as requested."""
    book = setup.book
    terms, choices = pairs_of("--term", asked.term), pairs_of("--reading", asked.reading)
    wanted = StrategyRequest(
        name, asked.jurisdiction, asked.decks, terms, choices, asked.shoe, asked.remove,
        asked.hypothetical,
    )  # fmt: skip
    output = SheetOutput(setup.json, asked.csv, asked.html, asked.pdf, asked.svg)
    output.check()
    own = read_chart(asked.chart) if asked.chart else None
    made = solve_game(book, wanted)
    if not made.upcards and (output.csv or output.svg):
        raise NotAllowed(f"{made.game.name} has no chart by upcards: leave out --csv and --svg.")
    kept = shipped_game(book, wanted, made)
    tell_of_compiling(quiet=output.json)
    form = strategy_form(made, asked.hand, asked.up, own, kept and kept["strategy"])
    if asked.hand is None and isinstance(made, Strategy):
        form["wagers_by_play"] = kept["wagers_by_play"] if kept else by_play(book, made)
    if asked.options:
        form["options"] = kept["options"] if kept else option_effects(book, wanted)
    law = made.game.jurisdiction
    pressed = [each.name for each in book.wagers if each.presses and each.jurisdiction == law]
    put_out(output, DRAWN_BY, form, lambda: draw_strategy(form, pressed))


# -- on the screen ---------------------------------------------------------------------------------


def draw_strategy(form: Mapping[str, Any], pressed: Sequence[str]) -> None:
    """Print the sheet, and say for which wagers winnings may be pressed."""
    screen = Screen()
    draw_head(screen, form)
    if "choices" in form:
        _draw_choices(screen, form)
        return
    if form["upcards"]:
        _draw_chart(screen, charts_of(form), form["upcards"])
    if "press" in form:
        of = either(pressed, "and")
        screen.print(heading(f"Winnings of {of}: Y press, N do not, L only if larger"))
        _draw_grid(screen, "cards", form["press"], form["upcards"])
    if "hand_values" in form:
        screen.print(heading("What a hand is worth, in cents of its stake"))
        lines = [(hand, *cents.split()) for hand, cents in form["hand_values"].items()]
        screen.print(headed(("hand", *form["upcards"]), lines))
    if form["glance"]:
        screen.print()
        screen.print(pairs(form["glance"].items()))
    _draw_exceptions(screen, form)
    _draw_wagers(screen, form)
    draw_options(screen, form)
    error = number(form["error"])
    bound = f"; error below {error:.0e}" if error else ""
    screen.print(f"\n{form['method']}{bound}.", style=SOFT)


def draw_head(screen: Screen, form: Mapping[str, Any]) -> None:
    """What the sheet is about, and its figures."""
    screen.print(f"{form['name']}, {form['shoe']} ({form['cite']})", style=NAME)
    if form["hypothetical"]:
        screen.print(f"Hypothetical: {', '.join(form['hypothetical'])}", style=MARK)
    screen.print(pairs(figures_of(form)))


def _draw_choices(screen: Screen, form: Mapping[str, Any]) -> None:
    against = f" against {form['up']}" if form["up"] else ""
    screen.print(heading(f"{form['hand']}{against}"))
    values = {each["word"]: number(each["value"]) for each in form["choices"]}
    best = max(values.values())
    rows = [
        (word, formatted(value, "+.6f"), f"{best - value:.6f}" if value < best else "")
        for word, value in values.items()
    ]
    screen.print(headed(("choice", "value", "costs"), rows))


def _draw_chart(
    screen: Screen, chart: Mapping[str, Mapping[str, str]], upcards: Sequence[str]
) -> None:
    for part, rows in chart.items():
        screen.print()
        _draw_grid(screen, part, rows, upcards)
    letters = ", ".join(f"{letter} {meaning}" for letter, meaning in legend(chart).items())
    screen.print(f"\n{letters}", style=SOFT)


def _draw_grid(screen: Screen, part: str, rows: Mapping[str, str], upcards: Sequence[str]) -> None:
    heads = (f" {each:<2}" for each in upcards)
    grid = Grid(part, *heads, box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for row, cells in rows.items():
        shown = [Text(f" {c} ", style=COLORS.get(c.upper(), "")) for c in cells]
        grid.add_row(row, *shown)
    screen.print(grid)


def _draw_exceptions(screen: Screen, form: Mapping[str, Any]) -> None:
    if not form.get("exceptions"):
        return
    screen.print(heading("Two-card hands for which the chart is not best"))
    rows = [
        (each["hand"], each["up"], each["best"], each["chart"], f"{float(each['gain']):.6f}")
        for each in form["exceptions"]
    ]
    screen.print(headed(("hand", "upcard", "best", "chart", "gain"), rows))


def _draw_wagers(screen: Screen, form: Mapping[str, Any]) -> None:
    for each in form.get("wagers_by_play", ()):
        screen.print(heading(f"{each['name']}, {each['table']}: by how the hand is played"))
        if "why" in each:
            screen.print(f"not solved: {each['why']}", style=SOFT)
            continue
        heads = ("played", "wager", "main game", "both", "of all risked")
        keys = ("wager", "main", "together", "per_unit_risked")
        rows = [
            (made["play"], *(f"{formatted(100 * number(made[key]), '+.6f')}%" for key in keys))
            for made in each["returns"]
        ]
        screen.print(headed(heads, rows))
        screen.print(f"What the player wins, per {each['per']}.", style=SOFT)


def draw_options(screen: Screen, form: Mapping[str, Any]) -> None:
    """What each other choice changes, if that was computed."""
    if "options" not in form:
        return
    screen.print(heading("Effect of each other choice, in points of the player's expectation"))
    screen.print(options_grid(form["options"]))


def options_grid(options: Sequence[Mapping[str, str]]) -> Grid:
    """Each other choice with the edge under it and what it changes; or why it is not solved."""
    grid = Grid("choice", "", "edge", "player gains", box=box.SIMPLE_HEAD, pad_edge=False)
    grid.caption = Text(
        "The player's gain is in percentage points. Choices that do not change the edge are "
        "omitted.",
        style=SOFT,
    )
    grid.caption_justify = "left"
    for each in options:
        if "why" in each:
            grid.add_row(each["key"], each["choice"], "", f"not solved: {each['why']}", style=SOFT)
            continue
        edge, gain = -100 * number(each["expectation"]), 100 * number(each["change"])
        grid.add_row(
            each["key"], each["choice"], f"{formatted(edge, '.6f')}%", formatted(gain, "+.6f")
        )
    return grid
