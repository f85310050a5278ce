"""Every order of a shoe can come, and players may add to it what the house cannot know."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import factorial
from random import Random

import pytest

from pitboss.cards import DECK, Card, Shoe
from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.table.cards.seeds import System, commitment, is_fair, mixed, shuffled
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import RoundEnded
from pitboss.table.events.shoes import CardDealt, ShoeMixed, ShoeOpened, ShoeSealed
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.replay import opened_by, resume
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.table.floor import book, header, place_bets, step_on
from tests.vault import MemoryVault

NH, PA = House("new_hampshire"), House("pennsylvania")
SALT = "-" + "0" * 32
FIVE = Shoe(tuple(int(card.index >= 47) for card in DECK))


def table_of(house: House, vault: MemoryVault | None = None) -> Table:
    opened = open_house(book(), house)
    return Table(opened, SealedShoes(opened.delivery, System(), vault), book().digest)


def play_on(table: Table) -> None:
    place_bets(table, Random(1))
    table.deal()
    while table.in_play:
        step_on(table, Random(2))


# -- every order -----------------------------------------------------------------------------------


@pytest.mark.parametrize("added", ["", "5eed"])
def test_each_order_comes_from_exactly_one_number(added: str) -> None:
    """Five cards, 120 numbers, with and without what players have added."""
    orders = [tuple(shuffled(f"n{n:x}{SALT}", FIVE, added)) for n in range(factorial(5))]
    assert Counter(orders) == Counter(permutations(orders[0]))


@pytest.mark.usefixtures("new_shoes")
def test_a_seed_of_the_system_names_one_of_all_orders() -> None:
    """Eight decks: far more than 256 bits, and never beyond the last order."""
    seeds = [System().seed_for(1, 416) for _ in range(50)]
    numbers = [int(seed[1:].partition("-")[0], 16) for seed in seeds]
    assert all(number < factorial(416) for number in numbers)
    assert max(numbers).bit_length() > 3_000
    assert len({seed.partition("-")[2] for seed in seeds}) == 50
    assert all(is_fair(seed, 416) for seed in seeds)
    assert not is_fair(f"n{factorial(5):x}{SALT}", 5)
    assert is_fair(f"n{factorial(5) - 1:x}{SALT}", 5)
    assert not is_fair("0" * 64, 416)


def test_the_order_can_be_worked_out_by_hand() -> None:
    """100 mod 5 = 0, 20 mod 4 = 0, 5 mod 3 = 2, 1 mod 2 = 1: c and e are swapped, then d and c."""
    pack = [card for card, n in zip(DECK, FIVE.counts, strict=True) for _ in range(n)]
    a, b, c, d, e = pack
    assert tuple(shuffled(f"n{100:x}{SALT}", FIVE)) == (a, b, e, c, d)


# -- words of the players --------------------------------------------------------------------------


@pytest.mark.parametrize("house", [NH, PA])
def test_words_of_players_decide_the_order_with_the_committed_seed(house: House) -> None:
    table = table_of(house)
    table.open_round()
    table.mix("ann", "my lucky day")
    table.mix("bob", "7")
    one = hashlib.sha256(b" my lucky day").hexdigest()
    both = hashlib.sha256(f"{one} 7".encode()).hexdigest()
    assert [each.mixed for each in table.log if isinstance(each, ShoeMixed)] == [one, both]
    play_on(table)
    table.close()
    (sealed,) = [each for each in table.log if isinstance(each, ShoeSealed)]
    (opened,) = [each for each in table.log if isinstance(each, ShoeOpened)]
    assert commitment(opened.seed) == sealed.commit
    whole = Shoe.of(6)
    order = tuple(shuffled(opened.seed, whole))
    moved = tuple(shuffled(opened.seed, whole, both))
    cut = 156 if house is NH else 0  # in the middle, by the dealer
    came = [each.card for each in table.log if isinstance(each, CardDealt)]
    assert came == [*moved[cut:], *moved[:cut]][: len(came)]
    assert came != [*order[cut:], *order[:cut]][: len(came)]
    assert verify(book(), table.log) == []


def test_words_are_added_once_and_before_the_cut() -> None:
    table = table_of(NH)
    with pytest.raises(NotAllowed, match="before the deal"):
        table.mix("ann", "early")
    table.open_round()
    for words in ("", "x" * 65, "a\nb"):
        with pytest.raises(NotAllowed, match="1 to 64 printable characters"):
            table.mix("ann", words)
    table.mix("ann", "x" * 64)
    with pytest.raises(NotAllowed, match="ann has already added words to shoe 1"):
        table.mix("ann", "again")
    table.cut("ann", 100)
    with pytest.raises(NotAllowed, match="before it is cut or dealt from"):
        table.mix("bob", "late")
    play_on(table)
    table.open_round()
    with pytest.raises(NotAllowed, match="before it is cut or dealt from"):
        table.mix("bob", "later")


def test_a_table_resumes_in_the_order_that_players_made() -> None:
    vault = MemoryVault()
    table = table_of(PA, vault)
    table.open_round()
    table.mix("ann", "my lucky day")
    play_on(table)
    table.open_round()
    place_bets(table, Random(1))
    again = resume(book(), opened_by(book(), table.log), table.log, table_of(PA, vault).shoes, {})  # type: ignore[arg-type]
    for each in (table, again):
        each.deal()
    assert cards(again.log)[-3:] == cards(table.log)[-3:]
    assert again.decks.mixed == table.decks.mixed == mixed("", "my lucky day")


def cards(events: list[Event]) -> list[Card | None]:
    return [each.card for each in events if isinstance(each, CardDealt)]


def test_words_that_were_changed_in_the_log_are_found() -> None:
    table = table_of(PA)
    table.open_round()
    table.mix("ann", "my lucky day")
    play_on(table)
    table.close()
    at = next(n for n, each in enumerate(table.log) if isinstance(each, ShoeMixed))
    said = table.log[at]
    assert isinstance(said, ShoeMixed)
    for other in (replace(said, words="yours"), replace(said, mixed="0" * 64)):
        log = [*table.log[:at], other, *table.log[at + 1 :]]
        assert verify(book(), log)[0].line == at + 1
    late = [*table.log[:at], *table.log[at + 1 :]]
    ends = next(n for n, each in enumerate(late) if isinstance(each, RoundEnded))
    late.insert(ends, said)
    assert "words for a new shoe" in " ".join(each.expected for each in verify(book(), late))


def test_a_log_of_the_system_has_no_seed_of_few_bits() -> None:
    """A house that draws from fewer orders than there are is found when the shoe is opened."""

    class Few(System):
        def seed_for(self, number: int, cards: int) -> str:
            return "5eed" * 16

    opened = open_house(book(), PA)
    for version, expected in ((2, []), (3, ["a seed drawn from all orders of the shoe"])):
        shoes = SealedShoes(opened.delivery, Few())
        table = Table(opened, shoes, book().digest, header=header(opened, version))
        table.open_round()
        play_on(table)
        table.close()
        assert [each.expected for each in verify(book(), table.log)] == expected
