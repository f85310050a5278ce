"""The liability of a meter in transfer to another, with the money behind it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.progressive.events import FundMoved
from pitboss.progressive.meter import Held

REOPENED: Final = "decision"
"""Used instead of a clause: a table is reopened under other rules, and nothing is discontinued."""


@dataclass(frozen=True, slots=True)
class Fund(Held):
    """What a meter handed over, to which other, and on whose authority (30-2110(15)(d))."""

    of: str
    sequence: int
    to: str
    by: str
    """The floor supervisor who carried it out."""
    clause: str
    """The clause that lets a liability be transferred, or `REOPENED`."""
    shown: Fraction
    reserve: Fraction
    overflow: Fraction
    permission: str = ""
    """Who permitted it, with number or date, if the law requires that."""

    @classmethod
    def moved(cls, of: str, sequence: int, to: str, said: FundMoved) -> Fund:
        """The fund that a line of a meter's log speaks of."""
        parts = said.shown, said.reserve, said.overflow
        return cls(of, sequence, to, said.by, said.clause, *parts, said.permission)

    @property
    def word(self) -> dict[str, str]:
        """On whose authority it was transferred, as every log says it."""
        said = {"by": self.by, "clause": self.clause, "permission": self.permission}
        return {name: words for name, words in said.items() if words}
