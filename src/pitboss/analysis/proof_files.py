"""Prove the rulebook into files, but only what has changed since they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pitboss.analysis.proof_text import FORMAT, has_readings, header, read_proof, text_digest
from pitboss.analysis.proofs import Figures, Proof
from pitboss.analysis.setting import (
    Setting,
    growing_hands,
    is_own,
    open_choices,
    settings,
    settings_of,
)
from pitboss.analysis.sheet import prove
from pitboss.analysis.workers import Cluster, worked
from pitboss.cache_files import digest_of
from pitboss.errors import PitbossError, file_refused
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Wager
from pitboss.wagers.card_holders import grows
from pitboss.wagers.offer import Offer, offer, settle_choices
from pitboss.whole_file import write_whole

SOURCE: Final = Path(__file__).resolve().parents[1]
ENGINE: Final = (
    "wagers/*.py",
    "analysis/sheet.py",
    "analysis/growing_hands.py",
    "analysis/parties.py",
    "analysis/hands_played.py",
    "analysis/mystery.py",
    "analysis/policies.py",
    "analysis/setting.py",
    "analysis/basic_strategy.toml",
    "hands.py",
    "cards.py",
    "money.py",
    "progressive/meter.py",
    "progressive/secret.py",
    "rulebook/when.py",
    "rulebook/vocabulary.py",
    "rulebook/term_fields.py",
    "games/terms.py",
    "games/terms_in_force.py",
)
"""Source that decides a figure, apart from the rule."""
PROSE: Final = frozenset(
    {"object", "clauses", "notes", "note", "owner", "tips", "face_down", "splits", "says"}
    | {"when_held", "slips", "slips_from", "floor", "floor_above", "award_order", "reset"}
    | {"discontinued", "duties", "equipment", "presses", "stops", "losers", "offered_by"}
    | {"beside", "within_table", "posts_least", "cites"}
)
"""Fields of a rule that no figure depends on."""


@dataclass(frozen=True, slots=True)
class Case:
    """One setting to prove, and what is not default in it."""

    setting: Setting
    reading: str = ""
    procedure: str = ""


def provable(wagers: Iterable[Wager]) -> list[Wager]:
    """Those with a printed pay table."""
    return [w for w in wagers if w.paytables]


def cases(book: Rulebook, wager: Wager, readings: bool) -> list[Case]:
    """Every lawful setting at default readings; with `readings`, also under each other choice."""
    defaults = settle_choices(book, wager, {})
    found = []
    for table in wager.paytables:
        for setting in settings(book, wager, table):
            moved = [f"{k} = {v}" for k, v in setting.offer.choices.items() if defaults.get(k) != v]
            found.append(Case(setting, procedure=", ".join(moved)))
    if readings:
        for key, choice in other_choices(book, wager):
            found += [
                Case(setting, f"{key} = {choice}")
                for table in wager.paytables
                for setting in _under(book, wager, table, key, choice)
            ]
    return found


def other_choices(book: Rulebook, wager: Wager) -> Iterator[tuple[str, str]]:
    """Each choice of a reading or option of the wager or its game that is not the default."""
    usual = settle_choices(book, wager, {})
    for key, choices in open_choices(book, wager).items():
        reading = book.readings.get(key)
        default = usual.get(key) or (reading.default if reading else "")
        played = [c for c in choices if not (reading and c in reading.unplayed)]
        yield from ((key, choice) for choice in played if choice != default)


def _under(
    book: Rulebook, wager: Wager, table: PayTable, key: str, choice: str
) -> Iterator[Setting]:
    """The settings of a table under another choice, if that affects hands, pays or meters."""
    own = is_own(wager, key)
    bound = offer(book, wager, table, {key: choice} if own else {})
    readings = {} if own else {key: choice}
    usual = next(settings_of(book, offer(book, wager, table)))
    other = next(settings_of(book, bound, readings))
    if _bears(other) != _bears(usual):
        yield from settings_of(book, bound, readings)


def _bears(setting: Setting) -> tuple[object, ...]:
    """What a choice may change, judged by the first setting, since it is the same for every
    shoe.
    """
    table = setting.table
    return setting.decides, table.decks, table.stakes, table.least, setting.stake, setting.policy


# what a proof is made from


@cache
def engine_version() -> str:
    """A digest of the source of everything that decides a figure."""
    return digest_of(SOURCE, (path for pattern in ENGINE for path in SOURCE.glob(pattern)))


def rule_digest(book: Rulebook, wager: Wager) -> str:
    """SHA-256 of the rule as data: everything but prose and line numbers."""
    readings = [(r.key, r.default, *r.choices) for r in book.readings_of(wager)]
    return text_digest(*_told((wager, readings)))


def _told(value: object) -> Iterator[str]:
    if is_dataclass(value):
        yield type(value).__name__
        for field in fields(value):
            if field.compare and field.name not in PROSE:
                yield field.name
                yield from _told(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield str(key)
            yield from _told(each)
    elif isinstance(value, tuple | list):
        yield str(len(value))
        for each in value:
            yield from _told(each)
    else:
        yield str(value)


def made_from(book: Rulebook, wager: Wager, readings: bool) -> str:
    """SHA-256 of rule, engine and settings together."""
    parts = [FORMAT, rule_digest(book, wager), engine_version(), str(readings)]
    for case in cases(book, wager, readings):
        s = case.setting
        parts.append(
            f"{s.table.id}|{s.decks}|{s.stake}|{s.dealing if grows(s.offer) else s.shoe}|{s.policy}"
            f"|{case.procedure}|{case.reading}"
        )
    return text_digest(*parts)


# files


def proof_file(folder: Path, wager: Wager) -> Path:
    return folder / wager.jurisdiction / f"{wager.key}.txt"


def read_file(path: Path) -> str | None:
    """The text of a proof file; `None` if there is none."""
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}.") from None


def why_stale(book: Rulebook, wager: Wager, text: str | None, readings: bool = False) -> str:
    """Why a proof is out of date; empty if it is not.

    With `readings`, a proof without the other readings is out of date.
    """
    if text is None:
        return "missing"
    try:
        head = header(text)
    except PitbossError:
        return "not a proof"
    if "whole" not in head:
        return "changed since it was written"
    if head.get("rule") != rule_digest(book, wager):
        return "the rule changed"
    if head.get("from") != made_from(book, wager, has_readings(text)):
        return "the engine or the settings changed"
    if readings and not has_readings(text):
        return "without the other readings"
    return ""


def fresh_proof(book: Rulebook, folder: Path, wager: Wager) -> Proof | None:
    """The proof of a wager with its other readings; `None` if it is out of date."""
    text = read_file(proof_file(folder, wager))
    return None if text is None or why_stale(book, wager, text, readings=True) else read_proof(text)


def left_over(book: Rulebook, folder: Path) -> list[Path]:
    """Proofs of wagers that a jurisdiction of the rulebook no longer has."""
    known = {proof_file(folder, w) for w in provable(book.wagers)}
    places = (folder / key for key in book.jurisdictions)
    return sorted(p for place in places for p in place.glob("*.txt") if p not in known)


def write_text(path: Path, text: str) -> None:
    """Write the file of a proof whole or not at all."""
    with file_refused(path, "written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())


# proving

Unit = tuple[str, bool, tuple[int, ...]]
"""A wager, whether with its other readings, and which of its cases."""


def prove_wagers(
    book: Rulebook,
    own: Sequence[Path],
    wanted: Sequence[tuple[Wager, bool]],
    jobs: int | Cluster = 2,
    step: Callable[[int], None] = lambda cases: None,
) -> Iterator[tuple[Wager, Proof]]:
    """Prove wagers, each with or without its other readings, and yield each when it is done.

    `step` is called with the number of cases proved since the last call.
    """
    readings = {wager.id: (wager, with_others) for wager, with_others in wanted}
    done: dict[str, dict[int, Figures]] = {name: {} for name in readings}
    units = [unit for wager, others in wanted for unit in _units(book, wager, others)]
    waiting = {name: sum(u[0] == name for u in units) for name in readings}
    units.sort(key=lambda unit: -growing_hands(book.wager(unit[0])))  # slow ones first
    for unit, made in worked(book, own, _prove_unit, units, jobs):
        name, _, places = unit
        done[name].update(zip(places, made, strict=True))
        step(len(places))
        waiting[name] -= 1
        if not waiting[name]:
            found = done.pop(name)
            yield readings[name][0], _proof(book, *readings[name], found)


def _units(book: Rulebook, wager: Wager, readings: bool) -> list[Unit]:
    """Units of work: a wager under one reading, because results for one shoe serve others."""
    groups: dict[str, list[int]] = {}
    for place, case in enumerate(cases(book, wager, readings)):
        groups.setdefault(case.reading, []).append(place)
    return [(wager.id, readings, tuple(places)) for places in groups.values()]


def _prove_unit(book: Rulebook, unit: Unit) -> list[Figures]:
    name, readings, places = unit
    every = cases(book, book.wager(name), readings)
    made = []
    for case in (every[place] for place in places):
        try:
            made.append(Figures.of(prove(case.setting), case.reading, case.procedure))
        except PitbossError as error:
            table = case.setting.table.id
            raise PitbossError(f"{name}, {table}: {error}") from None
    return made


def _proof(book: Rulebook, wager: Wager, readings: bool, found: Mapping[int, Figures]) -> Proof:
    every = [found[place] for place in sorted(found)]
    figures = tuple(f for f in every if not f.reading)
    others = [f for f in every if f.reading]
    default = {(f.table, f.at): (f.edge, f.long_run) for f in figures}
    asked = dict.fromkeys(f.reading for f in others)
    choices = settle_choices(book, wager, {})
    return Proof(
        wager=wager.id,
        name=wager.name,
        cite=wager.cite,
        rule=rule_digest(book, wager),
        made_from=made_from(book, wager, readings),
        choices="; ".join(f"{key} = {value}" for key, value in choices.items()),
        pays=tuple((t.id, _pays(offer(book, wager, t))) for t in wager.paytables),
        figures=figures,
        others=tuple(f for f in others if default.get((f.table, f.at)) != (f.edge, f.long_run)),
        readings=tuple((r, sum(f.reading == r for f in others)) for r in asked)
        if readings
        else None,
    )


def _pays(bound: Offer) -> str:
    return "; ".join(f"{line.outcome} {line.pays}" for line in bound.lines)


def fresh_or_proved(
    book: Rulebook,
    own: Sequence[Path],
    wagers: Sequence[Wager],
    folder: Path,
    jobs: int = 2,
    begin: Callable[[int], Callable[[int], None]] = lambda total: lambda cases: None,
) -> dict[str, Proof]:
    """Proofs with all readings: from the folder if up to date, otherwise proved now and not
    stored.
    """
    kept = {w.id: fresh_proof(book, folder, w) for w in provable(wagers)}
    found = {name: proof for name, proof in kept.items() if proof}
    if stale := [(book.wager(name), True) for name, proof in kept.items() if not proof]:
        step = begin(sum(len(cases(book, w, True)) for w, _ in stale))
        found |= {w.id: proof for w, proof in prove_wagers(book, own, stale, jobs, step)}
    return {name: found[name] for name in kept}
