"""The solver of Pai Jack against the table and against a plain enumeration (30-2112)."""

from __future__ import annotations

from copy import copy
from dataclasses import fields
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

import pitboss
from pitboss.cards import DECK, Card, Shoe, parse_cards, show_cards
from pitboss.games.pai_jack import PaiJackTerms
from pitboss.games.terms import Terms
from pitboss.money import Odds
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.pai_jack import READ, PaiJackStrategy
from pitboss.solvers.player import pai_jack_answer
from pitboss.solvers.strategy_request import AskedGame
from tests.agreement.played import STAKE, every_round, opened_with, sampled_net, sure
from tests.agreement.test_referee_by_hand import is_pai_jack as has_pai_jack
from tests.agreement.test_referee_by_hand import settings
from tests.counts.referee import read
from tests.soak import soak, soak_only

CHOICES: dict[str, tuple[Any, ...]] = {
    "foul": ("reset", "loses", "house way"),
    "foul_found": ("as it is set", "when hands are examined"),
    "high_hand_over_21": ("foul", "bust"),
    "pai_jack_is": ("paid at once", "push"),
    "need_not_announce": (True, False),
    "house_way": ("legal settings only", "greatest high hand"),
    "low_ace_drops": (True, False),
    "help": ("offered", "not offered"),
    "natural_pays": (Odds.parse("3 to 2"), Odds.parse("1 to 1"), Odds.parse("6 to 5")),
    "wins_pay": (Odds.parse("1 to 1"), Odds.parse("19 to 20")),
}


def solved(book: Rulebook, terms: Terms, shoe: Shoe) -> PaiJackStrategy:
    return PaiJackStrategy(AskedGame(book.game("colorado/pai-jack"), terms, shoe))


def test_only_the_terms_that_are_named_decide_a_figure(book: Rulebook) -> None:
    """All others may be anything."""
    terms = opened_with(book, "pai-jack").terms
    assert isinstance(terms, PaiJackTerms)
    cards = Shoe.parse("0d + As 2s 3s 5s 6s 8s 9s 10s Js Qs Ks")
    blind = copy(terms)
    for each in fields(terms):
        if each.name not in READ:
            object.__setattr__(blind, each.name, None)
    assert solved(book, blind, cards).expectation == solved(book, terms, cards).expectation


LIGHT = (0, 4, 5, 6, 7, 15)
"""Together they have every choice, and every fate of a foul whenever it is found."""


@pytest.mark.parametrize("seed", [n if n in LIGHT else soak(n) for n in range(60)])
def test_the_solved_settings_net_at_the_table_what_the_solver_says(
    book: Rulebook, seed: int
) -> None:
    """Ten cards at random under terms at random: every deal."""
    random = Random(seed)
    chosen: dict[str, Any] = {key: random.choice(values) for key, values in CHOICES.items()}
    opened = opened_with(book, "pai-jack", burn="none", **chosen)
    low = [card for card in DECK if card.points < 7]
    cards = [*random.sample(low, 6), *random.sample([c for c in DECK if c not in low], 4)]
    shoe = Shoe.parse(f"0d + {show_cards(cards)}")
    made = solved(book, opened.terms, shoe)
    stakes = {"pai-jack-bet": STAKE}
    every = every_round(opened, shoe, stakes, sure(pai_jack_answer(made)), (5, 5))
    assert every.net == made.expectation
    assert every.hit_frequency == made.hit_frequency


def test_the_search_of_every_setting_finds_the_same() -> None:
    """Every deal and every answer at the table, kept in tests/counts/referee.tsv."""
    (search,) = [each for each in read() if each.house.game == "pai-jack"]
    made = pitboss.strategy("pai-jack", shoe=f"0d + {search.cards}", terms={"foul": "loses"})
    assert made.expectation == search.best


def net_of(mine: tuple[int, int], theirs: tuple[int, int] | None) -> int:
    """(11)(a)-(f), (h)."""
    if theirs is None:
        return 0
    won = sum((a > b) - (a < b) for a, b in zip(mine, theirs, strict=True))
    return (won > 0) - (won < 0)


@pytest.mark.parametrize("found", ["as it is set", "when hands are examined"])
def test_a_plain_enumeration_finds_the_same_and_what_the_house_way_costs(found: str) -> None:
    """Eleven cards, so that the dealer's hand is not known from the player's; a foul that is found
    late (reading B-52) is set again once it is.
    """
    cards = parse_cards("As Ks 10d 9s 9h 8d 6c 5s 4h 3c 2d")
    best, plain, deals = Fraction(0), Fraction(0), 0
    for mine in combinations(cards, 5):
        theirs: list[tuple[Card, ...]] = [*combinations([c for c in cards if c not in mine], 5)]
        deals += len(theirs)
        if has_pai_jack(mine):
            best += Fraction(3, 2) * len(theirs)
            plain += Fraction(3, 2) * len(theirs)
            continue
        lost = sum(map(has_pai_jack, theirs))
        met = [max(settings(each), default=None) for each in theirs if not has_pai_jack(each)]
        may = settings(mine)
        if not may:
            nets = [-sum(each is not None for each in met)]
            as_house = nets[0]
        else:
            nets = [sum(net_of(way, each) for each in met) for way in may]
            as_house = sum(net_of(max(may), each) for each in met)
            if found == "when hands are examined" and len(may) < 10:  # some setting is a foul
                nets.append(sum(max(net_of(way, each) for way in may) for each in met))
        best += max(nets) - lost
        plain += as_house - lost
    pack, readings = f"0d + {show_cards(cards)}", {"B-52": found}
    made = pitboss.strategy("pai-jack", shoe=pack, readings=readings)
    assert isinstance(made, PaiJackStrategy)
    assert (made.expectation, made.by_house_way) == (best / deals, plain / deals)
    assert made.by_house_way < made.expectation


@soak_only("test_the_solved_settings_net_at_the_table_what_the_solver_says")
@pytest.mark.parametrize("rounds", [20_000])
def test_a_sample_of_rounds_at_the_table_is_within_its_error(book: Rulebook, rounds: int) -> None:
    opened = opened_with(book, "pai-jack")
    made = solved(book, opened.terms, opened.terms.pack)
    stakes = {"pai-jack-bet": STAKE}
    mean, error = sampled_net(opened, made.shoe, stakes, sure(pai_jack_answer(made)), rounds)
    assert abs(mean - float(made.expectation)) < 4 * error
    assert error == pytest.approx(made.standard_deviation / rounds**0.5, rel=0.15)
