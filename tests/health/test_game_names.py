"""Nothing above games/ that does not play games out knows one game or one wager but blackjack, nor
an answer by its word: what is special about a game is in its procedure, its terms and its options,
and a wager is data.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import PROCEDURES
from pitboss.rulebook.load import load
from tests.health.sources import parsed

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "pitboss"
ABOVE = ("table", "sheets", "store", "library", "submission", "documents", "server", "cli")
"""All above games/ but analysis/, simulate/ and solvers/, which play their games out."""
BOOK = load()
KEYS = {each.key for each in BOOK.entries} - {"blackjack"}
"""Every game and wager but the one that the others are based on."""
MODULES = {each.script.__module__.rpartition(".")[2] for each in PROCEDURES.values()}
IN_SCRIPT = re.compile(
    "|".join(rf"['\"`/]{re.escape(key)}['\"`]" for key in sorted(KEYS | MODULES)),
    re.IGNORECASE,
)
WORDS = {option.word for each in PROCEDURES.values() for option in each.options}
OTHER_SENSES = {
    "bet": (  # to stake, before any question
        *("table/events/rounds.py", "table/log/narrator.py", "table/timeline.js"),
        *("server/messages/orders.py", "server/tables/commands.py"),
        "server/views/table_status.py",
    ),
    "burn": ("table/", "server/"),  # a place on the layout
    "double": ("table/betting.js", "table/box_view.py"),  # every stake laid; what a hand did
    "fold": ("cli/",),  # how a terminal breaks lines
    "hit": (  # how often a wager pays, and the line of a pay table that did
        *("cli/par.py", "cli/proof_commands.py", "server/api/rulebook.py"),
        *("documents/submission_form.py", "table/paytable.js", "table/seat.js"),
        *("sheets/sheet_words.py", "sheets/paytable_comparison.py"),
        "submission/table_form.py",  # a key of the file, as are split and stand
    ),
    "insurance": ("documents/",),  # a line on the cloth
    "no": (  # the value of a term or a setting, and the answer to yes or no; none
        *("table/money/stakes.py", "table/houses/opening.py", "store/books.py", "store/meters.py"),
        *("submission/", "documents/submission_form.py", "pages/rules-sections.js"),
        *("library/settle.py", "cli/first_submission.py", "cli/prompt.py", "cli/seat.py"),
    ),
    "play": (  # how players play, as a column or an option; to let a replay run
        *("cli/par_sheet.py", "cli/simulate.py", "cli/strategy.py"),
        *("pages/simulate.js", "pages/desk-replay.js"),
    ),
    "show": ("sheets/", "documents/", "cli/par.py", "cli/par_sheet.py"),  # a part of a form
    "split": (  # the parts of a return, or of a page; where the cards of a hand come from
        *("cli/par_sheet.py", "documents/", "pages/par", "sheets/par_form.py"),
        "table/table_view.py",
        "submission/table_form.py",
    ),
    "stand": ("submission/table_form.py",),
}
"""Word → where it means something else."""
WORD_IN_SCRIPT = re.compile(
    "|".join(rf"['\"`]({word})['\"`]|[{{,]\s*({word}):" for word in sorted(WORDS))
)
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)


def known_games(path: Path) -> Iterator[str]:
    """Where a file knows one: it imports a game's module, or has a string that is a key."""
    for node in parsed(path):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                words = {*module.split("."), *(alias.name for alias in names)}
            case ast.Import(names=names):
                words = {word for alias in names for word in alias.name.split(".")}
            case ast.Constant(value=str(text)):
                words = set() if " " in text else {text, text.rpartition("/")[2]} & KEYS
            case _:
                continue
        yield from (f"line {node.lineno}: {word}" for word in sorted(words & (KEYS | MODULES)))


def known_words(path: Path) -> set[str]:
    """Words of options that a Python file has as strings."""
    texts = {node.value for node in parsed(path) if isinstance(node, ast.Constant)}
    return {word for word in WORDS if word in texts}


def known_in_script(text: str) -> set[str]:
    """The same of a page's script, as strings or as the names of members."""
    return {
        word for found in WORD_IN_SCRIPT.findall(COMMENT.sub("", text)) for word in found if word
    }


# -- what a question is about ------------------------------------------------------------------


def asked_about() -> Iterator[str]:
    """What the questions of all procedures are about, as their scripts have it."""
    for layer in ("games", "procedure"):
        for path in (PACKAGE / layer).glob("*.py"):
            for node in parsed(path):
                match node:
                    case ast.Call(func=ast.Name("Ask"), args=[_, _, ast.Constant(str(about)), *_]):
                        yield about


QUESTIONS = frozenset(asked_about())
QUESTION_IN_SCRIPT = re.compile(
    "[!=]== ?['\"`](" + "|".join(map(re.escape, sorted(QUESTIONS))) + ")['\"`]"
)


def compared(path: Path) -> Iterator[str]:
    """The questions that a file compares something with: it knows what is asked."""
    for node in parsed(path):
        match node:
            case ast.Compare(left=left, comparators=others):
                parts = [each for side in (left, *others) for each in ast.walk(side)]
            case ast.MatchValue(value=value):
                parts = [value]
            case _:
                continue
        for part in parts:
            if isinstance(part, ast.Constant) and part.value in QUESTIONS:
                yield str(part.value)


def test_nothing_above_games_compares_what_is_asked() -> None:
    found = {
        (where, word)
        for layer in ABOVE
        for path in sorted((PACKAGE / layer).rglob("*.py"))
        for word in compared(path)
        if is_known(word, where := path.relative_to(PACKAGE).as_posix())
    }
    assert found == set()
    scripts = (PACKAGE / "web" / "js").rglob("*.js")
    code = {path.name: COMMENT.sub("", path.read_text(encoding="utf-8")) for path in scripts}
    found_in = {name: QUESTION_IN_SCRIPT.findall(text) for name, text in code.items()}
    assert {name: words for name, words in found_in.items() if words} == {}


@pytest.mark.parametrize("source", ['step.about == "play"', 'about in ("insurance", "x")'])
def test_such_a_comparison_is_seen(tmp_path: Path, source: str) -> None:
    (path := tmp_path / "asks.py").write_text(source)
    assert [*compared(path)]
    assert QUESTION_IN_SCRIPT.search('ask.about !== "play"')


def is_known(word: str, where: str) -> bool:
    return not where.startswith(OTHER_SENSES.get(word, ()))


def test_nothing_above_games_knows_an_answer_by_its_word() -> None:
    found = {
        (where, word)
        for layer in ABOVE
        for path in sorted((PACKAGE / layer).rglob("*.py"))
        for word in known_words(path)
        if is_known(word, where := path.relative_to(PACKAGE).as_posix())
    }
    assert found == set()


def test_no_page_knows_an_answer_by_its_word() -> None:
    found = {
        (where, word)
        for path in sorted((PACKAGE / "web" / "js").rglob("*.js"))
        for word in known_in_script(path.read_text(encoding="utf-8"))
        if is_known(word, where := path.relative_to(PACKAGE / "web" / "js").as_posix())
    }
    assert found == set()


@pytest.mark.parametrize(
    "source",
    [
        'const ORDER = ["stand", "hit", "double"];',
        'const KEYS = { surrender: "r" };',
        "if (word === `even money`) return;",
    ],
)
def test_a_forbidden_word_in_a_page_is_found(source: str) -> None:
    assert known_in_script(source)


def test_nothing_above_games_knows_a_game_or_a_wager() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): known
        for layer in ABOVE
        for path in sorted((PACKAGE / layer).rglob("*.py"))
        if (known := [*known_games(path)])
    }
    assert found == {}


def test_no_page_knows_a_game_or_a_wager() -> None:
    scripts = sorted((PACKAGE / "web" / "js").rglob("*.js"))
    assert scripts
    code = {path.name: COMMENT.sub("", path.read_text(encoding="utf-8")) for path in scripts}
    assert {name: found for name, text in code.items() if (found := IN_SCRIPT.findall(text))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from pitboss.games.hold_em_21 import PK",
        "from pitboss.games import pai_jack",
        "from pitboss.games import blackjack",
        "import pitboss.games.blackjack_switch",
        "if game.key == 'pai-jack': pass",
        "HERE = {'colorado/21-hold-em'}",
        "table.bet(1, 'ann', 'perfect-pairs', 500)",
    ],
)
def test_forbidden_knowledge_is_found(tmp_path: Path, source: str) -> None:
    (path := tmp_path / "knows.py").write_text(source)
    assert [*known_games(path)]
