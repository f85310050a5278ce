"""How long `./run` takes to answer: python benchmarks/startup.py [runs]

Prints the median and the slowest of some runs of each command, in milliseconds.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

RUN = Path(__file__).resolve().parents[1] / "run"
COMMANDS = [
    ["--version"],
    [],
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
    for _ in range(runs):
        began = time.perf_counter()
        subprocess.run([RUN, *command], check=True, stdout=subprocess.DEVNULL)
        took.append(time.perf_counter() - began)
    return took


def main() -> None:
    """Measure every command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for command in COMMANDS:
        took = measure(command, runs)
        words = " ".join(["./run", *command])
        median, slowest = 1000 * statistics.median(took), 1000 * max(took)
        print(f"{median:6.0f} ms  slowest {slowest:6.0f} ms  {words}")


if __name__ == "__main__":
    main()
