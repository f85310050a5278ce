"""How fast a table deals: python benchmarks/rounds.py [rounds]

Six decks, one box, three side wagers, the seeded source, every event into a file; the player
follows basic strategy. Prints rounds a second beside the target, then each side wager's return
beside the proved one with z, then how fast the log is verified. A million rounds take minutes.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import tempfile
import time
from pathlib import Path

from pitboss.analysis.numbers import percent
from pitboss.cli.auto import Tally, play_rounds, prove_tally
from pitboss.cli.house import file_house
from pitboss.log import parse_log
from pitboss.rulebook.load import Rulebook, load
from pitboss.table.chance import Lesson
from pitboss.table.replay import verify
from pitboss.table.shoes import SealedShoes
from pitboss.table.table import Table

WAGERS = ("perfect-pairs", "three-card-poker", "kings-bounty")
SEED = 2109
VERIFIED = 5_000


def deal(book: Rulebook, rounds: int, path: Path) -> tuple[Table, list[Tally]]:
    """So many rounds, logged to a file."""
    opened = file_house(book, "pennsylvania", 6, WAGERS).opened
    shoes = SealedShoes(opened.house.decks, opened.house.cut, Lesson(SEED).shuffled)
    with path.open("w", encoding="utf-8") as file:
        write = file.write
        table = Table(opened, shoes, book.digest, lambda event: write(event.line + "\n"))
        tallies = play_rounds(table, rounds)
        table.close()
    return table, tallies


def show(what: str, figure: str, target: str = "") -> None:
    """One line of the table."""
    print(f"{what:<52} {figure:>12}  {target}", flush=True)


def main() -> None:
    """Measure, judge, verify, and say where the time goes."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    book = load()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.log"
        deal(book, 1_000, path)
        wall, core = time.perf_counter(), time.process_time()
        table, tallies = deal(book, rounds, path)
        wall, core = time.perf_counter() - wall, time.process_time() - core
        show(f"rounds a second of one core, {rounds:,} rounds", f"{rounds / core:,.0f}", "> 5,000")
        show("  by the clock on the wall", f"{rounds / wall:,.0f}")
        size = path.stat().st_size
        show("bytes of log a round", f"{size / rounds:,.0f}")
        for tally in tallies:
            if tally.key in table.opened.offers:
                prove_tally(table, tally)
                assert tally.exact is not None
                figures = f"{percent(tally.returned, 3)}, proved {percent(tally.exact, 3)}"
                show(f"{tally.name}: {figures}", f"z {tally.z:+.2f}", "< 4.5")
        deal(book, VERIFIED, path)
        core = time.process_time()
        assert not verify(book, parse_log(path.read_text("utf-8")))
        core = time.process_time() - core
        show("rounds a second read back and verified", f"{VERIFIED / core:,.0f}")
        profile = cProfile.Profile()
        profile.runcall(deal, book, 3_000, path)
        pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(12)


if __name__ == "__main__":
    main()
