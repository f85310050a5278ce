"""Messages about past rounds, lessons and practice."""

from __future__ import annotations

from pydantic import Field

from pitboss.server.messages.layout_messages import BoxView, DealerView, PositionView
from pitboss.server.messages.message import Message
from pitboss.server.messages.table_messages import Phase, TableView


class RoundLine(Message):
    number: int
    first: int
    lines: int
    ended: bool


class RoundsView(Message):
    rounds: list[RoundLine]


class EventView(Message):
    """A line of a log, as the viewer may see it."""

    line: str
    kind: str
    fields: dict[str, str]
    """The fields of the line: name → text; what an irregularity is, is its `kind`."""
    says: str
    """The line in words; empty for what matters only to the books."""


class FrameView(Message):
    """The layout after a line of a log."""

    phase: Phase
    boxes: list[BoxView]
    dealer: DealerView
    community: list[str]
    exposed: list[str]
    positions: dict[str, PositionView]
    turn: int | None = None
    """The box that is being asked."""


class FramesView(Message):
    """A past round on the felt."""

    table: TableView | None = None
    """What stays the same; `None` if the current rules no longer have the game."""
    frames: list[FrameView]


class Beat(Message):
    """A step of an example: what happens, what to press, and the felt then."""

    says: str
    press: str
    frame: FrameView


class LessonHand(Message):
    """A hand of an example."""

    table: TableView
    beats: list[Beat]


class LessonView(Message):
    """How a game is played, in three hands."""

    game: str
    name: str
    object: str
    hands: list[LessonHand]


class VerifiedView(Message):
    """A log replayed from its first line."""

    lines: int
    rounds: int
    differences: list[str]
    """The lines that do not follow from the rules; empty if all do."""
    open: str
    """What the table is waiting for, if it was not closed."""
    heads: str
    """The hash that the chain of its rounds has reached."""


class RoundView(Message):
    number: int
    events: list[EventView]


class ChoiceWorthView(Message):
    """An answer, and what it is worth on average."""

    word: str
    """The answer; `most` and `none` where a stake may be added."""
    value: float
    """In units of the stake."""
    cents: int


class CoachView(Message):
    """What each answer to a question is worth, the best first."""

    ask: int
    ready: bool
    """Whether the game has been solved."""
    unit: int = 0
    """The stake of one unit, in cents."""
    choices: list[ChoiceWorthView] = Field(default=[])
    """Empty where no solver values the question."""
    says: str = ""
    """Why there are no values, or not yet."""


class PracticeTable(Message):
    """A person's own practice table: the same seed deals the same shoes."""

    id: str
    game: str
    seed: int
