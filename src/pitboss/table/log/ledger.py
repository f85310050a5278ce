"""The money of a log, and what is on the layout.

Double entry in whole cents: every event that moves money, and the accounts it moves it between. The
boxes of a round are as its events have left them. Both are derived from the log: the same events
always give the same balances, and a running script, a replayed log and a voided round all see the
same stakes. The account of a meter is what it shows, that of its reserve what it keeps in addition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.log import Difference, Event, recurring
from pitboss.money import Cents, show_money
from pitboss.procedure.round import Box
from pitboss.table.events import classes_of
from pitboss.table.events.rounds import (
    Bet,
    EnvyPaid,
    RoundOpened,
    Settled,
    SlipValidated,
    SlipWritten,
    StakeAdded,
    StakeCollected,
    SystemResolved,
    Tip,
)
from pitboss.table.events.table import (
    BuyIn,
    CashOut,
    LogSuperseded,
    MeterFed,
    MeterHandover,
    MeterMoved,
    MeterStarted,
    TableClosed,
)

CAGE = "cage"
RACK = "rack"
TIPS = "tip box"
POOL = "dealer token pool"
PAID_TO = {"dealer": TIPS, POOL: POOL}
SLIPS = "jackpot slips"
PLAYER = "player "
BOX = "box "
HOUSE = "house"
"""What the house puts into meters and slips."""
TRANSFERS = "transfers"
"""Funds of meters in transit between tables: zero over all tables together."""


@dataclass(frozen=True, slots=True)
class Move:
    """Money from one account to another."""

    source: str
    to: str
    cents: Cents


def player(name: str) -> str:
    return PLAYER + name


def box(number: str | int) -> str:
    return f"{BOX}{number}"


def moves(event: Event) -> tuple[Move, ...]:
    """The entries of an event."""
    return _entries(event) if type(event) in MONEY else ()


@lru_cache(maxsize=1 << 14)  # the same bets and results recur
def _entries(event: Event) -> tuple[Move, ...]:
    made = (move for move in _moves(event) if move.cents)
    return tuple(
        move if move.cents > 0 else Move(move.to, move.source, -move.cents) for move in made
    )


MONEY: Final = classes_of(
    Settled,
    Bet,
    StakeAdded,
    Tip,
    BuyIn,
    CashOut,
    StakeCollected,
    EnvyPaid,
    MeterStarted,
    MeterMoved,
    SlipWritten,
    SlipValidated,
)
"""The events that move money."""


def _moves(event: Event) -> Iterator[Move]:
    match event:
        case Settled():
            yield from _settled(event)
        case Bet() | StakeAdded() | Tip():
            yield Move(player(event.player), box(event.box), event.cents)
        case BuyIn():
            yield Move(CAGE, player(event.player), event.cents)
        case CashOut():
            yield Move(player(event.player), CAGE, event.cents)
        case StakeCollected():
            yield Move(box(event.box), RACK, event.cents)
        case EnvyPaid():
            yield Move(RACK, PAID_TO.get(event.to) or player(event.player), event.cents)
        case MeterStarted():
            yield Move(HOUSE, f"meter {event.name}", event.cents)
        case MeterMoved():
            yield from _metered(event)
        case SlipWritten(source="slip", fund="house"):
            yield Move(HOUSE, SLIPS, event.cents)
        case SlipWritten(source="rack", fund="meter"):
            yield Move(SLIPS, RACK, event.cents)
        case SlipValidated():
            source = SLIPS if event.source == "slip" else RACK
            yield Move(source, player(event.player), event.cents)


def _settled(event: Settled) -> Iterator[Move]:
    """A stake is taken, and what is returned comes from the layout first, then from the rack."""
    layout, to = box(event.box), TIPS if event.to == "dealer" else player(event.player)
    kept = min(event.held, event.back)
    yield Move(layout, RACK, event.held - kept)
    yield Move(layout, to, kept)
    yield Move(RACK, to, event.back - kept)


def _metered(event: MeterMoved) -> Iterator[Move]:
    """What a meter shows and keeps: fed from the rack, seeded by the house, won by a slip."""
    fund = TRANSFERS if isinstance(event, MeterHandover) else RACK
    meter, won, house = f"meter {event.meter}", event.won, event.from_house
    yield Move(meter, SLIPS, won)
    yield Move(HOUSE, meter, house)
    yield Move(fund, f"reserve {event.meter}", event.keeps)
    yield Move(fund, meter, event.adds + won - house)


def balances(events: Iterable[Event]) -> Counter[str]:
    """Every account after these events; they always add up to zero."""
    made: Counter[str] = Counter()
    for each in events:
        post(made, each)
    return made


def post(accounts: Counter[str], said: Event) -> None:
    """Enter what an event moves."""
    for move in moves(said):
        accounts[move.source] -= move.cents
        accounts[move.to] += move.cents


def chips(accounts: Mapping[str, Cents]) -> dict[str, Cents]:
    """The chips of each player who has any, by name.

    >>> chips({"rack": -300, "player bob": 100, "player ann": 200, "player cat": 0})
    {'ann': 200, 'bob': 100}
    """
    return {
        account.removeprefix(PLAYER): cents
        for account, cents in sorted(accounts.items())
        if account.startswith(PLAYER) and cents > 0
    }


def audit(
    events: Sequence[Event], first: int = 1, accounts: Counter[str] | None = None
) -> Iterator[Difference]:
    """Nobody cashes in more chips than they have; a decision that ends a log leaves none.

    `first` is the place of the first event in its log; `accounts` are the balances there, and are
    brought up to date.
    """
    accounts = Counter() if accounts is None else accounts
    for line, each in enumerate(events, first):
        if type(each) in MONEY:
            post(accounts, each)
        if isinstance(each, CashOut):
            name, cents = each.player, each.cents
            left = accounts[player(name)]
            if left < 0 or cents <= 0:
                yield Difference(line, each.line, f"cents up to the {left + cents} that {name} has")
    if {LogSuperseded, TableClosed} <= {*map(type, events)}:
        line = first + len(events) - 1
        for account, cents in accounts.items():
            if (account.startswith(PLAYER) and cents > 0) or (account.startswith(BOX) and cents):
                yield Difference(line, f"{cents} cents of {account}", "none after the close")


# -- what is on the layout -------------------------------------------------------------------------


settled = recurring(Settled)


class Layout:
    """The events of a round so far, and what they leave at each box."""

    def __init__(self, this_round: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self.boxes: dict[int, Box] = {}
        for each in this_round:
            self.note(each)

    def note(self, made: Event) -> None:
        """Record the next event; a round begins with an empty layout."""
        move = MOVES.get(type(made))  # most events move nothing
        if move:
            move(self, made)
        self.events.append(made)

    def _clear(self, made: RoundOpened) -> None:
        self.clear()

    def clear(self) -> None:
        """No stake and no event, as before a round."""
        self.events, self.boxes = [], {}

    def _bet(self, made: Bet) -> None:
        box = self.boxes.get(made.box)
        if box is None:
            box = self.boxes[made.box] = Box(made.box, made.player, position=made.position)
        key, cents = made.wager, made.cents
        box.stakes[key] = box.stakes.get(key, 0) + cents
        box.placed.setdefault(key, cents)

    def _tip(self, made: Tip) -> None:
        _put(made, self.boxes[made.box].tips)

    def _added(self, made: StakeAdded) -> None:
        box = self.boxes[made.box]
        if made.to:
            _put(made, box.tips)
        else:
            _put(made, box.stakes)
            box.placed.setdefault(made.wager, made.cents)

    def _collected(self, made: StakeCollected) -> None:
        self.boxes[made.box].racked.add(made.wager)

    def _resolved(self, made: SystemResolved) -> None:
        if made.box is not None:  # whose wager is returned
            self.boxes[made.box].placed.pop(made.wager, None)

    def _taken(self, made: Settled) -> None:
        number, on, cents = made.box, made.wager, made.cents
        box = self.boxes[number]
        lying = box.tips if made.to else box.stakes
        left = lying.get(on, 0) - cents
        if left < 0:
            raise PitbossError(
                f"Box {number} does not have {show_money(cents)} on {on}: "
                "this is an error in the procedure."
            )
        if left:
            lying[on] = left
        else:
            lying.pop(on, None)


def _put(made: Bet | Tip | StakeAdded, lying: dict[str, Cents]) -> None:
    lying[made.wager] = lying.get(made.wager, 0) + made.cents


MOVES: Final[Mapping[type[Event], Callable[[Layout, Any], None]]] = {
    RoundOpened: Layout._clear,
    Bet: Layout._bet,
    Tip: Layout._tip,
    StakeAdded: Layout._added,
    StakeCollected: Layout._collected,
    SystemResolved: Layout._resolved,
    Settled: Layout._taken,
}
"""The events that move a stake to or from a box, or clear the layout, and how."""


_TO: Final = (StakeAdded, Settled)


def spot(
    said: Bet | Tip | StakeAdded | StakeCollected | Settled | MeterFed,
) -> tuple[int, str, bool]:
    """The box, the wager, and whether it is a bet for the dealer."""
    for_dealer = bool(said.to) if isinstance(said, _TO) else isinstance(said, Tip)
    return said.box, said.wager, for_dealer


def reversing_entries(box: Box, lost: bool = False) -> list[Settled]:
    """Return everything at a box by reversing entries: what is racked, the other stakes, and bets
    for the dealer; if it is `lost` the house takes it (reading G-8).
    """
    stakes, racked = box.stakes.items(), box.racked
    lying = [(on, cents, 0, "") for on, cents in stakes if on in racked]
    lying += [(on, cents, cents, "") for on, cents in stakes if on not in racked]
    lying += [(on, cents, cents, "dealer" if lost else "player") for on, cents in box.tips.items()]
    pays = "loss" if lost else "push"
    return [
        settled(box.number, box.player, on, cents, held, pays, "void", 0 if lost else cents, to=to)
        for on, cents, held, to in lying
    ]


def retained_bets(box: Box, this_round: Iterable[Event], clause: str) -> list[Settled]:
    """Return every bet that a box has lost in the round: after a misdeal the player retains it."""
    lost: Counter[tuple[str, str]] = Counter()
    for each in this_round:
        if isinstance(each, Settled) and each.box == box.number:
            at = each.wager, "player" if each.to else ""
            if each.pays == "loss":
                lost[at] += each.cents
            elif each.pays == "push" and not each.cents:
                lost[at] -= each.back  # returned before
    return [
        settled(box.number, box.player, on, 0, 0, "push", "misdeal", cents, to=to, clause=clause)
        for (on, to), cents in lost.items()
        if cents
    ]
