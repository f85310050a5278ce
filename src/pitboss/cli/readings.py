"""`pitboss rules readings`: the doubtful clauses, with their choices and what they concern."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.console import Group
from rich.text import Text

from pitboss.cli.parameters import SETUP, Setup
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, indented, pairs, print_json
from pitboss.errors import UnknownName, count, either
from pitboss.rulebook.entry_words import in_quotes
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Entry, Reading


def readings(
    name: Annotated[
        str | None, Parameter(help="Only those of this section, wager or game; or one reading.")
    ] = None,
    /,
    *,
    low: Annotated[bool, Parameter(help="Only those the house must decide.")] = False,
    setup: Setup = SETUP,
) -> None:
    """`pitboss rules readings`."""
    book = setup.book
    bears_on = {
        key: [entry for entry in book.entries if key in entry.readings] for key in book.readings
    }
    found = [r for r in _asked(book, name) if r.must_be_chosen or not low]
    if setup.json:
        from pitboss.rulebook.forms import plain_reading

        print_json(
            [plain_reading(r) | {"bears_on": [e.id for e in bears_on[r.key]]} for r in found]
        )
        return
    screen = Screen()
    for reading in found:
        screen.print(draw_reading(reading, bears_on[reading.key]))
        screen.print()
    must = sum(r.must_be_chosen for r in found)
    choose = f", {must} that the house must decide" if must and not low else ""
    screen.print(f"{count(len(found), 'doubtful clause')}{choose}; * is the default.")


def _asked(book: Rulebook, name: str | None) -> Sequence[Reading]:
    if name is None:
        return list(book.readings.values())
    for key, reading in book.readings.items():
        if key.casefold() == name.casefold():
            return [reading]
    try:
        entries = book.find(name)
    except UnknownName:
        if book.sections_called(name):
            return []
        known = [*book.readings, *(s for e in book.entries for s in (e.key, e.name, e.section))]
        raise UnknownName("reading, section, wager or game", name, known, entry=True) from None
    keys = dict.fromkeys(key for entry in entries for key in entry.readings)
    return [book.readings[key] for key in keys]


def draw_reading(reading: Reading, bears_on: Sequence[Entry] = ()) -> Group:
    """The question, the choices with the default marked, and why."""
    asked = Text(in_quotes(reading.question))
    asked.append(f"  {reading.clause}; ", SOFT)
    must = "low confidence: the house must choose"
    sure = must if reading.must_be_chosen else f"{reading.confidence} confidence"
    asked.append(sure, MARK if reading.must_be_chosen else SOFT)
    rows: list[tuple[str | Text, str | Text]] = [
        (
            "*" if choice == reading.default else "–",
            Text.assemble(
                (choice, NAME if choice == reading.default else ""), f": {in_quotes(means)}"
            ),
        )
        for choice, means in reading.choices.items()
    ]
    rows.append(("", Text(in_quotes(reading.because), style=SOFT)))
    if bears_on:
        rows.append(("", f"concerns {either([e.id for e in bears_on], 'and')}"))
    return Group(pairs([(Text(reading.key, style=KEY), asked)]), indented(pairs(rows)))
