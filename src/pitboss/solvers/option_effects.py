"""The effect of each option of the house and each reading of a clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pitboss.errors import NotAllowed
from pitboss.games.terms_in_force import readings_of
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.rules import RoundRules
from pitboss.solvers.strategy_request import SolvedGame, StrategyRequest, asked_game
from pitboss.solvers.strategy_sheet import decimal, solve_game
from pitboss.solvers.switch_hands import TradeRules

OptionEffect = dict[str, str]
"""One lawful choice other than the one in force: its `key`, which is a term, a reading or `decks`;
the `choice`; and the `expectation`, with the player's gain or loss as `change`, or `why` the game
is not solved with it.
"""


def option_effects(
    book: Rulebook,
    asked: StrategyRequest,
    step: Callable[[int], None] = lambda done: None,
) -> list[OptionEffect]:
    """Every single choice that would move the value of a game, one at a time.

    A choice that cannot be combined with the others is left out; one that no solver covers is
    named.
    """
    now = solve_game(book, asked)
    listed = list(other_choices(book, asked))
    found: dict[int, OptionEffect | None] = {}
    for last in (False, True):
        for n, (key, choice, other) in enumerate(listed):
            if n not in found and (last or _plays_alike(book, other, now)):
                step(1)
                found[n] = _effect(book, key, choice, other, now)
    return [each for n in range(len(listed)) if (each := found[n])]


def _plays_alike(book: Rulebook, asked: StrategyRequest, now: SolvedGame) -> bool:
    """Whether its hands are played as now: these come first, while that play is still known."""
    try:
        made = solve_game(book, asked)
    except NotAllowed:
        return True
    return plays_behind(made.rules) == plays_behind(now.rules)


def _effect(
    book: Rulebook, key: str, choice: str, asked: StrategyRequest, now: SolvedGame
) -> OptionEffect | None:
    """The effect of one choice; `None` if it changes nothing, or cannot be combined with the
    others.
    """
    try:
        asked_game(book, asked)
    except NotAllowed:
        return None
    try:
        made = solve_game(book, asked)
    except NotAllowed as error:
        return {"key": key, "choice": choice, "why": str(error)}
    if made.rules == now.rules:
        return None
    change = made.expectation - now.expectation
    if not change:
        return None
    figures = {"expectation": decimal(made.expectation), "change": decimal(change)}
    return {"key": key, "choice": choice, **figures}


def plays_behind(rules: object) -> object:
    """The part of the rules on which the play of single hands depends."""
    if isinstance(rules, TradeRules):
        return rules.kept.hand, rules.taken.hand
    return rules.hand if isinstance(rules, RoundRules) else None


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
