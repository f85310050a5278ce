"""How long strategies take: python benchmarks/strategy.py [runs]

Prints each figure beside its target: process CPU time of one core, the median of `runs` after a
first run that compiles. On a busy machine CPU time rises too; compare figures of one run only.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from pitboss.games.terms_in_force import terms_for  # noqa: E402
from pitboss.rulebook.load import load  # noqa: E402
from pitboss.sheets.game_sheet import grid_form  # noqa: E402
from pitboss.solvers import blackjack  # noqa: E402
from pitboss.solvers.ante_up_hands import known_hands, solve_ante_up  # noqa: E402
from pitboss.solvers.blackjack import value  # noqa: E402
from pitboss.solvers.burnout import solve_burnout  # noqa: E402
from pitboss.solvers.charts import best_chart  # noqa: E402
from pitboss.solvers.hold_em import poker_of  # noqa: E402
from pitboss.solvers.pai_jack import pack_of  # noqa: E402
from pitboss.solvers.rules import RoundRules, rules_of  # noqa: E402
from pitboss.solvers.shine import hands_of  # noqa: E402
from pitboss.solvers.strategy_request import StrategyRequest  # noqa: E402
from pitboss.solvers.strategy_sheet import solve_game  # noqa: E402
from pitboss.solvers.switch import solve_switch, switch_rules_of  # noqa: E402
from pitboss.solvers.switch_hands import solve_trade  # noqa: E402
from pitboss.solvers.three_card_hands import split_hands  # noqa: E402
from pitboss.solvers.volatility import standard_deviation  # noqa: E402

BOOK = load()
ALL_CARDS = "Ante Up 21 with one poker hand of all cards"
READINGS = {ALL_CARDS: {"B-18": "all cards"}}
SPREADS = {
    **{"21-Hold 'em": "21-hold-em", '3 Card 21 "N" Done': "3-card-21-n-done"},
    **{"Blackjack Burnout": "blackjack-burnout", "Switch Hands": "switch-hands"},
    **{"Blackjack Premium": "blackjack-premium", "Blackjack Switch": "blackjack-switch"},
    **{"Ante Up 21": "ante-up-21", ALL_CARDS: "ante-up-21"},
}
"""Games whose standard deviation is more than that of standard blackjack."""
GAMES = {
    "3 Card Shine": "3-card-shine",
    "Pai Jack": "pai-jack",
    "21-Hold 'em": "21-hold-em",
    '3 Card 21 "N" Done': "3-card-21-n-done",
    "Ante Up 21": "ante-up-21",
}
FRESH = """
from pitboss.games.terms_in_force import terms_for
from pitboss.rulebook.load import load
from pitboss.solvers.blackjack import value
from pitboss.solvers.rules import rules_of
book = load()
value(rules_of(terms_for(book, book.game("pennsylvania/blackjack"), 6)))
"""
PROVED = """
from pitboss.rulebook.load import load
from pitboss.solvers.proofs import game_proof, solved_game, solved_games
book = load()
for game, _ in solved_games(book):
    game_proof(book, solved_game(book, game))
"""
MEASURED = """
import re, sys, time
sys.path.insert(0, {src!r})
{code}
most = re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())
print(time.process_time(), int(most[1]) / 1024)
"""


def game(name: str, decks: int, **filed: str) -> RoundRules:
    return rules_of(terms_for(BOOK, BOOK.game(name), decks, filed))


def took(work: Callable[[], object], runs: int) -> float:
    """Seconds of CPU time, with nothing cached from the run before except the dealer's hands."""
    work()
    times = []
    for _ in range(runs):
        blackjack.play_shoe.cache_clear()
        blackjack.play_all.cache_clear()
        best_chart.cache_clear()
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return statistics.median(times)


def _solve(asked: StrategyRequest) -> float:
    hands_of.cache_clear()
    pack_of.cache_clear()
    poker_of.cache_clear()
    split_hands.cache_clear()
    known_hands.cache_clear()
    solve_ante_up.cache_clear()
    return float(solve_game(BOOK, asked).expectation)


def _switch(rules: RoundRules) -> float:
    solve_switch.cache_clear()
    return solve_switch(rules).expectation


def _expectation(asked: StrategyRequest) -> object:
    solve_burnout.cache_clear()
    solve_trade.cache_clear()
    return solve_game(BOOK, asked).expectation


def of_its_own(code: str) -> tuple[float, float]:
    """The CPU time and the memory of a process that does this alone."""
    command = [sys.executable, "-c", MEASURED.format(src=str(ROOT / "src"), code=code)]
    env = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    seconds, memory = map(float, done.stdout.split())
    return seconds, memory


def show(what: str, figure: float, target: float, unit: str = "ms") -> None:
    scaled = figure * 1000 if unit == "ms" else figure
    print(f"{what:<58}{scaled:>9.1f} {unit:<4} target {target:g} {unit}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="?", type=int, default=9)
    runs = parser.parse_args().runs
    six = game("pennsylvania/blackjack", 6, surrender="none")
    one = game("pennsylvania/blackjack", 1, surrender="none")
    options = product(("stand", "hit"), "234", ("yes", "no"), ("none", "late", "early"))
    variants = [
        game(
            "colorado/blackjack", 6,
            soft_17=soft_17, split_hands=hands, resplit_aces=aces, surrender=surrender,
        )
        for soft_17, hands, aces, surrender in options
    ]  # fmt: skip
    print(f"six decks: {100 * value(six).expectation:.9f} % (literature -0.402870236)")
    show("six decks", took(lambda: value(six), runs), 30)
    show("single deck", took(lambda: value(one), runs), 20)
    show("36 variants of one shoe", took(lambda: [*map(value, variants)], runs), 60)
    show("the best chart by totals", took(lambda: best_chart(six), 1), 3, "s")
    solved = value(six)
    show("its standard deviation", took(lambda: standard_deviation(solved), 1), 2, "s")
    switch = switch_rules_of(terms_for(BOOK, BOOK.game("colorado/blackjack-switch"), 6))
    show("Blackjack Switch", took(lambda: _switch(switch), 1), 10, "s")
    for name, key in GAMES.items():
        asked = StrategyRequest(key)
        show(name, took(partial(_solve, asked), 1), 10, "s")
    for name, target in (("blackjack-burnout", 10), ("switch-hands", 10), ("hybrid-blackjack", 1)):
        work = partial(_expectation, StrategyRequest(name))
        show(name, took(work, 1), target, "s")
    for name, key in SPREADS.items():
        known_hands.cache_clear()
        solve_ante_up.cache_clear()
        solve_trade.cache_clear()
        solve_switch.cache_clear()
        solved_game = solve_game(BOOK, StrategyRequest(key, readings=READINGS.get(name, {})))
        began = time.process_time()
        float(solved_game.expectation)
        valued = time.process_time()
        solved_game.standard_deviation  # noqa: B018
        show(f"{name}, its standard deviation", time.process_time() - valued, 10, "s")
        solved_game.hit_frequency  # noqa: B018
        show(f"{name}, all of its figures", time.process_time() - began, 10, "s")
    strategy = solve_game(BOOK, StrategyRequest("pennsylvania/blackjack"))
    lookups = [(f"10 {low}", str(up)) for low in range(2, 10) for up in range(2, 11)] * 500
    began = time.process_time()
    for hand, up in lookups:
        strategy.best(hand, up)
    show("best plays looked up", len(lookups) / (time.process_time() - began), 100_000, "/s")
    redraw = StrategyRequest("pennsylvania/blackjack", decks=8)
    show("a grid redrawn", took(lambda: grid_form(BOOK, redraw), runs), 150)
    of_its_own(FRESH)  # keeps the bytecode of what it imports
    seconds, memory = of_its_own(FRESH)
    show("a fresh process from its start, compiled before", seconds, 1, "s")
    show("its memory", memory, 600, "MiB")
    seconds, memory = of_its_own(PROVED)
    show("every game proved", seconds, 120, "s")
    show("its memory", memory, 600, "MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
