"""What history costs: bytes a round, the time to start, and the check.

python benchmarks/history.py [--rounds 20000] [--copies 1] [--database URL] [--wagers KEY ...]
                             [--keep]

Real rounds are dealt at one box of one blackjack table and stored as the server stores them, some
dozens in each commit to save time. The answers to commands, which a house forgets after a day,
are not stored. Then the house is started as `pitboss serve` starts it, up to its first answer,
each time in a fresh process, and its books are checked: first all of them, then only what is new.
With `--keep` an existing database is filled up to that many rounds. With `--copies` the rounds,
which may then feed no meter, appear at that many tables.
"""

from __future__ import annotations

import argparse
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from urllib.request import urlopen

from sqlalchemy import Connection, insert, select, update
from sqlalchemy import text as sql

from pitboss.cli.automatic_play import play_rounds
from pitboss.rulebook.load import load
from pitboss.store import history, queries, schema
from pitboss.store.books import Books
from pitboss.store.database import Database
from pitboss.store.keys import shoe_place
from pitboss.store.store import Store
from pitboss.store.trail import chained
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import RoundEnded
from pitboss.table.events.table import LogOpened
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.log.chain import chain_of

TABLE = "one"
AT_ONCE = 25
"""Rounds in a commit."""
STARTS = 5


def show(what: str, figure: str, target: str = "") -> None:
    """One line of the table."""
    print(f"{what:<58} {figure:>14}  {target}", flush=True)


def fill(url: str, rounds: int, wagers: tuple[str, ...]) -> None:
    """Deal until there are this many rounds."""
    book = load()
    with Store.open(url, write=True) as store:
        floor = Books(store, book)
        if TABLE in floor.journal.last:
            table, _ = floor.take_up(TABLE)
        else:
            filed = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(6, wagers))
            table = floor.open(replace(filed.opened.house, table=TABLE))
        began, had = time.process_time(), table.rounds
        while table.rounds < rounds:
            play_rounds(table, AT_ONCE)
            floor.commit()
            del table.log[:]
            for link in floor.links.values():
                link.forget(TABLE, table.rounds)
        if table.rounds > had:
            speed = (table.rounds - had) / (time.process_time() - began)
            show("rounds dealt and kept, a second of one core", f"{speed:,.0f}")


def copy(url: str, copies: int) -> None:
    """The same history under other table names, each with its own first line and chains."""
    with Store.open(url, write=True) as store:
        row = store.table(TABLE)
        for n in range(2, copies + 1):
            name = f"{TABLE}-{n}"
            if name in store.last_seqs():
                continue
            house = row.house.replace(f'"table":"{TABLE}"', f'"table":"{name}"')
            with store.database.writing() as connection:
                made = {**asdict(row), "id": name, "name": name, "house": house, "chain": ""}
                connection.execute(insert(schema.tables), made)
                chain = _copy_lines(connection, name, house)
                connection.execute(
                    update(schema.tables).where(schema.tables.c.id == name).values(chain=chain)
                )
                for shoe in connection.execute(select(schema.vault)).all():
                    if shoe.table_id == TABLE:
                        seed = store.keys.open(shoe.text, shoe_place(TABLE, shoe.number))
                        text = store.keys.seal(seed, shoe_place(name, shoe.number))
                        kept = {"table_id": name, "number": shoe.number, "text": text}
                        connection.execute(insert(schema.vault), kept)
                for table, columns in (
                    ("entries", "seq, n, source, target, cents"),
                    ("balances", "account, cents"),
                ):
                    connection.execute(
                        sql(
                            f"INSERT INTO {table} (table_id, {columns}) "
                            f"SELECT :new, {columns} FROM {table} WHERE table_id = :of"
                        ),
                        {"new": name, "of": TABLE},
                    )


def _copy_lines(connection: Connection, name: str, house: str) -> str:
    """The lines, each round with the chain that it has after another first line; their chain."""
    reached, lines = "", list[str]()
    kept: list[history.KeptLine] = []
    rounds = 0

    def flush(last: bool) -> None:
        nonlocal kept, rounds
        for piece in history.pieces(kept):
            rounds += history._add(connection, name, piece, rounds)
            kept = kept[len(piece) :]
        if last:
            found = [{"table_id": name, **each._asdict()} for each in kept]
            connection.execute(insert(schema.events), found)

    for each in queries.lines(connection, TABLE):
        event = TABLE_LOG.parse_event(each.line) if each.kind in CHANGED else None
        line = each.line
        if isinstance(event, LogOpened):
            line = replace(event, house=house).line
        elif isinstance(event, RoundEnded):
            chain = chain_of(event.salt, lines)
            line, lines = replace(event, chain=chain).line, [chain]
        lines.append(line)
        reached = chained(reached, each.at, line)
        kept.append(each._replace(line=line))
        if len(kept) > 50 * history.LINES:
            flush(last=False)
    flush(last=True)
    return reached


CHANGED = (LogOpened.kind, RoundEnded.kind)


def sizes(url: str, rounds: int) -> None:
    """Bytes per round, and what they consist of."""
    path = Database(url).path
    if path is None:
        with Store.open(url) as store:
            show("bytes a round", f"{store.size / rounds:,.0f}", "≤ 2,500")
        return
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        show("bytes a round", f"{path.stat().st_size / rounds:,.0f}", "≤ 2,500")
        parts = connection.execute(
            "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 6"
        )
        for name, size in parts:
            show(f"  {name}", f"{size / rounds:,.1f}")


def starts(url: str) -> None:
    """Seconds until a server of this house answers."""
    took = []
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    for _ in range(STARTS):
        began = time.perf_counter()
        command = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--database", url]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert process.stdout
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            if not line:
                raise SystemExit(f"The server does not start: {said}")
            said += line
        port = said.partition("localhost:")[2].split()[0]
        with urlopen(f"http://localhost:{port}/health") as answer:
            answer.read()
        took.append(time.perf_counter() - began)
        process.terminate()
        process.wait(60)
        process.stdout.close()
    show("a start until the first answer, median", f"{statistics.median(took):.2f} s", "≤ 2 s")
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    show("  slowest", f"{max(took):.2f} s")
    show("  time of a core, with its stop", f"{used / STARTS:.2f} s")


CHECK = """
import resource, subprocess, sys, time
began = time.perf_counter()
status = subprocess.call([sys.executable, "-m", "pitboss", "db", "check", *sys.argv[1:]])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{status} {time.perf_counter() - began:.1f} {used.ru_utime:.1f} {used.ru_maxrss // 1024}")
"""


def check(url: str) -> None:
    """A full check, then a check of what is new."""
    for what, options in (("everything", ["--full"]), ("what is new", [])):
        said = subprocess.check_output(
            [sys.executable, "-c", CHECK, "--database", url, *options], text=True
        )
        print(said.splitlines()[0])
        status, wall, core, memory = said.splitlines()[-1].split()
        if status != "0":
            raise SystemExit("The check found differences.")
        show(f"db check of {what}", f"{wall} s", f"{core} s of a core, {memory} MiB at most")


def main() -> None:
    """Fill, then measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--database", default="")
    parser.add_argument("--wagers", nargs="*", default=[])
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = asked.database or f"sqlite:///{folder}/pitboss.sqlite3"
        path = Database(url).path
        if not (asked.keep and path and Path(path).exists()):
            Store.migrate(url)
        fill(url, asked.rounds, tuple(asked.wagers))
        copy(url, asked.copies)
        show("rounds", f"{asked.rounds * asked.copies:,}")
        sizes(url, asked.rounds * asked.copies)
        starts(url)
        check(url)


if __name__ == "__main__":
    main()
