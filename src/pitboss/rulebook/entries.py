"""From the tables of a rule file to its section, wagers, games and readings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Final

from pitboss.errors import NotationError, either, nearest
from pitboss.money import Odds, parse_money
from pitboss.rulebook.read import Raw, Source, build, condition, listed, table, tables
from pitboss.rulebook.schema import (
    ByChoice,
    Change,
    Game,
    Meter,
    Money,
    PayTable,
    Reading,
    Row,
    Section,
    Term,
    Wager,
    among,
)
from pitboss.rulebook.vocabulary import SETTLES

Models = Mapping[tuple[str, str], Raw]
"""Wagers as written, by jurisdiction and key, for `like`."""


def make_readings(raw: Mapping[str, Raw], source: Source) -> Iterator[Reading]:
    """The readings of a file."""
    for key, values in raw.items():
        made = build(Reading, {**values, "key": key}, source, f"[reading.{key}]")
        if made:
            if made.default not in made.choices:
                source.fault(
                    f"the default {made.default!r} is not among the choices", f"[reading.{key}]"
                )
            yield made


def with_clauses(raw: Raw, source: Source, *needles: str) -> Raw:
    """The table with its clauses as a list."""
    written = table(raw.get("clauses", {}), "clauses", source, *needles)
    return raw | {"clauses": [{"at": at, "says": says} for at, says in written.items()]}


def make_section(raw: Raw, jurisdiction: str, models: Models, source: Source) -> Section:
    """A section with all of its wagers and games that can be read."""
    raw = with_clauses(raw, source)
    wagers, games = raw.pop("wager", {}), raw.pop("game", {})
    everywhere = {"jurisdiction": jurisdiction, "file": source.file}
    head = build(Section, everywhere | raw, source)
    if head is None:
        head = Section("?", "?", "?", jurisdiction, status="in force", file=source.file)
    made_wagers = [_wager(key, values, head, models, source) for key, values in wagers.items()]
    made_games = [_game(key, values, head, source) for key, values in games.items()]
    return replace(
        head,
        wagers=tuple(w for w in made_wagers if w),
        games=tuple(g for g in made_games if g),
    )


def _like(key: str, raw: Raw, section: Section, models: Models, source: Source) -> Raw:
    """A wager printed again in another section: the first one's fields, with its own on top."""
    if "like" not in raw:
        return raw
    own = {k: v for k, v in raw.items() if k != "like"}
    followed = str(raw["like"])
    model = models.get((section.jurisdiction, followed))
    if model is None or "like" in model:
        keys = [k for where, k in models if where == section.jurisdiction]
        near = nearest(followed, keys)
        hint = f"; did you mean {either(near)}?" if near else ""
        source.fault(f"like: no wager {followed!r} to follow here{hint}", f"[wager.{key}]", "like")
        return own
    made = {k: v for k, v in model.items() if k not in ("clauses", "cite", "notes")} | own
    decks, printed = own.get("decks"), model.get("paytables")
    if isinstance(decks, list) and isinstance(printed, list) and "paytables" not in own:
        made["paytables"] = [
            {**t, "decks": [d for d in t.get("decks", decks) if d in decks]}
            for t in printed
            if isinstance(t, dict) and isinstance(t.get("decks", decks), list)
        ]
    return made


def _wager(key: str, raw: Raw, section: Section, models: Models, source: Source) -> Wager | None:
    at = f"[wager.{key}]"
    _check_key(key, raw, source, at)
    raw = with_clauses(_like(key, raw, section, models, source), source, at)
    rows = listed(raw.pop("hands", []), "hands", source, at)
    sets = table(raw.pop("meters", {}), "meters", source, at)
    meter_sets = {
        name: tuple(
            meter
            for values in listed(each, name, source, at, "meters")
            if (meter := build(Meter, values, source, at, f"meters.{name}", name))
        )
        for name, each in sets.items()
    }
    options = tables(raw.get("options", {}), "options", source, at)
    raw["options"] = [{**v, "key": k} for k, v in options.items()]
    decks = raw.get("decks", [])
    if "paytables" in raw:
        printed = listed(raw.pop("paytables"), "paytables", source, at)
    else:
        printed = [{"id": c, "column": c} for c in _columns(rows)]
    every = tuple(decks) if isinstance(decks, list) else ()
    made = _paytables(printed, rows, meter_sets, every, source, at)
    written = listed(raw.pop("changes", []), "changes", source, at)
    changes = tuple(_changes(written, made, meter_sets, source, at))
    everywhere = {
        "key": key,
        "cite": section.cite,
        "owner": section.owner,
        "jurisdiction": section.jurisdiction,
        "section": section.section,
    }
    wager = build(Wager, everywhere | raw | {"decks": decks, "paytables": []}, source, at)
    if wager is None:
        return None
    every_deck = tuple(sorted({d for t in made for d in t.decks} | set(wager.decks)))
    return replace(wager, paytables=made, changes=changes, decks=every_deck, place=source.place(at))


def _check_key(key: str, raw: Raw, source: Source, at: str) -> None:
    """Keys are lower case with hyphens; what the file's place says is not said again."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
        source.fault(f"the key {key!r} must be lower case words with hyphens", at, key)
    for name in ("key", "place", "section", "jurisdiction"):
        if raw.pop(name, None) is not None:
            source.fault(f"unknown key {name!r}", at, name)


_ROW_KEYS: Final = ("name", "when", "envy")


def _columns(rows: list[Raw]) -> list[str]:
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


@dataclass(frozen=True, slots=True)
class _ChangeEntry:
    """A `changes` entry: what a choice changes in the tables it names (`P32*` for several)."""

    by: str
    choice: str
    tables: tuple[str, ...]
    decks: tuple[int, ...] = ()
    stakes: tuple[Money, ...] = ()
    meters: str = ""


def _changes(
    written: list[Raw],
    made: tuple[PayTable, ...],
    meter_sets: Mapping[str, tuple[Meter, ...]],
    source: Source,
    at: str,
) -> Iterator[Change]:
    for values in written:
        entry = build(_ChangeEntry, values, source, at, "changes")
        if entry is None:
            continue
        named = tuple(t.id for t in made if any(fnmatchcase(t.id, n) for n in entry.tables))
        if not named:
            source.fault(f"changes: no pay table {either(entry.tables)}", at, "changes")
        if entry.meters and entry.meters not in meter_sets:
            source.fault(f"changes: no meters {entry.meters!r}", at, "changes")
        yield Change(
            by=entry.by,
            choice=entry.choice,
            tables=named,
            decks=entry.decks,
            stakes=entry.stakes,
            meters=meter_sets.get(entry.meters, ()),
        )


def _paytables(
    printed: list[Raw],
    rows: list[Raw],
    meter_sets: Mapping[str, tuple[Meter, ...]],
    decks: tuple[int, ...],
    source: Source,
    at: str,
) -> tuple[PayTable, ...]:
    columns = _columns(rows)
    made = []
    used: set[str] = set()
    for values in printed:
        entry = build(_TableEntry, values, source, at, "paytables", f'"{values.get("id", "")}"')
        if entry is None:
            continue
        where = (at, f'"{entry.id}"')
        column = entry.column or (
            entry.id if entry.id in columns or len(columns) != 1 else columns[0]
        )
        if rows and column not in columns:
            source.fault(
                f"pay table {entry.id!r}: no column {column!r}; there are {either(columns, 'and')}",
                *where,
            )
        if entry.meters and entry.meters not in meter_sets:
            source.fault(f"pay table {entry.id!r}: no meters {entry.meters!r}", *where)
        used |= {column}
        made.append(
            PayTable(
                id=entry.id,
                decks=entry.decks or decks,
                rows=_rows(rows, column, entry.envy, source, at),
                meters=meter_sets.get(entry.meters, ()),
                stakes=entry.stakes,
                base_stake=entry.base_stake,
                least=entry.least,
                settles=entry.settles,
                note=entry.note,
                cite=entry.cite,
                place=source.place(*where),
            )
        )
    for column in columns:
        if column not in used:
            source.fault(f"column {column!r} belongs to no pay table", at, column)
    return tuple(made)


def _rows(rows: list[Raw], column: str, envy: bool, source: Source, at: str) -> tuple[Row, ...]:
    made = []
    for row in rows:
        name = row.get("name")
        if not isinstance(name, str) or not isinstance(row.get("when"), str):
            source.fault(f"a hand needs a name and a `when`: {row!r}", at, "hands", f'"{name}"')
            continue
        if column not in row:
            continue
        where = (at, "hands", f'"{name}"')
        try:
            pays = _pays(row[column])
            when = condition(row["when"])
            bonus = _envy(row.get("envy"), column) if envy else None
        except (NotationError, ValueError) as error:
            source.fault(f"{name}: {error}", *where)
            continue
        made.append(Row(name, when, pays, bonus, source.place(*where)))
    return tuple(made)


_odds = cache(Odds.parse)


def _pays(cell: Any) -> Odds | ByChoice:
    if isinstance(cell, dict) and isinstance(cell.get("by"), str) and len(cell) > 1:
        return ByChoice(cell["by"], {k: _odds(_text(v)) for k, v in cell.items() if k != "by"})
    return _odds(_text(cell))


def _envy(cell: Any, column: str) -> int | None:
    if isinstance(cell, dict):
        cell = cell.get(column)
    return None if cell is None else parse_money(_text(cell))


def _text(cell: Any) -> str:
    if not isinstance(cell, str):
        raise NotationError(f"{cell!r} is not a pay: write a text, or a table with `by`")
    return cell


def _game(key: str, raw: Raw, section: Section, source: Source) -> Game | None:
    at = f"[game.{key}]"
    _check_key(key, raw, source, at)
    raw = with_clauses(raw, source, at)
    terms = [
        made
        for name, values in table(raw.pop("terms", {}), "terms", source, at).items()
        if (made := _term(name, values, source, f"[game.{key}.terms]"))
    ]
    everywhere = {
        "key": key,
        "cite": section.cite,
        "owner": section.owner,
        "jurisdiction": section.jurisdiction,
        "section": section.section,
    }
    game = build(Game, everywhere | raw, source, at)
    return replace(game, terms=tuple(terms), place=source.place(at)) if game else None


def _term(key: str, values: Any, source: Source, at: str) -> Term | None:
    if not isinstance(values, dict):
        source.fault(
            f"{key} must be a table: {{ is = … }} or {{ one_of = […], default = … }}", at, key
        )
        return None
    plain = dict(values)
    if "is" in plain:
        plain |= {"one_of": [plain["is"]], "default": plain.pop("is")}
    term = build(Term, {**plain, "key": key}, source, at, key)
    if term and term.one_of and term.default not in term.one_of:
        allowed = either([repr(v) for v in term.one_of])
        source.fault(f"{key}: the default {term.default!r} is not among {allowed}", at, key)
    return term
