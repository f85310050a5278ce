"""Messages about the house of a table: what is filed for it, and its cloth."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from pitboss.games.house_rules import HousePay, HouseRule
from pitboss.server.messages.message import Message, WagerKey
from pitboss.table.houses.house import House


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

    wager: WagerKey
    main: bool
    """Whether it is for a main wager."""
    right: float
    """To the right of the box's middle, as the player sees it."""
    out: float
    """Away from the dealer."""


class FeltArc(Message):
    """A line of lettering along an arc."""

    kind: str
    """Which line it is."""
    says: str
    """The lettering."""
    radius: float
    """The radius of the arc."""
    center: float
    """Where the center of its circle is, below that of the boxes' arc if more than 0."""


class FeltLine(Message):
    """The insurance line."""

    says: str
    """Its lettering."""
    inner: float
    """Its radius on the dealer's side."""
    outer: float
    """Its radius on the players' side."""
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
    """The lettering that follows arcs."""
    line: FeltLine
    """The insurance line."""


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
    """How many hands on the felt the terminals share."""
    spots: int
    """How many hands a box begins with, each for the same stake."""
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
"""The fields that follow from what was filed."""


class UsualHouse(Message):
    """Settings that a table of a game may open with, and the side wagers that it may have."""

    house: House
    """The settings."""
    wagers: list[str]
    """The keys of the side wagers."""
