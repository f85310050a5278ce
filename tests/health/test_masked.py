"""What people are shown of a round is folded from the masked log alone: nothing that shows a table
reads the layout that the engine deals on, and every fold is fed by the mask.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.health.sources import parsed

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "pitboss"
SHOWS = ("library", "documents", "server", "cli")
ENGINE = ("table", "driver")
"""What holds the layout as it is dealt."""
LAID_OUT = frozenset({"round", "hands", "dealer", "community", "exposed"})
FOLDS = frozenset(
    {
        "cli/felt.py",  # masks event by event
        "server/views/steps.py",  # takes the events of another fold, or of a past round
    }
)
"""What makes a fold of its own, other than by `seen_round` or `with_reasons`."""


def layout_read(path: Path) -> Iterator[str]:
    """Where a file reads cards or hands of the engine."""
    for node in parsed(path):
        match node:
            case ast.Attribute(
                value=ast.Name(id=name) | ast.Attribute(attr=name), attr=attribute
            ) if name in ENGINE and attribute in LAID_OUT:
                yield f"line {node.lineno}: {name}.{attribute}"


def folds(path: Path) -> bool:
    """Whether a file makes a fold of its own."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "SeenRound"
        for node in parsed(path)
    )


def sources() -> Iterator[tuple[str, Path]]:
    for layer in SHOWS:
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            yield path.relative_to(PACKAGE).as_posix(), path


def test_nothing_that_shows_a_table_reads_what_the_engine_has_dealt() -> None:
    found = {where: read for where, path in sources() if (read := [*layout_read(path)])}
    assert found == {}


def test_what_is_seen_is_folded_in_one_place() -> None:
    assert {where for where, path in sources() if folds(path)} == FOLDS


@pytest.mark.parametrize(
    "source", ["at.table.round.dealer", "table.round", "self.table.driver.round", "driver.hands"]
)
def test_such_a_reading_is_seen(tmp_path: Path, source: str) -> None:
    (path := tmp_path / "shows.py").write_text(source)
    assert [*layout_read(path)]
