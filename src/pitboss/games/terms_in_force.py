"""From the law and what a house files to the terms of a game, without a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType as ReadOnly
from typing import Any

from pitboss.errors import NotAllowed, UnknownName, check_choice, either
from pitboss.games import PROCEDURES
from pitboss.games.terms import Terms
from pitboss.procedure.round import Procedure
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Entry, Game, Reading, Term
from pitboss.rulebook.term_fields import fill


def procedure_of(book: Rulebook, game: Game) -> Procedure[Any]:
    """The dealer's procedure: the game's own, or that of the game it is based on."""
    at: Game | None = game
    while at is not None:
        if at.key in PROCEDURES:
            return PROCEDURES[at.key]
        own = [book.wager(f"{at.jurisdiction}/{key}").role for key in at.wagers]
        if not at.based_on or {"main", "fee"} & {*own}:
            break
        at = next(g for g in book.games if g.id == f"{game.jurisdiction}/{at.based_on}")
    raise NotAllowed(f"{game.name} has a procedure that cannot be played yet.", game.cite)


def usual_decks(allowed: Sequence[int]) -> int:
    """Decks that nobody asked for: six if these allow them, otherwise the last."""
    return 6 if 6 in allowed or not allowed else allowed[-1]


def readings_of(book: Rulebook, game: Game) -> dict[str, Reading]:
    """The doubtful clauses of a game and of those that it is based on."""
    games = dict.fromkeys([game.id, *(source.id for _, source in book.terms_of(game))])
    return {r.key: r for each in games for r in book.readings_of(book.game(each))}


def check_readings(book: Rulebook, chosen: Mapping[str, str]) -> None:
    """Refuse an unknown reading, an unknown choice, and a choice that no table can be dealt by."""
    for key, choice in chosen.items():
        if key not in book.readings:
            raise UnknownName("reading", key, book.readings)
        reading = book.readings[key]
        check_choice(f"reading {key}", choice, reading.choices, reading.clause)
        if choice in reading.unplayed:
            raise NotAllowed(
                f"reading {key} cannot be played as {choice!r}: {reading.unplayed[choice]}.",
                reading.clause,
            )


def unchosen(reading: Reading, entry: Entry) -> NotAllowed:
    """The message to a house that has not chosen a reading it must choose."""
    may = either(map(repr, reading.choices))
    return NotAllowed(f"choose reading {reading.key} for {entry.name}: {may}.", reading.clause)


def terms_for(
    book: Rulebook,
    game: Game,
    decks: int,
    filed: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Terms:
    """The terms of a game with these filed, and with these readings of it or of its wagers.

    For a term that is not filed, the law or its default applies.

    >>> from pitboss.rulebook.load import load
    >>> terms = terms_for(book := load(), book.game("pennsylvania/blackjack"), 6)
    >>> terms.delivery, terms.pack.size, terms.dealing.dealer.hits_soft_17
    ('shoe', 312, False)
    """
    return _terms(book, game.id, decks, _items(filed), _items(readings))


def _items(choices: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """Choices as a key; a value that is not text is refused."""
    return tuple(sorted((str(key), str(value)) for key, value in (choices or {}).items()))


@lru_cache(maxsize=1 << 10)  # the settings of a wager ask for the same terms ten times
def _terms(
    book: Rulebook,
    of: str,
    decks: int,
    filed_items: tuple[tuple[str, str], ...],
    readings: tuple[tuple[str, str], ...],
) -> Terms:
    game, filed = book.game(of), dict(filed_items)
    found = {term.key: term for term, _ in book.terms_of(game)}
    chosen = {key: reading.default for key, reading in readings_of(book, game).items()}
    chosen |= dict(readings)
    texts = {key: term.default for key, term in found.items()}
    texts |= _allowed(game, found, filed)
    for key, term in found.items():
        if term.by:
            choice = chosen.get(term.by, book.readings[term.by].default)
            texts[key] = term.means.get(choice, choice)
    texts |= dict(_fitting(game, found, decks, texts, filed))
    clauses = {key: term.cite for key, term in found.items()}
    cites = clauses | {key: book.readings[key].clause for key in chosen if key in book.readings}
    record: type[Terms] = procedure_of(book, game).terms
    given = {"decks": decks, "clauses": ReadOnly(clauses), "texts": ReadOnly(texts)}
    terms = fill(record, {**texts, **chosen}, cites, game.name, given)
    if terms.double_shoe != "no" and terms.delivery != "shoe":
        clause = terms.clause("double_shoe")
        raise NotAllowed(f"a double shoe needs delivery 'shoe', not {terms.delivery!r}.", clause)
    terms.check()
    return terms


def _allowed(game: Game, found: Mapping[str, Term], filed: Mapping[str, str]) -> dict[str, str]:
    """What a house files, if the law leaves the choice to it."""
    for key, value in filed.items():
        if key not in found:
            raise UnknownName(f"term of {game.name}", key, found, every=True)
        if allowed := found[key].one_of:
            check_choice(key, value, allowed, found[key].cite or game.cite)
    return dict(filed)


def _fitting(
    game: Game,
    found: Mapping[str, Term],
    decks: int,
    texts: Mapping[str, str],
    filed: Mapping[str, str],
) -> dict[str, str]:
    """Terms whose values depend on the deck count, as they fit these decks."""
    made: dict[str, str] = {}
    for key, term in found.items():
        if not term.decks:
            continue
        fits = [v for v in term.one_of if decks in term.decks.get(v, game.decks)]
        if key in filed and texts[key] not in fits:
            raise NotAllowed(
                f"with {decks} deck{'s' * (decks != 1)} {key} must be "
                f"{either([repr(v) for v in fits])}, not {texts[key]!r}.",
                term.cite,
            )
        if fits and texts[key] not in fits:
            made[key] = fits[0]
    return made
