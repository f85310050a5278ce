"""Simulations: what people ask for, and what the server shows."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from pitboss.server.messages.message import GameId, Message, PrintedName, Time, WagerKey
from pitboss.server.messages.orders import Order

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
