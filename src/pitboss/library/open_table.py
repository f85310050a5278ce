"""`pitboss.open_table`: a table at which a round takes a few lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from pitboss.errors import NotAllowed, NotationError, UnknownName, either
from pitboss.library.arguments import Money, cents_of, check_types, game_called, law
from pitboss.log import HIDDEN, Event, Sink
from pitboss.money import Cents, show_money
from pitboss.procedure.steps import Ask, AskStake
from pitboss.progressive.secret import DrawnSecrets, SeededSecrets
from pitboss.rulebook.duties import Duty
from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.decks import no_clock, system_clock
from pitboss.table.cards.seeds import Lesson, System
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.driver import Pending
from pitboss.table.events.rounds import Settled
from pitboss.table.events.table import BuyIn, CashOut
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.opening import Open
from pitboss.table.log.ledger import balances, player
from pitboss.table.log.narrator import named, names_of, settled
from pitboss.table.money.awards import own_links
from pitboss.table.money.spots import position_of
from pitboss.table.money.stakes import box_for, check_in_box
from pitboss.table.table import Table
from pitboss.table.table_view import seen_round

PLAYER: Final = "player"
"""The default player of a box."""
FLOOR: Final = "floor"


@dataclass(frozen=True, slots=True)
class Question:
    """What the table asks, and what may be answered."""

    number: int
    box: int
    of: str
    """The hand that is asked: `box 1`, `box 1 hand 2`."""
    about: str
    """What it is about: `play`, `insurance`, or the wager that a stake may be added to."""
    may: tuple[str, ...]
    """The legal words; empty if the answer is an amount."""
    least: Cents = 0
    most: Cents | None = None
    """The least and the most that may be staked if the answer is an amount; 0 declines."""
    clause: str = ""

    def __str__(self) -> str:
        if self.may:
            return f"{self.of}, {self.about}: {either(self.may)}"
        most = "any amount" if self.most is None else f"up to {show_money(self.most)}"
        return f"{self.of}, {self.about}: {most}, or 0"


@dataclass(frozen=True, slots=True)
class StakeResult:
    """A stake that was taken, paid or given back."""

    box: int
    player: str
    wager: str
    """Its key: `blackjack`, `perfect-pairs`, `insurance`."""
    name: str
    hand: str
    """Why: the hand's name, `bust`, `push`."""
    pays: str
    stake: Cents
    back: Cents
    """What was paid back, including the stake; a slip pays when it is validated."""
    clause: str
    _told: Callable[[], str] = field(repr=False, compare=False)
    """The same in words, as the player hears it."""

    @property
    def net(self) -> Cents:
        """What it won or lost."""
        return self.back - self.stake

    def __str__(self) -> str:
        told = self._told()
        return f"{told[:-1]} ({self.clause})." if self.clause else told


@dataclass(frozen=True, slots=True, repr=False)
class OpenTable:
    """An open table, one round after another.

    `table` is the engine under it, for everything else: tips, irregularities, the clock.
    """

    table: Table
    notes: tuple[str, ...]
    """Defaults filed for what nobody chose: doubtful clauses, seeds of meters."""

    def __repr__(self) -> str:
        """`<pennsylvania/blackjack, round 3: box 1, play: stand or hit>`."""
        opened, table = self.table.opened, self.table
        if table.closed:
            now = "closed"
        elif self.question:
            now = str(self.question)
        else:
            now = "betting" if table.betting else "between rounds"
        return f"<{opened.game.id}, round {table.rounds}: {now}>"

    # -- what people do ----------------------------------------------------------------------------

    def bet(self, wager: str, money: Money, *, box: int = 1, player: str = PLAYER) -> None:
        """Stake on a wager; the first bet after a round begins the next."""
        check_types(OpenTable.bet, locals())
        table = self.table
        key = table.opened.as_staked(wager)
        if key not in table.opened.stakable:
            raise UnknownName("wager at this table", wager, table.opened.stakable)
        cents, position = cents_of(money), position_of(table.opened, box)
        if not (table.betting or table.in_play or table.closed):
            # a refused bet begins no round
            at = box_for(table.opened, {}, box, player, position)
            check_in_box(table.opened, at, key, cents)
            table.open_round()
        table.bet(box, player, key, cents, position)

    def tip(self, wager: str, money: Money, *, box: int = 1) -> None:
        """Bet for the dealer in addition to a stake, where the law allows it."""
        check_types(OpenTable.tip, locals())
        self.table.tip(box, self.table.opened.as_staked(wager), cents_of(money))

    def deal(self) -> None:
        """Close the betting and deal until a question is open or the round is over."""
        if not (self.table.betting or self.table.in_play or self.table.closed):
            raise NotAllowed(f"Nobody has bet: bet first, on {either(self.wagers)}.")
        self.table.deal()
        self._go_on()

    def answer(self, said: str | Cents, *, box: int | None = None) -> None:
        """Answer the first open question, or that of a box: a legal word, or an amount."""
        check_types(OpenTable.answer, locals())
        asked = self._asked(box)
        if isinstance(asked.step, AskStake):
            try:
                cents = cents_of(said)
            except NotationError:
                told = f"Answer with an amount ({_question(asked)}), not {said!r}."
                raise NotAllowed(told, asked.step.clause) from None
            self.table.answer_stake(asked.number, cents)
        else:
            self.table.answer(asked.number, str(said))
        self._go_on()

    def validate(self, by: str = FLOOR) -> None:
        """Let a floor supervisor see a hand that the dealer stopped for, validate every waiting
        slip, and pay the awards; if nothing waits, nothing is done.
        """
        check_types(OpenTable.validate, locals())
        while self.table.floor_called:
            self.table.attend(by)
            self._go_on()
        for slip in self.table.slips:
            self.table.validate(slip, by)

    def close(self) -> None:
        """Close the table: the shoe in use is opened, so that its log can be verified."""
        self.table.close()

    # -- its state --------------------------------------------------------------------------------

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every key that a stake may be put on."""
        return self.table.opened.stakable

    @property
    def duties(self) -> tuple[Duty, ...]:
        """What must be posted, approved or inspected at such a table, each with its clause."""
        return self.table.opened.duties

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every open question; there are several if players decide at the same time."""
        return tuple(_question(asked) for asked in self.table.asked.values())

    @property
    def question(self) -> Question | None:
        """The first open question; `None` if the round is over."""
        return next(iter(self.questions), None)

    @property
    def is_over(self) -> bool:
        """Whether no round is in play; a waiting slip keeps one in play."""
        return not self.table.in_play

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far, or only of this round if the table keeps no more."""
        return tuple(self.table.log)

    def cards(self, name: str = PLAYER) -> dict[str, str]:
        """The cards of the round by place, as a player sees them: `9d ??`."""
        check_types(OpenTable.cards, locals())
        seen = seen_round(self.table.opened, self.table.layout.events, name)
        made = {"community": seen.community, "exposed": seen.exposed}
        for box in seen.boxes.values():
            made |= {hand.name: hand.cards for hand in box.hands}
        apart = {n: box.dealer for n, box in seen.boxes.items() if box.dealer is not None}
        made |= {f"dealer against box {number}": cards for number, cards in apart.items()}
        if not apart:
            made["dealer"] = seen.dealer
        return {
            place: " ".join(str(each.card or HIDDEN) for each in cards)
            for place, cards in made.items()
            if cards
        }

    @property
    def results(self) -> tuple[StakeResult, ...]:
        """Every settled stake of the round, in order of settlement."""
        events, opened = self.table.layout.events, self.table.opened
        names = names_of(opened)
        return tuple(
            StakeResult(
                box=each.box,
                player=each.player,
                wager=each.wager,
                name=named(each.wager, names),
                hand=each.why,
                pays=each.pays,
                stake=each.cents,
                back=each.back,
                clause=each.clause,
                _told=partial(_told, opened, events, number),
            )
            for number, each in enumerate(events)
            if isinstance(each, Settled) and not each.to
        )

    def net(self, name: str = PLAYER) -> Cents:
        """What a player has won or lost in this round, including awards, by the ledger."""
        check_types(OpenTable.net, locals())
        played = (e for e in self.table.layout.events if not isinstance(e, BuyIn | CashOut))
        return balances(played)[player(name)]

    # -- dealing on --------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Carry out every step that waits for a dealer: the caller is the dealer."""
        while self.table.waits_for_dealer or self.table.system.next:
            if step := self.table.system.next:
                self.table.press(step.step, step.boxes, len(step.boxes), step.slip)
            else:
                self.table.go()

    def _asked(self, box: int | None) -> Pending:
        asked = [a for a in self.table.asked.values() if box in (None, a.step.box)]
        if not asked:
            if self.table.asked and box is not None:
                boxes = sorted({a.step.box for a in self.table.asked.values()})
                asked_now = either((f"box {each}" for each in boxes), "and")
                raise NotAllowed(f"Box {box} has no open question. Still to answer: {asked_now}.")
            raise NotAllowed("No question is open: the round is over or has not been dealt yet.")
        return asked[0]


def _told(opened: Open, events: Sequence[Event], number: int) -> str:
    """The result with this number among the events of a round, in words."""
    event = events[number]
    assert isinstance(event, Settled)
    seen = seen_round(opened, events, event.player)
    award = seen.awards.get(event.slip, 0)
    return settled(event, names_of(opened), event.player, seen.whys[number], award)


def _question(asked: Pending) -> Question:
    step = asked.step
    if isinstance(step, Ask):
        return Question(asked.number, step.box, step.of, step.about, step.may, clause=step.clause)
    return Question(
        asked.number, step.box, step.of, step.wager, (), step.least, step.most, step.clause
    )


def open_table(
    game: str = "pennsylvania/blackjack",
    *,
    decks: int | None = None,
    wagers: str | Iterable[str] | Mapping[str, str] = (),
    terms: Mapping[str, str] | None = None,
    choices: Mapping[str, str] | None = None,
    seed: int | None = None,
    sink: Sink | None = None,
    keep: bool = True,
    book: Rulebook | None = None,
) -> OpenTable:
    """Open a table of a game, with these side wagers.

    >>> table = open_table("pennsylvania/blackjack", decks=6, wagers="perfect-pairs", seed=7)
    >>> table.bet("blackjack", "$10")
    >>> table.bet("perfect-pairs", "$5")
    >>> table.deal()
    >>> table.cards()
    {'box 1': '5h Jd', 'dealer': '9d ??'}
    >>> print(table.question)
    box 1, play: stand, hit, double, double for less or surrender
    >>> table.answer("double")
    >>> for result in table.results:
    ...     print(result)
    Perfect Pairs $5: 5♥ J♦. Needed: mixed pair or better. Lost $5 (58 Pa. Code § 633c.1).
    Blackjack $20: 25, bust. Lost $20.
    >>> table.net()
    -2500

    `wagers` are keys, each with its first pay table allowed for the decks; to choose one, give
    a mapping: `{"perfect-pairs": "Paytable B"}`. `terms` are those of the game that the house may
    choose, `choices` readings and options. A doubtful clause that nobody chose is filed at its
    default, and `notes` says so.

    Cards come from the system's cryptographic source; with a `seed` they are the same every time.
    Each event goes to `sink` as it is made; with `keep=False` the table keeps no round but the one
    in play, so that it does not grow.
    """
    check_types(open_table, locals())
    rulebook = book or law()
    found = game_called(rulebook, game)
    wish = Wish(decks, _asked_for(wagers), terms or {}, choices or {})
    filed = file_house(rulebook, found, wish)
    return OpenTable(deal_from(rulebook, filed.opened, seed, sink, keep), filed.notes)


def _asked_for(wagers: str | Iterable[str] | Mapping[str, str]) -> tuple[str, ...]:
    if isinstance(wagers, str):
        return (wagers,)
    if isinstance(wagers, Mapping):
        return tuple(f"{key}={paytable}" for key, paytable in wagers.items())
    keys = tuple(wagers) if isinstance(wagers, Iterable) else ()
    if not isinstance(wagers, Iterable) or not all(isinstance(key, str) for key in keys):
        raise NotationError(
            "Name wagers by their keys, such as 'perfect-pairs' or ['perfect-pairs'], or give a "
            f"mapping to pay tables, such as {{'perfect-pairs': 'Paytable B'}}, not {wagers!r}."
        )
    return keys


def deal_from(
    book: Rulebook,
    opened: Open,
    seed: int | None = None,
    sink: Sink | None = None,
    keep: bool = True,
) -> Table:
    """A table with its own shoes and meters; a seed gives the same shoes every time."""
    shoes = SealedShoes(opened.delivery, System() if seed is None else Lesson(seed))
    secrets = DrawnSecrets() if seed is None else SeededSecrets(seed)
    clock = system_clock if seed is None else no_clock  # a lesson is the same at any time
    return Table(opened, shoes, book.digest, sink, own_links(opened, secrets), keep, clock)
