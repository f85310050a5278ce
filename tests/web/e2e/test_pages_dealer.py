"""The dealer's console: what went wrong, what lies on the layout, what is already in the rack."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.e2e.house import PEOPLE, Cards, House, filed, plain
from tests.web.e2e.pages import faults
from tests.web.e2e.scene import Person
from tests.web.e2e.visitor import PHONE, Visitor

TABLE = "pa-blackjack-dealer"
FOCUS = "document.activeElement.dataset.key ?? document.activeElement.id"
Visit = Callable[..., Visitor]


def nothing_made(cards: Cards) -> bool:
    """A box with something to decide, whose two cards and the dealer's win no Jackpot Party."""
    four = cards[:4]
    return (
        plain(cards)
        and points_to_decide(cards)
        and len({card.rank for card in four}) == 4
        and len({str(card)[-1] in "hd" for card in four}) == 2
    )


def points_to_decide(cards: Cards) -> bool:
    return all(card.rank.symbol in "8K" for card in cards[0:3:2])


@pytest.fixture
def locking(open_house: Callable[..., House]) -> House:
    """Ann at box 1 of a table with a dealer, who has called no more bets."""
    made = open_house(filed(TABLE, nothing_made), filed("pa-blackjack"))
    ann, dana = Person(made, "Ann"), Person(made, PEOPLE["dealer"], "dealer")
    ann.do(TABLE, "sit", box=1)
    dana.do(TABLE, "open_round")
    ann.bet(TABLE, 1, blackjack=1_000, royal_match_21=100, jackpot_party=500)
    dana.do(TABLE, "deal")
    ann.client.close()
    dana.client.close()
    return made


@pytest.fixture
def house(locking: House) -> House:
    """The same; the chips are racked, the cards are dealt, and she is asked."""
    dana = Person(locking, PEOPLE["dealer"], "dealer")
    dana.do(TABLE, "press", step="lock")
    view = dana.do(TABLE, "press", step="count", chips=1)
    while "go" in view["may"]:
        view = dana.do(TABLE, "go")
    dana.client.close()
    return locking


def test_633c_2_f_the_dealer_locks_the_wagers_and_counts_the_chips(
    locking: House, visit: Visit
) -> None:
    page = visit(locking).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.get_by_role("button", name="Lock the progressive wagers").click()
    page.get_by_role("button", name="Count the chips").click()
    page.get_by_label("Chips counted").first.fill("2")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("2 chips counted, 1 wager accepted on Jackpot Party.").wait_for()
    flora = visit(locking).as_staff(PEOPLE["floor"]).turn(f"dealer/{TABLE}")
    flora.get_by_role("button", name="Resolve the difference").click()
    flora.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Next card").wait_for()
    assert [*faults(page)] == []


def test_space_goes_on_after_an_irregularity(house: House, visit: Visit) -> None:
    """58 Pa. Code § 633a.14: the exposed card is drawn, and lies there for all to see."""
    dana = visit(house).as_staff(PEOPLE["dealer"])
    ann = visit(house, PHONE).as_guest("Bob")
    ann.turn(f"table/{TABLE}").wait_for_selector("pit-felt svg")
    page = dana.turn(f"dealer/{TABLE}")
    page.locator('[data-key="irr-exposed card"]').click()
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_selector('[data-key="step"]')
    page.wait_for_function(f"{FOCUS} === 'step'")
    page.locator('[data-key="irr-exposed card"]').focus()
    page.keyboard.press(" ")
    lies = page.locator(".exposed")
    lies.get_by_text("in nobody's hand").wait_for()
    assert page.locator("dialog").count() == 0
    [card] = [each for place, each in ann.faces.items() if place.startswith("exposed")]
    assert lies.locator("[data-face]").get_attribute("data-face") == card
    assert "Exposed, in nobody's hand: " in (lies.get_attribute("aria-label") or "")
    assert [*faults(page)] == []


def test_keys_work_from_any_button(house: House, visit: Visit) -> None:
    dana = visit(house).as_staff(PEOPLE["dealer"])
    page = dana.turn(f"dealer/{TABLE}")
    page.locator('[data-key="irr-harmless error"]').focus()
    page.keyboard.press("f")
    page.get_by_role("heading", name="Call the floor").wait_for()
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUS) == "irr-harmless error"


def test_what_was_collected_before_the_deal_is_not_taken_again(house: House, visit: Visit) -> None:
    page = visit(house).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.locator(".tp ol li").nth(1).wait_for()
    rows = [" ".join(each.split()) for each in page.locator(".tp ol li").all_inner_texts()]
    for row, (wager, does) in zip(
        rows,
        (
            ("Royal Match 21", "take $1 to the rack"),
            ("Jackpot Party", "nothing to take already in the rack"),
        ),
        strict=True,
    ):
        assert re.fullmatch(rf"1 {wager} .+\. Needed: .+\. {re.escape(does)}", row), row
    assert page.locator(".dsum").all_text_contents() == ["$10"]


def test_a_dealer_deals_where_there_is_one_and_closed_tables_are_not_counted(
    house: House, visit: Visit
) -> None:
    flora = Person(house, PEOPLE["floor"], "floor")
    flora.do("pa-blackjack", "close")
    flora.client.close()
    page = visit(house).as_staff(PEOPLE["dealer"]).turn("floor")
    page.get_by_text("1 of 1 table open").wait_for()
    assert sorted(page.locator(".tcard .go").all_inner_texts()) == ["Closed", "Deal"]
    flora = Person(house, PEOPLE["floor"], "floor")
    flora.do("pa-blackjack", "open")
    flora.client.close()
    page.get_by_text("2 of 2 tables open").wait_for()
    assert sorted(page.locator(".tcard .go").all_inner_texts()) == ["Deal", "Watch"]
