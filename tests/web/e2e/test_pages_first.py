"""The first minutes of somebody new: a table, what its wagers pay, a seat, a round in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.house import PASSWORD
from tests.soak import soak_only
from tests.web.e2e.house import House, filed, opened, plain
from tests.web.e2e.pages import faults
from tests.web.e2e.scene import LONG, Person, three_kings
from tests.web.e2e.visitor import PHONE, Visitor

TABLE = "co-21-plus-3-blackjack"
NAME = "Blackjack with 21+3, Colorado"
SPOTS = """() => [...document.querySelectorAll('.box.you .spot')].map((spot) => {
  const r = spot.querySelector('.ring').r.baseVal.value;
  const corners = (box) => [[box.x, box.y], [box.x + box.width, box.y],
    [box.x, box.y + box.height], [box.x + box.width, box.y + box.height]];
  const words = [...spot.querySelectorAll('.word')];
  const far = words.flatMap((word) => corners(word.getBBox())).map(([x, y]) => Math.hypot(x, y));
  return { name: spot.querySelector('title').textContent, r, far: Math.max(...far),
    words: words.map((word) => word.textContent) };
})"""
"""Every spot of one's own box: its name, what is printed, and how far that goes from the middle."""
COUNTED = """() => {
  window.notes = [];
  window.pulses = 0;
  const Sound = window.AudioContext;
  window.AudioContext = class extends Sound {
    createOscillator() {
      const made = super.createOscillator();
      const start = made.start.bind(made);
      made.start = (at) => { window.notes.push(made.frequency.value); start(at); };
      return made;
    }
  };
  navigator.vibrate = () => { window.pulses += 1; return true; };
}"""
HYBRID, SWIPED = "pa-hybrid-blackjack", "pit-2"
PRINTED = ("co-blackjack", "co-21-hold-em", "nh-blackjack")
"""Tables whose names are looked at."""
TURN, CHIP, CARD, WIN = 660, 2400, 180, 523
"""The first note of each sound, in hertz."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with tables for each test that plays or lays."""
    tables = (
        *map(filed, PRINTED),
        filed("pa-blackjack", plain),
        filed("pa-blackjack", table=SWIPED),
        filed(HYBRID, plain, seconds=LONG),
        filed(TABLE, three_kings),
    )
    with opened(tmp_path_factory.mktemp("busy"), *tables) as made:
        yield made


def nothing_but_401(who: Visitor) -> None:
    """A browser says in its console that somebody had to log in; that is not wrong."""
    who.wrong = [each for each in who.wrong if "401" not in each]


def test_a_stranger_comes_back_to_the_table_that_was_chosen(
    house: House, visit: Callable[..., Visitor]
) -> None:
    new = visit(house)
    page = new.go("floor")
    page.locator(f'a[href="#/table/{TABLE}"]').click()
    page.get_by_text(f"You will then go to {NAME}.").wait_for()
    page.get_by_role("button", name="Sit down with play chips").click()
    page.wait_for_selector("pit-table-page")
    assert page.url.endswith(f"#/table/{TABLE}")
    nothing_but_401(new)


def test_a_stranger_comes_back_to_the_seat(house: House, visit: Callable[..., Visitor]) -> None:
    new = visit(house)
    page = new.go(f"table/{TABLE}?sit=6")
    page.get_by_label("Name (optional)").fill("Six")
    page.get_by_role("button", name="Sit down with play chips").click()
    page.wait_for_selector(".box.you")
    assert new.view["you"]["boxes"] == [6]
    # and does not sit down again when it is read again
    page.wait_for_function("(hash) => location.hash === hash", arg=f"#/table/{TABLE}")
    nothing_but_401(new)


def test_who_is_logged_out_elsewhere_logs_in_and_comes_back(
    house: House, visit: Callable[..., Visitor]
) -> None:
    """A page whose session is over does not say for ever that it reconnects."""
    ann = visit(house).as_guest("Twice")
    page = ann.turn(f"table/{TABLE}")
    page.wait_for_selector("pit-felt .box")
    origin = {"X-CSRF": ann.get("session")["csrf"], "Origin": house.address}
    assert page.request.delete(ann.api("session"), headers=origin).ok
    page.wait_for_selector("pit-login-page")
    page.get_by_role("button", name="Sit down with play chips").click()
    page.wait_for_selector("pit-felt .box")
    assert page.url.endswith(f"#/table/{TABLE}")
    nothing_but_401(ann)
    ann.lost_only()


def test_a_wager_is_looked_at_with_the_mouse_before_a_chip_is_laid(
    house: House, visit: Callable[..., Visitor]
) -> None:
    """21+3 with six decks: what it pays, how often, the edge, and the clause."""
    ann = visit(house).as_guest("Ann who looks").sit(TABLE, 2)
    ann.page.get_by_role("button", name="21+3: what it pays and costs", exact=True).click()
    said = ann.page.locator("pit-paytable")
    said.get_by_text("1 in 484").wait_for()
    for words in ("9 to 1", "10,368", "3.2386%", "30-2107"):
        assert words in said.inner_text()
    said.get_by_role("button").click()
    said.wait_for(state="hidden")


@soak_only("tests/web/e2e/test_play.py::test_a_guest_walks_in_and_plays_three_side_wagers")
def test_each_wager_of_a_round_is_told_in_words(
    open_house: Callable[..., House], visit: Callable[..., Visitor]
) -> None:
    ann = visit(open_house(filed(TABLE, plain))).as_guest("Ann").sit(TABLE, 2)
    ann.bet(2, {"blackjack": 2_500, "21-plus-3": 500})
    ann.act("deal")
    ann.stand()
    assert [line.split(" ")[0] for line in ann.story] == ["21+3", "Blackjack"]
    assert all(re.search(r"\. (Won |Lost |Push\.)", line) for line in ann.story)


@soak_only("tests/web/e2e/test_ways.py::test_a_round_by_keyboard_alone")
def test_a_round_is_played_with_the_keyboard_alone(
    open_house: Callable[..., House], visit: Callable[..., Visitor]
) -> None:
    house = open_house(filed(TABLE, plain))
    ann = visit(house).as_guest("Ann")
    page = ann.turn(f"table/{TABLE}")
    page.wait_for_selector("pit-felt .box")
    for key in ("ArrowDown", "Enter"):  # the first box, and sit
        page.keyboard.press(key)
    page.wait_for_selector("pit-tray[data-open]")
    for key in ("4", "Enter", "3", "ArrowDown", "Enter", "Enter", "Backspace"):
        page.keyboard.press(key)
    page.get_by_text("Deal $30").wait_for()
    page.keyboard.press("Shift+Enter")
    while ask := ann.asked_or_over():
        page.keyboard.press("s" if "may" in ask else "n")
        ann.answered(ask["number"])
    assert len(ann.story) == 2


def test_names_stand_inside_their_rings_and_are_no_initials(
    busy: House, visit: Callable[..., Visitor]
) -> None:
    ann = visit(busy).as_guest("Ann who reads")
    printed = {}
    for table in PRINTED:
        ann.sit(table, 4)
        for spot in ann.page.evaluate(SPOTS):
            if not spot["words"]:  # beside the ring of an own box, and only said at others
                continue
            assert spot["far"] <= spot["r"] + 1, spot
            assert len(spot["words"]) <= 3
            words = " ".join(spot["words"]).split(" ")
            whole = spot["name"].upper().split(" ")
            assert len(words) == len(whole), spot
            assert all(
                long.startswith(short.rstrip(".")) for short, long in zip(words, whole, strict=True)
            )
            assert all(len(word) > 3 for word in words if word.endswith("."))
            printed[spot["name"]] = spot["words"]
    assert printed["21+3"] == ["21+3"]
    assert printed["Perfect Pair"] == ["PERFECT", "PAIR"]


def test_a_finger_brings_the_next_box_forward(busy: House, visit: Callable[..., Visitor]) -> None:
    ann = visit(busy, PHONE, has_touch=True).as_guest("Ann who swipes").sit(SWIPED, 1)
    ann.page.locator('[data-key="mini-3"]').click()
    ann.page.wait_for_selector('.box.you[aria-label="Box 3, you"]')
    felt = ann.page.locator("pit-felt")

    def front() -> Any:
        return ann.page.locator(".box.you").get_attribute("aria-label")

    def swipe(*xs: int) -> None:
        for kind, x in zip(("pointerdown", "pointerup"), xs, strict=True):
            felt.dispatch_event(kind, {"pointerType": "touch", "clientX": x, "clientY": 300})

    swipe(300, 60)  # box 1 lies to the right
    assert front() == "Box 1, you"
    swipe(300, 60)
    swipe(60, 90)  # too short
    assert front() == "Box 1, you"
    swipe(60, 300)
    assert front() == "Box 3, you"


def test_a_hybrid_table_on_a_phone_shows_the_stake_while_it_is_played(
    busy: House, visit: Callable[..., Visitor]
) -> None:
    ann = Person(busy, "Ann at a screen")
    ann.do(HYBRID, "sit", box=1, position=2)
    ann.do(HYBRID, "open_round")
    ann.do(HYBRID, "bet", box=1, wager="blackjack", cents=2_500, position=2)
    ann.do(HYBRID, "deal")
    looks = visit(busy, PHONE)
    looks.context.add_cookies([ann.cookie])
    page = looks.go(f"table/{HYBRID}")
    page.locator(".box.you .spot.main.is-riding").wait_for()
    boxes = [
        each.bounding_box()
        for each in (page.locator(".box.you .spot.main .ring"), page.locator(".zone").last)
    ]
    stake, hand = (box for box in boxes if box)
    assert stake["x"] >= 0
    assert stake["x"] + stake["width"] <= hand["x"] + 1  # beside the hand, not under it
    ann.client.close()


def test_so_far_counts_what_a_slip_has_paid(busy: House, visit: Callable[..., Visitor]) -> None:
    ann, flora = Person(busy, "Ann who wins"), Person(busy, "Flora", "floor")
    ann.do(TABLE, "sit", box=2)
    ann.do(TABLE, "open_round")
    ann.bet(TABLE, 2, **{"blackjack": 2_500, "21-plus-3-progressive": 100})
    ann.do(TABLE, "deal")
    ann.stand(TABLE)
    looks = visit(busy)
    looks.context.add_cookies([ann.cookie])
    looks.go(f"table/{TABLE}")
    so_far = looks.page.locator("pit-story footer b")
    looks.page.locator(".band").get_by_text("Cards stay while the floor checks.").wait_for()
    before = cents(so_far.inner_text())
    (slip,) = ann.view(TABLE)["slips"]
    said = {"slip": slip["number"], "cents": slip["cents"]}
    flora.do(TABLE, "validate", **said, password=PASSWORD)
    looks.phase("idle")
    assert cents(so_far.inner_text()) == before + slip["cents"] - 100
    results = [line for line in looks.story if line.startswith("21+3 Progressive")]
    assert len(results) == 1
    assert results[0].endswith("Won $1,999.17. +$1,999.17")
    for person in (ann, flora):
        person.client.close()


def cents(text: str) -> int:
    """`+$1,999.17` and `−$25.00` as cents."""
    number = text.replace("−", "-").replace("$", "").replace(",", "")
    return round(float(number) * 100)


def test_nothing_sounds_or_shakes_before_it_is_asked_for(
    busy: House, visit: Callable[..., Visitor]
) -> None:
    ann = visit(busy, script=f"({COUNTED})()")
    ann.as_guest("Ann").sit("pa-blackjack", 1)
    ann.bet(1, {"blackjack": 2_500})
    ann.act("deal")
    ann.stand()
    assert ann.page.evaluate("[window.notes, window.pulses]") == [[], 0]
    ann.page.get_by_role("button", name="Ann: menu").click()
    for name in ("Sounds: cards, chips, a win, your turn", "Vibration: a win, your turn"):
        ann.page.get_by_role("group", name=name).get_by_role("button", name="On").click()
    ann.page.keyboard.press("Escape")
    heard: set[int] = set()
    while WIN not in heard:
        played = ann.view["round"]
        ann.act("rebet")
        ann.page.wait_for_function(
            "(n) => document.querySelector('pit-table-page').view.round > n", arg=played
        )
        ann.stand()
        heard = {*ann.page.evaluate("window.notes")}
    assert heard >= {TURN, CHIP, CARD, WIN}
    assert ann.page.evaluate("window.pulses") > 1


def test_a_page_that_does_not_exist_offers_a_way_on(
    house: House, visit: Callable[..., Visitor]
) -> None:
    """As the server writes it, and as a page does: both have a main part and pass axe-core."""
    lost = visit(house)
    answer = lost.page.goto(f"{house.address}/nowhere")
    assert answer
    assert answer.status == 404
    lost.page.locator("main").get_by_role("link", name="Back to the floor").wait_for()
    assert [*faults(lost.page)] == []
    bare = lost.page.request.get(lost.api("nowhere"), headers={"Accept": "text/html"})
    assert bare.json() == {"error": "There is no such page."}
    for where in ("zzz", "constructor"):
        page = lost.go(where)
        page.get_by_role("heading", name="Not found").wait_for()
        page.get_by_text(f"There is no page at #/{where}.").wait_for()
        assert page.get_by_role("button", name="Try again").count() == 0, "it would not help"
    page = lost.as_guest("Lost").go("desk/tables")
    page.get_by_role("heading", name="Not for your role").wait_for()
    assert page.get_by_role("tab").count() == 0, "none that could not be opened"
    page = lost.go("table/nowhere")
    page.get_by_role("heading", name="Not found").wait_for()
    assert page.locator("main#main h1").count() == 1
    assert [*faults(page)] == []
    assert len(lost.wrong) == 2
    assert all("404" in each for each in lost.wrong)
    lost.wrong.clear()


def test_a_guests_long_name_is_refused_and_not_cut(
    house: House, visit: Callable[..., Visitor]
) -> None:
    page = visit(house).go("login")
    name = page.get_by_label("Name (optional)")
    name.fill("W" * 25)
    page.get_by_role("button", name="Sit down with play chips").click()
    page.get_by_text("A guest's name has at most 24 characters.").wait_for()
    assert name.input_value() == "W" * 25
