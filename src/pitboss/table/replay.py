"""Replaying a log: the same answers make the same events, or the log is not what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import DECK
from pitboss.errors import PitbossError
from pitboss.games.blackjack import VERSION
from pitboss.log import Event
from pitboss.procedure import AskStake
from pitboss.rulebook.load import Rulebook
from pitboss.table.chance import open_shoe
from pitboss.table.house import House, open_house
from pitboss.table.ledger import balances
from pitboss.table.shoes import LoggedShoes, Shoes
from pitboss.table.table import Table


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of a log that the rules do not lead to."""

    line: int
    logged: str
    expected: str

    def __str__(self) -> str:
        return f"line {self.line}: the log says {self.logged!r}, the rules say {self.expected!r}"


NOTHING = "nothing more"


def replay(book: Rulebook, events: Sequence[Event], shoes: Shoes | None = None) -> Table:
    """A table in the state that the log leads to; it goes on from there.

    With the sealed shoes that the log was dealt from it resumes after any event, also one in the
    middle of a deal; without them it stops where the logged cards do.
    """
    table = _open(book, events, shoes)
    if found := _follow(table, events):
        raise PitbossError(str(found))
    return table


def verify(book: Rulebook, events: Sequence[Event]) -> list[Difference]:
    """Replay, re-settle and compare line by line; open every shoe that was opened.

    Raises where the log is of another rulebook or procedure, or is no log at all.
    """
    table = _open(book, events, None)
    house = table.opened.house
    if found := _follow(table, events):
        return sorted([found, *_opened(events, house)], key=lambda d: d.line)
    differences: list[Difference] = []
    if len(table.log) > len(events):
        expected = str(table.log[len(events)])
        differences.append(Difference(len(events) + 1, NOTHING, expected))
    if sum(balances(events).values()):
        differences.append(Difference(len(events), "books", "every entry to balance"))
    return differences + _shoes(events, house) + _opened(events, house)


def unfinished(table: Table) -> str:
    """What a replayed log still lacks; empty where its table was closed."""
    if table.pending:
        of = getattr(table.pending.step, "of", "")
        return f"round {table.rounds} waits for an answer{f' of {of}' if of else ''}"
    if table.betting:
        return f"round {table.rounds} is open for bets"
    return "" if table.closed else f"the table is not closed after round {table.rounds}"


def _open(book: Rulebook, events: Sequence[Event], shoes: Shoes | None) -> Table:
    header = _header(book, events)
    opened = open_house(book, House.from_json(header.get("house")))
    return Table(opened, shoes or LoggedShoes(events), book.digest)


def _follow(table: Table, events: Sequence[Event]) -> Difference | None:
    """Give the table what came from outside and compare all that it makes of it."""
    for at, event in enumerate(events):
        if at >= len(table.log):
            try:
                feed(table, event)
            except (PitbossError, ValueError) as error:
                return Difference(at + 1, str(event), str(error))
        made = str(table.log[at]) if at < len(table.log) else NOTHING
        if made != str(event):
            return Difference(at + 1, str(event), made)
    return None


def feed(table: Table, event: Event) -> None:
    """Give the table what a logged event says came from outside."""
    match event.kind:
        case "buy-in":
            table.buy_in(event.get("player"), int(event.get("cents")))
        case "close":
            table.close()
        case "opened" | "shoe" | "round":
            table.open_round()
        case "bet":
            table.bet(
                int(event.get("box")),
                event.get("player"),
                event.get("wager"),
                int(event.get("cents")),
            )
        case "closed":
            table.deal()
        case "answer":
            number, word = int(event.get("ask")), event.get("word")
            if table.pending and isinstance(table.pending.step, AskStake):
                table.answer_stake(number, int(word))
            else:
                table.answer(number, word)
        case "void":
            table.void(event.get("box"), event.get("clause"), event.get("why"))


def _header(book: Rulebook, events: Sequence[Event]) -> Event:
    if not events or events[0].kind != "log":
        raise PitbossError("This is not a log: its first line must say what table it is of.")
    header = events[0]
    if header.get("rulebook") != book.digest:
        raise PitbossError(
            f"The log was made under rulebook {header.get('rulebook')[:12]}…; this one is "
            f"{book.digest[:12]}…. Replay it with the rulebook it was made under."
        )
    if header.get("procedure") != VERSION:
        raise PitbossError(
            f"The log was made by procedure {header.get('procedure')}; this is {VERSION}."
        )
    return header


def _shoes(events: Sequence[Event], house: House) -> list[Difference]:
    """Shoes change when the cut card is out, each numbered, committed and opened afterwards."""
    found: list[Difference] = []
    number, dealt = 0, 0
    size = house.decks * 52
    kinds = [event.kind for event in events]
    for at, event in enumerate(events):
        if event.kind == "card":
            dealt += 1
        elif event.kind == "opened":
            after_close = kinds[at - 1] == "close" and at + 1 == len(events)
            if event.get("number") != str(number) or not (
                after_close or "shoe" in kinds[at + 1 : at + 2]
            ):
                found.append(
                    Difference(at + 1, event.line[:60], "a shoe is opened once, when done")
                )
        elif event.kind == "shoe":
            number += 1
            opened = number == 1 or kinds[at - 1] == "opened"
            early = number > 1 and size - dealt > house.cut
            if not opened or early or event.get("number") != str(number):
                expected = f"shoe {number} after the cut card, the old one opened"
                found.append(Difference(at + 1, event.line[:60], expected))
            dealt = 0
        elif event.kind == "round" and number and size - dealt <= house.cut:
            found.append(Difference(at + 1, event.line, "a new shoe: the cut card is out"))
        elif event.kind == "close" and number and "opened" not in kinds[at + 1 : at + 2]:
            found.append(Difference(at + 2, NOTHING, f"shoe {number} to be opened"))
    return found


def _opened(events: Sequence[Event], house: House) -> list[Difference]:
    """Every opened shoe is whole, is the one committed, and dealt the cards that were logged."""
    found: list[Difference] = []
    commit, dealt = "", list[tuple[int, Event]]()
    for number, event in enumerate(events, 1):
        if event.kind == "shoe":
            commit, dealt = event.get("commit"), []
        elif event.kind == "card":
            dealt.append((number, event))
        elif event.kind == "opened":
            try:
                cards = open_shoe(commit, event.get("salt"), event.get("order"))
            except PitbossError as error:
                found.append(Difference(number, event.line[:60], str(error)))
                continue
            if Counter(cards) != Counter(dict.fromkeys(DECK, house.decks)):
                found.append(Difference(number, event.line[:60], f"{house.decks} whole decks"))
            for (line, drawn), card in zip(dealt, cards, strict=False):
                if drawn.get("card") != str(card):
                    found.append(Difference(line, drawn.line, f"{card}, the next in the shoe"))
                    break
    return found
