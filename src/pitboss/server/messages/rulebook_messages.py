"""Messages about the rulebook: entries, duties, search results, and how games are played."""

from __future__ import annotations

from typing import Annotated, Literal

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
)


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
