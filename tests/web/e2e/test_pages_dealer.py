"""The dealer's console: what went wrong, what lies on the layout, what is already in the rack."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.e2e.house import PEOPLE, Cards, House, filed, plain, points
from tests.web.e2e.pages import faults
from tests.web.e2e.scene import Person
from tests.web.e2e.visitor import PHONE, Visitor

TABLE = "pa-blackjack-dealer"
SHORT: ViewportSize = {"width": 1280, "height": 720}
FOCUS = "document.activeElement.dataset.key ?? document.activeElement.id"
Visit = Callable[..., Visitor]
CUT = """() => {
  const felt = document.querySelector('.dfelt').getBoundingClientRect();
  return [...document.querySelectorAll('.dfelt .box:not(.empty) :is(.card, text)')]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
    .filter(([, { left, right, bottom }]) =>
      left < felt.left || right > felt.right || bottom > felt.bottom)
    .map(([words]) => words);
}"""
"""What of a box in play is not whole on the console's felt."""
SPLIT = """() => {
  const page = document.querySelector('pit-dealer-page');
  const view = JSON.parse(JSON.stringify(page.view), (_, value) => value);
  const [box] = view.boxes;
  const hands = [1, 2, 3, 4].map((number) => ({ ...box.hands[0], number, name: `hand ${number}` }));
  box.hands = hands.map((hand) => ({ ...hand, cards: [...hand.cards, '5h'] }));
  page.view = view;
  page.draw();
}"""
"""Shows the first box with four hands of three cards each."""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.dfelt text:not(.idx)')]
  .filter((each) => each.checkVisibility())
  .map((each) => {
    const { a, b } = each.getScreenCTM();
    return parseFloat(getComputedStyle(each).fontSize) * Math.hypot(a, b);
  }))"""
"""The smallest words on the console's felt, in pixels of the screen."""


def nothing_made(cards: Cards) -> bool:
    """A box with something to decide, whose two cards and the dealer's win no Jackpot Party."""
    four = cards[:4]
    return (
        plain(cards)
        and points_to_decide(cards)
        and len({card.rank for card in four}) == 4
        and len({str(card)[-1] in "hd" for card in four}) == 2
    )


def points_to_decide(cards: Cards) -> bool:
    return all(card.rank.symbol in "8K" for card in cards[0:3:2])


CHIPS = "How many chips (not dollars) were bet on Jackpot Party?"


@pytest.fixture
def locking(open_house: Callable[..., House]) -> House:
    """Ann at box 1 of a table with a dealer, who has called no more bets."""
    made = open_house(filed(TABLE, nothing_made), filed("pa-blackjack"))
    ann, dana = Person(made, "Ann"), Person(made, PEOPLE["dealer"], "dealer")
    ann.do(TABLE, "sit", box=1)
    dana.do(TABLE, "open_round")
    ann.bet(TABLE, 1, blackjack=1_000, royal_match_21=100, jackpot_party=500)
    dana.do(TABLE, "deal")
    ann.client.close()
    dana.client.close()
    return made


@pytest.fixture
def house(locking: House) -> House:
    """The same; the chips are racked, the cards are dealt, and she is asked."""
    dana = Person(locking, PEOPLE["dealer"], "dealer")
    dana.do(TABLE, "press", step="lock")
    view = dana.do(TABLE, "press", step="count", chips=1)
    while "go" in view["may"]:
        view = dana.do(TABLE, "go")
    dana.client.close()
    return locking


def test_633c_2_f_the_dealer_locks_the_wagers_and_counts_the_chips(
    locking: House, visit: Visit
) -> None:
    page = visit(locking).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.get_by_role("button", name="Lock the progressive wagers").click()
    page.get_by_role("button", name="Count the chips").click()
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Type the number of chips counted.").wait_for()
    page.get_by_label(CHIPS).fill("2")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("2 chips counted, 1 wager accepted on Jackpot Party.").wait_for()
    heading(page, "Wait for a floor supervisor")
    assert page.evaluate(FOCUS) == "main", "the next Space opens nothing"
    flora = visit(locking).as_staff(PEOPLE["floor"]).turn(f"dealer/{TABLE}")
    assert "You are watching" not in flora.locator(".nowcard").inner_text()
    heading(flora, "The floor is called")
    flora.get_by_role("button", name="Resolve the difference").click()
    flora.get_by_role("button", name="Confirm").click()
    flora.get_by_text("Type the number of chips counted.").wait_for()
    flora.get_by_label(CHIPS).fill("3")
    flora.get_by_role("button", name="Confirm").click()
    flora.get_by_text("Say what happened.").wait_for()
    flora.get_by_label("What happened").fill("Two were one")
    flora.get_by_role("button", name="Confirm").click()
    flora.get_by_text("3 chips counted, 1 wager accepted").last.wait_for()
    flora.get_by_label(CHIPS).fill("1")
    flora.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Next card").wait_for()
    assert [*faults(page)] == []


def test_space_goes_on_after_an_irregularity(house: House, visit: Visit) -> None:
    """58 Pa. Code § 633a.14: the exposed card is drawn, and lies there for all to see."""
    dana = visit(house).as_staff(PEOPLE["dealer"])
    ann = visit(house, PHONE).as_guest("Bob")
    ann.turn(f"table/{TABLE}").wait_for_selector("pit-felt svg")
    page = dana.turn(f"dealer/{TABLE}")
    page.locator('[data-key="wrong"]').click()
    page.locator('[data-key="irr-exposed card"]').click()
    page.get_by_text("A floor supervisor comes to the table to report and decide this.").wait_for()
    page.get_by_role("button", name="Call the floor", exact=True).last.click()
    desk = visit(house).as_staff(PEOPLE["floor"]).turn(f"dealer/{TABLE}")
    desk.locator(".calledfor").get_by_text("Exposed card.").wait_for()
    desk.locator(".calledfor").get_by_text("Cards stay while the floor checks.").wait_for()
    heading(page, "Wait for a floor supervisor")
    assert page.locator('[data-key="step"]').count() == 0
    page.keyboard.press("f")
    page.get_by_text("The deal stays stopped until one has come.").wait_for()
    page.get_by_role("button", name="Go back").click()
    slips = visit(house).as_staff(PEOPLE["auditor"]).turn("desk")
    name = ann.view["name"]
    slips.get_by_role("heading", name=f"{name} calls", exact=True).wait_for()
    assert slips.get_by_text("All quiet").count() == 0
    desk.locator('[data-key="wrong"]').click()
    desk.locator('[data-key="irr-exposed card"]').click()
    desk.get_by_role("button", name="Confirm").click()
    page.wait_for_selector('[data-key="step"]')
    page.locator('[data-key="wrong"]').focus()
    for name in ("Taken, next", "Next", "Next card"):
        press(page, name)
    lies = page.locator(".exposed")
    lies.get_by_text("in nobody's hand").wait_for()
    assert page.locator("dialog").count() == 0
    ann.page.wait_for_selector('pit-felt [data-card^="exposed"]', state="attached")
    [card] = [each for place, each in ann.faces.items() if place.startswith("exposed")]
    assert lies.locator("[data-face]").get_attribute("data-face") == card
    assert "Exposed, in nobody's hand: " in (lies.get_attribute("aria-label") or "")
    assert [*faults(page)] == []


def test_the_floor_comes_while_the_dealer_deals_on(house: House, visit: Visit) -> None:
    page = visit(house).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.locator('[data-key="floor"]').wait_for()
    page.keyboard.press("f")
    page.get_by_text("You may keep dealing.").wait_for()
    page.get_by_label("What happened").fill("chips are short")
    page.get_by_role("button", name="Call", exact=True).click()
    called = page.locator(".calledfor")
    called.get_by_text("Chips are short. The deal may continue.").wait_for()
    assert "Cards stay" not in called.inner_text()
    press(page, "Taken, next")


def test_the_console_says_that_a_player_is_away_and_for_how_long_the_table_waits(
    house: House, visit: Visit
) -> None:
    dana = visit(house).as_staff(PEOPLE["dealer"])
    page = dana.turn(f"dealer/{TABLE}")
    for name in ("Taken, next", "Next"):
        press(page, name)
    heading(page, "Waiting for Ann")
    page.get_by_text("Ann is away. There is nothing to do").wait_for()
    bob = visit(house).as_guest("Bob").turn(f"table/{TABLE}")
    waiting = bob.locator("pit-actions .banner").filter(
        has_text=re.compile(r"Waiting for Ann\. *\d+ s")
    )
    waiting.wait_for()
    left = int(page.locator(".nowcard pit-countdown").inner_text().removesuffix(" s"))
    assert 0 < left <= dana.get(f"tables/{TABLE}")["asks"][0]["seconds"]
    assert [*faults(page)] == []


def test_the_felt_leads_to_the_console_whoever_works_there(house: House, visit: Visit) -> None:
    for name, size in ((PEOPLE["dealer"], SHORT), (PEOPLE["floor"], PHONE)):
        page = visit(house, size).as_staff(name).turn(f"table/{TABLE}")
        page.locator('[data-key="act-console"]').click()
        page.wait_for_selector("pit-dealer-page .nowcard h1")
    for who in (visit(house).as_guest("Bob"), visit(house).as_staff(PEOPLE["auditor"])):
        page = who.turn(f"table/{TABLE}")
        page.locator(".banner").wait_for()
        assert page.locator('[data-key="act-console"]').count() == 0


def low_and_standing(cards: Cards) -> bool:
    """Box 1 stands on a hard 20; the dealer has a 6 up, a ten below and draws to a bust."""
    box, up, hole, drawn = cards[0:3:2], cards[1], cards[3], cards[4]
    return (
        [card.rank.symbol for card in box] in (["K", "Q"], ["Q", "J"], ["K", "J"])
        and str(box[0])[-1] != str(box[1])[-1]
        and up.rank.symbol == "6"
        and points([hole]) == 10
        and points([drawn]) == 10
    )


def test_the_round_goes_step_by_step_in_the_dealers_hands(
    open_house: Callable[..., House], visit: Visit
) -> None:
    """The procedure with its clauses; each take and pay; the hole card and the chips wait."""
    house = open_house(filed(TABLE, low_and_standing))
    ann = Person(house, "Ann")
    ann.do(TABLE, "sit", box=1)
    page = visit(house, SHORT).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.get_by_role("button", name="Open the betting").click()
    page.get_by_text("Wait for bets").wait_for()
    ann.bet(TABLE, 1, blackjack=1_000, royal_match_21=100)
    press(page, "No more bets, deal")
    for name in ("Burn a card", "A card to Ann, box 1", "A card to yourself"):
        heading(page, name)
        press(page, "Next card")
    for name in ("A card to Ann, box 1", "A card to yourself"):
        heading(page, name)
        press(page, "Next card")
    heading(page, "Settle side wagers, from your right")
    steps = [
        " ".join(each.split()) for each in page.locator(".steps li:not(.is-next)").all_inner_texts()
    ]
    assert steps == [
        "✓ No more bets as in 58 Pa. Code § 673a.6(c)",
        "– Lock out and count no progressive wager was made",
        "✓ Deal the first cards 58 Pa. Code § 633a.7; as in § 633c.5(n)",
        "● Settle side wagers 58 Pa. Code § 633a.7(g), by § 633c.1(d)",
        "– Offer insurance not offered, a 6 is up",
        "– Read the hole card not used, a 6 is up",
    ]
    assert ann.view(TABLE)["boxes"][0]["results"] == []
    press(page, "Settle side wagers")
    heading(page, "Take $1 from Ann, Royal Match 21")
    tall = "document.documentElement.scrollHeight - innerHeight"
    assert page.evaluate(tall) == 0
    lowest = page.locator(".dfelt .card").last.bounding_box()
    assert lowest
    assert lowest["height"] >= 80  # read across the table
    assert lowest["y"] + lowest["height"] <= SHORT["height"]
    assert [*faults(page)] == []
    press(page, "Taken, next")
    heading(page, "Waiting for Ann")
    ann.stand(TABLE)
    heading(page, "Turn your hole card")
    seen = ann.view(TABLE)
    assert (seen["dealer"]["cards"][1], "step" in seen, seen["procedure"]) == ("??", False, [])
    press(page, "Turn your hole card")
    heading(page, "A card to yourself")
    press(page, "Next card")
    heading(page, "Pay Ann $10 on Blackjack")
    page.get_by_text("Step 9 of 9").wait_for()
    before = ann.view(TABLE)
    assert before["boxes"][0]["stakes"] == {"blackjack": 1_000}
    press(page, "Paid, next")
    page.get_by_role("button", name="Open the betting").wait_for()
    assert ann.view(TABLE)["you"]["balance"] == before["you"]["balance"] + 2_000
    assert page.locator(".tp li.ok").count() == 2
    ann.client.close()


def test_633c_5_i_decks_are_signed_for_by_whom_the_server_names(
    open_house: Callable[..., House], visit: Visit
) -> None:
    table = "pa-hybrid-blackjack"
    house = open_house(filed(table, pace="dealer"))
    page = visit(house).as_staff(PEOPLE["dealer"]).turn(f"dealer/{table}")
    heading(page, "The dealer inspects the decks")
    press(page, "Done, sign for it")
    heading(page, "The floorperson verifies the inspection")
    assert page.locator('[data-key="step"]').count() == 0


def press(page: Page, name: str) -> None:
    """Press what moves the round on, with the space bar."""
    words = re.compile(rf"^\s*{re.escape(name)}\s*Space\s*$")
    page.locator('[data-key="step"]').filter(has_text=words).wait_for()
    page.keyboard.press(" ")


def heading(page: Page, name: str) -> None:
    page.get_by_role("heading", name=name, exact=True).wait_for()


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_the_first_box_is_whole_and_can_be_read(
    size: ViewportSize, house: House, visit: Visit
) -> None:
    page = visit(house, size).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.locator(".dfelt .box .card").nth(1).wait_for()
    assert page.evaluate(CUT) == []
    assert page.evaluate(SMALLEST) >= 8
    page.evaluate(SPLIT)
    assert page.locator(".dfelt .box.cur .card").count() == 12
    assert page.evaluate(CUT) == []


def test_what_was_collected_before_the_deal_is_not_taken_again_and_keys_work_from_any_button(
    house: House, visit: Visit
) -> None:
    page = visit(house).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.locator(".tp ol li").nth(1).wait_for()
    rows = [" ".join(each.split()) for each in page.locator(".tp ol li").all_inner_texts()]
    for row, (wager, does) in zip(
        rows,
        (
            ("Royal Match 21", "take $1 to the rack"),
            ("Jackpot Party", "nothing to take already in the rack"),
        ),
        strict=True,
    ):
        assert re.fullmatch(rf"1 {wager} .+\. Needed: .+\. {re.escape(does)}", row), row
    assert page.locator(".dsum").all_text_contents() == ["$10"]
    page.locator('[data-key="wrong"]').focus()
    page.keyboard.press("f")
    page.get_by_role("heading", name="Call the floor").wait_for()
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUS) == "wrong"


def test_a_dealer_deals_where_there_is_one_and_closed_tables_are_not_counted(
    open_house: Callable[..., House], visit: Visit
) -> None:
    house = open_house(filed("nh-blackjack"), filed("pa-blackjack"), filed(TABLE))
    flora = Person(house, PEOPLE["floor"], "floor")
    flora.do("pa-blackjack", "close")
    flora.client.close()
    dana = visit(house).as_staff(PEOPLE["dealer"])
    dana.turn("rules")
    dana.hasten(10)
    page = dana.turn("floor")
    page.get_by_text("2 tables open").wait_for()
    told = page.locator(".tcard .go").all_inner_texts()
    assert (told[0], sorted(told)) == ("Deal", ["Closed", "Deal", "Watch"])  # her own comes first
    flora = Person(house, PEOPLE["floor"], "floor")
    flora.do("pa-blackjack", "open")
    flora.client.close()
    page.get_by_text("3 tables open").wait_for()
    assert page.locator(".tcard .go").all_inner_texts() == ["Deal", "Watch", "Watch"]
    player = Person(house, "Ann")
    assert {each["dealer"] for each in player.client.get("/floor").json()["tables"]} == {""}
    player.client.close()


def test_what_is_taken_and_paid_is_the_same_on_every_console_and_after_a_reload(
    house: House, visit: Visit
) -> None:
    dana, again = (visit(house).as_staff(PEOPLE["dealer"]) for _ in range(2))
    page, other = (each.turn(f"dealer/{TABLE}") for each in (dana, again))
    flora = visit(house).as_staff(PEOPLE["floor"]).turn(f"dealer/{TABLE}")
    other.get_by_role("button", name="Taken, next").wait_for()
    press(page, "Taken, next")
    press(other, "Next")
    for each in (page, other, flora):
        heading(each, "Waiting for Ann")
        assert each.locator(".tp li.ok").count() == 2
    page.reload()
    heading(page, "Waiting for Ann")
    assert page.locator(".tp li.ok").count() == 2


def test_who_waits_for_the_dealer_is_told_so_and_who_watches_is_offered_no_seat(
    open_house: Callable[..., House], visit: Visit
) -> None:
    house = open_house(filed(TABLE))
    ann = visit(house).as_guest("Ann").sit(TABLE, 1)
    ann.page.locator(".banner").get_by_text("The dealer opens the betting.").wait_for()
    dana = Person(house, PEOPLE["dealer"], "dealer")
    dana.do(TABLE, "open_round")
    dana.client.close()
    ann.page.locator(".banner").get_by_text("Put a chip on Blackjack.").wait_for()
    ann.page.locator('[data-key="chip-2500"]').click()
    ann.spot(1, "blackjack").click()
    assert "places your stake" in ann.page.inner_text('[data-key="act-place"]')
    assert ann.page.locator("pit-felt .word", has_text="SIT").count() == 6
    flora = visit(house).as_staff(PEOPLE["floor"])
    page = flora.turn(f"table/{TABLE}")
    page.locator(".box.open").first.wait_for()
    assert page.locator("pit-felt .word", has_text="SIT").count() == 0
    page.set_viewport_size(PHONE)
    page.locator(".mini.open").first.wait_for()
    assert page.locator("pit-felt .word", has_text="SIT").count() == 0
    assert page.locator(".mplus").count() == 0


def test_a_supervisor_assigns_the_dealer(house: House, visit: Visit) -> None:
    page = visit(house).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    page.locator('[data-key="floor"]').wait_for()
    desk = visit(house).as_staff(PEOPLE["floor"]).turn("desk/tables")
    desk.locator('[data-key="assign-pa-blackjack"]').click()
    desk.get_by_label("Name of the dealer").fill(PEOPLE["dealer"])
    desk.get_by_role("button", name="Assign").click()
    page.locator('[data-key="floor"]').wait_for(state="detached")
    person = Person(house, PEOPLE["dealer"], "dealer")
    assert person.view("pa-blackjack")["dealer"]["name"] == PEOPLE["dealer"]
    assert person.view(TABLE)["may"] == []
    person.client.close()


def test_a_long_name_stays_within_the_headline(
    open_house: Callable[..., House], visit: Visit
) -> None:
    house, name = open_house(filed(TABLE)), "W" * 24
    ann, dana = Person(house, name), Person(house, PEOPLE["dealer"], "dealer")
    ann.do(TABLE, "sit", box=1)
    dana.do(TABLE, "open_round")
    ann.bet(TABLE, 1, blackjack=1_000)
    dana.do(TABLE, "deal")
    dana.do(TABLE, "go")
    page = visit(house, SHORT).as_staff(PEOPLE["dealer"]).turn(f"dealer/{TABLE}")
    heading(page, f"A card to {name}, box 1")
    assert page.evaluate(
        "() => { const h = document.querySelector('.nowcard h1');"
        " const right = h.closest('.nowcard').getBoundingClientRect().right;"
        " const words = document.createRange(); words.selectNodeContents(h);"
        " return words.getBoundingClientRect().right <= right"
        " && right <= innerWidth; }"
    )
    ann.client.close()
    dana.client.close()
