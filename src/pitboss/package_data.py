"""Where the data files shipped with pitboss are: the proofs and the coverage table."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(str(resources.files("pitboss")))


def is_checkout() -> bool:
    """Whether this package is in a source tree, not among installed packages."""
    return (PACKAGE.parents[1] / "pyproject.toml").is_file()


def shipped(name: str) -> Path:
    """A file or folder: in the source tree if it exists there, otherwise in the package.

    >>> shipped("docs/coverage.tsv").name
    'coverage.tsv'
    """
    return (PACKAGE.parents[1] if is_checkout() else PACKAGE / "data") / name
