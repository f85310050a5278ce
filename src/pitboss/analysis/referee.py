"""The best that a player can do with a small shoe: every deal, every choice, by the procedure.

The cards are dealt and settled by the table itself. A choice may depend on what the player has
seen and on nothing else: deals that look the same get the same decision.

>>> from pitboss.rulebook.load import load
>>> from pitboss.table.houses.house import House
>>> from pitboss.table.houses.opening import open_house
>>> opened = open_house(load(), House("colorado", tips=False))
>>> print(referee(opened, Shoe.parse("0d + 10s 10s 10s 9s 9s"), {"blackjack": 1_000}))
1/10: 22 decisions, 71 rounds
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.automatic_player import PLAYER
from pitboss.cards import DECK, Card, Shoe
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.procedure.steps import Ask
from pitboss.table.cards.shoes import ShoeEmpty, UnsealedShoes
from pitboss.table.houses.opening import Open
from pitboss.table.log.ledger import balances, player
from pitboss.table.log.mask import view
from pitboss.table.table import Table
from pitboss.table.unlogged_table import UnloggedTable

Cards = tuple[Card, ...]
Answer = str | Cents
Answers = tuple[Answer, ...]
Begin = Callable[[int], Callable[[int], None]]


@dataclass(frozen=True, slots=True)
class FirstDecision:
    """The player's first question, what was seen by then, and the value of each answer."""

    seen: tuple[Event, ...]
    chance: Fraction
    worth: Mapping[Answer, Fraction]
    """Answer → expected net of the round from there, per unit of the main stake."""

    @property
    def best(self) -> Answer:
        return max(self.worth, key=lambda answer: self.worth[answer])


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a round to a player who never errs."""

    best: Fraction
    """Expected net per unit of the main stake."""
    decisions: int
    """Situations, as the player sees them, in which there was a choice."""
    deals: int
    """Rounds played to the end: cards and answers."""
    first: tuple[FirstDecision, ...]

    def __str__(self) -> str:
        return f"{self.best}: {self.decisions} decisions, {self.deals} rounds"


def referee(
    opened: Open,
    shoe: Shoe,
    stakes: Mapping[str, Cents],
    position: int = 0,
    begin: Begin = lambda total: lambda done: None,
    shoes: Shoes | None = None,
) -> Value:
    """Search a round at one box with these stakes.

    `begin` is called with the number of first decisions; what it returns is called for each.
    `shoes` makes the shoe that begins with some cards, if it does not deal them one by one.
    """
    return Search(opened, shoe, stakes, position, begin, shoes or Branching).value()


# -- chance ----------------------------------------------------------------------------------------


class Branching(UnsealedShoes):
    """Given cards first; then the first possible one, with every other noted for later."""

    def __init__(self, shoe: Shoe, told: Cards = ()) -> None:
        self._all = {card: n for card, n in zip(DECK, shoe.counts, strict=True) if n}
        self._left = dict(self._all)
        self._many = sum(self._left.values())
        self._told = told
        self._ways = self._of = 1
        self._others: list[Cards] = []
        self.came: Cards = ()

    @property
    def dealt(self) -> int:
        return len(self.came)

    @property
    def chance(self) -> Fraction:
        """That these cards come in this order."""
        return Fraction(self._ways, self._of)

    def others(self) -> list[Cards]:
        """The beginnings of the deals that have branched off since this was last called."""
        noted, self._others = self._others, []
        return noted

    def next(self) -> Card:
        if self.dealt < len(self._told):
            card = self._told[self.dealt]
        else:
            card, *others = self._kinds()
            self._others += [(*self.came, other) for other in others]
        self._ways *= self._left[card]
        self._of *= self._many
        self._left[card] -= 1
        self._many -= 1
        self.came = (*self.came, card)
        return card

    def _kinds(self) -> list[Card]:
        """Kinds that may come next."""
        kinds = [card for card, n in self._left.items() if n]
        if not kinds:
            raise ShoeEmpty
        return kinds

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        left = Counter(self._all)
        left.subtract(staying)
        if not any(left.values()):
            raise ShoeEmpty
        self._left, self._many = left, left.total()
        return []


Shoes = Callable[[Shoe, Cards], Branching]
"""A shoe, and its first cards → where they are dealt."""


# -- choice ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round under way, and the shoe it is dealt from."""

    table: Table
    shoes: Branching

    def answer(self, answer: Answer) -> None:
        """Answer the first open question."""
        asked = self.table.pending
        assert asked
        if isinstance(answer, str):
            self.table.answer(asked.number, answer)
        else:
            self.table.answer_stake(asked.number, answer)
        while self.table.floor_called:
            self.table.attend("floor")

    @property
    def may(self) -> Answers:
        """Every word; for amounts the least and the most, as the net is linear between them."""
        asked = self.table.pending
        assert asked
        if isinstance(asked.step, Ask):
            return asked.step.may
        most = 0 if asked.step.tip else asked.step.most or 0
        return tuple(sorted({asked.step.least, max(most, asked.step.least)}))

    @property
    def seen(self) -> tuple[Event, ...]:
        """Everything the player has seen."""
        return tuple(view(self.table.layout.events, PLAYER))

    @property
    def net(self) -> Cents:
        """What the player has won or lost in a round that is over."""
        for slip in self.table.slips:
            self.table.validate(slip, "floor")
        return balances(self.table.layout.events)[player(PLAYER)]


class Search:
    """Deals one round after another: a script cannot be copied, so each begins afresh."""

    def __init__(
        self,
        opened: Open,
        shoe: Shoe,
        stakes: Mapping[str, Cents],
        position: int,
        begin: Begin,
        shoes: Shoes,
    ) -> None:
        self._begin, self._shoes = begin, shoes
        self._opened, self._shoe = opened, shoe
        self._stakes, self._position = stakes, position
        self._unit = stakes[opened.procedure.main]
        self._decisions = self._deals = 0
        self._first: list[FirstDecision] = []

    def value(self) -> Value:
        """Search all deals."""
        best = self._best([self._deal((), ())], ()) / self._unit
        return Value(best, self._decisions, self._deals, tuple(self._first))

    def _deal(self, told: Cards, answers: Answers) -> Dealt:
        """The round that begins with these cards and answers, up to the next question."""
        shoes = self._shoes(self._shoe, told)
        made = Dealt(UnloggedTable(self._opened, shoes), shoes)
        made.table.open_round()
        for wager, cents in self._stakes.items():
            made.table.bet(1, PLAYER, wager, cents, self._position)
        made.table.deal()
        for answer in answers:
            made.answer(answer)
        return made

    def _best(self, begun: list[Dealt], answers: Answers) -> Fraction:
        """The expected net, times its chance, of rounds that looked the same up to the last answer.

        Those that still look the same at the next question get one answer, the best for all.
        """
        worth = Fraction(0)
        alike: dict[tuple[Event, ...], list[Dealt]] = defaultdict(list)
        while begun:
            each = begun.pop()
            begun += [self._deal(told, answers) for told in each.shoes.others()]
            if each.table.pending:
                alike[each.seen].append(each)
            else:
                self._deals += 1
                worth += each.shoes.chance * each.net
        step = None if answers else self._begin(len(alike))
        for seen, same in alike.items():
            chance = sum((each.shoes.chance for each in same), Fraction(0))
            may = self._try_all(same, answers)
            worth += max(may.values())
            self._decisions += 1
            if step:
                step(1)
                units = {answer: net / chance / self._unit for answer, net in may.items()}
                self._first.append(FirstDecision(seen, chance, units))
        return worth

    def _try_all(self, same: list[Dealt], answers: Answers) -> dict[Answer, Fraction]:
        """The value of each answer; the last is given to the rounds that are waiting."""
        told, may = [each.shoes.came for each in same], same[0].may
        made = {}
        for answer in may:
            then = (*answers, answer)
            if answer == may[-1]:
                for each in same:
                    each.answer(answer)
                made[answer] = self._best(same, then)
            else:
                made[answer] = self._best([self._deal(cards, then) for cards in told], then)
        return made
