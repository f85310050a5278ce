"""Records: the audit trail in words, a log verified, a round replayed on the felt."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.house import PASSWORD
from tests.web.e2e.house import PEOPLE, House, filed
from tests.web.e2e.pages import faults
from tests.web.e2e.scene import Person, three_kings
from tests.web.e2e.visitor import PHONE, Visitor

TABLE = "co-21-plus-3-blackjack"


def test_the_trail_is_read_filtered_and_exported_a_log_verified_and_a_round_replayed(
    open_house: Callable[..., House], visit: Callable[..., Visitor]
) -> None:
    house = open_house(filed(TABLE, three_kings))
    ann, flora = Person(house, "Ann"), Person(house, PEOPLE["floor"], "floor")
    ann.do(TABLE, "sit", box=2)
    ann.do(TABLE, "open_round")
    ann.bet(TABLE, 2, **{"blackjack": 2_500, "21-plus-3-progressive": 100})
    ann.do(TABLE, "deal")
    ann.stand(TABLE)
    flora.do(TABLE, "refuse", slip=1, why="a card is hidden")
    flora.do(TABLE, "validate", slip=1, cents=200_017, password=PASSWORD)
    flora.do(TABLE, "limits", least=1_000, most=60_000)
    ann.client.close()
    flora.client.close()
    otto = visit(house).as_staff(PEOPLE["auditor"])
    page = otto.turn("desk/audit")
    page.get_by_role("heading", name="Audit trail").wait_for()
    rows = page.locator("tbody tr")
    said = [" ".join(each.split()) for each in rows.all_inner_texts()]
    name = "Blackjack with 21+3, Colorado"
    assert f"Flora Limits posted {name}: $10 to $600" in said[1]
    assert f"Flora Slip validated Slip 1, $2,000.17, at {name}" in said[2]
    assert f"Flora Slip refused Slip 1, at {name}: a card is hidden" in said[3]
    assert not any("{" in line or "200017" in line for line in said)
    assert page.locator("tbody th").first.inner_text().count(":") == 2  # to the second
    assert [*faults(page)] == []
    page.locator('[data-key="what"]').select_option("slip refused")
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 1")
    page.locator('[data-key="what"]').select_option("")
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length > 3")
    page.locator('[data-key="q"]').fill("HIDDEN")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 1")
    with page.expect_download() as coming:
        page.locator('[data-key="export"]').click()
    lines = coming.value.path().read_text().splitlines()
    assert lines[0] == "line,when,who,what,details"
    assert len(lines) == 2
    assert lines[1].endswith(f'slip refused,"Slip 1, at {name}: a card is hidden"')
    page = otto.turn("desk/logs")
    page.locator(f'[data-key="verify-{TABLE}"]').click()
    page.locator("dialog").get_by_text("1 round replayed; all").wait_for()
    assert [*faults(page)] == []
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".replayfelt svg.felt")
    assert sorted(otto.faces.values())[:2] == ["6c", "Jd"]
    page.locator('[data-key="first"]').click()
    assert otto.faces == {}
    for _ in range(40):
        page.locator('[data-key="on"]').click()
        if len(otto.faces) == 4:
            break
    faces = [*otto.faces.values()]
    assert (sorted(faces).count("??"), len({*faces} - {"??"})) == (1, 1)  # three alike
    page.get_by_text("Show hidden cards").click()
    page.wait_for_function("() => !document.querySelector('.replayfelt [data-face=\"??\"]')")
    assert [*faults(page)] == []
    page.locator('[data-key="speed"]').select_option("4")
    otto.hasten(5)
    page.locator('[data-key="play"]').click()
    page.locator('[data-key="play"]').filter(has_text="Pause").wait_for()
    page.locator('[data-key="play"]').filter(has_text="Play").wait_for()
    assert len(otto.faces) == 5
    page.locator('[data-key="search"]').fill("slip 1")
    assert page.locator(".replaylog li").count() == 3
    page.set_viewport_size(PHONE)
    assert [*faults(page)] == []
