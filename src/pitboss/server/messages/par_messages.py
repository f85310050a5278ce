"""Messages about what wagers are worth: PAR sheets, and pay tables side by side."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pitboss.server.messages.message import (
    Cards,
    Cite,
    EntryId,
    Message,
    PrintedName,
    SectionNumber,
)

Money = Annotated[str, Field(description="Dollars as a decimal: `5.00`.")]
Ratio = Annotated[str, Field(description="An exact fraction in lowest terms: `4059/125333`.")]
Shown = Annotated[
    dict[str, str | None], Field(description="The same figures as a person reads them.")
]


class HeadlineView(Message):
    """One of the figures at the head of a sheet."""

    label: str
    """What it is."""
    value: str
    """The figure."""
    note: str
    """What it is measured in, or how it came about."""


class OutcomeView(Message):
    """One line of the sheet; the loss is the last."""

    name: str
    """The hand."""
    pays: str
    """The odds, as the law prints them; `loss` for the loss."""
    ways: int
    """In how many ways it is dealt."""
    probability: Ratio
    """How likely it is."""
    gross: Ratio
    """Returned per unit staked, including the stake, with meters as they are."""
    returned: Annotated[Ratio, Field(alias="return")]
    """Its part of the return."""
    lost: bool
    """It is the loss."""
    show: Shown
    shares: dict[str, Ratio] | None = None
    """Meter → the share of it won."""
    envy: Ratio | None = None
    """What it pays to other bettors, for each unit staked."""
    long_run: Ratio | None = None
    """Its part of the return over many awards."""


class HoldLine(Message):
    """The hold after a number of wagers, 19 times in 20."""

    wagers: int
    """How many wagers."""
    normal: bool
    """The normal distribution may be used for so many; otherwise `show` has no limits."""
    show: Shown


class SplitView(Message):
    """Where the long-run return of a progressive comes from."""

    fixed: Ratio
    """From fixed odds."""
    seed: Ratio
    """From the seeds of its meters."""
    increment: Ratio
    """From what each stake adds to its meters."""
    house: Ratio
    """What the house keeps."""
    long_run: Ratio
    """The whole return over many awards."""
    reserve: Ratio
    """What each stake adds to the reserves, which pay later seeds."""
    show: Shown


class QuantileView(Message):
    """By when a meter has been won in a percentage of cases, and what it shows then."""

    won: str
    """In how many cases: `50%`."""
    wagers: int
    """How many wagers that takes."""
    meter: Money
    """What the meter shows then."""
    show: Shown


class MeterSheet(Message):
    """What one meter adds."""

    coefficient: Ratio
    """Return per dollar on the meter."""
    seed: Money | None
    """What it starts at; not known if the law leaves it to the house."""
    break_even: Money | None
    """The amount at which the wager breaks even, with the other meters as they are."""
    amount: Money
    """What it shows on this sheet."""
    rate: Ratio | None
    """The part of each stake that it adds."""
    reserve: Ratio | None
    """The part of each stake that its reserve keeps."""
    jackpot: Ratio
    """The chance of winning all of it."""
    cycle: Ratio | None
    """Wagers from one win of the whole meter to the next."""
    mean: Money | None
    """What it shows on average when it is won."""
    base: Ratio
    """The return of the wager while this meter shows nothing."""
    note: str | None
    """What should be known about these figures."""
    show: Shown
    rows: list[list[str]]
    """Label and text of each figure, as a person reads them."""
    quantiles: list[QuantileView] | None
    """How long it takes to win it."""
    reach_break_even: str | None = None
    """The chance that it is not won before it reaches break-even."""
    break_even_others_at_mean: Money | None = None
    """Break-even with the other meters at their means."""
    wagers_to_break_even: int | None = None
    """Wagers until it reaches break-even if nobody wins it."""
    show_reach: Shown | None = None
    minimum: Money | None = None
    """Where a mystery starts."""
    maximum: Money | None = None
    """The amount by which a mystery must hit."""
    least: Money | None = None
    """The least that a mystery pays."""
    most: Money | None = None
    """The most that a mystery pays."""
    mean_exact: Ratio | None = None
    """The mean award of a mystery, in dollars."""
    variance: Ratio | None = None
    """The variance of the awards of a mystery, in square dollars."""


class AlongView(Message):
    """The return as meters grow."""

    label: str
    """What is special about these amounts, such as `seed`; empty for round amounts."""
    meters: dict[str, Money]
    """Meter → what it shows."""
    returned: Annotated[Ratio, Field(alias="return")]
    """The return there."""
    house_edge: Ratio
    """The edge there."""
    show: Shown


class EnvyView(Message):
    """What a wager pays for the hands of others."""

    to: str
    """Who is paid."""
    worth: Ratio
    """What that is worth for each unit staked."""
    show: str
    """The same as a person reads it."""


class SharingView(Message):
    """What a winner loses because two boxes may win one award."""

    meter: str
    """Which meter it is."""
    one_box: Ratio
    """The chance that one given box wins it."""
    two_boxes: Ratio
    """The chance that two given boxes win it at once."""
    part: dict[str, list[Ratio]]
    """Other bettors → the least and the most of the award that a winner can expect."""
    show: str
    """The same in a sentence."""


class DecksView(Message):
    """The edge with another number of decks."""

    decks: int
    """How many decks."""
    house_edge: Ratio
    """The edge with them."""
    break_even: dict[str, Money | None]
    """Meter → the amount at which the wager breaks even."""
    show: str
    """The edge as a person reads it."""
    show_break_even: dict[str, str]
    """The amounts as a person reads them."""


class OtherReading(Message):
    """The edge under another choice of a doubtful clause."""

    key: str
    """Which reading it is."""
    choice: str
    """The other choice."""
    means: str
    """What that choice means."""
    house_edge: Ratio
    """The edge under it."""
    change: Ratio
    """By how much the edge changes."""
    note: str | None
    """What should be known about the comparison."""
    show: Shown


class NoFigure(Message):
    """A reading for which there is no other edge."""

    key: str
    """Which reading it is."""
    reason: str
    """Why there is none."""


class SensitivityView(Message):
    """The edge with other decks and under other readings."""

    decks: list[DecksView]
    """Each number of decks that the law allows."""
    readings: list[OtherReading]
    """Each other choice of a reading that changes the edge."""
    no_effect: list[NoFigure]
    """Readings that cannot change it."""
    left_out: list[NoFigure]
    """Readings that were not tried."""


class RemovedView(Message):
    """The effect of a missing card."""

    words: str
    """Which card it is, in words."""
    cards: Cards
    """The cards that have the same effect."""
    effect: Ratio
    """By how much the player's return changes."""
    show: str
    """The same as a person reads it."""


class RemovalView(Message):
    """What one missing card does to the player."""

    effects: list[RemovedView]
    """Each card, or cards with the same effect."""
    check: Ratio
    """The sum of the effects over the whole shoe."""
    show_check: str
    """The sum as a person reads it."""
    must_cancel: bool
    """The sum must be 0; if it is not, the figures are wrong."""


class ParSheet(Message):
    """The exact figures of a wager at one setting."""

    form: Annotated[str, Field(alias="schema")]
    """Which form the data has, and its version."""
    id: EntryId
    name: PrintedName
    jurisdiction: str
    """The name of its jurisdiction."""
    section: SectionNumber
    cite: Cite
    status: str
    """Whether the section is in force."""
    effective: str | None
    """The day from which the section is in force."""
    table: str
    """The id of the pay table."""
    kind: str
    """What sort of wager it is: `fixed odds`, `progressive`, `mystery` or `bonus`."""
    decks: int | str
    """Whole decks, or any other shoe in words."""
    cards: int
    """How many cards are in the shoe."""
    hypothetical: bool
    """No law offers the table with this shoe."""
    seeded: bool
    """Every meter is at its seed."""
    stake: Money
    object: str
    """What the player bets on."""
    rules: dict[str, str]
    """Terms of the game and options of the wager → what applies on this sheet."""
    readings: dict[str, str]
    """Reading → how it is read on this sheet."""
    policy: str | None
    """How the player plays, if that matters."""
    title: str
    """The wager and its setting, in a line."""
    headline: list[HeadlineView]
    """The figures at its head."""
    facts: dict[str, str]
    """What the wager sees, when it is settled, and so on, each in words."""
    notes: list[str]
    """What should be known about the figures."""
    outcomes: list[OutcomeView]
    """What can happen, the printed rows in order and the loss last."""
    total: int
    """In how many ways the cards are dealt."""
    counting: str
    """What was counted."""
    looked: int
    """How many deals were looked at one by one."""
    method: str
    """How it was counted."""
    not_covered: str
    """What the figures leave out."""
    returned: Annotated[Ratio, Field(alias="return")]
    """Everything paid back per unit staked, including the stake."""
    house_edge: Ratio
    """What the house keeps of one unit staked."""
    hit_frequency: Ratio
    """How often the player comes out ahead."""
    push_frequency: Ratio
    """How often the stake is returned."""
    edge_per_resolved: Ratio | None
    """The edge per unit that is won or lost, if some stakes are returned."""
    variance: Ratio
    """The variance of the result for one unit staked."""
    excess_kurtosis: Ratio | None
    """The excess kurtosis of that result."""
    normal_from: int | None
    """Wagers from which the normal distribution may be used."""
    not_normal: dict[str, str]
    """Figure → why it has none."""
    rounds_to_one_percent: int | None
    """Wagers until the hold is within one point of the edge, 19 times in 20."""
    rounds_house_ahead: int | None
    """Wagers until the house is ahead, 975 times in 1,000."""
    liability: Ratio
    """The greatest award, in units of the stake."""
    show: Shown
    hold: list[HoldLine]
    """The hold after many wagers."""
    split: SplitView | None
    """Where the long-run return comes from, if there are meters."""
    meters: dict[str, MeterSheet]
    """Meter → what it adds."""
    along: list[AlongView]
    """The return as its meters grow."""
    envy: EnvyView | None
    """What it pays for the hands of others, if it does."""
    spot_correlation: Ratio | None = None
    """The correlation of the results of two boxes in one round."""
    show_correlation: str | None = None
    """The same as a person reads it."""
    sharing: list[SharingView] | None = None
    """What sharing an award costs, for each meter that two boxes can win at once."""
    sensitivity: SensitivityView | None = None
    """The edge with other decks and readings, if it was worked out."""
    removal: RemovalView | None = None
    """What one missing card does, if it was worked out."""
    version: str
    """The version of pitboss that made it."""
    rulebook: str
    """SHA-256 of the rulebook."""
    rule: str
    """SHA-256 of everything that decides an outcome or a payout of this wager."""
    digest: str
    """SHA-256 of the sheet without its digest, with sorted keys and no spaces."""


class SeedView(Message):
    """The meter of a pay table."""

    name: str
    """Its name."""
    seed: Money | None
    """What it starts at, if the law says so."""
    rate: Ratio | None
    """The part of each stake that it adds, if the law says so."""


class ComparisonLine(Message):
    """One pay table with one deck count."""

    table: str
    """The id of the pay table."""
    decks: int | None
    """How many decks; the wager does not depend on them if `null`."""
    stake: Money
    """The stake on which the figures depend."""
    house_edge: Ratio
    """What the house keeps of one unit staked."""
    returned: Annotated[Ratio, Field(alias="return")]
    """Everything paid back per unit staked, including the stake."""
    long_run: Ratio | None
    """The return over many awards, if there are meters."""
    hit_frequency: Ratio
    """How often the player comes out ahead."""
    variance: Ratio
    """The variance of the result for one unit staked."""
    top: Ratio
    """The greatest award, in units of the stake."""
    top_money: Money
    """The greatest award."""
    meters: list[SeedView]
    """Its meters."""
    show: Shown


class Comparison(Message):
    """The pay tables of a wager side by side."""

    id: EntryId
    sort: str
    """The figure that orders the lines."""
    notes: list[str]
    """What was assumed for all of them."""
    lines: list[ComparisonLine]
    """Each pay table with each number of decks, in order."""
