"""What a wager that follows the player's hand returns: by the main game's best play, played for
itself, and played for both together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.par import prove
from pitboss.analysis.play import NEVER_HIT
from pitboss.analysis.play_worth import Weights, followed
from pitboss.analysis.setting import Setting
from pitboss.cards import DECK
from pitboss.games.terms import BlackjackTerms
from pitboss.solvers.blackjack import FREE, Figures, Solution, play, unforced, value, weigh
from pitboss.solvers.compositions import compositions
from pitboss.solvers.press import ALONE, check_press, given_no_natural, play_like, press_rules
from pitboss.solvers.rules import NOT_OFFERED, RoundRules, rules_of
from pitboss.wagers.arrays import Deals, classify
from pitboss.wagers.sides import has_best_play, own_play

MAIN_BEST: Final = "best for the main game"
FOR_ITSELF: Final = "for itself"
FOR_BOTH: Final = "for both together"
WAYS: Final = (MAIN_BEST, FOR_ITSELF, FOR_BOTH)
TINY: Final = 1e-12
"""Of two plays that are worth the same, the other wager decides."""
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
    """The three returns of a wager whose value depends on the play; none for any other wager.

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
    solution = _main_game(rules_of(terms, setting.shoe))
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


def _main_game(rules: RoundRules) -> Solution:
    """The main game with every hand evaluated that somebody might stand on."""
    return weigh(rules, play(rules.hand, everything=True), unforced(), FREE)


# -- a press ---------------------------------------------------------------------------------------


def _pressed(setting: Setting, terms: BlackjackTerms, ratio: float) -> tuple[PlayReturn, ...]:
    """A wager whose winnings may be added to the main stake; all of them are, where it pays."""
    rules = rules_of(terms, setting.shoe)
    check_press(rules, terms)
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
    for pays, chance in _wins(setting).items():
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


def _wins(setting: Setting) -> dict[float, Figures]:
    """What is won per unit → the chance of winning it, by upcard and hand."""
    cards = np.indices((52, 52, 52)).reshape(3, -1)
    counts = np.array(setting.shoe.counts)
    a, b, up = cards
    left = (counts[a], counts[b] - (a == b), counts[up] - (a == up).astype(int) - (b == up))
    ways = np.where((left[1] > 0) & (left[2] > 0), left[0] * left[1] * left[2], 0)
    lines = _lines(setting, cards)
    size = setting.shoe.size
    points = np.array([card.points for card in DECK]) - 1
    table = compositions()
    row = table.child[table.child[0, points[a]], points[b]]
    made: dict[float, Figures] = {}
    for number, line in enumerate(setting.offer.lines):
        pays = float(line.pays.gross(1) - 1)
        of_line = np.where(lines == number, ways, 0)
        if pays > 0 and of_line.any():
            at = made.setdefault(pays, np.zeros((10, table.players)))
            np.add.at(at, (points[up], row), of_line / (size * (size - 1) * (size - 2)))
    return made


def _lines(setting: Setting, cards: NDArray[np.int64]) -> NDArray[np.int8]:
    """The line of every two cards and upcard."""
    ranks, suits = (np.array([getattr(c, k) for c in DECK], np.int8) for k in ("rank", "suit"))
    places = {"player": (0, 1), "upcard": (2,), "": (0, 1, 2)}
    deals = Deals(
        tuple(ranks[each] for each in cards), tuple(suits[each] for each in cards), places
    )
    return classify(setting.offer, deals)
