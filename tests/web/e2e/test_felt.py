"""The felt: money that adds up, nothing told before it is shown, one press a round."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.e2e.house import House, filed, opened, plain
from tests.web.e2e.visitor import DESK, PHONE, SEAT, Visitor
from tests.web.test_modules import felt_table

BLACKJACK, SWITCH, HANDS = "pa-blackjack", "co-blackjack-switch", "pa-switch-hands"
WATCH = f"""() => {{
  const seat = {SEAT};
  window.seen = [];
  const read = () => {{
    const text = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
    window.seen.push({{
      at: performance.now(),
      money: text('dl.money dd'),
      won: text('pit-story li.is-win em, pit-story li.is-loss em, pit-story li.is-push em'),
      faces: [...document.querySelectorAll('pit-felt [data-card^="dealer"]')]
        .map((e) => e.dataset.face),
      totals: text('pit-felt .total text'),
      stacks: document.querySelectorAll('.box.you [data-stack]').length,
      words: text('pit-story .lines, #say-polite, .spot .tag, .seatsub').join(' '),
      moving: seat.timeline.moving,
    }});
    window.watching = requestAnimationFrame(read);
  }};
  read();
}}"""
"""What the page shows of money, cards and words, in every frame from now on."""
FILM = """([before, after, steps]) => import('/js/table/timeline.js')
  .then((m) => m.lengthOf(m.film(before, after, steps)))"""


FRAMES = """([before, after, steps]) => import('/js/table/timeline.js').then((m) =>
  m.film(before, after, steps).map(({ view }) => ({
    cards: view.dealer.cards,
    told: [view.dealer.total ?? 0, view.you.balance, view.you.in_play, view.story.length,
      view.boxes.flatMap((box) => box.results).length] })))"""
"""What each frame shows of the dealer's cards, and all that is told."""


@pytest.fixture(scope="module")
def table_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    tables = filed(BLACKJACK, plain), filed(SWITCH), filed(HANDS), filed("co-pai-jack")
    with opened(tmp_path_factory.mktemp("felt"), *tables) as made:
        yield made


@pytest.fixture
def ann(browser: Browser, table_house: House) -> Iterator[Visitor]:
    """Somebody who sees things move."""
    with Visitor(browser, table_house, motion="no-preference") as made:
        yield made


def cents(text: str) -> int:
    """`−$5.00`."""
    return round(float(re.sub(r"[^\d.]", "", text)) * 100) * (-1 if "−" in text else 1)


def frames(who: Visitor) -> list[Any]:
    """What was seen since the page was watched."""
    seen: list[Any] = who.page.evaluate("() => { cancelAnimationFrame(watching); return seen; }")
    return seen


def adds_up(seen: list[Any], had: int) -> None:
    """Balance and in play are what the player had, and what the page has told of it since."""
    for frame in seen:
        now, told = sum(map(cents, frame["money"])), sum(map(cents, frame["won"]))
        assert now == had + told, frame


def test_1_every_chip_is_named_before_it_is_taken(ann: Visitor) -> None:
    """30-2105(2): two hands of the same stake; both lie on the felt and on the button."""
    ann.as_guest("Ann").sit(SWITCH, 4)
    ann.bet(4, {"blackjack": 2500, "super-match": 500})
    assert "Deal $55" in ann.page.inner_text('[data-key="act-deal"]')
    assert "2 hands of $25" in ann.page.inner_text('[data-key="act-deal"]')
    second = str(ann.spot(4, "blackjack-2").get_attribute("aria-label"))
    assert "$25 laid, not yet placed" in second
    assert ann.money == {"Balance": "$945.00", "In play": "$55.00"}
    ann.hasten(5)
    ann.page.evaluate(WATCH)
    ann.act("deal")
    ann.stand()
    ann.page.wait_for_function(f"() => !{SEAT}.timeline.moving")
    seen = frames(ann)
    assert len({tuple(each["money"]) for each in seen}) > 1
    adds_up(seen, 100_000)


LAID = (
    (BLACKJACK, 7, {"blackjack": 2500, "royal-match-21": 100, "kings-bounty": 100}, 2700),
    (SWITCH, 2, {"blackjack": 2500, "super-match": 500}, 5500),
)
"""Table, box, stakes, and what they cost together."""


@pytest.mark.parametrize(("table", "box", "stakes", "cost"), LAID)
def test_chips_that_a_press_sends_stay_where_they_lie(
    ann: Visitor, table: str, box: int, stakes: dict[str, int], cost: int
) -> None:
    """The first round, and the same bets again: the money changes once, when they are laid."""
    ann.as_guest(f"Dee {box}").sit(table, box)
    ann.hasten(2)
    ann.bet(box, stakes)
    for press in ("deal", "rebet"):
        had = sum(map(cents, ann.money.values()))
        ann.page.evaluate(WATCH)
        ann.act(press)
        ann.page.wait_for_function(f"() => {SEAT}.view.phase === 'playing'")
        ann.stand()
        ann.page.wait_for_function(f"() => {SEAT}.view.phase === 'idle'")
        undealt = [frame for frame in frames(ann) if not frame["faces"]]
        found = {(*map(cents, frame["money"]), frame["stacks"]) for frame in undealt}
        spots = len(stakes) + (table == SWITCH)
        assert found == {(had - cost, cost, spots)}


def test_nothing_is_no_stake_and_a_double_for_less_is_confirmed_before_it_is_sent(
    ann: Visitor,
) -> None:
    page = ann.as_guest("Eve").sit(BLACKJACK, 3).page
    page.fill(".typed input", "0")
    page.keyboard.press("Enter")
    page.get_by_text("Blackjack takes $10 to $500.").first.wait_for()
    page.fill(".typed input", "25")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-key="act-deal"]')
    page.fill(".typed input", "0")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-key="act-deal"]', state="detached")
    assert page.inner_text("#say-polite") == "Blackjack: the chips are taken back"
    ann.bet(3, {"blackjack": 2500})
    ann.act("deal")
    ask = ann.asked_or_over()
    while "double for less" not in [each["word"] for each in ask["may"]]:
        ann.act(ask["may"][0]["word"])  # insurance
        ann.answered(ask["number"])
        ask = ann.asked_or_over()
    for said in ("Go back", "Double for less"):
        page.keyboard.press("l")
        page.get_by_text("You type the amount next; the choice then stands.").wait_for()
        assert ann.asked == ask
        page.locator("dialog").get_by_role("button", name=said).click()
        page.wait_for_selector("dialog", state="detached")
    ann.answered(ask["number"])
    page.locator(".amount").get_by_text("$1 to $24").wait_for()
    page.fill(".stakein", "0")
    ann.act("add")
    page.get_by_text("Type an amount from $1 to $24.").wait_for()
    page.fill(".stakein", "1")
    ann.act("add")
    page.wait_for_function(f"() => {SEAT}.view.phase === 'idle'")


def test_2_compulsory_stakes_are_laid_together_and_impossible_ones_refused_at_once(
    ann: Visitor,
) -> None:
    """58 Pa. Code § 633c.4(b): an ante of a fifth of the stake at every box."""
    page = ann.as_guest("Bea").sit(HANDS, 4).page
    ann.bet(4, {"blackjack": 2500})
    ante = str(ann.spot(4, "switch-hands-ante").get_attribute("aria-label"))
    assert "$5 laid, not yet placed" in ante
    assert "Deal $30" in page.inner_text('[data-key="act-deal"]')
    assert page.inner_text(".typed .onspot") == "On Blackjack"
    page.fill(".typed input", "27")
    page.keyboard.press("Enter")
    page.get_by_text("whole multiples of $5").first.wait_for()
    assert ann.money == {"Balance": "$970.00", "In play": "$30.00"}
    ann.sit(BLACKJACK, 6)
    page.locator('[data-key="chip-500"]').click()
    ann.spot(6, "kings-bounty").click()
    page.get_by_text("King's Bounty needs a stake on Blackjack.").first.wait_for()
    assert page.locator('[data-key="act-deal"]').count() == 0
    assert ann.money == {"Balance": "$1,000.00", "In play": "$0.00"}
    page.locator('[data-key="chip-50000"]').click()
    ann.spot(6, "blackjack").click()
    ann.spot(6, "kings-bounty").click()
    page.get_by_text("takes $1 to $100 at this table, not $500").first.wait_for()
    assert ann.money == {"Balance": "$500.00", "In play": "$500.00"}


def test_3_nothing_is_told_before_it_is_shown(ann: Visitor) -> None:
    """From Stand on: the hole card, each card, its total, the words, and the money last."""
    ann.as_guest("Cleo").sit(BLACKJACK, 1)
    ann.bet(1, {"blackjack": 2500})
    ann.act("deal")
    ask = ann.asked_or_over()
    before = ann.view
    ann.page.evaluate(WATCH)
    ann.frames.clear()
    ann.page.keyboard.press("s")
    ann.answered(ask["number"])
    ann.page.wait_for_function(f"() => {SEAT}.view.phase === 'idle'")
    seen, after = frames(ann), ann.view
    (said,) = (json.loads(text) for text in ann.frames if '"type":"events"' in text)
    cards, total = after["dealer"]["cards"], str(after["dealer"]["total"])
    result = ann.story[-1]
    assert seen[0]["faces"] == [cards[0], "??"]
    for frame in seen:
        if frame["faces"] != cards:
            assert total not in frame["totals"]
            assert frame["money"] == seen[0]["money"]
            assert "Won" not in frame["words"]
            assert "Lost" not in frame["words"]
    turned = [frame["faces"] for frame in seen]
    assert [cards[:n] for n in range(2, len(cards) + 1)] == [
        each for n, each in enumerate(turned) if "??" not in each and each != turned[n - 1]
    ]
    first = next(n for n, each in enumerate(seen) if each["faces"] == cards)
    told = next(n for n, each in enumerate(seen) if each["money"] != seen[0]["money"])
    assert seen[told]["at"] - seen[first]["at"] > 100
    assert re.search(r"Won|Lost|Push", result)
    came = [before, {**before, **said["view"]}, said["steps"]]
    shown = ann.page.evaluate(FRAMES, came)
    for earlier, later in pairwise(shown):  # a total waits until its card has landed
        assert earlier["cards"] == later["cards"] or earlier["told"] == later["told"]
    long = ann.page.evaluate(FILM, came)
    assert 2000 <= long <= 4000
    adds_up(seen, 100_000)


def test_4_one_press_a_round_and_a_tap_shows_all(ann: Visitor) -> None:
    """Space deals the last bets again; while cards move it shows the rest at once."""
    ann.page.emulate_media(reduced_motion="reduce")
    ann.as_guest("Dora").sit(BLACKJACK, 2)
    ann.bet(2, {"blackjack": 2500, "kings-bounty": 500})
    ann.act("deal")
    ann.stand()
    ann.page.wait_for_selector('[data-key="act-rebet"]')
    assert "$30" in ann.page.inner_text('[data-key="act-rebet"]')
    assert "$60" in ann.page.inner_text('[data-key="act-rebet-double"]')
    number, sent = ann.view["round"], len(ann.sent)
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.keyboard.press(" ")
    ann.page.wait_for_function(f"(n) => {SEAT}.view.round > n", arg=number)
    assert len(ann.sent) == sent + 1
    told = felt_table()
    assert told["presses for each further round, besides decisions"] == "1"
    assert told["presses for the first round: a chip, a circle, Deal"] == "3"
    ann.page.locator("pit-felt svg").click(position={"x": 5, "y": 5})
    assert not ann.page.evaluate(f"{SEAT}.timeline.moving")
    ann.page.emulate_media(reduced_motion="reduce")
    assert ann.view["boxes"][1]["placed"] == {"blackjack": 2500, "kings-bounty": 500}
    ann.stand()
    ann.page.wait_for_selector('[data-key="act-again"]')
    ann.act("again")
    ann.page.wait_for_selector('[data-key="act-deal"]')
    ann.act("double")
    ann.page.get_by_text("Deal $60").wait_for()
    ann.act("undo")
    ann.page.get_by_text("Deal $30").wait_for()
    ann.act("clear")
    ann.page.wait_for_selector('[data-key="act-rebet"]')
    ann.page.locator('[data-key="session"]').click()
    said = ann.page.locator("dialog")
    said.get_by_text("Hands").wait_for()
    facts = said.locator("dl > div").all_inner_texts()
    assert "Hands\n2" in facts
    assert "Staked\n$60.00" in facts
    ann.page.set_viewport_size(PHONE)
    assert said.get_by_text("Staked").is_visible()
    ann.page.set_viewport_size(DESK)
    limits = said.get_by_role("button", name="Set limits")
    said.get_by_label("The most I will lose, dollars").fill("1")
    said.get_by_label("Minutes until I stop").fill("abc")
    limits.click()
    said.get_by_text("Type a whole number of minutes, such as 60.").wait_for()
    said.get_by_label("Minutes until I stop").fill("")
    limits.click()
    said.get_by_text("You will lose at most $1.", exact=True).wait_for()
    said.get_by_role("button", name="Close").last.click()
    ann.page.wait_for_selector("dialog", state="detached")
    ann.page.locator('[data-key="chip-50000"]').click()  # more than two rounds can have won
    ann.spot(2, "blackjack").first.click()
    ann.page.get_by_text("You set $1 as the most you would lose").first.wait_for()


def test_5_results_name_the_hands_and_light_the_cards(ann: Visitor) -> None:
    """30-2112: high and low, the player's and the dealer's, stay until the next round."""
    ann.as_guest("Eva").sit("co-pai-jack", 4, "pai-jack-bet")
    ann.bet(4, {"pai-jack-bet": 2500})
    ann.hasten(5)
    ann.act("deal")
    ask = ann.asked_or_over()
    ann.act("house way")
    ann.answered(ask["number"])
    ann.page.wait_for_function(f"() => {SEAT}.view.phase === 'idle'")
    said = ann.page.locator("pit-felt .total text").all_text_contents()
    assert sorted(each.split(" ")[0] for each in said) == ["High", "High", "Low", "Low"]
    (line,) = ann.story
    mine, theirs = (
        ann.page.locator(f'pit-felt [data-card^="{place}."] .card.lit').count()
        for place in ("4", "dealer")
    )
    assert (mine, theirs) == ((5, 0) if "Won" in line else (0, 0))
    totals = " ".join(re.findall(r"\d+", line.split(",")[0] + line.split(",")[1]))
    assert totals.split() == [each.split(" ")[1] for each in sorted_by_hand(said)]


def sorted_by_hand(said: list[str]) -> list[str]:
    """High, mine and the dealer's, then low; the dealer's hand is drawn first."""
    high, low = ([each for each in said if each.startswith(name)] for name in ("High", "Low"))
    return [*high[::-1], *low[::-1]]


SMALLEST = """() => Math.min(...[...document.querySelectorAll('pit-felt text')].map((text) => {
  const { a, b } = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
}))"""
OVERLAPS = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [name, banner] = [box('.box.you .seatname'), box('.banner')];
  return name.bottom > banner.top && name.right > banner.left && name.left < banner.right;
}"""
FELT = "() => { const r = document.querySelector('pit-felt svg').getBoundingClientRect();"
FELT += " return [r.x, r.y, r.width, r.height].map(Math.round); }"


OUTSIDE = """() => [...document.querySelectorAll('.rail :is(button, input, kbd, b, dd)')]
  .filter((part) => part.checkVisibility())
  .filter((part) => part.getBoundingClientRect().right > innerWidth
    || part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent || part.tagName)"""
"""Parts of the rail that run off the page, or words that run out of their part."""


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_7_all_words_on_the_felt_can_be_read_and_what_follows_a_round_fits(
    browser: Browser, table_house: House, size: tuple[int, int]
) -> None:
    """11 pixels or more; the felt keeps its size in every phase, and no banner lies on the box.

    Afterwards the last bets, the cut of a new shoe, all chips and the amount are side by side.
    """
    width, height = size
    with Visitor(browser, table_house, {"width": width, "height": height}) as ann:
        ann.as_guest(f"Finn {width}").turn(f"table/{SWITCH}")
        ann.page.locator(".spot.main.can").first.click()
        ann.page.wait_for_selector("pit-tray[data-open]")
        (box,) = ann.view["you"]["boxes"]
        before = ann.page.evaluate(FELT)
        assert ann.page.evaluate(SMALLEST) >= 10.9
        ann.bet(box, {"blackjack": 2500, "super-match": 500})
        assert ann.page.evaluate(FELT) == before
        ann.act("deal")
        assert ann.asked_or_over()
        assert ann.page.evaluate(FELT) == before
        assert ann.page.evaluate(SMALLEST) >= 10.9
        if width > 760:
            assert not ann.page.evaluate(OVERLAPS)
        chips = ann.page.evaluate(f"{SEAT}.tray.querySelectorAll('[data-chip]').length")
        assert chips == 0  # locked, with a reason in words
        assert "No more bets this round" in ann.page.inner_text("pit-tray") or width < 760
        ann.stand()
        ann.page.locator('[data-key="act-rebet"]').wait_for()
        if width > 760:
            assert ann.page.evaluate(OUTSIDE) == []


BELOW = """() => {
  const svg = document.querySelector('pit-felt svg').getBoundingClientRect();
  const marks = [...document.querySelectorAll('pit-felt :is(.ring, .zlab, .seatname, .zone)')];
  return marks.filter((each) => each.getBoundingClientRect().bottom > svg.bottom).length;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_8_terminals_without_positions_have_a_felt(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """§ 633c.5(y): the layout has no boxes; each player sees their own hand and spots, whole."""
    table, (width, height) = "pa-hybrid-blackjack-no-hole-card", size
    with (
        opened(tmp_path, filed(table, plain)) as house,
        Visitor(browser, house, {"width": width, "height": height}) as ann,
    ):
        ann.as_guest("Gil").sit(table, 1)
        ann.bet(1, {"blackjack": 2500, "royal-match-21": 500})
        assert ann.page.evaluate(BELOW) == 0
        ann.act("deal")
        assert ann.asked_or_over()
        assert {"mine0.0.0", "mine0.0.1", "dealer.0.0"} <= ann.faces.keys()
        assert ann.page.evaluate(BELOW) == 0
        assert ann.page.evaluate(OUTSIDE) == []
        ann.stand()
        ann.phase("idle")
