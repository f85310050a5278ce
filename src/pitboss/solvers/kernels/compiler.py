"""The compiler as the solvers use it, and what all of their compiled code shares.

The compiler keeps what it made on disk, by the file of each function alone. Functions here call
others in other files, so all of it is kept under a digest of this whole folder: a change of any
file leaves the old code where nobody looks for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

LANES: Final = 512
"""Removals that are evaluated side by side."""
ROW: Final = LANES + 8
"""What lies between the rows of lanes: a power of two would have them share cache lines."""
DEPTH: Final = 24
"""More cards than any dealer draws."""
STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4
FREE: Final = -1
"""No action is prescribed: the best is taken."""


def digest_of(folder: Path) -> str:
    """What the files of a folder hold, in one short word."""
    made = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        made.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()[:16]


def _kept(folder: Path) -> str:
    """Where compiled code of a folder is kept: beside it or, if nobody may write there, at home."""
    name = f"compiled-{digest_of(folder)}"
    for place in (folder / "__pycache__", Path.home() / ".cache" / "pitboss"):
        try:
            (place / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        return str(place / name)
    return ""


def compiler_of(folder: Path, **options: Any) -> Callable[[F], F]:
    """Compiles a function of a folder when it is first called, or takes what was kept of it."""
    kept = _kept(folder)

    def kernel(function: F) -> F:
        config: Any = numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, kept
        compiled = numba.njit(cache=bool(kept), error_model="numpy", **options)
        try:
            return cast(F, compiled(function))
        finally:
            config.CACHE_DIR = before

    return kernel


kernel = compiler_of(Path(__file__).parent, fastmath={"contract"})
