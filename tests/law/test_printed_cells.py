"""The rulebook says, cell by cell, what the law prints.

`printed/cells.tsv` is a transcription made from the law texts alone. Every cell in it is compared
with the rulebook or fails; everything in a pay table of the rulebook must stand in a cell, or in
one of the lists here, with its reason.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.money import Odds, parse_money, parse_percent
from pitboss.rulebook.load import read_all
from pitboss.rulebook.paytable import ByChoice, Meter, PayTable, Row
from pitboss.rulebook.schema import Wager
from tests.soak import soak

PRINTED = Path(__file__).parent / "printed" / "cells.tsv"


class Cell(NamedTuple):
    section: str
    wager: str
    table: str
    row: str
    column: str
    cell: str


Key = tuple[str, str, str]
"""Section, name of the wager, id of the table."""

# How many pay tables each section prints: 276 in all.
TABLES = {
    "633c.1": 2, "633c.2": 76, "633c.3": 20, "633c.5": 1, "633c.6": 11, "633c.7": 2, "633c.8": 4,
    "633c.9": 2, "633c.10": 6, "633c.11": 3, "633c.12": 1, "633c.13": 21, "633c.14": 12,
    "633c.15": 1, "30-2104": 1, "30-2105": 3, "30-2106": 4, "30-2107": 13, "30-2108": 7,
    "30-2109": 1, "30-2110": 4, "30-2111": 5, "30-2112": 4, "30-2113": 14, "30-2114": 16,
    "30-2115": 20, "30-1099.52": 9, "20:18:15:30.17": 9, "house procedure": 4,
}  # fmt: skip

# Rows that no table prints, and the reading or clause that decides each.
NOT_PRINTED = {
    ("633c.5", "Buzzer Beater", "Pay table"): {
        "17 v 17 or 18 v 18 (not printed)": "A-4-b",
        "21 v 21 or Blackjack (not printed)": "A-4",
    },
    ("30-2115", "TriLux Progressive", "Pay table 07"): {"Three-of-a-Kind (not printed)": "B-64"},
    ("house procedure", "Blackjack", "Blackjack Pay Table 1"): {
        "Push (not printed)": "rules: dealer"
    },
}

# The printed row "Three Aces (Suited)" of these tables keeps its name; A-5 decides what it means.
A_5 = ("PT-BJS-213-02", "PT-BJS-213-05", "PT-BJS-213-08")

# Meters that the law describes in a paragraph and not in its pay tables.
METERS_IN_PROSE = {
    ("633c.3", "Match the Dealer"), ("633c.9", "Blazing 7's"), ("30-2107", "21+3 Progressive"),
    ("30-2110", "Straight Jack Progressive"), ("30-2113", "21+3 Progressive"),
    ("30-2114", "21+3 Progressive"),
}  # fmt: skip

# The two columns of pays for one upcard, as the rulebook names their rows.
SUITED = {
    "Bust Bonus": {"pays": "off suit", "pays suited": "suited"},
    "Bust Bonanza": {"pays": "bust", "pays suited": "suited bust"},
}
NUMBERS = {"one": 1, "single": 1, "two": 2, "double": 2, "four": 4, "six": 6, "eight": 8}
SOUTH_DAKOTA = {1, 2, 4, 5, 6, 8}
"""Numbers of decks that 20:18:15:30.17(1) allows: a printed range leaves out 3 and 7."""

MONEY = ("seed", "minimum", "maximum")
# The printed name of a value → the field of the meter it fills.
VALUES = {
    "Meter seed": "seed", "Meter seed/reseed": "seed", "Seed amount": "seed",
    "Seed/Reseed Value": "seed", "Reseed": "minimum", "Minimum dollar value": "minimum",
    "Random must hit by": "maximum", "Maximum dollar value": "maximum",
    "Primary increment rate": "rate", "Increment rate": "rate", "Increment Rate": "rate",
    "Incremental contribution rate": "rate", "Secondary increment rate": "reserve",
    "Secondary seed": "reserve",  # a percentage, so the reserve (633c.10(i))
    "Total increment rate": "total",  # rate and reserve together (D-4)
}  # fmt: skip
DECKS = ("decks", "Deck Type", "Number of Decks", "First 4 cards")
STAKES = ("Wager", "Minimum progressive wager amount")


# ---- what a table says ---------------------------------------------------------------------


@dataclass
class Said:
    """What a pay table says, in a form that print and rulebook share."""

    rows: dict[str, Odds | ByChoice] = field(default_factory=dict)
    """Outcome → pay, in order."""
    envy: dict[str, int] = field(default_factory=dict)
    envy_to: str = ""
    decks: set[int] | None = None
    stakes: tuple[int, ...] = ()
    meters: dict[tuple[str, str], int | Fraction] = field(default_factory=dict)
    """Name of the meter and field → value; no name where the print has only one meter."""


def printed(cells: list[Cell]) -> Said:
    """What the law prints; raises on a cell of a kind unknown here."""
    said = Said()
    meter = ""
    for cell in cells:
        name = outcome(cell)
        if cell.column in ("pays", "pays suited"):
            if cell.cell != "N/A":
                assert name not in said.rows, f"printed twice: {cell}"
                odds = pay(cell)
                said.rows[name], meter = odds, odds.meter
        elif cell.column in ("envy", "dealer envy"):
            if cell.wager == "Blackjack Match envy":  # the envy is all that the table pays
                said.rows[name] = Odds.parse(cell.cell)
                said.stakes = (parse_money(cell.table.removesuffix(" wager")),)
                continue
            said.envy_to = "dealer" if cell.column == "dealer envy" else "other players"
            if cell.cell != "N/A":
                said.envy[name] = parse_money(cell.cell)
        elif cell.column in ("seed", "rate"):  # beside the row that the meter pays
            said.meters[meter, cell.column] = amount(cell.column, cell.cell)
        elif cell.column == "value":
            value(cell, said)
        else:
            raise AssertionError(f"no way to compare the column {cell.column!r}: {cell}")
    return said


def value(cell: Cell, said: Said) -> None:
    """Add a value printed above or below the awards."""
    if cell.row in DECKS:
        said.decks = decks(cell)
    elif cell.row in STAKES:
        said.stakes = (parse_money(cell.cell),)
    elif cell.row in VALUES:
        said.meters["", VALUES[cell.row]] = amount(VALUES[cell.row], cell.cell)
    elif match := re.fullmatch(r"(M\w+) (meter seed/reseed|increment rate)", cell.row):
        what = "rate" if match[2] == "increment rate" else "seed"
        said.meters[match[1].lower(), what] = amount(what, cell.cell)
    else:
        raise AssertionError(f"no way to compare the value {cell.row!r}: {cell}")


def outcome(cell: Cell) -> str:
    """Name an outcome as the rulebook does.

    >>> outcome(Cell("30-2113", "Bust Bonus", "", "888*", "pays suited", "75"))
    '888, suited'
    """
    row = cell.row.rstrip("*")
    columns = SUITED.get(cell.wager, {})
    return folded(f"{row}, {columns[cell.column]}" if cell.column in columns else row)


def folded(name: str) -> str:
    """A name without its case, its kind of dash and its white space.

    >>> folded("One non–suited and one  suited Match")
    'one non-suited and one suited match'
    """
    return re.sub(r" ?[-–—] ?", "-", " ".join(name.casefold().split()))


def pay(cell: Cell) -> Odds:
    """Read a printed award."""
    text = cell.cell
    if match := re.fullmatch(r"(\w+) progressive", text):  # 633c.6: a whole meter, by its name
        text = f"100% of {match[1].lower()}"
    if cell.wager == "Bust Bonus":  # a bare number is read as "to 1" (B-55)
        assert re.fullmatch(r"\d+", text), cell
        text = f"{text} to 1"
    return Odds.parse(text)


def amount(what: str, text: str) -> int | Fraction:
    return parse_money(text) if what in MONEY else parse_percent(text)


def decks(cell: Cell) -> set[int]:
    """Read numbers of decks in any form the law prints.

    >>> [sorted(decks(Cell(*"30-2115 - - decks value".split(), text))) for text in
    ...  ("Four decks; Six decks", "2-4 decks", "6 or 8 decks", "Double Deck and 6 Deck")]
    [[4, 6], [2, 3, 4], [6, 8], [2, 6]]
    """
    text = re.sub(r"\b(\d)D\b", r"\1", cell.cell.replace("DD", "2"))
    text = re.sub("|".join(NUMBERS), lambda m: str(NUMBERS[m[0]]), text.casefold())
    rest = re.sub(r"[\d,;-]|\b(?:and|or|only|decks?|shoe|bj)\b", " ", text)
    assert not rest.strip(), f"no way to read the decks: {cell}"
    found = {int(number) for number in re.findall(r"\d", text)}
    for first, last in re.findall(r"(\d) ?- ?(\d)", text):
        found |= set(range(int(first), int(last) + 1))
    assert found, f"no decks: {cell}"
    return found & SOUTH_DAKOTA if cell.section.startswith("20:") else found


def written(wager: Wager, table: PayTable) -> Said:
    """What the rulebook says."""
    said = Said(decks=set(table.decks), stakes=table.stakes)
    said.envy_to = wager.envy_to if any(row.envy is not None for row in table.rows) else ""
    for row in table.rows:
        said.rows[folded(row.outcome)] = row.pays
        if row.envy is not None:
            said.envy[folded(row.outcome)] = row.envy
    for meter in table.meters:
        for what in (*MONEY, "rate", "reserve"):
            if (share := getattr(meter, what)) is not None:
                said.meters[meter.name, what] = share
    return said


# ---- print against rulebook ----------------------------------------------------------------


def differences(cells: list[Cell], wager: Wager, table: PayTable) -> list[str]:
    """Everything in which a table of the rulebook differs from the printed one."""
    key = (wager.section, wager.name, table.id)
    law, ours = printed(cells), written(wager, table)
    for name in NOT_PRINTED.get(key, {}):
        if ours.rows.pop(folded(name), None) is None:
            return [f"{name!r} is listed as not printed and is not in the rulebook"]
    found = [f"{r.outcome!r} is there twice" for r in table.rows if repeats(table, r)]
    found += differ("rows", [*law.rows.items()], [*ours.rows.items()])
    found += differ("envy", (law.envy_to, law.envy), (ours.envy_to, ours.envy))
    if law.decks is not None:
        found += differ("decks", law.decks, ours.decks)
    if key[0] == "633c.2" and not law.stakes:
        law.stakes = (500,)  # tables without a line for the wager are for $5 (D-3)
    found += differ("stakes", law.stakes, ours.stakes)
    if key[:2] not in METERS_IN_PROSE:
        found += differ("meters", *meters(law, ours, table.meters))
    elif law.meters or not table.meters:
        found.append("meters: listed as not in the table")
    return found


def repeats(table: PayTable, row: Row) -> bool:
    return sum(folded(row.outcome) == folded(other.outcome) for other in table.rows) > 1


def meters(law: Said, ours: Said, actual: tuple[Meter, ...]) -> tuple[object, object]:
    """Both sides' meters, under the same names."""
    if len(actual) == 1:  # the print has no need to name the only one
        ours.meters = {("", what): share for (_, what), share in ours.meters.items()}
    if ("", "total") in law.meters:
        parts = [ours.meters.pop(("", what), Fraction()) for what in ("rate", "reserve")]
        ours.meters["", "total"] = sum(parts, Fraction())
    odd = [m for m in actual if m != replace(m, seed_times_stake=None, on_first=None, stake=None)]
    odd += [m for m in actual if m.seed_is != "fixed"]
    return (law.meters, []), (ours.meters, odd)


def differ(what: str, law: object, ours: object) -> Iterator[str]:
    if law != ours:
        yield f"{what}: the law prints {plain(law)}, the rulebook has {plain(ours)}"


def plain(said: object) -> object:
    """The same with pays as they are printed."""
    if isinstance(said, list):
        return [(name, str(pays)) for name, pays in said]
    return said


# ---- tests ---------------------------------------------------------------------------------


def read_cells() -> dict[Key, list[Cell]]:
    """The printed cells by table, in the order of print."""
    with PRINTED.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert tuple(header) == Cell._fields
    tables: dict[Key, list[Cell]] = {}
    for cell in map(Cell._make, rows):
        tables.setdefault(cell[:3], []).append(cell)
    return tables


LAW = read_cells()
BOOK, _ = read_all()  # a fault elsewhere in the rulebook is another test's business


@pytest.fixture(scope="module")
def tables() -> list[tuple[Wager, PayTable]]:
    """Every pay table of the rulebook that the law prints and no house sets."""
    wagers = [wager for wager in BOOK.wagers if not wager.house_sets_table]
    return [(wager, table) for wager in wagers for table in wager.paytables]


def test_every_printed_table_is_in_the_rulebook_and_no_other(tables):
    ours = Counter((wager.section, wager.name, table.id) for wager, table in tables)
    assert len(LAW) == sum(TABLES.values()) == 276
    assert ours == Counter(LAW.keys())


@pytest.mark.parametrize("section", TABLES)
def test_number_of_tables(tables, section):
    assert sum(wager.section == section for wager, _ in tables) == TABLES[section]


@pytest.mark.parametrize("key", LAW, ids=" - ".join)
def test_table(tables, key):
    [(wager, table)] = [(w, t) for w, t in tables if (w.section, w.name, t.id) == key]
    assert differences(LAW[key], wager, table) == []


def test_rows_not_printed_are_those_listed(tables):
    marked = {
        (w.section, w.name, t.id): {r.outcome for r in t.rows if "(not printed)" in r.outcome}
        for w, t in tables
    }
    assert {k: rows for k, rows in marked.items() if rows} == {
        key: set(rows) for key, rows in NOT_PRINTED.items()
    }


def test_rows_not_printed_are_decided_by_a_reading_or_clause(tables):
    clauses = {clause.at for game in BOOK.games for clause in game.clauses}
    for wager, table in tables:
        for by in NOT_PRINTED.get((wager.section, wager.name, table.id), {}).values():
            assert by in wager.readings or by in clauses


def test_three_aces_suited_is_read_by_a_5(tables):
    rows = [(w, row) for w, t in tables if t.id in A_5 for row in t.rows]
    read = [(w, row) for w, row in rows if row.outcome == "Three Aces (Suited)"]
    assert len(read) == 9
    assert all("A-5" in w.readings and "A-5" in str(row.when) for w, row in read)


@pytest.mark.parametrize("most", [1, soak(1_000)])
def test_any_changed_cell_is_noticed(tables, most):
    """Change every row, pay, envy, deck, stake and meter in turn: each table must then fail."""
    seen: Counter[str] = Counter()
    for wager, table in tables:
        seen[wager.id] += 1
        if seen[wager.id] > most:  # tables of a wager that are alike
            continue
        key = (wager.section, wager.name, table.id)
        for change, changed in changes(key, table):
            assert differences(LAW[key], wager, changed), f"{key}: {change} went unnoticed"


def changes(key: Key, table: PayTable) -> Iterator[tuple[str, PayTable]]:
    """The same table with one thing changed."""
    rows = table.rows
    spared = NOT_PRINTED.get(key, {})
    for i, row in enumerate(rows):
        if row.outcome in spared:
            continue
        for what, new in (
            ("pay", replace(row, pays=Odds.parse("77 to 76"))),
            ("name", replace(row, outcome="Some other hand")),
            ("envy", replace(row, envy=(row.envy or 0) + 1)),
        ):
            yield f"{what} of {row.outcome}", replace(table, rows=(*rows[:i], new, *rows[i + 1 :]))
        yield f"no {row.outcome}", replace(table, rows=rows[:i] + rows[i + 1 :])
        yield f"{row.outcome} twice", replace(table, rows=(*rows, row))
    if len(rows) - len(spared) > 1:
        yield "order", replace(table, rows=rows[::-1])
    if any(cell.row in DECKS for cell in LAW[key]):
        yield "decks", replace(table, decks=(*table.decks, 9))
    yield "stakes", replace(table, stakes=(*table.stakes, 300))
    if key[:2] not in METERS_IN_PROSE:
        yield "one more meter", replace(table, meters=(*table.meters, Meter("other", seed=1)))
        for i, meter in enumerate(table.meters):
            for what in (*MONEY, "rate", "reserve"):
                more: dict[str, Any] = {what: (getattr(meter, what) or 0) + 1}
                meters = (*table.meters[:i], replace(meter, **more), *table.meters[i + 1 :])
                yield f"{what} of {meter.name}", replace(table, meters=meters)
