"""What each option of the house and each reading of a clause moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.errors import NotAllowed
from pitboss.games.filing import readings_of
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.request import StrategyRequest, asked_game
from pitboss.solvers.sheet import Solved, decimal, solve_game

Value = float | Fraction


@dataclass(frozen=True, slots=True)
class OptionEffect:
    """One lawful choice other than the one in force."""

    key: str
    """A term, a reading, or `decks`."""
    choice: str
    expectation: Value | None
    """None if the game is not solved with it."""
    change: Value | None
    """What the player gains by it."""
    why: str = ""
    """Why it is not solved."""


def option_effects(
    book: Rulebook,
    asked: StrategyRequest,
    step: Callable[[int], None] = lambda done: None,
) -> list[OptionEffect]:
    """Every single choice that would move the value of a game, one at a time.

    What does not go with the other choices is left out; what no solver covers is named.
    """
    now = solve_game(book, asked)
    found = []
    for key, choice, other in other_choices(book, asked):
        step(1)
        try:
            asked_game(book, other)
        except NotAllowed:  # it does not go with the other choices
            continue
        try:
            made = solve_game(book, other)
        except NotAllowed as error:
            found.append(OptionEffect(key, choice, None, None, str(error)))
            continue
        if rules_behind(made) != rules_behind(now) or rules_behind(made) is None:
            change = made.expectation - now.expectation
            if change:
                found.append(OptionEffect(key, choice, made.expectation, change))
    return found


def rules_behind(made: Solved) -> object:
    """All that the value depends on, where a solver has it in one record."""
    return getattr(made, "rules", None)


def other_choices(
    book: Rulebook, asked: StrategyRequest
) -> Iterator[tuple[str, str, StrategyRequest]]:
    """Each other choice of decks, a term or a reading, with the request that makes it."""
    found = asked_game(book, asked)
    if asked.shoe is None:
        for decks in found.game.decks:
            if decks != found.terms.decks:
                yield "decks", str(decks), replace(asked, decks=decks)
    for term, _ in book.terms_of(found.game):
        for choice in term.one_of:
            if choice != found.terms.texts.get(term.key) and not term.by:
                terms = {**asked.terms, term.key: choice}
                yield term.key, choice, replace(asked, terms=terms)
    for key, reading in readings_of(book, found.game).items():
        for choice in reading.choices:
            if choice not in (asked.readings.get(key, reading.default), *reading.unplayed):
                yield key, choice, replace(asked, readings={**asked.readings, key: choice})


def options_form(effects: Iterable[OptionEffect]) -> list[dict[str, str]]:
    """The same as plain data."""
    made = []
    for each in effects:
        line = {"key": each.key, "choice": each.choice}
        if each.expectation is None or each.change is None:
            line["why"] = each.why
        else:
            line |= {"expectation": decimal(each.expectation), "change": decimal(each.change)}
        made.append(line)
    return made
