"""Games that come solved with pitboss: the sheet of each at its default terms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitboss.analysis.kept_sheets import (
    comparing_version,
    digest_of,
    sealed,
    unsealed,
    why_unlike,
)
from pitboss.analysis.proving import read_file
from pitboss.games.filing import readings_of
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.shipped import shipped
from pitboss.solvers.options import option_effects, options_form
from pitboss.solvers.proofs import made_from
from pitboss.solvers.request import StrategyRequest
from pitboss.solvers.sheet import Solved, solve_game, strategy_form


def kept_game(
    book: Rulebook, asked: StrategyRequest, made: Solved, folder: Path | None = None
) -> dict[str, Any] | None:
    """The strategy and the options of a game, from an up-to-date file; `None` at other terms."""
    game = made.game
    text = read_file(game_sheet_file(folder or shipped("proofs"), game))
    if text is None or not _is_usual(book, asked, made) or why_game_sheet_stale(book, made, text):
        return None
    return unsealed(text)


def _is_usual(book: Rulebook, asked: StrategyRequest, made: Solved) -> bool:
    """Whether everything is at its default."""
    usual = {key: reading.default for key, reading in readings_of(book, made.game).items()}
    as_read = usual | dict(asked.readings) == usual
    return as_read and made.asked == solve_game(book, StrategyRequest(made.game.id)).asked


def game_sheet_file(folder: Path, game: Game) -> Path:
    """The file of a game's sheet."""
    return folder / "sheets" / "games" / game.jurisdiction / f"{game.key}.json"


def prove_game_sheet(book: Rulebook, game: Game) -> str:
    """The text of the file."""
    asked = StrategyRequest(game.id)
    made = solve_game(book, asked)
    options = options_form(option_effects(book, asked))
    return sealed(_made_from(book, made), {"strategy": strategy_form(made), "options": options})


def why_game_sheet_stale(book: Rulebook, made: Solved, text: str | None) -> str:
    """Why the file of a game's sheet is out of date; empty if it is not."""
    return why_unlike(_made_from(book, made), text)


def _made_from(book: Rulebook, made: Solved) -> str:
    named = made.game.name, made.game.cite
    return digest_of(made_from(book, made), comparing_version(), *named)


def left_over_game_sheets(book: Rulebook, folder: Path) -> list[Path]:
    """Files of games that are gone."""
    known = {game_sheet_file(folder, game) for game in book.games}
    return sorted(path for path in folder.glob("sheets/games/*/*.json") if path not in known)
