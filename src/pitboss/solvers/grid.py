"""A solved game as a grid: what is best with each two cards, and what every choice is worth."""

from __future__ import annotations

from typing import Any, Final

from pitboss.errors import NotAllowed
from pitboss.games.terms_in_force import readings_of
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.options import other_choices
from pitboss.solvers.request import StrategyRequest, asked_game
from pitboss.solvers.sheet import Solved, decimal, legend, number, solve_game

Form = dict[str, Any]
SCHEMA: Final = "pitboss.strategy-grid/1"
PLACES: Final = 6


def grid_form(book: Rulebook, asked: StrategyRequest) -> Form:
    """The grid with its figures, and what else the house or a reading could choose."""
    made = solve_game(book, asked)
    without = made.without_fee
    return {
        "schema": SCHEMA,
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
        "values": _values(made) if made.upcards else {},
        "choices": _choices(book, asked, made),
    }


def _shown(figure: float) -> str:
    return f"{figure:.8f}"


def _values(made: Solved) -> dict[str, list[dict[str, float]]]:
    """Two cards → for each upcard what every choice is worth; nothing if they cannot be dealt."""
    return {
        hand: [
            {}
            if cell == "."
            else {word: round(float(v), PLACES) for word, v in made.choices(hand, up).items()}
            for up, cell in zip(made.upcards, cells, strict=True)
        ]
        for hand, cells in made.by_cards.items()
    }


def _choices(book: Rulebook, asked: StrategyRequest, made: Solved) -> list[Form]:
    """Decks, terms and readings of which some other choice would move a figure."""
    found = asked_game(book, asked)
    says = {term.key: term.says for term, _ in book.terms_of(found.game)}
    readings = readings_of(book, found.game)
    listed: dict[str, Form] = {}
    for key, choice, other in other_choices(book, asked):
        try:
            moved = solve_game(book, other).rules != made.rules
        except NotAllowed:  # it does not go with the others, or is not solved
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
