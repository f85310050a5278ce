"""Decks, stakes and who may place them, as the law prints them.

`printed/limits.tsv` is typed from the law texts alone:

    decks     numbers of decks that the paragraph allows, out of 1 to 8
    needs     what must lie at the box before the wager may
    takes     the only stakes there are
    most      the most that may be staked, beside a Blackjack wager of $10
    within    the limits that the house has posted
    before    when it must be placed
    optional  a round may be played without it
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotAllowed
from pitboss.money import Cents, parse_money
from pitboss.rulebook.load import load
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Game
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.table import Table
from pitboss.wagers.offer import check_stake
from tests.rounds.stack import Stacked, refused

BOOK = load()
PRINTED = Path(__file__).parent / "printed" / "limits.tsv"
TEN = 1_000


class Limit(NamedTuple):
    section: str
    paragraph: str
    rule: str
    what: str
    says: str

    @property
    def key(self) -> str:
        """The stake that it is about."""
        return "blackjack" if self.rule in GAMES else self.rule.partition("/")[2].partition("=")[0]

    @property
    def listed(self) -> list[str]:
        return self.says.split(", ")


GAMES = {game.id for game in BOOK.games}
OFFERED_AT = {
    "pennsylvania/buzzer-beater": "pennsylvania/hybrid-blackjack",
    "colorado/golden-21-poker": "colorado/golden-21-blackjack",
    "colorado/straight-jack": "colorado/straight-jack-blackjack",
    "colorado/straight-jack-progressive": "colorado/straight-jack-progressive-blackjack",
    "colorado/super-6": "colorado/3-card-shine",
    "south_dakota/trilux-bonus": "south_dakota/trilux-blackjack",
    "south_dakota/trilux-super-3": "south_dakota/trilux-blackjack",
}
"""Wagers of a game of their own; the others are offered at plain blackjack."""
AUTOMATED = House("pennsylvania", automated=True, wagers={"lucky-aces": Choice("Paytable A")})


def read_limits() -> list[Limit]:
    with PRINTED.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert tuple(header) == Limit._fields
    return [Limit._make(row) for row in rows]


LIMITS = read_limits()


def limits(what: str) -> pytest.MarkDecorator:
    rows = [limit for limit in LIMITS if limit.what == what]
    return pytest.mark.parametrize("limit", rows, ids=lambda row: f"{row.section}{row.paragraph}")


def game_of(limit: Limit) -> Game:
    jurisdiction = limit.rule.partition("/")[0]
    at = limit.rule if limit.rule in GAMES else f"{jurisdiction}/blackjack"
    return BOOK.game(OFFERED_AT.get(limit.rule, at))


def opened(limit: Limit, beside: Sequence[str] = (), decks: int | None = None) -> Open:
    """A house that offers the wager, and what it needs, with this many decks."""
    if limit.key == "lucky-aces":
        return open_house(BOOK, AUTOMATED)
    wanted = () if limit.rule in GAMES else (limit.rule.partition("/")[2], *beside)
    wagers = tuple(key for key in wanted if key != "blackjack")
    return file_house(BOOK, game_of(limit), Wish(decks=decks, wagers=wagers)).opened


def betting(house: Open) -> Table:
    table = Table(house, Stacked(parse_cards("9h 9c 8h 8c 7h 7c 6h 6c")), BOOK.digest)
    table.open_round()
    return table


def amount(house: Open, key: str) -> Cents:
    choice = house.house.wagers.get(key)
    return (choice.stake if choice else None) or TEN


def bet(table: Table, *keys: str) -> None:
    position = 1 if table.opened.procedure.positions(table.opened.play) else 0
    for key in keys:
        table.bet(1, "ann", key, amount(table.opened, key), position)


# ---- tests ---------------------------------------------------------------------------------


@limits("decks")
def test_decks(limit: Limit) -> None:
    def opens(decks: int) -> bool:
        try:
            return bool(opened(limit, decks=decks))
        except NotAllowed:
            return False

    assert [n for n in range(1, 9) if opens(n)] == [int(each) for each in limit.listed]


@limits("needs")
def test_needs(limit: Limit) -> None:
    house = opened(limit, limit.listed)
    for missing in limit.listed:
        table = betting(house)
        bet(table, *placeable(limit.listed, missing))
        assert "needs a stake on" in refused(lambda table=table: bet(table, limit.key))  # type: ignore[misc]
    table = betting(house)
    bet(table, *limit.listed, limit.key)
    assert limit.key in table.boxes[1].placed


def placeable(keys: Iterable[str], missing: str) -> list[str]:
    """What may lie there without one of them: nothing without the main wager."""
    return [] if missing == "blackjack" else [key for key in keys if key != missing]


@limits("takes")
def test_takes(limit: Limit) -> None:
    wager = BOOK.wager(limit.rule)

    def takes(dollars: int) -> bool:
        return any(allows(table, 100 * dollars) for table in wager.paytables)

    def allows(table: PayTable, cents: Cents) -> bool:
        try:
            check_stake(wager, table, cents)
        except NotAllowed:
            return False
        return True

    assert [n for n in range(1, 21) if takes(n)] == [parse_money(e) // 100 for e in limit.listed]


@limits("most")
def test_most(limit: Limit) -> None:
    times = int(limit.says.removesuffix(" x blackjack"))
    table = betting(opened(limit))
    table.bet(1, "ann", "blackjack", TEN)
    assert "at most" in refused(lambda: table.bet(1, "ann", limit.key, times * TEN + 1))
    table.bet(1, "ann", limit.key, times * TEN)


@limits("within")
def test_within_the_posted_limits(limit: Limit) -> None:
    house = opened(limit).house
    if limit.rule in GAMES:
        house = replace(house, least=500, most=5_000)
    else:
        posted = replace(house.wagers[limit.key], least=500, most=5_000)
        house = replace(house, least=500, wagers={**house.wagers, limit.key: posted})
    table = betting(open_house(BOOK, house))
    if limit.key != "blackjack":
        table.bet(1, "ann", "blackjack", TEN)
    for cents in (499, 5_001):
        assert "$5 to $50" in refused(lambda cents=cents: table.bet(1, "ann", limit.key, cents))  # type: ignore[misc]
    table.bet(1, "ann", limit.key, 500)


@limits("before")
def test_placed_before_the_deal_only(limit: Limit) -> None:
    table = betting(opened(limit))
    bet(table, "blackjack")
    if limit.key != "blackjack":
        trial = betting(opened(limit))
        bet(trial, "blackjack", limit.key)
        assert limit.key in trial.boxes[1].placed
    table.deal()
    assert "No more bets" in refused(lambda: table.bet(1, "ann", limit.key, TEN))


@limits("optional")
def test_optional(limit: Limit) -> None:
    table = betting(opened(limit))
    bet(table, table.opened.procedure.main)
    table.deal()
    assert limit.key not in table.boxes[1].placed


def test_every_limit_is_of_a_paragraph() -> None:
    path = PRINTED.with_name("paragraphs.tsv")
    known = {tuple(line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines()}
    assert [each for each in LIMITS if (each.section, each.paragraph) not in known] == []
