"""What is lost when a page is loaded again or the server dies: nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.table.events.rounds import Bet, RoundEnded
from tests.soak import soak_only
from tests.web.e2e.house import House, filed, plain
from tests.web.e2e.visitor import SEAT, Visitor

TABLE = "pa-blackjack"
STAKES = {"blackjack": 2500, "kings-bounty": 500}


NEVER_OPENS = """() => {
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 0;
    close() {}
  };
}"""


def still(who: Visitor) -> tuple[Any, ...]:
    """All that the page shows but the time that runs."""
    view, asked = who.view, who.asked
    for ask in (*view["asks"], *filter(None, [asked])):
        ask.pop("left", None)
    return view, who.faces, who.money, who.story, asked


def load_again(who: Visitor) -> None:
    """Reload the page, until its own connection shows that its player is there."""
    who.page.reload()
    who.page.wait_for_selector(".box.you .hand")
    who.page.wait_for_function(f"() => !{SEAT}.view.boxes.some((each) => each.away)")


def in_a_round(house: House, visit: Callable[..., Any]) -> Visitor:
    """Somebody who has staked and is asked."""
    ann: Visitor = visit(house).as_guest("Ann").sit(TABLE, 5)
    ann.bet(5, STAKES)
    ann.act("deal")
    assert ann.asked_or_over()
    return ann


def test_a_reload_in_a_round_keeps_everything(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    house = open_house(filed(TABLE, plain))
    ann = in_a_round(house, visit)
    before = still(ann)
    load_again(ann)
    assert still(ann) == before
    card = ann.turn("floor").locator(".tcard")
    told = card.locator(".tf").inner_text().split("\n")
    assert told == [f"Your turn · ${before[0]['you']['in_play'] // 100} in play", "Return"]
    card.locator(".tlink").click()
    ann.page.wait_for_selector(".box.you .hand")
    ann.stand()
    ann.phase("idle")
    ann.page.wait_for_selector('[data-key="act-rebet"]')
    end = ann.view, ann.faces, ann.money, ann.story
    load_again(ann)
    assert (ann.view, ann.faces, ann.money, ann.story) == end


@soak_only(
    "tests/web/e2e/test_seat.py::test_what_was_on_its_way_when_the_socket_was_lost_goes_by_http"
)
def test_a_seat_is_taken_and_a_bet_made_while_the_line_is_still_opening(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """On a slow line the first presses are not lost: they go over HTTP."""
    ann = visit(open_house(filed(TABLE, plain)), script=f"({NEVER_OPENS})()")
    ann.as_guest("Ann").sit(TABLE, 5)
    ann.bet(5, STAKES)
    ann.act("deal")
    assert ann.asked_or_over()
    assert ann.view["boxes"][4]["placed"] == STAKES


def test_killed_in_a_round_the_server_asks_the_same_question_again(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """kill -9, and the page says so, waits, and goes on with the same cards and the same stakes."""
    house = open_house(filed(TABLE, plain))
    ann = in_a_round(house, visit)
    before = still(ann)
    house.kill()
    ann.page.wait_for_selector(".band:not([hidden])")
    assert ann.page.inner_text(".band") == "Reconnecting. Your stakes are safe."
    assert ann.page.locator('[data-key="act-stand"]').is_disabled()
    assert ann.faces == before[1]
    house.start()
    ann.page.wait_for_selector(".band", state="hidden", timeout=15_000)
    assert still(ann) == before
    ann.lost_only()
    ann.stand()
    ann.phase("idle")
    kinds = [type(event) for event in house.events(TABLE)]
    assert kinds.count(Bet) == len(STAKES)
    assert kinds.count(RoundEnded) == 1
