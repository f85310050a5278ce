"""The compiler as the solvers use it, and what all of their compiled code shares.

Compiled code is stored on disk, in a file for each function and list of argument types. Functions
here call others in other files, so all of it is stored under a digest of the whole folder; after a
change to any file, the old code is no longer found. A file is named after everything else that it
depends on, is written whole or not at all, and contains a digest of itself. Several processes may
therefore compile at the same time, and one that is interrupted leaves nothing that another would
mistake for code.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from pitboss.cache_files import digest_of, keep, kept
from pitboss.errors import NotInstalled
from pitboss.solvers.kernels import before_compiling

try:
    import numba
    from numba.core.caching import NullCache
    from numba.core.compiler import CompileResult
    from numba.core.runtime.nrt import rtsys
    from numba.core.serialize import dumps
except ModuleNotFoundError as missing:
    raise NotInstalled(str(missing.name), "strategy") from None

F = TypeVar("F", bound=Callable[..., Any])

LANES: Final = 512
"""Removals that are evaluated side by side."""
ROW: Final = LANES + 8
"""Distance between the rows of lanes; with a power of two they would share cache lines."""
DEPTH: Final = 24
"""More cards than any dealer draws."""
STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4
FREE: Final = -1
"""No action is prescribed: the best is taken."""
NO_CALLBACK: Final = {"no_cfunc_wrapper": True}
"""The wrapper for calls from C takes a tenth of the compiler's time, and nothing needs it."""
VERSIONS: Final = (numba.__version__, platform.python_version())
PACKAGE: Final = Path(__file__).parents[2]
SHARED: Final = (Path(__file__), PACKAGE / "cache_files.py")
"""Files on which the compiled code of every folder depends."""


def kept_code(folder: Path) -> Path | None:
    """Where compiled code of a folder is stored: in it or, if that is not writable, in the home
    folder.
    """
    name = f"compiled-{digest_of(PACKAGE, [*SHARED, *folder.glob('*.py')])}"
    for place in (folder / "__pycache__", Path.home() / ".cache" / "pitboss"):
        try:
            (place / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(place / name, os.W_OK):
            return place / name
    return None


class KernelCache(NullCache):
    """The files of one function, one for each list of argument types that it was compiled for."""

    def __init__(self, folder: Path, function: Callable[..., Any]) -> None:
        self.folder = folder
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, types: Any, target: Any) -> Any:
        """The stored code for these types, if there is any.

        This prepares only the memory that kernels allocate, not the whole compiler.
        """
        file = self._file(types, target.codegen())
        data = kept(file)
        if data is None and before_compiling:
            before_compiling.pop()(self.name)
            data = kept(file)
        if data is None:
            return None
        rtsys.initialize(target)
        return CompileResult._rebuild(target, *pickle.loads(data))  # type: ignore[no-untyped-call]

    def save_overload(self, types: Any, made: Any) -> None:
        """Store what was compiled."""
        if made.library.has_dynamic_globals:  # addresses of this process
            return
        data = dumps(made._reduce())  # type: ignore[no-untyped-call]
        keep(self._file(types, made.codegen), data)

    def _file(self, types: Any, codegen: Any) -> Path:
        """Named by the function, its types, the processor and the versions of the compiler."""
        parts = repr((types, codegen.magic_tuple(), VERSIONS))
        return self.folder / f"{self.name}-{hashlib.sha256(parts.encode()).hexdigest()[:16]}"


def compiler_of(place: Path | None, **options: Any) -> Callable[[F], F]:
    """Compiles a function when it is first called, or loads its stored code."""
    options = {"error_model": "numpy", **NO_CALLBACK, **options}

    def kernel(function: F) -> F:
        compiled = numba.njit(**options)(function)
        if place:
            compiled._cache = KernelCache(place, function)
        return cast(F, compiled)

    return kernel


KEPT: Final = kept_code(Path(__file__).parent)
FAST: Final = {"contract"}
kernel = compiler_of(KEPT, fastmath=FAST)
"""A function that Python calls."""
inner = compiler_of(KEPT, fastmath=FAST, no_cpython_wrapper=True)
"""A function that only kernels call, without the wrapper for calls from Python."""
inlined = compiler_of(KEPT, fastmath=FAST, inline="always")
"""A few lines that are compiled as if they stood where they are called."""
