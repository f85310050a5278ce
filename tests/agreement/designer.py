"""A designer's own wagers: written as TOML, loaded, and offered together at one blackjack table."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitboss.errors import RulebookError
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.vocabulary import SCOPES, WORDS
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.opening import Open

HEAD = """section = "own rules"
title = "Wagers of our own"
cite = "own rules"
status = "designer's own"
"""
STAKE = 100

Sees = tuple[str, ...]
SIGHTS: tuple[Sees, ...] = (
    ("player.first_two",),
    ("player.first_two", "dealer.upcard"),
    ("player.first_two", "dealer.first_two"),
    ("dealer.upcard",),
    ("dealer.first_two",),
    ("dealer.hand",),
    ("player.first_two", "dealer.hand"),
    ("player.hand",),
    ("player.hand", "dealer.upcard"),
    ("player.hand", "dealer.first_two"),
    ("player.hand", "dealer.hand"),
    ("player.third_card",),
    ("player.first_two", "player.third_card"),
    ("player.first_two", "player.third_card", "dealer.upcard"),
)
"""What a wager may look at together at a table of standard blackjack."""


def moments(sees: Sees) -> tuple[str, ...]:
    """When a wager on these cards may be settled: once all of them have come."""
    last = ("after the dealer's hand", "after the main wager", "after every other wager")
    if "dealer.hand" in sees or "player.third_card" in sees:
        return ("with the main wager", *last)
    if "player.hand" in sees:
        return ("as the hand is played", "with the main wager", *last)
    if "dealer.first_two" in sees:
        return ("after the peek", "when the hole card is turned", *last)
    return ("after the deal", "after the deal, before insurance", *last)


@dataclass(frozen=True, slots=True)
class Written:
    """One wager as its designer writes it."""

    sees: Sees
    hands: tuple[tuple[str, int], ...]
    """Condition and odds *to 1*, the first that holds is paid."""
    settles: str = ""
    pays: str = "highest"
    third_card_after: str = ""
    multipliers: tuple[tuple[str, int], ...] = ()

    @property
    def words(self) -> set[str]:
        """The words of all its conditions."""
        said = [when for when, _ in (*self.hands, *self.multipliers)]
        return {word for when in said for word in re.findall(r"[a-z_]+", when)}

    def toml(self, key: str) -> str:
        """The entry as it stands in a file."""
        hands = [
            f'  {{ name = "Hand {n}", when = {json.dumps(when)}, A = "{odds} to 1" }},'
            for n, (when, odds) in enumerate(self.hands, 1)
        ]
        times = [
            f'  {{ when = {json.dumps(when)}, times = {n}, cite = "(2)" }},'
            for when, n in self.multipliers
        ]
        lines = [
            f"[wager.{key}]",
            f'name = "{key.title()}"',
            'object = "What is seen is as a hand says."',
            f"sees = {json.dumps(self.sees)}",
            'placed = "before the deal"',
            'requires = ["blackjack"]',
            "stake = { posted = true }",
            f'settles = "{self.settles or moments(self.sees)[0]}"',
            f'pays = "{self.pays}"',
            "decks = [1, 2, 3, 4, 5, 6, 7, 8]",
            *([f'third_card_after = "{self.third_card_after}"'] if self.third_card_after else []),
            *(["multipliers = [", *times, "]"] if times else []),
            "hands = [",
            *hands,
            "]",
            'paytables = [{ id = "Paytable A", column = "A" }]',
            'clauses = { "1" = "Placed beside a blackjack wager.", "2" = "Paid by the table." }',
        ]
        return "\n".join(lines) + "\n"


def load_with(wagers: Mapping[str, Written]) -> Rulebook:
    """The law with these wagers beside it."""
    with tempfile.TemporaryDirectory() as folder:
        text = HEAD + "\n" + "\n".join(each.toml(key) for key, each in wagers.items())
        Path(folder, "own.toml").write_text(text, "utf-8")
        return load(Path(folder))


def open_with(
    wagers: Mapping[str, Written],
    terms: Mapping[str, str] | None = None,
    game: str = "south_dakota/blackjack",
    decks: int = 6,
) -> Open:
    """A table of standard blackjack that offers them all; South Dakota leaves most terms open."""
    book = load_with(wagers)
    return file_house(book, book.game(game), Wish(decks, [*wagers], dict(terms or {}))).opened


def acceptable(wagers: Mapping[str, Written]) -> dict[str, Written]:
    """Those that the loader finds no fault in."""
    try:
        load_with(wagers)
    except RulebookError as error:
        said = [str(fault) for fault in error.faults]
        faulty = {key for key in wagers if any(f" {key}: " in each for each in said)}
        return {key: each for key, each in wagers.items() if key not in faulty}
    return dict(wagers)


@cache
def sayable() -> Mapping[Sees, Sequence[tuple[str, str]]]:
    """What is seen → every (prefix, word) that a condition on it may say.

    One word of each prefix is written for each sight, and so is each word that takes no prefix;
    what the loader refuses is out. So a new word or prefix is in as soon as the loader knows it.
    """
    tries: dict[str, tuple[Sees, str, str]] = {}
    bare = [word for word, known in WORDS.items() if not known.scoped and word != "choice"]
    for sees in SIGHTS:
        for scope in SCOPES:
            tries[f"try-{len(tries)}"] = (sees, scope, "")
        for word in bare:
            tries[f"try-{len(tries)}"] = (sees, "", word)
    wagers = {
        key: Written(sees, ((f"{scope}.cards >= 0" if scope else _whole(word), 1),))
        for key, (sees, scope, word) in tries.items()
    }
    accepted = acceptable(wagers)
    made: dict[Sees, list[tuple[str, str]]] = {}
    for key, (sees, scope, word) in tries.items():
        if key in accepted:
            scoped = [word] if word else [w for w, known in WORDS.items() if known.scoped]
            made.setdefault(sees, []).extend((scope, each) for each in scoped)
    for sees in SIGHTS:
        made[sees] += [("", word) for word, known in WORDS.items() if known.scoped]
    return made


def _whole(word: str) -> str:
    """A condition of a word that takes no prefix."""
    return word if WORDS[word].gives.value == "yes or no" else f"{word} >= 1"
