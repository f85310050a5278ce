"""From the hands, columns and entries of a rule file to the pay tables of a wager."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, partial
from typing import Any, Final

from pitboss.errors import NotationError, either
from pitboss.money import Odds, parse_money
from pitboss.rulebook.paytable import ByChoice, Change, Meter, PayTable, Row
from pitboss.rulebook.read import Fault, FilePlace, Money, Raw, Source, among, build
from pitboss.rulebook.vocabulary import PLACED, SETTLES
from pitboss.rulebook.when import parse

_ROW_KEYS: Final = ("name", "when", "envy")


def columns_of(rows: list[Raw]) -> list[str]:
    """Every column in which a hand has a pay, in order."""
    return list(dict.fromkeys(k for row in rows for k in row if k not in _ROW_KEYS))


@dataclass(frozen=True, slots=True)
class _TableEntry:
    """A `[[paytables]]` entry: an id and what it is made of."""

    id: str
    column: str = ""
    decks: tuple[int, ...] = ()
    meters: str = ""
    stakes: tuple[Money, ...] = ()
    base_stake: Money | None = None
    least: Money | None = None
    settles: str = among(("", *SETTLES), "")
    envy: bool = True
    note: str = ""
    cite: str = ""


def make_paytables(
    printed: list[Raw],
    rows: list[Raw],
    meter_sets: Mapping[str, tuple[Meter, ...]],
    decks: tuple[int, ...],
    source: Source,
    at: str,
) -> tuple[PayTable, ...]:
    """The printed pay tables, each with the rows of its column."""
    columns = columns_of(rows)
    made = []
    used: set[str] = set()
    row_places = _row_places(rows, source, at)
    ids = [f'"{values.get("id", "")}"' for values in printed]
    for values, place in zip(printed, source.each((at, "paytables"), ids), strict=True):
        where = (at, "paytables", f'"{values.get("id", "")}"')
        with source.losing(at, "paytables"):
            entry = build(_TableEntry, values, source, *where)
        if entry is None:
            used |= {*map(str, values.values())} | ({*columns} if len(columns) == 1 else set())
            continue
        check_deck_counts(entry.decks, source, *where)
        if values.get("decks") == []:
            source.fault(f"pay table {entry.id!r}: decks = [] allows no deck count", *where)
        column = entry.column or (
            entry.id if entry.id in columns or len(columns) != 1 else columns[0]
        )
        if rows and column not in columns:
            source.fault(
                f"pay table {entry.id!r}: no column {column!r}; there are {either(columns, 'and')}",
                *where,
            )
        if entry.meters and entry.meters not in meter_sets:
            none = _no_meters(entry.meters, meter_sets)
            source.fault(f"pay table {entry.id!r}: {none}", *where)
        used.add(column)
        made.append(
            PayTable(
                id=entry.id,
                decks=entry.decks or decks,
                rows=_rows(rows, row_places, column, entry.envy, source),
                meters=meter_sets.get(entry.meters, ()),
                stakes=entry.stakes,
                base_stake=entry.base_stake,
                least=entry.least,
                settles=entry.settles,
                note=entry.note,
                cite=entry.cite,
                place=place,
            )
        )
    for column in columns:
        if column not in used:
            source.fault(f"column {column!r} belongs to no pay table", at, column)
    return tuple(made)


def _no_meters(name: str, meter_sets: Mapping[str, object]) -> str:
    return f"no meters {name!r}; there is {either(meter_sets) or 'no set of meters'}"


@dataclass(frozen=True, slots=True)
class _ChangeEntry:
    """A `changes` entry: what a choice changes in the tables it names (`P32*` for several)."""

    by: str
    choice: str
    tables: tuple[str, ...]
    decks: tuple[int, ...] = ()
    stakes: tuple[Money, ...] = ()
    meters: str = ""
    settles: str = among(("", *SETTLES), "")
    placed: str = among(("", *PLACED), "")
    beside: str = ""


def make_changes(
    written: list[Raw],
    made: tuple[PayTable, ...],
    meter_sets: Mapping[str, tuple[Meter, ...]],
    source: Source,
    at: str,
) -> Iterator[Change]:
    """What each entry of `changes` changes in the tables that it names."""
    for values in written:
        entry = build(_ChangeEntry, values, source, at, "changes")
        if entry is None:
            continue
        named = tuple(t.id for t in made if any(fnmatchcase(t.id, n) for n in entry.tables))
        if not named:
            ids = either([t.id for t in made[:5]]) + (" …" if len(made) > 5 else "")
            none = f"changes: no pay table {either(entry.tables)}; there is {ids or 'none'}"
            source.fault(none, at, "changes")
        if entry.meters and entry.meters not in meter_sets:
            source.fault(f"changes: {_no_meters(entry.meters, meter_sets)}", at, "changes")
        yield Change(
            by=entry.by,
            choice=entry.choice,
            tables=named,
            decks=entry.decks,
            stakes=entry.stakes,
            meters=meter_sets.get(entry.meters, ()),
            settles=entry.settles,
            placed=entry.placed,
            beside=entry.beside,
        )


def _row_places(rows: list[Raw], source: Source, at: str) -> list[FilePlace]:
    """The line of each hand; anything else is a fault."""
    places = source.each((at, "hands"), [f'"{row.get("name")}"' for row in rows])
    for row, place in zip(rows, places, strict=True):
        if not _is_hand(row):
            source.faults.append(Fault(place, f"a hand needs a name and a `when`: {row!r}"))
    return places


def _is_hand(row: Raw) -> bool:
    return isinstance(row.get("name"), str) and isinstance(row.get("when"), str)


def _rows(
    rows: list[Raw], places: list[FilePlace], column: str, envy: bool, source: Source
) -> tuple[Row, ...]:
    made = []
    for row, place in zip(rows, places, strict=True):
        if not _is_hand(row) or column not in row:
            continue
        read: list[Any] = []
        for reader, cell in (
            (parse, row["when"]),
            (_pays, row[column]),
            (partial(_envy, column), row.get("envy") if envy else None),
        ):
            try:
                read.append(reader(cell))
            except (NotationError, ValueError) as error:
                source.faults.append(Fault(place, f"{row['name']}: {error}"))
        if len(read) == 3:
            made.append(Row(row["name"], *read, place=place))
    return tuple(made)


_odds = cache(Odds.parse)


def _pays(cell: Any) -> Odds | ByChoice:
    if isinstance(cell, dict) and isinstance(cell.get("by"), str) and len(cell) > 1:
        return ByChoice(cell["by"], {k: _odds(_text(v)) for k, v in cell.items() if k != "by"})
    return _odds(_text(cell))


def _envy(column: str, cell: Any) -> int | None:
    if isinstance(cell, dict):
        cell = cell.get(column)
    return None if cell is None else parse_money(_text(cell))


def _text(cell: Any) -> str:
    if not isinstance(cell, str):
        raise NotationError(f"{cell!r} is not a pay: write a text, or a table with `by`")
    return cell


def check_deck_counts(decks: Iterable[int], source: Source, *needles: str) -> None:
    """Every count is one that a shoe can hold."""
    for count in decks:
        if not 1 <= count <= MOST_DECKS:
            source.fault(f"{count} decks: a blackjack shoe holds one to eight", *needles)


MOST_DECKS: Final = 8
