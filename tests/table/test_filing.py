"""What a house files for a wager: options, never silent defaults (reading G-13)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pitboss.errors import NotAllowed
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events import header_of
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.offers import side_wagers, with_defaults
from pitboss.table.houses.opening import open_house
from pitboss.table.log.replay import opened_by, replay, resume
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.table.floor import (
    NoTable,
    book,
    game_of,
    links,
    offered_with,
    place_bets,
    play_round,
    with_what_it_needs,
)
from tests.vault import MemoryVault

PA, CO = "58 Pa. Code § 633c", "1 CCR 207-1, 30-21"
FILED = {
    ("colorado/21-plus-3-progressive", "suit"): f"{CO}07",
    ("colorado/21-plus-3-progressive", "amount"): f"{CO}07",
    ("colorado/buffalo-2-21-plus-3-progressive", "suit"): f"{CO}13",
    ("colorado/buffalo-2-21-plus-3-progressive", "amount"): f"{CO}13",
    ("colorado/buffalo-3-21-plus-3-progressive", "suit"): f"{CO}14",
    ("colorado/buffalo-3-21-plus-3-progressive", "amount"): f"{CO}14",
    ("pennsylvania/jackpot-party", "envy"): f"{PA}.2(i)",
    ("pennsylvania/match-the-dealer", "stake"): f"{PA}.3(e), (j)",
    ("pennsylvania/super-4", "suit"): f"{PA}.6(a)(1)",
    ("pennsylvania/blazing-7s", "third-card"): f"{PA}.9(d)(4), (h)",
    ("pennsylvania/blackjack-match", "stake"): f"{PA}.10(e)",
    ("pennsylvania/blackjack-match-envy", "offered"): f"{PA}.10(h)(5)",
    ("pennsylvania/buster-bonus", "offered"): f"{PA}.13(i)",
    ("pennsylvania/must-hit-by", "qualifying-wager"): f"{PA}.14(c)(1)",
    ("pennsylvania/must-hit-by", "paid-from"): f"{PA}.14(c)(6)",
}
"""Every option that the law has the house file, and the clause."""


def test_every_option_that_must_be_filed_is_here() -> None:
    must = [(w.id, o.key) for w in book().wagers for o in w.options if o.required]
    assert sorted(must) == sorted(FILED)


@pytest.mark.parametrize(("named", "option"), FILED)
def test_g_13_a_house_that_leaves_one_open_is_refused(named: str, option: str) -> None:
    house, key = lawful_with(named), named.split("/")[1]
    says = f"{FILED[named, option]}: file {option!r} for {book().wager(named).name}: "
    with pytest.raises(NotAllowed, match=re.escape(says)):
        open_house(book(), without(house, key, option))


def lawful_with(named: str) -> House:
    """A house that may open with this wager, which filed all that it must."""
    jurisdiction, key = named.split("/")
    wager, random = book().wager(named), Random(named)
    games = [game for game in book().games if key in game.wagers]
    game = games[0] if games else game_of(f"{jurisdiction}/blackjack")
    for _ in range(200):
        decks = random.choice(game.decks)
        with suppress(NoTable, NotAllowed):
            choice = offered_with(wager, decks, random)
            wagers = with_what_it_needs(wager, choice, decks, random, frozenset({"blackjack"}))
            house = House(jurisdiction, game.key, decks=decks, least=100, wagers=wagers)
            open_house(book(), house)
            return house
    raise AssertionError(f"no house may offer {named}")


def without(house: House, wager: str, *options: str) -> House:
    """The house, of which these options of a wager are not filed."""
    choice = house.wagers[wager]
    left = {key: value for key, value in choice.choices.items() if key not in options}
    return replace(house, wagers={**house.wagers, wager: replace(choice, choices=left)})


def test_g_13_all_that_is_missing_is_said_at_once() -> None:
    wagers = {"blazing-7s": Choice("A", stake=100), "jackpot-party": Choice("P1", stake=500)}
    with pytest.raises(NotAllowed) as error:
        open_house(book(), House("pennsylvania", wagers=wagers))
    assert str(error.value) == (
        "58 Pa. Code § 633c.9(d)(4), (h) and 58 Pa. Code § 633c.2(i): file 'third-card' for "
        "Blazing 7's: The third card is the next card the player draws, or the dealer's upcard. "
        "It may be 'drawn card' or 'upcard'. File 'envy' for Jackpot Party: Whether envy bonuses "
        "are paid with a table that prints them. It may be 'offered' or 'not offered'."
    )


def test_a_lesson_files_the_default_and_says_so() -> None:
    filed = file_house(book(), game_of("pennsylvania/blackjack"), Wish(wagers=["super-4"]))
    assert filed.opened.house.wagers["super-4"].choices["suit"] == "diamonds"
    assert "Super 4: suit is 'diamonds'" in filed.notes


# -- logs from before options had to be filed ------------------------------------------------------


@pytest.fixture
def unfiled() -> House:
    """A house with the options of three wagers left open."""
    sides: Mapping[str, Choice] = {
        "jackpot-party": Choice("P1", stake=500),
        "super-4": Choice("Paytable 3, Option 1", stake=500, choices={"A-2": "suit and rank"}),
        "buster-blackjack": Choice("Six decks, Paytable A"),
        "buster-bonus": Choice("B1"),
    }
    return House("pennsylvania", least=100, wagers=sides)


def test_an_old_log_that_filed_no_option_verifies_and_is_resumed(unfiled: House) -> None:
    opened = replace(open_house(book(), with_defaults(book(), unfiled)), house=unfiled)
    vault, meters = MemoryVault(), links(with_defaults(book(), unfiled))
    table = Table(
        opened, SealedShoes(opened.delivery, Lesson(7), vault), book().digest, meters=meters
    )
    assert '"suit"' not in header_of(table.log).house
    for _ in range(5):
        play_round(table, Random(7))
    table.open_round()
    place_bets(table, Random(8))
    table.deal()
    assert verify(book(), table.log) == []
    assert replay(book(), table.log).log == table.log
    log, again = list(table.log), SealedShoes(opened.delivery, Lesson(7), vault)
    resumed = resume(book(), opened_by(book(), log), log, again, meters)
    assert resumed.opened.house == unfiled
    assert (resumed.rounds, resumed.asked.keys()) == (table.rounds, table.asked.keys())


def test_with_defaults_what_was_filed_stays(unfiled: House) -> None:
    spades = Choice("Paytable 3, Option 1", choices={"A-2": "suit and rank", "suit": "spades"})
    house = replace(unfiled, wagers={**unfiled.wagers, "super-4": spades})
    filed = with_defaults(book(), house)
    assert filed.wagers["super-4"] == spades
    assert filed.wagers["jackpot-party"].choices == {"envy": "not offered"}
    assert filed.wagers["buster-blackjack"] == house.wagers["buster-blackjack"]


@pytest.mark.parametrize(
    ("game", "term", "value", "words"),
    [
        ("pennsylvania/hybrid-blackjack", "countdown", "4", r"must be 5 to 300, not 4: players"),
        (
            "pennsylvania/hybrid-blackjack",
            "countdown",
            "301",
            r"must be 5 to 300, not 301: players",
        ),
        ("colorado/ante-up-21", "hands_per_player", "0", r"must be 1 to 7, not 0: at least"),
        ("colorado/ante-up-21", "hands_per_player", "8", r"must be 1 to 7, not 8: at least"),
        ("colorado/ante-up-21", "boxes", "0", r"must be 1 to 7, not 0: at least"),
        ("colorado/buffalo-blackjack-bonus-3", "tip_limits", "$0", r"\$1 to \$500, not \$0: one"),
        ("colorado/buffalo-blackjack-bonus-3", "tip_limits", "$501", r"\$500, not \$501: one"),
        ("new_hampshire/blackjack", "further_antes_pay", "11 to 1", r"not 11 to 1: an ante"),
        ("new_hampshire/blackjack", "further_antes_pay", "1 to 2", r"not 1 to 2: an ante"),
        ("new_hampshire/blackjack", "further_antes_pay", "1 for 1", r"not 1 for 1: an ante"),
    ],
)
def test_a_number_that_is_filed_in_words_has_bounds_with_a_reason(
    game: str, term: str, value: str, words: str
) -> None:
    filed = file_house(book(), game_of(game), Wish()).opened.house
    house = replace(filed, terms={**filed.terms, term: value})
    with pytest.raises(NotAllowed, match=rf"{term} must be .*{words.removeprefix('must be ')}"):
        open_house(book(), house)
    open_house(book(), house, logged=True)  # the log of a house from before these bounds


def test_meters_get_no_more_than_the_stake() -> None:
    """A mystery that rides on Blazing 7s gets 2% of its stake beside what the house files."""
    wish = Wish(wagers=["blazing-7s", "must-hit-by"])
    house = file_house(book(), game_of("pennsylvania/blackjack"), wish).opened.house
    part = {"meter": Fraction(49, 50)}
    wagers = {**house.wagers, "blazing-7s": replace(house.wagers["blazing-7s"], rates=part)}
    open_house(book(), replace(house, wagers=wagers))
    part["meter"] = Fraction(99, 100)
    with pytest.raises(NotAllowed, match="up to 100% of each stake together, not 101%"):
        open_house(book(), replace(house, wagers=wagers))


@pytest.mark.parametrize(
    ("game", "only"),
    [
        ("colorado/golden-21-blackjack", {"golden-21-poker"}),  # 30-2108(1), (2)
        ("colorado/3-card-shine", {"pair-xxx", "super-6"}),  # 30-1099.52(4)
        ("colorado/blackjack-switch", {"super-match", "buster-blackjack"}),  # 30-2105(1), (2)
        ("pennsylvania/hybrid-blackjack", {"buzzer-beater"}),  # § 633c.5(k), (m)
    ],
)
def test_a_game_that_names_its_wagers_lists_no_others(game: str, only: set[str]) -> None:
    assert {wager.key for wager in side_wagers(book(), book().game(game))} == only
    assert len(side_wagers(book(), book().game("colorado/blackjack"))) == 20
