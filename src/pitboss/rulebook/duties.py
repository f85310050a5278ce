"""The register of what must be posted, approved or inspected before a table opens.

A duty is written once, next to the rule that requires it, as the number of the paragraph that says
so; its words are those of that paragraph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import DUTIES, Entry, Game, Jurisdiction, Wager


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing to be posted, approved or inspected."""

    key: str
    """As the house acknowledges it: `perfect-pairs layout`."""
    kind: str
    """What sort of duty it is: `layout`, `sign`, `approval` and so on."""
    of: str
    """The id of the wager or game, or the key of the jurisdiction, that it comes with."""
    says: str
    """What the law asks for, paraphrased."""
    cite: str
    """The clause that asks for it."""

    @property
    def done(self) -> str:
        """What is done about it."""
        return DUTIES[self.kind]


def register(book: Rulebook, game: Game, wagers: Iterable[Wager]) -> tuple[Duty, ...]:
    """Every duty of a table: the law's, the game's and those of its wagers.

    >>> from pitboss.rulebook.load import load
    >>> book = load()
    >>> pairs = book.wager("pennsylvania/perfect-pairs")
    >>> [duty.key for duty in register(book, book.game("pennsylvania/blackjack"), [pairs])]
    ['pennsylvania approval', 'blackjack layout', 'blackjack inspection', 'perfect-pairs layout']
    """
    law = book.jurisdictions[game.jurisdiction]
    made = [_of_law(law, law.key, law.key, kind, at) for kind, at in law.duties.items()]
    made += _of_game(book, game)
    for wager in wagers:
        made += [_of_entry(book, wager, kind, at) for kind, at in wager.duties.items()]
    return tuple(made)


def _of_game(book: Rulebook, game: Game) -> Iterator[Duty]:
    """The duties of a game, and of the game it is based on where it has none of that kind."""
    known = set[str]()
    for source in book.bases_of(game):
        for kind, at in source.duties.items():
            if kind not in known:
                yield _of_entry(book, source, kind, at)
        known |= source.duties.keys()


def _of_entry(book: Rulebook, entry: Entry, kind: str, at: str) -> Duty:
    """A duty by a paragraph of an entry, of its section, or of the law that all sections share."""
    section, law = book.section_of(entry), book.jurisdictions[entry.jurisdiction]
    words = {clause.at: clause.says for clause in (*section.clauses, *entry.clauses)}
    if at not in words and any(clause.at == at for clause in law.clauses):
        return _of_law(law, entry.key, entry.id, kind, at)
    if at.startswith(section.section):
        cite = f"{section.cite.partition('ch. ')[0]}§ {at}"
    else:
        cite = f"{section.cite}{at}" if at.startswith("(") else f"{section.cite}, {at}"
    return Duty(f"{entry.key} {kind}", kind, entry.id, words.get(at, at), cite)


def _of_law(law: Jurisdiction, name: str, of: str, kind: str, at: str) -> Duty:
    words = {clause.at: clause.says for clause in law.clauses}
    code = law.cite.partition(at[:2])[0]  # the name of the code, before its numbers begin
    return Duty(f"{name} {kind}", kind, of, words[at], f"{code}{at}")
