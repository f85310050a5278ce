"""A house's settings as the server sends and takes them."""

from __future__ import annotations

from pydantic import ConfigDict

from pitboss.server.message import Message


class ChoiceView(Message):
    """A wager as the house offers it; money in whole cents."""

    paytable: str | None = None
    least: int
    most: int
    stake: int | None = None
    seeds: dict[str, int]
    rates: dict[str, str]
    reserves: dict[str, str]
    link: str
    aggregate: int | None = None
    choices: dict[str, str]


class HouseView(Message):
    """What the house has filed for one table; money in whole cents."""

    jurisdiction: str
    game: str
    table: str
    decks: int
    least: int
    most: int
    aggregate: int | None = None
    chips: list[int]
    boxes: int
    cut: int | None = None
    pace: str
    seconds: int
    tips: bool
    validate_from: int
    odd_cents: str
    unit: int
    acknowledged: list[str]
    notice: int
    automated: bool
    coach: bool = False
    terms: dict[str, str]
    readings: dict[str, str]
    wagers: dict[str, ChoiceView]

    model_config = ConfigDict(extra="forbid", title="House")


class UsualHouse(Message):
    """Settings that a table of a game may open with, and the side wagers that it may have."""

    house: HouseView
    wagers: list[str]
