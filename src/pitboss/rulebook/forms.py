"""Entries of the rulebook as plain data for machines: what `pitboss rules --json` prints and the
server sends.

Money is a decimal string, odds and rates are written as the law prints them, and a cell the law
leaves out is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pitboss.cards import Card
from pitboss.money import Odds, plain_money, show_percent
from pitboss.rulebook.entry_words import FilingPoint, filed, stake_words, table_stake_words
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import ByChoice, Change, Meter, Multiplier, PayTable, Row
from pitboss.rulebook.schema import (
    Clause,
    Discontinued,
    Entry,
    Game,
    HouseOption,
    Reading,
    Section,
    Term,
    Tips,
    Wager,
)
from pitboss.rulebook.when import show

Plain = dict[str, Any]


def _shown(value: Any) -> str | None:
    """A value as the law prints it; none if there is none."""
    match value:
        case None | "":
            return None
        case str() | Card() | Odds():
            return str(value)
        case date():
            return value.isoformat()
        case Fraction():
            return show_percent(value)
    return show(value)


def _dollars(value: Any) -> Any:
    return plain_money(value) if isinstance(value, int) else value


Money = Annotated[
    str, BeforeValidator(_dollars), Field(description="Dollars as a decimal: `5.00`.")
]
Shown = Annotated[str | None, BeforeValidator(_shown)]
Allowed = Annotated[list[str], Field(validation_alias="one_of")]


def _if_said(otherwise: str = "") -> Any:
    """Metadata of a field that is left out if it is empty or goes without saying."""
    return Field(default=None, exclude_if=lambda said: said in (None, otherwise, []))


class Form(BaseModel):
    """What is printed or sent; its validator is built when first used, so that a start is short."""

    model_config = ConfigDict(extra="forbid", defer_build=True)
    record: ClassVar[type] = object
    """The record, which describes the fields that both have."""

    @classmethod
    def from_record(cls, record: object, **told: Any) -> Self:
        """The form of a record: the values given; its fields of the same names for the rest."""
        left = [name for name in cls.model_fields if name not in told and hasattr(record, name)]
        return cls(**{name: getattr(record, name) for name in left}, **told)


class RuleForm(Form):
    """A part of the rulebook; read from the record that it shows."""

    model_config = ConfigDict(from_attributes=True, validate_by_name=True)


class ReadingView(RuleForm):
    """A clause that can be read in several ways."""

    record = Reading
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
    moves_no_figure: Shown


class RowView(RuleForm):
    """A line of a pay table; one that depends on a choice says on which."""

    record = Row
    outcome: str
    pays: str
    envy: Money | None
    """What each other bettor is paid for it."""
    by: str | None = _if_said()
    """The reading or option that decides what it pays."""
    hangs_on: list[str] | None = _if_said()
    in_force: bool | None = _if_said()
    """It is possible under the default choices."""
    choices: dict[str, str] | None = _if_said()
    """Choice → the odds under it."""


class MeterRule(RuleForm):
    """A progressive meter as the law prints it, without what it leaves to the house."""

    record = Meter
    name: str
    seed: Money | None
    rate: Shown
    reserve: Shown
    minimum: Money | None = _if_said()
    maximum: Money | None = _if_said()
    seed_is: str | None = _if_said("fixed")
    seed_times_stake: int | None = _if_said()
    on_first: Money | None = _if_said()
    stake: Money | None = _if_said()
    """The stake that it applies to, if not to all."""


class PayTableView(RuleForm):
    """A pay table, row for row."""

    record = PayTable
    id: str
    decks: list[int]
    stake: list[Money]
    """The amounts that may be staked, if they are fixed."""
    stake_rule: str
    """What may be staked, in words."""
    rows: list[RowView]
    meters: list[MeterRule]
    base_stake: Money | None
    least: Money | None = _if_said()
    settles: str | None = _if_said()
    note: str | None = _if_said()
    cite: str | None = _if_said()


class HouseOptionView(RuleForm):
    """What the law leaves to the house."""

    record = HouseOption
    key: str
    says: str
    allowed: Allowed
    """What may be chosen; any text or amount if empty."""
    default: Shown
    required: bool
    cite: str


class FiledView(RuleForm):
    """What a house must state about the wager in its Rules Submission."""

    record = FilingPoint
    what: Annotated[str, Field(validation_alias="key")]
    """What is stated."""
    says: str
    allowed: Allowed
    """What may be stated; any text or amount if empty."""
    required: bool
    must_choose: bool
    cite: str


class MultiplierView(RuleForm):
    """What multiplies a winning pay."""

    record = Multiplier
    when: Annotated[str, BeforeValidator(_shown)]
    times: int
    cite: str


class ChangeView(RuleForm):
    """What a reading changes in some of the pay tables."""

    record = Change
    by: str
    choice: str
    tables: list[str]
    decks: list[int]
    stake: Annotated[list[Money], Field(validation_alias="stakes")]
    """The stakes it applies to; all if empty."""
    meters: list[MeterRule]
    settles: str | None = _if_said()
    placed: str | None = _if_said()
    beside: str | None = _if_said()


class HandRule(RuleForm):
    """When an outcome occurs, in the words of the vocabulary."""

    record = Row
    outcome: str
    when: str


class TermView(RuleForm):
    """A term of a game: what it may be, and its value if the house files nothing."""

    record = Term
    key: str
    says: str
    allowed: Allowed
    """What it may be; any amount that the house posts if empty."""
    default: str
    fixed: Annotated[bool, Field(validation_alias="is_fixed")]
    """The law leaves no choice."""
    sure: str
    cite: str
    source: Annotated[str, Field(alias="from")]
    """The id of the game whose term it is."""


class EntryForm(RuleForm):
    """What games and wagers have in common."""

    record: ClassVar[type] = Section
    id: str
    name: str
    key: str
    jurisdiction: str
    section: str
    cite: str
    decks: list[int]
    paytables: list[PayTableView]
    """The pay tables that the law prints, in order; a game has none."""
    options: list[HouseOptionView]
    """What the law leaves to the house."""
    readings: list[ReadingView]
    object: str
    title: str
    status: str
    effective: Shown
    amended: Shown
    source: str
    owner: str
    place: Annotated[str, BeforeValidator(str)]
    """The file of the rule, and its line."""
    tips: Tips
    duties: dict[str, str]
    """What must be posted, approved or inspected: kind → the paragraph."""
    clauses: list[Clause]
    section_clauses: list[Clause]
    """The paragraphs of its whole section, paraphrased."""
    notes: list[str]


class GameEntry(EntryForm):
    """A game."""

    record = Game
    kind: Literal["game"]
    based_on: Shown
    wagers: list[str]
    terms: list[TermView]


class WagerEntry(EntryForm):
    """A wager."""

    record = Wager
    kind: Literal["wager"]
    submission: list[FiledView]
    """What a house must state to offer it."""
    role: str
    sees: list[str]
    placed: str
    requires: list[str]
    requires_least: Money | None
    """The least that must be staked on what it requires."""
    stake: list[Money]
    """The amounts that may be staked, if they are fixed."""
    stake_rule: str
    """What may be staked, in words."""
    odds_on: Shown
    paid_as: Shown
    settles: str
    rotation: str
    pays: str
    hand: str
    hand_by: Shown
    wild: Shown
    wild_in: str | None
    wild_suit_by: Shown
    collected: bool
    to_or_for: Shown
    loses: Shown
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
    offered_by: Shown
    slips: str
    slips_from: Shown
    floor: str
    floor_above: Shown
    award_order: str
    reset: str
    discontinued: Discontinued | None
    stops: Shown
    equipment: dict[str, str]
    """Each step at the progressive system that the law names, with its clause."""
    presses: Shown
    third_card_after: Shown
    splits: str
    hands: list[HandRule]
    """Every hand of its pay tables, with the condition under which it occurs."""


EntryView = Annotated[GameEntry | WagerEntry, Field(discriminator="kind")]
OF_SECTION: Final = ("title", "status", "effective", "amended", "source")


def plain(book: Rulebook, entry: Entry) -> Plain:
    """A wager or game as plain data.

    >>> from pitboss.rulebook.load import read_all
    >>> book, _ = read_all()
    >>> form = plain(book, book.wager("pennsylvania/perfect-pairs"))
    >>> form["paytables"][0]["rows"][0]
    {'outcome': 'Perfect pair', 'pays': '25 to 1', 'envy': None}
    """
    return entry_form(book, entry).model_dump(by_alias=True)


def entry_form(book: Rulebook, entry: Entry) -> EntryView:
    """A wager or game."""
    section = book.section_of(entry)
    told = {
        "readings": book.readings_of(entry),
        "section_clauses": section.clauses,
        **{name: getattr(section, name) for name in OF_SECTION},
    }
    if isinstance(entry, Game):
        terms = book.terms_of(entry)
        return GameEntry.from_record(
            entry,
            **told,
            paytables=[],
            options=[_left_to_house(term) for term, _ in terms if not term.is_fixed],
            terms=[
                TermView.from_record(t, allowed=t.one_of, fixed=t.is_fixed, source=source.id)
                for t, source in terms
            ],
        )
    defaults = book.default_choices(entry)
    hands = dict.fromkeys((row.outcome, show(row.when)) for t in entry.paytables for row in t.rows)
    return WagerEntry.from_record(
        entry,
        **told,
        paytables=[_paytable(table, entry, defaults) for table in entry.paytables],
        options=[_left_to_house(option) for option in entry.options],
        submission=filed(book, entry),
        stake=entry.stake.fixed,
        stake_rule=stake_words(entry.stake),
        wild_in=entry.wild_in if entry.wild else None,
        equipment=entry.equipment.steps,
        hands=[HandRule(outcome=outcome, when=when) for outcome, when in hands],
    )


def _paytable(table: PayTable, wager: Wager, defaults: Mapping[str, str]) -> PayTableView:
    return PayTableView.from_record(
        table,
        stake=table.stakes or wager.stake.fixed,
        stake_rule=table_stake_words(table, wager),
        rows=[_row(row, table, defaults) for row in table.rows],
    )


def _row(row: Row, table: PayTable, defaults: Mapping[str, str]) -> RowView:
    """A row; one that depends on a choice names it, and says whether it applies by default."""
    pays = row.pays.pays if isinstance(row.pays, ByChoice) else {}
    return RowView.from_record(
        row,
        pays=str(row.pays_under(defaults)),
        by=table.decisive(row) if row.hangs_on else None,
        in_force=row.in_force(defaults) if row.hangs_on else None,
        choices={choice: str(each) for choice, each in pays.items()} or None,
    )


def _left_to_house(choice: HouseOption | Term) -> HouseOptionView:
    required = choice.required if isinstance(choice, HouseOption) else not choice.default
    return HouseOptionView.from_record(choice, allowed=choice.one_of, required=required)


def plain_reading(reading: Reading) -> Plain:
    """A reading as plain data."""
    return ReadingView.model_validate(reading).model_dump()
