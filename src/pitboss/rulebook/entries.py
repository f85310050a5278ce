"""From the tables of a rule file to its section, wagers, games and readings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Final

from pitboss.errors import NotationError, either, nearest
from pitboss.money import Odds, parse_money
from pitboss.rulebook.read import Fault, Raw, Source, build, listed, table, tables
from pitboss.rulebook.schema import (
    ByChoice,
    Change,
    Game,
    Meter,
    Money,
    Option,
    PayTable,
    Place,
    Reading,
    Row,
    Section,
    Term,
    Wager,
    among,
)
from pitboss.rulebook.vocabulary import PLACED, SETTLES
from pitboss.rulebook.when import parse

Models = Mapping[tuple[str, str], Raw]
"""Wagers as written, by jurisdiction and key, for `like`."""


def make_readings(raw: Mapping[str, Raw], source: Source) -> Iterator[Reading]:
    """The readings of a file."""
    for key, values in raw.items():
        at = f"[reading.{key}]"
        made = build(Reading, values, source, at, given={"key": key})
        if made:
            if made.default not in made.choices:
                wrong = f"the default {made.default!r} is not among the choices"
                source.fault(wrong, at, "default")
            yield made


def with_clauses(raw: Raw, source: Source, *needles: str) -> Raw:
    """The table with its clauses as a list."""
    written = table(raw.get("clauses", {}), "clauses", source, *needles)
    return raw | {"clauses": [{"at": at, "says": says} for at, says in written.items()]}


def make_section(raw: Raw, jurisdiction: str, models: Models, source: Source) -> Section:
    """A section with all of its wagers and games that can be read."""
    raw = {"jurisdiction": jurisdiction, **with_clauses(raw, source)}
    wagers, games = raw.pop("wager", {}), raw.pop("game", {})
    given = {"file": source.file, "wagers": (), "games": ()}
    head = build(Section, raw, source, given=given, beside=("wager", "game", "reading"))
    if head is None:
        head = Section("?", "?", "?", jurisdiction, status="in force", file=source.file)
    if not head.cite.strip():
        source.fault(NO_CITATION, "cite")
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
    before = len(source.faults)
    _check_key(key, source, at)
    raw = with_clauses(_like(key, raw, section, models, source), source, at)
    rows = listed(raw.pop("hands", []), "hands", source, at)
    sets = table(raw.pop("meters", {}), "meters", source, at)
    meter_sets = {
        name: tuple(
            meter
            for values in listed(each, name, source, at, "meters")
            if (meter := build(Meter, values, source, at, "meters", name))
        )
        for name, each in sets.items()
    }
    options = tables(raw.pop("options", {}), "options", source, at)
    made_options = [
        build(Option, values, source, at, "options", name, given={"key": name})
        for name, values in options.items()
    ]
    if "paytables" in raw:
        printed = listed(raw.pop("paytables"), "paytables", source, at)
    else:
        printed = [{"id": c, "column": c} for c in _columns(rows)]
    decks = raw.setdefault("decks", [])
    every = tuple(decks) if isinstance(decks, list) else ()
    made = _paytables(printed, rows, meter_sets, every, source, at)
    written = listed(raw.pop("changes", []), "changes", source, at)
    changes = tuple(_changes(written, made, meter_sets, source, at))
    if isinstance(raw.get("stake"), dict) and raw["stake"].get("fixed") == []:
        source.fault("stake: fixed = [] allows no amount; name some, or leave it out", at, "stake")
    own = {"paytables": made, "changes": changes, "options": tuple(o for o in made_options if o)}
    wager = build(
        Wager,
        _of_section(section) | raw,
        source,
        at,
        given=_from_place(key, section, source, at) | own,
        beside=("hands", "meters", "like"),
    )
    if wager is None:
        return None
    _check_written(raw, wager.decks, source, at)
    every_deck = tuple(sorted({d for t in made for d in t.decks} | set(wager.decks)))
    if not every_deck and len(source.faults) == before:
        source.fault("no deck count is given: add decks = [6, 8] or the like", at, "decks")
    return replace(wager, decks=every_deck)


NO_CITATION: Final = 'a citation is missing: write cite = "…" as the law is cited'


def _check_key(key: str, source: Source, at: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
        source.fault(f"the key {key!r} must be lower case words with hyphens", at, key)


def _check_written(raw: Raw, decks: Iterable[int], source: Source, at: str) -> None:
    """What every entry must have, wager or game: a citation, and decks that a shoe holds."""
    if "cite" in raw and not raw["cite"].strip():
        source.fault(NO_CITATION, at, "cite")
    _check_decks(decks, source, at, "decks")


def _check_decks(decks: Iterable[int], source: Source, *needles: str) -> None:
    for count in decks:
        if not 1 <= count <= MOST_DECKS:
            source.fault(f"{count} decks: a blackjack shoe holds one to eight", *needles)


MOST_DECKS: Final = 8


def _from_place(key: str, section: Section, source: Source, at: str) -> Raw:
    """What an entry has from its place, and no file may say."""
    return {
        "key": key,
        "jurisdiction": section.jurisdiction,
        "section": section.section,
        "place": source.place(at),
    }


def _of_section(section: Section) -> Raw:
    """What an entry has from its section where it says nothing else."""
    return {"cite": section.cite, "owner": section.owner}


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
    settles: str = among(("", *SETTLES), "")
    placed: str = among(("", *PLACED), "")
    beside: str = ""


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


def _no_meters(name: str, meter_sets: Mapping[str, object]) -> str:
    return f"no meters {name!r}; there is {either(meter_sets) or 'no set of meters'}"


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
    row_places = _row_places(rows, source, at)
    ids = [f'"{values.get("id", "")}"' for values in printed]
    for values, place in zip(printed, source.each((at, "paytables"), ids), strict=True):
        where = (at, "paytables", f'"{values.get("id", "")}"')
        entry = build(_TableEntry, values, source, *where)
        if entry is None:
            continue
        _check_decks(entry.decks, source, *where)
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


def _row_places(rows: list[Raw], source: Source, at: str) -> list[Place]:
    """The line of each hand; what is no hand at all is a fault."""
    places = source.each((at, "hands"), [f'"{row.get("name")}"' for row in rows])
    for row, place in zip(rows, places, strict=True):
        if not _is_hand(row):
            source.faults.append(Fault(place, f"a hand needs a name and a `when`: {row!r}"))
    return places


def _is_hand(row: Raw) -> bool:
    return isinstance(row.get("name"), str) and isinstance(row.get("when"), str)


def _rows(
    rows: list[Raw], places: list[Place], column: str, envy: bool, source: Source
) -> tuple[Row, ...]:
    made = []
    for row, place in zip(rows, places, strict=True):
        if not _is_hand(row) or column not in row:
            continue
        name = row["name"]
        try:
            pays = _pays(row[column])
            when = parse(row["when"])
            bonus = _envy(row.get("envy"), column) if envy else None
        except (NotationError, ValueError) as error:
            source.faults.append(Fault(place, f"{name}: {error}"))
            continue
        made.append(Row(name, when, pays, bonus, place=place))
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
    _check_key(key, source, at)
    raw = with_clauses(raw, source, at)
    terms = [
        made
        for name, values in table(raw.pop("terms", {}), "terms", source, at).items()
        if (made := _term(name, values, source, at))
    ]
    game = build(
        Game,
        _of_section(section) | raw,
        source,
        at,
        given=_from_place(key, section, source, at) | {"terms": tuple(terms)},
        beside=("terms",),
    )
    if game:
        _check_written(raw, game.decks, source, at)
    return game


def _term(key: str, values: Any, source: Source, at: str) -> Term | None:
    where = (at, "terms", key)
    if not isinstance(values, dict):
        shape = "{ is = … } or { one_of = […], default = … }"
        source.fault(f"{key} must be a table: {shape}", *where)
        return None
    plain = dict(values)
    if "is" in plain:
        plain |= {"one_of": [plain["is"]], "default": plain.pop("is")}
    term = build(Term, plain, source, *where, given={"key": key}, beside=("is",))
    if term and term.one_of and term.default not in term.one_of:
        allowed = either([repr(v) for v in term.one_of])
        source.fault(f"{key}: the default {term.default!r} is not among {allowed}", *where)
    return term
