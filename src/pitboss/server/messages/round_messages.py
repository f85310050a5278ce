"""Messages about past rounds, lessons and practice."""

from __future__ import annotations

from pydantic import Field

from pitboss.server.messages.layout_messages import BoxView, DealerView, PositionView
from pitboss.server.messages.message import (
    Cards,
    GameId,
    Message,
    PrintedName,
    QuestionNumber,
    RoundNumber,
    TableId,
)
from pitboss.server.messages.table_messages import Phase, TableView


class RoundLine(Message):
    """A round in the log of a table."""

    number: RoundNumber
    first: int
    """The line of the log at which it begins."""
    lines: int
    """How many lines it has."""
    ended: bool
    """It is over."""


class RoundsView(Message):
    """The rounds of a table."""

    rounds: list[RoundLine]
    """The rounds that were asked for, in order."""


class EventView(Message):
    """A line of a log, as the viewer may see it."""

    line: str
    """The line as the log prints it; what is hidden is `??`."""
    kind: str
    """The first word of the line."""
    fields: dict[str, str]
    """Name of a field → its value as the log prints it: `cents` → `1000`. A line has the fields of
    its kind; those of an irregularity include what went wrong, as its own `kind`.
    """
    says: str
    """The line in words; empty for what matters only to the books."""


class FrameView(Message):
    """The layout after a line of a log."""

    phase: Phase
    boxes: list[BoxView]
    """Every box, from number 1."""
    dealer: DealerView
    """The dealer's hand."""
    community: Cards
    """Cards that belong to every hand."""
    exposed: Cards
    """Face-up cards that are in no hand: they are dealt next, or burned."""
    positions: dict[str, PositionView]
    """Number → the shared hand there."""
    turn: int | None = None
    """The box that is being asked."""


class FramesView(Message):
    """A past round on the felt."""

    table: TableView | None = None
    """What stays the same; `None` if the current rules no longer have the game."""
    frames: list[FrameView]
    """The layout after each line of the round."""


class LessonStep(Message):
    """A step of an example: what happens, what to press, and the felt then."""

    says: str
    """What happens, or what is asked."""
    press: str
    """The answer to give; empty if nothing is asked."""
    frame: FrameView
    """The felt after it."""


class LessonHand(Message):
    """A hand of an example."""

    table: TableView
    """What stays the same during the hand."""
    beats: list[LessonStep]
    """Its steps, in order."""


class LessonView(Message):
    """How a game is played, in three hands."""

    game: GameId
    name: PrintedName
    object: str
    """What the game is about."""
    hands: list[LessonHand]
    """The hands, the simplest first."""


class VerifiedView(Message):
    """A log replayed from its first line."""

    lines: int
    """How many lines were replayed."""
    rounds: int
    """How many rounds they hold."""
    differences: list[str]
    """The lines that do not follow from the rules; empty if all do."""
    open: str
    """What the table is waiting for, if it was not closed."""
    heads: str
    """The hash that the chain of its rounds has reached."""
    other_rules: str
    """Under which rulebook it was made, if that is not the current one, which it is judged by."""


class RoundView(Message):
    """A past round, line by line."""

    number: RoundNumber
    events: list[EventView]
    """Its lines, as the viewer may see them."""


class ChoiceWorthView(Message):
    """An answer, and what it is worth on average."""

    word: str
    """The answer; the amount in cents where a stake may be added."""
    name: str
    """What the answer is called: `Double down`."""
    inside: str
    """The same within a sentence: `double down`."""
    value: float
    """In units of the stake."""
    cents: int
    """The same in cents."""


class CoachView(Message):
    """What each answer to a question is worth, the best first."""

    ask: QuestionNumber
    ready: bool
    """Whether the game has been solved."""
    unit: int = 0
    """The stake of one unit, in cents."""
    choices: list[ChoiceWorthView] = Field(default=[])
    """Empty where no solver values the question."""
    says: str = ""
    """Why there are no values, or none yet."""


class PracticeTable(Message):
    """A person's own practice table: the same seed deals the same shoes."""

    id: TableId
    game: GameId
    seed: int
    """What its shoes are made from."""
