"""Given the same shoe and choices, kernel and table settle alike, round for round.

A few hundred rounds of four tables here; with `--soak` 100,000 of every game that a kernel deals,
with side wagers of its law, any number of boxes and decks, and terms that no law need allow.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.fast_table import FastTable, why_not_fast
from pitboss.table.default_house import Wish, file_house, find_game
from pitboss.table.offers import why_not
from tests.agreement.test_solved_blackjack import CHOICES
from tests.simulate.compared import differences, open_for_stakes
from tests.soak import first

CASES: list[tuple[str, str, dict[str, str], int, str]] = [
    ("pennsylvania/blackjack", "perfect-pairs kings-bounty buster-blackjack", {}, 3, "best"),
    ("colorado/straight-jack-blackjack", "straight-jack", {}, 1, "basic"),
    ("south_dakota/blackjack", "trilux-bonus", {"peek": "none"}, 2, "best"),
    ("new_hampshire/blackjack", "match-the-dealer perfect-pair", {}, 2, "basic"),
]
ROUNDS = 100


@pytest.mark.parametrize(
    ("game", "wagers", "terms", "boxes", "play"), CASES, ids=[each[0] for each in CASES]
)
def test_the_kernel_settles_what_the_table_settles(
    book: Rulebook, game: str, wagers: str, terms: dict[str, str], boxes: int, play: str
) -> None:
    opened = file_house(book, find_game(book, game), Wish(None, wagers.split(), terms)).opened
    assert why_not_fast(opened) == ""
    fast = FastTable(open_for_stakes(opened), boxes, play)
    assert [*islice(differences(book, fast, ROUNDS, 16), 3)] == []


def random_table(book: Rulebook, random: Random) -> FastTable | None:
    """A table with any wagers of its law and any terms; nothing if no kernel deals it."""
    game = random.choice(book.games)
    sides = [w for w in book.wagers if w.jurisdiction == game.jurisdiction and w.role == "side"]
    keys = [w.key for w in sides if not why_not(w, game)]
    wish = Wish(
        random.choice(game.decks), random.sample(keys, min(len(keys), random.randint(0, 3)))
    )
    try:
        opened = file_house(book, game, wish).opened
    except PitbossError:
        return None
    if why_not_fast(opened):
        return None
    if random.random() < 0.5:
        chosen: dict[str, Any] = {key: random.choice(values) for key, values in CHOICES.items()}
        if chosen["player_21"] == "wins at once":
            chosen["peek"] = "ace and ten"
        terms = replace(opened.play.terms, **chosen)
        opened = replace(opened, play=replace(opened.play, terms=terms))
    boxes = random.randint(1, min(opened.house.boxes, opened.terms.decks))
    play = random.choice(["best", "best", "basic", "never-hit"])
    return FastTable(open_for_stakes(opened), boxes, play)


@pytest.mark.parametrize("seed", first(1, range(50)))
def test_the_kernel_settles_what_any_table_settles(book: Rulebook, seed: int) -> None:
    random = Random(seed)
    fast = None
    while fast is None:
        fast = random_table(book, random)
    assert [*islice(differences(book, fast, 2_000, seed), 3)] == []
