"""What is pressed at a seat is sent once, and by HTTP where the socket is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import WebSocketRoute

from pitboss.table.events.shoes import ShoeCut
from tests.web.e2e.house import House, filed, opened, plain
from tests.web.e2e.visitor import DESK, PHONE, Visitor

TABLE, OTHER = "pa-blackjack", "pit-2"
THRICE = """() => {
  const deal = document.querySelector('[data-key="act-deal"]');
  for (let n = 0; n < 3; n++) deal.click();
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A table for each test."""
    tables = filed(TABLE), filed(TABLE, table=OTHER), filed("nh-blackjack")
    with opened(tmp_path_factory.mktemp("seat"), *tables) as made:
        yield made


def test_pressing_thrice_sends_once(house: House, visit: Callable[..., Visitor]) -> None:
    ann = visit(house).as_guest("Ann").sit(TABLE, 1)
    ann.bet(1, {"blackjack": 2500})
    ann.page.evaluate(THRICE)
    ann.asked_or_over()
    assert len([text for text in ann.sent if "stakes" in text]) == 1
    assert ann.page.locator(".refusal").count() == 0


def test_what_was_on_its_way_when_the_socket_was_lost_goes_by_http(
    house: House, visit: Callable[..., Visitor]
) -> None:
    """The server has carried it out and its answer is lost: the same key is not a second round."""
    lost = False

    def wire(socket: WebSocketRoute) -> None:
        if lost:
            socket.close()
            return
        server = socket.connect_to_server()

        def sent(text: str | bytes) -> None:
            nonlocal lost
            server.send(text)
            if "stakes" in str(text):
                lost = True
                socket.close()

        socket.on_message(sent)

    bea = visit(house, own=True).as_guest("Bea")
    bea.page.route_web_socket("**/live", wire)
    bea.sit(OTHER, 1)
    bea.bet(1, {"blackjack": 2500})
    bea.act("deal")
    bea.page.get_by_text("Reconnecting. Your stakes are safe.").wait_for()
    bea.page.wait_for_function("() => document.querySelector('pit-table-page').view.round === 1")
    posted = [each for each in bea.answers if each.url.endswith(f"{OTHER}/commands")]
    dealt = [each for each in posted if "stakes" in (each.request.post_data or "")]
    assert [each.status for each in dealt] == [200]
    assert bea.page.locator(".refusal").count() == 0
    lost = False
    bea.page.wait_for_selector(".band", state="hidden")


def test_a_player_cuts_a_new_shoe(house: House, visit: Callable[..., Visitor]) -> None:
    """New Hampshire, method: cut: a player may volunteer before the first card."""
    ann = visit(house).as_guest("Cleo").sit("nh-blackjack", 4)
    ann.act("cut")
    dialog = ann.page.locator("dialog")
    dialog.get_by_label("Cards in front").fill("100")
    dialog.get_by_role("button", name="Cut", exact=True).click()
    ann.page.wait_for_function(
        "() => !document.querySelector('pit-table-page').view.shoe.cut.length"
    )
    (cut,) = (each for each in house.events("nh-blackjack") if isinstance(each, ShoeCut))
    assert (cut.shoe, cut.at, cut.by) == (1, 100, "Cleo")
    ann.bet(4, {"blackjack": 2500})
    ann.act("deal")
    ann.stand()
    ann.page.wait_for_selector('[data-key="act-rebet"]')
    assert ann.page.locator('[data-key="act-cut"]').count() == 0  # the shoe is no longer new


def test_a_box_is_open_on_the_felt_once_its_player_has_left(
    open_house: Callable[..., House], visit: Callable[..., Visitor]
) -> None:
    """The last round stays where it lies at the others; there is a place to sit at this one."""
    house = open_house(filed(TABLE, plain))
    ann = visit(house).as_guest("Ann").sit(TABLE, 1)
    bob = visit(house).as_guest("Bob")
    bob.turn(f"table/{TABLE}")
    ann.bet(1, {"blackjack": 2500})
    ann.act("deal")
    ann.stand()
    ann.phase("idle")
    bob.phase("idle")
    felt, sit = bob.page.locator("pit-felt"), bob.page.locator("pit-felt .word", has_text="SIT")
    felt.get_by_role("group", name="Box 1, Ann").wait_for()
    assert sit.count() == 6
    bob.page.set_viewport_size(PHONE)
    mini = bob.page.locator('[data-key="mini-1"]')
    assert "Ann" in (mini.text_content() or "")
    assert "$" not in (mini.text_content() or "")  # the stake has been settled
    bob.page.set_viewport_size(DESK)
    ann.page.locator('[data-key="leave"]').click()
    felt.get_by_role("group", name="Box 1, open").wait_for()
    assert (sit.count(), felt.locator(".box.open .card").count()) == (7, 0)
