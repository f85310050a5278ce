"""Small screens and touch: what is wide scrolls in its own box and shows it, nothing is cut."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize

import pitboss
from pitboss.documents.par_sheet import par_html
from pitboss.sheets.par_form import form
from tests.web.e2e.house import PEOPLE, House, filed, plain
from tests.web.e2e.pages import faults
from tests.web.e2e.scene import Person
from tests.web.e2e.visitor import PHONE, SEAT, Visitor

LAPTOP: ViewportSize = {"width": 1280, "height": 800}
TABLE = "pa-blackjack"
Visit = Callable[..., Visitor]
LACKS = """(each) => {
  const { offsetWidth } = each;
  each.style.width = 'max-content';
  return each.offsetWidth - offsetWidth;
}"""
"""How much wider a choice would have to be, for its longest words."""


def edges(box: Locator) -> set[str]:
    """Where a shade says that there is more: the pixels at an edge are not those of the ground."""
    image = Image.open(io.BytesIO(box.screenshot())).convert("RGB")
    wide, high = image.size
    ground = max(image.getcolors(wide * high) or [], key=lambda each: each[0])[1]
    lines = {
        "left": [(2, y) for y in range(high)],
        "right": [(wide - 3, y) for y in range(high)],
        "top": [(x, 2) for x in range(wide)],
        "bottom": [(x, high - 3) for x in range(wide)],
    }

    def shaded(line: list[tuple[int, int]]) -> bool:
        return sum(image.getpixel(each) == ground for each in line) < len(line) / 2

    return {side for side, line in lines.items() if shaded(line)}


def scroll(page: Page, selector: str, by: str) -> None:
    page.evaluate(f"document.querySelector('{selector}').scrollBy({by})")
    page.wait_for_timeout(100)


def test_a_wide_table_scrolls_in_its_box_and_shows_where_there_is_more(
    house: House, visit: Visit
) -> None:
    page = visit(house, PHONE).go("par/colorado/21-plus-3")
    sheet = page.get_by_role("region", name="Sheet")
    sheet.wait_for()
    assert edges(sheet) & {"left", "right"} == {"right"}
    scroll(page, ".sheet .scroll", "60, 0")
    assert edges(sheet) & {"left", "right"} == {"left", "right"}
    scroll(page, ".sheet .scroll", "9999, 0")
    assert edges(sheet) & {"left", "right"} == {"left"}
    assert [*faults(page)] == []
    page = visit(house, PHONE).go("par/colorado/blackjack-switch")
    page.get_by_role("region", name="What a hand is worth, in cents of its stake").wait_for()
    assert [*faults(page)] == []


def test_a_sheet_as_a_page_shows_on_a_phone_where_there_is_more(house: House, visit: Visit) -> None:
    book, sheet = pitboss.load(), pitboss.par("pennsylvania/jackpot-party")
    page = visit(house, PHONE).page
    page.set_content(par_html(form(book, sheet, "full")))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    plot = page.get_by_role("region", name="Return against the meter").first
    assert "right" in edges(plot)
    wide = "(each) => each.scrollWidth > each.clientWidth"
    assert [each for each in page.locator(".wide").all() if each.evaluate(wide)] == []


def test_the_words_of_a_round_show_that_there_are_more(house: House, visit: Visit) -> None:
    page = visit(house, LAPTOP).as_guest("Ann with words").turn(f"table/{TABLE}")
    lines = page.locator("pit-story .lines")
    lines.wait_for()
    assert "bottom" in edges(lines)
    scroll(page, "pit-story .lines", "0, 9999")
    assert "bottom" not in edges(lines)


def test_what_lies_over_the_felt_hides_it(house: House, visit: Visit) -> None:
    page = visit(house, LAPTOP).as_guest("Ann behind glass").turn(f"table/{TABLE}")
    page.locator("pit-story .lines").wait_for()
    ground = "getComputedStyle(document.querySelector('pit-story')).backgroundColor"
    assert page.evaluate(ground).startswith("rgb(")
    page.set_viewport_size(PHONE)
    page.locator('[data-key="peek"]').click()
    assert page.evaluate(ground).startswith("rgb(")


def test_keys_are_named_only_where_there_may_be_a_keyboard(house: House, visit: Visit) -> None:
    hint = ".find kbd"
    visit(house, LAPTOP).go("floor").locator(hint).wait_for()
    page = visit(house, {"width": 1180, "height": 820}, has_touch=True, is_mobile=True).go("floor")
    page.locator(".find").wait_for()
    assert not page.locator(hint).is_visible()


def test_choices_are_whole_on_a_phone_and_notes_without_details_say_nothing_of_them(
    open_house: Callable[..., House], visit: Visit
) -> None:
    house = open_house(filed(TABLE))
    ann = Person(house, "Ann")
    ann.do(TABLE, "sit", box=2)
    ann.do(TABLE, "open_round")
    ann.bet(TABLE, 2, blackjack=2_500)
    ann.do(TABLE, "deal")
    ann.client.close()
    flora = visit(house, PHONE).as_staff(PEOPLE["floor"])
    table = flora.turn(f"desk/replay/{TABLE}").locator('[data-key="table"]')
    table.wait_for()
    assert table.evaluate(LACKS) <= 0
    page = flora.turn("desk/audit")
    page.locator("tbody tr").first.wait_for()
    told = [" ".join(each.split()) for each in page.locator("tbody tr").all_inner_texts()]
    assert any(each.endswith("Log in") for each in told)
    assert page.locator("td:empty[data-label]").count() == 0
    assert (
        page.evaluate(
            "(() => { const { scrollWidth, clientWidth } = document.querySelector('.scroll');"
            " return scrollWidth - clientWidth; })()"
        )
        == 0
    )


def test_a_phone_on_its_side_has_room_for_the_felt(
    open_house: Callable[..., House], visit: Visit
) -> None:
    """A seat is taken, a bet made, a hand dealt and answered with nothing in the way."""
    house = open_house(filed(TABLE, plain))
    ann = visit(house, {"width": PHONE["height"], "height": PHONE["width"]}).as_guest("Ann")
    ann.sit(TABLE, 1).bet(1, {"blackjack": 2_500, "royal-match-21": 500})
    ann.act("deal")
    assert ann.asked_or_over()
    ann.act("stand")
    ann.asked_or_over()
    ann.phase("idle")
    assert [*faults(ann.page)] == []


def test_every_page_has_its_menu_on_a_phone(house: House, visit: Visit) -> None:
    page = visit(house, PHONE).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Log out").wait_for()


SHOWN = """() => {
  const lines = document.querySelector('pit-story .lines').getBoundingClientRect();
  const last = [...document.querySelectorAll('[data-settled]')].at(-1).getBoundingClientRect();
  return last.top >= lines.top && last.bottom <= lines.bottom + 1;
}"""


def test_back_closes_what_lies_over_a_table_before_it_leaves_it(
    open_house: Callable[..., House], visit: Visit
) -> None:
    """First the pay table, then the words of the round, then a question; what was closed by its own
    button, or left by a link, does not have to be gone back through.
    """
    house = open_house(filed(TABLE, plain))
    ann = visit(house, PHONE).as_guest("Ann")
    page = ann.turn("floor")
    ann.sit(TABLE, 1).bet(1, {"blackjack": 2_500, "royal-match-21": 500})
    ann.act("deal")
    assert ann.asked_or_over()
    ann.stand()
    peek, story = page.locator('[data-key="peek"]'), page.locator("pit-story.open")
    pay, ask = page.locator("pit-paytable"), page.locator("dialog")

    peek.click()
    assert page.evaluate(SHOWN)  # the last settlement
    story.locator(".wagerlink").last.click()
    pay.wait_for()
    assert story.bounding_box()["width"] == PHONE["width"]  # type: ignore[index]
    page.go_back()
    pay.wait_for(state="hidden")
    story.wait_for()
    page.go_back()
    story.wait_for(state="detached")
    page.get_by_role("button", name="Menu").click()
    ask.wait_for()
    page.go_back()
    ask.wait_for(state="detached")

    page.get_by_role("button", name="Menu").click()
    ask.get_by_role("button", name="Close").click()
    ask.wait_for(state="detached")
    peek.click()
    peek.click()
    story.wait_for(state="detached")
    page.get_by_role("button", name="Menu").click()
    ask.get_by_role("link", name="Rulebook").click()
    page.wait_for_selector("pit-rules-page")
    page.go_back()
    page.wait_for_selector("pit-table-page .box")  # it is connected
    page.wait_for_function("() => !history.state")
    page.go_back()
    page.wait_for_selector("pit-floor-page")


def test_back_from_an_entry_leads_to_the_search_that_found_it(house: House, visit: Visit) -> None:
    page = visit(house).go("rules")
    box = page.get_by_role("searchbox")
    box.fill("zzqx")
    page.get_by_text("No entry contains “zzqx”.").wait_for()
    box.fill("perfect pair")
    first = page.locator(".hits li").first
    first.wait_for()
    lines = first.inner_text().split("\n")
    assert lines.count("Perfect Pair") == 1, "its name is not said again"
    first.get_by_role("link").click()
    page.get_by_role("heading", name="Perfect Pair", exact=True).wait_for()
    assert box.input_value() == ""
    page.go_back()
    page.locator(".hits").wait_for()
    assert box.input_value() == "perfect pair"


CUT = """() => {
  const { bottom } = document.querySelector('dialog').getBoundingClientRect();
  return [...document.querySelectorAll('dialog footer button')]
    .filter((each) => each.getBoundingClientRect().bottom > bottom)
    .map((each) => each.textContent.trim());
}"""


def test_a_long_question_keeps_its_buttons_in_sight(house: House, visit: Visit) -> None:
    page = visit(house, PHONE).as_guest("Ann with a menu").turn("practice/pennsylvania/blackjack")
    page.wait_for_selector("pit-tray[data-open]")
    page.locator('[data-key="menu"]').click()
    page.get_by_role("button", name="Log out").wait_for()
    assert page.evaluate(CUT) == []


COVERED = """() => {
  const printed = document.querySelector('.felt .say.big');
  const at = printed.getScreenCTM();
  const letters = Array.from({ length: printed.getNumberOfChars() }, (_, n) => {
    const { x, y, width, height } = printed.getExtentOfChar(n);
    const [from, to] = [[x, y], [x + width, y + height]].map(([a, b]) =>
      new DOMPoint(a, b).matrixTransform(at));
    return { left: from.x, top: from.y, right: to.x, bottom: to.y };
  });
  return [...document.querySelectorAll('.felt .total')].filter((label) => {
    const box = label.getBoundingClientRect();
    return letters.some((each) => each.left < box.right && each.right > box.left
      && each.top < box.bottom && each.bottom > box.top);
  }).map((label) => label.textContent.trim());
}"""
"""Labels of hands that lie on what is printed on the felt."""


def test_on_a_phone_parts_are_named_beside_the_print_and_every_stake_has_its_amount(
    open_house: Callable[..., House], visit: Callable[..., Visitor]
) -> None:
    pai_jack, ante_up = "co-pai-jack", "co-ante-up-21"
    ann = visit(open_house(filed(pai_jack), filed(ante_up)), PHONE).as_guest("Ann")
    for table, stakes, answer in (
        (pai_jack, {"pai-jack-bet": 2_500}, "house way"),
        (ante_up, {"blackjack": 2_500, "ante-up-21-ante": 2_500}, "bet"),
    ):
        page = ann.turn(f"table/{table}")
        page.wait_for_function(f"(table) => {SEAT}?.tableId === table && {SEAT}.view", arg=table)
        page.locator(".mini.open").first.click()
        page.wait_for_selector("pit-tray[data-open]")
        (box,) = ann.view["you"]["boxes"]
        ann.bet(box, stakes)
        ann.act("deal")
        ask = ann.asked_or_over()
        ann.act(answer)
        ann.answered(ask["number"])
        ann.asked_or_over()
        if table == pai_jack:
            assert page.locator(".felt .total").count() == 4
            assert page.evaluate(COVERED) == []
        else:
            tags = page.locator(".box.you .spot .tag.stake").all_text_contents()
            assert [*map(str.strip, tags)] == ["$25"] * 3
