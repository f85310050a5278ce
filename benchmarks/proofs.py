"""How long proofs take: python benchmarks/proofs.py [runs]

Prints each figure beside its target. The whole rulebook is proved once, from scratch, into a
temporary folder; `runs` applies to what takes less than a second.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RUN = ROOT / "run"
SHEET = """
import sys, time, pitboss
from pitboss.analysis.sheet import prove
from pitboss.analysis.setting import setting
book = pitboss.load()
asked = setting(book, "colorado/21-plus-3", decks=6)
prove(asked)
for _ in range({runs}):
    for name, module in list(sys.modules.items()):
        if name.startswith("pitboss."):
            for each in vars(module).values():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()
    began = time.perf_counter()
    prove(asked)
    print(time.perf_counter() - began)
"""


def timed(command: list[str | Path]) -> tuple[float, float]:
    """Seconds and peak memory in MiB of a command and those it starts, each process by itself."""
    pid = os.posix_spawn(
        command[0],
        [os.fspath(word) for word in command],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    began = time.perf_counter()
    peak = 0.0
    while True:
        done, status, used = os.wait4(pid, os.WNOHANG)
        if done:
            break
        peak = max(peak, _memory(pid))
        time.sleep(0.005 if time.perf_counter() - began < 2 else 0.1)
    took = time.perf_counter() - began
    if status:
        raise SystemExit(f"{' '.join(map(os.fspath, command))} failed")
    return took, max(peak, used.ru_maxrss / 1024)


def _memory(pid: int) -> float:
    """Resident memory of a process and all it started, in MiB; nothing where there is no /proc."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        tasks = Path(f"/proc/{pid}/task").iterdir()
        inner = [int(c) for t in tasks for c in (t / "children").read_text().split()]
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20 + sum(map(_memory, inner))


def median_of(runs: int, measure: Callable[[], float]) -> float:
    """The median of some measurements."""
    return statistics.median(measure() for _ in range(runs))


def show(what: str, figure: str, target: str = "") -> None:
    """One line of the table."""
    print(f"{what:<52} {figure:>12}  {target}", flush=True)


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="?", type=int, default=10)
    runs = parser.parse_args().runs
    python = ROOT / ".venv/bin/python"
    code = SHEET.format(runs=runs)
    sheets = subprocess.check_output([python, "-c", code], text=True).split()
    sheet = statistics.median(map(float, sheets))
    show("three-card sheet, rule loaded, nothing kept", f"{1000 * sheet:.1f} ms", "< 20 ms")
    rules = median_of(runs, lambda: timed([RUN, "rules"])[0])
    show("./run rules", f"{1000 * rules:.0f} ms", "< 400 ms")
    par: list[str | Path] = [RUN, "par", "21-plus-3"]
    known = subprocess.run(par, capture_output=True).returncode == 0
    if known:
        took = median_of(runs, lambda: timed(par)[0])
        show("./run par 21-plus-3", f"{1000 * took:.0f} ms", "< 600 ms")
        show("  against ./run rules", f"{took / rules:.2f} ×")
    else:
        show("./run par 21-plus-3", "no command")
    with tempfile.TemporaryDirectory() as folder:
        where = ["--folder", folder]
        whole, memory = timed([RUN, "prove", *where])
        show("whole rulebook from nothing", f"{whole:.1f} s", "< 60 s")
        show("  memory at its peak, all processes", f"{memory:.0f} MiB", "< 1,024 MiB")
        check = median_of(3, lambda: timed([RUN, "prove", "--check", *where])[0])
        show("nothing changed: prove --check", f"{check:.2f} s", "< 2 s")
        show("  of the whole", f"{check / whole:.1%}")
        readings, memory = timed([RUN, "prove", "--all-readings", *where])
        show("whole rulebook, all readings", f"{readings:.1f} s", "< 300 s")
        show("  memory at its peak, all processes", f"{memory:.0f} MiB", "< 1,024 MiB")
        check = median_of(3, lambda: timed([RUN, "prove", "--check", *where])[0])
        show("nothing changed: prove --check, all readings", f"{check:.2f} s", "< 2 s")
        audit = median_of(3, lambda: timed([RUN, "audit", *where])[0])
        show("audit with fresh proofs", f"{audit:.1f} s", "< 20 s")
        size = sum(path.stat().st_size for path in Path(folder).rglob("*.txt"))
        show("size of the proofs", f"{size / 1e6:.2f} MB", "< 1.5 MB")


if __name__ == "__main__":
    main()
