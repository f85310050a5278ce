"""`pitboss rules coverage`: which paragraphs of the law are covered, and by what."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.text import Text

from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, count, heading, pairs, print_json
from pitboss.errors import PitbossError, UnknownName
from pitboss.shipped import shipped

FILE: Final = shipped("docs/coverage.tsv")
BAR: Final = 20


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the law and what covers it.

    It is `done` if the data that carry it are used, `said` if it is in the data but nothing
    executes it yet (its note says what is to follow), and a `gap` if nothing carries it.
    """

    section: str
    number: str
    carried_by: str
    note: str

    @property
    def state(self) -> str:
        """`done`, `said` or `gap`."""
        if self.carried_by.strip(" -–—") in ("", "gap", "none", "nothing"):
            return "gap"
        return "said" if "to follow" in self.note else "done"


def show_coverage(section: str | None, *, as_json: bool) -> None:
    """Print how much of each section is covered, or every paragraph of one."""
    paragraphs = read_coverage(FILE)
    if section is not None:
        wanted = section.removeprefix("§").strip()
        known = list(dict.fromkeys(p.section for p in paragraphs))
        if wanted not in known:
            raise UnknownName("section of the law", wanted, known)
        paragraphs = [p for p in paragraphs if p.section == wanted]
    sections = {p.section: [q for q in paragraphs if q.section == p.section] for p in paragraphs}
    if as_json:
        print_json([_plain(name, found) for name, found in sections.items()])
        return
    screen = Screen()
    width = max(map(len, sections), default=0)
    for name, found in sections.items():
        screen.print(_bar(name.ljust(width), found))
    gaps = [p for p in paragraphs if p.state == "gap"]
    if len(sections) > 1:
        screen.print(_bar("all".ljust(width), paragraphs))
    if section is not None:
        screen.print(heading("Paragraphs"))
        screen.print(pairs(_line(p) for p in paragraphs))
    elif gaps:
        screen.print(heading("Gaps"))
        screen.print(pairs((f"{p.section} {p.number}", p.note or "nothing yet") for p in gaps))
    done, said = (_many(paragraphs, state) for state in ("done", "said"))
    screen.print(
        f"\n{count(len(paragraphs), 'paragraph')}: {done:,} done (█), "
        f"{said:,} in the data but not executed yet (▒), {count(len(gaps), 'gap')} (░)."
    )


def read_coverage(path: Path) -> list[Paragraph]:
    """The paragraphs of a coverage file: section, paragraph, carried by, note; tab separated."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    except FileNotFoundError:
        raise PitbossError(f"There is no coverage table {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PitbossError(f"The coverage table {path} cannot be read: {error}.") from None
    full = [[*row, "", "", ""][:4] for row in rows if row and not row[0].startswith("#")]
    if full and full[0][:2] == ["section", "paragraph"]:
        del full[0]
    return [Paragraph(*row) for row in full]


def _many(paragraphs: list[Paragraph], state: str) -> int:
    return sum(p.state == state for p in paragraphs)


def _bar(name: str, paragraphs: list[Paragraph]) -> Text:
    total = len(paragraphs)
    done, said = _many(paragraphs, "done"), _many(paragraphs, "said")
    full, carried = BAR * done // total, BAR * (done + said) // total
    return Text.assemble(
        (name, NAME),
        "  ",
        ("█" * full, KEY),
        ("▒" * (carried - full), MARK),
        ("░" * (BAR - carried), SOFT),
        f"  {100 * done // total:>3}%  {done} done, {said} said, {total - done - said} gaps",
    )


def _line(paragraph: Paragraph) -> tuple[Text, Text]:
    note = f"  {paragraph.note}" if paragraph.note else ""
    if paragraph.state == "gap":
        return Text(paragraph.number, style=MARK), Text.assemble(("gap", MARK), note)
    style = MARK if paragraph.state == "said" else SOFT
    return Text(paragraph.number), Text.assemble(paragraph.carried_by, (note, style))


def _plain(name: str, paragraphs: list[Paragraph]) -> dict[str, object]:
    return {
        "section": name,
        "done": _many(paragraphs, "done"),
        "said": _many(paragraphs, "said"),
        "gaps": _many(paragraphs, "gap"),
        "total": len(paragraphs),
        "paragraphs": [
            {
                "paragraph": p.number,
                "state": p.state,
                "carried_by": None if p.state == "gap" else p.carried_by,
                "note": p.note,
            }
            for p in paragraphs
        ],
    }
