"""From the tables of a rule file to its section, wagers, games and readings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from pitboss.errors import either, nearest
from pitboss.rulebook.paytable import Meter, PayTable
from pitboss.rulebook.read import NO_CITATION, Raw, Source, build, listed, salvage, table, tables
from pitboss.rulebook.rows import check_deck_counts, columns_of, make_changes, make_paytables
from pitboss.rulebook.schema import Game, HouseOption, Reading, Section, Term, Wager

BORROWED: Final = ("sees", "decks", "hands", "paytables", "meters", "options", "readings")
"""What a wager takes from the one it is `like`, and on which its other keys depend."""
NOT_COPIED: Final = ("clauses", "cite", "notes", "duties", "cites")
"""What each section says for itself."""
EntryT = TypeVar("EntryT", Wager, Game)
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
    model = models.get((section.jurisdiction, followed))
    if model is None or "like" in model:
        keys = [k for where, k in models if where == section.jurisdiction]
        near = nearest(followed, keys)
        hint = f"; did you mean {either(near)}?" if near else ""
        source.fault(f"like: no wager {followed!r} to copy here{hint}", f"[wager.{key}]", "like")
        return own
    made = {k: v for k, v in model.items() if k not in NOT_COPIED} | own
    decks, printed = own.get("decks"), model.get("paytables")
    if isinstance(decks, list) and isinstance(printed, list) and "paytables" not in own:
        made["paytables"] = [
            {**t, "decks": [d for d in t.get("decks", decks) if d in decks]}
            for t in printed
            if isinstance(t, dict) and isinstance(t.get("decks", decks), list)
        ]
    return made


def _wager(key: str, raw: Raw, section: Section, models: Models, source: Source) -> Wager:
    at = f"[wager.{key}]"
    _check_key(key, source, at)
    with source.losing(at, *BORROWED):
        raw = _like(key, raw, section, models, source)
    raw = with_clauses(raw, source, at)
    meter_sets = _meters(table(raw.pop("meters", {}), "meters", source, at), source, at)
    with source.losing(at, "options"):
        options = tables(raw.pop("options", {}), "options", source, at)
        made_options = [
            build(HouseOption, values, source, at, "options", name, given={"key": name})
            for name, values in options.items()
        ]
    made = _paytables(raw, meter_sets, source, at)
    written = listed(raw.pop("changes", []), "changes", source, at)
    changes = tuple(make_changes(written, made, meter_sets, source, at))
    if isinstance(raw.get("stake"), dict) and raw["stake"].get("fixed") == []:
        source.fault("stake: fixed = [] allows no amount; name some, or leave it out", at, "stake")
    own = {"paytables": made, "changes": changes, "options": tuple(o for o in made_options if o)}
    wager = _entry(Wager, key, raw, section, source, at, own, beside=("hands", "meters", "like"))
    every_deck = tuple(sorted({d for t in made for d in t.decks} | set(wager.decks)))
    if not every_deck and not source.lost[at] & {"decks", "paytables"}:
        source.fault("no deck count is given: add decks = [6, 8], for example", at, "decks")
    return replace(wager, decks=every_deck)


def _meters(sets: Raw, source: Source, at: str) -> dict[str, tuple[Meter, ...]]:
    """The sets of meters, by name."""
    with source.losing(at, "meters"):
        return {
            name: tuple(
                meter
                for values in listed(each, name, source, at, "meters")
                if (meter := build(Meter, values, source, at, "meters", name))
            )
            for name, each in sets.items()
        }


def _paytables(
    raw: Raw, meter_sets: Mapping[str, tuple[Meter, ...]], source: Source, at: str
) -> tuple[PayTable, ...]:
    """The printed pay tables; if there are none, one for each column of pays."""
    with source.losing(at, "hands"):
        rows = listed(raw.pop("hands", []), "hands", source, at)
        if "paytables" in raw:
            with source.losing(at, "paytables"):
                printed = listed(raw.pop("paytables"), "paytables", source, at)
        else:
            printed = [{"id": c, "column": c} for c in columns_of(rows)]
        decks = raw.setdefault("decks", [])
        every = tuple(d for d in decks if type(d) is int) if isinstance(decks, list) else ()
        return make_paytables(printed, rows, meter_sets, every, source, at)


def _check_key(key: str, source: Source, at: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
        source.fault(f"the key {key!r} must be lower-case words joined by hyphens", at, key)


def _entry(
    kind: type[EntryT],
    key: str,
    raw: Raw,
    section: Section,
    source: Source,
    at: str,
    made: Raw,
    beside: Iterable[str],
) -> EntryT:
    """A wager or game as far as it can be read; what it does not say, its section says for it."""
    place = {
        "key": key,
        "jurisdiction": section.jurisdiction,
        "section": section.section,
        "place": source.place(at),
    }
    said = {"cite": section.cite, "owner": section.owner} | raw
    entry, lost = salvage(kind, said, source, at, given=place | made, beside=beside)
    source.lost[at] = lost | source.lost.get(at, set())
    if isinstance(raw.get("cite"), str) and not raw["cite"].strip():
        source.fault(NO_CITATION, at, "cite")
    check_deck_counts(entry.decks, source, at, "decks")
    return entry


def _game(key: str, raw: Raw, section: Section, source: Source) -> Game:
    at = f"[game.{key}]"
    _check_key(key, source, at)
    raw = with_clauses(raw, source, at)
    terms = [
        made
        for name, values in table(raw.pop("terms", {}), "terms", source, at).items()
        if (made := _term(name, values, source, at))
    ]
    return _entry(Game, key, raw, section, source, at, {"terms": tuple(terms)}, beside=("terms",))


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
