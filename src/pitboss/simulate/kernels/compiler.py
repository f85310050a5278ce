"""The compiler as the dealers use it; compiled code is stored under a digest of this folder."""

from __future__ import annotations

from pathlib import Path

from pitboss.solvers.kernels.compiler import compiler_of, kept_code

KEPT = kept_code(Path(__file__).parent)
kernel = compiler_of(KEPT, nogil=True)
inlined = compiler_of(KEPT, nogil=True, inline="always")
