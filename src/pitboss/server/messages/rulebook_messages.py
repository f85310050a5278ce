"""Messages about the rulebook: entries, duties, search results, how games are played, and
simulations of them.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from pitboss.rulebook.duties import Duty
from pitboss.rulebook.search import Match
from pitboss.server.messages.message import (
    Cite,
    EntryId,
    EntryKey,
    GameId,
    JurisdictionKey,
    Message,
    PrintedName,
    SectionNumber,
    Time,
    WagerKey,
)
from pitboss.server.messages.orders import Order


class EntryLine(Message):
    """An entry of the rulebook, in a list of all."""

    id: EntryId
    name: PrintedName
    kind: Literal["game", "wager"]
    """What sort of entry it is."""
    key: EntryKey
    jurisdiction: JurisdictionKey
    jurisdiction_name: PrintedName
    law: str
    """The law of its jurisdiction."""
    readings: list[str]
    """Keys of the readings that bear on it."""
    paytables: int
    """How many pay tables it has."""
    progressive: bool
    """Whether it is a wager with a meter."""
    section: SectionNumber
    cite: Cite
    decks: list[int]
    """The numbers of decks that the law allows; empty if it does not say."""


class HitView(Message):
    """An entry that a search found."""

    id: EntryId
    name: PrintedName
    section: SectionNumber
    matches: list[Match]
    """The texts with the words, best first."""


class DutyView(Message):
    """Something that must be posted, approved or inspected before a table opens."""

    record = Duty
    key: str
    kind: str
    done: str
    of: str
    says: str
    cite: str


class StrategyChoice(Message):
    """Something that the house or a reading of a clause decides, and that changes a figure."""

    key: str
    """Which term or reading it is; `decks` for the decks."""
    kind: Literal["decks", "term", "reading"]
    """What sort of choice it is."""
    now: str
    """What applies on this grid."""
    one_of: list[str]
    """What it could be."""
    says: str
    """What it decides, in words."""


class HandKind(Message):
    """Hands that are hard to play for the same reason."""

    key: str
    """Which kind it is: `soft`, `pairs`, `stiff` or `other`."""
    name: str
    """The kind in words."""
    hands: list[str]
    """Its hands, as `values` names them."""


class StrategyGrid(Message):
    """The best play of a game: a letter for each two-card hand and upcard, and every value."""

    form: Annotated[str, Field(alias="schema")]
    """Which form the data has, and its version."""
    game: GameId
    name: PrintedName
    cite: Cite
    shoe: str
    """What is in the shoe: `6d` for six decks."""
    per: str
    """What one unit is."""
    house_edge: str
    """What the house keeps of one unit, as a decimal."""
    average_staked: str
    """How many units are staked on average, as a decimal."""
    element_of_risk: str
    """What the house keeps of everything that is staked, as a decimal."""
    without_fee: str | None
    """The edge without an optional fee."""
    upcards: list[str]
    """The upcards, in the order of the chart."""
    chart: dict[str, str]
    """Two cards → a letter for each upcard."""
    legend: dict[str, str]
    """Each letter of the chart with its meaning."""
    glance: dict[str, str]
    """The best play in a few lines."""
    hand_values: dict[str, str]
    """A hand → its value against each upcard, in cents, for games in which hands are added up."""
    values: dict[str, list[dict[str, float]]]
    """Two cards → for each upcard the value of every choice."""
    offered: dict[str, str]
    """Every choice, in the order it is offered, with the letter that stands for it."""
    kinds: list[HandKind]
    """The hands, by why they are hard to play."""
    choices: list[StrategyChoice]
    """What could be chosen differently."""


# -- simulations -----------------------------------------------------------------------------------

MOST_ROUNDS: Final = 20_000_000
"""Rounds of one simulation: some seconds of a core."""
Strategy = Literal["best", "basic"]
State = Literal["waiting", "running", "done", "stopped", "failed"]
Share = Annotated[float | None, Field(description="Per unit staked; `null` until it is known.")]


class SimulationOrder(Order):
    """What to simulate."""

    game: Annotated[str, Field(max_length=120)]
    """The id of the game, such as `pennsylvania/blackjack`, or its key or name."""
    decks: Annotated[int | None, Field(ge=1, le=8)] = None
    """How many decks; the usual number for the game if not given."""
    wagers: Annotated[
        list[Annotated[str, Field(max_length=120)]], Field(default_factory=list, max_length=6)
    ]
    """The side wagers to place, by their keys."""
    boxes: Annotated[int, Field(ge=1, le=7)] = 1
    """How many boxes are played."""
    rounds: Annotated[int, Field(ge=1_000, le=MOST_ROUNDS)] = 1_000_000
    """How many rounds to deal, at least."""
    seed: Annotated[int, Field(ge=0, lt=1 << 53)] = 1
    """What the shoes are made from: the same seed gives the same result."""
    strategy: Strategy = "best"
    """How the player plays: the solved best play, or basic strategy."""
    cut_card: bool = False
    """Whether shoes are dealt to the cut card; if not, each deals as many rounds as the proofs
    assume.
    """


class SimulationPoint(Message):
    """A point in a simulation: the mean and the error of each line by then."""

    rounds: int
    """How many rounds had been dealt."""
    means: list[Share]
    """The mean of each line, in the order of `lines`."""
    errors: list[Share]
    """The standard error of each of these means."""


class SimulationLine(Message):
    """A wager compared with its proof."""

    wager: WagerKey
    name: PrintedName
    times: int
    """How many stakes were settled."""
    mean: Share
    """The player's mean result."""
    error: Share
    """The standard error of the mean."""
    proof: Share
    """The mean as it was proved."""
    z: float | None
    """Standard errors from the proof; `null` without a proof, and until the run ends."""
    unproved: str
    """Why there is no proof to compare with."""


class SimulationLineOfList(Message):
    """A saved simulation."""

    id: str
    """Its id."""
    at: Time
    """When it was asked for."""
    state: State
    """How far it is."""
    name: PrintedName
    asked: SimulationOrder
    """What was asked for."""
    rounds: int
    """How many rounds have been dealt."""


class SimulationView(SimulationLineOfList):
    """A simulation and its progress."""

    why: str
    """Why it failed."""
    play: str
    """How the player plays, in words."""
    seconds: float
    """How many seconds the rounds took."""
    lines: list[SimulationLine]
    """The main wager, then the side wagers."""
    points: list[SimulationPoint]
    """How the means developed."""
    judged: bool
    """The proofs are of exactly what was dealt, so that the deviations can be judged."""
    agrees: bool
    """No line is further from its proof than chance allows."""
    worst: float
    """The greatest deviation of a line from its proof, in standard errors."""
    bound: float
    """The greatest deviation that chance allows."""
    notes: list[str]
    """What was filed by default."""


class SimulatedWagerView(Message):
    """A side wager that can be simulated with a game."""

    key: WagerKey
    name: PrintedName


class SimulatedGameView(Message):
    """A game that this server can simulate."""

    id: GameId
    name: PrintedName
    jurisdiction: str
    """The name of its jurisdiction."""
    decks: list[int]
    """The numbers of decks that the law allows."""
    wagers: list[SimulatedWagerView]
    """The side wagers that may be offered with it."""
    strategies: list[Strategy]
    """How it can be played."""
    shuffled_every_round: bool
    """Each round is dealt from a fresh shoe."""


class SimulationsView(Message):
    """What may be simulated, and a person's simulations, newest first."""

    most_rounds: int
    """The most rounds that may be asked for."""
    games: list[SimulatedGameView]
    """The games that can be simulated."""
    why_not: str
    """Why no game can be simulated on this server; otherwise empty."""
    kept: list[SimulationLineOfList]
    """The person's own simulations."""
