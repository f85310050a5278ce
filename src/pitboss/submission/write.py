"""A submission written in its form; reading it back gives the same tables."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import date, time
from typing import Any

from pitboss.money import Cents, show_money
from pitboss.progressive.parameters import show_share
from pitboss.rulebook.load import Rulebook
from pitboss.submission.records import FiledTable, Submission, Superseded
from pitboss.submission.table_form import MONEY, PLAIN
from pitboss.submission.wager_form import shown
from pitboss.table.houses.filing import wager_at
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.offers import WITH_ANOTHER
from pitboss.wagers.terms import FIXED_STAKE


def with_table(
    submission: Submission, house: House, name: str, effective: date, revision: int
) -> Submission:
    """The next revision: the same tables, and this one added or in place of its namesake."""
    there = next((t for t in submission.tables if t.name == name), None)
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
    parts = [
        f"house = {_inline(_house(submission))}",
        *_listed("acknowledge", submission.acknowledged),
    ]
    shared = _shared_readings(submission.tables)
    if shared:
        parts.insert(1, f"readings = {_inline(shared)}")
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
    said: dict[str, Any] = {
        "name": submission.name,
        "jurisdiction": submission.jurisdiction,
        "revision": submission.revision,
        "effective": submission.effective,
    }
    said |= {"zone": submission.zone} if submission.zone != "UTC" else {}
    return said | ({"day_starts": submission.day_starts} if submission.day_starts else {})


def _shared_readings(tables: tuple[FiledTable, ...]) -> dict[str, str]:
    """The readings that every table which files them chooses alike."""
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
    said |= {"game": house.game, "decks": house.decks, "limits": _limits(house.least, house.most)}
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
    limits = (choice.least, choice.most)
    if (staked and choice.stake is None) or limits != (usual.least, usual.most):
        said["limits"] = _limits(*limits)
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


def _limits(least: Cents, most: Cents) -> str:
    return f"{show_money(least)} to {show_money(most)}"


def _listed(key: str, values: tuple[str, ...]) -> Iterator[str]:
    if values:
        inside = "".join(f"  {_text(value)},\n" for value in values)
        yield f"{key} = [\n{inside}]"


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
