"""Starting the server: its books, its port, and what it prints; at the first start, the house that
comes with pitboss.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import resource
import secrets
import shlex
import socket
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from pitboss.errors import PitbossError, PortInUse, command, count
from pitboss.rulebook.load import Rulebook
from pitboss.server.access.guard import Connections
from pitboss.server.access.security import (
    EVERYWHERE,
    LOOPBACK,
    Access,
    Limits,
    Origins,
    Proxies,
)
from pitboss.server.app import create_app
from pitboss.server.audit_trail import OPENED, assigned
from pitboss.server.floor import Floor
from pitboss.server.health import check_at_start, check_daily, note_jump, software
from pitboss.server.hub import DirectSocket
from pitboss.server.messages.message import Role
from pitboss.server.monitoring import set_up
from pitboss.server.revisions import approval_in_words, start_filed
from pitboss.server.serve_options import ServerOptions
from pitboss.server.tables.closures import reopen_untouched
from pitboss.server.tables.filed_tables import open_filed, put_in_force
from pitboss.server.tables.open_tables import load
from pitboss.store.clock import SteadyClock
from pitboss.store.journal import Batch
from pitboss.store.store import Store
from pitboss.submission.first_submission import demonstration
from pitboss.submission.records import Submission

USUAL_PORT: Final = 8021
TRIES: Final = 20
SWITCH: Final = 0.001
"""Seconds after which a thread lets another run."""
COLLECTED_AFTER: Final = (20_000, 20, 20)
"""Objects between two collections of the newest; a click makes some hundreds."""
log = logging.getLogger("pitboss.server")


def serve(
    book: Rulebook, wish: ServerOptions, url: str, submission: Submission | None = None
) -> None:
    """Serve the floor of these books until it is stopped; without a submission of the house, the
    one that comes with pitboss.
    """
    set_up(wish.level)
    Proxies(wish.proxy)  # refused before anything is opened
    _allow_connections()
    listening = listen(wish)
    Store.migrate(url)
    with (
        listening,
        Store.open(url, write=True) as store,
        asyncio.Runner(loop_factory=auto_loop_factory()) as runner,
    ):
        runner.run(_serve(book, store, wish, listening, submission))


def _allow_connections() -> None:
    """Raise the limit on open files as far as the system allows, to 65,536 at most."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))


async def _serve(
    book: Rulebook,
    store: Store,
    wish: ServerOptions,
    listening: socket.socket,
    submission: Submission | None,
) -> None:
    check_at_start(book, store)
    floor = Floor(book, store)
    store.note("pitboss", "started", json.dumps(software(book)))
    if isinstance(store.clock, SteadyClock) and store.clock.behind:
        await note_jump(floor, -store.clock.behind)
    load(floor)
    try:
        start_filed(floor, submission, store.clock().date())
    except PitbossError as error:
        store.note("pitboss", "start refused", str(error))
        raise
    again = await reopen_untouched(floor)
    made = await open_house(floor, submission)
    try:
        await put_in_force(floor)
    except PitbossError as error:
        say(f"A revision that is due is waiting at the desk: {error}")
    host, port = listening.getsockname()[:2]
    origins = Origins(wish.host, wish.origin.rstrip("/"), socket.gethostname())
    limits, proxies = Limits(people=wish.people_per_address), Proxies(wish.proxy)
    access = Access(origins, limits, proxies, wish.second_factor)
    scheme = "https" if wish.certificate else "http"
    say(f"pitboss is at {wish.origin or f'{scheme}://{_shown(host)}:{port}'}")
    if host in EVERYWHERE and not wish.origin:
        elsewhere = f"{scheme}://{origins.name}:{port}"
        say(f"From other machines: {elsewhere}, or use this machine's address")
    say(f"{count(len(floor.tables), 'table')}; the books are {store.database.name}")
    if not floor.files_itself:
        say(f"{floor.filed.reference}: {approval_in_words(floor)}.")
    if again:
        say(f"{len(again)} of them reopened under the current rules: nobody had played there.")
    for why, many in Counter(waits.why for waits in floor.waiting.values()).items():
        say(f"To open or close at the desk, by a supervisor: {count(many, 'table')} more. {why}")
    if made:
        say("Created on this first start, each with a password that is shown only once:")
        for name, role, password in made:
            say(f"  {name:<6} {role:<8} {password}")
        where = [] if store.database.is_usual else store.database.options
        reset = shlex.join(["people", "reset", "NAME", *where])
        say(f"To replace a lost password, stop the house: {command()} {reset}")
    config = uvicorn.Config(
        create_app(floor, access),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the guard reads them, from the house's own proxies
        http=Connections(people=wish.people_per_address, proxies=proxies).protocol(),
        ws=DirectSocket,
        ssl_certfile=wish.certificate,
        ssl_keyfile=wish.private_key,
        timeout_graceful_shutdown=5,
        ws_max_size=16 * 1024,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,  # a house has the bandwidth: a view is about 5 kB
    )
    backing_up = asyncio.create_task(back_up(floor, wish.backups, wish.backup_hours))
    testing = asyncio.create_task(check_daily(book, store))
    try:
        await SealingServer(config, store).serve(sockets=[listening])
    finally:
        backing_up.cancel()
        testing.cancel()


def _settle_down() -> None:
    """Exempt long-lived objects from garbage collection; make the committing thread yield soon."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    sys.setswitchinterval(SWITCH)


async def back_up(floor: Floor, folder: Path | None, hours: int) -> None:
    """Make a sealed backup now and then, restored once as a test; failures are reported."""
    while folder:
        try:
            made = await floor.reads.whole(floor.store.back_up_into, folder)
        except Exception as error:  # the house continues without a backup, and says so
            log.error("no backup was made", extra={"why": str(error)})
            what, details = "backup failed", str(error)
            floor.metrics.no_backups.inc()
        else:
            what, details = "backup", made.name
            floor.metrics.backup.set_to_current_time()
        await floor.writes(partial(floor.store.note, "pitboss", what, details))
        await asyncio.sleep(hours * 3600)


class SealingServer(uvicorn.Server):
    """A server that seals the books once all have left, before a signal ends the process."""

    def __init__(self, config: uvicorn.Config, store: Store) -> None:
        super().__init__(config)
        self._store = store

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        say("Stop it with Ctrl-C.")
        _settle_down()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        say(f"The books stand at {self._store.seal_books('pitboss')}")


def say(words: str) -> None:
    """Report to the process that started it."""
    print(words, flush=True)


def listen(wish: ServerOptions) -> socket.socket:
    """A socket at the requested port, or at the next free one if none was requested."""
    asked = USUAL_PORT if wish.port is None else wish.port
    try:
        return _bound(wish.host, asked)
    except OSError as error:
        why = error.strerror or str(error)
    for port in range(asked + 1, min(asked + TRIES, 65_536)) if asked else ():
        try:
            free = _bound(wish.host, port)
        except OSError:
            continue
        if wish.port is None:
            print(f"Port {asked} is in use; using {port} instead.", file=sys.stderr)
            return free
        free.close()
        raise PortInUse(asked, port)
    raise PitbossError(f"Cannot listen on {wish.host}, port {asked}: {why}.")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(256)  # requests that arrive before the server is ready wait
    except OSError:
        made.close()
        raise
    return made


def _shown(host: str) -> str:
    """A host as a browser on this machine writes it.

    >>> _shown("0.0.0.0"), _shown("10.0.0.5"), _shown("fe80::1")
    ('localhost', '10.0.0.5', '[fe80::1]')
    """
    if host in LOOPBACK | EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host


# -- the first start -------------------------------------------------------------------------------


BY: Final = "demo"
STAFF: Final[tuple[tuple[str, Role], ...]] = (
    ("Dana", "dealer"),
    ("Flora", "floor"),
    ("Otto", "auditor"),
    ("Ada", "admin"),
)
PLAYER: Final[tuple[str, Role]] = ("Ann", "player")
"""Plays at the house that comes with pitboss; any other house adds its own players."""
Made = list[tuple[str, Role, str]]
"""People who were created: name, role and password."""


async def open_house(floor: Floor, submission: Submission | None = None) -> Made:
    """Open what is filed but not open yet; returns the people created, each with a password.

    Without a submission these are the tables that come with pitboss, while that house files itself.
    """
    first = not floor.taken
    by, people = "pitboss", STAFF
    if submission is None:
        opened = floor.store.noted(OPENED)[:1]
        began_here = first or any(note.who == BY for note in opened)
        if not (floor.files_itself and began_here):
            return []
        submission = demonstration(floor.book)
        by, people = BY, (*STAFF, PLAYER)
    await open_filed(floor, submission, by)
    made: Made = []
    for name, role in people if first else ():
        password = secrets.token_urlsafe(12)
        floor.store.people.add(name, role, password, by)
        made.append((name, role, password))
        for ident in [*floor.tables] if role == "dealer" else ():
            at = floor.tables[ident]
            if at.filed.has_dealer:
                at.dealer = name
                floor.store.commit(Batch(notes=(assigned(by, ident, name),)))
    return made
