"""The PAR sheet of a game: its strategy's figures, how far results vary, and what options move."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pitboss import __version__
from pitboss.analysis.numbers import Form
from pitboss.analysis.proof_files import engine_version, read_file, rule_digest
from pitboss.analysis.proof_text import text_digest
from pitboss.analysis.sheet import Z95
from pitboss.analysis.shipped_sheets import (
    comparing_version,
    sealed,
    unsealed,
    why_unlike,
)
from pitboss.cards import Card
from pitboss.errors import NotAllowed
from pitboss.games.terms_in_force import procedure_of, readings_of
from pitboss.hands import total
from pitboss.package_data import shipped
from pitboss.procedure.steps import Ask, Option
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.sheets.par_form import HOLD_AFTER, digest
from pitboss.solvers.blackjack_strategy import Strategy
from pitboss.solvers.option_effects import option_effects, other_choices
from pitboss.solvers.proofs import PRINTS, SOURCE, SolvedDefaults, made_from
from pitboss.solvers.returns_by_play import wagers_by_play, wagers_of
from pitboss.solvers.strategy_request import SolvedGame, StrategyRequest, asked_game
from pitboss.solvers.strategy_sheet import decimal, legend, number, solve_game, strategy_form

SCHEMA: Final = "pitboss.par-game/1"


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
    kept = shipped_game(book, asked, made)
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
    return form | {"digest": digest(form)}


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
    reach = {rounds: float(Z95) * spread / math.sqrt(rounds) for rounds in HOLD_AFTER}
    return [
        {"rounds": rounds, "low": decimal(edge - off), "high": decimal(edge + off)}
        for rounds, off in reach.items()
    ]


def _house_ahead(edge: float, spread: float | None) -> int | None:
    """Rounds until the house is ahead 975 times in 1,000."""
    if spread is None or edge <= 0:
        return None
    return math.ceil((float(Z95) * spread / edge) ** 2)


# -- games that come solved with pitboss: the sheet of each at its default terms -------------------


def shipped_game(book: Rulebook, asked: StrategyRequest, made: SolvedGame) -> dict[str, Any] | None:
    """A game's strategy, options and wagers from an up-to-date file; `None` at other terms."""
    game = made.game
    text = read_file(game_sheet_file(shipped("proofs"), game))
    if text is None or not _is_usual(book, asked, made) or why_game_sheet_stale(book, made, text):
        return None
    return unsealed(text)


def _is_usual(book: Rulebook, asked: StrategyRequest, made: SolvedGame) -> bool:
    """Whether everything is at its default."""
    usual = {key: reading.default for key, reading in readings_of(book, made.game).items()}
    as_read = usual | dict(asked.readings) == usual
    return as_read and made.asked == solve_game(book, StrategyRequest(made.game.id)).asked


def game_sheet_file(folder: Path, game: Game) -> Path:
    """The file of a game's sheet."""
    return folder / "sheets" / "games" / game.jurisdiction / f"{game.key}.json"


def game_sheet_text(book: Rulebook, found: SolvedDefaults) -> str:
    """The text of the file, for a game that has been solved."""
    kept = {
        "strategy": found.strategy,
        "options": found.options,
        "wagers_by_play": by_play(book, found.made),
    }
    return sealed(_made_from(book, found.made), kept)


def by_play(book: Rulebook, made: SolvedGame) -> list[dict[str, Any]]:
    """The wagers of a game whose value depends on the play, where the main game is standard."""
    if not isinstance(made, Strategy):
        return []
    return wagers_by_play(book, made.game, made.terms, made.shoe)


def why_game_sheet_stale(book: Rulebook, made: SolvedGame, text: str | None) -> str:
    """Why the file of a game's sheet is out of date; empty if it is not."""
    return why_unlike(_made_from(book, made), text)


def _made_from(book: Rulebook, made: SolvedGame) -> str:
    named = made.game.name, made.game.cite
    prints = [(SOURCE / name).read_text("utf-8") for name in sorted(PRINTS)]
    wagers: list[str] = []
    if isinstance(made, Strategy):
        wagers = [rule_digest(book, wager) for wager in wagers_of(book, made.game)]
        wagers += engine_version(), comparing_version()
    return text_digest(made_from(book, made), *prints, *named, *wagers)


def left_over_game_sheets(book: Rulebook, folder: Path) -> list[Path]:
    """Files of games that no longer exist."""
    known = {game_sheet_file(folder, game) for game in book.games}
    return sorted(path for path in folder.glob("sheets/games/*/*.json") if path not in known)


# -- the grid: what is best with each two cards, and what every choice is worth --------------------


GRID_SCHEMA: Final = "pitboss.strategy-grid/1"
PLACES: Final = 6


def grid_form(book: Rulebook, asked: StrategyRequest) -> Form:
    """The grid with its figures, and what else the house or a reading could choose."""
    made = solve_game(book, asked)
    without, values = made.without_fee, _values(made) if made.upcards else {}
    return {
        "schema": GRID_SCHEMA,
        "game": made.game.id,
        "name": made.game.name,
        "cite": made.game.cite,
        "shoe": str(made.shoe),
        "per": made.per,
        "house_edge": _shown(-number(decimal(made.expectation))),
        "average_staked": _shown(number(decimal(made.average_staked))),
        "element_of_risk": _shown(number(decimal(made.element_of_risk))),
        "without_fee": None if without is None else _shown(-without),
        "upcards": list(made.upcards),
        "chart": dict(made.by_cards) if made.upcards else {},
        "legend": legend({"": made.by_cards}) if made.upcards else {},
        "glance": dict(made.glance),
        "hand_values": dict(made.figures.get("hand_values", {})),
        "values": values,
        "offered": _offered(book, made, values),
        "kinds": _kinds(values),
        "choices": _choices(book, asked, made),
    }


def _shown(figure: float) -> str:
    return f"{figure:.8f}"


Values = dict[str, list[dict[str, float]]]


def _values(made: SolvedGame) -> Values:
    """Two cards → for each upcard what every choice is worth; empty if they cannot be dealt."""
    return {
        hand: [
            {}
            if cell == "."
            else {word: round(float(v), PLACES) for word, v in made.choices(hand, up).items()}
            for up, cell in zip(made.upcards, cells, strict=True)
        ]
        for hand, cells in made.by_cards.items()
    }


def _offered(book: Rulebook, made: SolvedGame, values: Values) -> dict[str, str]:
    """Every choice in the order it is offered, with the letter that stands for it."""
    procedure = procedure_of(book, made.game)
    order = {option.word: place for place, option in enumerate(procedure.options)}
    words = {word for cells in values.values() for cell in cells for word in cell}
    listed = sorted(words, key=lambda word: [order[part] for part in word.split(", ")])
    may = (procedure.option(word) or Option(word) for word in listed)
    return Ask(1, "", "", tuple(may)).keys


KINDS: Final = {
    "soft": "Soft hands",
    "pairs": "Pairs",
    "stiff": "Stiff hands",
    "other": "Other hands",
}


def _kinds(values: Values) -> list[Form]:
    """Hands by what makes them hard to play."""
    kind = {hand: _kind(hand.split(" ")) for hand in values}
    return [
        {"key": key, "name": name, "hands": [hand for hand in kind if kind[hand] == key]}
        for key, name in KINDS.items()
        if key in kind.values()
    ]


def _kind(ranks: list[str]) -> str:
    """`A 7` is soft, `8 8` a pair, `10 6` stiff: it may bust and does not reach 17."""
    if len({*ranks}) < len(ranks):
        return "pairs"
    value = total([Card.parse(f"{rank}s") for rank in ranks])
    return "soft" if value.soft else "stiff" if 12 <= value.points <= 16 else "other"


def _choices(book: Rulebook, asked: StrategyRequest, made: SolvedGame) -> list[Form]:
    """Decks, terms and readings for which some other choice would change a figure."""
    found = asked_game(book, asked)
    says = {term.key: term.says for term, _ in book.terms_of(found.game)}
    readings = readings_of(book, found.game)
    listed: dict[str, Form] = {}
    for key, choice, other in other_choices(book, asked):
        try:
            moved = solve_game(book, other).rules != made.rules
        except NotAllowed:  # it cannot be combined with the others, or is not solved
            continue
        if not moved:
            continue
        kind = "decks" if key == "decks" else "reading" if key in readings else "term"
        now = str(found.terms.decks) if kind == "decks" else found.terms.texts.get(key, "")
        words = says.get(key, "")
        if kind == "reading":
            now = asked.readings.get(key, readings[key].default)
            words = readings[key].question
        if key not in listed:
            listed[key] = {"key": key, "kind": kind, "now": now, "says": words, "one_of": [now]}
        listed[key]["one_of"].append(choice)
    return list(listed.values())
