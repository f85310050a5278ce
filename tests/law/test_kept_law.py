"""The law as it was read before is the law, and never another."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import pitboss
from pitboss.rulebook.load import read_all

SOURCE: Final = Path(pitboss.__file__).parents[1]
ASKED: Final = """
import sys, tomllib
sys.path.insert(0, {src!r})
from pitboss.rulebook.load import load
parsed, loads = [], tomllib.loads
tomllib.loads = lambda text: parsed.append(text) or loads(text)
print(load().game("pennsylvania/blackjack").cite, len(parsed))
"""


def ask(src: Path) -> tuple[str, bool]:
    """A citation as a new process reads it, and whether it parsed the files of the law."""
    code = ASKED.format(src=str(src))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    cite, _, parsed = done.stdout.strip().rpartition(" ")
    return cite, int(parsed) > 0


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    skipped = shutil.ignore_patterns("__pycache__", "web", "server", "cli", "documents")
    shutil.copytree(SOURCE / "pitboss", tmp_path / "pitboss", ignore=skipped)
    return tmp_path


def test_a_change_of_the_law_or_of_its_reader_is_read(copy: Path) -> None:
    law = (copy / "pitboss/rulebook/pennsylvania").glob("*.toml")
    (rule,) = (path for path in law if "[game.blackjack]" in path.read_text("utf-8"))
    cite, parsed = ask(copy)
    assert parsed
    assert ask(copy) == (cite, False)
    (kept,) = (copy / "pitboss/rulebook/__pycache__").glob("law-*")
    rule.write_text(rule.read_text("utf-8").replace(cite, cite + " changed"), "utf-8")
    assert ask(copy) == (cite + " changed", True)
    assert ask(copy) == (cite + " changed", False)
    assert not kept.exists()
    reader = copy / "pitboss" / "rulebook" / "entries.py"
    reader.write_text(reader.read_text("utf-8") + "\n", "utf-8")
    assert ask(copy) == (cite + " changed", True)


def test_what_is_kept_is_what_was_read() -> None:
    book, _ = read_all()
    assert pickle.loads(pickle.dumps(book)) == book
