"""Tables and meters in operation: resumed from the store, and written back to it.

People act on the tables in memory. What they do is gathered in the journal and committed once for
each accepted command; nobody may learn of it before that. If a commit fails, the floor is ahead of
the store: reload it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from pitboss.errors import NotAllowed, NotationError
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.progressive.link import Link
from pitboss.progressive.link_replay import LinkReplay, continued, link_from
from pitboss.progressive.meter import Fund
from pitboss.progressive.secret import DrawnSecrets, KeptSecrets
from pitboss.rulebook.load import Rulebook
from pitboss.store.journal import Batch, Journal, JournalVault, Opening
from pitboss.store.meters import link_name, meter_name
from pitboss.store.queries import TableRow
from pitboss.store.store import Store
from pitboss.table.cards.seeds import Lesson, SeedSource, System
from pitboss.table.cards.shoes import Delivery, SealedShoes
from pitboss.table.houses.house import House, logged_settings
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.log.ledger import chips, post
from pitboss.table.log.replay import closing, opened_by, resume, supersede
from pitboss.table.money.awards import open_link, own_links, retired, transferred
from pitboss.table.table import Table


class Books:
    """The tables that write to one journal, and every meter that these tables feed."""

    def __init__(self, store: Store, book: Rulebook) -> None:
        self.store, self.book = store, book
        self.journal = Journal(store.last_seqs())
        self.links: dict[str, Link] = self.journal.links
        """Meters by `link_name`."""

    def open(self, house: House, name: str = "", source: str = "system") -> Table:
        """Open a table, and its meters; gathered, not yet committed.

        The house's `table` is its id, and no earlier table may have had it: the keys of its meters
        begin with it.
        """
        opened = open_house(self.book, house)
        table = house.table
        if table in self.journal.last:
            raise NotAllowed(f"The table name {table!r} has already been used. Choose another.")
        shoes = self.shoes(table, opened.delivery, source)
        self.meters_filed(house)  # running ones are joined, even if no table feeds them now
        self.try_meters(opened)
        self.journal.open(Opening(table, name or table, house.to_json(), source))
        meters = self._meters(opened)
        sink = self.journal.sink(table)
        return Table(opened, shoes, self.book.digest, sink, meters, clock=self._clock)

    def commit(self) -> Batch:
        """Commit everything since the last commit, all or nothing."""
        batch = self.journal.take()
        self.store.commit(batch)
        self.journal.kept()
        return batch

    # -- resuming --------------------------------------------------------------------------------

    def take_up(self, table: str) -> tuple[Table, list[Event]]:
        """One table as it was when it stopped, with its meters; the events it was resumed from."""
        row, events = self.store.table(table), self.store.events_of_last_round(table)
        opened = opened_by(self.book, events)
        for name in opened.meters:
            self.link(link_name(opened.house, name))
        return self._resumed(row, events, opened), events

    def meters_of(self, opened: Open) -> dict[str, Link]:
        """The meters that a table feeds, by its names for them; they are running."""
        return {name: self.links[link_name(opened.house, name)] for name in opened.meters}

    def meters_filed(self, house: House) -> dict[str, Link]:
        """The meters that a house feeds, by its names for them, whatever the current rules."""
        found = {key: meter_name(house, key) for key in self.store.links()}
        return {name: self.link(key) for key, name in found.items() if name}

    def link(self, name: str) -> Link:
        """A meter that is running, by `link_name`."""
        if name not in self.links:
            self.links[name] = self._resumed_link(name)
        return self.links[name]

    def _resumed(self, row: TableRow, events: list[Event], opened: Open) -> Table:
        shoes = self.shoes(row.id, opened.delivery, row.source)
        sink = self.journal.sink(row.id)
        return resume(self.book, opened, events, shoes, self.meters_of(opened), sink, self._clock)

    def _resumed_link(self, name: str) -> Link:
        said, events = self.store.link_since(name)
        sink = self.journal.link_sink(name)
        state = said.state if said else {"committed": 0, "sealed": False}
        opened = state["committed"] - state["sealed"]  # of these no value decides any more
        kept = self.store.secrets(name, opened)
        keep = self.journal.keeper(name, opened + len(kept))
        if said is None:
            return link_from(events, KeptSecrets(DrawnSecrets(), kept, keep), sink, name)
        self.journal.snapped[name] = said.line
        seal = kept.pop(0) if state["sealed"] else None
        first, *rest = events
        replay = LinkReplay.resumed(
            first, state, seal, KeptSecrets(DrawnSecrets(), kept, keep), name
        )
        return continued(replay, rest, sink)

    def _clock(self) -> datetime:
        """The store's time, to the second, as a log has it."""
        return self.store.clock().replace(microsecond=0)

    def shoes(self, table: str, delivery: Delivery, source: str) -> SealedShoes:
        """The shoes of a table, whose vault is the journal and the store."""
        vault = JournalVault(table, self.journal, self.store.shoe)
        return SealedShoes(delivery, parse_source(source), vault)

    # -- meters ----------------------------------------------------------------------------------

    def _meters(self, opened: Open) -> dict[str, Link]:
        """The meters of a new table: its own, and shared ones, which the first table opens."""
        made = {}
        for name, metered in opened.meters.items():
            key = link_name(opened.house, name)
            if key not in self.links:
                secrets = KeptSecrets(DrawnSecrets(), keep=self.journal.keeper(key))
                link = open_link(opened, metered, secrets)
                link.name = key
                sink = self.journal.link_sink(key)
                for event in link.log:
                    sink(event)
                link.sink = sink
                self.links[key] = link
            made[name] = self.links[key]
            made[name].join(opened.house.table)
        return made

    def try_meters(self, opened: Open) -> None:
        """Try opening and joining every meter: a refusal must come before anything is written."""
        trial: dict[str, Link] = {}
        for name, metered in opened.meters.items():
            key = link_name(opened.house, name)
            if key not in self.links:
                trial[key] = open_link(opened, metered, DrawnSecrets())
            elif self.links[key].closed:
                raise NotAllowed(
                    f"The {key} meter was {self.links[key].closed}: choose another link name."
                )
            else:
                trial[key] = link_from(self.links[key].log[:1])
        own_links(opened, DrawnSecrets(), trial)


def parse_source(text: str) -> SeedSource:
    """Who makes the seeds of a table's shoes.

    >>> parse_source("seed 7").name
    'seed 7'
    """
    if text == "system":
        return System()
    word, _, seed = text.partition(" ")
    if word == "seed" and seed.isdecimal():
        return Lesson(int(seed))
    raise NotationError(f"{text!r} is not a source of seeds: use system, or seed and a number.")


class Ending:
    """The end of a table that stopped under other rules, by a floor supervisor's decision.

    Its round is voided, its meters are handed over, its players are paid out, and its log is
    closed. Everything is gathered in the journal, and committed together or not at all.
    """

    def __init__(self, floor: Books, table: str, by: str, why: str) -> None:
        store = floor.store
        row, self._events = store.table(table), store.events_of_last_round(table)
        self._sink = floor.journal.sink(table)
        self._balances = Counter(store.balances(table))
        house = logged_settings(row.house)
        self.meters: Mapping[str, Link] = floor.meters_filed(house)
        """The meters that it fed, by its names for them."""
        double = house.terms.get("double_shoe", "no") != "no"
        shoe = Delivery("shoe", house.decks, 0, double=double)  # no card comes from it again
        self._shoes = floor.shoes(table, shoe, row.source)
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
