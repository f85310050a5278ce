"""The solved play of a table, for simulations and automatic play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.analysis.policies import BASIC
from pitboss.analysis.setting import policies
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.table.houses.opening import Open
from pitboss.table.table import Table

if TYPE_CHECKING:  # it needs a compiler, which a library may be without
    from pitboss.solvers.sheet import Solved

SOLVED_PLAY: Final = "the solved strategy of a whole shoe"


class TablePlay(NamedTuple):
    """A solved game, and somebody who answers what a table of it asks."""

    solved: Solved
    answer: Callable[[Table], bool]


def solved_play(book: Rulebook, opened: Open) -> TablePlay | None:
    """The play by the solved strategy; none without a solver of these terms, or its compiler.

    There is none either where a wager at the table is proved for basic strategy.
    """
    if any(policies(offered)[0] == BASIC for offered in opened.offers.values()):
        return None
    try:
        from pitboss.solvers.player import solved_player
        from pitboss.solvers.sheet import solve_table

        made = solve_table(book, opened)
        return TablePlay(made, solved_player(made))
    except (ModuleNotFoundError, NotAllowed):
        return None
