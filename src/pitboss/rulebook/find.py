"""Find entries of the rulebook by name, by what they are, or by words in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.errors import PitbossError, UnknownName, either, nearest
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Jurisdiction, Wager

Entry = Wager | Game


def fold(name: str) -> str:
    """A name as a key: lower case, words joined by hyphens.

    >>> fold("Jackpot Party"), fold("new_hampshire"), fold("21+3 Xtreme")
    ('jackpot-party', 'new-hampshire', '21-plus-3-xtreme')
    """
    return re.sub(r"[\W_]+", "-", name.casefold().replace("+", " plus ")).strip("-")


def named(book: Rulebook, name: str) -> tuple[Entry, ...]:
    """Every entry of this id, key or printed name, however it is spelled.

    >>> from pitboss.rulebook.load import read_all
    >>> [entry.id for entry in named(read_all()[0], "Perfect Pairs")]
    ['pennsylvania/perfect-pairs']
    """
    where, slash, key = name.rpartition("/")
    wanted = fold(key)
    found = tuple(e for e in book.entries if wanted in (e.key, fold(e.name)))
    if slash:
        found = tuple(e for e in found if fold(e.jurisdiction) == fold(where))
    if not found:
        spelled = [e.id for e in book.entries] if slash else []
        for entry in book.entries:
            spelled += [entry.key, entry.name]
        raise UnknownName("wager or game", name, spelled)
    return tuple(e for e in found if e.key == wanted) or found


def jurisdiction(book: Rulebook, name: str) -> Jurisdiction:
    """The jurisdiction of this key or name."""
    for each in book.jurisdictions.values():
        if fold(name) in (fold(each.key), fold(each.name)):
            return each
    known = [j.key for j in book.jurisdictions.values()]
    if nearest(name, known):
        raise UnknownName("jurisdiction", name, known)
    raise PitbossError(f"No jurisdiction is called {name!r}. There are {either(known, 'and')}.")


def select(
    book: Rulebook,
    *,
    where: str | None = None,
    game: str | None = None,
    decks: int | None = None,
    progressive: bool | None = None,
    kind: str | None = None,
) -> tuple[Entry, ...]:
    """Entries that meet every condition given, in the order of the law."""
    found: Iterable[Entry] = book.entries
    if where is not None:
        place = jurisdiction(book, where).key
        found = [e for e in found if e.jurisdiction == place]
    if game is not None:
        offered = offered_with(book, game)
        found = [e for e in found if e.id in offered]
    if decks is not None:
        found = [e for e in found if decks in e.decks]
    if progressive is not None:
        found = [e for e in found if isinstance(e, Wager) and e.is_progressive is progressive]
    if kind is not None:
        found = [e for e in found if isinstance(e, Game) is (kind == "game")]
    return tuple(found)


def offered_with(book: Rulebook, name: str) -> frozenset[str]:
    """Ids of the wagers that a game offers, or that need its wager first."""
    games = [e for e in named(book, name) if isinstance(e, Game)]
    if not games:
        raise PitbossError(f"{name!r} is a wager, not a game.")
    offered = {f"{g.jurisdiction}/{key}" for g in games for key in g.wagers}
    needing = {
        w.id
        for w in book.wagers
        for g in games
        if w.jurisdiction == g.jurisdiction and g.key in w.requires
    }
    return frozenset(offered | needing)


@dataclass(frozen=True, slots=True)
class Match:
    """A text that holds words searched for, and where it stands."""

    where: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that a search found, with the texts that answer it best first."""

    entry: Entry
    score: int
    matches: tuple[Match, ...]


def search(book: Rulebook, query: str) -> tuple[Hit, ...]:
    """Entries that hold every word, those that hold them together and higher up first."""
    words = _words(query)
    hits = [hit for entry in book.entries if (hit := _hit(book, entry, words, query))]
    return tuple(sorted(hits, key=lambda hit: -hit.score))


def near_words(book: Rulebook, query: str) -> dict[str, tuple[str, ...]]:
    """For each word that stands nowhere in the rulebook, the nearest that do."""
    texts = [text for e in book.entries for _, _, text in _texts(book, e)]
    known = sorted({word for text in texts for word in _words(text) if len(word) > 2})
    unknown = [w for w in _words(query) if not any(k.startswith(w) for k in known)]
    return {word: nearest(word, known) for word in unknown}


def pattern(query: str) -> re.Pattern[str] | None:
    """What a search marks in a text: each of its words, from the start of a word."""
    words = "|".join(re.escape(w) for w in sorted(_words(query), key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})\w*", re.IGNORECASE) if words else None


def _words(text: str) -> tuple[str, ...]:
    found = re.findall(r"[\w$%][\w.:+%'’-]*", text.casefold())
    return tuple(dict.fromkeys(w.rstrip(".:-'’") for w in found))


def _hit(book: Rulebook, entry: Entry, words: tuple[str, ...], query: str) -> Hit | None:
    missing, found = set(words), []
    phrase = " ".join(query.casefold().split())
    for weight, where, text in _texts(book, entry):
        folded = text.casefold()
        held = [w for w in words if re.search(rf"(?<!\w){re.escape(w)}", folded)]
        if held:
            missing -= set(held)
            score = weight * len(held) ** 2 * (2 if phrase in folded else 1)
            found.append((score + 50 * (folded == phrase), Match(where, text)))
    if missing or not found:
        return None
    found.sort(key=lambda each: -each[0])
    unique = dict.fromkeys(match for _, match in found)
    return Hit(entry, found[0][0] * 10 + min(len(unique), 9), tuple(unique))


def _texts(book: Rulebook, entry: Entry) -> Iterator[tuple[int, str, str]]:
    """Every text of an entry, with its weight and where it stands."""
    yield 10, "name", entry.name
    if fold(entry.name) != entry.key:
        yield 9, "key", entry.key
    yield 9, "section", entry.section
    yield 5, "object", entry.object
    if isinstance(entry, Wager):
        for outcome in dict.fromkeys(r.outcome for t in entry.paytables for r in t.rows):
            yield 7, "hand", outcome
        for table in entry.paytables:
            yield 3, "pay table", table.id
        for option in entry.options:
            yield 3, f"option {option.key}", option.says
    else:
        for term in entry.terms:
            yield 3, f"term {term.key}", term.says
    for clause in (*entry.clauses, *book.section_of(entry).clauses):
        yield 2, clause.at, clause.says
    for reading in book.readings_of(entry):
        yield 2, f"reading {reading.key}", reading.question
        yield 1, f"reading {reading.key}", reading.because
        for choice, means in reading.choices.items():
            yield 1, f"reading {reading.key}", f"{choice}: {means}"
    for text in (*entry.notes, entry.owner, *_sentences(entry)):
        yield 1, "note", text


def _sentences(entry: Entry) -> tuple[str, ...]:
    return (entry.face_down, entry.splits) if isinstance(entry, Wager) else ()
