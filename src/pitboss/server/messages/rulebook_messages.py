"""Messages about the rulebook: entries, duties, search results, and PAR sheets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pitboss.rulebook.search import Match
from pitboss.server.messages.message import Message


class EntryLine(Message):
    """An entry of the rulebook, in a list of all."""

    id: str
    name: str
    kind: Literal["game", "wager"]
    key: str
    jurisdiction: str
    jurisdiction_name: str
    law: str
    """The law of its jurisdiction."""
    readings: list[str]
    paytables: int
    progressive: bool
    """Whether it is a wager with a meter."""
    section: str
    cite: str
    decks: list[int]


class HitView(Message):
    """An entry that a search found."""

    id: str
    name: str
    section: str
    matches: list[Match]


class DutyView(Message):
    """Something that must be posted, approved or inspected before a table opens."""

    key: str
    kind: str
    done: str
    of: str
    says: str
    cite: str


# -- PAR sheets and comparisons --------------------------------------------------------------------


Money = Annotated[str, Field(description="Dollars as a decimal: `5.00`.")]
Ratio = Annotated[str, Field(description="An exact fraction in lowest terms: `4059/125333`.")]
Shown = Annotated[
    dict[str, str | None], Field(description="The same figures as a person reads them.")
]


class StrategyChoice(Message):
    """Something that the house or a reading of a clause decides, and that changes a figure."""

    key: str
    kind: Literal["decks", "term", "reading"]
    now: str
    one_of: list[str]
    says: str


class HandKind(Message):
    """Hands that are hard to play for the same reason."""

    key: str
    name: str
    hands: list[str]


class StrategyGrid(Message):
    """The best play of a game: a letter for each two-card hand and upcard, and every value."""

    form: Annotated[str, Field(alias="schema")]
    game: str
    name: str
    cite: str
    shoe: str
    per: str
    """What one unit is."""
    house_edge: str
    average_staked: str
    element_of_risk: str
    without_fee: str | None
    """The edge without an optional fee."""
    upcards: list[str]
    chart: dict[str, str]
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
    choices: list[StrategyChoice]


class HeadlineView(Message):
    label: str
    value: str
    note: str


class OutcomeView(Message):
    """One line of the sheet; the loss is the last."""

    name: str
    pays: str
    ways: int
    probability: Ratio
    gross: Ratio
    """Returned per unit staked, including the stake, with meters as they are."""
    returned: Annotated[Ratio, Field(alias="return")]
    """Its part of the return."""
    lost: bool
    show: Shown
    shares: dict[str, Ratio] | None = None
    """Meter → the share of it won."""
    envy: Ratio | None = None
    long_run: Ratio | None = None


class HoldLine(Message):
    """The hold after a number of wagers, 19 times in 20."""

    wagers: int
    normal: bool
    show: Shown


class SplitView(Message):
    """Where the long-run return of a progressive comes from."""

    fixed: Ratio
    seed: Ratio
    increment: Ratio
    house: Ratio
    long_run: Ratio
    reserve: Ratio
    show: Shown


class QuantileView(Message):
    """By when a meter has been won in a percentage of cases, and what it shows then."""

    won: str
    wagers: int
    meter: Money
    show: Shown


class MeterSheet(Message):
    """What one meter adds."""

    coefficient: Ratio
    """Return per dollar on the meter."""
    seed: Money | None
    break_even: Money | None
    amount: Money
    rate: Ratio | None
    reserve: Ratio | None
    jackpot: Ratio
    """The chance of winning all of it."""
    cycle: Ratio | None
    mean: Money | None
    base: Ratio
    note: str | None
    show: Shown
    rows: list[list[str]]
    quantiles: list[QuantileView] | None
    reach_break_even: str | None = None
    break_even_others_at_mean: Money | None = None
    wagers_to_break_even: int | None = None
    show_reach: Shown | None = None
    minimum: Money | None = None
    maximum: Money | None = None
    least: Money | None = None
    most: Money | None = None
    mean_exact: Ratio | None = None
    variance: Ratio | None = None


class AlongView(Message):
    """The return as meters grow."""

    label: str
    meters: dict[str, Money]
    returned: Annotated[Ratio, Field(alias="return")]
    house_edge: Ratio
    show: Shown


class EnvyView(Message):
    to: str
    worth: Ratio
    show: str


class SharingView(Message):
    """What a winner loses because two boxes may win one award."""

    meter: str
    one_box: Ratio
    two_boxes: Ratio
    part: dict[str, list[Ratio]]
    """Other bettors → the least and the most of the award that a winner can expect."""
    show: str


class DecksView(Message):
    decks: int
    house_edge: Ratio
    break_even: dict[str, Money | None]
    """Meter → the amount at which the wager breaks even."""
    show: str
    show_break_even: dict[str, str]


class OtherReading(Message):
    """The edge under another choice of a doubtful clause."""

    key: str
    choice: str
    means: str
    house_edge: Ratio
    change: Ratio
    note: str | None
    show: Shown


class NoFigure(Message):
    key: str
    reason: str


class SensitivityView(Message):
    """The edge with other decks and under other readings."""

    decks: list[DecksView]
    readings: list[OtherReading]
    no_effect: list[NoFigure]
    left_out: list[NoFigure]


class RemovedView(Message):
    words: str
    cards: list[str]
    effect: Ratio
    show: str


class RemovalView(Message):
    """What one missing card does to the player."""

    effects: list[RemovedView]
    check: Ratio
    show_check: str
    must_cancel: bool


class ParSheet(Message):
    """The exact figures of a wager at one setting."""

    form: Annotated[str, Field(alias="schema")]
    id: str
    name: str
    jurisdiction: str
    section: str
    cite: str
    status: str
    effective: str | None
    table: str
    kind: str
    decks: int | str
    """Whole decks, or any other shoe in words."""
    cards: int
    hypothetical: bool
    """Whether no law offers the table with this shoe."""
    seeded: bool
    """Whether every meter is at its seed."""
    stake: Money
    object: str
    rules: dict[str, str]
    readings: dict[str, str]
    policy: str | None
    title: str
    headline: list[HeadlineView]
    facts: dict[str, str]
    notes: list[str]
    outcomes: list[OutcomeView]
    total: int
    counting: str
    looked: int
    method: str
    not_covered: str
    returned: Annotated[Ratio, Field(alias="return")]
    """Everything paid back per unit staked, including the stake."""
    house_edge: Ratio
    hit_frequency: Ratio
    push_frequency: Ratio
    edge_per_resolved: Ratio | None
    variance: Ratio
    excess_kurtosis: Ratio | None
    normal_from: int | None
    not_normal: dict[str, str]
    rounds_to_one_percent: int | None
    rounds_house_ahead: int | None
    liability: Ratio
    show: Shown
    hold: list[HoldLine]
    split: SplitView | None
    meters: dict[str, MeterSheet]
    along: list[AlongView]
    envy: EnvyView | None
    spot_correlation: Ratio | None = None
    show_correlation: str | None = None
    sharing: list[SharingView] | None = None
    sensitivity: SensitivityView | None = None
    removal: RemovalView | None = None
    version: str
    rulebook: str
    """SHA-256 of the rulebook."""
    rule: str
    """SHA-256 of everything that decides an outcome or a payout of this wager."""
    digest: str
    """SHA-256 of the sheet without its digest, with sorted keys and no spaces."""


class SeedView(Message):
    name: str
    seed: Money | None
    rate: Ratio | None


class ComparisonLine(Message):
    """One pay table with one deck count."""

    table: str
    decks: int | None
    stake: Money
    house_edge: Ratio
    returned: Annotated[Ratio, Field(alias="return")]
    long_run: Ratio | None
    hit_frequency: Ratio
    variance: Ratio
    top: Ratio
    top_money: Money
    meters: list[SeedView]
    show: Shown


class Comparison(Message):
    """The pay tables of a wager side by side."""

    id: str
    sort: str
    notes: list[str]
    lines: list[ComparisonLine]
