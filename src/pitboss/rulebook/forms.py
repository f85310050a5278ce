"""Entries of the rulebook as plain data for machines: what `pitboss rules --json` prints.

Money is a decimal string, odds and rates are written as the law prints them, and a cell the law
leaves out is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from datetime import date
from typing import Any

from pitboss.money import Cents, plain_money, show_percent
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import ByChoice, Change, Meter, PayTable, Row
from pitboss.rulebook.schema import (
    Clause,
    Entry,
    Game,
    HouseOption,
    Reading,
    Section,
    Term,
    Tips,
    Wager,
)
from pitboss.rulebook.when import show
from pitboss.rulebook.words import FilingPoint, filed, stake_words, table_stake_words

Plain = dict[str, Any]


def plain(book: Rulebook, entry: Entry) -> Plain:
    """A wager or game as plain data.

    >>> from pitboss.rulebook.load import read_all
    >>> book, _ = read_all()
    >>> form = plain(book, book.wager("pennsylvania/perfect-pairs"))
    >>> form["paytables"][0]["rows"][0]
    {'outcome': 'Perfect pair', 'pays': '25 to 1', 'envy': None}
    """
    section = book.section_of(entry)
    form = {
        "id": entry.id,
        "kind": entry.kind,
        "name": entry.name,
        "jurisdiction": entry.jurisdiction,
        "section": entry.section,
        "cite": entry.cite,
        "decks": list(entry.decks),
        "paytables": [],
        "options": [],
        "readings": [plain_reading(r) for r in book.readings_of(entry)],
        "key": entry.key,
        "object": entry.object,
        **_of_section(section),
        "owner": entry.owner,
        "place": str(entry.place),
    }
    rest = _wager(book, entry) if isinstance(entry, Wager) else _game(book, entry)
    return form | rest | _last(entry, section)


def _of_section(section: Section) -> Plain:
    return {
        "title": section.title,
        "status": section.status,
        "effective": _date(section.effective),
        "amended": _date(section.amended),
        "source": section.source,
    }


def _last(entry: Entry, section: Section) -> Plain:
    return {
        "tips": {f.name: getattr(entry.tips, f.name) for f in fields(Tips)},
        "duties": dict(entry.duties),
        "clauses": _clauses(entry.clauses),
        "section_clauses": _clauses(section.clauses),
        "notes": list(entry.notes),
    }


def _wager(book: Rulebook, wager: Wager) -> Plain:
    defaults = book.default_choices(wager)
    return {
        "paytables": [_paytable(t, wager, defaults) for t in wager.paytables],
        "options": [_left_to_house(o) for o in wager.options],
        "submission": [_filed(f) for f in filed(book, wager)],
        "role": wager.role,
        "sees": list(wager.sees),
        "placed": wager.placed,
        "requires": list(wager.requires),
        "requires_least": _money(wager.requires_least),
        "stake": [plain_money(s) for s in wager.stake.fixed],
        "stake_rule": stake_words(wager.stake),
        "odds_on": wager.odds_on or None,
        "paid_as": wager.paid_as or None,
        "settles": wager.settles,
        "rotation": wager.rotation,
        "pays": wager.pays,
        "hand": wager.hand,
        "hand_by": wager.hand_by or None,
        "wild": str(wager.wild) if wager.wild else None,
        "wild_in": wager.wild_in if wager.wild else None,
        "wild_suit_by": wager.wild_suit_by or None,
        "collected": wager.collected,
        "to_or_for": wager.to_or_for or None,
        "loses": show(wager.loses) if wager.loses else None,
        "multipliers": [
            {"when": show(m.when), "times": m.times, "cite": m.cite} for m in wager.multipliers
        ],
        "changes": [_change(c) for c in wager.changes],
        "envy_to": wager.envy_to,
        "shared": wager.shared,
        "linked": wager.linked,
        "automated_only": wager.automated_only,
        "cites": dict(wager.cites),
        "aggregate_limit": wager.aggregate_limit,
        "house_sets_table": wager.house_sets_table,
        "face_down": wager.face_down,
        "when_held": wager.when_held,
        "losers": wager.losers,
        "offered_by": wager.offered_by or None,
        "slips": wager.slips,
        "slips_from": None if wager.slips_from is None else show_percent(wager.slips_from),
        "floor": wager.floor,
        "floor_above": None if wager.floor_above is None else str(wager.floor_above),
        "award_order": wager.award_order,
        "reset": wager.reset,
        "discontinued": None if wager.discontinued is None else asdict(wager.discontinued),
        "stops": wager.stops or None,
        "equipment": wager.equipment.steps,
        "presses": wager.presses or None,
        "third_card_after": wager.third_card_after or None,
        "splits": wager.splits,
        "hands": [
            {"outcome": outcome, "when": when}
            for outcome, when in dict.fromkeys(
                (row.outcome, show(row.when)) for t in wager.paytables for row in t.rows
            )
        ],
    }


def _game(book: Rulebook, game: Game) -> Plain:
    terms = book.terms_of(game)
    return {
        "options": [_left_to_house(t) for t, _ in terms if not t.is_fixed],
        "based_on": game.based_on or None,
        "wagers": list(game.wagers),
        "terms": [
            {
                "key": t.key,
                "says": t.says,
                "allowed": list(t.one_of),
                "default": t.default,
                "fixed": t.is_fixed,
                "sure": t.sure,
                "cite": t.cite,
                "from": source.id,
            }
            for t, source in terms
        ],
    }


def _paytable(table: PayTable, wager: Wager, defaults: Mapping[str, str]) -> Plain:
    form: Plain = {
        "id": table.id,
        "decks": list(table.decks),
        "stake": [plain_money(s) for s in table.stakes or wager.stake.fixed],
        "stake_rule": table_stake_words(table, wager),
        "rows": [_row(row, table, defaults) for row in table.rows],
        "meters": [_meter(m) for m in table.meters],
        "base_stake": _money(table.base_stake),
    }
    if table.least is not None:
        form["least"] = plain_money(table.least)
    told = {"settles": table.settles, "note": table.note, "cite": table.cite}
    return form | {key: text for key, text in told.items() if text}


def _row(row: Row, table: PayTable, defaults: Mapping[str, str]) -> Plain:
    """A row; one that depends on a choice names it, and says whether it applies by default."""
    form: Plain = {
        "outcome": row.outcome,
        "pays": str(row.pays_under(defaults)),
        "envy": _money(row.envy),
    }
    if row.hangs_on:
        form |= {
            "by": table.decisive(row),
            "hangs_on": list(row.hangs_on),
            "in_force": row.in_force(defaults),
        }
    if isinstance(row.pays, ByChoice):
        form["choices"] = {k: str(v) for k, v in row.pays.pays.items()}
    return form


def _meter(meter: Meter) -> Plain:
    form: Plain = {
        "name": meter.name,
        "seed": _money(meter.seed),
        "rate": None if meter.rate is None else show_percent(meter.rate),
        "reserve": None if meter.reserve is None else show_percent(meter.reserve),
    }
    if meter.minimum is not None or meter.maximum is not None:
        form |= {"minimum": _money(meter.minimum), "maximum": _money(meter.maximum)}
    if meter.seed_is != "fixed":
        form["seed_is"] = meter.seed_is
    if meter.seed_times_stake is not None:
        form["seed_times_stake"] = meter.seed_times_stake
    if meter.on_first is not None:
        form["on_first"] = plain_money(meter.on_first)
    if meter.stake is not None:
        form["stake"] = plain_money(meter.stake)
    return form


def _change(change: Change) -> Plain:
    return {
        "by": change.by,
        "choice": change.choice,
        "tables": list(change.tables),
        "decks": list(change.decks),
        "stake": [plain_money(s) for s in change.stakes],
        "meters": [_meter(m) for m in change.meters],
    } | {name: said for name in ("settles", "placed", "beside") if (said := getattr(change, name))}


def _left_to_house(choice: HouseOption | Term) -> Plain:
    required = choice.required if isinstance(choice, HouseOption) else not choice.default
    return {
        "key": choice.key,
        "says": choice.says,
        "allowed": list(choice.one_of),
        "default": choice.default or None,
        "required": required,
        "cite": choice.cite,
    }


def _filed(point: FilingPoint) -> Plain:
    return {
        "what": point.what,
        "says": point.says,
        "allowed": list(point.one_of),
        "required": point.required,
        "must_choose": point.must_choose,
        "cite": point.cite,
    }


def plain_reading(reading: Reading) -> Plain:
    """A reading as plain data."""
    return {
        "key": reading.key,
        "clause": reading.clause,
        "question": reading.question,
        "choices": dict(reading.choices),
        "default": reading.default,
        "confidence": reading.confidence,
        "because": reading.because,
        "unplayed": dict(reading.unplayed),
        "moves_no_figure": reading.moves_no_figure or None,
    }


def _clauses(clauses: Iterable[Clause]) -> list[Plain]:
    return [{"at": c.at, "says": c.says} for c in clauses]


def _money(cents: Cents | None) -> str | None:
    return None if cents is None else plain_money(cents)


def _date(day: date | None) -> str | None:
    return day.isoformat() if day else None
