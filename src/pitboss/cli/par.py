"""`pitboss par` and `pitboss compare` of a wager: its sheet, and its pay tables side by side."""

from __future__ import annotations

import json
from fractions import Fraction

from rich.table import Column, Table
from rich.text import Text

from pitboss.analysis.numbers import Form
from pitboss.analysis.proof_request import (
    ProofRequest,
    asked_setting,
    pairs_of,
    proved,
    table_chosen,
)
from pitboss.analysis.sensitivity import sheets_compared
from pitboss.analysis.setting import settings
from pitboss.analysis.sheet import prove
from pitboss.analysis.shipped_sheets import shipped_sheet
from pitboss.analysis.simulated_sheet import simulate
from pitboss.cli.par_sheet import GOOD, bar, draw_removal, draw_sheet, figure_column, section
from pitboss.cli.parameters import ParOptions, Setup, cores_of, given
from pitboss.cli.progress import progress
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, grid, indented, print_json
from pitboss.cli.sheet_output import SheetOutput, put_out
from pitboss.errors import NotAllowed, PitbossError, command, count, either
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.search import is_game
from pitboss.sheets.par_form import form
from pitboss.sheets.paytable_comparison import ORDER, comparison
from pitboss.sheets.sheet_comparisons import removal
from pitboss.sheets.simulated_form import simulated_form


def show_any(setup: Setup, name: str | None, asked: ParOptions) -> None:
    """Output what is asked: of a wager, of every setting, or of a game."""
    if asked.simulate is not None:
        if said := given(asked, "csv html pdf removal all full brief meter shoe"):
            raise PitbossError(
                "--simulate prints to the terminal or as --json, for whole decks and without a "
                f"meter: leave out {either(said, 'and')}."
            )
    elif given(asked, "seed jobs"):
        raise PitbossError("--seed and --jobs need --simulate.")
    if asked.full and asked.brief:
        raise PitbossError("--full and --brief cannot be combined.")
    parts = "full" if asked.full else "bare" if asked.brief else "usual"
    output = SheetOutput(setup.json, asked.csv, asked.html, asked.pdf)
    if asked.all:
        if asked.removal or asked.full:
            raise PitbossError("--all prints only the bare sheets: leave out --removal and --full.")
        stream_all(setup.book, name, output)
        return
    if name is None:
        raise PitbossError(f"Say which wager, as in: {command()} par colorado/21-plus-3")
    book = setup.book
    if is_game(book, name):
        if said := given(asked, "table stake meter option removal simulate"):
            raise PitbossError(f"{name} is a game, not a wager: leave out {either(said, 'and')}.")
        from pitboss.cli.game_sheet import show_game_par
        from pitboss.solvers.strategy_request import StrategyRequest

        terms, readings = pairs_of("--term", asked.term), pairs_of("--reading", asked.reading)
        game = StrategyRequest(name, None, asked.decks, terms, readings, asked.shoe)
        show_game_par(book, game, output, options=not asked.brief)
        return
    choices = (*asked.reading, *asked.option)
    wanted = ProofRequest(
        name, asked.table, asked.decks, asked.shoe, asked.stake, asked.term, choices, asked.meter,
        typed=True,
    )  # fmt: skip
    if asked.simulate is not None:
        seed = 1 if asked.seed is None else asked.seed
        show_simulated(book, setup, wanted, asked.simulate, seed, cores_of(asked.jobs))
    elif asked.removal:
        show_removal(book, wanted, output, parts)
    else:
        show_par(book, wanted, output, parts)


def show_par(book: Rulebook, asked: ProofRequest, output: SheetOutput, parts: str) -> None:
    """Prove one setting and output its sheet as requested."""
    output.check()
    brief = parts == "bare"
    if (output.pdf or output.html) and not brief:
        parts = "full"
    with progress("Proving", quiet=output.json) as begin:
        setting = asked_setting(book, asked)
        kept = shipped_sheet(book, setting) if parts == "full" else None
        sheet = (kept and kept.sheet) or prove(setting)
        total = sheets_compared(book, sheet) if parts == "full" else None
        made = form(book, sheet, parts, begin(total))
        made["notes"] = [*table_chosen(asked, setting), *made["notes"]]
    drawn_by = "pitboss.documents.par_sheet:par"
    put_out(output, drawn_by, made, lambda: draw_sheet(made, brief=brief))


def show_removal(book: Rulebook, asked: ProofRequest, output: SheetOutput, parts: str) -> None:
    """The effect of removing each card."""
    output.check()
    if output.html or output.pdf:
        raise NotAllowed(
            "--removal prints to the terminal, --json or --csv; pages and PDFs already have the "
            "effects of removal: leave out --removal."
        )
    if parts != "usual":
        raise NotAllowed("--removal prints only the effects: leave out --full and --brief.")
    with progress("Proving", quiet=output.json) as begin:
        sheet = proved(book, asked)
        if not sheet.setting.offer.lines:
            raise NotAllowed(f"{sheet.setting.wager.name} is not decided by cards.")
        made, effects = form(book, sheet, "bare"), removal(sheet, begin(None))
    head = ("schema", "id", "table", "decks", "rules", "readings")
    found = {key: made[key] for key in head} | effects
    drawn_by = "pitboss.documents.par_sheet:removal"
    put_out(output, drawn_by, found, lambda: draw_removal(made, effects))


def show_simulated(
    book: Rulebook, setup: Setup, asked: ProofRequest, rounds: int, seed: int, jobs: int
) -> None:
    """Play rounds of one setting and show what they paid."""
    with progress("Playing", quiet=setup.json) as begin:
        setting = asked_setting(book, asked)
        made = simulate(book, setting, rounds, seed, jobs=jobs, own=setup.own, step=begin(rounds))
    drawn = simulated_form(book, made)
    if setup.json:
        print_json(drawn)
    else:
        draw_simulated(drawn)


def stream_all(book: Rulebook, name: str | None, output: SheetOutput) -> None:
    """One line of JSON for every lawful setting at default readings."""
    if not output.json or output.csv or output.html or output.pdf:
        raise NotAllowed("--all needs --json and no other format: one line for every setting.")
    for wager in [book.wager(name)] if name else book.wagers:
        for table in wager.paytables:
            for each in settings(book, wager, table):
                made = form(book, prove(each), "bare")
                print(json.dumps(made, ensure_ascii=False, separators=(",", ":")), flush=True)


# -- a simulated sheet on the terminal -------------------------------------------------------------


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
    rows = []
    for key, each in form["figures"].items():
        show = each["show"]
        row = [Text(each["label"]), Text(show["estimate"], style=NAME), Text(show["interval_95"])]
        if proved:
            z = proved["show"]["z"] if key == "return" else "–"
            row += [Text(proved["show"][key]), Text(z)]
        rows.append(row)
    columns = Column(no_wrap=True), *(figure_column() for _ in heads[1:])
    return grid(*columns, heads=heads, rows=rows, gap=3)


def _lines(screen: Screen, form: Form) -> None:
    section(screen, "Outcomes", f"{form['settled']:,} wagers settled")
    heads = ["hand", "pays", "times", "frequency", *(["proved", "z"] if form["proved"] else [])]
    rows = []
    for line in form["lines"]:
        cells = {"hand": line["name"], "pays": line["pays"] or "", **line["show"]}
        style = SOFT if not line["times"] or line["pays"] is None else ""
        rows.append([Text(cells[head], style=style) for head in heads])
    words = Column(overflow="fold"), Column(overflow="fold", justify="right")
    screen.print(grid(*words, *(figure_column() for _ in heads[2:]), heads=heads, rows=rows))


def _meters(screen: Screen, form: Form) -> None:
    section(screen, "Shares of meters", "no figure includes their money")
    rows = [(m["meter"], m["share"], f"{m['times']:,}", m["show"]) for m in form["meters"]]
    screen.print(indented(grid(rows=rows)))


# -- pay tables side by side -----------------------------------------------------------------------


def show_comparison(
    book: Rulebook, name: str, decks: int | None, sort: str, output: SheetOutput
) -> None:
    """Prove every table of the wager with every deck count it allows, and print them in order."""
    wager = book.wager(name)
    output.check()
    with progress("Proving", quiet=output.json) as begin:
        form = comparison(book, name, decks, sort, begin)
    drawn_by = "pitboss.documents.par_sheet:comparison"
    put_out(output, drawn_by, form, lambda: _draw(wager, form))


def _draw(wager: Wager, form: Form) -> None:
    screen, lines, sort = Screen(), form["lines"], form["sort"]
    screen.print(Text.assemble((wager.name, NAME), "  ", (wager.id, KEY)))
    screen.print(Text(f"{wager.cite} · {count(len(wager.paytables), 'pay table')}", style=SOFT))
    for note in form["notes"]:
        screen.print(Text(note, style=SOFT))
    section(screen, "Tables", f"by {sort}")
    heads = ["table", "decks", "edge", "hit", "std dev", "top"]
    rows = [
        [
            line["table"],
            str(line["decks"] or "any"),
            *(line["show"][k] for k in ("house_edge", "hit_frequency", "sd", "top")),
        ]
        for line in lines
    ]
    if any(line["show"]["meter"] for line in lines):
        heads += ["meter", "long run"]
        for row, line in zip(rows, lines, strict=True):
            row += [line["show"]["meter"], line["show"]["long_run"] if line["long_run"] else "–"]
    widths = [max(len(r[i]) for r in [*rows, heads]) for i in range(len(heads))]
    room = min(screen.width, 120)
    while sum(widths) + 2 * len(widths) > room - 4 and len(heads) > 5:  # the meter goes first
        gone = heads.index("meter") if "meter" in heads else len(heads) - 1
        del widths[gone]
        for cells in (heads, *rows):
            del cells[gone]
    widths[0] = min(widths[0], max(14, room - sum(widths[1:]) - 2 * len(widths) - 6))
    left = room - sum(widths) - 2 * len(widths)
    columns = [Column(justify="right", width=width) for width in widths[1:]]
    drawn = grid(Column(width=widths[0]), *columns, Column(no_wrap=True), heads=heads)
    figures = [abs(ORDER[sort][0](line)) for line in lines]
    most = max(figures) or Fraction(1)
    for row, figure in zip(rows, figures, strict=True):
        drawn.add_row(*row, Text(bar(figure / most, max(left, 0)), style=GOOD))
    screen.print(drawn)
