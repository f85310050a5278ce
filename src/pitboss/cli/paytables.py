"""Pay tables side by side, as the law prints them, as many as the terminal is wide."""

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
from pitboss.rulebook.forms import deck_words, meter_words, pay_of
from pitboss.rulebook.schema import ByChoice, PayTable, Row, Wager

Key = str
"""A row is known by its name; one printed twice in a table has a space more the second time."""


@dataclass(slots=True)
class Column:
    """Tables that pay alike and have the same meters, drawn once."""

    tables: list[PayTable]
    cells: dict[Key, Row]

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


def draw_tables(
    wager: Wager, tables: Sequence[PayTable], chosen: dict[str, str], width: int
) -> Iterator[Table]:
    """Every pay table of the wager, in groups that fit the width."""
    for family in families(tables):
        for columns in _fitting(family, wager, chosen, width):
            yield _grid(family.rows, columns, wager, chosen)


def families(tables: Iterable[PayTable]) -> list[Family]:
    """Tables sorted into grids: alike ones into one column, those that share rows side by side."""
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
    """The same but for id, decks and citation."""
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
    pays = [_pay(row, chosen) for row in column.cells.values()]
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


def _pay(row: Row | None, chosen: dict[str, str]) -> str:
    if row is None:
        return ""
    mark = f" [{row.pays.key}]" if isinstance(row.pays, ByChoice) else ""
    return f"{pay_of(row.pays, chosen)}{mark}"


def _envy(row: Row | None) -> str:
    return "envy" if row is None else "" if row.envy is None else show_money(row.envy)


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
            cells.append(Text(_pay(row, chosen), style=MARK if _by(row) else ""))
            if column.has_envy:
                cells.append(Text(_envy(row) if row else "", style=SOFT))
        if any(str(cell) for cell in cells):
            grid.add_row(key.strip(), *cells)
    _add_meters(grid, columns)
    return grid


def _by(row: Row | None) -> bool:
    return row is not None and isinstance(row.pays, ByChoice)


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


def by_choice_notes(tables: Iterable[PayTable]) -> list[tuple[str, str]]:
    """For each pay that depends on a choice: the key, and what each choice pays."""
    notes: dict[tuple[str, str], None] = {}
    for table in tables:
        for row in table.rows:
            if isinstance(row.pays, ByChoice):
                notes[f"[{row.pays.key}]", f"{row.outcome}: {row.pays}"] = None
    return list(notes)


def table_notes(tables: Iterable[PayTable]) -> list[tuple[str, str]]:
    """Notes printed with tables, each once with the tables it belongs to."""
    notes: dict[str, list[str]] = {}
    for table in tables:
        settles = f"settles {table.settles}" if table.settles else ""
        for note in filter(None, (settles, table.note)):
            notes.setdefault(note, []).append(table.id)
    return [(_which(ids), note) for note, ids in notes.items()]


def change_notes(wager: Wager) -> list[tuple[str, str]]:
    """What each choice changes in the tables, beside pays."""
    notes = []
    for change in wager.changes:
        parts = [f"{deck_words(change.decks)} decks"] if change.decks else []
        parts += [either([show_money(s) for s in change.stakes])] if change.stakes else []
        for meter in change.meters:
            facts = ", ".join(f"{what} {text}" for what, text in meter_words(meter).items())
            parts.append(f"{meter.name} {facts}")
        notes.append(
            (f"[{change.by}]", f"{change.choice} → {_which(change.tables)}: {'; '.join(parts)}")
        )
    return notes


def _which(ids: Sequence[str]) -> str:
    return either(ids, "and") if len(ids) < 4 else f"{ids[0]} … {ids[-1]} ({len(ids)} tables)"
