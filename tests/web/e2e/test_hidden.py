"""A hole card is nowhere in the page before it is turned."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from pitboss.cards import Card, Shoe
from pitboss.table.cards.seeds import Lesson, shuffled
from pitboss.table.events.shoes import CardDealt
from tests.soak import soak_only
from tests.web.e2e.house import PEOPLE, Cards, filed, first_shoe, plain
from tests.web.e2e.visitor import Visitor

MANY = 12
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANKS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
EVERYTHING = """() => JSON.stringify([
  document.querySelector('pit-table-page, pit-dealer-page').view,
  { ...localStorage }, { ...sessionStorage }, document.cookie, document.title,
  [...document.querySelectorAll('*')].flatMap((each) =>
    [each.textContent, each.value ?? '', ...[...each.attributes].map((one) => one.value)])])"""


def of_one_kind(cards: Cards) -> bool:
    """No card twice among the first, so that each can be told from all others."""
    return plain(cards) and len({str(card) for card in cards[:MANY]}) == MANY


def traces(who: Visitor) -> str:
    """Whatever this browser has been told, and whatever its page holds."""
    bodies = [each.text() for each in who.answers if "/api/v1/tables/" in each.url]
    return "\n".join([*who.frames, *bodies, who.page.content(), who.page.evaluate(EVERYTHING)])


def known(who: Visitor, cards: Iterable[Card]) -> set[str]:
    """Those of some cards that can be found there, as `9h` or as the page says it."""
    text = traces(who)
    found = set()
    for card in map(str, cards):
        rank, suit = card[:-1], card[-1]
        said = f"{RANKS.get(rank, rank)} of {SUITS[suit]}"
        if re.search(rf"(?<!\w)({card}|{said})(?!\w)", text):
            found.add(card)
    return found


def test_no_card_is_in_a_page_before_it_is_turned(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """Neither the player nor a dealer nor one who looks on: by frame, answer, element or state."""
    table = "pa-blackjack"
    house = open_house(filed(table, of_one_kind))
    sealed = Lesson(first_shoe(6, of_one_kind)).seed_for(1)
    shoe = list(islice(shuffled(sealed, Shoe.of(6)), MANY + 1))
    first, up, second, hole = shoe[1:5]
    ann: Visitor = visit(house).as_guest("Ann").sit(table, 1)
    bob: Visitor = visit(house).as_guest("Bob")
    dana: Visitor = visit(house).as_staff(PEOPLE["dealer"])
    bob.go(f"table/{table}"), dana.go(f"dealer/{table}")
    ann.act("open")
    ann.phase("betting")
    ann.bet(1, {"blackjack": 2500})
    everybody = (ann, bob, dana)
    assert [known(who, shoe) for who in everybody] == [set()] * 3
    ann.act("deal")
    ask = ann.asked_or_over()
    for who in everybody:
        who.page.wait_for_selector(f'[aria-label="{said(up)}"]')
        assert known(who, shoe) == {str(first), str(up), str(second)}
        assert sealed not in traces(who)
    assert ann.faces["dealer.0.1"] == "??"
    ann.act("stand")
    ann.answered(ask["number"])
    ann.phase("idle")
    dealt = [e.card for e in house.events(table) if isinstance(e, CardDealt)][1:]
    for who in everybody:  # and now it can be found, so it would have been
        who.page.wait_for_selector(f'[aria-label="{said(hole)}"]')
        assert known(who, shoe) == {str(card) for card in dealt}
        assert sealed not in traces(who)


def said(card: Card) -> str:
    text = str(card)
    return f"{RANKS.get(text[:-1], text[:-1])} of {SUITS[text[-1]]}"


@soak_only("tests/server/test_hidden.py::test_a_hidden_card_is_never_on_the_wire")
def test_no_cards_of_others_are_in_a_page_before_they_are_shown(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """At Pai Jack each player holds five cards that nobody else sees."""
    table, main = "co-pai-jack", "pai-jack-bet"
    house = open_house(filed(table))
    ann: Visitor = visit(house).as_guest("Ann").sit(table, 1, main)
    bob: Visitor = visit(house).as_guest("Bob").sit(table, 2, main)
    ann.act("open")
    for box, who in enumerate((ann, bob), 1):
        who.phase("betting")
        who.bet(box, {main: 2500})
    bob.act("deal")  # the last to bet
    ann.page.wait_for_function("() => document.querySelector('pit-table-page').ask")
    bob.page.wait_for_function(
        "() => document.querySelector('pit-table-page').view.phase === 'playing'"
    )
    for who in (ann, bob):
        cards = "[...document.querySelectorAll('pit-felt [data-card]')]"
        players = f"{cards}.filter((each) => /^[12]\\./.test(each.dataset.card))"
        who.page.wait_for_function(f"() => {players}.length === 10")
    hands: dict[str, set[str]] = {}
    for event in house.events(table):
        if isinstance(event, CardDealt):
            hands.setdefault(event.to, set()).add(str(event.card))
    all_cards = [Card.parse(card) for cards in hands.values() for card in cards]
    assert {name: len(cards) for name, cards in hands.items()} == {
        "burn": 1,
        "box 1": 5,
        "box 2": 5,
        "dealer": 5,
    }
    assert known(ann, all_cards) == hands["box 1"]
    assert known(bob, all_cards) == hands["box 2"]
    assert [face for place, face in bob.faces.items() if place.startswith("1.")] == ["??"] * 5
