"""`pitboss par` and `pitboss compare` of a game: its sheet, and what each option moves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table as Grid

from pitboss.cli.progress import progress
from pitboss.cli.screen import NAME, SOFT, Screen, heading, pairs, print_json
from pitboss.cli.strategy import (
    StrategyOutput,
    headline,
    options_grid,
    say_if_compiling,
    write_sheet,
)
from pitboss.documents.strategy_chart import hold_of
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.options import option_effects, options_form, other_choices
from pitboss.solvers.par import game_form
from pitboss.solvers.request import StrategyRequest
from pitboss.solvers.sheet import number, solve_game, strategy_form


def show_game_par(book: Rulebook, asked: StrategyRequest, output: StrategyOutput) -> None:
    """The PAR sheet of a game where it is wanted; with options, what each of them moves."""
    say_if_compiling(quiet=output.json)
    with progress("Solving", quiet=output.json) as begin:
        step = begin(len([*other_choices(book, asked)]) if output.options else None)
        form = game_form(book, asked, options=output.options, step=step)
    written = write_sheet(form, output)
    if output.csv == "-":
        return
    if output.json:
        print_json(form)
    elif not written:
        draw_game(form)
    for path in written:
        print(f"Wrote {path}", file=sys.stderr if output.json else sys.stdout)


def draw_game(form: dict[str, Any]) -> None:
    """The sheet on the terminal."""
    screen = Screen()
    screen.print(f"{form['name']}, {form['shoe']} ({form['cite']})", style=NAME)
    if form["hypothetical"]:
        screen.print(f"Hypothetical: {', '.join(form['hypothetical'])}", style="bold yellow")
    rows = headline(form)
    rows.insert(1, ("return", f"{100 * number(form['return']):.6f}% of all stakes"))
    if form["rounds_house_ahead"] is not None:
        rows.append(("house ahead", f"after {form['rounds_house_ahead']:,} rounds, 975 in 1,000"))
    screen.print(pairs(rows))
    if form["hold"]:
        screen.print(heading("What the house keeps of each first stake, 95 times in 100"))
        grid = Grid("rounds", "from", "to", box=box.SIMPLE_HEAD, pad_edge=False)
        for line in hold_of(form):
            grid.add_row(*line)
        screen.print(grid)
    if "options" in form:
        screen.print(heading("What one other choice moves, in points of the player's expectation"))
        screen.print(options_grid(form["options"]))
    screen.print(heading("Terms"))
    screen.print(pairs(form["terms"].items()))
    if form["readings"]:
        screen.print(heading("Readings"))
        screen.print(pairs(form["readings"].items()))
    screen.print(f"\n{form['method']}.", style=SOFT)
    screen.print(f"SHA-256 {form['digest']}", style=SOFT)


def show_game_comparison(
    book: Rulebook, asked: StrategyRequest, csv: str | None, *, as_json: bool
) -> None:
    """A game under each other choice of decks, terms and readings, one at a time."""
    if csv == "-" and as_json:
        raise NotAllowed("--json and --csv - both print to the terminal: choose one.")
    if csv and csv != "-":
        from pitboss.documents.save import check_folder

        check_folder(Path(csv))
    say_if_compiling(quiet=as_json)
    with progress("Solving", quiet=as_json) as begin:
        base = strategy_form(solve_game(book, asked))
        step = begin(len([*other_choices(book, asked)]))
        options = options_form(option_effects(book, asked, step))
    if csv:
        _csv(base, options, csv)
    elif as_json:
        head = ("game", "name", "cite", "shoe", "decks", "terms", "per", "expectation")
        form = {key: base[key] for key in head} | {"schema": "pitboss.compare-game/1"}
        print_json(form | {"options": options})
    else:
        screen = Screen()
        screen.print(f"{base['name']}, {base['shoe']} ({base['cite']})", style=NAME)
        screen.print(pairs(headline(base)[:1]))
        screen.print(options_grid(options))


def _csv(base: dict[str, Any], options: list[dict[str, str]], where: str) -> None:
    from pitboss.documents.par_csv import rows_csv
    from pitboss.documents.save import save

    heads = ("key", "choice", "expectation", "change")
    lines = [[base["game"], base["shoe"], "", "", base["expectation"], "0"]]
    lines += [
        [base["game"], base["shoe"], *(each.get(head, "") for head in heads)] for each in options
    ]
    text = rows_csv(["game", "shoe", *heads], lines)
    if where == "-":
        sys.stdout.write(text)
        return
    save(Path(where), text.encode())
    print(f"Wrote {where}")
