"""What the server shows: tables, meters, people and refusals."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.procedure import Option

Role = Literal["player", "dealer", "floor", "auditor", "admin"]


class Message(BaseModel):
    """A message of the server."""

    model_config = ConfigDict(extra="forbid")


# -- people --------------------------------------------------------------------------------------


class PersonView(Message):
    name: str
    role: Role
    guest: bool = False
    disabled: bool = False
    factor: bool = False
    """A code is asked for at each log-in."""


class SessionView(Message):
    person: PersonView | None
    csrf: str | None
    must: Literal["password", "factor"] | None = None
    """What must be done before anything else: a new password, or a second factor set up."""


class FactorView(Message):
    """A secret for a device that shows codes, and the same as an address for it."""

    secret: str
    address: str


class SessionLine(Message):
    id: str
    name: str
    role: Role
    begun_at: str
    seen_at: str
    """When something was last done in it."""
    expires_at: str
    address: str
    current: bool
    """The one that asks."""


class SessionsView(Message):
    sessions: list[SessionLine]


class PeopleView(Message):
    people: list[PersonView]


class Refusal(Message):
    """Why something was not done."""

    error: str
    allowed: list[str] | None = None
    clause: str | None = None
    moved_to: str | None = None
    """The table that replaced the one asked for."""
    needs: Literal["code", "witness"] | None = None
    """What to send as well: the code of a second factor, or a second person's signature."""


# -- the floor -----------------------------------------------------------------------------------

Phase = Literal["idle", "betting", "playing", "floor", "closed"]


class MeterView(Message):
    name: str
    shows: int
    minimum: int | None = None
    """Where a mystery starts."""
    maximum: int | None = None
    """The amount by which a mystery must hit."""


Kind = Literal["main", "side", "fee", "progressive"]


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
    """Limits that hold from a later time on."""
    called: str = ""
    """Why a floor supervisor is called to the table."""


class SlipView(Message):
    number: int
    box: int
    player: str
    wager: str
    cents: int
    source: Annotated[str, Field(alias="from")]

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


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
    """Tables that wait for a floor supervisor's decision."""


class MeterHand(Message):
    """A hand that wins from a meter."""

    hand: str
    pays: str


class MysteryValue(Message):
    """A secret value: its hash from before its first stake, the rest once it decides nothing.

    `commit` is SHA-256 of the salt, a line break and the value.
    """

    commit: str
    source: str
    salt: str | None = None
    value: int | None = None


class MeterRow(Message):
    name: str
    table: str
    """The table it belongs to, or the name under which linked tables share it."""
    tables: list[str]
    """The tables that feed it now."""
    shows: int
    seed: int
    hits: int
    top: int
    """The greatest award so far."""
    maximum: int | None = None
    """The amount by which a mystery must hit."""
    wins: list[MeterHand]
    """The hands that win from it, the greatest share first."""
    values: list[MysteryValue] = []
    """The secret values of a mystery, newest first: the last few."""


class AwardLine(Message):
    """An award that a floor supervisor has validated, without the player's name."""

    at: str
    table: str
    table_name: str
    slip: int
    wager: str
    wager_name: str
    hand: str
    """What won it; empty for a mystery."""
    cents: int


class MetersView(Message):
    meters: list[MeterRow]
    awards: list[AwardLine]
    """The last awards, newest first."""


class SlipLine(SlipView):
    table: str
    table_name: str
    round: int
    decision: bool
    """Its table waits for a decision, which pays it; it is not validated separately."""
    since: str | None = None
    """When it was written, while it waits."""
    refused: str | None = None
    """Who last refused it and why: `Flora: the bet lay beside its spot`."""
    validated_by: str | None = None
    validated_at: str | None = None


class SlipsView(Message):
    slips: list[SlipLine]
    now: str | None = None
    """The house's time, by which the wait is counted."""


class CheckView(Message):
    """Something to check before an award is paid, and what the log says about it."""

    what: str
    how: str
    holds: bool = True


class MeterMoveView(Message):
    """A meter before and after an award: before − award + kept + house = after."""

    before: int
    award: int
    kept: int
    """What its reserve adds."""
    house: int
    """What the house adds to start it again."""
    after: int
    line: int
    """The line of the meter's log."""
    winners: int


class SlipCheckView(Message):
    """What a floor supervisor checks before validating a slip."""

    checks: list[CheckView]
    meter: MeterMoveView | None = None


class NoteView(Message):
    """A line of the audit trail."""

    id: int
    at: str
    who: str
    what: str
    details: str
    """As it is kept."""
    says: str
    """The same in words and dollars."""


class AuditView(Message):
    notes: list[NoteView]
    kinds: list[str]
    """Everything that the trail has lines about, to choose from."""
    people: list[str]
    """Everybody it has lines of."""
    before: int | None
    """What to ask for the next page with; `None` if there is none."""


# -- one table -----------------------------------------------------------------------------------


class StakeView(Message):
    least: int
    most: int
    fixed: int | None = None
    step: int = 1
    equals: str | None = None
    most_of: str | None = None


class WagerView(Message):
    id: str | None = None
    """Its entry in the rulebook; `None` for standard blackjack's own."""
    key: str
    name: str
    kind: Kind
    cite: str
    placed: str
    opens: bool
    """A stake here opens a box."""
    must: bool
    """Every box has a stake here."""
    requires: list[str]
    stake: StakeView
    meters: list[MeterView]
    settles: str
    paytable: str | None = None
    readings: dict[str, str]


class PartView(Message):
    """A part of a hand that is compared by itself."""

    name: str
    cards: list[str]
    total: int


class HandView(Message):
    name: str
    number: int
    cards: list[str]
    total: int | None = None
    soft: bool
    bust: bool
    natural: bool
    stake: int
    turn: bool
    over: bool
    reads: str = ""
    """What the cards are called in a game that is not about totals, as in `pair of tens`."""
    parts: list[PartView] = []
    """The high and the low hand, once they are set and may be seen."""


class ResultView(Message):
    on: str
    name: str
    why: str
    """As the log has it."""
    words: str
    """What the player had, and what was needed or what beat it."""
    cards: list[str] = []
    """The cards that decided it: `4 Kh` at box 4, `dealer Kh`."""
    hand: int = 0
    """The hand that the stake was on, by its number; 0 if it was on none alone."""
    pays: str
    cents: int
    back: int
    clause: str | None = None
    slip: int | None = None
    award: int | None = None
    """What its slip has paid, once the floor has validated it."""
    tip: bool = False


class BoxView(Message):
    number: int
    player: str | None = None
    away: bool = False
    """The player watches no more: nobody waits for a bet there."""
    position: int
    stakes: dict[str, int]
    placed: dict[str, int]
    tips: dict[str, int]
    hands: list[HandView]
    lying: list[str]
    """Cards at the box that are in no hand, such as those a switch may use."""
    dealer: list[str] | None = None
    """The dealer's cards against this box, if each box has its own."""
    results: list[ResultView]


class DealerView(Message):
    cards: list[str]
    total: int | None = None
    soft: bool = False
    name: str = ""
    """Whom a floor supervisor has assigned to the table."""
    reads: str = ""
    parts: list[PartView] = []


class PositionView(Message):
    """A hand on the felt that several terminals share."""

    cards: list[str]
    total: int | None = None
    soft: bool
    terminals: int
    decided: int | None = None
    """Terminals that have answered, while they are asked."""


class ShoeView(Message):
    number: int
    dealt: int
    commit: str
    source: str
    cut: list[int] = []
    """The least and the most cards in front of a cut, if the shoe is to be cut now."""
    cutter: str = ""
    """Who is offered the cut; any player may volunteer if nobody is."""
    mixed: str = ""
    """A hash of the words that players have added to it; its order follows from both."""


class DecksInUse(Message):
    """The decks in use, and what must be done with them before a round."""

    step: str = ""
    """The next step with them: `inspect`, `verify` or `wash`."""
    due: str = ""
    """When they must have been changed."""
    warning: str = ""


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
    """What the parts of the hand come to, if it is set in parts."""
    apart: list[str] | None = None
    """The cards that it sets apart."""

    @classmethod
    def of(cls, option: Option, key: str) -> OptionView:
        """An option of a question, under its letter."""
        return cls(
            word=option.word,
            key=key,
            label=option.label or option.word,
            does=option.does,
            cost=option.cost,
            asks_amount=option.asks_amount,
            gives_up=option.gives_up,
            clause=option.clause or None,
            foul=option.foul,
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
    most: int | None = None
    least: int | None = None
    tip: bool | None = None
    clause: str | None = None
    otherwise: str | None = None
    left: float
    """Seconds until `otherwise` is taken for the answer."""
    seconds: int
    """How many there were at first."""
    together: bool = False
    """Everybody is asked at the same time."""


class IrregularityView(Message):
    kind: str
    decision: str
    clause: str


class IrregularityRule(Message):
    kind: str
    decision: str
    clause: str
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


DERIVED = ("in_force", "self_service", "positions", "spots", "cuts", "seat_kept", "layout")
"""What a view says of a house besides what was filed: every term in force, including the law's;
whether players open rounds and deal themselves; hands on the felt that terminals share; hands that
a box begins with, each for the same stake; whether a player may cut a new shoe; how many seconds
the seat of an absent player is kept; where everything is on the cloth, as its drawing has it."""


class DealerStepView(Message):
    """What the dealer does next: a card, the hole card, a tour of side wagers, or one stake."""

    kind: Literal["card", "turn", "settle", "pay"]
    to: str
    """The hand or box; empty for every box."""
    player: str = ""
    name: str = ""
    why: str = ""
    pays: str = ""
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
    """Chips are taken and paid in it."""


class SharedView(TableHead):
    """What everybody sees of a table who sees the same cards."""

    house: dict[str, Any]
    """What the house filed, as it is filed, and what follows from it: `DERIVED`."""
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
    system: SystemStepView | None = None
    """What the dealer does next at the progressive system."""
    posted: PostedLimits | None = None


class OwnView(Message):
    """What one person alone sees of a table."""

    you: You
    asks: list[AskView]
    story: list[str]
    next: str
    """What the table waits for."""
    may_go_wrong: list[IrregularityRule]
    """What a dealer or a supervisor may report, and what happens then at this table."""
    step: DealerStepView | None = None
    """What waits for the dealer's hands; for the floor's staff alone."""
    procedure: list[ProcedureLine] = []
    """The round step by step; for the floor's staff alone."""
    called: str = ""
    """Why a floor supervisor is called to the table."""
    may: list[str]
    """Commands that this person may give now."""


class TableView(SharedView, OwnView):
    """A table as one person may see it; never a card that is hidden from that person."""


class SharedStep(Message):
    """What one event changed on the layout, for everybody who sees the same cards."""

    what: str
    """The kind of the event."""
    box: int = 0
    """The box it happened at; 0 for the dealer or the whole table."""
    boxes: list[BoxView] = []
    dealer: DealerView | None = None
    community: list[str] | None = None
    exposed: list[str] | None = None
    positions: dict[str, PositionView] | None = None
    slips: list[SlipView] | None = None


class StepView(SharedStep):
    """What one event changed on the layout: a screen shows these in order."""

    balance: int
    in_play: int
    story: list[str] = []
    """What is said then."""


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
    """What the line says, name by name."""
    says: str
    """The same in words; empty for what matters only to the books."""


class FrameView(Message):
    """The layout after a line of a log."""

    phase: Phase
    boxes: list[BoxView]
    dealer: DealerView
    community: list[str]
    exposed: list[str]
    positions: dict[str, PositionView]
    turn: int | None = None
    """The box that is asked."""


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
    """A log dealt again from its first line."""

    lines: int
    rounds: int
    differences: list[str]
    """Where the log is not what the rules make of its answers; empty if it is."""
    open: str
    """What the log still waits for, if its table was not closed."""
    heads: str
    """The hash that the chain of its rounds has reached."""


class RoundView(Message):
    number: int
    events: list[EventView]


class Opened(Message):
    id: str


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
    """Whether it is worked out."""
    unit: int = 0
    """The stake, in cents, that one unit is."""
    choices: list[ChoiceWorthView] = []
    """Empty where no solver values the question."""
    says: str = ""
    """Why there are no values, or not yet."""


class PracticeTable(Message):
    """A person's own practice table: the same seed deals the same shoes."""

    id: str
    game: str
    seed: int
