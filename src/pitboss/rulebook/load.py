"""Load the law as data: one TOML file per section, one folder per jurisdiction.

A folder of the user's own is loaded beside the law's and is treated alike.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pitboss.errors import PitbossError, RulebookError, UnknownName, either
from pitboss.rulebook import check
from pitboss.rulebook.entries import make_readings, make_section, with_clauses
from pitboss.rulebook.read import Fault, Raw, Source, build, tables
from pitboss.rulebook.schema import Game, Jurisdiction, Place, Reading, Section, Wager

LAW: Final = Path(__file__).parent
OWN: Final = "own"
"""The jurisdiction of a user's own files that name none."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules that are in force here, by id."""

    jurisdictions: Mapping[str, Jurisdiction]
    sections: tuple[Section, ...]
    readings: Mapping[str, Reading]
    digest: str
    """SHA-256 of the rule files."""
    own: frozenset[str] = frozenset()
    """Files that are the user's and not the law's."""
    _entries: Mapping[str, Wager | Game] = field(default_factory=dict, repr=False)

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """Every wager, in the order of the law."""
        return tuple(e for e in self._entries.values() if isinstance(e, Wager))

    @property
    def games(self) -> tuple[Game, ...]:
        """Every game, in the order of the law."""
        return tuple(e for e in self._entries.values() if isinstance(e, Game))

    @property
    def entries(self) -> tuple[Wager | Game, ...]:
        """Every game and wager, in the order of the law."""
        return tuple(self._entries.values())

    def find(self, name: str) -> tuple[Wager | Game, ...]:
        """Every entry of this id, or of this key in any jurisdiction."""
        if name in self._entries:
            return (self._entries[name],)
        found = tuple(e for e in self._entries.values() if e.key == name)
        if not found:
            known = [*self._entries, *(e.key for e in self._entries.values())]
            raise UnknownName("wager or game", name, known)
        return found

    def wager(self, name: str) -> Wager:
        """The one wager of this id or key."""
        found = [e for e in self.find(name) if isinstance(e, Wager)]
        if len(found) > 1:
            ids = either([w.id for w in found])
            raise PitbossError(f"{name!r} is in several jurisdictions: say {ids}.")
        if not found:
            raise PitbossError(f"{name!r} is a game, not a wager.")
        return found[0]

    def section_of(self, entry: Wager | Game) -> Section:
        """The section that an entry stands in."""
        file = entry.place.file if entry.place else ""
        return next(s for s in self.sections if s.file == file)

    def readings_of(self, entry: Wager | Game) -> tuple[Reading, ...]:
        """The doubtful clauses that bear on an entry."""
        return tuple(self.readings[key] for key in entry.readings)


def load(*own: Path | str) -> Rulebook:
    """The law, and the user's own folders beside it; raises all faults together."""
    book, faults = read_all(own)
    if faults:
        raise RulebookError(faults)
    return book


@dataclass(frozen=True, slots=True)
class _File:
    """A rule file as TOML read it."""

    source: Source
    jurisdiction: str
    raw: Raw
    own: bool


def read_all(own: Iterable[Path | str] = ()) -> tuple[Rulebook, tuple[Fault, ...]]:
    """The rulebook as far as it can be read, and every fault found on the way."""
    files = [_shaped(_parse(*each)) for each in _files(own)]
    jurisdictions = _jurisdictions(files)
    readings: dict[str, Reading] = {}
    for file in files:
        for reading in make_readings(file.raw.pop("reading", {}), file.source):
            if reading.key in readings:
                file.source.fault(f"{reading.key} is defined twice", f"[reading.{reading.key}]")
            readings[reading.key] = reading
    models = {
        (file.raw.get("jurisdiction", file.jurisdiction), key): raw
        for file in files
        for key, raw in file.raw.get("wager", {}).items()
    }
    sections = tuple(
        make_section(file.raw, file.jurisdiction, models, file.source) for file in files if file.raw
    )
    book = Rulebook(
        jurisdictions=jurisdictions,
        sections=sections,
        readings=readings,
        digest=_digest(files),
        own=frozenset(f.source.file for f in files if f.own),
        _entries=_entries(sections, {f.source.file: f.source for f in files}),
    )
    faults = [f for file in files for f in file.source.faults]
    faults += check.faults(book.entries, jurisdictions, readings)
    return book, tuple(faults)


def _parse(path: Path, jurisdiction: str, shown: str, own: bool) -> _File:
    source = Source(shown, "")
    try:
        source = Source(shown, path.read_text("utf-8-sig"))
        return _File(source, jurisdiction, tomllib.loads(source.text), own)
    except OSError as error:
        source.fault(f"cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        source.fault("cannot be read: it is not UTF-8 text")
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        place = Place(shown, int(line[1]) if line else source.text.rstrip().count("\n") + 1)
        source.faults.append(Fault(place, f"not readable as TOML: {error}"))
    except RecursionError:
        source.fault("not readable as TOML: too many brackets inside each other")
    return _File(source, jurisdiction, {}, own)


def _shaped(file: _File) -> _File:
    """The file with its entries as tables; what cannot be one is a fault and left out."""
    for kind in ("wager", "game", "reading"):
        if kind in file.raw:
            file.raw[kind] = tables(file.raw[kind], kind, file.source)
    for name in ("file", "wagers", "games", "readings"):  # ours to fill in
        if name in file.raw:
            del file.raw[name]
            hint = f"; did you mean {name[:-1]}?" if name != "file" else ""
            file.source.fault(f"unknown key {name!r}{hint}", name)
    if not isinstance(file.raw.get("jurisdiction", ""), str):
        file.source.fault("jurisdiction must be a text in quotes", "jurisdiction")
        del file.raw["jurisdiction"]
    return file


def _jurisdictions(files: list[_File]) -> dict[str, Jurisdiction]:
    found: dict[str, Jurisdiction] = {}
    for file in files:
        if Path(file.source.file).name == "jurisdiction.toml":
            raw = {"key": file.jurisdiction, **with_clauses(file.raw, file.source)}
            file.raw.clear()
            if made := build(Jurisdiction, raw, file.source):
                found[file.jurisdiction] = made
    if any(file.jurisdiction == OWN for file in files):
        found.setdefault(OWN, Jurisdiction(OWN, "Own rules", "the user's own rules", "own rules"))
    return found


def _entries(
    sections: tuple[Section, ...], sources: Mapping[str, Source]
) -> dict[str, Wager | Game]:
    entries: dict[str, Wager | Game] = {}
    for section in sections:
        found: tuple[Wager | Game, ...] = (*section.games, *section.wagers)
        for entry in found:
            first = entries.setdefault(entry.id, entry)
            if first is not entry:
                kind = "game" if isinstance(entry, Game) else "wager"
                sources[section.file].fault(
                    f"{entry.id} is defined already, at {first.place}", f"[{kind}.{entry.key}]"
                )
    return entries


def _digest(files: list[_File]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.source.file}\0{file.source.text}\0".encode(errors="replace"))
    return digest.hexdigest()


def _files(own: Iterable[Path | str]) -> Iterator[tuple[Path, str, str, bool]]:
    for folder in sorted(p for p in LAW.iterdir() if p.is_dir() and p.name != "__pycache__"):
        for path in sorted(folder.glob("*.toml"), key=_natural):
            yield path, folder.name, f"{folder.name}/{path.name}", False
    yield LAW / "readings.toml", "", "readings.toml", False
    for each in own:
        folder = Path(each).expanduser()
        if folder.is_file() and folder.suffix == ".toml":
            yield folder, OWN, str(folder), True
            continue
        if not folder.is_dir():
            raise PitbossError(f"There is no rulebook folder or .toml file {str(each)!r}.")
        found = sorted(folder.rglob("*.toml"), key=_natural)
        if not found:
            raise PitbossError(f"The rulebook folder {str(each)!r} holds no .toml file.")
        for path in found:
            inside = path.relative_to(folder).parts
            yield path, inside[0] if len(inside) > 1 else OWN, str(path), True


def _natural(path: Path) -> tuple[int, str]:
    digits = "".join(c if c.isdigit() else " " for c in path.stem).split()
    return (int(digits[-1]) if digits else -1, path.stem)
