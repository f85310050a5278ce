"""Every paragraph of the five law texts has its line, its kind and what carries it.

`docs/coverage.tsv` has one line for each paragraph of `printed/paragraphs.tsv`, in that order;
docs/coverage.md describes its columns. What carries a paragraph is one pointer or more, separated
by `; `:

    rule: pennsylvania/perfect-pairs (d)          a clause of a wager or a game
    section: colorado/30-2107 (3)                 a clause of a whole section
    term: colorado/blackjack-switch natural_pays  a term of a game
    reading: A-1                                  a reading of a doubtful clause
    test: tests/law/test_x.py::test_y             a test
    procedure: pitboss.games.blackjack.deal       a procedure or a part of one
    used by: (10), (13)(b)                        paragraphs of the section that need it
"""

import ast
import hashlib
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pitboss.cli.coverage import (
    CHECKED,
    FILE,
    RESULTS,
    Paragraph,
    keys_of,
    read_coverage,
    read_results,
)
from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook, read_all
from pitboss.rulebook.schema import Entry, Game, Section
from tests.law.coverage_mutants import listed, stale
from tests.law.mutation import ROOT, MutantError, parse
from tests.soak import soak

PARAGRAPHS = Path(__file__).parent / "printed" / "paragraphs.tsv"
# Sections that share a rule file with another.
FILED_UNDER = {"30-2102": "30-2101", "30-2103": "30-2101"}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    found, _ = read_all()  # a fault in the rulebook is another test's business
    return found


@pytest.fixture(scope="module")
def coverage() -> list[Paragraph]:
    return read_coverage(FILE)


# ---- the list ------------------------------------------------------------------------------


def test_every_paragraph_has_its_line_in_the_order_of_the_law(coverage):
    _, *lines = PARAGRAPHS.read_text(encoding="utf-8").splitlines()
    paragraphs = [tuple(line.split("\t")) for line in lines]
    covered = [(p.section, p.number) for p in coverage]
    assert sorted(set(paragraphs) - set(covered)) == [], "paragraphs without a line"
    assert sorted(set(covered) - set(paragraphs)) == [], "lines that are not paragraphs"
    assert covered == paragraphs


def test_every_pointer_leads_somewhere(book, coverage):
    faults = [fault for line in coverage for fault in faults_of(line, book)]
    assert not faults, "\n".join(faults)


def test_a_heading_has_paragraphs_under_it(coverage):
    numbers = {(p.section, p.number) for p in coverage}
    for each in coverage:
        if each.kind == "heading":
            under = [n for s, n in numbers if s == each.section and n.startswith(each.number)]
            assert len(under) > 1, f"{each.section} {each.number}"


def test_a_definition_is_used_by_paragraphs_that_are_executed(coverage):
    kinds = {(p.section, p.number): p.kind for p in coverage}
    for each in coverage:
        for user in (name for used in each.pointers("used by") for name in used.split(", ")):
            assert kinds[each.section, user] in CHECKED, f"{each.number}: {user}"


GOOD = ["633c.1", "(d)", "executed", "test: tests/law/test_order.py::test_x", "skip: a.b", ""]


@pytest.mark.parametrize(
    ("column", "value", "fault"),
    [
        (2, "done", "'done' is not a kind"),
        (3, "rule: pennsylvania/perfect-pairs (d)", "executed needs a test and a mutant"),
        (4, "", "executed needs a test and a mutant"),
        (2, "heading", "heading has no mutant"),
        (2, "partly", "partly needs a note"),
        (2, "shared", "shared needs a note that ends `; left to equipment:`"),
        (2, "document", "'document' is not a kind"),
        (2, "definition", "definition needs used by"),
    ],
)
def test_the_loader_refuses_a_line_that_flatters(tmp_path, column, value, fault):
    path = tmp_path / "coverage.tsv"
    line = [*GOOD]
    header = "section\tparagraph\tkind\tcarried by\tmutants\tnote\n"
    path.write_text(header + "\t".join(line) + "\n")
    assert len(read_coverage(path)) == 1
    line[column] = value
    path.write_text(header + "\t".join(line) + "\n")
    with pytest.raises(PitbossError, match=fault):
        read_coverage(path)


# ---- the mutants ---------------------------------------------------------------------------


def test_every_mutant_was_killed_as_it_stands(coverage):
    """If this fails, run tools/coverage-mutants."""
    every, results = listed(coverage), read_results(RESULTS)
    assert [*results] == [*every]
    assert stale(every, results) == []
    executed = keys_of(p for p in coverage if p.kind != "unproven")
    assert [key for key in executed if results[key].result != "killed"] == []


@pytest.mark.parametrize("many", [1, soak(20)])
def test_a_sample_of_the_mutants_is_killed_again(many):
    """The list itself is the seed."""
    seed = hashlib.sha256(FILE.read_bytes()).hexdigest()
    command = [sys.executable, "-m", "tests.law.coverage_mutants", "--jobs", "2"]
    ran = subprocess.run(
        [*command, "--sample", str(many), "--seed", seed],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, f"{many} killed\n"), ran.stderr


PAIRS = (
    "tests/rounds/test_pennsylvania_first_cards.py::"
    "test_633c_1_d_settled_counterclockwise_before_the_card_reader_and_any_other_card"
)


OUTCOMES = """
import json, sys
from tests.law.mutation import Run, check_all
mutants, test = json.load(sys.stdin)
done = check_all([Run(each, each, (test,)) for each in mutants], 2)
print(json.dumps({each.name: each.outcome for each in done}))
"""


PERFECT, SETTLE = "pennsylvania/perfect-pairs", "pitboss.games.standard.settle_hand"
MUTANTS = {
    f'rule: {PERFECT} hands[Mixed pair].B => "7 to 1"': "survived",  # it pays by Paytable A
    f'rule: {PERFECT} hands[Mixed pair].when => "pears"': "refused",
    f"drop: {PERFECT} hands[Colored pair]": "killed",
    "skip: pitboss.games.standard.settle_after_deal": "killed",
    f"code: {SETTLE}: hand.over = True => hand.oven": "broken",
    f"code: {SETTLE}: hand.over => hand.over": "not found",  # it is there several times
    f'rule: {PERFECT} settles => "when the hole card is turned"': "killed",
    f'rule: {PERFECT} colour => "red"': "refused",
    f'rule: {PERFECT} hands[Mixed pear].A => "7 to 1"': "not found",
    f'rule: {PERFECT} hands[Mixed pair].A => "6 to 1"': "not found",  # which it is already
    "rule: pennsylvania/perfect-pears settles => 1": "not found",
    "skip: pitboss.games.standard.settle_insurance": "survived",
    f"code: {SETTLE}: mine.points > theirs.points => False": "survived",
    f"code: {SETTLE}: if natural: => if:": "not found",
}
KINDS_AND_OUTCOMES = 6
"""So many of them, the first, show each kind and each outcome."""


@pytest.mark.parametrize("many", [KINDS_AND_OUTCOMES, soak(len(MUTANTS))])
def test_what_becomes_of_a_mutant(many):
    mutants = dict([*MUTANTS.items()][:many])
    # in a process that has loaded no rulebook and imported no test yet
    asked = json.dumps([[*mutants], PAIRS])
    made = subprocess.run(
        [sys.executable, "-c", OUTCOMES], cwd=ROOT, input=asked, capture_output=True, text=True
    )
    assert json.loads(made.stdout) == mutants, made.stderr


@pytest.mark.parametrize("text", ["", "burn it", "rule: a b c", "code: a.b", "skip: a b"])
def test_what_is_no_mutant_is_refused(text):
    with pytest.raises(MutantError, match="is not a mutant"):
        parse(text)


# ---- what a pointer leads to ---------------------------------------------------------------


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
    ],
)
def test_a_pointer_to_nothing_is_noticed(book, pointer, fault):
    [found] = faults_of(Paragraph("633c.1", "(d)", "executed", pointer, "", ""), book)
    assert fault in found


@pytest.mark.parametrize(
    "pointer",
    [
        "rule: pennsylvania/perfect-pairs (d)",
        "reading: A-1; test: tests/law/test_coverage.py::test_a_good_pointer_is_no_fault",
        "procedure: pitboss.load",
    ],
)
def test_a_good_pointer_is_no_fault(book, pointer):
    assert faults_of(Paragraph("633c.1", "(d)", "executed", pointer, "", ""), book) == []


# ---- pointers ------------------------------------------------------------------------------


def faults_of(line: Paragraph, book: Rulebook) -> list[str]:
    """The pointers of a line that lead nowhere."""
    faults = []
    for pointer in line.carried_by.split("; "):
        kind, _, to = pointer.partition(": ")
        resolve = KINDS.get(kind)
        fault = resolve(to, line.section, book) if resolve else "no such kind of pointer"
        if fault:
            faults.append(f"{line.section} {line.number}: {pointer!r}: {fault}")
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
    found = function.startswith("test_") and function in functions_of(path)
    return "" if found else "no such test"


@cache
def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def procedure(to: str, section: str, book: Rulebook) -> str:
    if to.partition(".")[0] != "pitboss":
        return "not in pitboss"
    try:
        found = pkgutil.resolve_name(to)
    except (ImportError, AttributeError, ValueError):
        return "no such procedure"
    return "" if callable(found) else "no such procedure"


def elsewhere(to: str, section: str, book: Rulebook) -> str:
    return ""  # the loader has seen to it


KINDS: dict[str, Callable[[str, str, Rulebook], str]] = {
    "rule": rule, "section": section_clause, "term": term, "reading": reading,
    "test": named_test, "procedure": procedure, "used by": elsewhere,
}  # fmt: skip
