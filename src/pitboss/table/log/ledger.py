"""Double entry in whole cents: every event that moves money, and the accounts it moves it between.

The ledger is derived from the log: the same events always give the same balances. The account of a
meter is what it shows, that of its reserve what it keeps in addition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pitboss.log import Difference, Event
from pitboss.money import Cents
from pitboss.table.events import (
    Bet,
    BuyIn,
    CashOut,
    EnvyPaid,
    LogSuperseded,
    MeterHandover,
    MeterMoved,
    MeterStarted,
    Settled,
    SlipValidated,
    SlipWritten,
    StakeAdded,
    StakeCollected,
    TableClosed,
    Tip,
    classes_of,
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
    meter, won, house = f"meter {event.meter}", event.won, event.house
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

    `first` is the place of the first event in its log; `accounts` are as they stand there, and are
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
