"""Given the same shoe and choices, kernel and table settle alike, round for round."""

from __future__ import annotations

from itertools import islice

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.simulate.fast_table import FastTable, why_not_fast
from pitboss.table.default_house import Wish, file_house, find_game
from tests.simulate.compared import differences, open_for_stakes

CASES = [
    ("pennsylvania/blackjack", "perfect-pairs three-card-poker buster-blackjack", {}, 3, "best"),
    ("colorado/blackjack", "", {}, 1, "chart"),
    ("south_dakota/blackjack", "trilux-bonus", {"peek": "none"}, 2, "best"),
    ("new_hampshire/blackjack", "match-the-dealer perfect-pair", {}, 2, "best"),
]


def case(
    book: Rulebook, name: str, wagers: str, terms: dict[str, str], boxes: int, play: str
) -> FastTable:
    filed = file_house(book, find_game(book, name), Wish(None, wagers.split(), terms))
    assert not why_not_fast(filed.opened)
    return FastTable(open_for_stakes(filed.opened), boxes, play)


@pytest.mark.parametrize("given", CASES, ids=[each[0].split("/")[0] for each in CASES])
def test_the_kernel_settles_what_the_table_settles(book: Rulebook, given: tuple) -> None:
    fast = case(book, *given)
    assert [*islice(differences(book, fast, 200, 16), 3)] == []
