"""From the hands, columns and entries of a rule file to the pay tables of a wager."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, partial
from typing import Any, Final

from pitboss.errors import NotationError, either
from pitboss.money import Odds, parse_money
from pitboss.rulebook.paytable import ByChoice, Change, Meter, PayTable, Row
from pitboss.rulebook.read import Fault, FilePlace, Raw, Source, build
from pitboss.rulebook.when import parse

_ROW_KEYS: Final = ("name", "when", "envy")
PARTS: Final = ("column", "meters", "envy")
"""Keys of a `[[paytables]]` entry that name what it is made of."""


def columns_of(rows: list[Raw]) -> list[str]:
    """Every column in which a hand has a pay, in order."""
    return list(dict.fromkeys(k for row in rows for k in row if k not in _ROW_KEYS))


@dataclass(frozen=True, slots=True)
class _MadeOf:
    """What else a `[[paytables]]` entry says: the names of what the table is made of."""

    column: str = ""
    meters: str = ""
    envy: bool = True


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
        parts, own = _parted(values, PARTS)
        given = {"rows": (), "meters": (), "placed": "", "beside": "", "place": place}
        with source.losing(at, "paytables"):
            entry = build(PayTable, own, source, *where, given=given, beside=PARTS)
            made_of = build(_MadeOf, parts, source, *where)
        if entry is None or made_of is None:
            used |= {*map(str, values.values())} | ({*columns} if len(columns) == 1 else set())
            continue
        check_deck_counts(entry.decks, source, *where)
        if values.get("decks") == []:
            source.fault(f"pay table {entry.id!r}: decks = [] allows no deck count", *where)
        column = made_of.column or (
            entry.id if entry.id in columns or len(columns) != 1 else columns[0]
        )
        if rows and column not in columns:
            source.fault(
                f"pay table {entry.id!r}: no column {column!r}; there are {either(columns, 'and')}",
                *where,
            )
        if made_of.meters and made_of.meters not in meter_sets:
            none = _no_meters(made_of.meters, meter_sets)
            source.fault(f"pay table {entry.id!r}: {none}", *where)
        used.add(column)
        made.append(
            replace(
                entry,
                decks=entry.decks or decks,
                rows=_rows(rows, row_places, column, made_of.envy, source),
                meters=meter_sets.get(made_of.meters, ()),
            )
        )
    for column in columns:
        if column not in used:
            source.fault(f"column {column!r} belongs to no pay table", at, column)
    return tuple(made)


def _parted(values: Raw, keys: Iterable[str]) -> tuple[Raw, Raw]:
    """What an entry says under these keys, and the rest."""
    parts = {key: values[key] for key in keys if key in values}
    return parts, {key: value for key, value in values.items() if key not in parts}


def _no_meters(name: str, meter_sets: Mapping[str, object]) -> str:
    return f"no meters {name!r}; there is {either(meter_sets) or 'no set of meters'}"


def make_changes(
    written: list[Raw],
    made: tuple[PayTable, ...],
    meter_sets: Mapping[str, tuple[Meter, ...]],
    source: Source,
    at: str,
) -> Iterator[Change]:
    """What each entry of `changes` changes in the tables that it names."""
    for values in written:
        parts, own = _parted(values, ["meters"])
        entry = build(Change, own, source, at, "changes", given={"meters": ()}, beside=["meters"])
        made_of = build(_MadeOf, parts, source, at, "changes")
        if entry is None or made_of is None:
            continue
        named = tuple(t.id for t in made if any(fnmatchcase(t.id, n) for n in entry.tables))
        if not named:
            ids = either([t.id for t in made[:5]]) + (" …" if len(made) > 5 else "")
            none = f"changes: no pay table {either(entry.tables)}; there is {ids or 'none'}"
            source.fault(none, at, "changes")
        if made_of.meters and made_of.meters not in meter_sets:
            source.fault(f"changes: {_no_meters(made_of.meters, meter_sets)}", at, "changes")
        yield replace(entry, tables=named, meters=meter_sets.get(made_of.meters, ()))


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
        raise NotationError(f"{cell!r} is not a pay: write a string, or a table with `by`")
    return cell


def check_deck_counts(decks: Iterable[int], source: Source, *needles: str) -> None:
    """Every count is one that a shoe can hold."""
    for count in decks:
        if not 1 <= count <= MOST_DECKS:
            source.fault(f"{count} decks: a blackjack shoe holds one to eight", *needles)


MOST_DECKS: Final = 8
