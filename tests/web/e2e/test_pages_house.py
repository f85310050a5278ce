"""What a house files, and what it has done: amounts, pay tables, slips, the audit trail, meters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.server.house import PASSWORD
from tests.soak import first, soak_only
from tests.web.e2e.house import PEOPLE, Cards, House, filed, opened
from tests.web.e2e.pages import faults
from tests.web.e2e.scene import Person, three_kings
from tests.web.e2e.visitor import PHONE, Visitor

STRAIGHT = "straight-jack-progressive"
NO_AMOUNT = "Type an amount in dollars, such as 25, 12.50 or 1,000."
METERED = (
    "pa-blackjack",
    "pa-blackjack-dealer",
    "co-straight-jack-progressive-blackjack",
    "co-trilux-blackjack",
    "co-21-plus-3-blackjack",
    "co-buffalo-blackjack-bonus-2",
    "co-buffalo-blackjack-bonus-3",
)
SOFT, MOVES = "soft", "co-straight-jack-blackjack"
TV: ViewportSize = {"width": 1920, "height": 1080}
Visit = Callable[..., Visitor]
OpenHouse = Callable[..., House]


@pytest.fixture(scope="module")
def metered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with many meters, and two tables that have none."""
    others = filed("pa-blackjack", soft_20, table=SOFT, wagers={}), filed(MOVES)
    with opened(tmp_path_factory.mktemp("metered"), *map(filed, METERED), *others) as made:
        yield made


def new_table(page: Page, game: str, name: str = "Pit 3") -> Locator:
    """The settings of a table that is not open yet."""
    page.get_by_role("button", name="Open another table").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Game").select_option(game)
    dialog.get_by_role("button", name="Settings", exact=True).click()
    form = page.locator(".houseform")
    form.wait_for()
    return form


@pytest.mark.parametrize("text", first(1, ["1.000", "abc", "1k", "-5", "10.005", "", "1,00"]))
def test_what_is_no_amount_is_refused_at_its_field(house: House, visit: Visit, text: str) -> None:
    flora = visit(house).as_staff(PEOPLE["floor"])
    page = flora.turn("desk/tables")
    form = new_table(page, f"colorado/{STRAIGHT}-blackjack")
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.method))
    for key in ("least", "most", "validate", f"{STRAIGHT}-most", f"{STRAIGHT}-seed-progressive"):
        field = form.locator(f'[data-key="{key}"]')
        before = field.input_value()
        field.fill(text)
        page.locator('[data-key="file"]').click()
        label = field.locator("xpath=..")
        assert label.locator(".refused").inner_text() == NO_AMOUNT
        assert field.evaluate("(each) => each === document.activeElement")
        field.fill(before)
        assert label.locator(".refused").inner_text() == ""
    form.locator('[data-key="boxes"]').fill("none")
    page.locator('[data-key="file"]').click()
    form.get_by_text("Type a whole number from 1 to 250.").wait_for()
    form.locator('[data-key="least"]').fill(text)
    form.locator('[data-key="decks"]').select_option("8")  # draws the form again
    assert form.locator('[data-key="least"]').input_value() == text
    page.locator('[data-key="file"]').click()
    assert {*sent} <= {"GET"}


def test_a_new_table_is_announced_and_one_in_play_is_not_closed(house: House, visit: Visit) -> None:
    page = visit(house).as_staff(PEOPLE["floor"]).turn("desk/tables")
    new_table(page, "pennsylvania/blackjack", "Pit 7")
    page.locator('[data-key="file"]').click()
    page.get_by_role("status").filter(has_text="Pit 7 is open.").wait_for()
    expect(page.locator("tr", has_text="just opened").get_by_text("Pit 7")).to_be_in_viewport()
    ann = Person(house, "Ann in play")
    ann.do("pit-7", "sit", box=1)
    ann.do("pit-7", "open_round")
    ann.bet("pit-7", 1, blackjack=2_500)
    page.locator('[data-key="close-pit-7"]').click()
    page.get_by_text("A round is in play at Pit 7. It can be closed only").wait_for()
    assert page.locator("dialog").count() == 0
    ann.client.close()


def test_amounts_at_a_table_and_in_the_explorer_are_refused_too(house: House, visit: Visit) -> None:
    ann = visit(house).as_guest("Tess").sit("pa-blackjack", 5)
    ann.spot(5, "blackjack").focus()
    typed = ann.page.locator('[data-key="typed"]')
    typed.fill("1k")
    typed.press("Enter")
    ann.page.get_by_text(NO_AMOUNT).wait_for()
    assert ann.page.evaluate("document.querySelector('pit-table-page').cost") == 0
    assert [*faults(ann.page)] == []
    typed.fill("25")
    typed.press("Enter")
    ann.page.get_by_text("Deal $25").wait_for()
    page = ann.turn("par/pennsylvania/jackpot-party")
    meter = page.locator('[data-key="meter-text"]')
    meter.fill("abc")
    meter.press("Enter")
    page.get_by_text(NO_AMOUNT).wait_for()
    assert "abc" not in page.url


def soft_20(cards: Cards) -> bool:
    """One box: an ace and a nine against a small card."""
    return {card.rank.symbol for card in cards[0:3:2]} == {"A", "9"} and cards[
        1
    ].rank.symbol in "67"


def test_a_soft_hand_that_is_finished_has_one_total(metered: House, visit: Visit) -> None:
    ann = visit(metered).as_guest("Ann").sit(SOFT, 1)
    ann.act("open")
    ann.phase("betting")
    ann.bet(1, {"blackjack": 2_500})
    ann.act("deal")
    assert ann.asked_or_over()
    total = ann.page.locator(".box.you .total text")
    assert total.text_content() == "10 / 20"
    ann.stand()
    assert total.text_content() == "20"


def test_a_variation_begins_with_its_own_wagers_and_says_what_they_cost(
    house: House, visit: Visit
) -> None:
    flora = visit(house).as_staff(PEOPLE["floor"])
    page = flora.turn("desk/tables")
    form = new_table(page, f"colorado/{STRAIGHT}-blackjack", "Straight 1")
    assert form.locator(f'[data-key="wager-{STRAIGHT}"]').is_checked()
    pays = form.locator(".pays")
    pays.get_by_text("House edge 24.0038%, meters at their start").wait_for()
    assert "2 Cards 3 to 1" in pays.inner_text()
    form.locator(f'[data-key="{STRAIGHT}-table"]').select_option("SJP4")
    pays.get_by_text("2 Cards 2 to 1").wait_for()
    link = pays.get_by_role("link", name="Compare the pay tables")
    assert link.get_attribute("href") == f"#/par/colorado/{STRAIGHT}?table=SJP4&decks=6"
    assert [*faults(page)] == []
    page.locator('[data-key="file"]').click()
    page.get_by_role("rowheader", name="Straight 1").wait_for()
    tables = flora.get("floor")["tables"]
    [made] = [each for each in tables if each["name"] == "Straight 1"]
    assert STRAIGHT in [wager["key"] for wager in made["wagers"]]
    form = new_table(page, "colorado/3-card-shine", "Shine 1")  # based on no other game
    form.locator('[data-key="wager-super-6"]').wait_for()
    assert not form.locator('[data-key="wager-super-6"]').is_checked()


@soak_only("tests/web/e2e/test_slips.py::test_a_slip_is_heard_checked_refused_and_validated")
def test_a_validated_slip_is_kept_with_who_and_when(open_house: OpenHouse, visit: Visit) -> None:
    table = "co-21-plus-3-blackjack"
    house = open_house(filed(table, three_kings))
    ann, flora = Person(house, "Ann"), Person(house, PEOPLE["floor"], "floor")
    ann.do(table, "sit", box=2)
    ann.do(table, "open_round")
    ann.bet(table, 2, **{"blackjack": 2_500, "21-plus-3-progressive": 100})
    ann.do(table, "deal")
    ann.stand(table)
    otto = visit(house).as_staff(PEOPLE["auditor"])
    page = otto.turn("desk")
    page.get_by_text("A floor supervisor validates this slip. You can only view this.").wait_for()
    assert page.get_by_text("waiting for you").count() == 0
    [slip] = flora.view(table)["slips"]
    flora.do(table, "validate", slip=1, cents=slip["cents"], password=PASSWORD)
    ann.client.close()
    flora.client.close()
    page = otto.turn("desk/done")
    row = page.locator("tbody tr")
    assert "No. 000001" in row.inner_text()
    assert f"by {PEOPLE['floor']}" in row.inner_text()
    assert "$2,000.17" in row.inner_text()
    page = otto.turn("desk/audit")
    page.get_by_role("cell", name=PEOPLE["floor"], exact=True).first.wait_for()
    page.set_viewport_size(PHONE)
    assert [*faults(page)] == []


def test_the_main_wager_says_what_it_pays_in_sentences(house: House, visit: Visit) -> None:
    ann = visit(house).as_guest("Nora").sit("pa-blackjack", 7)
    ann.spot(7, "blackjack").focus()
    ann.page.keyboard.press("i")
    said = ann.page.locator("pit-paytable")
    said.get_by_text("3 to 2").wait_for()
    words = said.inner_text()
    for part in ("1 to 1", "push", "Dealer stands on all 17s.", "58 Pa. Code § 633a.13"):
        assert part in words
    assert "depends on how the hand is played" in words
    assert said.get_by_role("link", name="Jackpot Party").count() == 1
    assert [*faults(ann.page)] == []


def test_every_meter_is_shown_with_what_wins_it_and_nothing_to_press(
    metered: House, visit: Visit
) -> None:
    page = visit(metered, TV).go("meters")
    page.locator(".hero .name").wait_for()
    keys = "(all) => all.map((each) => each.dataset.meter)"
    assert len({*page.locator("[data-meter]").evaluate_all(keys)}) == len(METERED)
    assert page.get_by_role("button").count() == 0
    first = page.locator(".hero .name").inner_text()
    assert page.locator(".wins li").all_inner_texts() == [
        "Royal flush—diamonds wins all of it",
        "Royal flush—other wins 10%",
    ]
    for _ in METERED:
        page.keyboard.press("ArrowRight")
    assert page.locator(".hero .name").inner_text() == first
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    assert [*faults(page)] == []
    page.evaluate("""() => {
      const board = document.querySelector('pit-meters-page');
      const more = board.meters.slice(0, 2).map((each) => ({ ...each, table: 'another' }));
      board.take({ meters: [...board.meters, ...more], awards: [] });
    }""")
    page.get_by_text("and 2 more, shown in turn").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    page.set_viewport_size(PHONE)
    assert [*faults(page)] == []


def test_an_old_address_goes_to_the_table_that_stands_there_now(
    metered: House, visit: Visit
) -> None:
    flora = Person(metered, PEOPLE["floor"], "floor")
    flora.do(MOVES, "close")
    old = flora.view(MOVES)["house"]
    answer = flora.client.put(
        f"/tables/{MOVES}/house",
        json={**{key: old[key] for key in ("game", "jurisdiction")}, "most": 60_000},
        headers={"x-csrf": flora.csrf, "idempotency-key": "moved-0001"},
    )
    assert answer.status_code == 200, answer.text
    flora.client.close()
    ann = visit(metered).as_guest("Ann who comes back")
    page = ann.turn(f"table/{MOVES}")
    page.wait_for_selector("pit-felt svg")
    assert page.url.endswith(f"#/table/{answer.json()['id']}")
    ann.wrong = [each for each in ann.wrong if "410" not in each]


def test_the_words_of_a_round_cover_no_spot(house: House, visit: Visit) -> None:
    page = visit(house, {"width": 1280, "height": 800}).as_guest("Mia").turn("table/pa-blackjack")
    page.wait_for_selector("pit-felt .spot")
    page.get_by_role("button", name="Jackpot Party: what it pays").wait_for()
    covered = page.evaluate(
        """() => {
          const over = document.querySelector('pit-story').getBoundingClientRect();
          return [...document.querySelectorAll('.spot .ring')].filter((ring) => {
            const { left, right, top, bottom } = ring.getBoundingClientRect();
            return left < over.right && right > over.left && bottom > over.top && top < over.bottom;
          }).length;
        }"""
    )
    assert covered == 0
