"""Games in the PAR explorer: the grid, the value of each choice, and options that redraw it."""

from __future__ import annotations

from collections.abc import Callable

import pitboss
from tests.web.e2e.house import House
from tests.web.e2e.pages import faults
from tests.web.e2e.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_click_on_a_cell_shows_what_each_choice_is_worth(house: House, visit: Visit) -> None:
    page = visit(house).turn("par/pennsylvania/blackjack")
    made = pitboss.strategy("pennsylvania/blackjack")
    cell = page.get_by_role("button", name="6 10 against 10: surrender")
    cell.wait_for(timeout=120_000)  # the first use on a machine compiles
    assert page.get_by_text(f"{-made.expectation:.4%}").count() == 1
    assert [*faults(page)] == []
    page.locator(".advice").last.click()  # far below: what it is worth is said beside it
    place = page.locator(".worth").bounding_box()
    assert place
    assert 0 <= place["y"] < page.evaluate("innerHeight") / 2
    cell.click()
    rows = page.locator(".worth tbody tr").all_inner_texts()
    words = [row.split()[0] for row in rows]
    values = made.choices("6 10", "10")
    assert words == sorted(values, key=lambda word: -values[word])
    assert "−0.534676" in rows[words.index("hit")]
    ways = page.locator('[data-key^="surrender-"]')
    words = ways.all_inner_texts()
    page.locator('[data-key="surrender-none"]').click()
    page.get_by_role("button", name="6 10 against 10: hit").wait_for(timeout=60_000)
    assert page.get_by_text("0.4029%").count() == 1
    assert "term=surrender%3Anone" in page.url
    assert ways.all_inner_texts() == words  # in the same order


def test_a_game_that_is_refused_says_so(house: House, visit: Visit) -> None:
    someone = visit(house)
    page = someone.turn("par/pennsylvania/hybrid-blackjack?term=split_hands:5")
    page.get_by_role("alert").get_by_text("split_hands must be '2', '3' or '4', not '5'").wait_for(
        timeout=60_000
    )
    (refused,) = someone.wrong  # the browser's own line about it
    assert "409" in refused
    someone.wrong.clear()
    page.get_by_label("Wager or game").select_option("pennsylvania/perfect-pairs")
    page.get_by_role("heading", name="Perfect Pairs", level=1).wait_for(timeout=60_000)


def test_the_explorer_opens_with_the_wager_that_the_laws_print_most_often(
    house: House, visit: Callable[..., Visitor]
) -> None:
    page = visit(house).go("par")
    page.get_by_role("heading", name="21+3", exact=True).wait_for()
    assert "#/par/colorado/21-plus-3?" in page.url
