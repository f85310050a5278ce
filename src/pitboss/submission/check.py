"""Every fault of a submission at once, and what the house must acknowledge."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from pitboss.analysis.numbers import percent, unlucky
from pitboss.analysis.setting import Setting, policies, setting, under_choice
from pitboss.analysis.sheet import Sheet, prove
from pitboss.errors import count, either
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.toml_values import Fault
from pitboss.rulebook.when import NEVER
from pitboss.submission.records import FiledTable, Submission, in_order, why_not_after
from pitboss.submission.table_faults import table_faults
from pitboss.submission.wager_form import shown
from pitboss.table.houses.offers import wager_at
from pitboss.table.houses.opening import Open
from pitboss.wagers.offer import Offer, carrier_of, clause, stakes

FED_ALIKE: Final = {"probability": "jackpot", "seed": "seed", "rate": "rate"}
"""What the tables that share a meter have in common → its field on a sheet."""
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class CheckedSubmission:
    """What was found in a submission."""

    faults: tuple[Fault, ...]
    due: tuple[Acknowledgement, ...] = ()
    """What is not acknowledged yet."""
    known: tuple[Acknowledgement, ...] = ()
    """What is."""
    opened: Mapping[str, Open] = field(default_factory=dict)
    """Table → the table as it may open."""
    sheets: Mapping[str, Mapping[str, Sheet]] = field(default_factory=dict)
    """Table → wager → its exact sheet under the terms of the table."""

    @property
    def may_be_filed(self) -> bool:
        return not self.faults and not self.due


def check(
    book: Rulebook,
    submission: Submission,
    of_form: list[Fault],
    before: Submission | None = None,
    advance: Advance = lambda many: None,
) -> CheckedSubmission:
    """All faults in the order of the file; with the revision `before`, those of what it ends."""
    if not submission.readable:
        return CheckedSubmission(tuple(of_form))
    faults = [*of_form, *_of_house(submission)]
    opened: dict[str, Open] = {}
    sheets: dict[str, Mapping[str, Sheet]] = {}
    known: list[Acknowledgement] = []
    for table in submission.tables:
        found, at = table_faults(book, submission, table)
        faults += [*found, *_unsaid(book, submission, table)]
        if at is not None:
            opened[table.id], sheets[table.id] = at, proved_at(at)
            mended, filed = at.house.wagers, table.house.wagers
            as_filed = {k: v for k, v in sheets[table.id].items() if mended.get(k) == filed.get(k)}
            known += to_acknowledge(at, as_filed)
        advance(1)
    faults += _of_links(submission, sheets)
    if before is not None:
        if why := why_not_after(submission, before):
            faults.append(submission.fault(("house", "revision"), why))
        faults += ended_meters(book, submission, before)
    names = {each.name for each in known}
    if not faults:
        strange = [name for name in submission.acknowledged if name not in names]
        says = "there is nothing to acknowledge called {!r}.".format
        faults += [submission.fault(("acknowledge",), says(name)) for name in strange]
    done = {*submission.acknowledged}
    return CheckedSubmission(
        tuple(in_order(dict.fromkeys(faults))),
        tuple(each for each in known if each.name not in done),
        tuple(each for each in known if each.name in done),
        opened,
        sheets,
    )


def _of_house(submission: Submission) -> Iterator[Fault]:
    """Nothing is effective before it is approved."""
    approved = submission.approved
    if approved and approved.on > submission.effective:
        yield submission.fault(
            ("house", "effective"),
            f"revision {submission.revision} is effective on {submission.effective}, before it is "
            f"approved on {approved.on}.",
        )


# -- readings and links ----------------------------------------------------------------------------


def _unsaid(book: Rulebook, submission: Submission, table: FiledTable) -> Iterator[Fault]:
    """The house must say whether a stake taken before the deal is returned with a win."""
    for key, choice in table.house.wagers.items():
        wager = wager_at(book, table.house.jurisdiction, key)
        reading = wager.to_or_for
        if not (wager.collected and reading) or reading in table.house.in_force(choice):
            continue
        choices = book.readings[reading].choices
        usual = setting(book, wager.id, table=choice.paytable)
        returns = [prove(under_choice(book, usual, reading, each)).returns for each in choices]
        points = round(100 * (max(returns) - min(returns)))
        yield submission.fault(
            (*table.at, "wagers", shown(key)),
            f"choose {either(map(repr, choices))} for {wager.name} under readings; returns differ "
            f"by about {points} points.",
            reading,
        )


def _of_links(submission: Submission, sheets: Mapping[str, Mapping[str, Sheet]]) -> Iterator[Fault]:
    """Tables that share a meter must give every stake the same chance of winning it, and feed it
    alike.
    """
    shared: dict[tuple[str, str], list[tuple[FiledTable, str]]] = defaultdict(list)
    for table in submission.tables:
        for key, choice in table.house.wagers.items():
            if choice.link and key in sheets.get(table.id, ()):
                shared[choice.link, table.house.jurisdiction].append((table, key))
    for (link, _), users in shared.items():
        (first, key), *others = users
        one = sheets[first.id][key]
        for table, other in others:
            two = sheets[table.id][other]
            differ = [what for what, of in FED_ALIKE.items() if _each(one, of) != _each(two, of)]
            if differ:
                yield submission.fault(
                    (*table.at, "wagers", shown(other), "meter"),
                    f'meter "{link}": {one.setting.table.id} and {two.setting.table.id} differ in '
                    f"{either(differ, 'and')}; do not link them.",
                )


def _each(sheet: Sheet, of: str) -> dict[str, object]:
    return {meter.name: getattr(meter, of) for meter in sheet.meters}


# -- the revision before ---------------------------------------------------------------------------


def ended_meters(book: Rulebook, now: Submission, before: Submission) -> Iterator[Fault]:
    """A meter whose jackpot is unwon may not end without the permission that its law requires."""
    permitted = {(each.table, each.wager) for each in now.permissions}
    for table in before.tables:
        there = now.table(table.id)
        for key in table.house.wagers:
            wager = wager_at(book, table.house.jurisdiction, key)
            ends = wager.discontinued
            kept = there is not None and key in there.house.wagers
            if ends is None or kept or (table.id, key) in permitted:
                continue
            yield now.fault(
                there.at if there else ("house",),
                f"the jackpot of {wager.name} at {table.id} has not been won: before removal, "
                f"obtain the permission of {ends.permits}, and file it as [[permission]].",
                clause(wager, ends.cite),
            )


# -- what a house must acknowledge: returns, break-even, rows that cannot be dealt -----------------


OVER: Final = "return over 100%"
BREAK_EVEN: Final = "break-even likely before a win"
IDLE: Final = "row that cannot be dealt"
LIKELY: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """One thing that a house acknowledges by its name."""

    name: str
    table: str
    wager: str
    clause: str
    message: str


def proved_at(opened: Open) -> dict[str, Sheet]:
    """The exact sheet of every wager of a table that a pay table settles, under its terms."""
    found = {**opened.offers, **opened.extras}
    return {key: prove(setting_at(opened, key)) for key, each in found.items() if _counted(each)}


def _counted(bound: Offer) -> bool:
    """Whether cards or a mystery decide it, by a pay table of its own."""
    return bool(bound.table.rows) or any(meter.minimum is not None for meter in bound.table.meters)


def setting_at(opened: Open, key: str) -> Setting:
    """What decides the figures of a wager at a table: its terms, and its meters as filed."""
    bound = {**opened.offers, **opened.extras}[key]
    choice = opened.house.wagers.get(carrier_of(bound.wager, bound.terms))
    stake = (choice.stake if choice else None) or stakes(bound.wager, bound.table)[-1]
    filed = _with_filed(opened, key, bound)
    return Setting(filed, opened.game, opened.terms, stake, policies(filed)[0])


def _with_filed(opened: Open, key: str, bound: Offer) -> Offer:
    """The offer with the seeds and rates that the house filed, where the law leaves them to it."""
    meters = []
    for rule in bound.table.meters:
        at = opened.meters.get(f"{key} {rule.name}")
        if at and rule.stake in (None, at.rule.stake) and rule.minimum is None:
            state = at.state
            rule = replace(rule, seed=state.seed, seed_times_stake=None, rate=state.rate)
        meters.append(rule)
    return replace(bound, table=replace(bound.table, meters=tuple(meters)))


def to_acknowledge(opened: Open, sheets: Mapping[str, Sheet]) -> Iterator[Acknowledgement]:
    """Everything that the house of a table must acknowledge by name."""
    ident = opened.house.table
    for key, sheet in sheets.items():
        for what, message in _told(opened, sheet):
            name = f"{ident} {shown(key)}: {what}"
            yield Acknowledgement(name, ident, shown(key), sheet.setting.wager.cite, message)


def _told(opened: Open, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What the house must be told about one wager, by its name and in words."""
    wager = sheet.setting.wager
    most = max(sheet.returns, sheet.long_run or Fraction(0))
    if sheet.at_risk and most > sheet.at_risk:
        yield OVER, f"{wager.name} returns {percent(most)} of what is staked."
    for meter in sheet.meters:
        if meter.break_even is None or not meter.rate or meter.seed is None:
            continue
        if meter.break_even <= meter.seed or meter.awards is not None:
            continue
        short, added = meter.break_even - meter.seed, meter.rate * sheet.setting.stake
        chance = unlucky(meter.jackpot, math.ceil(short / added))
        if chance > LIKELY:
            yield (
                BREAK_EVEN,
                f"the {meter.name} meter of {wager.name} reaches break-even before it is won "
                f"with a chance of {percent(chance, 1)}.",
            )
    lines = sheet.setting.offer.lines
    for outcome in sheet.outcomes:
        printed = [line for line in lines if line.outcome == outcome.name]
        if not outcome.ways and not outcome.lost and any(e.when != NEVER for e in printed):
            decks = count(opened.house.decks, "deck")
            yield (
                f"{IDLE}: {outcome.name}",
                f"{outcome.name} of {wager.name} cannot be dealt from {decks}.",
            )
