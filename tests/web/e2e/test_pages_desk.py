"""The floor supervisor's desk: tables that close, tables that wait to be decided, their logs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import SlipValidated
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.server.house import PASSWORD
from tests.soak import soak_only
from tests.web.e2e.house import PEOPLE, House, filed, law, plain, waiting
from tests.web.e2e.pages import faults
from tests.web.e2e.scene import Person, three_kings, three_kings_won
from tests.web.e2e.visitor import PHONE, Visitor

TABLE, OTHER = "pa-blackjack", "pa-blackjack-dealer"
NAME = "Blackjack, Pennsylvania"
Visit = Callable[..., Visitor]


def sign(page: Page, password: str = PASSWORD, why: str = "pit 3 is rebuilt") -> None:
    """Say why, give the password, have a second person sign where two must, and send."""
    dialog = page.locator("dialog")
    if dialog.locator('[data-key="witness"]').count():
        dialog.locator('[data-key="witness"]').fill(PEOPLE["auditor"])
        dialog.locator('[data-key="witness-password"]').fill(PASSWORD)
    dialog.locator('[data-key="why"]').fill(why)
    dialog.locator('[data-key="password"]').fill(password)
    dialog.locator('[data-key="send"]').click()


def one_round(house: House, table: str, **side: int) -> None:
    """Ann feeds the meter of a table."""
    ann = Person(house, "Ann")
    ann.do(table, "sit", box=1)
    ann.do(table, "open_round")
    ann.bet(table, 1, blackjack=2_500, **side)
    ann.do(table, "deal")
    ann.stand(table)
    ann.client.close()


def lose_one_answer(page: Page, to: str) -> list[str]:
    """What is posted there arrives and its first answer does not; the keys, as they are sent."""
    keys: list[str] = []

    def carry(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        answer = route.fetch()
        if len(keys) == 1:
            route.abort("connectionreset")
        else:
            route.fulfill(response=answer)

    page.route(to, carry)
    return keys


@soak_only("test_a_liability_goes_with_the_permission_that_the_law_asks_for")
def test_a_meter_goes_to_another_table_and_the_table_closes(
    open_house: Callable[..., House], visit: Visit
) -> None:
    house = open_house(filed(TABLE, plain), filed(OTHER))
    one_round(house, TABLE, jackpot_party=500)
    flora = visit(house).as_staff(PEOPLE["floor"])
    page = flora.turn("desk/tables")
    page.locator(f'[data-key="close-{TABLE}"]').click()
    dialog = page.locator("dialog")
    dialog.get_by_text("$50,000.80", exact=True).wait_for()
    assert [*faults(page)] == []
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
    meters = flora.get("meters")["meters"]
    shows = {each["table"]: each["shows"] for each in meters}
    assert shows[OTHER] == 5_000_080  # the house takes back the seed that lay there
    page = flora.turn(f"desk/replay/{TABLE}")
    page.get_by_text("over to pa-blackjack-dealer").wait_for()


def test_a_liability_goes_with_the_permission_that_the_law_asks_for(
    open_house: Callable[..., House], visit: Visit
) -> None:
    """1 CCR 207-1, 30-2110(15)(d): the Director or the Director's designee permits it."""
    table, wager = "co-straight-jack-progressive-blackjack", "straight-jack-progressive"
    house = open_house(filed(table, plain), filed(table, table="pit-2"))
    one_round(house, table, **{wager.replace("-", "_"): 100})
    flora = visit(house).as_staff(PEOPLE["floor"])
    page = flora.turn("desk/tables")
    page.locator(f'[data-key="close-{table}"]').click()
    dialog = page.locator("dialog")
    dialog.locator('[data-key="send"]').click()
    dialog.get_by_text("Choose the table that").wait_for()
    dialog.locator(f'[data-key="to-{wager}"]').select_option("pit-2")
    dialog.get_by_text("30-2110(15)(d)").wait_for()
    sign(page)
    dialog.get_by_text(
        "Say who permitted it: the law requires the permission of the Director"
    ).wait_for()
    dialog.get_by_label("Permission of the Director").fill("the Director, letter 26-114")
    assert [*faults(page)] == []
    keys = lose_one_answer(page, f"**/{table}/commands")
    sign(page)
    dialog.get_by_text("The server cannot be reached.").wait_for()
    sign(page)
    dialog.wait_for(state="detached")
    assert len(keys) == 2
    assert len({*keys}) == 1
    flora.lost_only()
    page = flora.turn(f"desk/replay/{table}")
    words = "with the permission of the Director, letter 26-114: pit 3 is rebuilt"
    page.get_by_text(words).wait_for()


def test_a_log_of_a_closed_table_is_listed_replayed_and_verified(
    open_house: Callable[..., House], visit: Visit, tmp_path: Path
) -> None:
    house = open_house(filed("co-straight-jack-blackjack", plain))
    flora = Person(house, PEOPLE["floor"], "floor")
    flora.do("co-straight-jack-blackjack", "close")
    flora.client.close()
    otto = visit(house).as_staff(PEOPLE["auditor"])
    page = otto.turn("desk/logs/closed")
    page.get_by_text("1 log, newest first").wait_for()
    assert [*faults(page)] == []
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download").click()
    assert coming.value.suggested_filename == "co-straight-jack-blackjack.log"
    kept = tmp_path / "kept.log"
    coming.value.save_as(kept)
    assert verify(law(), TABLE_LOG.parse_log(kept.read_text())) == []
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("No log of this kind.").wait_for()
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_text("1 log, newest first").wait_for()
    assert [*faults(page)] == []


def test_a_closed_table_opens_once_with_other_settings(
    open_house: Callable[..., House], visit: Visit
) -> None:
    house = open_house(filed("co-straight-jack-blackjack"))
    flora = Person(house, PEOPLE["floor"], "floor")
    flora.do("co-straight-jack-blackjack", "close")
    flora.client.close()
    looks = visit(house).as_staff(PEOPLE["floor"])
    page = looks.turn("desk/tables")
    page.get_by_role("button", name="Settings").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("Maximum stake, dollars").fill("600")
    assert [*faults(page)] == []
    keys = lose_one_answer(page, "**/house")
    dialog.locator('[data-key="file"]').click()
    dialog.get_by_text("The server cannot be reached.").wait_for()
    dialog.locator('[data-key="file"]').click()
    dialog.wait_for(state="detached")
    page.get_by_role("cell", name="$10 to $600").wait_for()
    assert keys == [keys[0]] * 2
    looks.lost_only()
    tables = looks.get("floor")["tables"]
    assert [each["most"] for each in tables if each["state"] == "open"] == [60_000]


def one_hand(table: Table) -> None:
    """Ann stands: a table that was never dealt at waits for nobody."""
    table.buy_in("Ann", 100_000)
    table.open_round()
    table.bet(1, "Ann", "blackjack", 2_500)
    table.deal()
    while table.asked:
        table.answer(next(iter(table.asked)), "stand")


@pytest.fixture
def changed(open_house: Callable[..., House]) -> House:
    """A house whose tables were dealt under another rulebook."""
    tables = (TABLE, OTHER, "co-blackjack-burnout")
    return open_house(*(waiting(each, before=one_hand) for each in tables))


def test_tables_that_wait_are_opened_again_or_closed_but_not_by_an_auditor(
    changed: House, visit: Visit
) -> None:
    stranger = visit(changed).go("floor")
    stranger.get_by_text("3 tables are closed: the rules have changed").wait_for()
    otto = visit(changed).as_staff(PEOPLE["auditor"]).turn("desk/tables")
    otto.get_by_role("heading", name="3 tables are waiting for a decision").wait_for()
    assert otto.locator(".waiting button").count() == 0
    assert otto.get_by_text("A floor supervisor decides. You can only view this.").count() == 3
    flora = visit(changed).as_staff(PEOPLE["floor"])
    page = flora.turn("desk")
    page.get_by_role("heading", name="To decide 3").wait_for()
    page.get_by_role("link", name=NAME).click()
    page.get_by_role("heading", name="3 tables are waiting for a decision").wait_for()
    assert [*faults(page)] == []
    page.locator(f'[data-key="reopen-{TABLE}"]').click()
    sign(page, why="the rulebook of November")
    page.get_by_text(f"{NAME} is open again.").wait_for()
    page.locator('[data-key="close-co-blackjack-burnout"]').click()
    sign(page)
    page.get_by_text("Blackjack Burnout, Colorado is closed. Its log is kept.").wait_for()
    page.get_by_role("heading", name="1 table is waiting for a decision").wait_for()
    floor = flora.get("floor")
    assert [each["name"] for each in floor["tables"] if each["state"] == "open"] == [NAME]
    assert [each["id"] for each in floor["waiting"]] == [OTHER]


def test_slips_that_a_decision_pays_are_named(
    open_house: Callable[..., House], visit: Visit
) -> None:
    table, paid = "co-21-plus-3-blackjack", "Slip 1, $2,000.17 to Ann, will be paid."
    house = open_house(waiting(table, three_kings, three_kings_won))
    flora = visit(house).as_staff(PEOPLE["floor"])
    page = flora.turn("desk")
    page.get_by_text("is waiting for a decision, which will pay this slip too.").wait_for()
    assert page.get_by_role("button", name="Validate").count() == 0
    page.get_by_role("link", name="Go to the tables").click()
    page.locator(".waiting").get_by_text(paid).wait_for()
    page.locator(f'[data-key="reopen-{table}"]').click()
    page.locator("dialog").get_by_text(paid).wait_for()
    sign(page)
    page.get_by_text("is open again.").wait_for()
    assert flora.get("slips")["slips"] == []
    assert sum(isinstance(event, SlipValidated) for event in house.events(table)) == 1


def test_all_are_opened_again_at_once_also_where_an_answer_is_lost(
    changed: House, visit: Visit
) -> None:
    flora = visit(changed).as_staff(PEOPLE["floor"])
    page = flora.turn("desk/tables")
    keys = lose_one_answer(page, "**/decision")
    page.get_by_role("button", name="Reopen all 3").click()
    sign(page)
    dialog = page.locator("dialog")
    dialog.get_by_text("The server cannot be reached.").wait_for()
    dialog.locator('[data-key="send"]').click()  # goes on where it was, and opens nothing twice
    page.get_by_text("3 tables are open again.").wait_for()
    assert len(keys) == 4
    assert keys[0] == keys[1]
    assert len({*keys}) == 3
    flora.lost_only()
    assert page.locator(".waiting").count() == 0
    page = flora.turn("floor")
    page.get_by_text("3 tables open").wait_for()
    page.locator(".find input").fill("nothing of the kind")
    page.get_by_text("0 of 3 tables shown").wait_for()
    page.get_by_text("No table matches.").wait_for()


def test_limits_of_an_open_table_are_posted(open_house: Callable[..., House], visit: Visit) -> None:
    table = "co-straight-jack-blackjack"
    house = open_house(filed(table))
    looks = visit(house).as_staff(PEOPLE["floor"])
    page = looks.turn("desk/tables")
    page.locator(f'[data-key="limits-{table}"]').click()
    dialog = page.locator("dialog")
    dialog.get_by_text("They take effect 30 minutes after they are posted").wait_for()
    dialog.get_by_label("Minimum stake, dollars", exact=True).fill("25")
    dialog.locator('[data-key="send"]').click()
    # 30-2109(3): the minimum of the straight is not below that of the table
    refused = dialog.get_by_text("Straight Jack must stay within the limits of the table")
    refused.wait_for()
    dialog.get_by_label("Straight Jack, minimum, dollars").fill("x")
    dialog.get_by_text("Type an amount in dollars").wait_for()
    assert refused.count() == 0
    dialog.locator('[data-key="send"]').click()
    assert dialog.get_by_label("Straight Jack, minimum, dollars").evaluate(
        "(field) => field === document.activeElement"
    )
    dialog.get_by_label("Straight Jack, minimum, dollars").fill("25")
    assert [*faults(page)] == []
    dialog.locator('[data-key="send"]').click()
    dialog.wait_for(state="detached")
    looks.wrong = [each for each in looks.wrong if "409" not in each]
    page.get_by_role("row", name=re.compile(r"Straight Jack.*\$25 to \$500")).wait_for()
    view = looks.get(f"tables/{table}")
    assert (view["house"]["least"], view["house"]["most"], view.get("posted")) == (
        2_500,
        50_000,
        None,
    )
    assert view["house"]["wagers"]["straight-jack"]["least"] == 2_500


def test_other_limits_are_on_the_felt_at_once_also_for_chips_that_are_laid(
    open_house: Callable[..., House], visit: Visit
) -> None:
    """Ann sits there, and the house has filed that no notice is needed."""
    table = "pa-blackjack"
    house = open_house(filed(table, notice=0))
    flora = Person(house, PEOPLE["floor"], "floor")
    ann = visit(house).as_guest("Ann").sit(table, 1)
    ann.spot(1, "blackjack").click()
    ann.page.locator('[data-key="act-deal"]').wait_for()
    flora.do(table, "limits", least=2_500, most=100_000)
    ann.page.locator(".banner").get_by_text("Blackjack takes at least $25.").wait_for()
    ann.page.locator(".room .rules").get_by_text("$25 to $1,000").wait_for()
    assert ann.page.locator('[data-key="act-deal"]').count() == 0
    assert ann.page.get_by_text("From ").count() == 0
    flora.client.close()
