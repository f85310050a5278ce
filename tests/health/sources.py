"""The package's Python, parsed once for all who read it."""

import ast
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file, the module first."""
    return (*ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))),)
