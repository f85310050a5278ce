"""Double entry in whole cents: every event that moves money, and the accounts it moves it between.

The ledger is derived from the log: the same events always give the same balances. The account of
a meter is what it shows, that of its reserve what it keeps beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.log import Difference, Event
from pitboss.money import Cents

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
"""Funds of meters on their way from one table to another: nothing, over all tables together."""


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


def moves(event: Event) -> Iterator[Move]:
    """The entries that an event stands for."""
    for move in _moves(event):
        if move.cents < 0:
            yield Move(move.to, move.source, -move.cents)
        elif move.cents:
            yield move


def _moves(event: Event) -> Iterator[Move]:
    match event.kind:
        case "result":
            yield from _result(event)
        case "buy-in":
            yield Move(CAGE, player(event.get("player")), _cents(event))
        case "cash-out":
            yield Move(player(event.get("player")), CAGE, _cents(event))
        case "bet" | "stake" | "tip":
            yield Move(player(event.get("player")), box(event.get("box")), _cents(event))
        case "collect":
            yield Move(box(event.get("box")), RACK, _cents(event))
        case "envy":
            to = PAID_TO.get(event.get("to")) or player(event.get("player"))
            yield Move(RACK, to, _cents(event))
        case "meter":
            yield Move(HOUSE, _meter(event, "name"), _cents(event))
        case "feed" | "unfeed" | "award" | "retired":
            yield from _metered(event, RACK)
        case "transferred" | "received":
            yield from _metered(event, TRANSFERS)
        case "slip":
            if event.get("from") == "slip" and event.get("fund") == "house":
                yield Move(HOUSE, SLIPS, _cents(event))
            elif event.get("from") == "rack" and event.get("fund") == "meter":
                yield Move(SLIPS, RACK, _cents(event))
        case "validated":
            source = SLIPS if event.get("from") == "slip" else RACK
            yield Move(source, player(event.get("player")), _cents(event))


def _result(event: Event) -> Iterator[Move]:
    """A stake is taken, and what goes back comes from the layout first, then from the rack."""
    layout, to = box(event.get("box")), player(event.get("player"))
    if event.get("to") == "dealer":
        to = TIPS
    held, back = int(event.get("held")), int(event.get("back"))
    kept = min(held, back)
    yield Move(layout, RACK, held - kept)
    yield Move(layout, to, kept)
    yield Move(RACK, to, back - kept)


def _metered(event: Event, fund: str) -> Iterator[Move]:
    """What a meter shows and keeps: fed from the rack, seeded by the house, won by a slip."""
    meter, reserve = _meter(event, "meter"), f"reserve {event.get('meter')}"
    adds, keeps = int(event.get("adds")), int(event.get("keeps"))
    won, house = int(event.get("won", "0")), int(event.get("house", "0"))
    yield Move(meter, SLIPS, won)
    yield Move(HOUSE, meter, house)
    yield Move(fund, reserve, keeps)
    yield Move(fund, meter, adds + won - house)


def _meter(event: Event, field: str) -> str:
    return f"meter {event.get(field)}"


def _cents(event: Event) -> Cents:
    return int(event.get("cents"))


def balances(events: Iterable[Event]) -> Counter[str]:
    """Every account after these events; they always add up to nothing."""
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
    """What each player has, of those who have any, by name.

    >>> chips({"rack": -300, "player bob": 100, "player ann": 200, "player cat": 0})
    {'ann': 200, 'bob': 100}
    """
    return {
        account.removeprefix(PLAYER): cents
        for account, cents in sorted(accounts.items())
        if account.startswith(PLAYER) and cents > 0
    }


def audit(events: Sequence[Event]) -> Iterator[Difference]:
    """Nobody cashes in more chips than there are; a decision that ends a log leaves none there."""
    accounts: Counter[str] = Counter()
    kinds = set()
    for line, each in enumerate(events, 1):
        post(accounts, each)
        kinds.add(each.kind)
        if each.kind == "cash-out":
            name = each.get("player")
            left, cents = accounts[player(name)], _cents(each)
            if left < 0 or cents <= 0:
                yield Difference(line, each.line, f"cents up to the {left + cents} that {name} has")
    if {"superseded", "close"} <= kinds:
        for account, cents in accounts.items():
            if (account.startswith(PLAYER) and cents > 0) or (account.startswith(BOX) and cents):
                yield Difference(len(events), f"{cents} cents of {account}", "none after the close")
