"""Other ways to play: a phone, and no mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.soak import soak_only
from tests.web.e2e.house import House, filed, opened, plain
from tests.web.e2e.visitor import PHONE, SEAT, Visitor

TABLE, OTHER = "pa-blackjack", "pit-2"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A table for each test."""
    tables = filed(TABLE, plain), filed(TABLE, plain, table=OTHER), filed("co-pai-jack")
    with opened(tmp_path_factory.mktemp("ways"), *tables) as made:
        yield made


def test_a_round_on_a_phone(house: House, visit: Callable[..., Any]) -> None:
    """390 by 844, by touch: nothing scrolls sideways, and what is pressed is 44 pixels or more."""
    ann: Visitor = visit(house, PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = ann.as_guest("Ann").go("floor")
    fits(ann)
    page.locator(f'a[href="#/table/{TABLE}"]').tap()
    page.wait_for_selector("pit-table-page.narrow")
    front = page.locator(".spot.main.can").first
    front.tap()
    page.wait_for_selector("pit-tray[data-open]")
    box = ann.view["you"]["boxes"][0]
    fits(ann)
    for wager in ("blackjack", "royal-match-21"):
        page.locator('[data-key="chip-2500"]').tap()
        ann.spot(box, wager).tap()
    page.locator('[data-key="act-deal"]').tap()
    ask = ann.asked_or_over()
    fits(ann)
    page.locator('[data-key="act-stand"]').tap()
    ann.answered(ask["number"])
    ann.phase("idle")
    fits(ann)
    page.locator('[data-key="peek"]').tap()
    assert [line.split(" ")[0] for line in ann.story[:2]] == ["Royal", "Blackjack"]
    balance = ann.view["you"]["balance"]
    assert f"${balance / 100:,.2f}" in page.inner_text(".bal")


SMALL = """() => [...document.querySelectorAll('main button, .rail button, .bar button, .bar a')]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, r]) => r.width && (r.width < 43.5 || r.height < 43.5))
  .map(([each, r]) => `${each.className} ${each.textContent.trim().slice(0, 20)}: `
    + `${Math.round(r.width)} x ${Math.round(r.height)}`)"""
OUTSIDE = """() => [...document.querySelectorAll('.rail button, pit-felt .spot.can, .setcard')]
  .filter((each) => each.checkVisibility())
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, r]) => r.width && (r.left < -1 || r.right > innerWidth + 1 || r.top < -1
    || r.bottom > innerHeight + 1))
  .map(([each]) => each.dataset.key ?? each.className)"""


def fits(who: Visitor) -> None:
    """The page is as wide as the screen, and everything to press is on it."""
    assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if who.page.locator("pit-table-page").count():
        assert who.page.evaluate(OUTSIDE) == []
        assert who.page.evaluate(SMALL) == []


@soak_only("tests/web/e2e/test_play.py::test_pai_jack_is_set_by_keys_and_by_dragging")
def test_pai_jack_is_set_on_a_phone(house: House, visit: Callable[..., Any]) -> None:
    """All five cards lie on the screen, and a tap moves one."""
    table = "co-pai-jack"
    ann: Visitor = visit(house, PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    ann.as_guest("Bea").go(f"table/{table}")
    ann.page.locator(".spot.main.can").first.tap()
    ann.page.wait_for_selector("pit-tray[data-open]")
    ann.bet(ann.view["you"]["boxes"][0], {"pai-jack-bet": 2500})
    ann.act("deal")
    ask = ann.asked_or_over()
    cards = ann.page.locator(".setcard")
    assert cards.count() == 5
    fits(ann)
    way = next(each["word"] for each in ask["may"] if not each.get("foul"))
    for card in way.split(" "):
        ann.page.locator(f'[data-key="card-{card}"]').tap()
    assert ann.page.locator(".setzone.low .setcard").count() == 2
    fits(ann)
    ann.page.locator('[data-key="act-set"]').tap()
    ann.answered(ask["number"])
    ann.phase("idle")


def test_a_round_by_keyboard_alone(house: House, visit: Callable[..., Any]) -> None:
    """From the first page on: Tab and Enter to a seat, arrows over the spots, letters to play."""
    ann: Visitor = visit(house)
    page, keys = ann.page, ann.page.keyboard
    page.goto(house.address)
    page.wait_for_selector(".tcard")
    tab_to(ann, 'a[href="#/login"]')
    keys.press("Enter")
    page.wait_for_selector("[name=guest]")
    tab_to(ann, "[name=guest]")
    keys.type("Cleo")
    keys.press("Enter")
    page.wait_for_selector("pit-login-page", state="detached")
    page.wait_for_selector(".tcard")
    tab_to(ann, f'a[href="#/table/{OTHER}"]')
    keys.press("Enter")
    page.wait_for_selector("pit-felt .spot.can")
    tab_to(ann, '[data-key="spot-4-blackjack"]')
    keys.press("Enter")
    page.wait_for_selector(".box.you")
    page.wait_for_selector("pit-tray[data-open]")
    keys.press("4")  # the $25 chip
    tab_to(ann, '[data-key="spot-4-blackjack"]')
    keys.press("Enter")
    keys.press("3")  # $5
    keys.press("ArrowDown")
    side = page.evaluate("document.activeElement.dataset.wager")
    assert side not in (None, "blackjack")
    keys.press("Enter")
    keys.press("Enter")
    keys.press("Backspace")
    laid = page.evaluate(f"{SEAT}.laying.boxes")
    assert laid == {"4": {"blackjack": 2500, side: 500}}
    keys.press("i")
    page.wait_for_selector("pit-paytable:not([hidden]) table")
    keys.press("Escape")
    assert page.is_hidden("pit-paytable")
    tab_to(ann, '[data-key="act-deal"]')
    assert page.inner_text('[data-key="act-deal"]').startswith("↵\nDeal $30")
    page.evaluate("document.activeElement.blur()")
    keys.press("Enter")  # with no focus it is the ↵ of the button that has one
    ask = ann.asked_or_over()
    assert "Your turn" in page.inner_text("#say-assertive")
    keys.press("s")
    ann.answered(ask["number"])
    ann.phase("idle")
    assert ann.story[-1].startswith("Blackjack")
    keys.press("?")
    page.wait_for_selector("dialog[open]")
    keys.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def tab_to(who: Visitor, selector: str) -> None:
    """Press Tab until something has the focus; it can then be seen to have it."""
    for _ in range(80):
        if who.page.evaluate("(s) => document.activeElement.matches(s)", selector):
            break
        who.page.keyboard.press("Tab")
    assert who.page.evaluate("(s) => document.activeElement.matches(s)", selector)
    assert who.page.evaluate("document.activeElement.matches(':focus-visible')")
