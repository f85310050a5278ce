"""The end of a table that stopped under other rules, by a floor supervisor's decision.

Its round is voided, its meters are handed over, its players are paid out, and its log is closed:
all of it is gathered in the journal, and kept together or not at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pitboss.log import Event
from pitboss.money import Cents
from pitboss.progressive.fund import Fund
from pitboss.progressive.link import Link
from pitboss.store.books import Books, parse_source
from pitboss.store.journal import JournalVault
from pitboss.table.cards.delivery import Delivery
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.houses.settings import logged_settings
from pitboss.table.houses.supersession import closing, supersede
from pitboss.table.log.ledger import chips, post
from pitboss.table.money.awards import retired, transferred


class Ending:
    """A table whose log is being ended."""

    def __init__(self, floor: Books, table: str, by: str, why: str) -> None:
        store = floor.store
        row, self._events = store.table(table), store.events_of_last_round(table)
        self._sink = floor.journal.sink(table)
        self._balances = Counter(store.balances(table))
        house = logged_settings(row.house)
        self.meters: Mapping[str, Link] = floor.meters_filed(house)
        """The meters that it fed, by its names for them."""
        vault = JournalVault(table, floor.journal, store.shoe)
        shoe = Delivery.of("shoe", house.decks, 0)  # no card is dealt from it again
        self._shoes = SealedShoes(shoe, parse_source(row.source), vault)
        self._write(*supersede(floor.book, self._events, self._shoes, self.meters, by, why))

    def transfer(
        self, name: str, to: str, by: str, clause: str, why: str, permission: str = ""
    ) -> Fund:
        """Transfer the liability of one of its own meters to another, with its fund."""
        fund = self.meters[name].transfer(to, by, clause, permission)
        self._write(transferred(name, fund, why))
        return fund

    def retire(self, name: str) -> None:
        """End one of its own meters, once it holds nothing that players may win."""
        self._write(retired(name, self.meters[name].retire()))

    def close(self) -> dict[str, Cents]:
        """Add the last lines of its log: players' chips are paid out; what each had."""
        had = chips(self._balances)
        self._write(*closing(self._events, self._shoes, had))
        return had

    def _write(self, *made: Event) -> None:
        for each in made:
            self._sink(each)
            post(self._balances, each)
