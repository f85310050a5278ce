"""Every fault of a submission at once, and what the house must acknowledge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pitboss.analysis.par import Sheet, prove
from pitboss.analysis.setting import setting, under
from pitboss.errors import either
from pitboss.rulebook.load import Rulebook
from pitboss.submission.figures import Acknowledgement, proved_at, to_acknowledge
from pitboss.submission.records import FiledTable, FilingFault, Submission
from pitboss.submission.table_faults import table_faults
from pitboss.submission.wager_form import shown
from pitboss.table.houses.filing import wager_at
from pitboss.table.houses.opening import Open

FED_ALIKE: Final = {"probability": "jackpot", "seed": "seed", "rate": "rate"}
"""What the tables that share a meter have in common → its field on a sheet."""
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class CheckedSubmission:
    """What was found in a submission."""

    faults: tuple[FilingFault, ...]
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
    of_form: list[FilingFault],
    before: Submission | None = None,
    advance: Advance = lambda many: None,
) -> CheckedSubmission:
    """All faults in the order of the file; with the revision `before`, those of what it ends."""
    faults = [*of_form, *_of_house(submission)]
    opened: dict[str, Open] = {}
    sheets: dict[str, Mapping[str, Sheet]] = {}
    known: list[Acknowledgement] = []
    for table in submission.tables:
        found, at = table_faults(book, submission, table)
        faults += [*found, *_unsaid(book, submission, table)]
        if at is not None:
            opened[table.id], sheets[table.id] = at, proved_at(at)
            known += to_acknowledge(at, sheets[table.id])
        advance(1)
    faults += _of_links(submission, sheets)
    if before is not None:
        faults += ended_meters(book, submission, before)
    names = {each.name for each in known}
    if not faults:
        faults += [
            FilingFault(
                submission.place("acknowledge"),
                "",
                f"there is nothing to acknowledge called {name!r}.",
            )
            for name in submission.acknowledged
            if name not in names
        ]
    done = {*submission.acknowledged}
    return CheckedSubmission(
        tuple(sorted(dict.fromkeys(faults), key=lambda fault: fault.place.line)),
        tuple(each for each in known if each.name not in done),
        tuple(each for each in known if each.name in done),
        opened,
        sheets,
    )


def _of_house(submission: Submission) -> Iterator[FilingFault]:
    """Nothing is effective before it is approved."""
    approved = submission.approved
    if approved and approved.on > submission.effective:
        yield FilingFault(
            submission.place("house", "effective"),
            "",
            f"revision {submission.revision} is effective on {submission.effective}, before it is "
            f"approved on {approved.on}.",
        )


# -- readings and links ----------------------------------------------------------------------------


def _unsaid(book: Rulebook, submission: Submission, table: FiledTable) -> Iterator[FilingFault]:
    """A stake that is taken before the deal comes back with a win or not: the house says so."""
    for key, choice in table.house.wagers.items():
        wager = wager_at(book, table.house.jurisdiction, key)
        reading = wager.to_or_for
        if not (wager.collected and reading) or reading in table.house.in_force(choice):
            continue
        choices = book.readings[reading].choices
        usual = setting(book, wager.id, table=choice.paytable)
        returns = [prove(under(book, usual, reading, each)).returns for each in choices]
        points = round(100 * (max(returns) - min(returns)))
        yield FilingFault(
            submission.place(*table.at, "wagers", shown(key)),
            reading,
            f"choose {either(map(repr, choices))} for {wager.name} under readings; returns differ "
            f"by about {points} points.",
        )


def _of_links(
    submission: Submission, sheets: Mapping[str, Mapping[str, Sheet]]
) -> Iterator[FilingFault]:
    """Tables that share a meter give every stake the same chance of it, and feed it alike."""
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
                yield FilingFault(
                    submission.place(*table.at, "wagers", shown(other), "meter"),
                    "",
                    f'meter "{link}": {one.setting.table.id} and {two.setting.table.id} differ in '
                    f"{either(differ, 'and')}; do not link them.",
                )


def _each(sheet: Sheet, of: str) -> dict[str, object]:
    return {meter.name: getattr(meter, of) for meter in sheet.meters}


# -- the revision before ---------------------------------------------------------------------------


def ended_meters(book: Rulebook, now: Submission, before: Submission) -> Iterator[FilingFault]:
    """A meter whose jackpot is unwon does not end without the permission that its law asks for."""
    permitted = {(each.table, each.wager) for each in now.permissions}
    for table in before.tables:
        there = now.table(table.id)
        for key in table.house.wagers:
            wager = wager_at(book, table.house.jurisdiction, key)
            ends = wager.discontinued
            kept = there is not None and key in there.house.wagers
            if ends is None or kept or (table.id, key) in permitted:
                continue
            message = (
                f"the jackpot of {wager.name} at {table.id} is unwon: before removal, obtain the "
                f"permission of {ends.permits}, and file it as [[permission]]."
            )
            clause = f"{wager.cite}{ends.cite}" if ends.cite.startswith("(") else ends.cite
            at = there.at if there else ("house",)
            yield FilingFault(now.place(*at), clause, message)
