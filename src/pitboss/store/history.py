"""Packs of finished rounds and snapshots of meters, which let a start read little.

A pack contains the lines of finished rounds with their times, compressed, some hundreds of lines
each. It ends before the end of a round, so that the lines after it are enough to resume a table.
Its lines are read as they were written, and the chain covers them like any others.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, select, text

from pitboss.store.database import Damaged, Unreadable
from pitboss.store.keys import Keys, NoKeys, snapshot_place
from pitboss.store.schema import events, packs, snapshots
from pitboss.store.trail import StoredDifference
from pitboss.table.events.rounds import RoundEnded, RoundOpened, SlipValidated

LINES: Final = 512
"""A pack has at least this many lines, and not many more."""
AT_ONCE: Final = 64
TIME: Final = "@"
"""Marks a line of a pack that gives the time of the lines after it."""


class KeptLine(NamedTuple):
    """A line of a table's log as it is stored."""

    seq: int
    kind: str
    line: str
    at: str


def pack(lines: Iterable[KeptLine]) -> bytes:
    """Lines as a pack has them.

    >>> made = pack([KeptLine(3, "closed", "closed", "2026"), KeptLine(4, "go", "go", "2026")])
    >>> zlib.decompress(made)
    b'@2026\\nclosed\\ngo'
    >>> [(each.seq, each.line, each.at) for each in unpack(made, 3)]
    [(3, 'closed', '2026'), (4, 'go', '2026')]
    """
    written: list[str] = []
    before = ""
    for each in lines:
        if each.at != before:
            written.append(TIME + each.at)
            before = each.at
        written.append(each.line)
    return zlib.compress("\n".join(written).encode())


def unpack(packed: bytes, first: int) -> Iterator[KeptLine]:
    """The lines of a pack whose first line has that place."""
    at = ""
    for said in zlib.decompress(packed).decode().split("\n"):
        if said.startswith(TIME):
            at = said.removeprefix(TIME)
            continue
        yield KeptLine(first, said.partition(" ")[0], said, at)
        first += 1


def packed_lines(
    connection: Connection, table: str, first: int = 1, last: int | None = None
) -> Iterator[KeptLine]:
    """The lines of a log that are in packs."""
    p = packs.c
    wanted = select(packs).where(p.table_id == table, p.last >= first)
    if last is not None:
        holds = select(func.min(p.last)).where(p.table_id == table, p.last >= last)
        wanted = wanted.where(p.last <= func.coalesce(holds.scalar_subquery(), last))
    wanted = wanted.order_by(p.last).execution_options(yield_per=8)
    for row in connection.execute(wanted):
        found = _unpacked(row)
        yield from (each for each in found if first <= each.seq and (not last or each.seq <= last))


def pack_before(connection: Connection, table: str, at: str) -> int:
    """The first line of the last pack of a log that begins before a moment; 1 if none does."""
    wanted = select(packs).where(packs.c.table_id == table).order_by(packs.c.last.desc())
    found = map(_unpacked, connection.execute(wanted.execution_options(yield_per=8)))
    return next((lines[0].seq for lines in found if lines[0].at < at), 1)


def _unpacked(row: Row[Any]) -> list[KeptLine]:
    try:
        found = list(unpack(row.lines, row.first))
    except (zlib.error, UnicodeDecodeError):
        found = []
    if len(found) != row.last - row.first + 1:
        raise Unreadable(
            f"{row.table_id}, lines {row.first} to {row.last}, cannot be read. To see all faults: "
            "db check."
        )
    return found


def last_pack(connection: Connection, table: str) -> tuple[int, int]:
    """The last line of a log that is in a pack, and the rounds that have begun by then."""
    p = packs.c
    wanted = select(p.last, p.before + p.rounds).where(p.table_id == table)
    found = connection.execute(wanted.order_by(p.last.desc()).limit(1)).first()
    return (found[0], found[1]) if found else (0, 0)


def pack_rounds(connection: Connection, table: str, begun: int) -> bool:
    """Pack the rounds of a log that are over now that another has begun, if there are many.

    At most `AT_ONCE` packs are made; returns whether any was.
    """
    last, rounds = last_pack(connection, table)
    if begun - last <= LINES:
        return False
    e = events.c
    mine = e.table_id == table
    ended = select(func.max(e.seq)).where(mine, e.kind == RoundEnded.kind, e.seq < begun)
    wanted = select(e.seq, e.kind, e.line, e.at).where(
        mine, e.seq > last, e.seq <= ended.scalar_subquery()
    )
    found = connection.execute(wanted.order_by(e.seq).limit(AT_ONCE * LINES)).all()
    packed = last
    for piece in pieces(map(KeptLine._make, found)):
        rounds += _add(connection, table, piece, rounds)
        packed = piece[-1].seq
    connection.execute(
        # slips that were validated stay, to be found without unpacking everything
        delete(events).where(mine, e.seq > last, e.seq <= packed, e.kind != SlipValidated.kind)
    )
    return packed > last


def _add(connection: Connection, table: str, piece: list[KeptLine], before: int) -> int:
    """Add a pack after this many rounds; how many have begun in it."""
    rounds = sum(each.kind == RoundOpened.kind for each in piece)
    made = {"table_id": table, "first": piece[0].seq, "last": piece[-1].seq, "before": before}
    connection.execute(insert(packs), {**made, "rounds": rounds, "lines": pack(piece)})
    return rounds


def pieces(lines: Iterable[KeptLine]) -> Iterator[list[KeptLine]]:
    """Lines in pieces for packs, each up to the end of a round; what is left over is in none."""
    piece: list[KeptLine] = []
    for each in lines:
        if each.kind == RoundEnded.kind and len(piece) >= LINES:
            yield piece
            piece = []
        piece.append(each)


class PackCheck:
    """Compares what packs say of their rounds, and the slips stored with them, with the lines as
    they are read.

    The lines after a place are read, before which this many rounds have begun.
    """

    def __init__(self, connection: Connection, table: str, after: int = 0, rounds: int = 0) -> None:
        self._table, self.rounds, self._before = table, rounds, 0
        p, e = packs.c, events.c
        wanted = select(p.first, p.last, p.before, p.rounds).where(p.table_id == table)
        self._packs = iter(connection.execute(wanted.order_by(p.last)).all())
        self._next: Row[int, int, int, int] | None = next(self._packs, None)
        while self._next is not None and self._next.last <= after:
            self._take_next(self._next)
        stayed = select(e.seq, e.kind, e.line, e.at).where(
            e.table_id == table, e.seq <= last_pack(connection, table)[0], e.seq > after
        )
        self._stayed = {row.seq: KeptLine._make(row) for row in connection.execute(stayed)}

    def _take_next(self, done: Row[int, int, int, int]) -> None:
        self._before = done.before + done.rounds
        self._next = next(self._packs, None)

    def take(self, each: KeptLine) -> Iterator[StoredDifference]:
        """The next line."""
        self.rounds += each.kind == RoundOpened.kind
        if (beside := self._stayed.pop(each.seq, each)) != each:
            where = f"{self._table}, line {each.seq}, beside its pack"
            yield StoredDifference(where, beside.line[:60], each.line[:60])
        if self._next is not None and self._next.last == each.seq:
            said = self._next.before, self._next.before + self._next.rounds
            if said != (should := (self._before, self.rounds)):
                where = f"{self._table}, pack of lines {self._next.first} to {self._next.last}"
                words = "rounds {} to {}".format
                yield StoredDifference(where, words(*said), words(*should))
            self._take_next(self._next)


# -- snapshots: where each meter stood at a recent line of its log ---------------------------------
# A snapshot is sealed with the house's keys, so that nobody else can have written it, and names the
# chain of the log up to there. Checks replay the log and compare.


KEEP: Final = text(
    "INSERT INTO snapshots (link, seq, text) VALUES (:link, :seq, :text) "
    "ON CONFLICT (link) DO UPDATE SET seq = excluded.seq, text = excluded.text"
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a meter after a line of its log, and the chain of the log up to there."""

    line: int
    chain: str
    state: dict[str, Any]


def keep_snapshot(connection: Connection, keys: Keys, link: str, said: Snapshot) -> None:
    """Store a snapshot in place of the previous one."""
    made = json.dumps([said.line, said.chain, said.state])
    sealed = keys.seal(made, snapshot_place(link))
    connection.execute(KEEP, {"link": link, "seq": said.line, "text": sealed})


def snapshot_of(connection: Connection, link: str, keys: Keys | None) -> Snapshot | None:
    """The snapshot of a meter, if there is one and the keys are available."""
    s = snapshots.c
    row = connection.execute(select(s.seq, s.text).where(s.link == link)).first()
    if row is None or keys is None:
        return None
    try:
        line, chain, state = json.loads(keys.open(row.text, snapshot_place(link)))
    except (NoKeys, ValueError):
        line = 0
    if line != row.seq:
        raise Damaged(
            f"The snapshot of meter {link} was not made by this house: it was changed in the "
            "database. To see all faults: db check."
        )
    return Snapshot(line, chain, state)
