"""The end of a table that stopped under other rules, by a floor supervisor's decision.

Its round is voided, its meters are handed over, its players are paid out, and its log is closed:
all of it is gathered in the journal, and kept together or not at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pitboss.log import Event, event
from pitboss.money import Cents
from pitboss.progressive.link import Fund, Link
from pitboss.store.floor import Floor, parse_source
from pitboss.store.journal import JournalVault
from pitboss.store.meters import link_name
from pitboss.table.awards import retired, transferred
from pitboss.table.house import House
from pitboss.table.ledger import moves
from pitboss.table.shoes import Delivery, SealedShoes
from pitboss.table.supersede import closing, supersede

PLAYER: Final = "player "


class Ending:
    """A table whose log is being ended."""

    def __init__(self, floor: Floor, table: str, by: str, why: str) -> None:
        store = floor.store
        self._row, self._events = store.table(table), store.events_of_last_round(table)
        self._sink = floor.journal.sink(table)
        self._balances = Counter(store.balances(table))
        house = House.from_json(self._row.house)
        self.own: Mapping[str, Link] = floor.own_meters(table)
        """Its own meters, by the names it has for them."""
        fed = {each.get("meter") for each in self._events if each.kind == "feed"}
        meters = {name: floor.link(link_name(house, name)) for name in fed}
        vault = JournalVault(table, floor.journal, store.shoe)
        shoe = Delivery.of("shoe", house.decks, 0)  # no card is dealt from it any more
        self._shoes = SealedShoes(shoe, parse_source(self._row.source), vault)
        self._write(*supersede(floor.book, self._events, self._shoes, meters, by, why))

    def transfer(self, name: str, to: str, by: str, clause: str, why: str) -> Fund:
        """A meter of its own hands its liability over to another, with its fund."""
        fund = self.own[name].transfer(to, by, clause)
        self._write(transferred(name, fund, why))
        return fund

    def retire(self, name: str) -> None:
        """A meter of its own ends, once its highest award is won."""
        self._write(retired(name, self.own[name].retire()))

    def pay_out(self) -> dict[str, Cents]:
        """Every player's chips go back for money; what each had."""
        had = {
            account.removeprefix(PLAYER): cents
            for account, cents in sorted(self._balances.items())
            if account.startswith(PLAYER) and cents > 0
        }
        self._write(*(event("cash-out", player=name, cents=had[name]) for name in had))
        return had

    def close(self) -> None:
        """The last lines of its log."""
        self._write(*closing(self._events, self._shoes))

    def _write(self, *made: Event) -> None:
        for each in made:
            self._sink(each)
            for move in moves(each):
                self._balances[move.source] -= move.cents
                self._balances[move.to] += move.cents
