"""What a process says that has its compiler at hand, and none of the rules compiled."""

from __future__ import annotations

import sys
from importlib import import_module

from pitboss.solvers.kernels import before_compiling


def asked(folder: str, stake: float) -> str:
    """What the rules in a folder say is won, and what is compiled before they say it."""
    said: list[str] = []
    before_compiling.append(lambda name: said.append(f"compiles {name}: "))
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True  # a file may change twice in a second
    said.append(str(import_module("rules.outer").won(stake)))
    return "".join(said)
