"""From the tables of a rule file to its section, wagers, games and readings, and from its hands,
columns and entries to the pay tables of a wager.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, partial
from typing import Any, Final, TypeVar

from pitboss.errors import NotationError, either, nearest
from pitboss.money import Odds, parse_money
from pitboss.rulebook.paytable import ByChoice, Change, Meter, PayTable, Row
from pitboss.rulebook.schema import Game, HouseOption, Reading, Section, Term, Wager
from pitboss.rulebook.toml_values import (
    NO_CITATION,
    Fault,
    FilePlace,
    KeyPath,
    Raw,
    Source,
    build,
    listed,
    salvage,
    table,
    tables,
)
from pitboss.rulebook.when import parse

BORROWED: Final = ("sees", "decks", "hands", "paytables", "meters", "options", "readings")
"""What a wager takes from the one it is `like`, and on which its other keys depend."""
NOT_COPIED: Final = ("clauses", "cite", "notes", "duties", "cites")
"""What each section says for itself."""
EntryT = TypeVar("EntryT", Wager, Game)
Models = Mapping[tuple[str, str], tuple[object, Raw]]
"""Wagers as written and the citation of their section, by jurisdiction and key, for `like`."""


def make_readings(raw: Mapping[str, Raw], source: Source) -> Iterator[Reading]:
    """The readings of a file."""
    for key, values in raw.items():
        at = ("reading", key)
        made = build(Reading, values, source, *at, given={"key": key})
        if made:
            if made.default not in made.choices:
                wrong = f"the default {made.default!r} is not among the choices"
                source.fault(wrong, *at, "default")
            yield made


def with_clauses(raw: Raw, source: Source, *at: str) -> Raw:
    """The table with its clauses as a list."""
    written = table(raw.get("clauses", {}), "clauses", source, *at)
    return raw | {"clauses": [{"at": said_at, "says": says} for said_at, says in written.items()]}


def make_section(raw: Raw, jurisdiction: str, models: Models, source: Source) -> Section:
    """A section with all of its wagers and games that can be read."""
    raw = {"jurisdiction": jurisdiction, **with_clauses(raw, source)}
    wagers, games = raw.pop("wager", {}), raw.pop("game", {})
    given = {"file": source.file, "wagers": (), "games": ()}
    head, lost = salvage(Section, raw, source, given=given, beside=("wager", "game", "reading"))
    if "jurisdiction" in lost:
        head = replace(head, jurisdiction=jurisdiction)
    if not head.cite.strip():
        source.fault(NO_CITATION, "cite")
    return replace(
        head,
        wagers=tuple(_wager(key, values, head, models, source) for key, values in wagers.items()),
        games=tuple(_game(key, values, head, source) for key, values in games.items()),
    )


def _like(key: str, raw: Raw, section: Section, models: Models, source: Source) -> Raw:
    """A wager printed again in another section: the first one's fields, overridden by its own."""
    if "like" not in raw:
        return raw
    own = {k: v for k, v in raw.items() if k != "like"}
    followed = str(raw["like"])
    cite, model = models.get((section.jurisdiction, followed), ("", None))
    if model is None or "like" in model:
        keys = [k for where, k in models if where == section.jurisdiction]
        near = nearest(followed, keys)
        hint = f"; did you mean {either(near)}?" if near else ""
        source.fault(f"like: no wager {followed!r} to copy here{hint}", "wager", key, "like")
        return own
    if cite != section.cite:
        model = _uncited(model)  # its paragraphs are those of another section
    made = {k: v for k, v in model.items() if k not in NOT_COPIED} | own
    decks, printed = own.get("decks"), model.get("paytables")
    if isinstance(decks, list) and isinstance(printed, list) and "paytables" not in own:
        made["paytables"] = [
            {**t, "decks": [d for d in t.get("decks", decks) if d in decks]}
            for t in printed
            if isinstance(t, dict) and isinstance(t.get("decks", decks), list)
        ]
    return made


def _uncited(value: Any) -> Any:
    """What a table says, without the paragraphs that it cites."""
    if isinstance(value, dict):
        return {k: _uncited(v) for k, v in value.items() if k != "cite"}
    return [_uncited(each) for each in value] if isinstance(value, list) else value


def _wager(key: str, raw: Raw, section: Section, models: Models, source: Source) -> Wager:
    at = ("wager", key)
    with source.losing(at, *BORROWED):
        raw = _like(key, raw, section, models, source)
    raw = with_clauses(raw, source, *at)
    meter_sets = _meters(table(raw.pop("meters", {}), "meters", source, *at), source, at)
    with source.losing(at, "options"):
        options = tables(raw.pop("options", {}), "options", source, *at)
        made_options = [
            build(HouseOption, values, source, *at, "options", name, given={"key": name})
            for name, values in options.items()
        ]
    made = _paytables(raw, meter_sets, source, at)
    written = listed(raw.pop("changes", []), "changes", source, *at)
    changes = tuple(make_changes(written, made, meter_sets, source))
    if isinstance(raw.get("stake"), dict) and raw["stake"].get("fixed") == []:
        source.fault("stake: fixed = [] allows no amount; name some, or leave it out", *at, "stake")
    own = {"paytables": made, "changes": changes, "options": tuple(o for o in made_options if o)}
    wager = _entry(Wager, key, raw, section, source, at, own, beside=("hands", "meters", "like"))
    every_deck = tuple(sorted({d for t in made for d in t.decks} | set(wager.decks)))
    if not every_deck and not source.lost[at] & {"decks", "paytables"}:
        source.fault("no deck count is given: add decks = [6, 8], for example", *at, "decks")
    return replace(wager, decks=every_deck)


def _meters(sets: Raw, source: Source, at: KeyPath) -> dict[str, tuple[Meter, ...]]:
    """The sets of meters, by name."""
    with source.losing(at, "meters"):
        return {
            name: tuple(
                meter
                for where, values in listed(each, name, source, *at, "meters").items()
                if (meter := build(Meter, values, source, *where))
            )
            for name, each in sets.items()
        }


def _paytables(
    raw: Raw, meter_sets: Mapping[str, tuple[Meter, ...]], source: Source, at: KeyPath
) -> tuple[PayTable, ...]:
    """The printed pay tables; if there are none, one for each column of pays."""
    with source.losing(at, "hands"):
        rows = listed(raw.pop("hands", []), "hands", source, *at)
        if "paytables" in raw:
            with source.losing(at, "paytables"):
                printed = listed(raw.pop("paytables"), "paytables", source, *at)
        else:
            columns = columns_of(rows.values())
            printed = {(*at, "hands", c): {"id": c, "column": c} for c in columns}
        decks = raw.setdefault("decks", [])
        every = tuple(d for d in decks if type(d) is int) if isinstance(decks, list) else ()
        return make_paytables(printed, rows, meter_sets, every, source, at)


def _entry(
    kind: type[EntryT],
    key: str,
    raw: Raw,
    section: Section,
    source: Source,
    at: KeyPath,
    made: Raw,
    beside: Collection[str],
) -> EntryT:
    """A wager or game as far as it can be read; for what it does not say, its section applies."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
        source.fault(f"the key {key!r} must be lower-case words joined by hyphens", *at)
    place = {
        "key": key,
        "jurisdiction": section.jurisdiction,
        "section": section.section,
        "place": source.place(*at),
    }
    said = {"cite": section.cite, "owner": section.owner} | raw
    entry, lost = salvage(kind, said, source, *at, given=place | made, beside=beside)
    source.lost[at] = lost | source.lost.get(at, set())
    if isinstance(raw.get("cite"), str) and not raw["cite"].strip():
        source.fault(NO_CITATION, *at, "cite")
    check_deck_counts(entry.decks, source, *at, "decks")
    return entry


def _game(key: str, raw: Raw, section: Section, source: Source) -> Game:
    at = ("game", key)
    raw = with_clauses(raw, source, *at)
    terms = [
        made
        for name, values in table(raw.pop("terms", {}), "terms", source, *at).items()
        if (made := _term(name, values, source, at))
    ]
    return _entry(Game, key, raw, section, source, at, {"terms": tuple(terms)}, beside=("terms",))


def _term(key: str, values: Any, source: Source, at: KeyPath) -> Term | None:
    where = (*at, "terms", key)
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


# -- the pay tables of a wager ---------------------------------------------------------------------


_ROW_KEYS: Final = ("name", "when", "envy")
PARTS: Final = ("column", "meters", "envy")
"""Keys of a `[[paytables]]` entry that name what it is made of."""


def columns_of(rows: Iterable[Raw]) -> list[str]:
    """Every column in which a hand has a pay, in order."""
    return list(dict.fromkeys(k for row in rows for k in row if k not in _ROW_KEYS))


@dataclass(frozen=True, slots=True)
class _MadeOf:
    """What else a `[[paytables]]` entry says: the names of what the table is made of."""

    column: str = ""
    meters: str = ""
    envy: bool = True


def make_paytables(
    printed: Mapping[KeyPath, Raw],
    rows: Mapping[KeyPath, Raw],
    meter_sets: Mapping[str, tuple[Meter, ...]],
    decks: tuple[int, ...],
    source: Source,
    at: KeyPath,
) -> tuple[PayTable, ...]:
    """The printed pay tables, each with the rows of its column."""
    columns = columns_of(rows.values())
    made = []
    used: set[str] = set()
    hands = [(source.place(*where), row) for where, row in rows.items()]
    for place, row in hands:
        if not _is_hand(row):
            source.faults.append(Fault(place, f"a hand needs a name and a `when`: {row!r}"))
    for where, values in printed.items():
        place = source.place(*where)
        given = {"rows": (), "meters": (), "placed": "", "beside": "", "place": place}
        with source.losing(at, "paytables"):
            entry = build(PayTable, values, source, *where, given=given, beside=PARTS)
            made_of = build(_MadeOf, _parts(values), source, *where)
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
            there = f"there {'are' if columns[1:] else 'is only'} {either(columns, 'and')}"
            source.fault(f"pay table {entry.id!r}: no column {column!r}; {there}", *where)
        if made_of.meters and made_of.meters not in meter_sets:
            none = _no_meters(made_of.meters, meter_sets)
            source.fault(f"pay table {entry.id!r}: {none}", *where)
        used.add(column)
        made.append(
            replace(
                entry,
                decks=entry.decks or decks,
                rows=_rows(hands, column, made_of.envy, source),
                meters=meter_sets.get(made_of.meters, ()),
            )
        )
    for column in columns:
        if column not in used:
            first = next(where for where, row in rows.items() if column in row)
            source.fault(f"column {column!r} belongs to no pay table", *first, column)
    return tuple(made)


def _parts(values: Raw) -> Raw:
    """What an entry says of the names that it is made of."""
    return {key: value for key, value in values.items() if key in PARTS}


def _no_meters(name: str, meter_sets: Mapping[str, object]) -> str:
    return f"no meters {name!r}; there is {either(meter_sets) or 'no set of meters'}"


def make_changes(
    written: Mapping[KeyPath, Raw],
    made: tuple[PayTable, ...],
    meter_sets: Mapping[str, tuple[Meter, ...]],
    source: Source,
) -> Iterator[Change]:
    """What each entry of `changes` changes in the tables that it names."""
    for where, values in written.items():
        entry = build(Change, values, source, *where, given={"meters": ()}, beside=["meters"])
        made_of = build(_MadeOf, _parts(values), source, *where)
        if entry is None or made_of is None:
            continue
        named = tuple(t.id for t in made if any(fnmatchcase(t.id, n) for n in entry.tables))
        if not named:
            ids = either([t.id for t in made[:5]]) + (" …" if len(made) > 5 else "")
            none = f"changes: no pay table {either(entry.tables)}; there is {ids or 'none'}"
            source.fault(none, *where)
        if made_of.meters and made_of.meters not in meter_sets:
            source.fault(f"changes: {_no_meters(made_of.meters, meter_sets)}", *where)
        yield replace(entry, tables=named, meters=meter_sets.get(made_of.meters, ()))


def _is_hand(row: Raw) -> bool:
    return isinstance(row.get("name"), str) and isinstance(row.get("when"), str)


def _rows(
    hands: list[tuple[FilePlace, Raw]], column: str, envy: bool, source: Source
) -> tuple[Row, ...]:
    made = []
    for place, row in hands:
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


def check_deck_counts(decks: Iterable[int], source: Source, *at: str | int) -> None:
    """Every count is one that a shoe can hold."""
    for count in decks:
        if not 1 <= count <= MOST_DECKS:
            source.fault(f"{count} decks: a blackjack shoe holds one to eight", *at)


MOST_DECKS: Final = 8
