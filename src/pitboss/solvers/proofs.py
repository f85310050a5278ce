"""Proofs of games: what each is worth at its default terms, and how every other choice changes
that.

One TOML file for each game, under `games/` of the proofs, with a digest of its terms and of the
source that solved it, so that a change of either is noticed.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from pitboss.analysis.proof_text import text_digest
from pitboss.cache_files import digest_of
from pitboss.errors import NotAllowed
from pitboss.games.terms_in_force import readings_of
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.solvers.ante_up_hands import known_hands, solve_ante_up
from pitboss.solvers.blackjack import play_shoe
from pitboss.solvers.option_effects import option_effects
from pitboss.solvers.strategy_request import SolvedGame, StrategyRequest
from pitboss.solvers.strategy_sheet import charts_of, solve_game, strategy_form

FORMAT: Final = "pitboss game proof 1"
SOURCE: Final = Path(__file__).resolve().parents[1]
DECIDES: Final = ("solvers/", "games/", "wagers/", "hands.py", "cards.py", "money.py")
"""Source that may decide a figure."""
PRINTS: Final = frozenset(
    {"solvers/strategy_request.py", "solvers/strategy_sheet.py", "solvers/option_effects.py"}
)
"""Source that requests figures and prints them, but decides none."""
DIGITS: Final = 13
"""Significant digits of a figure that is not exact: the rounding of another machine is below."""
LARGE: Final = (play_shoe, known_hands, solve_ante_up)
"""Caches of a solved game, hundreds of megabytes, that no other game uses."""
FIGURES: Final = (
    *("expectation", "average_staked", "element_of_risk", "standard_deviation", "hit_frequency"),
    "without_fee",
)


def solved_games(book: Rulebook) -> list[tuple[Game, SolvedGame]]:
    """Every game that a solver covers at its default terms, ready to be solved."""
    found = []
    for game in book.games:
        try:
            found.append((game, solve_game(book, StrategyRequest(game.id))))
        except NotAllowed:
            continue
    return found


def game_file(folder: Path, game: Game) -> Path:
    return folder / "games" / game.jurisdiction / f"{game.key}.toml"


# -- what a proof is made from ---------------------------------------------------------------------


def terms_digest(book: Rulebook, made: SolvedGame) -> str:
    """SHA-256 of all choices at a game, with their defaults."""
    game = made.game
    parts = [game.id, str(game.decks), str(made.shoe), json.dumps(dict(made.terms.texts))]
    parts += [f"{t.key}|{t.one_of}|{t.default}|{t.by}" for t, _ in book.terms_of(game)]
    parts += [f"{key}|{r.default}|{r.choices}" for key, r in readings_of(book, game).items()]
    return text_digest(*parts)


def made_from(book: Rulebook, made: SolvedGame) -> str:
    """SHA-256 of the terms and of the source that solves them."""
    solver = (SOURCE / name for name in source_of(type(made).__module__))
    return text_digest(FORMAT, terms_digest(book, made), digest_of(SOURCE, solver))


@cache
def source_of(module: str) -> tuple[str, ...]:
    """The files that a solver is made of: itself, the solvers it uses, and what they read.

    >>> "solvers/kernels/splits.py" in source_of("pitboss.solvers.burnout")
    True
    """
    seen: set[str] = set()
    waiting = [_path(module.split(".")[1:])]
    while waiting:
        name = waiting.pop()
        if not name or name in seen or name in PRINTS:
            continue
        seen.add(name)
        if name.startswith("solvers/"):
            waiting += _imports(SOURCE / name)
    return tuple(sorted(seen))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss."):
            parts = (node.module or "").split(".")[1:]
            yield _path(parts)
            yield from (_path([*parts, each.name]) for each in node.names)


def _path(parts: list[str]) -> str:
    """The file of a module, if it may decide a figure; otherwise empty."""
    name = "/".join(parts)
    found = (f"{name}.py", f"{name}/__init__.py")
    return next((f for f in found if f.startswith(DECIDES) and (SOURCE / f).is_file()), "")


# -- the file --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SolvedDefaults:
    """A game at its default terms: its strategy, and what every other choice moves."""

    made: SolvedGame
    strategy: dict[str, Any]
    options: list[dict[str, str]]


def solved_game(book: Rulebook, game: Game) -> SolvedDefaults:
    """A game that has been solved."""
    for large in LARGE:
        large.cache_clear()
    asked = StrategyRequest(game.id)
    made = solve_game(book, asked)
    return SolvedDefaults(made, strategy_form(made), option_effects(book, asked))


def game_proof(book: Rulebook, found: SolvedDefaults) -> str:
    """The proof of a game that has been solved."""
    made, form, game = found.made, found.strategy, found.made.game
    head = {
        "format": FORMAT,
        "game": game.id,
        "name": game.name,
        "cite": game.cite,
        "shoe": form["shoe"],
        "per": form["per"],
        "method": form["method"],
        "rule": terms_digest(book, made),
        "from": made_from(book, made),
        "upcards": form["upcards"],
    }
    figures = {key: rounded(form[key]) for key in FIGURES if form.get(key) is not None}
    if "total_dependent" in form:
        figures["by_totals"] = rounded(form["total_dependent"]["expectation"])
    if "by_sums" in form:
        figures["by_sums"] = rounded(form["by_sums"]["expectation"])
    charts = charts_of(form) or {"hands": form["chart"]}
    lines = [*_table(head), "", "[figures]", *_table(figures)]
    for name in ("glance", "hand_values"):
        if form.get(name):
            lines += ["", f"[{name}]", *_table(form[name])]
    for part, rows in charts.items():
        lines += ["", f"[chart.{_key(part)}]", *_table(rows)]
    for each in found.options:
        moved = {k: rounded(v) if k in ("expectation", "change") else v for k, v in each.items()}
        lines += ["", "[[options]]", *_table(moved)]
    return _sealed(lines)


def rounded(figure: str) -> str:
    """A figure as stored: unchanged if exact, else to digits that every machine agrees on.

    >>> rounded("-1/8"), rounded("-0.0040287023611540947")
    ('-1/8', '-0.004028702361154')
    """
    return figure if "/" in figure else format(float(figure), f".{DIGITS}g")


def _table(rows: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {json.dumps(value, ensure_ascii=False)}" for key, value in rows.items()]


def _key(key: str) -> str:
    bare = key.replace("_", "").replace("-", "").isalnum() and key.isascii()
    return key if bare else json.dumps(key)


def _sealed(lines: list[str]) -> str:
    """The text with the SHA-256 of all its other lines in its second."""
    first, *rest = lines
    return "\n".join([first, f'text = "{text_digest(*lines, "")}"', *rest, ""])


def read_game_proof(text: str) -> dict[str, Any]:
    """A proof as data; a text that is not a proof, or was changed, is refused."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise NotAllowed("not a proof") from None
    if found.get("format") != FORMAT:
        raise NotAllowed("not a proof")
    lines = text.splitlines()
    if lines[1:2] != [f'text = "{found.get("text")}"'] or _sealed([lines[0], *lines[2:]]) != text:
        raise NotAllowed("changed since it was written")
    return found


def why_game_stale(book: Rulebook, made: SolvedGame, text: str | None) -> str:
    """Why a game's proof is out of date; empty if it is not."""
    if text is None:
        return "missing"
    try:
        found = read_game_proof(text)
    except NotAllowed as error:
        return str(error)
    if found["rule"] != terms_digest(book, made):
        return "the terms changed"
    return "" if found["from"] == made_from(book, made) else "the solver changed"


def left_over_games(book: Rulebook, folder: Path) -> list[Path]:
    """Proofs of games that the rulebook no longer has."""
    known = {game_file(folder, game) for game in book.games}
    return sorted(path for path in (folder / "games").rglob("*.toml") if path not in known)
