"""Find entries of the rulebook by their properties, or by words in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.errors import PitbossError, UnknownName, nearest
from pitboss.rulebook.entries import MOST_DECKS
from pitboss.rulebook.load import Rulebook, fold
from pitboss.rulebook.schema import Entry, Game, Jurisdiction, Wager


def jurisdiction(book: Rulebook, name: str) -> Jurisdiction:
    """The jurisdiction of this key, name or pair of letters."""
    for each in book.jurisdictions.values():
        if fold(name) in map(fold, filter(None, (each.key, each.name, each.short))):
            return each
    raise UnknownName("jurisdiction", name, book.jurisdictions)


def is_game(book: Rulebook, name: str) -> bool:
    """Whether the name is that of a game, and of no wager."""
    return all(isinstance(each, Game) for each in book.find(name))


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
    check_decks(decks)
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
        found = [e for e in found if e.kind == kind]
    return tuple(found)


def check_decks(decks: int | None) -> None:
    """Refuse a number of decks that no shoe can hold."""
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise PitbossError(f"{decks} decks: a blackjack shoe holds one to eight.")


def offered_with(book: Rulebook, name: str) -> frozenset[str]:
    """Ids of the wagers that a game offers, or that need its wager first."""
    games = [e for e in book.find(name) if isinstance(e, Game)]
    if not games:
        raise PitbossError(f"{name!r} is a wager, not a game.")
    offered = {f"{g.jurisdiction}/{key}" for g in games for key in g.wagers}
    needing = {
        w.id
        for w in book.wagers
        for g in games
        if w.jurisdiction == g.jurisdiction
        and any(g.key in each.split(" or ") for each in w.requires)
    }
    return frozenset(offered | needing)


@dataclass(frozen=True, slots=True)
class Match:
    """A text that contains the words searched for, and where it is."""

    where: str
    """Which part of the entry it is in."""
    text: str
    """The text."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that a search found, with its texts, best matches first."""

    entry: Entry
    score: int
    matches: tuple[Match, ...]


def search(book: Rulebook, query: str) -> tuple[Hit, ...]:
    """Entries that contain the phrase, then those with all its words in one text, best first.

    If no single text contains all the words, entries that contain them in several texts.
    """
    words = _words(query)
    hits = [hit for entry in book.entries if (hit := _hit(book, entry, words, query))]
    hits.sort(key=lambda hit: -hit.score)
    together = [hit for hit in hits if hit.score >= _TOGETHER]
    return tuple(together or hits)


def near_words(book: Rulebook, query: str) -> dict[str, tuple[str, ...]]:
    """For each word that does not occur in the rulebook, the nearest that do."""
    texts = [text for e in book.entries for _, _, text in _texts(book, e)]
    known = sorted({word for text in texts for word in _words(text)})
    unknown = [w for w in _words(query) if not any(k.startswith(w) for k in known)]
    return {word: nearest(word, [k for k in known if len(k) > 2]) for word in unknown}


def pattern(query: str) -> re.Pattern[str] | None:
    """What a search marks in a text: each of its words, from the start of a word."""
    words = "|".join(re.escape(w) for w in sorted(_words(query), key=len, reverse=True))
    words = words.replace(r"\-", "[-–—]").replace("'", "['‘’]")  # a text keeps its own signs
    return re.compile(rf"(?<!\w)(?:{words})\w*", re.IGNORECASE) if words else None


_PLAIN = str.maketrans("‘’“”–—", "''\"\"--")


def _plain(text: str) -> str:
    """The text without capitals, and with the apostrophes, quotes and dashes of a keyboard."""
    return text.casefold().translate(_PLAIN)


def _words(text: str) -> tuple[str, ...]:
    found = re.findall(r"[\w$%][\w.:+%'-]*", _plain(text))
    return tuple(dict.fromkeys(w.rstrip(".:-'") for w in found))


_TOGETHER, _PHRASE = 1_000, 10_000
"""Added to the score of a text that contains every word; that contains the exact phrase."""


def _hit(book: Rulebook, entry: Entry, words: tuple[str, ...], query: str) -> Hit | None:
    missing, found = set(words), []
    phrase = re.compile(rf"(?<!\w){re.escape(' '.join(_plain(query).split()))}")
    for weight, where, text in _texts(book, entry):
        folded = _plain(text)
        held = [w for w in words if re.search(rf"(?<!\w){re.escape(w)}", folded)]
        if not held:
            continue
        missing -= set(held)
        score = weight * len(held) ** 2
        if len(held) == len(words):
            score += _TOGETHER
        if match := phrase.search(folded):
            ends = not re.match(r"[\w-]", folded[match.end() :])
            score += _PHRASE + weight * (ends + 3 * (match[0] == folded))
        found.append((score, Match(where, text)))
    if missing or not found:
        return None
    found.sort(key=lambda each: -each[0])
    best = found[0][0]
    kept = [m for score, m in found if score >= _TOGETHER or best < _TOGETHER]
    unique = tuple(dict.fromkeys(kept))
    return Hit(entry, best + min(len(unique), 9), unique)


def _texts(book: Rulebook, entry: Entry) -> Iterator[tuple[int, str, str]]:
    """Every text of an entry, with its weight and where it is."""
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
        yield 2, "reading", f"{reading.key}: {reading.question}"
        yield 1, f"reading {reading.key}", reading.because
        for choice, means in reading.choices.items():
            yield 1, f"reading {reading.key}", f"{choice}: {means}"
    said = (entry.face_down, entry.splits) if isinstance(entry, Wager) else ()
    for text in (*entry.notes, entry.owner, *said):
        yield 1, "note", text
