"""The play *basic strategy* that sheets of wagers use, written from the solver's charts.

`tools/basic-strategy` rewrites the file; a test checks that it is what the solver finds.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pitboss.games.terms_in_force import terms_for
from pitboss.rulebook.load import Rulebook, load
from pitboss.solvers.charts import Chart, best_chart
from pitboss.solvers.rules import rules_of

FILE: Final = Path(__file__).resolve().parents[2] / "src/pitboss/analysis/basic_strategy.toml"
GAMES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "stand_on_soft_17": ("pennsylvania/blackjack", {"surrender": "none"}),
    "hit_on_soft_17": ("colorado/blackjack", {"resplit_aces": "no"}),
}
"""The dealer's rule → a game of six decks in which hands may be doubled after a split."""
HARD: Final = tuple(str(total) for total in range(8, 18))
SOFT: Final = tuple(str(total) for total in range(12, 20))
HEAD: Final = """\
# Written by tools/basic-strategy from the solver: the best chart by totals for six decks, doubling
# after a split allowed, no surrender, the hole card read first. One letter for each upcard
# 2 3 4 5 6 7 8 9 10 A: H hit, S stand, D double else hit, d double else stand. Pairs are played as
# their totals.
"""


def chart_of(book: Rulebook, rule: str) -> Chart:
    """The best chart by totals under a rule for the dealer's soft 17."""
    game, filed = GAMES[rule]
    return best_chart(rules_of(terms_for(book, book.game(game), 6, filed)))[0]


def written(book: Rulebook) -> str:
    """The file as the solver has it."""
    lines = [HEAD]
    for rule in GAMES:
        chart = chart_of(book, rule)
        for part, rows, listed in (("hard", chart.hard, HARD), ("soft", chart.soft, SOFT)):
            lines += [f"[{rule}.{part}]"]
            lines += [f'{row:<2} = "{rows[row]}"' for row in listed]
            lines += [""]
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(written(load()), "utf-8")
