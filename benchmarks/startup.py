"""How long `./run` takes to answer: python benchmarks/startup.py [runs]

Prints the median and the slowest of some runs of each command, and of loading the whole rulebook
in a fresh process, in milliseconds. The first run is not counted: it may set up.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOAD = """
import time, pitboss
began = time.perf_counter()
pitboss.load()
print(time.perf_counter() - began)
"""
CHECK = """
import time
began = time.perf_counter()
import pitboss
from pitboss.wagers.findings import inspect
inspect(pitboss.load())
print(time.perf_counter() - began)
"""
COMMANDS = [
    ["--version"],
    ["--help"],
    ["rules"],
    ["rules", "--json"],
    ["rules", "show", "perfect-pairs"],
    ["rules", "show", "jackpot-party"],
    ["rules", "search", "suited blackjack"],
    ["rules", "diff", "trilux-bonus", "--between", "colorado", "south_dakota"],
]


def measure(command: list[str], runs: int) -> list[float]:
    """Seconds that each run of a command took."""
    took = []
    for _ in range(runs + 1):
        began = time.perf_counter()
        subprocess.run([ROOT / "run", *command], check=True, stdout=subprocess.DEVNULL)
        took.append(time.perf_counter() - began)
    return took[1:]


def measure_code(code: str, runs: int) -> list[float]:
    """Seconds that a piece of code says it took, each time in a fresh process."""
    python = ROOT / ".venv" / "bin" / "python"
    return [float(subprocess.check_output([python, "-c", code])) for _ in range(runs)]


def report(what: str, took: list[float]) -> None:
    median, slowest = 1000 * statistics.median(took), 1000 * max(took)
    print(f"{median:6.0f} ms  slowest {slowest:6.0f} ms  {what}")


def main() -> None:
    """Measure every command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="?", type=int, default=20)
    runs = parser.parse_args().runs
    for command in COMMANDS:
        report(" ".join(["./run", *command]), measure(command, runs))
    report("pitboss.load()", measure_code(LOAD, runs))
    report("the whole rulebook loaded and checked", measure_code(CHECK, runs))


if __name__ == "__main__":
    main()
