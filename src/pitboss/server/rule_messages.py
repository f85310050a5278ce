"""The rulebook as the server sends it: entries, pay tables, readings, and what a search found."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pitboss.server.message import Message

Money = Annotated[str, Field(description="Dollars as a decimal: `5.00`.")]


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
    section: str
    cite: str
    decks: list[int]


class MatchView(Message):
    """Where an entry contains the words searched for."""

    where: str
    text: str


class HitView(Message):
    """An entry that a search found."""

    id: str
    name: str
    section: str
    matches: list[MatchView]


class DutyView(Message):
    """Something that must be posted, approved or inspected before a table opens."""

    key: str
    kind: str
    done: str
    of: str
    says: str
    cite: str


class ReadingView(Message):
    """A clause that can be read in several ways."""

    key: str
    clause: str
    question: str
    choices: dict[str, str]
    """Choice → what it means."""
    default: str
    confidence: Literal["high", "medium", "low"]
    because: str
    unplayed: dict[str, str]
    """Choices that no table can play, each with the reason."""
    moves_no_figure: str | None


class RowView(Message):
    """A line of a pay table; one that depends on a choice says on which."""

    outcome: str
    pays: str
    envy: Money | None
    by: str | None = None
    hangs_on: list[str] | None = None
    in_force: bool | None = None
    choices: dict[str, str] | None = None


class MeterRule(Message):
    """A progressive meter as the law prints it, without what it leaves to the house."""

    name: str
    seed: Money | None
    rate: str | None
    reserve: str | None
    minimum: Money | None = None
    maximum: Money | None = None
    seed_is: str | None = None
    seed_times_stake: int | None = None
    on_first: Money | None = None
    stake: Money | None = None


class PayTableView(Message):
    """A pay table, row for row."""

    id: str
    decks: list[int]
    stake: list[Money]
    stake_rule: str
    rows: list[RowView]
    meters: list[MeterRule]
    base_stake: Money | None
    least: Money | None = None
    settles: str | None = None
    note: str | None = None
    cite: str | None = None


class HouseOptionView(Message):
    """What the law leaves to the house."""

    key: str
    says: str
    allowed: list[str]
    default: str | None
    required: bool
    cite: str


class FiledView(Message):
    """What a house must state about the wager in its Rules Submission."""

    what: str
    says: str
    allowed: list[str]
    required: bool
    must_choose: bool
    cite: str


class MultiplierView(Message):
    when: str
    times: int
    cite: str


class ChangeView(Message):
    """What a reading changes in some of the pay tables."""

    by: str
    choice: str
    tables: list[str]
    decks: list[int]
    stake: list[Money]
    meters: list[MeterRule]
    settles: str | None = None
    placed: str | None = None
    beside: str | None = None


class DiscontinuedView(Message):
    """Who must permit the end of a meter."""

    cite: str
    permits: str


class HandRule(Message):
    """When an outcome occurs, in the words of the vocabulary."""

    outcome: str
    when: str


class TipsView(Message):
    """Whether and how a player may bet for the dealer."""

    allowed: str
    beside_own: bool
    needs: str
    most: str
    even_dollars: bool
    rides: bool
    cite: str


class ClauseView(Message):
    at: str
    says: str


class TermView(Message):
    """A term of a game: what it may be, and its value if the house files nothing."""

    key: str
    says: str
    allowed: list[str]
    default: str
    fixed: bool
    sure: str
    cite: str
    source: Annotated[str, Field(alias="from")]


class Entry(Message):
    """What games and wagers have in common."""

    id: str
    name: str
    key: str
    jurisdiction: str
    section: str
    cite: str
    decks: list[int]
    paytables: list[PayTableView]
    options: list[HouseOptionView]
    readings: list[ReadingView]
    object: str
    title: str
    status: str
    effective: str | None
    amended: str | None
    source: str
    owner: str
    place: str
    """The file of the rule, and its line."""
    tips: TipsView
    duties: dict[str, str]
    """What must be posted, approved or inspected: kind → the paragraph."""
    clauses: list[ClauseView]
    section_clauses: list[ClauseView]
    notes: list[str]


class GameEntry(Entry):
    """A game."""

    kind: Literal["game"]
    based_on: str | None
    wagers: list[str]
    terms: list[TermView]


class WagerEntry(Entry):
    """A wager."""

    kind: Literal["wager"]
    submission: list[FiledView]
    role: str
    sees: list[str]
    placed: str
    requires: list[str]
    requires_least: Money | None
    stake: list[Money]
    stake_rule: str
    odds_on: str | None
    paid_as: str | None
    settles: str
    rotation: str
    pays: str
    hand: str
    hand_by: str | None
    wild: str | None
    wild_in: str | None
    wild_suit_by: str | None
    collected: bool
    to_or_for: str | None
    loses: str | None
    multipliers: list[MultiplierView]
    changes: list[ChangeView]
    envy_to: str
    shared: bool
    linked: bool
    automated_only: bool
    cites: dict[str, str]
    aggregate_limit: bool
    house_sets_table: bool
    face_down: str
    when_held: str
    losers: str
    offered_by: str | None
    slips: str
    slips_from: str | None
    floor: str
    floor_above: str | None
    award_order: str
    reset: str
    discontinued: DiscontinuedView | None
    stops: str | None
    equipment: dict[str, str]
    """Each step at the progressive system that the law names, with its clause."""
    presses: str | None
    third_card_after: str | None
    splits: str
    hands: list[HandRule]


EntryView = Annotated[GameEntry | WagerEntry, Field(discriminator="kind")]
