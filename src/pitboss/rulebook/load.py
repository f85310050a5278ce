"""Load the law as data: one TOML file per section, one folder per jurisdiction.

A user's own folder is loaded in addition to the law and treated alike.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Final, TypeVar

from pitboss.cache_files import digest_of, keep, kept
from pitboss.errors import NotationError, PitbossError, RulebookError, UnknownName, either, nearest
from pitboss.rulebook import rule_faults
from pitboss.rulebook.entries import Models, make_readings, make_section, with_clauses
from pitboss.rulebook.schema import Entry, Game, Jurisdiction, Reading, Section, Term, Wager
from pitboss.rulebook.toml_values import Fault, FilePlace, Raw, Source, build, tables, unreadable

LAW: Final = Path(__file__).parent
OWN: Final = "own"
"""The jurisdiction of a user's own files that name none."""
Kind = TypeVar("Kind", Wager, Game)


@dataclass(frozen=True, repr=False)
class Rulebook:
    """All rules, by id: what `pitboss.load()` gives.

    Money in it is whole cents (`int`); rates and shares are a `Fraction`.
    """

    jurisdictions: Mapping[str, Jurisdiction]
    sections: tuple[Section, ...]
    readings: Mapping[str, Reading]
    digest: str
    """SHA-256 of the rule files."""
    own: frozenset[str] = frozenset()
    """The user's own files."""
    _entries: Mapping[str, Entry] = field(default_factory=dict)

    def __repr__(self) -> str:
        counts = f"{len(self.wagers)} wagers, {len(self.games)} games"
        return f"Rulebook({counts}, {len(self.readings)} readings, digest {self.digest[:12]})"

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        """Every wager, in the order of the law."""
        return tuple(self.wagers_by_id.values())

    @cached_property
    def wagers_by_id(self) -> Mapping[str, Wager]:
        """Id → the wager, in the order of the law."""
        return {key: e for key, e in self._entries.items() if isinstance(e, Wager)}

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """Every game, in the order of the law."""
        return tuple(e for e in self._entries.values() if isinstance(e, Game))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every game and wager, in the order of the law."""
        return tuple(self._entries.values())

    def find(self, name: str) -> tuple[Entry, ...]:
        """Every entry with this id, key or printed name, however spelled, or in this section.

        >>> [entry.id for entry in load().find("TriLux Bonus")]
        ['colorado/trilux-bonus', 'south_dakota/trilux-bonus']
        >>> [entry.id for entry in load().find("633c.6")]
        ['pennsylvania/super-4', 'pennsylvania/super-4-mystery']
        """
        if not isinstance(name, str):
            raise NotationError(f"Name a wager or a game by text, not {name!r}.")
        if name in self._entries:
            return (self._entries[name],)
        where, slash, key = name.rpartition("/")
        wanted = fold(key)
        found = tuple(e for e in self.entries if wanted in (e.key, fold(e.name)))
        if slash:
            found = tuple(e for e in found if fold(e.jurisdiction) == fold(where))
        if not found:
            files = {s.file for s in self.sections_called(name)}
            found = tuple(e for e in self.entries if e.place.file in files)
        if not found:
            spelled = attrgetter("id" if slash else "key" if name == wanted else "name")
            near = nearest(wanted, (e.key for e in self.entries)) if slash else ()
            known = [e for e in self.entries if e.key in near] or self.entries
            raise UnknownName("wager or game", name, map(spelled, known), entry=True)
        return tuple(e for e in found if e.key == wanted) or found

    def wager(self, name: str) -> Wager:
        """The wager with this id, key or printed name, or the only one in this section."""
        return self._only(Wager, name)

    def game(self, name: str) -> Game:
        """The game with this id, key or printed name, or the only one in this section.

        >>> load().game("blackjack-switch").id
        'colorado/blackjack-switch'
        """
        return self._only(Game, name)

    def _only(self, kind: type[Kind], name: str) -> Kind:
        found = [e for e in self.find(name) if isinstance(e, kind)]
        if not found:
            other = "a game, not a wager" if kind is Wager else "a wager, not a game"
            raise PitbossError(f"{name!r} is {other}.")
        if len(found) > 1:
            raise PitbossError(f"{name!r} is ambiguous: choose {either([e.id for e in found])}.")
        return found[0]

    def section_of(self, entry: Entry) -> Section:
        """The section that contains an entry."""
        return next(s for s in self.sections if s.file == entry.place.file)

    def sections_called(self, name: str) -> tuple[Section, ...]:
        """The sections with this number: `633c.6`, `§ 633c.6` or `pennsylvania/633c.6`."""
        where, _, number = name.rpartition("/")
        wanted = natural(number)
        return tuple(
            s
            for s in self.sections
            if natural(s.section) == wanted and fold(where) in ("", fold(s.jurisdiction))
        )

    def readings_of(self, entry: Entry) -> tuple[Reading, ...]:
        """The doubtful clauses that concern an entry."""
        return tuple(self.readings[key] for key in entry.readings)

    def default_choices(self, wager: Wager) -> dict[str, str]:
        """The default choice of each reading and option of a wager."""
        chosen = {r.key: r.default for r in self.readings_of(wager)}
        return chosen | {o.key: o.default for o in wager.options if o.default is not None}

    def terms_of(self, game: Game) -> tuple[tuple[Term, Game], ...]:
        """Every term that applies to a game, with the game that states it: its own first."""
        found: dict[str, tuple[Term, Game]] = {}
        for source in self.bases_of(game):
            for term in source.terms:
                found.setdefault(term.key, (term, source))
        return tuple(found.values())

    def bases_of(self, game: Game) -> Iterable[Game]:
        """The game and those that it is based on, each after the one based on it."""
        found: dict[str, Game] = {}
        source: Entry | None = game
        while isinstance(source, Game) and source.id not in found:
            found[source.id] = source
            source = self._entries.get(f"{source.jurisdiction}/{source.based_on}")
        return found.values()

    def wagers_of(self, game: Game) -> dict[str, Wager]:
        """Key → each wager that the section offers with a game."""
        return {key: self.wager(f"{game.jurisdiction}/{key}") for key in game.wagers}


def fold(name: str) -> str:
    """A name as a key: lower case, words joined by hyphens.

    >>> fold("Jackpot Party"), fold("new_hampshire"), fold("21+3 Xtreme")
    ('jackpot-party', 'new-hampshire', '21-plus-3-xtreme')
    """
    return re.sub(r"[\W_]+", "-", name.casefold().replace("+", " plus ")).strip("-")


def load(*own: Path | str) -> Rulebook:
    """The law and the user's own folders; raises all faults together."""
    for each in own:
        if not isinstance(each, str | Path):
            raise NotationError(f"Name a rulebook folder by its path, not {each!r}.")
    return _load(own) if own else _law()


@cache
def _law() -> Rulebook:
    """The law alone, read only once per process and cached for other processes until it changes."""
    file = LAW / "__pycache__" / f"law-{_version()}.{sys.implementation.cache_tag}"
    data = kept(file)
    if data is not None:
        book: Rulebook = pickle.loads(data)
        return book
    book = _load(())
    keep(file, pickle.dumps(book), replaces=f"law-*{file.suffix}")
    return book


def _version() -> str:
    """A digest of the law's files and of the source that reads them."""
    made_from = (LAW.glob("*/*.toml"), LAW.glob("*.toml"), LAW.glob("*.py"))
    return digest_of(LAW, [*chain(*made_from), *LAW.parent.glob("*.py")])


def _load(own: Iterable[Path | str]) -> Rulebook:
    book, faults = read_all(own)
    if faults:
        raise RulebookError(faults)
    return book


@dataclass(frozen=True, slots=True)
class _File:
    """A rule file as parsed from TOML."""

    source: Source
    jurisdiction: str
    raw: Raw
    own: str
    """Its place in the user's own folder; empty for the law's."""


def read_all(own: Iterable[Path | str] = ()) -> tuple[Rulebook, tuple[Fault, ...]]:
    """The rulebook as far as it can be read, and every fault found on the way."""
    files = [_shaped(_parse(*each)) for each in _files(own)]
    jurisdictions = _jurisdictions(files)
    readings = _readings(files)
    models = {
        (str(file.raw.get("jurisdiction", file.jurisdiction)), key): (file.raw.get("cite"), raw)
        for file in files
        for key, raw in file.raw.get("wager", {}).items()
    }
    sections = [_section(file, models) for file in files if file.raw]
    sources = {f.source.file: f.source for f in files}
    entries = _entries(sections, sources)
    ranks = {key: rank for rank, key in enumerate(jurisdictions)}

    def law_order(part: Section | Entry) -> tuple[int, Numbers]:
        return ranks.get(part.jurisdiction, len(ranks)), natural(part.section)

    book = Rulebook(
        jurisdictions=jurisdictions,
        sections=tuple(sorted(sections, key=law_order)),
        readings=readings,
        digest=_digest(files),
        own=frozenset(f.source.file for f in files if f.own),
        _entries={entry.id: entry for entry in sorted(entries, key=law_order)},
    )
    faults = [f for file in files for f in file.source.faults]
    faults += rule_faults.faults(book.entries, jurisdictions, readings, sources)
    return book, tuple(dict.fromkeys(faults))


Numbers = tuple[tuple[bool, int, str], ...]


def natural(section: str) -> Numbers:
    """A key that sorts sections in numerical order; a word comes after any number.

    >>> sorted(["633c.15", "633c.2", "633a", "house procedure", "30-899.25", "30-801"], key=natural)
    ['30-801', '30-899.25', '633a', '633c.2', '633c.15', 'house procedure']
    """
    parts = re.findall(r"[0-9]+|[^\W0-9]+", section.casefold())
    numbers = (part.lstrip("0") for part in parts)
    return tuple(
        (False, len(number), number) if part.isdecimal() else (True, 0, part)
        for part, number in zip(parts, numbers, strict=True)
    )


def _parse(path: Path, jurisdiction: str, shown: str, own: str) -> _File:
    source = Source(shown, "")
    try:
        source = Source(shown, path.read_text("utf-8-sig"))
        raw = tomllib.loads(source.text) if own else pickle.loads(_parsed_law(source.text))
        return _File(source, jurisdiction, raw, own)
    except OSError as error:
        source.fault(f"cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        source.fault("cannot be read: it is not UTF-8 text")
    except tomllib.TOMLDecodeError as error:
        source.faults.append(unreadable(shown, source.text, error))
    except RecursionError:
        source.fault("not readable as TOML: brackets are nested too deeply")
    return _File(source, jurisdiction, {}, own)


FILES_KEPT: Final = 128
"""More than the law has: it is read again with each of a user's own folders."""


@lru_cache(FILES_KEPT)
def _parsed_law(text: str) -> bytes:
    """A file of the law, pickled, so that every reader gets tables that may be changed."""
    return pickle.dumps(tomllib.loads(text))


def _section(file: _File, models: Models) -> Section:
    source, raw = file.source, file.raw
    copies = any("like" in wager for wager in raw.get("wager", {}).values())
    if not (file.own or copies or source.faults):
        read = _law_section(source.file, source.text, file.jurisdiction, pickle.dumps(raw))
        if read is not None:
            return read
    return make_section(raw, file.jurisdiction, models, source)


@lru_cache(FILES_KEPT)
def _law_section(file: str, text: str, jurisdiction: str, raw: bytes) -> Section | None:
    """A section that needs no other file; nothing if it has a fault, which is noted elsewhere."""
    source = Source(file, text)
    made = make_section(pickle.loads(raw), jurisdiction, {}, source)
    return None if source.faults else made


def _shaped(file: _File) -> _File:
    """The file with its entries as tables; anything else is a fault and left out."""
    for kind in ("wager", "game", "reading"):
        if kind in file.raw:
            file.raw[kind] = tables(file.raw[kind], kind, file.source)
    rules = {"wager", "game", "reading", "clauses", "name"} & set(file.raw)
    if file.own and not rules and not file.source.faults:
        file.source.fault("contains no rule: write a [wager.KEY], a [game.KEY] or a [reading.KEY]")
        file.raw.clear()
    return file


def _readings(files: list[_File]) -> dict[str, Reading]:
    """Every reading by its key; the first file that has a key keeps it."""
    found: dict[str, Reading] = {}
    places: dict[str, FilePlace] = {}
    for file in files:
        for reading in make_readings(file.raw.pop("reading", {}), file.source):
            at = ("reading", reading.key)
            if reading.key in found:
                first = places[reading.key]
                taken = f"the reading {reading.key} is already defined at {first}"
                file.source.fault(f"{taken}: choose another key", *at)
                continue
            found[reading.key], places[reading.key] = reading, file.source.place(*at)
    return found


def _jurisdictions(files: list[_File]) -> dict[str, Jurisdiction]:
    found: dict[str, Jurisdiction] = {}
    for file in files:
        if Path(file.source.file).name == "jurisdiction.toml":
            raw = with_clauses(file.raw, file.source)
            file.raw.clear()
            if made := build(Jurisdiction, raw, file.source, given={"key": file.jurisdiction}):
                found[file.jurisdiction] = made
    if any(file.jurisdiction == OWN for file in files):
        found.setdefault(OWN, Jurisdiction(OWN, "Own rules", "the user's own rules", "own rules"))
    return found


def _entries(sections: Iterable[Section], sources: Mapping[str, Source]) -> tuple[Entry, ...]:
    entries: dict[str, Entry] = {}
    for section in sections:
        found: tuple[Entry, ...] = (*section.games, *section.wagers)
        for entry in found:
            first = entries.setdefault(entry.id, entry)
            if first is not entry:
                taken = f"{entry.id} is already defined at {first.place}"
                sources[section.file].fault(taken, entry.kind, entry.key)
    return tuple(entries.values())


def _digest(files: list[_File]) -> str:
    """SHA-256 of the files' text and relative paths, wherever a user's folder is."""
    law = [(file.source.file, file.source.text) for file in files if not file.own]
    own = sorted((file.own, file.source.text) for file in files if file.own)
    digest = hashlib.sha256()
    for name, text in (*law, *own):
        digest.update(f"{name}\0{text}\0".encode(errors="replace"))
    return digest.hexdigest()


def _files(own: Iterable[Path | str]) -> Iterator[tuple[Path, str, str, str]]:
    for folder in sorted(p for p in LAW.iterdir() if p.is_dir() and p.name != "__pycache__"):
        for path in sorted(folder.glob("*.toml"), key=lambda path: natural(path.stem)):
            yield path, folder.name, f"{folder.name}/{path.name}", ""
    yield LAW / "readings.toml", "", "readings.toml", ""
    for each in own:
        folder = Path(each).expanduser()
        if folder.is_file() and folder.suffix == ".toml":
            yield folder, OWN, str(folder), folder.name
            continue
        if not folder.is_dir():
            raise PitbossError(f"There is no rulebook folder or .toml file {str(each)!r}.")
        found = sorted(folder.rglob("*.toml"))
        if not found:
            raise PitbossError(f"The rulebook folder {str(each)!r} contains no .toml file.")
        for path in found:
            inside = path.relative_to(folder)
            law = inside.parts[0] if len(inside.parts) > 1 else OWN
            yield path, law, str(path), inside.as_posix()
