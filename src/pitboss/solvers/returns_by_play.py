"""Returns of a wager that follows the player's hand, by the way in which the hand is played.

The hand is played by the main game's best play, for the wager itself, or for both together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np

from pitboss.analysis.policies import NEVER_HIT
from pitboss.analysis.setting import Setting, game_of, stakes_of, table_for
from pitboss.analysis.sheet import prove
from pitboss.cards import DECK, Shoe
from pitboss.errors import NotAllowed, NotProved
from pitboss.games.terms import BlackjackTerms, Terms
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager
from pitboss.solvers.added_wagers import (
    ALONE,
    check_press,
    given_no_natural,
    play_like,
    press_rules,
)
from pitboss.solvers.blackjack import FREE, Figures, play_all, unforced, value, weigh
from pitboss.solvers.compositions import compositions
from pitboss.solvers.play_worth import Weights, followed
from pitboss.solvers.rules import NOT_OFFERED, rules_of
from pitboss.wagers.array_reader import classify, deals_of
from pitboss.wagers.card_holders import has_best_play, own_play
from pitboss.wagers.offer import Offer, offer

MAIN_BEST: Final = "best for the main game"
FOR_ITSELF: Final = "for itself"
FOR_BOTH: Final = "for both together"
PER: Final = "one unit of the wager, beside one unit of the main stake"
FIGURES: Final = ("wager", "main", "together", "per_unit_risked")
"""The data about each way to play."""
WAYS: Final = (MAIN_BEST, FOR_ITSELF, FOR_BOTH)
TINY: Final = 1e-12
"""Weight of the other wager, which decides between two plays of equal worth."""
MAIN: Final[Weights] = (1.0, TINY)


@dataclass(frozen=True, slots=True)
class PlayReturn:
    """What one way of playing the hand is worth to both wagers."""

    play: str
    wager: float
    """The wager's expectation, per unit of it."""
    main: float
    """The main game's expectation, per unit of the main stake before the deal."""
    staked: float
    """All that is staked on the main game on average, in the same units."""
    ratio: float
    """How many units of the wager go with one of the main stake."""

    @property
    def together(self) -> float:
        """Both, per unit of the main stake before the deal."""
        return self.main + self.ratio * self.wager

    @property
    def per_unit_risked(self) -> float:
        """Both, per unit of all that is staked on either, but for winnings that are pressed."""
        return self.together / (self.staked + self.ratio)


def returns_by_play(setting: Setting, ratio: Fraction = Fraction(1)) -> tuple[PlayReturn, ...]:
    """The three returns of a wager whose value depends on the play; empty for any other wager.

    `ratio` is how many units of the wager go with one of the main stake: what is best for both
    depends on it. What is not covered is refused by name.
    """
    bound, terms = setting.offer, setting.terms
    if not isinstance(terms, BlackjackTerms) or bound.wager.role != "side":
        return ()
    if bound.wager.presses:
        return _pressed(setting, terms, float(ratio))
    if not own_play(bound) or not has_best_play(bound):
        return ()
    rules = rules_of(terms, setting.shoe)  # with every hand that somebody might stand on
    solution = weigh(rules, play_all(rules.hand), unforced(), FREE)
    wager = followed(setting, solution)
    base = float(prove(replace(setting, policy=NEVER_HIT)).returns) - 1.0
    usual = wager.open_hands(MAIN)
    ways: dict[str, Weights] = {
        MAIN_BEST: MAIN,
        FOR_ITSELF: (TINY, 1.0),
        FOR_BOTH: (1.0, float(ratio)),
    }
    made = []
    for name, weights in ways.items():
        main, own, staked = solution.expectation, base, solution.staked
        for hand, plain in zip(wager.open_hands(weights), usual, strict=True):
            best, before = hand.best(weights), plain.best(MAIN)
            main += hand.chance * (best.main - before.main)
            staked += hand.chance * (best.staked - before.staked)
            own += hand.chance * (best.wager - plain.choices["stand"].wager)
        made.append(PlayReturn(name, own, main, staked, float(ratio)))
    return tuple(made)


def wagers_by_play(book: Rulebook, game: Game, terms: Terms, shoe: Shoe) -> list[dict[str, Any]]:
    """Every wager of a game whose value depends on the play, with its returns as plain data.

    As many units of the wager as of the main stake; by the first pay table that the decks allow. A
    wager that is not covered has the reason instead.
    """
    found: list[dict[str, Any]] = []
    for wager in wagers_of(book, game):
        bound = offer(book, wager, table_for(wager, None, terms.decks))
        at = Setting(bound, game, terms, stakes_of(book, bound)[-1], pack=shoe)
        entry: dict[str, Any] = {"wager": wager.id, "name": wager.name, "table": bound.table.id}
        try:
            made = returns_by_play(at)
        except (NotAllowed, NotProved) as error:
            found.append(entry | {"why": str(error)})
            continue
        if made:
            found.append(entry | {"per": PER, "returns": [play_form(each) for each in made]})
    return found


def wagers_of(book: Rulebook, game: Game) -> list[Wager]:
    """The wagers with a pay table that are proved under a game's terms."""
    return [w for w in book.wagers if w.paytables and game_of(book, w).id == game.id]


def play_form(made: PlayReturn) -> dict[str, str]:
    """The returns of one way to play as plain data."""
    return {"play": made.play} | {name: format(getattr(made, name), ".17g") for name in FIGURES}


# -- a press ---------------------------------------------------------------------------------------


def _pressed(setting: Setting, terms: BlackjackTerms, ratio: float) -> tuple[PlayReturn, ...]:
    """A wager whose winnings may be added to the main stake; where that pays, all are added."""
    rules = rules_of(terms, setting.shoe)
    check_press(rules)
    main = value(rules)
    plain = given_no_natural(value(replace(rules, insurance=0.0, even_money=NOT_OFFERED)))
    base = float(prove(setting).returns) - 1.0
    alone = press_rules(rules, terms, ALONE)
    for_press = value(alone)
    own = {
        MAIN_BEST: given_no_natural(play_like(alone, main)),
        FOR_ITSELF: given_no_natural(for_press),
    }
    made = {name: np.array([base, main.expectation, main.staked]) for name in WAYS}
    for pays, chance in _wins(setting.offer, setting.shoe).items():
        size = ratio * pays
        both = value(press_rules(rules, terms, size))
        gains = {name: size * each for name, each in own.items()}
        gains[FOR_BOTH] = (1.0 + size) * given_no_natural(both) - plain
        for name, played in ((MAIN_BEST, main), (FOR_ITSELF, for_press), (FOR_BOTH, both)):
            presses, gain = gains[name] > 0, gains[name] * main.played.counted
            as_played = play_like(rules, played, FREE)
            moved = (chance * np.where(presses, as_played.worth - main.worth, 0.0)).sum(axis=(1, 2))
            won = (chance * np.where(presses, gain, 0.0)).sum()
            won -= moved[0] if name == FOR_BOTH else 0.0
            made[name] += won / ratio, *moved
    return tuple(
        PlayReturn(name, float(wager), float(net), float(staked), ratio)
        for name, (wager, net, staked) in made.items()
    )


@lru_cache(maxsize=4)
def _wins(bound: Offer, shoe: Shoe) -> Mapping[float, Figures]:
    """What is won per unit → the chance of winning it, by upcard and hand."""
    cards = np.indices((52, 52, 52)).reshape(3, -1)
    counts = np.array(shoe.counts)
    a, b, up = cards
    left = (counts[a], counts[b] - (a == b), counts[up] - (a == up).astype(int) - (b == up))
    ways = np.where((left[1] > 0) & (left[2] > 0), left[0] * left[1] * left[2], 0)
    lines = classify(bound, deals_of((a, b, up), {"player": 2, "upcard": 1}))
    size = shoe.size
    points = np.array([card.points for card in DECK]) - 1
    table = compositions()
    row = table.child[table.child[0, points[a]], points[b]]
    made: dict[float, Figures] = {}
    for number, line in enumerate(bound.lines):
        pays = float(line.pays.net)
        of_line = np.where(lines == number, ways, 0)
        if pays > 0 and of_line.any():
            at = made.setdefault(pays, np.zeros((10, table.players)))
            np.add.at(at, (points[up], row), of_line / (size * (size - 1) * (size - 2)))
    return made
