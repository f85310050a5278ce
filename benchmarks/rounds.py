"""How fast a table deals, and whether what it pays is what was proved.

python benchmarks/rounds.py [rounds]             speed, then where the time goes
python benchmarks/rounds.py million [rounds]     every provable wager in turn, judged by z

The first deals six decks to one box with three side wagers from the seeded source, and writes every
event to a file; the player follows basic strategy. It prints rounds a second beside the target,
each side wager's return beside the proved one with z, and how fast the log is verified.

The second deals a million rounds or more at tables of every game in every jurisdiction, with a few
side wagers at a time until each has been dealt; it fails where |z| is 4.5 or more.
"""

from __future__ import annotations

import argparse
import cProfile
import math
import pstats
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pitboss.analysis.numbers import percent
from pitboss.cli.automatic_play import Tally, play_rounds, prove_tally
from pitboss.errors import PitbossError
from pitboss.library.open_table import deal_from
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.schema import Game, Wager
from pitboss.table.events import TABLE_LOG
from pitboss.table.houses.default_house import FiledHouse, Wish, file_house, find_game
from pitboss.table.houses.offers import why_not
from pitboss.table.log.verification import verify
from pitboss.table.table import Table

WAGERS = ("perfect-pairs", "three-card-poker", "kings-bounty")
SEED = 2109
VERIFIED = 5_000
MILLION = 1_000_000
TOGETHER = 6
"""Side wagers at one table."""
MOST_Z = 4.5


def deal(book: Rulebook, filed: FiledHouse, rounds: int, path: Path) -> tuple[Table, list[Tally]]:
    """Deal this many rounds, logged to a file."""
    with path.open("w", encoding="utf-8") as file:
        write = file.write
        table = deal_from(
            book, filed.opened, SEED, lambda event: write(event.line + "\n"), keep=False
        )
        tallies = play_rounds(table, rounds)
        table.close()
    return table, tallies


def show(what: str, figure: str, target: str = "") -> None:
    """One line of the table."""
    print(f"{what:<74} {figure:>10}  {target}", flush=True)


def speed(book: Rulebook, rounds: int) -> None:
    """Measure, judge, verify, and say where the time goes."""
    filed = file_house(book, find_game(book, "pennsylvania/blackjack"), Wish(6, WAGERS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.log"
        deal(book, filed, 1_000, path)
        wall, core = time.perf_counter(), time.process_time()
        table, tallies = deal(book, filed, rounds, path)
        wall, core = time.perf_counter() - wall, time.process_time() - core
        show(f"rounds a second of one core, {rounds:,} rounds", f"{rounds / core:,.0f}", "≥ 10,000")
        show("  by the clock on the wall", f"{rounds / wall:,.0f}")
        show("bytes of log a round", f"{path.stat().st_size / rounds:,.0f}")
        for tally in tallies:
            judge(table, tally)
        deal(book, filed, VERIFIED, path)
        core = time.process_time()
        assert not verify(book, TABLE_LOG.parse_log(path.read_text("utf-8")))
        core = time.process_time() - core
        show("rounds a second read back and verified", f"{VERIFIED / core:,.0f}", "≥ 5,000")
        profile = cProfile.Profile()
        profile.runcall(deal, book, filed, 3_000, path)
        pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(20)


def judge(table: Table, tally: Tally) -> float:
    """Print the return of a wager beside the proved one; returns how far apart they are."""
    if tally.key not in table.opened.offers:
        return 0
    prove_tally(table, tally)
    where = f"{table.opened.game.id} {tally.key}"
    if tally.exact is None or tally.z is None:
        show(f"  {where}", f"{tally.judged:,}", "no proof for this play")
        return 0
    figures = f"{percent(tally.returned, 2)}, proved {percent(tally.exact, 2)}"
    show(f"  {where}", f"{tally.judged:,}", f"{figures}  z {tally.z:+.2f}")
    return abs(tally.z)


# -- a million rounds ------------------------------------------------------------------------------


def tables(book: Rulebook) -> Iterator[FiledHouse]:
    """Tables that together deal every side wager: those of each game, then of blackjack."""
    for game in book.games:
        own = [book.wager(f"{game.jurisdiction}/{key}") for key in game.wagers]
        yield from _tables(book, game, [w for w in own if is_side(w, game)])
        if game.key == "blackjack":
            others = [w for w in book.wagers if w.jurisdiction == game.jurisdiction]
            at_another = {f"{g.jurisdiction}/{key}" for g in book.games for key in g.wagers}
            rest = [w for w in others if is_side(w, game) and w.id not in at_another]
            yield from _tables(book, game, rest)


def is_side(wager: Wager, game: Game) -> bool:
    return wager.role == "side" and not why_not(wager, game)


def _tables(book: Rulebook, game: Game, wagers: list[Wager]) -> Iterator[FiledHouse]:
    """As many at once as can be combined with one number of decks."""
    left = list(wagers)
    while left:
        taken: list[Wager] = []
        filed: FiledHouse | None = None
        for wager in left:
            keys = [w.key for w in (*taken, wager)]
            if len(keys) <= TOGETHER and (made := _file(book, game, keys)):
                taken.append(wager)
                filed = made
        if filed is None:
            for wager in left:
                show(f"  {wager.id}", "", "no table of this game can offer it alone")
            return
        left = [w for w in left if w not in taken]
        yield filed
    if not wagers and game.wagers:
        try:
            yield file_house(book, game, Wish())
        except PitbossError as error:
            print(f"  {game.id}: {error}")


def _file(book: Rulebook, game: Game, keys: list[str]) -> FiledHouse | None:
    """The house that offers these, with what they need, if any number of decks allows it."""
    sides = {w.key for w in book.wagers if w.jurisdiction == game.jurisdiction and w.role == "side"}
    rules = [book.wager(f"{game.jurisdiction}/{key}") for key in keys]
    needed = [each for rule in rules for each in rule.requires if each in sides]
    for decks in (None, *game.decks):
        try:
            return file_house(book, game, Wish(decks, tuple(dict.fromkeys([*needed, *keys]))))
        except PitbossError:
            continue
    return None


def million(book: Rulebook, rounds: int) -> int:
    """Every provable wager, judged; the exit status."""
    found = list(tables(book))
    each = math.ceil(rounds / len(found))
    begun, worst, dealt = time.perf_counter(), 0.0, 0
    for filed in found:
        table = deal_from(book, filed.opened, SEED, keep=False)
        started = time.process_time()
        tallies = play_rounds(table, each)
        core = time.process_time() - started
        dealt += each
        house = filed.opened.house
        show(
            f"{filed.opened.game.id}, {house.decks} decks",
            f"{each:,}",
            f"{each / core:,.0f} rounds a second",
        )
        worst = max([worst, *(judge(table, tally) for tally in tallies)])
    show(f"{dealt:,} rounds, {time.perf_counter() - begun:,.0f} s", f"z {worst:.2f}", f"< {MOST_Z}")
    return int(worst >= MOST_Z)


def main() -> int:
    """Speed, or a million rounds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mode", nargs="?", choices=("speed", "million"), default="speed")
    parser.add_argument("rounds", nargs="?", type=int)
    words = sys.argv[1:]
    asked = parser.parse_args(["speed", *words] if words and words[0].isdecimal() else words)
    if asked.mode == "million":
        return million(load(), asked.rounds or MILLION)
    speed(load(), asked.rounds or 50_000)
    return 0


if __name__ == "__main__":
    sys.exit(main())
