"""Games that come solved with pitboss: the sheet of each at its default terms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitboss.analysis.proof_files import engine_version, read_file, rule_digest
from pitboss.analysis.returns_by_play import wagers_by_play, wagers_of
from pitboss.analysis.shipped_sheets import (
    comparing_version,
    digest_of,
    sealed,
    unsealed,
    why_unlike,
)
from pitboss.games.terms_in_force import readings_of
from pitboss.package_data import shipped
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.solvers.proofs import PRINTS, SOURCE, SolvedDefaults, made_from
from pitboss.solvers.request import StrategyRequest
from pitboss.solvers.sheet import Solved, solve_game
from pitboss.solvers.strategy import Strategy


def kept_game(book: Rulebook, asked: StrategyRequest, made: Solved) -> dict[str, Any] | None:
    """A game's strategy, options and wagers from an up-to-date file; `None` at other terms."""
    game = made.game
    text = read_file(game_sheet_file(shipped("proofs"), game))
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


def game_sheet_text(book: Rulebook, found: SolvedDefaults) -> str:
    """The text of the file, for a game that was worked out."""
    kept = {
        "strategy": found.strategy,
        "options": found.options,
        "wagers_by_play": by_play(book, found.made),
    }
    return sealed(_made_from(book, found.made), kept)


def by_play(book: Rulebook, made: Solved) -> list[dict[str, Any]]:
    """The wagers of a game whose value depends on the play, where the main game is standard."""
    if not isinstance(made, Strategy):
        return []
    return wagers_by_play(book, made.game, made.terms, made.shoe)


def why_game_sheet_stale(book: Rulebook, made: Solved, text: str | None) -> str:
    """Why the file of a game's sheet is out of date; empty if it is not."""
    return why_unlike(_made_from(book, made), text)


def _made_from(book: Rulebook, made: Solved) -> str:
    named = made.game.name, made.game.cite
    prints = [(SOURCE / name).read_text("utf-8") for name in sorted(PRINTS)]
    wagers: list[str] = []
    if isinstance(made, Strategy):
        wagers = [rule_digest(book, wager) for wager in wagers_of(book, made.game)]
        wagers += engine_version(), comparing_version()
    return digest_of(made_from(book, made), *prints, *named, *wagers)


def left_over_game_sheets(book: Rulebook, folder: Path) -> list[Path]:
    """Files of games that are gone."""
    known = {game_sheet_file(folder, game) for game in book.games}
    return sorted(path for path in folder.glob("sheets/games/*/*.json") if path not in known)
