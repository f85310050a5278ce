"""Benchmarks run with what `./run` installs, and nothing else."""

from __future__ import annotations

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKED = re.findall(r"(?m)^([a-z0-9._-]+)==", (ROOT / "requirements.lock").read_text())
FILES = sorted((ROOT / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_benchmark_needs_only_what_is_locked_for_running(path: Path) -> None:
    near = {each.stem for each in FILES} | {"pitboss"}
    named = packages_distributions()
    for node in ast.walk(ast.parse(path.read_text())):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in {each.partition(".")[0] for each in names} - near - sys.stdlib_module_names:
            found = {each.lower().replace("_", "-") for each in named.get(name, [name])}
            assert found & {*LOCKED}, f"{path.name} imports {name}"
