"""A whole house at once: every open table of a store in one journal."""

from __future__ import annotations

from pitboss.errors import PitbossError
from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.store.books import Books
from pitboss.store.store import Store
from pitboss.table.houses.house import House
from pitboss.table.table import Table


class WholeHouse(Books):
    """Every table as it was when it stopped, including the question it was waiting for."""

    def __init__(self, store: Store, book: Rulebook) -> None:
        super().__init__(store, book)
        self.tables: dict[str, Table] = {}
        self.stopped: dict[str, str] = {}
        """Tables that cannot be resumed, and why: made by another procedure or rulebook."""
        rows = [row for row in store.tables() if row.state == "open"]
        for name, linked in store.links().items():
            if linked or any(name.startswith(f"{row.id}/") for row in rows):
                self.link(name)
        for row in rows:
            try:
                self.take_up(row.id)
            except PitbossError as error:
                self.stopped[row.id] = str(error)
        self.commit()

    def open(self, house: House, name: str = "", source: str = "system") -> Table:
        self.tables[house.table] = super().open(house, name, source)
        return self.tables[house.table]

    def take_up(self, table: str) -> tuple[Table, list[Event]]:
        self.tables[table], events = super().take_up(table)
        return self.tables[table], events
