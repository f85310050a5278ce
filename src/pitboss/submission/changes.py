"""The changes from one revision to the next, in words, and the clauses that require notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitboss.errors import PitbossError, count, either
from pitboss.money import show_money
from pitboss.progressive.parameters import show_share
from pitboss.rulebook.duties import Duty, register
from pitboss.rulebook.load import Rulebook
from pitboss.submission.records import FiledTable, Submission, why_not_after
from pitboss.submission.table_form import MONEY, readings_here
from pitboss.table.houses.house import Choice, House, show_limits
from pitboss.table.houses.offers import wager_at

NOTICE: Final[Mapping[str, tuple[str, ...]]] = {
    "table": ("approval", "layout", "sign", "limits", "rules", "terminals", "inspection"),
    "wager": ("approval", "layout", "sign", "limits", "meter", "system"),
    "pays": ("approval", "sign"),
    "limits": ("limits",),
    "decks": ("approval", "sign", "rack", "shuffle"),
    "terms": ("approval", "rules"),
    "reading": ("approval",),
    "meter": ("approval", "meter", "system"),
    "house": ("approval",),
}
"""What changes → the kinds of duty that require notice of the change."""
POSTED: Final = "posted {} minutes before (the house's own period)"


@dataclass(frozen=True, slots=True)
class FiledChange:
    """One change of a table, and the clauses under which notice is given."""

    table: str
    """Empty if it applies to the whole house."""
    says: str
    """What changes, in words."""
    notice: tuple[str, ...]
    """The clauses under which notice of it is given."""


def changes(book: Rulebook, old: Submission, new: Submission) -> Iterator[FiledChange]:
    """Every change, the house first, then its tables in the order of the new file."""
    if why := why_not_after(new, old):
        raise PitbossError(f"{new.file} is revision {new.revision}: {why}")
    if new.name != old.name:
        yield FiledChange("", f"The house is called {new.name}, previously {old.name}.", ())
    for table in new.tables:
        before = old.table(table.id)
        if before is None:
            game, decks = book.game(_game(table)).name, count(table.house.decks, "deck")
            says = f"New: {table.name}, {game}, {decks}."
            yield FiledChange(table.id, says, _notice(book, table.house, "table"))
        else:
            yield from _of_table(book, before, table)
    kept = {table.id for table in new.tables}
    for table in old.tables:
        if table.id not in kept:
            notice = _notice(book, table.house, "house")
            yield FiledChange(table.id, f"{table.name} is no longer offered.", notice)


def _game(table: FiledTable) -> str:
    return f"{table.house.jurisdiction}/{table.house.game}"


def _of_table(book: Rulebook, before: FiledTable, now: FiledTable) -> Iterator[FiledChange]:
    old, new = before.house, now.house

    def change(kind: str, says: str, wager: str = "") -> FiledChange:
        return FiledChange(now.id, says, _notice(book, new, kind, wager))

    if _game(before) != _game(now):
        name = book.game(_game(now)).name
        yield change("table", f"The game is {name}, previously {book.game(_game(before)).name}.")
        return
    if before.name != now.name:
        yield FiledChange(now.id, f"It is called {now.name}, previously {before.name}.", ())
    if old.decks != new.decks:
        yield change("decks", f"Dealt from {count(new.decks, 'deck')}, previously {old.decks}.")
    if (old.least, old.most) != (new.least, new.most):
        yield change("limits", f"Limits {show_limits(new)}, previously {show_limits(old)}.")
    for name, kind in SETTINGS.items():
        values = getattr(old, name), getattr(new, name)
        if values[0] != values[1]:
            words = name.replace("_", " ").capitalize()
            was, now_is = (_shown(name, value) for value in values)
            yield change(kind, f"{words} {now_is}, previously {was}.")
    yield from (change("terms", says) for says in _mapping(old.terms, new.terms, "Term"))
    readings = (_readings(book, _game(now), old, new), _readings(book, _game(now), new, old))
    yield from (change("reading", says) for says in _mapping(*readings, "Reading"))
    for key in (*new.wagers, *(k for k in old.wagers if k not in new.wagers)):
        for kind, says in _of_wager(book, new.jurisdiction, key, old.wagers, new.wagers):
            yield change(kind, says, key)


SETTINGS: Final[Mapping[str, str]] = {
    "boxes": "table",
    "chips": "house",
    "aggregate": "limits",
    "cut": "terms",
    "pace": "house",
    "seconds": "terms",
    "tips": "terms",
    "validate_from": "house",
    "odd_cents": "house",
    "unit": "house",
    "acknowledged": "house",
    "notice": "house",
    "automated": "table",
    "coach": "house",
}


def _shown(name: str, value: Any) -> str:
    if value is None:
        return "none"
    if name in MONEY:
        return show_money(value)
    if name == "chips":
        return either([show_money(chip) for chip in value], "and")
    if isinstance(value, tuple):
        return either(value, "and")
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"


def _mapping(old: Mapping[str, str], new: Mapping[str, str], what: str) -> Iterator[str]:
    for key in dict.fromkeys((*new, *old)):
        if old.get(key) != new.get(key):
            was = f"previously {old[key]!r}" if key in old else "previously not filed"
            now = repr(new[key]) if key in new else "as the law or its default says"
            yield f"{what} {key} is {now}, {was}."


def _readings(book: Rulebook, game: str, house: House, other: House) -> dict[str, str]:
    """How a house reads what bears on it both before and after: the default if it files nothing."""
    kept = [key for key in house.wagers if key in other.wagers]
    both = sorted(readings_here(book, book.game(game), kept))
    return {key: house.readings.get(key, book.readings[key].default) for key in both}


def _of_wager(
    book: Rulebook, law: str, key: str, old: Mapping[str, Choice], new: Mapping[str, Choice]
) -> Iterator[tuple[str, str]]:
    name = wager_at(book, law, key).name
    if key not in new:
        yield "wager", f"{name} is no longer offered."
        return
    now = new[key]
    stake = f"at {show_money(now.stake)}" if now.stake else show_limits(now)
    if key not in old:
        yield "wager", f"{name} is offered: {now.paytable or 'no pay table'}, {stake}."
        return
    was = old[key]
    if was.paytable != now.paytable:
        yield "pays", f"{name} is paid by {now.paytable}, previously {was.paytable}."
    if was.stake != now.stake:
        before = show_money(was.stake) if was.stake else "within limits"
        yield "wager", f"{name} is staked {stake}, previously {before}."
    elif now.stake is None and (was.least, was.most) != (now.least, now.most):
        yield "limits", f"{name} has limits {show_limits(now)}, previously {show_limits(was)}."
    if was.link != now.link:
        yield "meter", f"{name} shares {now.link or 'no meter'}, previously {was.link or 'none'}."
    if was.aggregate != now.aggregate:
        before, most = (_shown("aggregate", each.aggregate) for each in (was, now))
        yield "limits", f"All winners of {name} together get at most {most}, previously {before}."
    for field in ("seeds", "rates", "reserves"):
        values = [
            {k: show_money(v) if field == "seeds" else show_share(v) for k, v in filed.items()}
            for filed in (getattr(was, field), getattr(now, field))
        ]
        word = f"{name}: {field.removesuffix('s')} of meter"
        yield from (("meter", says) for says in _mapping(values[0], values[1], word))
    for says in _mapping(was.choices, now.choices, f"{name}:"):
        yield "pays", says


def _notice(book: Rulebook, house: House, kind: str, wager: str = "") -> tuple[str, ...]:
    """The duties of a table, or of one of its wagers, that apply to a change of this kind."""
    game = book.game(f"{house.jurisdiction}/{house.game}")
    wagers = [wager_at(book, house.jurisdiction, key) for key in house.wagers]
    about = [w for w in wagers if not wager or w.key == wager]
    duties = register(book, game, about)
    told = [duty for duty in duties if duty.kind in NOTICE[kind] and _for(duty, wager)]
    made = [f"{duty.cite}: {duty.done}" for duty in told]
    if kind == "limits":
        made.append(POSTED.format(house.notice))
    return tuple(dict.fromkeys(made))


def _for(duty: Duty, wager: str) -> bool:
    """Whether a duty belongs to the wager itself, or to the law and the game for every wager."""
    return not wager or duty.of.endswith(f"/{wager}") or duty.kind in ("approval", "limits")
