"""A table for simulations, whose rounds nobody will read again."""

from __future__ import annotations

from pitboss.log import Event
from pitboss.table.cards.shoes import Shoes
from pitboss.table.houses.opening import Open
from pitboss.table.table import Table


class UnloggedTable(Table):
    """Deals, asks and pays as every table does; only `layout` has the events of its last round.

    No log is kept and no chain of hashes made.
    """

    def __init__(self, opened: Open, shoes: Shoes) -> None:
        super().__init__(opened, shoes, "", keep=False)

    def _log(self, made: Event) -> None:
        self.layout.note(made)

    def _log_opening(self) -> None:
        """Nothing is carried over."""
        self.layout.clear()

    def _end_round(self) -> None:
        """Nobody compares its chain."""
