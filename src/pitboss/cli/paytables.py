"""Pay tables side by side, as the law prints them, as many as fit the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rich import box
from rich.table import Table
from rich.text import Text

from pitboss.cli.screen import MARK, NAME, SOFT
from pitboss.errors import either
from pitboss.money import show_money
from pitboss.rulebook.entry_words import deck_words, meter_words, table_ids, table_stake_words
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import ByChoice, PayTable, Row
from pitboss.rulebook.schema import Wager

Key = str
"""A row is identified by its name; if a table repeats one, the second has a trailing space."""


MOST = 0.5
"""A choice that concerns more of a table's rows than this is stated once below it."""


@dataclass(slots=True)
class Column:
    """Tables with the same pays and meters, drawn once."""

    tables: list[PayTable]
    cells: dict[Key, Row]

    def mark(self, row: Row) -> str:
        """The choice that a row depends on, unless most rows of the table do."""
        key = self.first.decisive(row)
        few = sum(key in each.hangs_on for each in self.first.rows) <= MOST * len(self.first.rows)
        return key if few or isinstance(row.pays, ByChoice) else ""

    @property
    def first(self) -> PayTable:
        return self.tables[0]

    @property
    def has_envy(self) -> bool:
        return any(row.envy is not None for row in self.cells.values())


@dataclass(slots=True)
class Family:
    """Columns whose rows are the same, or some of the same."""

    rows: list[Key]
    columns: list[Column] = field(default_factory=list)


MANY = 6
"""From this many tables on, they are first listed, one line each."""


def list_tables(wager: Wager, tables: Sequence[PayTable], width: int) -> Table:
    """One line for each table: decks, stake, and the seeds and rates of its meters."""
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), header_style=SOFT)
    grid.add_column("table")
    grid.add_column("decks", no_wrap=True)
    grid.add_column("stake", max_width=width // 3)
    if any(table.meters for table in tables):
        grid.add_column("meters: seed, rate")
    for table in tables:
        cells = [deck_words(table.decks), table_stake_words(table, wager)]
        if len(grid.columns) > 3:
            cells.append("; ".join(_meter_line(table)))
        grid.add_row(Text(table.id, style=NAME), *cells)
    return grid


def _meter_line(table: PayTable) -> Iterator[str]:
    for meter in table.meters:
        words = meter_words(meter)
        low, high = words.pop("minimum", ""), words.pop("maximum", "")
        words = {"seed": words.get("seed", f"{low}–{high}" if low else "–"), **words}
        facts = ", ".join(dict.fromkeys(words[what] for what in ("seed", "rate") if what in words))
        yield f"{meter.name} {facts}" if len(table.meters) > 1 else facts


def draw_tables(
    wager: Wager, tables: Sequence[PayTable], chosen: dict[str, str], width: int
) -> Iterator[Table]:
    """Every pay table of the wager, in groups that fit the width."""
    for family in families(tables):
        for columns in _fitting(family, wager, chosen, width):
            yield _grid(family.rows, columns, wager, chosen)


def families(tables: Iterable[PayTable]) -> list[Family]:
    """Tables sorted into grids: identical ones in one column, similar ones side by side."""
    made: list[Family] = []
    for table in tables:
        cells = _cells(table)
        for family in made:
            if _within(list(cells), family.rows) or _within(family.rows, list(cells)):
                break
        else:
            family = Family([])
            made.append(family)
        family.rows = max(family.rows, list(cells), key=len)
        for column in family.columns:
            if _alike(column.first, table):
                column.tables.append(table)
                break
        else:
            family.columns.append(Column([table], cells))
    return made


def _cells(table: PayTable) -> dict[Key, Row]:
    cells: dict[Key, Row] = {}
    for row in table.rows:
        name = row.outcome
        while name in cells:
            name += " "
        cells[name] = row
    return cells


def _within(few: list[Key], many: list[Key]) -> bool:
    rest = iter(many)
    return all(key in rest for key in few)


def _alike(a: PayTable, b: PayTable) -> bool:
    """Whether two tables are identical except for id, decks and citation."""
    return replace(a, id=b.id, decks=b.decks, cite=b.cite) == b


def _fitting(
    family: Family, wager: Wager, chosen: dict[str, str], width: int
) -> Iterator[list[Column]]:
    labels = list(family.rows)
    labels += [f"{m.name} reserve" for c in family.columns for m in c.first.meters]
    left = width - min(max(map(len, labels), default=0), width // 3 + 8) - 2
    group: list[Column] = []
    used = 0
    for column in family.columns:
        need = _width(column, wager, chosen)
        if group and used + need > left:
            yield group
            group, used = [], 0
        group.append(column)
        used += need
    if group:
        yield group


def _width(column: Column, wager: Wager, chosen: dict[str, str]) -> int:
    head = _head(column, wager, chosen).split("\n")
    widest = max(map(len, [*head, *_texts(column, chosen)]))
    if column.has_envy:
        widest += 2 + max(len("envy"), *(len(_envy(row)) for row in column.cells.values()))
    return widest + 2


def _texts(column: Column, chosen: dict[str, str]) -> list[str]:
    pays = [_pay(row, column, chosen) for row in column.cells.values()]
    return pays + [text for m in column.first.meters for text in meter_words(m).values()]


def _head(column: Column, wager: Wager, chosen: dict[str, str]) -> str:
    widest = max(18, *map(len, _texts(column, chosen)))
    lines = []
    for table in column.tables:
        decks = f" ({deck_words(table.decks)}d)" if table.decks != wager.decks else ""
        if len(table.id + decks) <= widest:
            lines.append(table.id + decks)
        else:
            lines += [*textwrap.wrap(table.id, widest), *filter(None, [decks.strip()])]
    if column.first.stakes:
        lines.append(either([show_money(s) for s in column.first.stakes]))
    if column.first.least:
        lines.append(f"from {show_money(column.first.least)}")
    if column.first.base_stake:
        lines.append(f"per {show_money(column.first.base_stake)}")
    return "\n".join(lines)


def _pay(row: Row | None, column: Column, chosen: dict[str, str]) -> str:
    if row is None:
        return ""
    key = column.mark(row)
    pays = str(row.pays_under(chosen)) if row.in_force(chosen) else "not paid"
    return f"{pays} [{key}]" if key else pays


def _envy(row: Row) -> str:
    return "" if row.envy is None else show_money(row.envy)


def _grid(
    rows: Sequence[Key], columns: Sequence[Column], wager: Wager, chosen: dict[str, str]
) -> Table:
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    grid.add_column("", vertical="bottom")
    for column in columns:
        grid.add_column(
            Text(_head(column, wager, chosen), style=NAME), justify="right", no_wrap=True
        )
        if column.has_envy:
            grid.add_column(Text("envy", style=SOFT), justify="right", no_wrap=True)
    for key in rows:
        cells: list[str | Text] = []
        for column in columns:
            row = column.cells.get(key)
            hangs = row is not None and column.mark(row)
            cells.append(Text(_pay(row, column, chosen), style=MARK if hangs else ""))
            if column.has_envy:
                cells.append(Text(_envy(row) if row else "", style=SOFT))
        if any(str(cell) for cell in cells):
            grid.add_row(key.strip(), *cells)
    _add_meters(grid, columns)
    return grid


def _add_meters(grid: Table, columns: Sequence[Column]) -> None:
    """Seed, rate and the rest of each meter as rows, a meter's rows together."""
    words: list[dict[tuple[str, str], str]] = []
    for column in columns:
        facts: dict[tuple[str, str], str] = {}
        for meter in column.first.meters:
            name = meter.name
            while (name, "rate") in facts:  # one meter printed for several stakes
                name += " "
            facts |= {(name, what): text for what, text in meter_words(meter).items()}
        words.append(facts)
    labels = dict.fromkeys(label for facts in words for label in facts)
    meters = list(dict.fromkeys(name for name, _ in labels))
    if labels:
        grid.add_section()
    for label in sorted(labels, key=lambda each: meters.index(each[0])):
        cells = []
        for column, facts in zip(columns, words, strict=True):
            cells += [facts.get(label, "")] + [""] * column.has_envy
        grid.add_row(Text(f"{label[0].strip()} {label[1]}", style=SOFT), *cells)


def choice_notes(book: Rulebook, wager: Wager, tables: Iterable[PayTable]) -> list[tuple[str, str]]:
    """For each choice that rows depend on: its key, the rows, and its effect on them."""
    chosen = book.default_choices(wager)
    hands: dict[tuple[str, str], dict[str, None]] = {}
    wide: set[str] = set()
    for table in tables:
        column = Column([table], _cells(table))
        for row in table.rows:
            if key := column.mark(row):
                said = _hanging(book, row, key, chosen)
                hands.setdefault((key, said), {})[row.outcome] = None
            wide |= set(row.hangs_on) - {key}
    notes = [(f"[{key}]", f"{either(rows, 'and')}: {said}") for (key, said), rows in hands.items()]
    for key in sorted(wide - {key for key, _ in hands}):
        default = f"; the default is {chosen[key]!r}" if key in chosen else ""
        notes.append((f"[{key}]", f"concerns most of the hands{default}"))
    return notes


def _hanging(book: Rulebook, row: Row, key: str, chosen: dict[str, str]) -> str:
    if isinstance(row.pays, ByChoice) and row.pays.key == key:
        return str(row.pays)
    default = chosen.get(key, "")
    if row.in_force(chosen):
        return f"the choice decides which hands these are; the default is {default!r}"
    choices = book.readings[key].choices if key in book.readings else ()
    paid = either([c for c in choices if row.in_force({**chosen, key: c})])
    pays = row.pays_under(chosen)
    return f"not paid at the default, {default!r}; pays {pays} where {paid!r} is chosen"


def table_notes(tables: Iterable[PayTable]) -> list[tuple[str, str]]:
    """Notes printed with tables, each once, with the tables it belongs to."""
    notes: dict[str, list[str]] = {}
    for table in tables:
        settles = f"settles {table.settles}" if table.settles else ""
        for note in filter(None, (settles, table.note)):
            notes.setdefault(note, []).append(table.id)
    return [(table_ids(ids), note) for note, ids in notes.items()]


def change_notes(wager: Wager, tables: Iterable[PayTable]) -> list[tuple[str, str]]:
    """What each choice changes in these tables, apart from pays."""
    notes = []
    shown = {table.id for table in tables}
    for change in wager.changes:
        ids = [i for i in change.tables if i in shown]
        if not ids:
            continue
        parts = [f"{deck_words(change.decks)} decks"] if change.decks else []
        parts += [either([show_money(s) for s in change.stakes])] if change.stakes else []
        parts += [f"settles {change.settles}"] if change.settles else []
        parts += [f"placed {change.placed}"] if change.placed else []
        parts += [f"only with {change.beside}"] if change.beside else []
        for meter in change.meters:
            facts = ", ".join(f"{what} {text}" for what, text in meter_words(meter).items())
            parts.append(f"{meter.name} {facts}")
        notes.append((f"[{change.by}]", f"{change.choice} → {table_ids(ids)}: {'; '.join(parts)}"))
    return notes
