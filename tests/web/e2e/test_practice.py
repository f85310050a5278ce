"""Practice tables with their coach, and the drill: what they say is what the solver says."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pitboss
from pitboss.server.coach import COMPILES, WORKS
from tests.web.e2e.house import Cards, House, first_shoe
from tests.web.e2e.pages import faults
from tests.web.e2e.visitor import DESK, PHONE, Visitor

Visit = Callable[..., Visitor]
GAME = "pennsylvania/blackjack"
SEAT = "document.querySelector('pit-practice-page')"
COMPILED = 120_000
"""Milliseconds: the first use on a machine compiles."""


def eights(cards: Cards) -> bool:
    """A pair of eights against a ten, without a natural."""
    held, up, hole = (cards[0], cards[2]), cards[1], cards[3]
    return all(card.rank.symbol == "8" for card in held) and up.points == 10 and hole.points > 1


@cache
def solved() -> Any:
    return pitboss.strategy(GAME)


def deal(who: Visitor) -> None:
    """$25 at the practice table's box, and the cards."""
    who.page.locator('[data-key="chip-2500"]').click()
    who.spot(1, "blackjack").first.click()
    who.page.locator('[data-key="act-deal"]').click()
    who.page.wait_for_function(f"() => {SEAT}.ask")


def test_practice_is_one_press_from_the_floor_and_its_address_deals_the_same(
    house: House, visit: Visit
) -> None:
    ann, bob = visit(house), visit(house)
    seed = first_shoe(6, eights)
    page = ann.go("floor")
    page.get_by_role("link", name="Practice Blackjack, Pennsylvania").first.click()
    page.wait_for_selector(".box.you")
    assert "seed=" in page.url
    assert page.get_by_text("Practice: not in the house's books").is_visible()
    assert ann.money == {"Balance": "$1,000.00", "In play": "$0.00"}
    page.locator('[data-key="shoe"]').click()
    page.get_by_label("Seed, a whole number").fill(str(seed))
    page.locator('[data-key="shoe-again"]').click()
    page.wait_for_url(f"**?seed={seed}")
    page.wait_for_function(
        f"() => {SEAT}?.practice?.seed === {seed} && {SEAT}.view?.you.boxes.length"
    )
    deal(ann)
    bob.go(f"practice/{GAME}?seed={seed}").wait_for_selector(".box.you")
    deal(bob)
    assert ann.faces == bob.faces
    assert ann.page.evaluate(f"{SEAT}.view.boxes[0].hands[0].total") == 16
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert [*faults(page)] == []
    page.set_viewport_size(DESK)
    page.reload()
    page.wait_for_function(f"() => {SEAT}?.view && {SEAT}.ask")
    assert ann.faces == bob.faces
    floor = visit(house).go("floor")
    floor.wait_for_selector(".tcard")
    assert floor.locator('a.tcard[href*="/table/"], .tcard a[href*="/table/"]').count()
    assert floor.locator('[href*="/table/practice-"]').count() == 0


def test_the_coach_speaks_before_a_choice_or_after_a_mistake(house: House, visit: Visit) -> None:
    ann = visit(house)
    page = ann.go(f"practice/{GAME}?seed={first_shoe(6, eights)}")
    page.wait_for_selector(".box.you")
    coach = page.locator("pit-coach")
    deal(ann)
    up = page.evaluate(f"{SEAT}.view.dealer.cards[0]")
    coach.get_by_text("Split is worth most:").wait_for(timeout=COMPILED)
    worth = {word: value * 2_500 for word, value in solved().choices("8 8", up).items()}
    for word, cents in worth.items():
        shown = page.locator(f'[data-key="act-{word}"] .ev').inner_text()
        assert shown == f"−${-round(cents) / 100:.2f}"
    said = [each.split("\n")[0].split("\t")[0] for each in coach.locator("th").all_inner_texts()]
    ranked = sorted(worth, key=lambda word: -worth[word])
    assert [each.removesuffix(" best").lower().split()[0] for each in said] == ranked
    ann.act("stand")
    coach.get_by_text("You chose Stand.").wait_for()
    lost = worth["split"] - worth["stand"]
    assert f"Split was worth ${round(lost) / 100:.2f} more on your $25." in coach.inner_text()
    assert f"0 of 1 choice best, ${round(lost) / 100:.2f} given up" in coach.inner_text()
    page.locator('[data-key="coach-after"]').click()
    while True:
        ann.page.wait_for_selector('[data-key="act-rebet"]')
        ann.act("rebet")
        page.wait_for_function(f"() => {SEAT}.view.round > 1 && !{SEAT}.timeline.moving")
        if page.evaluate(f"{SEAT}.ask?.about") == "play":
            break
        ann.page.evaluate(f"{SEAT}.ask && {SEAT}.actions.press('n')")
    page.wait_for_function(f"() => {SEAT}.coach.told")
    assert page.locator(".act .ev").count() == coach.locator("table").count() == 0
    best = page.evaluate(f"{SEAT}.coach.told.choices[0].word")
    ann.act(best)
    coach.get_by_text("1 of 2 choices best").wait_for()
    assert "was worth" not in coach.inner_text()


def test_the_coach_says_that_it_compiles_and_where_it_knows_nothing(
    house: House, visit: Visit
) -> None:
    """What the server says while it works, or instead of values, is what the player reads."""
    ann = visit(house).as_guest("Ann who waits")
    page = ann.page
    told: list[dict[str, Any]] = [
        {"ready": False, "says": COMPILES},
        {"ready": False, "says": WORKS},
        {"ready": True, "says": "No solver values this choice, so the coach is silent here."},
    ]
    page.route(
        "**/coach?ask=*",
        lambda route: route.fulfill(
            json={"unit": 0, "choices": [], "ask": int(route.request.url.partition("=")[2])}
            | (told.pop(0) if len(told) > 1 else told[0])
        ),
    )
    ann.go(f"practice/{GAME}?seed={first_shoe(6, eights)}").wait_for_selector(".box.you")
    ann.hasten(5)
    deal(ann)
    for words in (COMPILES, WORKS, "No solver values this choice"):
        page.locator("pit-coach").get_by_text(words).wait_for()
    assert page.locator(".act .ev").count() == 0


def test_no_coach_at_a_table_of_the_house(house: House, visit: Visit) -> None:
    ann = visit(house).as_guest("Ann uncoached")
    ann.sit("pa-blackjack", 6)
    assert ann.page.locator("pit-coach").is_hidden()
    assert not any("/coach" in answer.url for answer in ann.answers)


def test_the_drill_is_scored_by_the_solver(house: House, visit: Visit) -> None:
    """Six soft hands by the keyboard, the best choice and the worst in turn."""
    ann = visit(house)
    page = ann.go(f"drill/{GAME}?kind=soft&seed=5")
    page.wait_for_selector("[data-hand]", timeout=COMPILED)
    keys = {"stand": "s", "hit": "h", "double": "d", "split": "p", "surrender": "r"}
    lost, hands = 0.0, []
    for n in range(6):
        hand, _, up = str(page.locator("[data-hand]").get_attribute("data-hand")).partition(
            " against "
        )
        assert hand.startswith("A ")
        hands.append((hand, up))
        worth = solved().choices(hand, up)
        offered = page.locator(".drill-acts button b").all_inner_texts()
        assert offered == [each.capitalize() for each in keys if each in worth]
        ranked = sorted(worth, key=lambda word: -worth[word])
        word = ranked[-1 if n % 2 else 0]
        page.keyboard.press(keys[word])
        page.wait_for_selector('[data-key="drill-next"]')
        cost = round(worth[ranked[0]], 6) - round(worth[word], 6)
        lost += cost
        says = page.locator(".drill-ask").inner_text()
        right = f"{word.capitalize()} is best."
        assert (
            says == right if not n % 2 else says.startswith(f"{ranked[0].capitalize()} is best. ")
        )
        page.keyboard.press(" ")
    assert len({*hands}) > 3
    row = page.locator(".kinds tr", has_text="Soft hands").inner_text().split("\t")
    assert row[:2] == ["Soft hands", "3 of 6"]
    assert row[2] == f"${round(lost / 6 * 100 * 100) / 100:,.2f}"
    assert [*faults(page)] == []
    page.set_viewport_size(PHONE)
    assert [*faults(page)] == []
    page.evaluate("""() => {
      const drill = document.querySelector('pit-drill-page');
      drill.done = Array(20).fill({ right: true });
      drill.deal();
    }""")
    page.get_by_text("20 of 20 best.").wait_for()
    page.keyboard.press(" ")
    page.get_by_text("0 of 20 asked").wait_for()
    again = visit(house).go(f"drill/{GAME}?kind=soft&seed=5")
    again.wait_for_selector("[data-hand]")
    assert again.locator("[data-hand]").get_attribute("data-hand") == " against ".join(hands[0])
    page.locator('[data-key="kind-pairs"]').click()
    first, second = str(page.locator("[data-hand]").get_attribute("data-hand")).split()[:2]
    assert first == second


def test_a_game_without_an_upcard_has_no_drill_and_says_so(house: House, visit: Visit) -> None:
    ann = visit(house)
    grid = {"name": "3 Card Shine", "shoe": "1d", "upcards": [], "values": {}, "kinds": []}
    ann.page.route("**/strategy/**", lambda route: route.fulfill(json=grid))
    page = ann.go("drill/colorado/3-card-shine")
    page.get_by_text("3 Card Shine has no upcard to play against").wait_for()
