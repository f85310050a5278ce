"""A past round on the felt: the layout after each line of its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pitboss.errors import PitbossError
from pitboss.log import Event
from pitboss.rulebook.load import Rulebook
from pitboss.server.live_table import LiveTable
from pitboss.server.messages.round_messages import FrameView
from pitboss.server.messages.table_messages import Phase, TableView
from pitboss.server.views.table_view import table_view
from pitboss.store.people import Person
from pitboss.table.cards.logged_shoes import LoggedShoes
from pitboss.table.events import BetsClosed, LogOpened, RoundEnded
from pitboss.table.houses.filing import with_defaults
from pitboss.table.houses.house import logged_settings
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.money.awards import logged_meters, open_link
from pitboss.table.table import Table
from pitboss.table.table_view import SeenRound

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


def round_frames(
    book: Rulebook, header: LogOpened, name: str, events: Sequence[Event]
) -> tuple[TableView, list[FrameView]] | None:
    """The table, and its layout after each of these events; `None` if it cannot be drawn now.

    A log of another rulebook is drawn as long as the current one still has its game and wagers.
    """
    house = logged_settings(header.house)
    try:
        opened = replace(open_house(book, with_defaults(book, house), logged=True), house=house)
    except PitbossError:
        return None
    at = PastRound(book, opened, name, book.jurisdictions[house.jurisdiction].name)
    first, frames = table_view(at, WATCHER), []
    phase: Phase = "betting" if events else "idle"
    for event in events:
        at.seen.see(event)
        if isinstance(event, BetsClosed):
            phase = "playing"
        elif isinstance(event, RoundEnded):
            phase = "idle"
        shown = table_view(at, WATCHER)
        turn = shown.asks[0].box if shown.asks else None
        frames.append(FrameView.from_record(shown, phase=phase, turn=turn))
    return first, frames
