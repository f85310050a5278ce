"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredDifference:
    """Something stored that does not follow from the logs."""

    where: str
    """`table 1, line 12`, `meter party, line 3`."""
    stored: str
    derived: str

    def __str__(self) -> str:
        return f"{self.where}: stored {self.stored}, derived {self.derived}"
