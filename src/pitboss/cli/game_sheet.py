"""`pitboss par` and `pitboss compare` of a game: its sheet, and the effect of each option."""

from __future__ import annotations

from typing import Any

from pitboss.cli.progress import progress, tell_of_compiling
from pitboss.cli.screen import NAME, SOFT, Screen, headed, heading, pairs
from pitboss.cli.sheet_output import SheetOutput, put_out
from pitboss.cli.strategy import DRAWN_BY, draw_head, draw_options, options_grid
from pitboss.documents.strategy_chart import hold_of
from pitboss.rulebook.load import Rulebook
from pitboss.sheets.game_sheet import game_form
from pitboss.solvers.option_effects import option_effects, other_choices
from pitboss.solvers.strategy_request import StrategyRequest
from pitboss.solvers.strategy_sheet import figures_of, solve_game, strategy_form


def show_game_par(
    book: Rulebook, asked: StrategyRequest, output: SheetOutput, options: bool
) -> None:
    """Output the PAR sheet of a game; with options, also the effect of each of them."""
    output.check()
    tell_of_compiling(quiet=output.json)
    with progress("Solving", quiet=output.json) as begin:
        step = begin(len([*other_choices(book, asked)]) if options else None)
        form = game_form(book, asked, options=options, step=step)
    put_out(output, DRAWN_BY, form, lambda: draw_game(form))


def draw_game(form: dict[str, Any]) -> None:
    """The sheet on the terminal."""
    screen = Screen()
    draw_head(screen, form)
    if form["hold"]:
        screen.print(heading("What the house keeps of each first stake, 95% of the time"))
        screen.print(headed(("rounds", "from", "to"), hold_of(form)))
    draw_options(screen, form)
    screen.print(heading("Terms"))
    screen.print(pairs(form["terms"].items()))
    if form["readings"]:
        screen.print(heading("Readings"))
        screen.print(pairs(form["readings"].items()))
    screen.print(f"\n{form['method']}.", style=SOFT)
    screen.print(f"SHA-256 {form['digest']}", style=SOFT)


def show_game_comparison(book: Rulebook, asked: StrategyRequest, output: SheetOutput) -> None:
    """A game under each other choice of decks, terms and readings, one at a time."""
    output.check()
    tell_of_compiling(quiet=output.json)
    with progress("Solving", quiet=output.json) as begin:
        base = strategy_form(solve_game(book, asked))
        step = begin(len([*other_choices(book, asked)]))
        options = option_effects(book, asked, step)
    head = ("game", "name", "cite", "shoe", "decks", "terms", "per", "expectation")
    form = {key: base[key] for key in head} | {"schema": "pitboss.compare-game/1"}
    form |= {"options": options}
    drawn_by = "pitboss.documents.strategy_chart:comparison"
    put_out(output, drawn_by, form, lambda: _draw(base, options))


def _draw(base: dict[str, Any], options: list[dict[str, str]]) -> None:
    screen = Screen()
    screen.print(f"{base['name']}, {base['shoe']} ({base['cite']})", style=NAME)
    screen.print(pairs(figures_of(base)[:1]))
    screen.print(options_grid(options))
