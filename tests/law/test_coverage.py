"""Every paragraph of the five law texts is carried by something that exists.

`docs/coverage.tsv` has one line for each paragraph of `printed/paragraphs.tsv`, in that order.
What carries it is one pointer or more, separated by `; `:

    rule: pennsylvania/perfect-pairs (d)          a clause of a wager or a game
    section: colorado/30-2107 (3)                 a clause of a whole section
    term: colorado/blackjack-switch natural_pays  a term of a game
    reading: A-1                                  a reading of a doubtful clause
    test: tests/law/test_x.py::test_y             a test
    procedure: pitboss.games.blackjack.deal       a procedure or a part of one
"""

import ast
import csv
import pkgutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.rulebook.load import Rulebook, read_all
from pitboss.rulebook.schema import Entry, Game, Section

ROOT = Path(__file__).resolve().parents[2]
COVERAGE = ROOT / "docs" / "coverage.tsv"
PARAGRAPHS = Path(__file__).parent / "printed" / "paragraphs.tsv"

# Sections that share a rule file with another.
FILED_UNDER = {"30-2102": "30-2101", "30-2103": "30-2101"}


def lines(path: Path, *header: str) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        first, *rest = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert first == [*header]
    return rest


def coverage() -> list[list[str]]:
    return lines(COVERAGE, "section", "paragraph", "carried by", "note")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    found, _ = read_all()  # a fault in the rulebook is another test's business
    return found


# ---- tests ---------------------------------------------------------------------------------


def test_every_paragraph_has_its_line_in_the_order_of_the_law():
    paragraphs = [tuple(line) for line in lines(PARAGRAPHS, "section", "paragraph")]
    covered = [tuple(line[:2]) for line in coverage()]
    assert sorted(set(paragraphs) - set(covered)) == [], "paragraphs without a line"
    assert sorted(set(covered) - set(paragraphs)) == [], "lines that are not paragraphs"
    assert covered == paragraphs


def test_every_line_is_carried_or_says_why_not(book):
    faults = [fault for line in coverage() for fault in faults_of(line, book)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("pointer", "fault"),
    [
        ("rule: pennsylvania/perfect-pairs (z)", "no such clause"),
        ("rule: pennsylvania/perfect-pears (d)", "no such wager or game"),
        ("rule: colorado/trilux-bonus (d)", "not in section 633c.1"),
        ("section: pennsylvania/633c.5 (a)", "not in section 633c.1"),
        ("section: pennsylvania/633c.1 (a)", "no such clause"),
        ("term: colorado/blackjack-switch natural_plays", "no such term"),
        ("term: pennsylvania/perfect-pairs decks", "not a game"),
        ("reading: Z-1", "no such reading"),
        ("test: tests/law/test_coverage.py::test_nothing", "no such test"),
        ("test: tests/law/test_missing.py::test_nothing", "no such file"),
        ("procedure: pitboss.games.nothing.deal", "no such procedure"),
        ("procedure: pitboss.load.nothing", "no such procedure"),
        ("procedure: os.path.join", "not in pitboss"),
        ("rules: pennsylvania/perfect-pairs (d)", "no such kind of pointer"),
        ("", "neither carried nor a note"),
    ],
)
def test_a_pointer_to_nothing_is_noticed(book, pointer, fault):
    [found] = faults_of(["633c.1", "(d)", pointer, ""], book)
    assert fault in found


@pytest.mark.parametrize(
    ("pointer", "note"),
    [
        ("rule: pennsylvania/perfect-pairs (d)", ""),
        ("reading: A-1; test: tests/law/test_coverage.py::test_a_good_pointer_is_none", ""),
        ("procedure: pitboss.load", ""),
        ("", "repealed"),
    ],
)
def test_a_good_pointer_is_none(book, pointer, note):
    assert faults_of(["633c.1", "(d)", pointer, note], book) == []


# ---- pointers ------------------------------------------------------------------------------


def faults_of(line: list[str], book: Rulebook) -> list[str]:
    """What is wrong with a line: a pointer to nothing, or neither pointer nor note."""
    if len(line) != 4:
        return [f"{line}: not four columns"]
    section, paragraph, carried_by, note = line
    if not carried_by.strip():
        return [] if note.strip() else [f"{section} {paragraph}: neither carried nor a note"]
    faults = []
    for pointer in carried_by.split("; "):
        kind, _, to = pointer.partition(": ")
        resolve = KINDS.get(kind)
        fault = resolve(to, section, book) if resolve else "no such kind of pointer"
        if fault:
            faults.append(f"{section} {paragraph}: {pointer!r}: {fault}")
    return faults


def rule(to: str, section: str, book: Rulebook) -> str:
    name, _, clause = to.partition(" ")
    entry = next((e for e in book.entries if e.id == name), None)
    return clause_in(entry, clause, section) if entry else "no such wager or game"


def section_clause(to: str, section: str, book: Rulebook) -> str:
    name, _, clause = to.partition(" ")
    found = next((s for s in book.sections if f"{s.jurisdiction}/{s.section}" == name), None)
    return clause_in(found, clause, section) if found else "no such section"


def clause_in(found: Entry | Section, clause: str, section: str) -> str:
    if found.section != FILED_UNDER.get(section, section):
        return f"not in section {section}"
    return "" if clause in {c.at for c in found.clauses} else "no such clause"


def term(to: str, section: str, book: Rulebook) -> str:
    name, _, key = to.partition(" ")
    entry = next((e for e in book.entries if e.id == name), None)
    if not isinstance(entry, Game):
        return "not a game"
    return "" if key in {t.key for t in entry.terms} else "no such term"


def reading(to: str, section: str, book: Rulebook) -> str:
    return "" if to in book.readings else "no such reading"


def named_test(to: str, section: str, book: Rulebook) -> str:
    name, _, function = to.partition("::")
    path = ROOT / name
    if not path.is_file():
        return "no such file"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return "" if function.startswith("test_") and function in names else "no such test"


def procedure(to: str, section: str, book: Rulebook) -> str:
    if to.partition(".")[0] != "pitboss":
        return "not in pitboss"
    try:
        found = pkgutil.resolve_name(to)
    except (ImportError, AttributeError, ValueError):
        return "no such procedure"
    return "" if callable(found) else "no such procedure"


KINDS: dict[str, Callable[[str, str, Rulebook], str]] = {
    "rule": rule, "section": section_clause, "term": term, "reading": reading,
    "test": named_test, "procedure": procedure,
}  # fmt: skip
