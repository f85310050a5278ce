"""Messages about tables: the floor, a table's view, its steps, questions and stakes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from pitboss.procedure.steps import Option
from pitboss.server.messages.layout_messages import (
    BoxView,
    DealerView,
    DecksInUse,
    HouseView,
    Kind,
    MeterView,
    PositionView,
    ShoeView,
    WagerView,
)
from pitboss.server.messages.message import (
    BoxNumber,
    Cents,
    Cite,
    GameKey,
    JurisdictionKey,
    Message,
    PlayerName,
    PrintedName,
    QuestionNumber,
    Role,
    RoundNumber,
    SlipNumber,
    TableId,
    TableName,
    WagerKey,
)

# -- the floor -----------------------------------------------------------------------------------

Phase = Annotated[
    Literal["idle", "betting", "playing", "floor", "closed"],
    Field(description="How far the table is; `floor` if it waits for a floor supervisor."),
]


class WagerName(Message):
    """A wager that a table offers."""

    key: WagerKey
    name: PrintedName
    kind: Kind
    """What sort of wager it is; `progressive` if it has a meter."""


class TableHead(Message):
    """What identifies a table."""

    id: TableId
    name: TableName
    game: GameKey
    game_name: PrintedName
    jurisdiction: JurisdictionKey
    jurisdiction_name: PrintedName
    cite: Cite


class PostedLimits(Message):
    """Limits that are posted and not yet in force."""

    least: Cents
    """The least that may be bet on the main wager."""
    most: Cents
    """The most that may be bet on the main wager."""
    wagers: dict[str, tuple[int, int]]
    """Wager → its least and its most, in cents, if they change."""
    holds_from: int
    """When they take effect, in seconds since 1970."""


class OwnSeat(Message):
    """What a player has at a table where they are seated."""

    in_play: Cents
    """What lies on the layout."""
    asked: bool
    """Whether a question waits for their answer."""


class TableLine(TableHead):
    """A table, as the lobby shows it."""

    least: Cents
    """The least that may be bet on the main wager."""
    most: Cents
    """The most that may be bet on the main wager."""
    decks: int
    """How many decks are in the shoe."""
    boxes: int
    """How many boxes it has."""
    taken: list[int]
    """Boxes that are taken."""
    seats_free: int
    """How many boxes are free."""
    state: str
    """`open` or `closed`."""
    pace: str
    """Who deals: `automatic`, `dealer`, or `dealer settles` if the dealer also takes and pays."""
    wagers: list[WagerName]
    """The side wagers that it offers."""
    meters: list[MeterView]
    """What its meters show."""
    phase: Phase
    posted: PostedLimits | None = None
    """Limits that take effect later."""
    called: str = ""
    """Why a floor supervisor is called to the table."""
    dealer: str = ""
    """Who is assigned to deal there; for staff only."""
    you: OwnSeat | None = None
    """The seat of the player who asks."""


class SlipView(Message):
    """An award that is paid once a floor supervisor has validated its slip."""

    number: SlipNumber
    box: BoxNumber
    player: PlayerName
    wager: WagerKey
    cents: Cents
    source: Annotated[str, Field(alias="from")]
    """`slip` for a jackpot slip, `rack` for a payment from the rack."""

    model_config = ConfigDict(populate_by_name=True)


class TableSlipView(SlipView):
    """A slip as its table shows it."""

    says: str
    """The slip in words."""


class SystemStepView(Message):
    """A step at the progressive system that is due."""

    step: str
    """Which step it is, as `press` names it."""
    wager: WagerKey
    name: PrintedName
    clause: Cite
    boxes: list[int]
    """Boxes whose wager the system accepted, or whose award it lights."""
    slip: int = 0
    """The slip of the award that it is about."""
    wrong: str = ""
    """What differs, if a floor supervisor must decide."""


class WaitingLine(Message):
    """A table that cannot be resumed under the current rules."""

    id: TableId
    name: TableName
    game: GameKey
    jurisdiction: JurisdictionKey
    jurisdiction_name: PrintedName
    why: str
    """Why it cannot be resumed."""
    round: RoundNumber
    in_play: bool
    """Whether the last round is not over; a decision then voids it, and its stakes are returned."""
    slips: list[SlipView]
    """Awards of that round that nobody has validated; a decision pays them."""
    meters: list[MeterView]
    """What its meters show."""
    may: list[Literal["reopen", "close"]]
    """What a floor supervisor may decide."""
    refused: str | None = None
    """Why it may not be reopened as it was filed, or nothing can be decided."""


class FloorView(Message):
    """All tables of the house."""

    tables: list[TableLine]
    """The tables in play."""
    waiting: list[WaitingLine]
    """Tables waiting for a floor supervisor's decision."""


# -- one table -----------------------------------------------------------------------------------


class OptionView(Message):
    """An answer that may be given to a question."""

    word: str
    """What to send as the answer."""
    key: str
    """The letter that selects it."""
    label: str
    """Its label on a button."""
    does: str
    """What it does."""
    cost: Cents
    """What it adds to the stakes, if the rules fix that before it is chosen."""
    asks_amount: bool
    """Whether the player then chooses the amount."""
    gives_up: bool
    """Whether it gives up a stake, or part of one; a page then asks for confirmation."""
    clause: Cite | None = None
    foul: bool = False
    """It is against the rules of the game, though it may be chosen."""
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
    """An open question: in full for those who may answer it, for others only who is asked."""

    number: QuestionNumber
    of: str
    """The hand that is asked: `box 1`, `box 1 hand 2`."""
    box: BoxNumber | None = None
    about: str | None = None
    """What it is about: `play`, `insurance`, or the name of the wager that a stake may be added
    to."""
    question: str | None = None
    """The name of the question; left out for a hand's ordinary turn."""
    wager: WagerKey | None = None
    """The wager that a stake may be added to."""
    may: list[OptionView] | None = None
    """The answers; left out if an amount is asked for."""
    most: Cents | None = None
    """The most that may be staked, if an amount is asked for."""
    least: Cents | None = None
    """The least that may be staked besides 0, which declines."""
    totals: bool = True
    """Whether the choice is about the total of the hand."""
    of_all: bool | None = None
    """The choice is about all hands of the box."""
    tip: bool | None = None
    """The amount is a bet for the dealer, in addition to the player's own."""
    clause: Cite | None = None
    otherwise: str | None = None
    """The answer that is taken if none comes in time."""
    left: float
    """Seconds until `otherwise` is taken as the answer."""
    seconds: int
    """The total number of seconds allowed."""
    together: bool = False
    """Whether everyone is asked at the same time."""


class IrregularityView(Message):
    """Something that went wrong at the table, and what was decided."""

    kind: str
    """What went wrong."""
    decision: str
    """What happens then."""
    clause: Cite


class IrregularityRule(IrregularityView):
    """Something that may be reported, and what happens then."""

    decisions: list[str]
    """What a floor supervisor may decide, if the clause leaves it open."""
    by: Literal["dealer", "floor"]
    """Who reports it: a floor supervisor if it exposes a card or moves money."""


class PlayerSessionView(Message):
    """What a player has staked and won since sitting down, and the player's own limits."""

    hands: int
    """How many boxes were bet on, in all rounds."""
    staked: dict[str, Cents]
    """Wager → what was staked on it."""
    net: Cents
    """What was won, less what was lost."""
    best: Cents
    """The most that one stake has won."""
    minutes: int
    """How long it has lasted."""
    minutes_left: int | None = None
    """How long until the time that the player has set."""
    most_lost: Cents | None = None
    """The loss after which the player has chosen to stop."""


class You(Message):
    """The person to whom the view is sent."""

    name: PlayerName
    role: Role
    """What the person may do in the house."""
    boxes: list[int]
    """The person's boxes at this table."""
    balance: Cents
    """What the player has besides what is in play."""
    in_play: Cents
    """What the player has on the layout: own stakes, those that the deal will take, and bets for
    the dealer."""
    refill: Cents | None = None
    """Play chips that the player is given when the next round opens."""


class DealerStepView(Message):
    """What the dealer handles next: a card, the hole card, all side wagers, or one stake."""

    kind: Literal["card", "turn", "settle", "pay"]
    """`card` deals one, `turn` turns the hole card, `settle` settles side wagers, `pay` takes or
    pays a stake."""
    to: str
    """The hand or box; empty for every box."""
    player: str = ""
    """Whose stake it is."""
    name: str = ""
    """The wager, as it is printed."""
    words: str = ""
    """What the dealer does; of one stake, why it is taken or paid, and at what odds."""
    cents: Cents = 0
    """The stake."""
    back: Cents = 0
    """What is paid back, including the stake."""
    clause: Cite = ""


class ProcedureLine(Message):
    """A step of the round, with its clause."""

    words: str
    """What the dealer does."""
    clause: Cite
    state: Literal["done", "now", "next", "skipped"]
    """How far the round is with it."""
    why: str = ""
    """Why it is skipped."""
    settles: bool = False
    """Whether chips are taken and paid in this step."""


class SharedView(TableHead):
    """The part of a view that is the same for everyone who sees the same cards."""

    house: HouseView
    """What is filed for the table, and what follows from it."""
    phase: Phase
    round: int
    """The number of the round in play, or of the last one."""
    wagers: list[WagerView]
    """Every spot on the layout."""
    boxes: list[BoxView]
    """Every box, from number 1."""
    dealer: DealerView
    """The dealer's hand."""
    community: list[str]
    """Cards that belong to every hand."""
    exposed: list[str]
    """Face-up cards that are in no hand: they are dealt next, or burned."""
    positions: dict[str, PositionView]
    """Number → the shared hand there."""
    shoe: ShoeView
    """The shoe in use."""
    decks: DecksInUse
    """The decks in use."""
    slips: list[TableSlipView]
    """Slips of the round that wait to be validated."""
    meters: list[MeterView]
    """What its meters show."""
    irregularities: list[IrregularityView]
    """What went wrong in the round, in order."""
    voided: str = ""
    """What was voided last in the round, and why."""
    system: SystemStepView | None = None
    """What the dealer does next at the progressive system."""
    posted: PostedLimits | None = None
    """Limits that take effect later."""


class OwnView(Message):
    """What only this person sees of a table."""

    you: You
    """The person to whom the view is sent."""
    asks: list[AskView]
    """The open questions."""
    story: list[str]
    """What happened in the round, in words."""
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

    stakes: dict[str, Cents]
    """The stakes, with those that accompany them."""
    cents: Cents
    """What they and the deal take from the player."""
    refused: str = ""
    """Why they cannot be placed: what is wrong, and what is allowed."""
    needs: str = ""
    """What is still missing before cards can be dealt."""


class CommandResult(Message):
    """A command was carried out."""

    seq: int
    """How many lines the log of the table has now."""
    view: TableView
    """The table after it."""


class OpenedTable(Message):
    """A table was opened."""

    id: TableId
