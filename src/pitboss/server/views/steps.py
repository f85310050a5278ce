"""The steps of a round: what each event changed on the layout.

A screen shows cards, words and money in this order, at the pace of a table. Nothing waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from json.encoder import encode_basestring
from typing import Any

from pitboss.errors import PitbossError
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook
from pitboss.server.messages.message import as_sent
from pitboss.server.messages.round_messages import FrameView
from pitboss.server.messages.table_messages import Phase, TableView
from pitboss.server.tables.live_table import DrawnRound, LiveTable
from pitboss.server.views.felt_view import PlayerMoney, money_of_all
from pitboss.server.views.table_scene import Scene, table_view
from pitboss.store.people import Person
from pitboss.table.cards.logged_shoes import LoggedShoes
from pitboss.table.events import rounds, shoes
from pitboss.table.events.table import BuyIn, LogOpened
from pitboss.table.houses.opening import Open
from pitboss.table.log.ledger import balances, player
from pitboss.table.log.mask import box_of
from pitboss.table.log.narrator import is_heard
from pitboss.table.log.replay import opened_under
from pitboss.table.money.awards import logged_meters, open_link
from pitboss.table.table import Table
from pitboss.table.table_view import SeenRound

SHOWN = (
    rounds.RoundOpened,
    rounds.Bet,
    rounds.Tip,
    rounds.BetsClosed,
    shoes.CardDealt,
    shoes.CardPlaced,
    shoes.CardTurned,
    rounds.Answered,
    rounds.AnswerExpired,
    rounds.StakeAdded,
    rounds.StakeCollected,
    rounds.Settled,
    rounds.EnvyPaid,
    rounds.SlipWritten,
    rounds.SlipValidated,
    rounds.Irregular,
    rounds.Voided,
    rounds.Said,
    BuyIn,
)
"""Events that change the layout or the words about it."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What one event changed on the layout."""

    number: int
    """Which of the events it is: two may be equal."""
    event: Event
    """As this person saw it."""
    why: str
    heard: bool
    """There are words about it."""
    text: bytes
    """The JSON for everyone who sees the same cards, without its closing brace."""
    lying: Mapping[str, PlayerMoney]
    """Player → what is in play, and how much of that the deal has still to take."""


class Steps:
    """The newest events of a table as steps, made once for those who see the same."""

    def __init__(self, scene: Scene, events: Sequence[Event]) -> None:
        self.scene, self.at, self.events = scene, scene.at, events
        self._made: dict[str, list[Shift]] = {}
        self._gains = [balances([event]) for event in events]
        self._moved = {account for each in self._gains for account in each}

    def seen_by(self, who: Person) -> Iterator[bytes]:
        """The steps as one person may see them, as sent, with that person's money at each."""
        eyes = self.at.eyes_of(who.player)
        if eyes not in self._made:
            self._made[eyes] = list(self._changes(eyes))
        has = self._money_of(who.player)
        for each in self._made[eyes]:
            lying, owed = each.lying.get(who.player, (0, 0))
            story = self.scene.said(each.event, who, each.why) if each.heard else ""
            said = encode_basestring(story).encode() if story else b""
            balance = has[each.number] - owed
            yield b'%b,"balance":%d,"in_play":%d,"story":[%b]}' % (each.text, balance, lying, said)

    def _money_of(self, name: str) -> list[Cents]:
        """What a player has after each of the events."""
        mine, account = self.at.balance(name) if name else 0, player(name)
        if account not in self._moved:
            return [mine] * len(self.events)
        gained = [each.get(account, 0) for each in self._gains]
        return list(accumulate(gained, initial=mine - sum(gained)))[1:]

    def _changes(self, eyes: str) -> Iterator[Shift]:
        """Continue after the last step, event by event."""
        at, scene, new = self.at, self.scene, len(self.events)
        events = at.seen_by(eyes).events
        before = max(0, len(events) - new)
        drawn = at.drawn.get(eyes)
        if drawn is None or drawn.events != before:
            drawn = at.drawn[eyes] = _drawn(scene, events[:before])
        first = new - (len(events) - before)
        for number, event in enumerate(events[before:], first):
            drawn.see(event)
            if not isinstance(event, SHOWN):
                continue
            changed = _changed(drawn, scene)
            seen = drawn.seen
            if isinstance(event, rounds.RoundOpened):
                every = range(1, seen.opened.house.boxes + 1)
                changed = {**drawn.parts, "boxes": [scene.box(seen, n) for n in every]}
            step = {"what": event.kind, "box": place_of(event), **changed}
            text, money = as_sent(step)[:-1], money_of_all(seen)
            yield Shift(number, event, seen.whys[-1], is_heard(event), text, money)
        _changed(drawn, scene)  # what a question changed after the last step is not in the next
        scene.drawn[eyes] = drawn.boxes


def _drawn(scene: Scene, events: Iterable[Event]) -> DrawnRound:
    """The round after these events, as it is drawn."""
    seen = SeenRound(scene.at.table.opened)
    for event in events:
        seen.see(event)
    return DrawnRound(seen, {n: scene.box(seen, n) for n in seen.boxes}, scene.outside(seen))


def _changed(drawn: DrawnRound, scene: Scene) -> dict[str, Any]:
    """Draw the layout again; returns what has changed on it."""
    seen, parts = drawn.seen, drawn.parts
    here = scene.outside(seen) if drawn.outside else parts
    changed = {name: part for name, part in here.items() if part != parts[name]}
    now = {n: scene.box(seen, n) for n in seen.boxes if n in drawn.touched}
    changed["boxes"] = [box for n, box in now.items() if box != drawn.boxes.get(n)]
    drawn.boxes |= now
    drawn.parts, drawn.touched, drawn.outside = here, set(), False
    return changed


def place_of(event: Event) -> int:
    """The box that an event happens at; 0 if it is at none."""
    number = getattr(event, "box", None)
    if isinstance(number, int):
        return number
    return box_of(str(getattr(event, "to", "") or getattr(event, "at", "")))


# -- a past round ----------------------------------------------------------------------------------


WATCHER = Person(0, "", "auditor")


class PastRound(LiveTable):
    """A table as it was in a round: what is seen is what its log has said so far."""

    def __init__(self, book: Rulebook, opened: Open, name: str, law: str) -> None:
        super().__init__(opened.house.table, name, law)
        meters = logged_meters(opened, ())
        self.table = Table(opened, LoggedShoes(()), book.digest, meters=meters)
        self.links = {key: open_link(opened, metered) for key, metered in opened.meters.items()}
        self.seen = SeenRound(opened)

    def seen_by(self, player: str) -> SeenRound:
        return self.seen

    def has_left(self, number: int, name: str) -> bool:
        return False


def logged_table(book: Rulebook, header: LogOpened) -> Open | None:
    """The table of a log, even of another rulebook, if the current one has its game and wagers."""
    try:
        return opened_under(book, header)
    except PitbossError:
        return None


def round_frames(
    book: Rulebook, header: LogOpened, name: str, events: Sequence[Event]
) -> tuple[TableView, list[FrameView]] | None:
    """The table, and its layout after each of these events; `None` if it cannot be drawn now."""
    if (opened := logged_table(book, header)) is None:
        return None
    at = PastRound(book, opened, name, book.jurisdictions[opened.house.jurisdiction].name)
    first, frames = table_view(at, WATCHER), []
    phase: Phase = "betting" if events else "idle"
    for event in events:
        at.seen.see(event)
        if isinstance(event, rounds.BetsClosed):
            phase = "playing"
        elif isinstance(event, rounds.RoundEnded):
            phase = "idle"
        shown = table_view(at, WATCHER)
        turn = shown.asks[0].box if shown.asks else None
        frames.append(FrameView.from_record(shown, phase=phase, turn=turn))
    return first, frames
