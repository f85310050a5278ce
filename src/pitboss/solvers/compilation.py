"""Compilation of the solver of standard blackjack before its first use, on two cores at once.

Otherwise each function is compiled when it is first called, one after the other. Whatever is
missing here, or was compiled for other kinds of arguments, is still compiled then: this only saves
time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from importlib import import_module
from typing import Any, Final

import numpy as np

I1, I2, I3 = (np.empty((0,) * axes, np.int64) for axes in (1, 2, 3))
B1, B2 = (np.empty((0,) * axes, np.int8) for axes in (1, 2))
F1, F2, F3, F5 = (np.empty((0,) * axes) for axes in (1, 2, 3, 5))
TABLE: Final = (I2, I1, I1, I1, I2)
OPS: Final = (B1, B1, B2, F2, F2)
RULES: Final = (I1, I1, F1, I1, I1)
DEALER: Final = (OPS, I2)
PLAYED: Final = (F3, I2, F2, F5, I3)
SLOTS: Final = (I1, F1, I1)
FACTORS: Final = (I1, I1, F2)
PRODUCTS: Final = (I1, F1)
DEALT: Final = (0, F1, 0.0, DEALER, DEALER, F2, (0, 0, F2))
KERNELS: Final = "pitboss.solvers.kernels"
SHARES: Final[tuple[dict[str, tuple[Any, ...]], ...]] = (
    {
        "shoe.solve_shoe": (TABLE, RULES, DEALER, 0, 0, F3, PLAYED),
        "shoe.value_of_shoe": (TABLE, RULES, (I1, F1, I1), PLAYED, I3, (F3, I2, F2, F3, F2), 0),
        "dealer.write_programs": (TABLE, 0, 0, 0, F2, OPS, I2),
    },
    {
        "products.multiply": (FACTORS, FACTORS, 0, I2, PRODUCTS, 0, SLOTS, 0),
        "products.spread": (*PRODUCTS, PRODUCTS, 0, SLOTS, 0),
        "products.shift_of": (0,),
        "products.pair_of": (0, 0),
        "products.work_out": (SLOTS, 0, DEALT),
        "splits.split_orders": (I2, 0, I1, I1, F2, I1),
        "play.follow_chart": (TABLE, RULES, 0, I1, F2, I2, PLAYED, I3, (F2, I1)),
    },
)
"""What each process compiles: functions, and arguments of the kinds that they are called with."""


def compile_solver(wanted: str) -> None:
    """Compile everything if one part is wanted, half of it in another process.

    With one core, what is called is compiled when it is called.
    """
    if (os.cpu_count() or 1) < 2 or not any(wanted in share for share in SHARES):
        return
    other = multiprocessing.get_context("spawn").Process(target=_compile_rest, daemon=True)
    other.start()
    compile_share(0)
    other.join()


def compile_share(share: int) -> None:
    """Compile what one process has to, and keep it."""
    import numba

    for name, arguments in SHARES[share].items():
        module, _, function = name.partition(".")
        kernel = getattr(import_module(f"{KERNELS}.{module}"), function)
        kernel.compile(tuple(map(numba.typeof, arguments)))


def _compile_rest() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupting the command ends this too
    compile_share(1)
