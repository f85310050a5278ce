"""Messages about tables: the floor, a table's view, its steps, questions and stakes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from pitboss.games.house_rules import HousePay, HouseRule
from pitboss.procedure import Option
from pitboss.server.messages.layout_messages import (
    BoxView,
    DealerView,
    DecksInUse,
    Kind,
    MeterView,
    PositionView,
    ShoeView,
    WagerView,
)
from pitboss.server.messages.message import Message, Role
from pitboss.table.houses.house import House

# -- the floor -----------------------------------------------------------------------------------

Phase = Literal["idle", "betting", "playing", "floor", "closed"]


class WagerName(Message):
    key: str
    name: str
    kind: Kind


class TableHead(Message):
    """Which table it is."""

    id: str
    name: str
    game: str
    game_name: str
    jurisdiction: str
    jurisdiction_name: str
    cite: str


class PostedLimits(Message):
    """Limits that are posted and not yet in force."""

    least: int
    most: int
    wagers: dict[str, tuple[int, int]]
    holds_from: int
    """Seconds since 1970."""


class TableLine(TableHead):
    least: int
    most: int
    decks: int
    boxes: int
    taken: list[int]
    """Boxes that are taken."""
    seats_free: int
    state: str
    pace: str
    wagers: list[WagerName]
    meters: list[MeterView]
    phase: Phase
    posted: PostedLimits | None = None
    """Limits that take effect later."""
    called: str = ""
    """Why a floor supervisor is called to the table."""
    dealer: str = ""
    """Who is assigned to deal there; for staff only."""


class SlipView(Message):
    number: int
    box: int
    player: str
    wager: str
    cents: int
    source: Annotated[str, Field(alias="from")]

    model_config = ConfigDict(extra="forbid", defer_build=True, populate_by_name=True)


class SystemStepView(Message):
    """A step at the progressive system that is due."""

    step: str
    wager: str
    name: str
    clause: str
    boxes: list[int]
    """Boxes whose wager the system accepted, or whose award it lights."""
    slip: int = 0
    wrong: str = ""
    """What differs, if a floor supervisor must decide."""


class WaitingLine(Message):
    """A table that cannot be resumed under the current rules."""

    id: str
    name: str
    game: str
    jurisdiction: str
    jurisdiction_name: str
    why: str
    round: int
    in_play: bool
    """The last round is not over: a decision voids it, and its stakes are returned."""
    slips: list[SlipView]
    """Awards of that round that nobody has validated: a decision pays them."""
    meters: list[MeterView]
    may: list[Literal["reopen", "close"]]
    """What a floor supervisor may decide."""
    refused: str | None = None
    """Why it may not be reopened as it was filed, or nothing can be decided."""


class FloorView(Message):
    tables: list[TableLine]
    waiting: list[WaitingLine]
    """Tables waiting for a floor supervisor's decision."""


# -- one table -----------------------------------------------------------------------------------


class OptionView(Message):
    word: str
    key: str
    """The letter that stands for it."""
    label: str
    """What a button calls it."""
    does: str
    """What it does."""
    cost: int
    """What it adds to the stakes, if the rules fix that before it is chosen."""
    asks_amount: bool
    """The player says how much afterwards."""
    gives_up: bool
    """It gives up a stake, or part of one: a page asks for confirmation before sending it."""
    clause: str | None = None
    foul: bool = False
    points: dict[str, int] | None = None
    """The totals of the parts of the hand, if it is set in parts."""
    apart: list[str] | None = None
    """The cards that it sets apart."""

    @classmethod
    def of(cls, option: Option, key: str) -> OptionView:
        """An option of a question, under its letter."""
        return cls.from_record(
            option,
            key=key,
            label=option.label or option.word,
            clause=option.clause or None,
            points=dict(option.counts) or None,
            apart=[str(card) for card in option.apart] or None,
        )


class AskView(Message):
    number: int
    of: str
    box: int | None = None
    about: str | None = None
    wager: str | None = None
    may: list[OptionView] | None = None
    totals: bool = True
    """The choice is about the total of the hand."""
    most: int | None = None
    least: int | None = None
    tip: bool | None = None
    clause: str | None = None
    otherwise: str | None = None
    left: float
    """Seconds until `otherwise` is taken as the answer."""
    seconds: int
    """How many seconds there were at first."""
    together: bool = False
    """Everyone is asked at the same time."""


class IrregularityView(Message):
    kind: str
    decision: str
    clause: str


class IrregularityRule(IrregularityView):
    decisions: list[str]
    """What a floor supervisor may decide, if the clause leaves it open."""
    by: Literal["dealer", "floor"]
    """Who reports it: a floor supervisor if it shows a card or moves money."""


class PlayerSessionView(Message):
    """What a player has staked and won since sitting down, and the player's own limits."""

    hands: int
    staked: dict[str, int]
    """Wager → what was staked on it."""
    net: int
    best: int
    """The most that one stake has won."""
    minutes: int
    """How long it has lasted."""
    minutes_left: int | None = None
    most_lost: int | None = None


class You(Message):
    name: str
    role: Role
    boxes: list[int]
    balance: int
    """What the player has besides what is in play."""
    in_play: int
    """What the player has on the layout: own stakes, those that the deal will take, and bets for
    the dealer."""
    refill: int | None = None
    """Play chips that the player is given when the next round opens."""


class FeltWords(Message):
    """The words on the cloth; if its drawing has none, the rules in one line each."""

    big: str
    """What is printed largest: what a natural pays."""
    band: str
    """Along the insurance line."""
    low: str
    """Below the band."""
    lines: str
    """The other rules, smaller."""


class FeltSpot(Message):
    """The circle of a wager, from the middle of its box."""

    wager: str
    main: bool
    """It is a main wager's."""
    right: float
    out: float
    """Away from the dealer."""


class FeltArc(Message):
    """A line of lettering along an arc."""

    kind: str
    says: str
    radius: float
    center: float
    """Where the center of its circle is, below that of the boxes' arc if more than 0."""


class FeltLine(Message):
    """The insurance line."""

    says: str
    inner: float
    """Its radius on the dealer's side."""
    outer: float
    half: float
    """Half of the angle that it spans, in degrees."""


class FeltLayout(Message):
    """Where everything is on the cloth, in millimeters and degrees."""

    center: float
    """From the dealer's edge to the center of the arc of boxes."""
    far: float
    """From the dealer's edge to the players'."""
    boxes: list[float]
    """The angle of each box."""
    spots: list[FeltSpot]
    """The circles of a box."""
    arcs: list[FeltArc]
    line: FeltLine


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseView(House):
    """What the house filed, and what follows from it."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    pays: list[HousePay]
    """What each hand of the main wager pays."""
    rules: list[HouseRule]
    """The terms in force that a player should know, as sentences."""
    brief: list[str]
    """The rules in the bar above a table."""
    inscription: FeltWords
    """The words on the cloth."""
    self_service: bool
    """Players open rounds and deal themselves."""
    positions: int
    """Hands on the felt that terminals share."""
    spots: int
    """Hands that a box begins with, each for the same stake."""
    cuts: bool
    """A player may cut a new shoe."""
    seat_kept: int
    """How many seconds the seat of an absent player is kept."""
    layout: FeltLayout
    """Where everything is on the cloth, as in its drawing."""


@dataclass(frozen=True, slots=True)
class TableSettings(House):
    """What is filed for a table, and its name; settings left out take their defaults."""

    name: str = ""
    """What the table is called; its id if not given."""


DERIVED = {each.name for each in fields(HouseView)} - {each.name for each in fields(House)}
"""What was not filed."""


class DealerStepView(Message):
    """What the dealer does next: a card, the hole card, a tour of side wagers, or one stake."""

    kind: Literal["card", "turn", "settle", "pay"]
    to: str
    """The hand or box; empty for every box."""
    player: str = ""
    name: str = ""
    words: str = ""
    """What the dealer does; of one stake, why it is taken or paid, and at what odds."""
    cents: int = 0
    back: int = 0
    clause: str = ""


class ProcedureLine(Message):
    """A step of the round, with its clause."""

    words: str
    clause: str
    state: Literal["done", "now", "next", "skipped"]
    why: str = ""
    """Why it is skipped."""
    settles: bool = False
    """Chips are taken and paid in this step."""


class SharedView(TableHead):
    """The part of a view that is the same for everyone who sees the same cards."""

    house: HouseView
    phase: Phase
    round: int
    wagers: list[WagerView]
    boxes: list[BoxView]
    dealer: DealerView
    community: list[str]
    exposed: list[str]
    """Face-up cards that are in no hand: they are dealt next, or burned."""
    positions: dict[str, PositionView]
    shoe: ShoeView
    decks: DecksInUse
    slips: list[SlipView]
    meters: list[MeterView]
    irregularities: list[IrregularityView]
    voided: str = ""
    """What of the round is void, and why: the last of it."""
    system: SystemStepView | None = None
    """What the dealer does next at the progressive system."""
    posted: PostedLimits | None = None


class OwnView(Message):
    """What only this person sees of a table."""

    you: You
    asks: list[AskView]
    story: list[str]
    next: str
    """What the table is waiting for."""
    may_go_wrong: list[IrregularityRule]
    """What a dealer or a supervisor may report, and what happens then at this table."""
    step: DealerStepView | None = None
    """What the dealer must do next; for staff only."""
    procedure: list[ProcedureLine] = Field(default=[])
    """The round step by step; for staff only."""
    moved: dict[int, int] = Field(default={})
    """Box → how many of its results the dealer has taken or paid; for staff only."""
    called: str = ""
    """Why a floor supervisor is called to the table."""
    may: list[str]
    """Commands that this person may give now."""


class TableView(SharedView, OwnView):
    """A table as one person may see it; never a card that is hidden from that person."""


class StakesView(Message):
    """What would happen to the stakes of a box if they were placed now."""

    stakes: dict[str, int]
    """The stakes, with those that go with them."""
    cents: int
    """What they and the deal take from the player."""
    refused: str = ""
    """Why they cannot be placed: what is wrong, and what is allowed."""
    needs: str = ""
    """What is still missing before cards can be dealt."""


class Done(Message):
    seq: int
    view: TableView


class Opened(Message):
    id: str


class UsualHouse(Message):
    """Settings that a table of a game may open with, and the side wagers that it may have."""

    house: House
    wagers: list[str]
