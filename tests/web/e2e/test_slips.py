"""A slip alerts the floor wherever it is, and is checked, refused with a reason, and validated."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.server.house import PASSWORD
from tests.web.e2e.house import PEOPLE, House, filed
from tests.web.e2e.pages import faults
from tests.web.e2e.scene import Person, three_kings
from tests.web.e2e.visitor import HASTE, PHONE, Visitor

TABLE = "co-21-plus-3-blackjack"
BELL = """
window.notes = 0;
window.AudioContext = class {
  currentTime = 0;
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
  createOscillator() {
    window.notes += 1;
    return { frequency: {}, connect: (to) => to, start() {}, stop() {} };
  }
};
"""
"""Counts what is played instead of playing it."""


def test_a_slip_is_heard_checked_refused_and_validated(
    open_house: Callable[..., House], visit: Callable[..., Visitor]
) -> None:
    house = open_house(filed(TABLE, three_kings))
    hall = visit(house).go("meters")
    hall.get_by_text("None yet").wait_for()
    flora = visit(house, script=f"{BELL}({HASTE})(5)")
    page = flora.as_staff(PEOPLE["floor"]).turn("desk/audit")
    page.get_by_role("heading", name="Audit trail").wait_for()
    assert page.locator("nav pit-badge").is_hidden()
    ann = Person(house, "Ann")
    ann.do(TABLE, "sit", box=2)
    ann.do(TABLE, "open_round")
    ann.bet(TABLE, 2, **{"blackjack": 2_500, "21-plus-3-progressive": 100})
    ann.do(TABLE, "deal")
    ann.stand(TABLE)
    # on a page that has nothing to do with slips: a number, a sound and words
    page.locator("nav pit-badge").wait_for()
    assert page.locator("nav pit-badge").inner_text().startswith("1")
    assert page.locator("#say-assertive").inner_text() == (
        "A slip is waiting: $2,000.17 at Blackjack with 21+3, Colorado, box 2."
    )
    assert page.evaluate("window.notes") == 4
    assert page.title().startswith("(1) ")
    assert [*faults(page)] == []
    page.locator('[data-key="tab-slips"]').click()
    page.locator(".waited").filter(has_text="waiting").wait_for()
    moves = page.locator(".metermove > div").all_inner_texts()
    assert [each.split("\n") for each in moves] == [
        ["Meter when won", "$2,000.17"],
        ["This award", "−$2,000.17"],
        ["From the house, to start again", "$2,000.00"],
        ["Meter after", "$2,000.00"],
    ]
    assert page.locator(".checks b").all_inner_texts() == [
        "The hand wins",
        "The wager was accepted",
        "Chips agree",
        "Meter frozen",
        "I have seen the cards on the table",
    ]
    page.get_by_text("4 of 5").wait_for()
    assert [*faults(page)] == []
    page.locator('[data-key="refuse"]').click()
    dialog = page.locator("dialog")
    dialog.locator('[data-key="send"]').click()
    dialog.get_by_text("Say why.").wait_for()
    dialog.locator('[data-key="why"]').fill("the bet lay beside its spot")
    dialog.locator('[data-key="send"]').click()
    words = f"Refused by {PEOPLE['floor']}: the bet lay beside its spot."
    said, slip = page.get_by_text(words).bounding_box(), page.locator(".slip").bounding_box()
    assert said
    assert slip
    assert slip["y"] < said["y"] < slip["y"] + slip["height"]
    assert ann.view(TABLE)["phase"] == "floor"
    page.set_viewport_size(PHONE)
    assert [*faults(page)] == []
    pay, refused = page.get_by_role("button", name="Validate $2,000.17"), ".verify .refused"
    pay.click(force=True)
    assert "seen the cards" in page.inner_text(refused)
    page.locator('[data-key="seen"]').check()
    page.locator('[data-key="amount"]').fill("2000.71")
    pay.click(force=True)
    assert "not the amount of the slip" in page.inner_text(refused)
    page.locator('[data-key="amount"]').fill("2,000.17")
    pay.click(force=True)
    assert page.inner_text(refused) == "Enter your password."
    page.locator('[data-key="password"]').fill(PASSWORD)
    pay.click()
    page.get_by_role("heading", name="All quiet").wait_for()
    # the hall sees it, without a name; then it stays among the last awards
    won = "Blackjack with 21+3, Colorado\n21+3 Progressive\n$2,000.17\nThree Aces or Kings"
    hall.locator(".cheer").wait_for()
    assert re.sub(r"\n+", "\n", hall.locator(".cheer").inner_text()).startswith(won)
    assert "Ann" not in hall.inner_text("body")
    assert [*faults(hall)] == []
    hall.locator(".last").get_by_text("$2,000.17").wait_for()
    page.wait_for_function("() => !document.title.startsWith('(')")
    assert ann.view(TABLE)["phase"] == "idle"
    assert page.evaluate("window.notes") == 4
    row = flora.turn("desk/done").locator("tbody tr")
    for words in ("No. 000001", f"by {PEOPLE['floor']}", "$2,000.17"):
        assert words in row.inner_text()
    ann.client.close()
