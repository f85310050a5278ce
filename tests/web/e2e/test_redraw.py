"""A message changes what is new on a page: what somebody holds, reads or watches stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.web.e2e.house import House, filed, opened, plain
from tests.web.e2e.visitor import SEAT, Visitor

TABLE, OTHER = "pa-blackjack", "pit-2"
REPLACED = f"""() => {{
  const seen = new MutationObserver(() => {{}});
  seen.observe({SEAT}, {{ childList: true, subtree: true }});
  {SEAT}.take(JSON.parse(JSON.stringify({SEAT}.view)));
  return seen.takeRecords().flatMap((each) => [...each.addedNodes, ...each.removedNodes]).length;
}}"""
"""How many nodes come or go with a message that says nothing new."""
MOVING = f"""() => {{
  const moving = () => {SEAT}.felt.getAnimations({{ subtree: true }});
  const view = JSON.parse(JSON.stringify({SEAT}.view));
  view.dealer.cards.push("5h");
  {SEAT}.take(view);
  const before = moving();
  {SEAT}.take(JSON.parse(JSON.stringify(view)));
  return [before.length, moving().filter((each) => !before.includes(each)).length];
}}"""
"""How many cards move when one is dealt, and how many begin anew with the next message."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A table for each test."""
    tables = filed(TABLE, plain), filed(TABLE, plain, table=OTHER)
    with opened(tmp_path_factory.mktemp("redraw"), *tables) as made:
        yield made


def test_nothing_new_changes_nothing(house: House, visit: Callable[..., Visitor]) -> None:
    ann = visit(house)
    ann.as_guest("Ann").sit(TABLE, 3)
    assert ann.page.evaluate(REPLACED) == 0
    ann.bet(3, {"blackjack": 2_500, "royal-match-21": 500})
    assert ann.page.evaluate(REPLACED) == 0
    ann.act("deal")
    ann.asked_or_over()
    ann.page.emulate_media(reduced_motion="no-preference")
    assert ann.page.evaluate(REPLACED) == 0
    moving, anew = ann.page.evaluate(MOVING)
    assert moving > 0
    assert anew == 0


def test_focus_stays_where_it_is(house: House, visit: Callable[..., Visitor]) -> None:
    """Also when somebody else sits down; a button that goes does not hand it to the next."""
    ann = visit(house).as_guest("Cleo").sit(OTHER, 3)
    spot = ann.spot(3, "royal-match-21").element_handle()
    spot.focus()
    visit(house).as_guest("Bob").sit(OTHER, 5)
    ann.page.wait_for_selector('[aria-label="Box 5, Bob"]')
    assert spot.evaluate("(spot) => spot === document.activeElement")
    ann.page.locator('[data-key="chip-2500"]').click()
    ann.spot(3, "blackjack").click()
    ann.page.locator('[data-key="act-place"]').focus()
    ann.page.keyboard.press("Enter")
    ann.phase("betting")
    assert ann.page.evaluate("document.activeElement.closest('.act')") is None
