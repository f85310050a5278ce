"""What each option of the house and each reading of a clause moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pitboss.errors import NotAllowed
from pitboss.games.filing import readings_of
from pitboss.games.terms import BlackjackTerms
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import value
from pitboss.solvers.request import StrategyRequest, asked_game
from pitboss.solvers.rules import RoundRules, rules_of


@dataclass(frozen=True, slots=True)
class OptionEffect:
    """One lawful choice other than the one in force."""

    key: str
    """A term or a reading."""
    choice: str
    expectation: float
    change: float
    """What the player gains by it."""


def option_effects(book: Rulebook, asked: StrategyRequest) -> list[OptionEffect]:
    """Every single choice that would move the value of standard blackjack, one at a time."""
    now = _rules(book, asked)
    best = value(now).expectation
    found = []
    for key, choice, other in _others(book, asked):
        try:
            rules = _rules(book, other)
        except NotAllowed:  # it does not go with the other choices
            continue
        if rules != now and (made := value(rules).expectation) != best:
            found.append(OptionEffect(key, choice, made, made - best))
    return found


def _rules(book: Rulebook, asked: StrategyRequest) -> RoundRules:
    found = asked_game(book, asked)
    if type(found.terms) is not BlackjackTerms:
        raise NotAllowed(
            f"what each option of {found.game.name} moves is not worked out yet: --options is for "
            "standard blackjack and every game that is dealt as it is."
        )
    return rules_of(found.terms, found.shoe)


def _others(book: Rulebook, asked: StrategyRequest) -> Iterator[tuple[str, str, StrategyRequest]]:
    """Each other choice of a term or a reading, with the request that makes it."""
    found = asked_game(book, asked)
    for term, _ in book.terms_of(found.game):
        for choice in term.one_of:
            if choice != found.terms.texts.get(term.key) and not term.by:
                terms = {**asked.terms, term.key: choice}
                yield term.key, choice, replace(asked, terms=terms)
    for key, reading in readings_of(book, found.game).items():
        for choice in reading.choices:
            if choice not in (asked.readings.get(key, reading.default), *reading.unplayed):
                yield key, choice, replace(asked, readings={**asked.readings, key: choice})
