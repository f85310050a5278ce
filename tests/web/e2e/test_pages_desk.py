"""The floor supervisor's desk: tables that close, tables that wait to be decided, their logs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from pitboss.log import parse_log
from pitboss.table.replay import verify
from tests.web.e2e import house as houses
from tests.web.e2e.house import PASSWORD, PEOPLE, House, filed, law, plain
from tests.web.e2e.scene import Person
from tests.web.e2e.visitor import PHONE, Visitor

TABLE, OTHER = "pa-blackjack", "pa-blackjack-dealer"
NAME = "Blackjack, Pennsylvania"
Visit = Callable[..., Visitor]


def sign(page: Page, password: str = PASSWORD, why: str = "pit 3 is rebuilt") -> None:
    """Say why, give the password and send."""
    dialog = page.locator("dialog")
    dialog.locator('[data-key="why"]').fill(why)
    dialog.locator('[data-key="password"]').fill(password)
    dialog.locator('[data-key="send"]').click()


def accessible(page: Page) -> None:
    """Nothing that axe-core finds, and no sideways scrolling."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def one_round(house: House) -> None:
    """Ann feeds the meter of the first table."""
    ann = Person(house, "Ann")
    ann.do(TABLE, "sit", box=1)
    ann.do(TABLE, "open_round")
    ann.bet(TABLE, 1, blackjack=2_500, jackpot_party=500)
    ann.do(TABLE, "deal")
    ann.stand(TABLE)
    ann.client.close()


def test_a_meter_goes_to_another_table_and_the_table_closes(
    open_house: Callable[..., House], visit: Visit
) -> None:
    house = open_house(filed(TABLE, plain), filed(OTHER))
    one_round(house)
    flora = visit(house).as_staff(PEOPLE["floor"])
    page = flora.turn("desk/tables")
    page.locator(f'[data-key="close-{TABLE}"]').click()
    dialog = page.locator("dialog")
    dialog.get_by_text("$50,000.80", exact=True).wait_for()
    accessible(page)
    dialog.locator('[data-key="send"]').click()
    dialog.get_by_text("Choose the table that Jackpot Party goes to.").wait_for()
    dialog.locator('[data-key="to-jackpot-party"]').select_option(OTHER)
    sign(page, "not the password")
    dialog.get_by_text("The password is wrong.").wait_for()
    assert [each for each in flora.wrong if "403" not in each] == []
    flora.wrong.clear()
    sign(page)
    dialog.wait_for(state="detached")
    row = page.locator("tr", has=page.get_by_role("rowheader", name=NAME, exact=True))
    row.get_by_text("closed").wait_for()
    meters = page.request.get("/api/v1/meters").json()["meters"]
    shows = {each["table"]: each["shows"] for each in meters}
    assert shows[OTHER] == 5_000_080  # the house takes back the seed that lay there
    page = flora.turn(f"desk/replay/{TABLE}")
    page.get_by_text("goes to pa-blackjack-dealer, by Flora: pit 3 is rebuilt").wait_for()


def test_a_log_of_a_closed_table_is_listed_replayed_and_verified(
    open_house: Callable[..., House], visit: Visit, tmp_path: Path
) -> None:
    house = open_house(filed("co-straight-jack-blackjack", plain))
    flora = Person(house, PEOPLE["floor"], "floor")
    flora.do("co-straight-jack-blackjack", "close")
    flora.client.close()
    otto = visit(house).as_staff(PEOPLE["auditor"])
    page = otto.turn("desk/logs/closed")
    page.get_by_text("1 log, the newest first").wait_for()
    accessible(page)
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download").click()
    assert coming.value.suggested_filename == "co-straight-jack-blackjack.log"
    kept = tmp_path / "kept.log"
    coming.value.save_as(kept)
    assert verify(law(), parse_log(kept.read_text())) == []
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("No log of this kind.").wait_for()
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_text("1 log, the newest first").wait_for()
    accessible(page)


@pytest.fixture
def changed(open_house: Callable[..., House]) -> House:
    """A house whose tables were dealt under another rulebook."""
    other = replace(law(), digest="0" * 64)
    with patch.object(houses, "law", lambda: other):
        house = open_house(filed(TABLE), filed(OTHER), filed("co-blackjack-burnout"))
    return house


def test_tables_that_wait_are_opened_again_or_closed(changed: House, visit: Visit) -> None:
    stranger = visit(changed).go("floor")
    stranger.get_by_text("3 tables are shut: the rules have changed").wait_for()
    flora = visit(changed).as_staff(PEOPLE["floor"])
    page = flora.turn("desk")
    page.get_by_role("heading", name="To decide 3").wait_for()
    page.get_by_role("link", name=NAME).click()
    page.get_by_role("heading", name="3 tables wait for a decision").wait_for()
    accessible(page)
    page.locator(f'[data-key="reopen-{TABLE}"]').click()
    sign(page, why="the rulebook of November")
    page.get_by_text(f"{NAME} is open again.").wait_for()
    page.locator('[data-key="close-co-blackjack-burnout"]').click()
    sign(page)
    page.get_by_text("Blackjack Burnout, Colorado is closed. Its log is kept.").wait_for()
    page.get_by_role("heading", name="1 table waits for a decision").wait_for()
    floor = page.request.get("/api/v1/floor").json()
    assert [each["name"] for each in floor["tables"] if each["state"] == "open"] == [NAME]
    assert [each["id"] for each in floor["waiting"]] == [OTHER]


def test_all_are_opened_again_at_once(changed: House, visit: Visit) -> None:
    flora = visit(changed).as_staff(PEOPLE["floor"])
    page = flora.turn("desk/tables")
    page.get_by_role("button", name="Open all 3 again").click()
    sign(page)
    page.get_by_text("3 tables are open again.").wait_for()
    assert page.locator(".waiting").count() == 0
    page = flora.turn("floor")
    page.get_by_text("3 of 3 tables open").wait_for()


def test_an_auditor_may_look_at_what_waits_and_not_decide(changed: House, visit: Visit) -> None:
    page = visit(changed).as_staff(PEOPLE["auditor"]).turn("desk/tables")
    page.get_by_role("heading", name="3 tables wait for a decision").wait_for()
    assert page.locator(".waiting button").count() == 0
    assert page.get_by_text("A floor supervisor decides. You may look.").count() == 3
