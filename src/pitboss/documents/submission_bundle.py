"""Everything that is filed with a submission, one file after another."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from pitboss import __version__
from pitboss.analysis.sheet import Sheet
from pitboss.documents.cloth import Cloth, draw, layout_faults
from pitboss.documents.layout import LayoutPlan, required_marks
from pitboss.documents.layout_sheet import HIGH, WIDE, TitleBlock, layout_svg
from pitboss.documents.output_file import plain_json
from pitboss.documents.par_sheet import par_pdf
from pitboss.documents.submission_form import (
    decks_in_words,
    filed_stake,
    number_of,
    submission_form,
)
from pitboss.documents.table_pieces import pieces_form, rules_icon
from pitboss.documents.typeset import html_page, pdf
from pitboss.errors import PitbossError
from pitboss.money import show_money, show_range
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.toml_values import Fault
from pitboss.sheets.par_form import form as par_form
from pitboss.submission.check import CheckedSubmission, proved_at
from pitboss.submission.file import read
from pitboss.submission.records import Submission
from pitboss.submission.table_faults import table_faults
from pitboss.table.houses.opening import Open

PIECES: Final[Mapping[str, str]] = {
    "sign": "sign.typ",
    "player-card": "player_card.typ",
    "dealer-card": "dealer_card.typ",
    "forms": "forms.typ",
}
"""A document printed for every table → its template."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table whose files are wanted, so that another process can make them from the same text."""

    text: str
    """Of the whole submission."""
    table: str
    sheets: tuple[str, ...]
    """The wagers whose PAR sheets are written with this table."""
    drawn: date


def house_files(
    book: Rulebook, submission: Submission, checked: CheckedSubmission, drawn: date
) -> dict[str, bytes]:
    """The files of the whole house; the same text on the same date makes the same bytes."""
    whole = submission_form(book, submission, checked, drawn)
    return {
        "submission.toml": submission.text.encode(),
        "submission.json": plain_json(whole),
        "submission.html": html_page("submission.html.jinja", s=whole).encode(),
        "submission.pdf": pdf("submission.typ", whole),
    }


def table_requests(
    submission: Submission, checked: CheckedSubmission, drawn: date
) -> list[TableRequest]:
    """Every table; the PAR sheet of a wager once for all tables where it is the same."""
    seen: set[tuple[object, ...]] = set()
    made = []
    for table in submission.tables:
        wanted = []
        for key, sheet in checked.sheets.get(table.id, {}).items():
            same = (sheet.setting.offer.digest, sheet.setting.decides, sheet.setting.stake)
            if same not in seen:
                seen.add(same)
                wanted.append(key)
        made.append(TableRequest(submission.text, table.id, tuple(wanted), drawn))
    return made


def table_files(book: Rulebook, request: TableRequest) -> dict[str, bytes]:
    """The files of one table, from the text of a submission without a fault: its layout, as SVG and
    for print, what lies on it, and its PAR sheets.
    """
    submission, _ = read(book, request.text)
    table = next(each for each in submission.tables if each.id == request.table)
    faults, opened = table_faults(book, submission, table)
    if opened is None:
        raise PitbossError("\n".join(map(str, faults)))
    drawn, sheets, name = request.drawn, proved_at(opened), plain_name(table.id)
    svg = layout_of(book, submission, opened, table.id, drawn)
    paper = {"title": f"{table.id}, layout", "author": submission.name}
    form = pieces_form(book, submission, table, opened, sheets, drawn)
    folder = f"tables/{name}"
    made = {
        f"{folder}/layout.svg": svg.encode(),
        f"{folder}/layout.pdf": pdf(
            "drawing.typ", {**paper, "width": WIDE, "height": HIGH}, {"drawing.svg": svg}
        ),
    }
    made |= {f"{folder}/{piece}.pdf": pdf(template, form) for piece, template in PIECES.items()}
    if opened.terms.at_terminals:
        made[f"{folder}/rules-icon.txt"] = rules_icon(form).encode()
    for key in request.sheets:
        number = f"{number_of(submission)}-{table.id}-{key}".upper()
        document = {"number": number, "revision": submission.revision, "date": str(drawn)}
        filed = {"rows": [*exposure(opened, key, sheets[key])]}
        par = par_form(book, sheets[key], "full") | {"document": document, "filed": filed}
        bound = {**opened.offers, **opened.extras}[key]
        par["facts"] = {**par["facts"], "Stake": filed_stake(opened, key, bound)}
        made[f"par/{name}-{key}.json"] = plain_json(par)
        made[f"par/{name}-{key}.pdf"] = par_pdf(par, drawn)
    return made


def undrawn(submission: Submission, checked: CheckedSubmission) -> Iterator[Fault]:
    """A fault for every table whose layout cannot be drawn, as with a long name of the house."""
    for table in submission.tables:
        if table.id in checked.opened:
            *_, faults = _drawn(submission, checked.opened[table.id])
            if faults:
                says = f"the layout of {table.id} cannot be drawn: {' '.join(faults)}"
                yield submission.fault(table.at, says)


def _drawn(submission: Submission, opened: Open) -> tuple[LayoutPlan, Cloth, list[str]]:
    """A layout, and everything that is wrong with it."""
    plan = required_marks(opened, submission.name)
    cloth = draw(plan)
    return plan, cloth, layout_faults(plan, cloth)


def layout_of(book: Rulebook, submission: Submission, opened: Open, ident: str, drawn: date) -> str:
    """The drawing of a layout; refused with everything that is wrong with it."""
    plan, cloth, faults = _drawn(submission, opened)
    if faults:
        raise PitbossError("\n".join([f"the layout of {ident} cannot be drawn:", *faults]))
    return layout_svg(plan, cloth, title_block(book, submission, opened, ident, drawn, plan))


def title_block(
    book: Rulebook,
    submission: Submission,
    opened: Open,
    ident: str,
    drawn: date,
    plan: LayoutPlan,
) -> TitleBlock:
    """What identifies a drawing."""
    house, law = opened.house, book.jurisdictions[opened.house.jurisdiction]
    number = f"{number_of(submission)}-{ident}-L".upper()
    wagers = [f"{b.wager.name}, {b.table.id}" for b in opened.offers.values()]
    shown = [b.wager.name for b in opened.extras.values()]
    approval = next((d.cite for d in opened.duties if d.kind in ("layout", "approval")), law.cite)
    approved = submission.approved
    return TitleBlock(
        f"Table layout, {opened.game.name}",
        f"{submission.name}, table {ident}. {plan.boxes or 'No'} boxes, "
        f"{decks_in_words(house.decks)}",
        (
            ("House", submission.name),
            ("Jurisdiction", f"{law.name}, {opened.game.cite}"),
            (
                "Rules submission",
                f"revision {submission.revision}, effective {submission.effective}",
            ),
            ("Decks", f"{decks_in_words(house.decks)}, {opened.terms.delivery}"),
            ("Wagers drawn", "; ".join(wagers) or "those of the game"),
            ("Shown on the display", "; ".join(shown) or "nothing more"),
            ("Limits", f"on the table sign, {number.removesuffix('L')}S"),
            ("Table", "2,134 × 1,222 mm (84.0 × 48.1 in)"),
            ("Scale", "plan 1:5 on 22 × 17 in"),
            ("Drawing, sheet", f"{number}, sheet 1 of 1"),
            ("Date", str(drawn)),
            ("Checked", f"{len(plan.marks)} items of the key; no marks touch"),
            ("Drawn by program", f"pitboss {__version__}"),
            ("Submitted under", approval),
            ("Approved", f"{approved.on}, {approved.by}" if approved else "date            by"),
        ),
        approved is not None,
    )


def exposure(opened: Open, key: str, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What a wager may cost the house as it is filed: limits, one box, all boxes, any cap.

    A mystery has no limits of its own, and one of its awards is paid in a round.
    """
    setting = sheet.setting
    if setting.wager.stake.none:
        yield "stakes that it comes with", show_money(setting.stake)
        one = math.ceil(sheet.liability * setting.stake)
        yield "one award, at most", show_money(one)
        if setting.wager.role != "mystery":
            boxes = opened.house.boxes
            yield f"all {boxes} boxes, at most", show_money(one * boxes)
        return
    choice, boxes = opened.house.wagers.get(key), opened.house.boxes
    least, most = opened.house.least, opened.house.most
    if choice is not None:
        least, most = (choice.stake, choice.stake) if choice.stake else (choice.least, choice.most)
    yield "limits as filed", show_range(least, most)
    one = math.ceil(sheet.liability * most)
    yield "one box at the maximum", show_money(one)
    yield f"all {boxes} boxes, at most", show_money(one * boxes)
    if choice is not None and choice.aggregate is not None:
        yield (
            "all winners, after the aggregate limit",
            show_money(min(one * boxes, choice.aggregate)),
        )


def plain_name(text: str) -> str:
    """A name that every file system takes.

    >>> plain_name("High limit / 2"), plain_name("..")
    ('high-limit-2', 'table')
    """
    return "-".join(re.findall(r"\w[\w.]*", text.casefold())) or "table"


def manifest(submission: Submission, digests: Mapping[str, str]) -> bytes:
    """The digest of every file of a bundle."""
    return plain_json({"submission": submission.reference, "sha256": dict(sorted(digests.items()))})
