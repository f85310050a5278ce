"""`pitboss par`: the PAR sheet of a wager on screen, as JSON, CSV, page or PDF."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.analysis.asked import ProofRequest, asked_setting, proved, table_chosen
from pitboss.analysis.form import form, removal
from pitboss.analysis.par import prove
from pitboss.analysis.sensitivity import sheets_compared
from pitboss.analysis.setting import settings
from pitboss.analysis.simulated import simulate
from pitboss.analysis.simulated_form import simulated_form
from pitboss.cli.par_sheet import draw_removal, draw_sheet
from pitboss.cli.progress import progress
from pitboss.cli.screen import print_json
from pitboss.cli.simulated_sheet import draw_simulated
from pitboss.errors import NotAllowed, either
from pitboss.rulebook.load import Rulebook


@dataclass(frozen=True, slots=True)
class Output:
    """Where the sheet goes; by default to the screen."""

    json: bool = False
    csv: str | None = None
    html: Path | None = None
    pdf: Path | None = None
    parts: str = "usual"
    brief: bool = False


def show_par(book: Rulebook, asked: ProofRequest, output: Output) -> None:
    """Prove one setting and put its sheet where it is wanted."""
    _check(output)
    to_sign = output.pdf is not None or output.html is not None
    parts = "full" if to_sign and not output.brief else output.parts
    with progress("Proving", quiet=output.json) as begin:
        sheet = proved(book, asked)
        total = sheets_compared(book, sheet) if parts == "full" else None
        made = form(book, sheet, parts, begin(total))
        made["notes"] = [*table_chosen(asked, sheet.setting), *made["notes"]]
    written = _write(made, output)
    if output.csv == "-":
        return
    if output.json:
        print_json(made)
    elif not written:
        draw_sheet(made, brief=output.brief)
    _say_written(written, output)


def show_removal(book: Rulebook, asked: ProofRequest, output: Output) -> None:
    """The effect of removing each card."""
    _check(output)
    if output.html or output.pdf:
        raise NotAllowed(
            "--removal prints to the terminal, --json or --csv; pages and PDFs already have the "
            "effects of removal: leave out --removal."
        )
    if output.parts != "usual":
        raise NotAllowed("--removal prints only the effects: leave out --full and --brief.")
    with progress("Proving", quiet=output.json) as begin:
        sheet = proved(book, asked)
        if not sheet.setting.offer.lines:
            raise NotAllowed(f"{sheet.setting.wager.name} is not decided by cards.")
        made, effects = form(book, sheet, "bare"), removal(sheet, begin(None))
    written = _write(made | {"removal": effects}, output, removal=True)
    if output.csv == "-":
        return
    if output.json:
        head = ("schema", "id", "table", "decks", "rules", "readings")
        print_json({key: made[key] for key in head} | effects)
    elif not written:
        draw_removal(made, effects)
    _say_written(written, output)


def show_simulated(
    book: Rulebook,
    asked: ProofRequest,
    rounds: int,
    seed: int,
    *,
    jobs: int,
    own: Sequence[Path],
    as_json: bool,
) -> None:
    """Play rounds of one setting and show what they paid."""
    with progress("Playing", quiet=as_json) as begin:
        setting = asked_setting(book, asked)
        made = simulate(book, setting, rounds, seed, jobs=jobs, own=own, step=begin(rounds))
    drawn = simulated_form(book, made)
    if as_json:
        print_json(drawn)
    else:
        draw_simulated(drawn)


def _check(output: Output) -> None:
    if output.csv == "-" and output.json:
        raise NotAllowed("--json and --csv - both print to the terminal: choose one.")


def _say_written(written: list[str], output: Output) -> None:
    for path in written:
        print(f"Wrote {path}", file=sys.stderr if output.json else sys.stdout)


def stream_all(book: Rulebook, name: str | None, output: Output) -> None:
    """One line of JSON for every lawful setting at default readings."""
    if not output.json or output.csv or output.html or output.pdf:
        raise NotAllowed("--all needs --json and no other format: one line for every setting.")
    for wager in [book.wager(name)] if name else book.wagers:
        for table in wager.paytables:
            for each in settings(book, wager, table):
                made = form(book, prove(each), "bare")
                print(json.dumps(made, ensure_ascii=False, separators=(",", ":")), flush=True)


def _write(made: dict[str, Any], output: Output, *, removal: bool = False) -> list[str]:
    """Write the requested files; all are drawn before the first is written."""
    from pitboss.documents.save import check_folder, save

    wanted = [Path(p) for p in (output.csv, output.html, output.pdf) if p and str(p) != "-"]
    if len({p.resolve() for p in wanted}) < len(wanted):
        raise NotAllowed(f"{either([str(p) for p in wanted], 'and')} are the same file.")
    for path in wanted:
        check_folder(path)
    drawn: list[tuple[Path, bytes]] = []
    if output.csv:
        from pitboss.documents.par_csv import par_csv, removal_csv

        text = removal_csv(made) if removal else par_csv(made)
        if output.csv == "-":
            sys.stdout.write(text)
        else:
            drawn.append((Path(output.csv), text.encode()))
    if output.html:
        from pitboss.documents.par_html import par_html

        drawn.append((output.html, par_html(made).encode()))
    if output.pdf:
        from pitboss.documents.par_pdf import par_pdf

        drawn.append((output.pdf, par_pdf(made)))
    for path, content in drawn:
        save(path, content)
    return [str(path) for path, _ in drawn]
