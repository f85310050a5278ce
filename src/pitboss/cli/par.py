"""`pitboss par`: the PAR sheet of a wager on screen, as JSON, CSV, page or PDF."""

from __future__ import annotations

import json

from pitboss.analysis.form import form
from pitboss.analysis.par import prove
from pitboss.analysis.request import ProofRequest, asked_setting, proved, table_chosen
from pitboss.analysis.sensitivity import sheets_compared
from pitboss.analysis.setting import settings
from pitboss.analysis.sheet_comparisons import removal
from pitboss.analysis.shipped_sheets import shipped_sheet
from pitboss.analysis.simulated_form import simulated_form
from pitboss.analysis.simulated_sheet import simulate
from pitboss.cli.par_sheet import draw_removal, draw_sheet
from pitboss.cli.parameters import Setup
from pitboss.cli.progress import progress
from pitboss.cli.screen import print_json
from pitboss.cli.sheet_output import SheetOutput, drawn_by, put_out
from pitboss.cli.simulated_sheet import draw_simulated
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook


def show_par(
    book: Rulebook, asked: ProofRequest, output: SheetOutput, parts: str = "usual"
) -> None:
    """Prove one setting and put its sheet where it is wanted."""
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
    files = {
        "csv": drawn_by("pitboss.documents.par_csv:par_csv", made),
        "html": drawn_by("pitboss.documents.par_html:par_html", made),
        "pdf": drawn_by("pitboss.documents.par_pdf:par_pdf", made),
    }
    put_out(output, files, lambda: made, lambda: draw_sheet(made, brief=brief))


def show_removal(
    book: Rulebook, asked: ProofRequest, output: SheetOutput, parts: str = "usual"
) -> None:
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
    csv = drawn_by("pitboss.documents.par_csv:removal_csv", made | {"removal": effects})
    put_out(
        output,
        {"csv": csv},
        lambda: {key: made[key] for key in head} | effects,
        lambda: draw_removal(made, effects),
    )


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
