"""A shoe stacked by hand, and rounds dealt from it as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotAllowed
from pitboss.log import E, Event
from pitboss.procedure.steps import AskStake
from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.shoes import UnsealedShoes
from pitboss.table.events.rounds import (
    Answered,
    AnswerExpired,
    Asked,
    EnvyPaid,
    Settled,
    SlipValidated,
    StakeAsked,
)
from pitboss.table.events.shoes import CardDealt, CardPlaced, CardTurned
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import balances
from pitboss.table.log.verification import verify
from pitboss.table.table import Table


class Stacked(UnsealedShoes):
    """Cards in the order they will come; nothing is burned, and a shuffle changes nothing."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards, self.dealt = cards, 0

    def next(self) -> Card:
        self.dealt += 1
        return self.cards[self.dealt - 1]

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        return []


Stakes = Mapping[str, float]


def betting(book: Rulebook, house: House, cards: str = "") -> Table:
    """A table that takes bets, with these cards to come."""
    table = Table(open_house(book, house), Stacked(parse_cards(cards)), book.digest)
    table.open_round()
    return table


def refused(attempt: Callable[[], object]) -> str:
    """Why something is not allowed."""
    with pytest.raises(NotAllowed) as error:
        attempt()
    return str(error.value)


def seat(
    book: Rulebook,
    house: House,
    cards: str,
    *boxes: Stakes,
    positions: Sequence[int] = (),
    tips: Stakes | None = None,
) -> Table:
    """A round that has just been dealt: box 1 is ann's, box 2 bob's, and so on; dollars.

    `tips` are bets for the dealer at box 1.
    """
    table = betting(book, house, cards)
    for number, stakes in enumerate(boxes, 1):
        player = ("ann", "bob", "cat", "dan", "eve", "fay", "guy")[number - 1]
        at = positions[number - 1] if positions else 0
        for wager, dollars in stakes.items():
            table.bet(number, player, wager, round(dollars * 100), at)
    for wager, dollars in (tips or {}).items():
        table.tip(1, wager, round(dollars * 100))
    table.deal()
    return table


def press_all(table: Table) -> Table:
    """The dealer takes every step that is due at the progressive system, and sees it agree."""
    while step := table.system.next:
        table.press(step.step, step.boxes, len(step.boxes), step.slip)
    return table


def answer(table: Table, *words: str) -> Table:
    """Answer what is asked, the first open question first; a number is dollars."""
    for word in words:
        assert table.pending, f"nobody is asked, and {word!r} is left"
        if isinstance(table.pending.step, AskStake):
            table.answer_stake(table.pending.number, round(float(word) * 100))
        else:
            table.answer(table.pending.number, word)
    return table


def done(book: Rulebook, table: Table) -> Table:
    """The round is over, no card is left, and the log verifies."""
    while table.floor_called:
        table.attend("floor")
    assert not table.pending, f"still asked: {table.pending}"
    for slip in table.slips:
        table.validate(slip, "floor")
    stacked = table.shoes
    assert isinstance(stacked, Stacked)
    assert not table.in_play
    assert stacked.dealt == len(stacked.cards), "cards are left over"
    assert verify(book, table.log) == []
    assert not [n for name, n in balances(table.log).items() if name.startswith("box ") and n]
    return table


def deal(
    book: Rulebook, house: House, cards: str, stakes: Stakes, words: Sequence[str] = ()
) -> Table:
    """One round at box 1: these cards, these stakes in dollars, these answers."""
    return done(book, answer(seat(book, house, cards, stakes), *words))


def of_kind(table: Table, kind: type[E]) -> list[E]:
    """The events of one class, as they came."""
    return [event for event in table.log if isinstance(event, kind)]


def told(table: Table) -> list[str]:
    """The round as the people at the table would tell it."""
    return [line for event in table.log if (line := _tell(event))]


def results(table: Table) -> list[str]:
    """The result of every stake, in the order of settlement."""
    return [line for line in told(table) if ": " in line]


def _tell(event: Event) -> str:
    match event:
        case CardDealt() | CardPlaced():
            face = {"down": " face down", "held": " in hand"}.get(event.face, "")
            return f"{event.to} gets {event.card}{face}"
        case CardTurned():
            return f"{event.at.replace('dealer', 'the dealer')} turns {event.card}"
        case Asked():
            return f"{event.of} may {','.join(event.may)}"
        case StakeAsked():
            return f"{event.of} may bet {event.about}"
        case Answered():
            return f"> {event.word}"
        case AnswerExpired():
            return f"> {event.word}, after a while"
        case Settled():
            to = " to the dealer" if event.to == "dealer" else ""
            staked, back = event.cents / 100, event.back / 100
            return f"{event.wager} ${staked:g}: {event.why}, ${back:g} back{to}"
        case SlipValidated():
            return f"{event.wager} slip: {event.player} is paid ${event.cents / 100:g}"
        case EnvyPaid():
            to = event.player or "the dealer"
            return f"{event.wager} envy: {event.why}, ${event.cents / 100:g} to {to}"
    return ""


def colorado(*wagers: str, **terms: str) -> House:
    """A $1 table if it has side wagers: some take no less than the table."""
    least = 100 if wagers else 1_000
    return House("colorado", least=least, wagers={key: Choice() for key in wagers}, terms=terms)


def pennsylvania(**wagers: Choice) -> House:
    """A $1 table if it has side wagers: some take no less than the table."""
    filed = {key.replace("_", "-"): choice for key, choice in wagers.items()}
    return House("pennsylvania", least=100 if wagers else 1_000, wagers=filed)
