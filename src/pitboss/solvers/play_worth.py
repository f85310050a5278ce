"""The value of each choice with a hand, to the main game and to a wager that follows the hand.

Three kinds of wager follow it: on the player's own cards as they come (Straight Jack), on a third
card (Blazing 7's), and on both totals (Buzzer Beater). Only hands with which the play affects the
wager are examined, with the upcard by its value. Once the play no longer affects the wager, and
after a split, a hand is played as is best for the main game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.growing_hands import GrowingRound, round_of
from pitboss.analysis.hands_played import State
from pitboss.analysis.setting import Setting
from pitboss.analysis.sheet import gross_of
from pitboss.cards import DECK, Card, Rank, Suit, card_index
from pitboss.errors import NotAllowed
from pitboss.games.hybrid_blackjack import HybridTerms
from pitboss.solvers.blackjack import BEST, DOUBLE, STAND, Figures, Solution, play_as
from pitboss.solvers.compositions import ORDER, compositions, row_of
from pitboss.solvers.rules import CLASSES
from pitboss.solvers.split_orders import all_hands, first_hand, split_parts
from pitboss.solvers.volatility import NATURAL, deal_chances, draws_of
from pitboss.wagers.array_reader import classify, deals_of
from pitboss.wagers.card_reader import groups, line_number
from pitboss.wagers.count import LOST
from pitboss.wagers.offer import draws_third

Weights = tuple[float, float]
"""The weights of a unit of the main stake and of a unit of the wager in a choice."""
TWO: Final = tuple(combinations_with_replacement(DECK, 2))


@dataclass(frozen=True, slots=True)
class PlayWorth:
    """What a choice is worth where the dealer has no natural; otherwise it counts as nothing."""

    main: float
    wager: float
    """What is returned on it; only differences between choices are used."""
    staked: float = 1.0
    """On the main wager."""

    def counts(self, weights: Weights) -> float:
        """The two together."""
        return weights[0] * self.main + weights[1] * self.wager


@dataclass(frozen=True, slots=True)
class OpenHand:
    """Two cards and an upcard with which the play affects the wager."""

    chance: float
    choices: Mapping[str, PlayWorth]

    def best(self, weights: Weights) -> PlayWorth:
        return max(self.choices.values(), key=lambda each: each.counts(weights))


def followed(setting: Setting, solution: Solution) -> ComparedTotals | ThirdCard | OwnCards:
    """The wager of a setting together with the solved main game; what is not covered is refused."""
    if any(solution.rules.hand.unseen) or solution.rules.surrender == 2:
        raise NotAllowed(
            f"Returns by play of {setting.wager.name} need a game in which the hole card is read "
            "before anyone acts."
        )
    if "dealer.hand" in setting.wager.sees:
        return ComparedTotals(setting, solution)
    return (
        ThirdCard(setting, solution) if draws_third(setting.offer) else OwnCards(setting, solution)
    )


def _main_choices(solution: Solution, hand: tuple[Rank, ...], up: Rank) -> dict[str, PlayWorth]:
    """The main game's choices, where the dealer has no natural; the wager is yet to be added."""
    counted = 1.0 - solution.chance_of_natural(hand, up)
    return {
        word: PlayWorth(each * counted, 0.0, _staked(solution, word, hand, up))
        for word, each in solution.choices(hand, up).items()
    }


def _staked(solution: Solution, word: str, hand: tuple[Rank, ...], up: Rank) -> float:
    """What a choice stakes on the main wager, in a round in which the dealer may have a natural."""
    natural = solution.chance_of_natural(hand, up)
    if word == "double":
        return 2.0 - natural
    if word != "split":
        return 1.0
    rules, pair = solution.rules, hand[0].points - 1
    _, stakes = split_parts(rules, solution.played, up.points - 1, pair)
    return natural + all_hands(stakes, rules.limit(pair), rules.shared_splits)


def _no_natural(solution: Solution, held: Sequence[int], up: int) -> float:
    """The chance of no dealer's natural, with cards of these points removed."""
    return 1.0 - solution.rules.hand.natural([points - 1 for points in held], up - 1)


# -- the player's own cards ------------------------------------------------------------------------


class OwnCards:
    """A wager that the player's cards alone decide, in the order in which they come."""

    def __init__(self, setting: Setting, solution: Solution) -> None:
        self.solution = solution
        self._round: GrowingRound = round_of(setting.offer.question, setting.dealing)
        self._kinds = self._round.player.kinds
        self._gross = {key: float(each) for key, each in gross_of(setting)} | {LOST: 0.0}
        if setting.offer.terms.straight_after_split == "first hand":
            raise NotAllowed("returns by play are worked out only for a wager that a split ends.")
        self._known: dict[tuple[State, int], PlayWorth] = {}

    def open_hands(self, weights: Weights) -> list[OpenHand]:
        """Every open hand in one order, to be played on as is best by these weights."""
        made: list[OpenHand] = []
        counts, points = self._round.player.counts, self._kinds.points
        size = sum(counts)
        self._known.clear()
        for state in self._round.own.every:
            if len(state.path) > 2 or state.ends:
                continue
            a, b = sorted(state.path)
            ways = counts[a] * (counts[b] - (a == b)) * (1 if a == b else 2)
            for up in range(1, 11):
                shown = sum(n for n, each in zip(counts, points, strict=True) if each == up)
                shown -= (points[a] == up) + (points[b] == up)
                if ways > 0 and shown > 0:
                    chance = ways * shown / (size * (size - 1) * (size - 2))
                    made.append(OpenHand(chance, self._choices(state, up, weights)))
        return made

    def _choices(self, state: State, up: int, weights: Weights) -> dict[str, PlayWorth]:
        hand = tuple(self._kinds.members[kind][0].rank for kind in state.path)
        made, stands = {}, self._ended(state, up)
        for word, worth in _main_choices(self.solution, hand, ORDER[up - 1]).items():
            wager = self._doubled(state, up) if word == "double" else stands
            made[word] = replace(worth, wager=wager)
            if word == "hit":
                made[word] = self._hit(state, up, weights)
        return made

    def _hit(self, state: State, up: int, weights: Weights) -> PlayWorth:
        made = [(p, self._on(longer, up, weights)) for p, longer in self._drawn(state, up)]
        return PlayWorth(
            sum(chance * each.main for chance, each in made),
            sum(chance * each.wager for chance, each in made),
        )

    def _on(self, state: State, up: int, weights: Weights) -> PlayWorth:
        """A hand of three cards or more, played on."""
        key = (state, up)
        if key not in self._known:
            wager = self._ended(state, up)
            row = row_of(tuple(self._kinds.points[kind] for kind in state.path))
            if not 0 <= row < compositions().players:
                self._known[key] = PlayWorth(-self._counted(state, up), wager)
            elif state.ends:
                worth = self.solution.played.values[BEST, up - 1, row]
                self._known[key] = PlayWorth(float(worth), wager)
            else:
                stands = PlayWorth(float(self.solution.played.values[STAND, up - 1, row]), wager)
                hit = self._hit(state, up, weights)
                better = hit.counts(weights) > stands.counts(weights)
                self._known[key] = hit if better else stands
        return self._known[key]

    def _doubled(self, state: State, up: int) -> float:
        if not self._round.own.double_counts:
            return self._ended(state, up)
        return sum(chance * self._ended(longer, up) for chance, longer in self._drawn(state, up))

    def _drawn(self, state: State, up: int) -> Iterator[tuple[float, State]]:
        """Every card that may come next, with its chance."""
        left = [n - held for n, held in zip(self._round.player.counts, state.held, strict=True)]
        ups = [points == up for points in self._kinds.points]
        shown = sum(n for n, is_up in zip(left, ups, strict=True) if is_up)
        after = self._round.own.follow(state)
        for n, is_up, longer in zip(left, ups, after, strict=True):
            if n > 0 and shown > is_up:
                yield n * (shown - is_up) / (shown * (sum(left) - 1)), longer

    def _ended(self, state: State, up: int) -> float:
        """What is returned if the hand ends here."""
        line = state.line
        assert line is not None
        return self._gross[line, 1] * self._counted(state, up)

    def _counted(self, state: State, up: int) -> float:
        held = [self._kinds.points[kind] for kind in state.path]
        return _no_natural(self.solution, held, up)


# -- a third card ----------------------------------------------------------------------------------


class ThirdCard:
    """A wager on the player's first two cards and the next one, suits included."""

    def __init__(self, setting: Setting, solution: Solution) -> None:
        self.setting, self.solution = setting, solution
        self._gross = {key: float(each) for key, each in gross_of(setting)} | {LOST: 0.0}
        if setting.offer.terms.third_card_of_split == "either hand":
            raise NotAllowed("returns by play are worked out only if no second split hand counts.")

    def open_hands(self, weights: Weights) -> list[OpenHand]:
        made: list[OpenHand] = []
        shoe = self.setting.shoe
        whole = shoe.size * (shoe.size - 1) * (shoe.size - 2)
        for two, back in zip(TWO, self._back, strict=True):
            if (back == back[-1]).all():
                continue  # no third card changes its worth
            a, b = (shoe.counts[card.index] for card in two)
            ways = a * (b - (two[0] == two[1])) * (1 if two[0] == two[1] else 2)
            left = [n - two.count(card) for card, n in zip(DECK, shoe.counts, strict=True)]
            for up in range(1, 11):
                shown = sum(n for card, n in zip(DECK, left, strict=True) if card.points == up)
                if ways > 0 and shown > 0:
                    choices = self._choices(two, back, left, shown, up)
                    made.append(OpenHand(ways * shown / whole, choices))
        return made

    @cached_property
    def _back(self) -> Figures:
        """Two cards × a third, or none → what is returned; a card that busts does not count."""
        first, second = (np.array([two[n].index for two in TWO]) for n in range(2))
        third = np.tile(np.arange(52), len(TWO))
        two = (np.repeat(first, 52), np.repeat(second, 52))
        points = np.array([card.points for card in DECK])
        alone = self._lines((first, second))
        drawn = self._lines((*two, third)).reshape(-1, 52)
        over = (points[first] + points[second])[:, None] + points > 21
        return np.column_stack([np.where(over, alone[:, None], drawn), alone])

    def _lines(self, cards: tuple[NDArray[np.int64], ...]) -> Figures:
        """What is returned for each of many deals."""
        number = classify(self.setting.offer, deals_of(cards, {"player": 2, "third": 1}))
        back = [self._gross[n, 1] for n in range(len(self.setting.offer.lines))]
        return np.array([*back, 0.0])[number]

    def _choices(
        self, two: tuple[Card, Card], back: Figures, left: list[int], shown: int, up: int
    ) -> dict[str, PlayWorth]:
        hand, upcard = (two[0].rank, two[1].rank), ORDER[up - 1]
        held = [card.points for card in two]
        cards, third = sum(left), 0.0
        for card, n in zip(DECK, left, strict=True):
            is_up = card.points == up
            if n <= 0 or shown <= is_up:
                continue
            chance = n * (shown - is_up) / (shown * (cards - 1))
            counted = _no_natural(self.solution, [*held, card.points], up)
            third += chance * float(back[card.index]) * counted
        stands = float(back[-1]) * _no_natural(self.solution, held, up)
        own = round_of(self.setting.offer.question, self.setting.dealing).own
        doubles = third if own.double_counts else stands
        wager = {"hit": third, "split": third, "double": doubles}
        choices = _main_choices(self.solution, hand, upcard).items()
        return {word: replace(worth, wager=wager.get(word, stands)) for word, worth in choices}


# -- both totals -----------------------------------------------------------------------------------

TOTALS: Final = {16: (10, 6), 17: (10, 7), 18: (10, 8), 19: (10, 9), 20: (10, 10), 21: (7, 7, 7)}
"""A hand of each class of total."""
BUST: Final = (10, 6, 10)


class ComparedTotals:
    """A wager on the totals of the player's and the dealer's hands."""

    def __init__(self, setting: Setting, solution: Solution) -> None:
        self.setting, self.solution = setting, solution
        self._gross = {key: float(each) for key, each in gross_of(setting)} | {LOST: 0.0}
        if any(self._back(mine, BUST) for mine in (*TOTALS.values(), BUST)) or any(
            self._back(BUST, theirs) for theirs in TOTALS.values()
        ):
            raise NotAllowed(
                f"Returns by play of {setting.wager.name} cannot be computed where a bust wins."
            )
        if len(solution.rules.tens) > 1:
            raise NotAllowed(
                f"Returns by play of {setting.wager.name} need a game in which cards of equal "
                "value may be split."
            )
        rules = solution.rules.hand
        paid = (*(TOTALS[16 + kind] for kind in range(CLASSES)),)
        weights = tuple(
            tuple(self._back(mine, TOTALS.get(final, BUST)) for final in range(17, 23))
            for mine in paid
        )
        lost = replace(rules, win=-1.0, doubled=1.0, pushes_over=False)
        self.played = play_as(lost, solution.played, weights)
        """The wager on every hand, played as is best for the main game: its net."""
        self._draws = draws_of(rules.shoe)

    def _back(self, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
        places = {"player.hand": _cards(mine), "dealer.hand": _cards(theirs)}
        seen = groups(self.setting.wager.sees, places)
        return self._gross[line_number(self.setting.offer, seen), 1]

    def open_hands(self, weights: Weights) -> list[OpenHand]:
        found: list[OpenHand] = []
        hit, table = self._hit(weights), compositions()
        dealt = deal_chances(self.solution.rules.hand.shoe)
        for up, row in zip(*np.nonzero(dealt), strict=True):
            if row == NATURAL:
                continue
            first, second = (ORDER[n] for n in range(10) for _ in range(table.counts[row, n]))
            hand, shown = (first, second), ORDER[up]
            made = {
                word: replace(worth, wager=self._wager(word, int(up), int(row)))
                for word, worth in _main_choices(self.solution, hand, shown).items()
            }
            if "hit" in made:
                made["hit"] = PlayWorth(float(hit[0, up, row]), float(hit[1, up, row]))
            found.append(OpenHand(float(dealt[up, row]), made))
        return found

    def _wager(self, word: str, up: int, row: int) -> float:
        if word == "double":
            return float(self.played.values[DOUBLE, up, row])
        if word != "split":
            return float(self.played.values[STAND, up, row])
        terms = self.setting.terms
        if isinstance(terms, HybridTerms) and terms.buzzer_after_split == "returned":
            return 0.0
        pair = int(np.argmax(compositions().counts[row]))
        rules = self.solution.rules
        values, _ = split_parts(rules, self.played, up, pair)
        return first_hand(values, rules.limit(pair), rules.shared_splits)

    def _pushed(self, rows: NDArray[np.int64]) -> Figures:
        """Upcard × hand × card → what comes back of the main stake for equal totals over 21."""
        longer, sums = compositions().child[rows], self.solution.played.sums[:, 0]
        settled = (longer >= compositions().players) & (longer < sums.shape[1])
        return np.where(settled, sums[:, np.where(settled, longer, 0)], 0.0)

    def _hit(self, weights: Weights) -> Figures:
        """Main and wager × upcard × hand → what hitting is worth, played on by these weights."""
        table, values = compositions(), self.solution.played.values
        many, draws = table.players, self._draws
        stand = np.stack([values[STAND][:, :many], self.played.values[STAND]])
        best, hit = stand.copy(), np.zeros_like(stand)
        child = np.where(table.child[:many] >= many, -1, table.child[:many])
        sums = table.hard[:many]
        for points in range(int(sums.max()), 1, -1):
            rows = np.flatnonzero((sums == points) & (table.size[:many] >= 2))
            longer = child[rows]
            lost = draws.natural[:, rows] - 1.0
            over = np.stack([lost + self._pushed(rows), lost])
            after = np.where(longer < 0, over, best[:, :, longer])
            hit[:, :, rows] = (draws.chance[:, rows] * after).sum(axis=3)
            score = weights[0] * (hit - stand)[0, :, rows] + weights[1] * (hit - stand)[1, :, rows]
            hits = (score.T > 0) & (table.total[rows] < 21)
            best[:, :, rows] = np.where(hits, hit[:, :, rows], stand[:, :, rows])
        return hit


def _cards(points: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(DECK[card_index(ORDER[each - 1], Suit.SPADES)] for each in points)
