"""The file of a submission: read, with every fault of form, and written, so that reading it back
gives the same tables.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date, time
from functools import partial
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from pitboss.errors import file_refused
from pitboss.money import show_money
from pitboss.progressive.parameters import show_share
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.search import jurisdiction
from pitboss.rulebook.toml_values import Fault, KeyPath, Raw, unreadable
from pitboss.submission.form_reader import NEVER, FormReader
from pitboss.submission.records import (
    Approval,
    FiledTable,
    Permission,
    Submission,
    Superseded,
    read_house_name,
)
from pitboss.submission.table_form import MONEY, PLAIN, read_table
from pitboss.submission.wager_form import read_reading, shown
from pitboss.table.houses.house import Choice, House, show_limits
from pitboss.table.houses.offers import WITH_ANOTHER, wager_at
from pitboss.wagers.terms import FIXED_STAKE

KEYS: Final = (
    "house", "readings", "acknowledge", "approved", "table", "superseded", "permission",
)  # fmt: skip
HOUSE: Final = ("name", "jurisdiction", "revision", "effective", "zone", "day_starts")


def read_file(book: Rulebook, path: Path) -> tuple[Submission, list[Fault]]:
    """The submission of a file, with its faults of form."""
    with file_refused(path, "read"):
        text = path.read_text("utf-8")
    return read(book, text, str(path))


def read(
    book: Rulebook, text: str, file: str = "submission.toml"
) -> tuple[Submission, list[Fault]]:
    """The submission of a text, with its faults of form; what has a fault is left out."""
    try:
        raw: Raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        fault = unreadable(file, text, error)
        return Submission("?", "", 0, NEVER, (), file=file, text=text, readable=False), [fault]
    reader = FormReader(file, text)
    reader.known(raw, (), KEYS)
    house = reader.need(raw, (), "house", dict, {})
    reader.known(house, ("house",), HOUSE)
    name = reader.need(house, ("house",), "name", str, "?")
    name = reader.parsed(("house", "name"), name, read_house_name) or name
    law = reader.need(house, ("house",), "jurisdiction", str, "")
    revision = reader.need(house, ("house",), "revision", int, 1)
    if revision < 1:
        reader.fault(("house", "revision"), f"revision must be 1 or more, not {revision}.")
    effective = reader.need(house, ("house",), "effective", date, NEVER)
    found = (
        reader.parsed(("house", "jurisdiction"), law, partial(jurisdiction, book)) if law else None
    )
    readings = reader.get(raw, (), "readings", dict, {})
    for key, said in readings.items():
        read_reading(reader, book, key, said, ("readings", key))
    readings = {key: said for key, said in readings.items() if key in book.readings}
    tables = _listed(reader, raw, "table")
    if not tables and "table" not in raw:
        reader.fault((), "no table is filed: a table begins with [[table]].")
    _check_unique(reader, tables)
    linked = _linked(tables)
    filed = [
        read_table(reader, book, each, ("table", n), found.key if found else "", readings, linked)
        for n, each in enumerate(tables)
    ]
    made = Submission(
        name=name,
        jurisdiction=law,
        revision=revision,
        effective=effective,
        tables=tuple(each for each in filed if each),
        acknowledged=tuple(_texts(reader, raw, "acknowledge")),
        approved=_approval(reader, raw, ()),
        history=tuple(_superseded(reader, raw, revision)),
        permissions=tuple(_permissions(reader, raw)),
        zone=_zone(reader, house),
        day_starts=reader.get(house, ("house",), "day_starts", time, time(0)),
        file=file,
        digest=hashlib.sha256(text.encode()).hexdigest(),
        text=text,
    )
    return made, reader.faults


def _check_unique(reader: FormReader, tables: Sequence[Raw]) -> None:
    """A fault at the last of several tables that share an id or a name."""
    for key in ("id", "name"):
        values = [each.get(key) for each in tables]
        for value, many in Counter(str(each) for each in values if each is not None).items():
            if many > 1:
                last = max(n for n, each in enumerate(values) if str(each) == value)
                says = f"{many} tables have the {key} {value!r}: choose another for each."
                reader.fault(("table", last, key), says)


def _zone(reader: FormReader, house: Raw) -> str:
    """The time zone of the house, by its name in the tz database."""
    zone = reader.get(house, ("house",), "zone", str, "UTC")
    try:
        ZoneInfo(zone)
    except (OSError, ValueError, KeyError):
        said = f"no time zone is called {zone!r}: write one such as America/Denver."
        reader.fault(("house", "zone"), said)
        return "UTC"
    return zone


def _listed(reader: FormReader, raw: Raw, key: str) -> list[Raw]:
    found = reader.get(raw, (), key, list, [])
    if any(not isinstance(each, dict) for each in found):
        reader.fault((key,), f"write each {key} as [[{key}]], not as a list of values.")
    return [each for each in found if isinstance(each, dict)]


def _texts(reader: FormReader, raw: Raw, key: str) -> Iterator[str]:
    for each in reader.get(raw, (), key, list, []):
        if isinstance(each, str):
            yield each
        else:
            reader.fault((key,), f"{key} must be a list of strings; {each!r:.60} is not one.")


def _linked(tables: list[Raw]) -> frozenset[str]:
    """The names of meters that several tables share."""
    found: Counter[str] = Counter()
    for each in tables:
        wagers = each.get("wagers")
        values: list[Any] = list(wagers.values()) if isinstance(wagers, dict) else []
        named = [w.get("meter") for w in values if isinstance(w, dict)]
        found.update({name for name in named if isinstance(name, str)})
    return frozenset(name for name, many in found.items() if many > 1)


def _approval(reader: FormReader, raw: Raw, at: KeyPath) -> Approval | None:
    if "approved" not in raw:
        return None
    given = reader.get(raw, at, "approved", dict, {})
    return reader.record(Approval, given, (*at, "approved"))


def _superseded(reader: FormReader, raw: Raw, revision: int) -> Iterator[Superseded]:
    for n, each in enumerate(_listed(reader, raw, "superseded")):
        at = ("superseded", n)
        says, approved = reader.get(each, at, "says", str, ""), _approval(reader, each, at)
        old = reader.record(Superseded, each, at, says=says, approved=approved)
        if old.revision >= revision:
            must = f"a superseded revision must be before {revision}, not {old.revision}."
            reader.fault((*at, "revision"), must)
        yield old


def _permissions(reader: FormReader, raw: Raw) -> Iterator[Permission]:
    for n, each in enumerate(_listed(reader, raw, "permission")):
        made = reader.record(Permission, each, ("permission", n))
        yield replace(made, wager=made.wager.replace("_", "-"))


# -- written ---------------------------------------------------------------------------------------


def with_table(
    submission: Submission, house: House, name: str, effective: date, revision: int
) -> Submission:
    """The next revision: the same tables, and this one added or in place of its namesake."""
    there = submission.named(name)
    filed = FiledTable(name, replace(house, table=there.id if there else house.table, revision=""))
    kept = [filed if t is there else t for t in submission.tables]
    before = Superseded(submission.revision, submission.effective, "", submission.approved)
    return replace(
        submission,
        revision=revision,
        effective=effective,
        tables=(*kept, *(() if there else (filed,))),
        approved=None,
        history=(*submission.history, before),
    )


def written(book: Rulebook, submission: Submission) -> str:
    """The whole file."""
    parts = [f"house = {_inline(_house(submission))}"]
    if shared := _shared_readings(submission.tables):
        parts.append(f"readings = {_inline(shared)}")
    if submission.acknowledged:
        names = "".join(f"  {_text(name)},\n" for name in submission.acknowledged)
        parts.append(f"acknowledge = [\n{names}]")
    if submission.approved:
        parts.append(f"approved = {_inline(asdict(submission.approved))}")
    for table in submission.tables:
        parts.append("\n" + "\n".join(_table(book, table, submission.jurisdiction, shared)))
    for old in submission.history:
        said = {key: value for key, value in asdict(old).items() if value not in ("", None)}
        parts.append("\n[[superseded]]\n" + "\n".join(_pairs(said)))
    for each in submission.permissions:
        said = asdict(each) | {"wager": shown(each.wager)}
        parts.append("\n[[permission]]\n" + "\n".join(_pairs(said)))
    return "\n".join(parts) + "\n"


def _house(submission: Submission) -> dict[str, Any]:
    """What is filed of the whole house: its time zone and gaming day only if they are not usual."""
    usual = {"zone": "UTC", "day_starts": time(0)}
    said = {key: getattr(submission, key) for key in HOUSE}
    return {key: value for key, value in said.items() if value != usual.get(key)}


def _shared_readings(tables: tuple[FiledTable, ...]) -> dict[str, str]:
    """The readings for which all tables that file them make the same choice."""
    found: dict[str, set[str]] = defaultdict(set)
    for table in tables:
        for key, value in table.house.readings.items():
            found[key].add(value)
    return {key: min(values) for key, values in sorted(found.items()) if len(values) == 1}


def _table(book: Rulebook, table: FiledTable, law: str, shared: Mapping[str, str]) -> Iterator[str]:
    house, usual = table.house, House(table.house.jurisdiction)
    said: dict[str, Any] = {"id": table.id}
    said |= {"name": table.name} if table.name != table.id else {}
    said |= {"jurisdiction": house.jurisdiction} if house.jurisdiction != law else {}
    said |= {"game": house.game, "decks": house.decks, "limits": show_limits(house)}
    if house.chips != usual.chips:
        said["chips"] = [show_money(chip) for chip in house.chips]
    for key in PLAIN:
        if getattr(house, key) != getattr(usual, key):
            said[key] = getattr(house, key)
    for key in MONEY:
        if getattr(house, key) != getattr(usual, key):
            said[key] = show_money(getattr(house, key))
    if house.acknowledged != usual.acknowledged:
        said["posted"] = [*house.acknowledged]
    said |= {"terms": dict(house.terms)} if house.terms else {}
    own = {key: value for key, value in house.readings.items() if shared.get(key) != value}
    said |= {"readings": own} if own else {}
    yield "[[table]]"
    yield from _pairs(said)
    if house.wagers:
        yield "[table.wagers]"
        for key, choice in house.wagers.items():
            yield f"{shown(key)} = {_inline(_wager(book, house, key, choice))}"


def _wager(book: Rulebook, house: House, key: str, choice: Choice) -> dict[str, Any]:
    wager, usual = wager_at(book, house.jurisdiction, key), Choice()
    said: dict[str, Any] = {"paytable": choice.paytable} if choice.paytable else {}
    staked = not (wager.stake.none or wager.stake.equals or wager.role in WITH_ANOTHER)
    if (staked and choice.stake is None) or show_limits(choice) != show_limits(usual):
        said["limits"] = show_limits(choice)
    if choice.stake is not None:
        said["stake"] = show_money(choice.stake)
    said |= {"meter": choice.link} if choice.link else {}
    if choice.aggregate is not None:
        said["aggregate"] = show_money(choice.aggregate)
    if choice.seeds:
        said["seed"] = {name: show_money(cents) for name, cents in choice.seeds.items()}
    for name, parts in (("rate", choice.rates), ("reserve", choice.reserves)):
        if parts:
            said[name] = {meter: show_share(part) for meter, part in parts.items()}
    fixed = show_money(choice.stake) if choice.stake is not None else None
    for name, value in choice.choices.items():
        if not (name in FIXED_STAKE and value == fixed):
            said[name if name in wager.readings else shown(name)] = value
    return said


def _pairs(said: Mapping[str, Any]) -> Iterator[str]:
    for key, value in said.items():
        yield f"{_key(key)} = {_value(value)}"


def _inline(said: Mapping[str, Any]) -> str:
    return f"{{ {', '.join(_pairs(said))} }}" if said else "{}"


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | date() | time():
            return str(value)
        case dict():
            return _inline(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
    return _text(str(value))


def _text(text: str) -> str:
    """A basic string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else _text(key)
