"""Simulations that people run: one at a time for each person, one core for all, results stored."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import Field

from pitboss.errors import NotAllowed, NotInstalled, PitbossError, UnknownName
from pitboss.rulebook.load import Rulebook
from pitboss.server.long_work import TooMany
from pitboss.server.messages.message import Message
from pitboss.server.messages.rulebook_messages import (
    MOST_ROUNDS,
    SimulatedGameView,
    SimulatedWagerView,
    SimulationLine,
    SimulationLineOfList,
    SimulationOrder,
    SimulationPoint,
    SimulationsView,
    SimulationView,
)
from pitboss.store.database import Database, data_folder
from pitboss.store.queries import stamp
from pitboss.store.store import Clock
from pitboss.table.houses.default_house import FiledHouse, Wish, file_house, find_game
from pitboss.table.houses.offers import side_wagers
from pitboss.whole_file import write_whole

if TYPE_CHECKING:
    from pitboss.simulate.results import Simulation
    from pitboss.simulate.run import Run
    from pitboss.simulate.side_wagers import SimulatedTable
    from pitboss.simulate.totals import Totals

log = logging.getLogger("pitboss.server")
KEPT: Final = 20
"""Simulations stored for one person; the oldest makes room for a new one."""
KEPT_OF_ALL: Final = 400
MOST_WAITING: Final = 8
ENDING: Final = ".simulations"
POINTS: Final = 80
"""Points of a plot."""


class KeptSimulation(Message):
    """Somebody's simulation, as it is stored."""

    owner: int
    view: SimulationView
    stopped: bool = Field(default=False, exclude=True)

    @property
    def is_under_way(self) -> bool:
        return self.view.state in ("waiting", "running")


def folder_of(database: Database) -> Path:
    """The folder in which a house stores them: next to its SQLite books or, with PostgreSQL, in the
    data folder, like its keys.
    """
    if database.path:
        return database.path.with_suffix(ENDING)
    url = database.url
    where = "-".join(str(each) for each in (url.host, url.port, url.database) if each)
    return data_folder() / f"{where.replace('/', '-')}{ENDING}"


class Simulations:
    """Everybody's simulations, stored in a folder."""

    def __init__(self, book: Rulebook, clock: Clock, folder: Path) -> None:
        self._book, self._clock, self._folder = book, clock, folder
        self._thread = ThreadPoolExecutor(1, "simulation")
        self._all: dict[str, KeptSimulation] | None = None
        self._games: tuple[list[SimulatedGameView], str] | None = None

    @property
    def all(self) -> dict[str, KeptSimulation]:
        """Every one, the oldest first; read from the folder when it is first asked for."""
        if self._all is None:
            found = sorted(self._read(), key=lambda each: each.view.at)
            self._all = {each.view.id: each for each in found}
        return self._all

    async def listed(self, owner: int) -> SimulationsView:
        """What may be simulated, and this person's own."""
        if self._games is None:
            self._games = await asyncio.to_thread(_offered, self._book)
        games, why_not = self._games
        mine = [each.view for each in self.all.values() if each.owner == owner]
        kept = [SimulationLineOfList.from_record(each) for each in reversed(mine)]
        return SimulationsView(most_rounds=MOST_ROUNDS, games=games, why_not=why_not, kept=kept)

    def find(self, owner: int, ident: str) -> KeptSimulation:
        """One of this person's own."""
        found = self.all.get(ident)
        if found is None or found.owner != owner:
            mine = [key for key, each in self.all.items() if each.owner == owner]
            raise UnknownName("simulation", ident, mine)
        return found

    async def start(self, owner: int, asked: SimulationOrder) -> SimulationView:
        """Start one; a game without a kernel is refused with the reason."""
        under_way = [each for each in self.all.values() if each.is_under_way]
        if any(each.owner == owner for each in under_way):
            raise NotAllowed("Your last simulation is still running: wait for it, or stop it.")
        if len(under_way) >= MOST_WAITING:
            raise TooMany("Too many simulations are waiting: try again in a few seconds.")
        made = KeptSimulation(owner=owner, view=_new(asked, stamp(self._clock())))
        self.all[made.view.id] = made  # before anything is awaited, so that it is one at a time
        try:
            run, filed = await asyncio.to_thread(_planned, self._book, asked)
        except BaseException:  # whatever the error was, the run is not under way
            del self.all[made.view.id]
            raise
        made.view.name = filed.opened.game.name
        self._thread.submit(self._go, made, run, filed)
        self._make_room(owner)
        return made.view

    def drop(self, owner: int, ident: str) -> None:
        """Stop one that is under way and keep its results so far; delete one that has ended."""
        found = self.find(owner, ident)
        if found.is_under_way:
            found.stopped = True
        else:
            self._forget(ident)

    def close(self) -> None:
        """Stop what is under way and shut down the thread."""
        for each in (self._all or {}).values():
            each.stopped = True
        self._thread.shutdown(wait=True, cancel_futures=True)

    # -- the run ---------------------------------------------------------------------------------

    def _go(self, made: KeptSimulation, run: Run, filed: FiledHouse) -> None:
        """Deal it, updating its view as it goes and storing it at the end."""
        from pitboss.simulate.results import simulation_of

        view = made.view
        try:
            view.state = "running"
            run.prepare()
            view.play = run.table.play_name
            view.lines = _lines(simulation_of(run, 1, complete=False))
            apart = max(1, run.chunks // POINTS)

            def step(totals: Totals) -> None:
                if made.stopped or totals.chunks % apart == 0 or totals.chunks == run.chunks:
                    _show(view, run.table, totals)
                if made.stopped:
                    raise KeyboardInterrupt

            done = not made.stopped and run.go(1, step=step)
            result = simulation_of(run, 1, done, filed.notes)
            view.lines = _lines(result)
            view.judged, view.agrees, view.notes = result.judged, result.agrees, [*result.notes]
            view.worst, view.bound = result.worst, result.bound
            view.state = "done" if done else "stopped"
        except PitbossError as error:
            view.state, view.why = "failed", str(error)
        except Exception:
            view.state, view.why = "failed", "The server failed."
            log.exception("a simulation failed")
        finally:
            self._keep(made)

    # -- storage ---------------------------------------------------------------------------------

    def _make_room(self, owner: int) -> None:
        ended = {key: each for key, each in self.all.items() if not each.is_under_way}
        mine = [key for key, each in ended.items() if each.owner == owner]
        for key in mine[: max(0, len(mine) - KEPT + 1)]:
            self._forget(key)
        for key in [*ended][: max(0, len(self.all) - KEPT_OF_ALL)]:
            if key in self.all:
                self._forget(key)

    def _forget(self, ident: str) -> None:
        del self.all[ident]
        (self._folder / f"{ident}.json").unlink(missing_ok=True)

    def _keep(self, made: KeptSimulation) -> None:
        """Write it whole or not at all; if that fails, it stays in memory until the server ends."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            text = made.model_dump_json()
            write_whole(self._folder / f"{made.view.id}.json", text.encode())
        except OSError as error:
            log.warning("a simulation is not kept", extra={"why": error.strerror})

    def _read(self) -> Iterator[KeptSimulation]:
        """Read the simulations in the folder; one that cannot be read is left out."""
        for path in self._folder.glob("*.json") if self._folder.is_dir() else ():
            try:
                yield KeptSimulation.model_validate_json(path.read_text("utf-8"))
            except (OSError, ValueError):
                log.warning("a simulation cannot be read", extra={"path": str(path)})


def _new(asked: SimulationOrder, at: str) -> SimulationView:
    return SimulationView(
        id=secrets.token_hex(8),
        at=at,
        state="waiting",
        name=asked.game,
        asked=asked,
        rounds=0,
        why="",
        play="",
        seconds=0.0,
        lines=[],
        points=[],
        judged=False,
        agrees=True,
        worst=0.0,
        bound=0.0,
        notes=[],
    )


def _planned(book: Rulebook, asked: SimulationOrder) -> tuple[Run, FiledHouse]:
    """The requested table and plan."""
    try:
        from pitboss.simulate.kernel_tables import simulated_table, usual_rounds, why_no_kernel
        from pitboss.simulate.run import Run
        from pitboss.simulate.totals import RunPlan
    except ModuleNotFoundError as missing:
        raise NotAllowed(_unable(missing)) from None
    wish = Wish(asked.decks, tuple(asked.wagers))
    filed = file_house(book, find_game(book, asked.game), wish)
    if why := why_no_kernel(filed.opened, asked.boxes):
        raise NotAllowed(f"This server can simulate only games that have a kernel: {why}.")
    table = simulated_table(filed.opened, asked.boxes, asked.strategy)
    if asked.cut_card and filed.opened.delivery.every_round:
        raise NotAllowed(f"{filed.opened.game.name} is shuffled for every round.")
    per_shoe = 0 if asked.cut_card else usual_rounds(table)
    return Run(table, RunPlan(asked.rounds, asked.seed, per_shoe)), filed


def _lines(result: Simulation) -> list[SimulationLine]:
    """Each wager compared with its proof; before anything is dealt, the proof alone."""
    fields = SimulationLine.model_fields
    return [SimulationLine(**{key: each.form[key] for key in fields}) for each in result.lines]


def _show(view: SimulationView, table: SimulatedTable[Any], totals: Totals) -> None:
    """Add a point to the plot, and bring the lines up to date."""
    units = [table.unit, *(each.unit for each in table.wagers)]
    means, errors = [], []
    for line, (unit, drawn) in enumerate(zip(units, view.lines, strict=True)):
        times, won = (int(each) for each in totals.sums[line, :2])
        error = totals.error(line, unit)
        means.append(won / times / unit if times else None)
        errors.append(None if math.isnan(error) else error)
        drawn.times, drawn.mean, drawn.error = times, means[-1], errors[-1]
    view.points.append(SimulationPoint(rounds=totals.rounds, means=means, errors=errors))
    view.rounds, view.seconds = totals.rounds, round(totals.seconds, 3)


def _offered(book: Rulebook) -> tuple[list[SimulatedGameView], str]:
    """The games that can be simulated here, and why there are none, if there are none."""
    try:
        return list(_games(book)), ""
    except ModuleNotFoundError as missing:
        return [], _unable(missing)


def _unable(missing: ModuleNotFoundError) -> str:
    return f"This server cannot simulate. {NotInstalled(str(missing.name), 'strategy')}"


def _games(book: Rulebook) -> Iterator[SimulatedGameView]:
    """Every game that a kernel deals, with the side wagers that its law allows at it."""
    from pitboss.simulate.fast_table import why_not_standard
    from pitboss.simulate.kernel_tables import why_no_kernel

    for game in book.games:
        opened = file_house(book, game, Wish()).opened
        if why_no_kernel(opened):
            continue
        sides = [wager for wager in side_wagers(book, game) if wager.role == "side"]
        yield SimulatedGameView.from_record(
            game,
            jurisdiction=book.jurisdictions[game.jurisdiction].name,
            wagers=[SimulatedWagerView.from_record(each) for each in sides],
            strategies=["best"] if why_not_standard(opened) else ["best", "basic"],
            shuffled_every_round=opened.delivery.every_round,
        )
