"""The solved play of a table, for simulations and automatic play, and the sheets of its wagers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.analysis.policies import BASIC, NEVER_FOLD
from pitboss.analysis.setting import Setting, policies
from pitboss.analysis.sheet import Sheet, prove
from pitboss.errors import NotAllowed, NotProved
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook
from pitboss.table.houses.opening import Open
from pitboss.table.table import Table
from pitboss.wagers.offer import Offer

if TYPE_CHECKING:  # it needs a compiler, which a library may be without
    from pitboss.solvers.strategy_request import SolvedGame

SOLVED_PLAY: Final = "the solved strategy for a whole shoe"


class TablePlay(NamedTuple):
    """A solved game, and a player who answers what its table asks."""

    solved: SolvedGame
    answer: Callable[[Table], bool]


def solved_play(book: Rulebook, opened: Open) -> TablePlay | None:
    """The play by the solved strategy; `None` without a solver of these terms, or its compiler.

    It is also `None` where a wager at the table is proved for basic strategy.
    """
    if any(policies(offered)[0] == BASIC for offered in opened.offers.values()):
        return None
    try:
        from pitboss.solvers.player import solved_player
        from pitboss.solvers.strategy_sheet import solve_table

        made = solve_table(book, opened)
        return TablePlay(made, solved_player(made))
    except (ModuleNotFoundError, NotAllowed):
        return None


def sheet_of(
    opened: Open, key: str, stake: Cents, play: TablePlay | None
) -> tuple[Sheet | None, str]:
    """The sheet of a side wager, or why there is none."""
    bound = opened.offers.get(key)
    if bound is None:
        return None, "proved with the game" if play else "no proof weighs this play of the game"
    policy = policies(bound)[0]
    if play and policy == NEVER_FOLD:
        return None, "proved with the game"
    return sheet_or_why(opened, bound, stake, policy)


def sheet_or_why(opened: Open, bound: Offer, stake: Cents, policy: str) -> tuple[Sheet | None, str]:
    """The sheet of a wager under a policy of the proofs, or why there is none."""
    try:
        return prove(Setting(bound, opened.game, opened.terms, stake, policy)), ""
    except (NotProved, NotAllowed) as error:
        return None, str(error).removesuffix(".")
