"""Messages that people send about a table: commands, decisions, and a game to practice."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from pitboss.table.cards.decks import MOST_WORDS, Step
from pitboss.table.houses.house import MOST_BOXES, MOST_CENTS

TO = "Wager → the table whose meters take over what is owed: `pit 2`, or `pit 2/another-wager`."
PERMISSION = "Who permitted it, with its date or number, if the law requires permission."
BoxNumber = Annotated[
    int, Field(ge=1, le=MOST_BOXES, strict=True, description="The number of the box.")
]
Amount = Annotated[int, Field(ge=0, le=MOST_CENTS, strict=True, description="In cents.")]
Number = Annotated[int, Field(ge=0, le=2**53, strict=True)]
AskNumber = Annotated[
    Number, Field(description="The number of the question, as `asks` of the view has it.")
]
Slip = Annotated[Number, Field(description="The number of the slip.")]
Word = Annotated[str, Field(max_length=60)]
Staked = Annotated[Word, Field(description="The key of the wager: `perfect-pairs`.")]
Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
Why = Annotated[Words, Field(description="Why, in your own words.")]
Permission = Annotated[Words, Field(description=PERMISSION)]
Transfers = Annotated[
    dict[Word, Annotated[str, Field(max_length=140)]], Field(max_length=20, description=TO)
]


class Order(BaseModel):
    """A message from a client; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class SignedOrder(Order):
    """What a floor supervisor confirms with their own password, which is not stored."""

    password: Annotated[str | None, Field(max_length=200, exclude=True)] = None
    """The floor supervisor's own password."""


class Witness(Order):
    """A second staff member, who signs for what one person alone may not do."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """Who signs."""
    password: Annotated[str, Field(min_length=1, max_length=200)]
    """The password of the person who signs."""
    code: Annotated[str, Field(max_length=12)] = ""
    """What that person's second factor shows, if there is one."""


Seconded = Annotated[Witness | None, Field(exclude=True)]


# -- commands ------------------------------------------------------------------------------------


class SitOrder(Order):
    """Take a box; a player without chips there gets play chips."""

    do: Literal["sit"]
    box: BoxNumber
    position: Annotated[int, Field(ge=0, le=MOST_BOXES, strict=True)] = 0
    """What the first bet will name; a seat itself has no position."""


class LeaveOrder(Order):
    """Give up a box, or all your boxes."""

    do: Literal["leave"]
    box: BoxNumber | None = None
    """The box; all of your boxes if left out."""


class BetOrder(Order):
    """A stake on a spot, before the deal."""

    do: Literal["bet"]
    box: BoxNumber
    wager: Staked
    cents: Amount
    """The stake."""
    position: Annotated[int, Field(ge=0, le=MOST_BOXES, strict=True)] = 0
    """Which of the shared hands a terminal plays; 0 where none are shared."""


class TipOrder(Order):
    """A bet for the dealer, before the deal."""

    do: Literal["tip"]
    box: BoxNumber
    wager: Staked
    cents: Amount
    """The bet for the dealer."""


class LaidStake(Order):
    """One stake of several, or a bet for the dealer next to it."""

    box: BoxNumber
    wager: Staked
    cents: Amount
    """The stake."""
    tip: bool = False
    """It is a bet for the dealer."""


class SessionOrder(Order):
    """Limits that a player sets for their own session; they may be lowered, but never raised."""

    do: Literal["session"]
    minutes: Annotated[int, Field(ge=1, le=1_440, strict=True)] | None = None
    """How long to play from now on."""
    loss: Annotated[int, Field(ge=100, le=MOST_CENTS, strict=True)] | None = None
    """The most to lose, in cents."""


class StakesOrder(Order):
    """All stakes of a round together: if one is refused none is placed. Without a dealer they open
    the round, and with `deal` the cards are dealt.
    """

    do: Literal["stakes"]
    stakes: Annotated[list[LaidStake], Field(max_length=200)]
    """The stakes."""
    deal: bool = False
    """Deal the cards as well."""


class RoundOrder(Order):
    """Betting opens."""

    do: Literal["open_round"]


class DecksOrder(Order):
    """A step with the decks, signed by the person who takes it."""

    do: Literal["decks"]
    step: Step
    """Which step is taken."""


class CutOrder(Order):
    """The cut of a new shoe: a player's own, or one that the dealer makes or presents."""

    do: Literal["cut"]
    at: Number
    """How many cards are in front of the cut."""
    player: Word = ""
    """Whom the dealer presented the cards to; nobody if the dealer cuts."""


class MixOrder(Order):
    """Words that a player adds to a new shoe, whose seed is already committed."""

    do: Literal["mix"]
    words: Annotated[str, Field(min_length=1, max_length=MOST_WORDS)]
    """The words."""


class DealOrder(Order):
    """No more bets."""

    do: Literal["deal"]


class GoOrder(Order):
    """The dealer deals the next card."""

    do: Literal["go"]


class MoveOrder(Order):
    """How many of a box's results the dealer has taken or paid so far."""

    do: Literal["move"]
    box: BoxNumber
    results: Number
    """How many of them, from the first."""


class AnswerOrder(Order):
    """A choice, by the number of the question."""

    do: Literal["answer"]
    ask: AskNumber
    word: Word
    """The answer: a `word` among the options of the question."""


class StakeOrder(Order):
    """A stake added after the deal; 0 declines."""

    do: Literal["answer_stake"]
    ask: AskNumber
    cents: Amount
    """The stake."""


class PressOrder(Order):
    """The dealer takes the next step at the progressive system."""

    do: Literal["press"]
    step: Word
    """Which step it is, as `system` of the view names it."""
    boxes: Annotated[list[BoxNumber], Field(max_length=MOST_BOXES)] = []
    """Boxes whose light is on."""
    chips: Number | None = None
    """How many chips were counted."""
    slip: Number = 0
    """The number of the slip that the step is about."""


class ResolveOrder(Order):
    """A floor supervisor decides where the progressive system and the table differ."""

    do: Literal["resolve"]
    box: BoxNumber | None = None
    """The box whose wager is returned."""
    boxes: Annotated[list[BoxNumber], Field(max_length=MOST_BOXES)] = []
    """Boxes whose light is on."""
    chips: Number | None = None
    """How many chips were counted."""
    why: Why = ""


class IrregularityOrder(Order):
    """An irregularity at the table."""

    do: Literal["irregular"]
    kind: Word
    """What went wrong, as `may_go_wrong` of the view names it."""
    box: BoxNumber | None = None
    """The box where it happened, if it concerns one."""
    decision: Word = ""
    """What a floor supervisor decides, if the clause leaves it open."""
    why: Why = ""
    witness: Seconded = None
    """The second person, who signs if an award of the round has been paid."""


class CallOrder(Order):
    """A dealer calls a floor supervisor to the table, or the supervisor reports arriving.

    If an irregularity is named that only the floor reports, the deal stops until then.
    """

    do: Literal["call"]
    why: Why = ""
    kind: Word | None = None
    """An irregularity that only the floor reports."""


class AssignOrder(Order):
    """A dealer deals at this table from now on, and at no other."""

    do: Literal["assign"]
    dealer: Word
    """Empty if the table is left without a dealer."""


class LimitsOrder(Order):
    """New limits for an open table: they take effect after the notice, between rounds."""

    do: Literal["limits"]
    least: Amount | None = None
    """The least that may be bet on the main wager; unchanged if left out."""
    most: Amount | None = None
    """The limits of the table; unchanged if left out."""
    wagers: Annotated[dict[Word, tuple[Amount, Amount]], Field(max_length=40)] = {}
    """Wager → its least and most, if they change."""


class ValidateOrder(SignedOrder):
    """A floor supervisor validates a slip."""

    do: Literal["validate"]
    slip: Slip
    cents: Amount | None = None
    """What the supervisor has read on the slip."""


class RefuseOrder(Order):
    """A floor supervisor refuses to validate a slip, and says why; it stays waiting."""

    do: Literal["refuse"]
    slip: Slip
    why: Annotated[Why, Field(min_length=1)]


class OpenOrder(Order):
    """A closed table is reopened."""

    do: Literal["open"]


class CloseOrder(SignedOrder):
    """The table closes between rounds; what its meters still owe is transferred to other tables."""

    do: Literal["close"]
    transfers: Transfers = {}
    why: Why = ""
    permission: Permission = ""
    witness: Seconded = None
    """The second person, who signs if a meter is transferred."""


Command = Annotated[
    SitOrder
    | LeaveOrder
    | BetOrder
    | TipOrder
    | StakesOrder
    | SessionOrder
    | DecksOrder
    | RoundOrder
    | MixOrder
    | CutOrder
    | DealOrder
    | GoOrder
    | MoveOrder
    | AnswerOrder
    | StakeOrder
    | PressOrder
    | ResolveOrder
    | IrregularityOrder
    | CallOrder
    | AssignOrder
    | LimitsOrder
    | ValidateOrder
    | RefuseOrder
    | OpenOrder
    | CloseOrder,
    Field(discriminator="do"),
]
COMMAND: TypeAdapter[Command] = TypeAdapter(Command, config=ConfigDict(defer_build=True))
Key = Annotated[str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9._:-]+$")]


class DecisionOrder(SignedOrder):
    """A decision about a table that cannot be resumed under the current rules."""

    decision: Literal["reopen", "close"]
    """Whether the table is opened again as it was filed, or closed."""
    why: Annotated[Why, Field(min_length=1)]
    transfers: Transfers = {}
    permission: Permission = ""
    witness: Seconded = None
    """The second person, who signs if a meter is transferred."""


class PracticeOrder(Order):
    """The game to practice."""

    game: Annotated[str, Field(min_length=1, max_length=120)]
    """The id of a game, such as `pennsylvania/blackjack`, or its key or name."""
    seed: Annotated[int, Field(ge=0, lt=2**31, strict=True)] | None = None
    """What the shoes are made from; chosen at random if left out."""
    again: bool = False
    """Start over even if such a table is open."""
