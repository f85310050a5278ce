"""A shoe stacked by hand, and rounds dealt from it as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import Card, parse_cards
from pitboss.log import Event
from pitboss.procedure import AskStake
from pitboss.rulebook.load import Rulebook
from pitboss.table.house import Choice, House, open_house
from pitboss.table.ledger import balances
from pitboss.table.replay import verify
from pitboss.table.table import Table


class Stacked:
    """Cards in the order they will come; nothing is burned."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards, self.dealt = cards, 0

    def before_round(self) -> list[Event]:
        return []

    def next(self) -> Card:
        self.dealt += 1
        return self.cards[self.dealt - 1]

    def last(self) -> list[Event]:
        return []


def deal(
    book: Rulebook,
    house: House,
    cards: str,
    stakes: Mapping[str, int],
    words: Sequence[str] = (),
) -> Table:
    """One round at box 1: these cards, these stakes in dollars, these answers."""
    stacked = Stacked(parse_cards(cards))
    table = Table(open_house(book, house), stacked, book.digest)
    table.open_round()
    for wager, dollars in stakes.items():
        table.bet(1, "ann", wager, dollars * 100)
    table.deal()
    answers = iter(words)
    while table.pending:
        word = next(answers)
        if isinstance(table.pending.step, AskStake):
            table.answer_stake(table.pending.number, int(word) * 100)
        else:
            table.answer(table.pending.number, word)
    assert next(answers, None) is None, "answers are left over"
    assert stacked.dealt == len(stacked.cards), "cards are left over"
    assert verify(book, table.log) == []
    assert balances(table.log)["box 1"] == 0
    return table


def told(table: Table) -> list[str]:
    """The round as the people at the table would tell it."""
    return [line for event in table.log if (line := _tell(event))]


def results(table: Table) -> list[str]:
    """What became of every stake, in the order it was settled."""
    return [line for line in told(table) if ": " in line]


def _tell(event: Event) -> str:
    match event.kind:
        case "card":
            down = " face down" if event.get("face") == "down" else ""
            return f"{event.get('to')} gets {event.get('card')}{down}"
        case "turn":
            return f"the dealer turns {event.get('card')}"
        case "ask":
            return f"{event.get('of')} may {event.get('may') or 'bet ' + event.get('about')}"
        case "answer":
            return f"> {event.get('word')}"
        case "result":
            dollars = (int(event.get(key)) / 100 for key in ("cents", "back"))
            staked, back = (f"{each:g}" for each in dollars)
            return f"{event.get('on')} ${staked}: {event.get('why')}, ${back} back"
    return ""


def colorado(*wagers: str, **terms: str) -> House:
    return House("colorado", wagers={key: Choice() for key in wagers}, terms=terms)


def pennsylvania(**wagers: Choice) -> House:
    return House("pennsylvania", wagers={k.replace("_", "-"): c for k, c in wagers.items()})
