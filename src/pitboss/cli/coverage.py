"""`pitboss rules coverage`: how each paragraph of the law is carried out, and how that is known."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.parameters import Json, NoRules
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, heading, pairs, print_json
from pitboss.errors import PitbossError, UnknownName, count, either, file_refused
from pitboss.package_data import shipped

FILE: Final = shipped("docs/coverage.tsv")
RESULTS: Final = shipped("docs/coverage-mutants.tsv")
COLUMNS: Final = ["section", "paragraph", "kind", "carried by", "mutants", "note"]
RESULT_COLUMNS: Final = ["section", "paragraph", "mutant", "result", "by", "digest"]
AND: Final = " ;; "
"""Between the mutants of a line."""
BAR: Final = 20

KINDS: Final[Mapping[str, str]] = {
    "executed": "a test fails when the rule or step is changed",
    "shared": "the same for the program's part; the note says what is left to others",
    "partly": "the same, but only for a part of it; the note says which",
    "unproven": "it is implemented, but no test fails when the code is changed",
    "open": "not implemented yet",
    "heading": "its content is in the paragraphs under it",
    "definition": "it is used by other paragraphs",
    "scope": "what the rules are about",
    "accounting": "outside the table",
}
DONE: Final = ("executed", "shared")
"""Kinds in which nothing is left to do for a program."""
CHECKED: Final = (*DONE, "partly")
LEFT: Final = re.compile(r"; left to (equipment|people|the house): \S")
"""How the note of a shared line says what no program does."""
ASKS_NOTHING: Final = ("heading", "definition", "scope", "accounting")
"""Kinds in which there is nothing to do at a table."""
LAWS: Final = {
    "633c.": "58 Pa. Code ch. 633c",
    "30-21": "1 CCR 207-1, Rule 21",
    "30-899": "1 CCR 207-1, Rule 8",
    "30-1099": "1 CCR 207-1, Rule 10",
    "20:18": "ARSD 20:18:15:30.17",
    "house": "New Hampshire procedure",
}
"""The first letters of a section → the law that it belongs to."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the law, what carries it, and the mutants that show that a test sees it."""

    section: str
    number: str
    kind: str
    carried_by: str
    said_mutants: str
    note: str

    @property
    def mutants(self) -> tuple[str, ...]:
        """Each a change that a test of the line must notice."""
        return tuple(self.said_mutants.split(AND)) if self.said_mutants else ()

    def pointers(self, kind: str) -> tuple[str, ...]:
        """Where the pointers of one kind lead: `test`, `rule` and so on."""
        parts = (each.partition(": ") for each in self.carried_by.split("; "))
        return tuple(to for what, _, to in parts if what == kind)

    @property
    def faults(self) -> Iterable[str]:
        """Why the line may not be in the table."""
        if self.kind not in KINDS:
            yield f"{self.kind!r} is not a kind; the kinds are {either(KINDS)}"
        if self.kind in CHECKED and not (self.pointers("test") and self.mutants):
            yield f"{self.kind} needs a test and a mutant"
        if self.kind not in (*CHECKED, "unproven") and self.mutants:
            yield f"{self.kind} has no mutant"
        if self.kind in ("partly", "open", "scope", "accounting") and not self.note:
            yield f"{self.kind} needs a note"
        if self.kind == "shared" and not LEFT.search(self.note):
            yield "shared needs a note that ends `; left to equipment:`, `people:` or `the house:`"
        if self.kind == "definition" and not self.pointers("used by"):
            yield "definition needs used by: the paragraphs that use it"


@dataclass(frozen=True, slots=True)
class MutantResult:
    """The result for a mutant of a paragraph, and a digest of what that result was made from."""

    section: str
    number: str
    mutant: str
    result: str
    by: str
    digest: str


def read_coverage(path: Path) -> list[Paragraph]:
    """The paragraphs of a coverage table; all faulty lines are refused together."""
    found = [Paragraph(*row) for row in _rows(path, COLUMNS)]
    faults = [f"{p.section} {p.number}: {fault}" for p in found for fault in p.faults]
    if faults:
        raise PitbossError("\n".join((f"The coverage table {path} has faults:", *faults)))
    return found


Key = tuple[str, str, str]
"""Section, paragraph and mutant."""


def keys_of(paragraphs: Iterable[Paragraph]) -> list[Key]:
    """Every mutant of these paragraphs, in their order."""
    return [(p.section, p.number, mutant) for p in paragraphs for mutant in p.mutants]


def read_results(path: Path) -> dict[Key, MutantResult]:
    """The results; none if no mutant has been run."""
    rows = _rows(path, RESULT_COLUMNS) if path.exists() else []
    return {(row[0], row[1], row[2]): MutantResult(*row) for row in rows}


def killed(keys: Iterable[Key], results: Mapping[Key, MutantResult]) -> int:
    """How many of the mutants a test noticed."""
    return sum(key in results and results[key].result == "killed" for key in keys)


def _rows(path: Path, columns: Sequence[str]) -> list[list[str]]:
    if not path.exists():
        raise PitbossError(f"There is no coverage table {path}.")
    with (
        file_refused(f"The coverage table {path}", "read"),
        path.open(encoding="utf-8", newline="") as file,
    ):
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    rows = [row for row in rows if row and not row[0].startswith("#")]
    wrong = [row for row in rows if len(row) != len(columns)]
    if wrong or not rows or rows[0] != [*columns]:
        raise PitbossError(f"{path} must have the columns {either(columns, 'and')}: {wrong[:1]}.")
    return rows[1:]


# ---- on the screen -------------------------------------------------------------------------


def coverage(
    section: Annotated[str | None, Parameter(help="Only this section, by paragraph.")] = None,
    /,
    *,
    json: Json = False,
    rulebook: NoRules = (),
) -> None:
    """`pitboss rules coverage`."""
    paragraphs, results = read_coverage(FILE), read_results(RESULTS)
    if section is not None:
        known = list(dict.fromkeys(p.section for p in paragraphs))
        wanted = section_named(section, known)
        paragraphs = [p for p in paragraphs if p.section == wanted]
    if json:
        print_json(_plain(paragraphs, results))
        return
    screen = Screen()
    sections = _grouped(paragraphs, [p.section for p in paragraphs])
    laws = _grouped(paragraphs, [law_of(p.section) for p in paragraphs]) if not section else {}
    width = max(map(len, (*sections, *laws)), default=0)
    for name, found in (*sections.items(), *laws.items()):
        screen.print(_bar(name.ljust(width), found))
    if section is None:
        screen.print(_bar("all".ljust(width), paragraphs))
    screen.print(heading("Kinds"))
    kinds = Counter(p.kind for p in paragraphs)
    screen.print(pairs((f"{kinds[k]:>4} {k}", says) for k, says in KINDS.items() if kinds[k]))
    screen.print(f"\n{_score(paragraphs, results)}")
    if section is not None:
        screen.print(heading("Paragraphs"))
        screen.print(pairs(_line(p) for p in paragraphs))
        return
    listed = {"Open": ("partly", "open", "unproven"), "Not done by software": ("shared",)}
    for title, chosen in listed.items():
        if found := [p for p in paragraphs if p.kind in chosen]:
            screen.print(heading(title))
            screen.print(pairs((f"{p.section} {p.number}", _what_is_left(p)) for p in found))


def _what_is_left(paragraph: Paragraph) -> str:
    """The part of its note that says what is not done, or is not done by a program."""
    note = paragraph.note or paragraph.kind
    return note.rpartition("; left to ")[2] if paragraph.kind == "shared" else note


def section_named(said: str, known: Sequence[str]) -> str:
    """The section that a citation ends with, with or without the name of its law.

    >>> section_named("58 Pa. Code § 633c.14", ["633c.1", "633c.14"])
    '633c.14'
    """
    wanted = said.removeprefix("§").strip()
    for each in known:
        if re.search(rf"(?<![\w.:-]){re.escape(each)}$", wanted, re.IGNORECASE):
            return each
    raise UnknownName("section of the law", wanted, known)


def law_of(section: str) -> str:
    """The law that a section belongs to."""
    return next((law for start, law in LAWS.items() if section.startswith(start)), section)


def _grouped(paragraphs: list[Paragraph], names: list[str]) -> dict[str, list[Paragraph]]:
    found: dict[str, list[Paragraph]] = {}
    for name, paragraph in zip(names, paragraphs, strict=True):
        found.setdefault(name, []).append(paragraph)
    return found


def _bar(name: str, paragraphs: list[Paragraph]) -> Text:
    """How much of what a section requires is executed; headings and the like require nothing."""
    kinds = Counter(p.kind for p in paragraphs)
    asked = sum(many for kind, many in kinds.items() if kind not in ASKS_NOTHING)
    if not asked:
        return Text.assemble((name, NAME), ("  requires nothing at a table", SOFT))
    done = sum(kinds[kind] for kind in DONE)
    full = BAR * done // asked
    some = BAR * (done + kinds["partly"]) // asked - full
    shared = f", {kinds['shared']} shared" if kinds["shared"] else ""
    partly = f", {kinds['partly']} partly" if kinds["partly"] else ""
    return Text.assemble(
        (name, NAME),
        "  ",
        ("█" * full, KEY),
        ("▒" * some, MARK),
        ("░" * (BAR - full - some), SOFT),
        f"  {100 * done // asked:>3}%  {done} of {asked}{shared}{partly}",
    )


def _score(paragraphs: list[Paragraph], results: Mapping[Key, MutantResult]) -> str:
    tried = keys_of(paragraphs)
    many = killed(tried, results)
    percent = f" ({100 * many // len(tried)}%)" if tried else ""
    return f"{many:,} of {count(len(tried), 'mutant')} killed by their tests{percent}."


def _line(paragraph: Paragraph) -> tuple[Text, Text]:
    style = SOFT if paragraph.kind in (*CHECKED, *ASKS_NOTHING) else MARK
    parts = [part for part in (paragraph.carried_by, paragraph.note) if part]
    return Text(paragraph.number), Text.assemble((paragraph.kind, style), "  ", "  ".join(parts))


def _plain(paragraphs: list[Paragraph], results: Mapping[Key, MutantResult]) -> dict[str, object]:
    tried = keys_of(paragraphs)
    sections = _grouped(paragraphs, [p.section for p in paragraphs])
    return {
        "kinds": dict(Counter(p.kind for p in paragraphs)),
        "mutants": {"tried": len(tried), "killed": killed(tried, results)},
        "sections": [
            {
                "section": name,
                "law": law_of(name),
                "total": len(found),
                "kinds": dict(Counter(p.kind for p in found)),
                "paragraphs": [
                    {
                        "paragraph": p.number,
                        "kind": p.kind,
                        "carried_by": p.carried_by.split("; ") if p.carried_by else [],
                        "mutants": p.mutants,
                        "note": p.note,
                    }
                    for p in found
                ],
            }
            for name, found in sections.items()
        ],
    }
