"""Simulations: what people ask for, and what the server shows."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from pitboss.server.messages.message import Message
from pitboss.server.messages.orders import Order

MOST_ROUNDS: Final = 20_000_000
"""Rounds of one simulation: some seconds of a core."""
Strategy = Literal["best", "basic"]
State = Literal["waiting", "running", "done", "stopped", "failed"]
Share = Annotated[float | None, Field(description="Of one unit staked; none until it is known.")]


class SimulationAsked(Order):
    """What to simulate."""

    game: Annotated[str, Field(max_length=120)]
    decks: Annotated[int | None, Field(ge=1, le=8)] = None
    wagers: Annotated[
        list[Annotated[str, Field(max_length=120)]], Field(default_factory=list, max_length=6)
    ]
    boxes: Annotated[int, Field(ge=1, le=7)] = 1
    rounds: Annotated[int, Field(ge=1_000, le=MOST_ROUNDS)] = 1_000_000
    seed: Annotated[int, Field(ge=0, lt=1 << 53)] = 1
    strategy: Strategy = "best"
    cut_card: bool = False
    """Whether shoes are dealt to the cut card; if not, each deals as many rounds as the proofs
    assume.
    """


class SimulationPoint(Message):
    """A point in a simulation: the mean and the error of each line by then."""

    rounds: int
    means: list[Share]
    errors: list[Share]


class SimulationLine(Message):
    """A wager compared with its proof."""

    wager: str
    name: str
    times: int
    mean: Share
    error: Share
    proof: Share
    z: float | None
    """Standard errors from the proof; null without a proof, and until the run ends."""
    unproved: str


class SimulationLineOfList(Message):
    """A saved simulation."""

    id: str
    at: str
    state: State
    name: str
    asked: SimulationAsked
    rounds: int


class SimulationView(SimulationLineOfList):
    """A simulation and its progress."""

    why: str
    """Why it failed."""
    play: str
    seconds: float
    lines: list[SimulationLine]
    points: list[SimulationPoint]
    judged: bool
    agrees: bool
    worst: float
    bound: float
    """The greatest deviation that chance allows."""
    notes: list[str]


class SimulatedWagerView(Message):
    key: str
    name: str


class SimulatedGameView(Message):
    """A game that this server can simulate."""

    id: str
    name: str
    jurisdiction: str
    decks: list[int]
    wagers: list[SimulatedWagerView]
    strategies: list[Strategy]
    shuffled_every_round: bool


class SimulationsView(Message):
    """What may be simulated, and a person's simulations, newest first."""

    most_rounds: int
    games: list[SimulatedGameView]
    kept: list[SimulationLineOfList]
