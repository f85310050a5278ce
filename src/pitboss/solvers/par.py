"""The PAR sheet of a game: its strategy's figures, how far results vary, and what options move."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from pitboss import __version__
from pitboss.analysis.par import Z95
from pitboss.games.terms_in_force import readings_of
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.kept_games import kept_game
from pitboss.solvers.options import option_effects
from pitboss.solvers.request import StrategyRequest
from pitboss.solvers.sheet import decimal, number, solve_game, strategy_form

Form = dict[str, Any]
SCHEMA: Final = "pitboss.par-game/1"
AFTER: Final = tuple(10**n for n in range(3, 8))
"""Rounds after which the hold is shown."""


def game_form(
    book: Rulebook,
    asked: StrategyRequest,
    *,
    options: bool = True,
    step: Callable[[int], None] = lambda done: None,
) -> Form:
    """The sheet as data; with `options` also what each other choice moves."""
    made = solve_game(book, asked)
    section = book.section_of(made.game)
    chosen = {key: reading.default for key, reading in readings_of(book, made.game).items()}
    kept = kept_game(book, asked, made)
    solved = kept["strategy"] if kept else strategy_form(made)
    expectation, risk = figure(solved["expectation"]), figure(solved["element_of_risk"])
    spread = solved["standard_deviation"]
    varies = -float(expectation), None if spread is None else number(spread)
    form = solved | {
        "schema": SCHEMA,
        "jurisdiction": book.jurisdictions[made.game.jurisdiction].name,
        "status": section.status,
        "effective": section.effective.isoformat() if section.effective else None,
        "object": made.game.object,
        "readings": chosen | dict(asked.readings),
        "house_edge": decimal(-expectation),
        "return": decimal(1 - risk),
        "hold": _hold(*varies),
        "rounds_house_ahead": _house_ahead(*varies),
        "version": __version__,
        "rulebook": book.digest,
    }
    if options and kept:
        form["options"] = kept["options"]
        step(len(kept["options"]))
    elif options:
        form["options"] = option_effects(book, asked, step)
    text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return form | {"digest": hashlib.sha256(text.encode()).hexdigest()}


def figure(text: str) -> float | Fraction:
    """A figure of the sheet as it was: exact if it is written so.

    >>> figure("-1/8"), figure("0.25")
    (Fraction(-1, 8), 0.25)
    """
    return Fraction(text) if "/" in text else float(text)


def _hold(edge: float, spread: float | None) -> list[Form]:
    """Limits of what the house keeps of each first stake, 95 times in 100, by the normal law."""
    if spread is None:
        return []
    reach = {rounds: float(Z95) * spread / math.sqrt(rounds) for rounds in AFTER}
    return [
        {"rounds": rounds, "low": decimal(edge - off), "high": decimal(edge + off)}
        for rounds, off in reach.items()
    ]


def _house_ahead(edge: float, spread: float | None) -> int | None:
    """Rounds until the house is ahead 975 times in 1,000."""
    if spread is None or edge <= 0:
        return None
    return math.ceil((float(Z95) * spread / edge) ** 2)
