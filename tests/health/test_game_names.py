"""Nothing above games/ knows one game: what is special about it is told by its procedure, its terms
and its options.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import PROCEDURES

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "pitboss"
ABOVE = ("table", "store", "library", "server", "cli")
KEYS = {*PROCEDURES} - {"blackjack"}
"""Every game but the one that the others are based on."""
MODULES = {each.script.__module__.rpartition(".")[2] for each in PROCEDURES.values()} - {
    "blackjack"
}
IN_SCRIPT = re.compile("|".join(rf"\b{re.escape(key)}\b" for key in sorted(KEYS | MODULES)))


def known_games(source: str) -> Iterator[str]:
    """What of some Python knows a game: a module that it imports, or a string that is its key."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                words = {*module.split("."), *(alias.name for alias in names)}
            case ast.Import(names=names):
                words = {word for alias in names for word in alias.name.split(".")}
            case ast.Constant(value=str(text)):
                words = {text, text.rpartition("/")[2]} & KEYS
            case _:
                continue
        yield from (f"line {node.lineno}: {word}" for word in sorted(words & (KEYS | MODULES)))


def test_nothing_above_games_knows_a_game() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): known
        for layer in ABOVE
        for path in sorted((PACKAGE / layer).rglob("*.py"))
        if (known := [*known_games(path.read_text(encoding="utf-8"))])
    }
    assert found == {}


def test_no_page_knows_a_game() -> None:
    scripts = sorted((PACKAGE / "web" / "js").rglob("*.js"))
    assert scripts
    found = [path.name for path in scripts if IN_SCRIPT.search(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "from pitboss.games.hold_em_21 import PK",
        "from pitboss.games import pai_jack",
        "import pitboss.games.blackjack_switch",
        "if game.key == 'pai-jack': pass",
        "HERE = {'colorado/21-hold-em'}",
    ],
)
def test_such_knowledge_is_seen(source: str) -> None:
    assert [*known_games(source)]
