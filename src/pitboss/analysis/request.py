"""A request for a sheet: a wager and a few options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProofRequest:
    """A requested setting; rules, choices and meters as `KEY=VALUE`.

    `typed`: on the command line, where an option begins with `--`; otherwise in a query.
    """

    wager: str
    table: str | None = None
    decks: int | None = None
    shoe: str | None = None
    stake: str | None = None
    rules: Sequence[str] = ()
    choices: Sequence[str] = ()
    meters: Sequence[str] = ()
    typed: bool = False

    def example(self, option: str, key: str, value: str) -> str:
        """How the option is written."""
        return f"--{option} {key}={value}" if self.typed else f"{option}={key}:{value}"
