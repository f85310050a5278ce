"""Given the same shoe and choices, kernel and table settle alike, round for round.

Every game and every wager that a kernel deals; with `--soak` 100,000 rounds more of the games, and
as many again of tables with any wagers of their law, any number of boxes and decks, and terms that
no law need allow.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from pitboss.cards import Rank
from pitboss.errors import NotAllowed, PitbossError
from pitboss.games.blackjack_burnout import BurnoutTerms
from pitboss.library.arguments import law
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.fast_table import FastTable, why_not_fast
from pitboss.simulate.kernel_tables import why_no_kernel
from pitboss.simulate.players import Player, Ranks
from pitboss.simulate.results import simulation_of
from pitboss.simulate.run import Run
from pitboss.simulate.totals import RunPlan
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.houses.offers import why_not
from tests.agreement.test_solved_blackjack import CHOICES
from tests.simulate.compared import by_table, differences, open_for_stakes
from tests.soak import soak

TABLES: list[tuple[str, str, dict[str, str], int, str, int]] = [
    ("colorado/blackjack", "", {}, 1, "best", 100),
    ("pennsylvania/blackjack", "", {"surrender": "none"}, 1, "basic", 100),
    ("south_dakota/blackjack", "", {"peek": "none"}, 1, "best", 100),
    ("new_hampshire/blackjack", "", {}, 1, "never-hit", 100),
    ("colorado/blackjack-burnout", "", {}, 2, "best", 100),
    ("pennsylvania/hybrid-blackjack", "", {}, 1, "best", 150),
    (
        "pennsylvania/hybrid-blackjack-no-hole-card",
        "royal-match-21 bet-the-set-21",
        {}, 1, "best", 150,
    ),
    ("colorado/blackjack", "buster-blackjack trilux-lucky-george", {}, 2, "basic", 60),
    (
        "colorado/21-plus-3-blackjack",
        "21-plus-3 21-plus-3-xtreme 21-plus-3-progressive",
        {}, 1, "never-hit", 80,
    ),
    ("colorado/golden-21-blackjack", "golden-21-poker", {}, 1, "never-hit", 80),
    ("colorado/straight-jack-blackjack", "straight-jack", {}, 1, "basic", 80),
    (
        "colorado/straight-jack-progressive-blackjack",
        "straight-jack-progressive",
        {}, 1, "never-hit", 80,
    ),
    (
        "colorado/buffalo-blackjack-bonus-2",
        "buffalo-2-21-plus-3 buffalo-2-21-plus-3-progressive",
        {}, 1, "never-hit", 80,
    ),
    (
        "colorado/buffalo-blackjack-bonus-3",
        "buffalo-3-21-plus-3 buffalo-3-top-3 buffalo-3-21-plus-3-progressive buffalo-3-bust-bonus",
        {}, 1, "basic", 80,
    ),
    (
        "colorado/trilux-blackjack",
        "trilux-bonus trilux-super-3 trilux-progressive",
        {}, 1, "never-hit", 80,
    ),
    (
        "new_hampshire/blackjack",
        "three-card-poker match-the-dealer perfect-pair",
        {}, 2, "never-hit", 80,
    ),
    (
        "pennsylvania/blackjack",
        "royal-match-21 bet-the-set-21 kings-bounty blazing-7s blackjack-match",
        {}, 1, "basic", 80,
    ),
    (
        "pennsylvania/blackjack",
        "three-card-poker top-3 perfect-pairs trilux-deluxe upcard-luck",
        {}, 2, "never-hit", 80,
    ),
    (
        "pennsylvania/blackjack",
        "jackpot-party match-the-dealer super-4 buster-blackjack",
        {}, 1, "never-hit", 80,
    ),
    ("south_dakota/blackjack", "trilux-lucky-george", {"peek": "none"}, 1, "never-hit", 80),
    ("south_dakota/trilux-blackjack", "trilux-bonus trilux-super-3", {}, 2, "never-hit", 80),
]  # fmt: skip
"""Game, wagers, terms, boxes, play and rounds."""
LARGE: list[tuple[str, str, dict[str, str], int, str, int]] = [
    ("colorado/buffalo-blackjack-bonus-2", "buffalo-2-bust-bonus", {}, 1, "basic", 800),
    ("colorado/trilux-blackjack", "bust-bonanza", {}, 1, "basic", 800),
]
"""Wagers whose tables take long to fill, each as that of Bonus 3."""
AT_LENGTH = [
    *(soak(*each[:-1], 20_000, id=f"{each[0]} at length") for each in TABLES[:5]),
    *(soak(*each[:-1], 800, id=f"{each[0]} {each[1]} at length") for each in TABLES[5:7]),
    *(soak(*each[:-2], "basic", 800, id=f"{each[0]} {each[1]} at length") for each in TABLES[7:]),
    *(soak(*each, id=f"{each[0]} {each[1]}") for each in LARGE),
]


@cache
def fast_table(
    game: str, wagers: str, terms: tuple[tuple[str, str], ...], boxes: int, play: str
) -> FastTable:
    """A table with stakes that take every odds; made once for all tests."""
    wish = Wish(None, wagers.split(), dict(terms))
    opened = file_house(law(), find_game(law(), game), wish).opened
    assert why_no_kernel(opened, boxes) == ""
    return FastTable(open_for_stakes(opened), boxes, play)


@pytest.mark.parametrize(
    ("game", "wagers", "terms", "boxes", "play", "rounds"),
    [*(pytest.param(*each, id=f"{each[0]} {each[1]}") for each in TABLES), *AT_LENGTH],
)
def test_the_kernel_settles_what_the_table_settles(
    game: str, wagers: str, terms: dict[str, str], boxes: int, play: str, rounds: int
) -> None:
    fast = fast_table(game, wagers, tuple(terms.items()), boxes, play)
    assert [*islice(differences(fast, rounds, 16), 3)] == []


class Insuring:
    """Plays as another does, and always insures."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)

    def insurance(self, hand: Ranks, up: Rank) -> float:
        return 1.0


@pytest.mark.parametrize("surrender", ["late", soak("early")])
def test_without_a_hole_card_insurance_waits_for_the_second_card(
    book: Rulebook, surrender: str
) -> None:
    """§ 633c.5(aa), (bb): it comes even to a hand that is over (D-19: when one given up is)."""
    game = find_game(book, "hybrid-blackjack-no-hole-card")
    opened = file_house(book, game, Wish(None, (), {}, {"D-19": surrender})).opened
    fast = FastTable(open_for_stakes(opened), 1)
    vars(fast)["play"] = replace(fast.play, player=Insuring(fast.play.player))
    assert fast.tables.insured.any()
    assert [*islice(differences(fast, 500, 16), 3)] == []


def test_of_two_pairs_from_one_card_the_first_is_split_where_three_hands_are_allowed(
    book: Rulebook,
) -> None:
    """§ 633c.5: both hands of a split draw the same card; the other plays on as a pair."""
    game = find_game(book, "pennsylvania/hybrid-blackjack")
    opened = file_house(book, game, Wish(8, (), {"split_hands": "3"})).opened
    fast = FastTable(open_for_stakes(opened), 1)
    staked = [each.boxes[0].staked for each in by_table(fast, 10, 25)]
    assert 3 * fast.tables.unit in staked
    assert [*differences(fast, 10, 25)] == []


def test_what_the_kernel_of_blackjack_does_not_deal_of_its_variations(book: Rulebook) -> None:
    hybrid = file_house(book, find_game(book, "hybrid-blackjack"), Wish()).opened
    assert why_no_kernel(hybrid) == ""
    assert why_no_kernel(hybrid, 2) == (
        "several terminals of Hybrid Blackjack draw from one row of cards"
    )
    burnout = find_game(book, "blackjack-burnout")
    straight = file_house(book, burnout, Wish(None, ("straight-jack",))).opened
    assert "a burned card is not part of the hand" in why_no_kernel(straight)
    with pytest.raises(NotAllowed, match="is dealt with the solved play: --strategy best, not"):
        FastTable(file_house(book, burnout, Wish()).opened, 1, "basic")


@pytest.mark.parametrize(
    ("game", "boxes", "rounds"),
    [
        ("colorado/blackjack-burnout", 2, 400_000),
        ("pennsylvania/hybrid-blackjack", 1, 400_000),
        ("pennsylvania/hybrid-blackjack-no-hole-card", 1, 200_000),
    ],
)
def test_a_seeded_run_agrees_with_the_proof(game: str, boxes: int, rounds: int) -> None:
    made = Run(fast_table(game, "", (), boxes, "best"), RunPlan(rounds, 3, 40 // boxes))
    made.go(1)
    (line,) = simulation_of(made, 1, complete=True).lines
    assert line.z is not None
    assert abs(line.z) < 3


def test_every_game_and_wager_of_a_kernel_is_compared(book: Rulebook) -> None:
    """Each side wager of a law is in `TABLES`, or with `--soak` in `LARGE`, or one of another game,
    or has no table.
    """
    dealt = {
        game.id for game in book.games if not why_no_kernel(file_house(book, game, Wish()).opened)
    }
    assert dealt == {game for game, *_ in TABLES} | {
        "colorado/3-card-shine", "colorado/pai-jack", "colorado/blackjack-switch",
    }  # fmt: skip
    compared = {
        f"{game.split('/')[0]}/{key}"
        for game, keys, *_ in (*TABLES, *LARGE)
        for key in keys.split()
    }
    games = {game.jurisdiction: game for game in book.games if game.key == "blackjack"}
    sides = {
        wager.id
        for wager in book.wagers
        if wager.role == "side" and not why_not(wager, games[wager.jurisdiction])
    }
    assert sides - compared == {
        "pennsylvania/axman",  # no table
        "colorado/poker-bonus",  # with another game's wager
    }  # fmt: skip


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
    boxes = random.randint(1, min(opened.house.boxes, opened.terms.decks))
    if why_not_fast(opened, boxes):
        return None
    if random.random() < 0.5:
        chosen: dict[str, Any] = {key: random.choice(values) for key, values in CHOICES.items()}
        if chosen["player_21"] == "wins at once":
            chosen["peek"] = "ace and ten"
        terms = replace(opened.play.terms, **chosen)
        opened = replace(opened, play=replace(opened.play, terms=terms))
    play = random.choice(["best", "best", "basic", "never-hit"])
    if isinstance(opened.terms, BurnoutTerms):
        play = "best"  # it is dealt with no other
    return FastTable(open_for_stakes(opened), boxes, play)


@pytest.mark.parametrize(("seed", "rounds"), [(0, 200), *(soak(n, 2_000) for n in range(50))])
def test_the_kernel_settles_what_any_table_settles(book: Rulebook, seed: int, rounds: int) -> None:
    random = Random(seed)
    fast = None
    while fast is None:
        fast = random_table(book, random)
    assert [*islice(differences(fast, rounds, seed), 3)] == []
