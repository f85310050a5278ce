"""Rounds played to their end in a browser, against the real server."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from pitboss.table.events.rounds import Answered, AnswerExpired, SlipValidated
from tests.server.house import PASSWORD
from tests.soak import soak, soak_only
from tests.web.e2e.house import PEOPLE, Cards, filed, plain, points
from tests.web.e2e.scene import three_kings
from tests.web.e2e.visitor import Visitor

PIPS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT = re.compile("[cdhs]$")


def royal_match(cards: Cards) -> bool:
    """King and queen of one suit against a small card; the dealer makes less than 20."""
    box, dealer, rest = cards[0:3:2], [cards[1], cards[3]], list(cards[4:])
    if {card.rank.symbol for card in box} != {"K", "Q"} or box[0].suit != box[1].suit:
        return False
    while points(dealer) < 17:
        dealer.append(rest.pop(0))
    return 2 <= points(dealer[:1]) <= 9 and points(dealer) < 20


def test_a_guest_walks_in_and_plays_three_side_wagers(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """From the first page to the last settlement, with what was won said in words."""
    house = open_house(filed("pa-blackjack", royal_match), filed("co-pai-jack"))
    zoe: Visitor = visit(house)
    page = zoe.page
    page.goto(house.address)
    page.get_by_role("link", name="Log in").first.click()
    page.get_by_label("Name (optional)").fill("Zoe")
    page.get_by_role("button", name="Sit down with play chips").click()
    page.get_by_role("link", name="Blackjack").first.click()
    zoe.spot(4, "blackjack").click()
    page.wait_for_selector(".box.you")
    sides = {"royal-match-21": 500, "bet-the-set-21": 500, "kings-bounty": 500}
    zoe.bet(4, {"blackjack": 2500, **sides})
    assert zoe.money == {"Balance": "$960.00", "In play": "$40.00"}
    zoe.act("deal")
    ask = zoe.asked_or_over()
    assert [each["word"] for each in ask["may"]][:2] == ["stand", "hit"]
    up = SUIT.sub(lambda found: PIPS[found[0]], zoe.faces["dealer.0.0"])
    assert zoe.story[:3] == [
        "Royal Match 21 Royal Match, Q♣ K♣, 25 to 1. Won $125. +$125.00",
        "Bet the Set 21 Q♣ K♣. Needed: pair or better. Lost $5. −$5.00",
        f"King's Bounty Suited 20, Q♣ K♣ with the {up}, 9 to 1. Won $45. +$45.00",
    ]
    zoe.stand()
    zoe.phase("idle")
    assert re.fullmatch(r"Blackjack .+ Won \$25\. \+\$25\.00", zoe.story[3])
    assert zoe.money == {"Balance": "$1,190.00", "In play": "$0.00"}
    assert "Won $25." in page.inner_text("#say-polite")
    assert page.locator(".spot.is-won").count() == 3
    assert "won $125" in str(zoe.spot(4, "royal-match-21").get_attribute("aria-label"))
    assert page.locator(".offered .wagerlink").count() > 0  # what was not bet on can be looked at


def test_two_players_and_a_dealer_see_the_same_round(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """Every card comes when the dealer presses, and lies on both felts and the console alike."""
    table = "pa-blackjack-dealer"

    def nobody_insures(cards: Cards) -> bool:
        return points([cards[2]]) < 10

    house = open_house(filed(table, nobody_insures))
    ann, bob = visit(house).as_guest("Ann"), visit(house).as_guest("Bob")
    dana = visit(house).as_staff(PEOPLE["dealer"])
    ann.sit(table, 1), bob.sit(table, 2)
    console = dana.go(f"dealer/{table}")
    assert ann.page.locator('[data-key="act-open"], [data-key="act-deal"]').count() == 0
    step = console.locator('[data-key="step"]')
    step.click()
    for box, player in enumerate((ann, bob), 1):
        player.phase("betting")
        player.bet(box, {"blackjack": 2500})
    console.get_by_text("2 boxes taken").wait_for()
    step.click()
    cards, waits = 0, 0
    for _ in range(60):
        now = alike(ann, bob, dana)
        if now["phase"] == "idle":
            break
        cards = max(cards, len(now["faces"]))
        asked = [player for player in (ann, bob) if player.asked]
        if asked:
            waits += 1
            other = bob if asked[0] is ann else ann
            name = "Ann" if other is bob else "Bob"
            assert f"Waiting for {name}" in other.page.inner_text("pit-actions")
            assert f"Waiting for {name}" in console.inner_text(".nowcard h1")
            number = asked[0].asked["number"]
            asked[0].act("stand")
            asked[0].answered(number)
        else:
            heard = "document.querySelector('pit-dealer-page').live.seq"
            before = console.evaluate(heard)
            step.click()
            console.wait_for_function(f"(n) => {heard} > n", arg=before)
    assert now["phase"] == "idle"
    assert cards >= 6
    assert waits >= 1
    assert any("Blackjack" in line for line in ann.story)
    assert any("Blackjack" in line for line in bob.story)
    told = dana.page.evaluate("document.querySelector('pit-dealer-page').view.story")
    assert {line.split("'")[0] for line in told if "Blackjack" in line} == {"Ann", "Bob"}


SMALL: ViewportSize = {"width": 960, "height": 600}
"""Three pages that move are drawn in every frame."""
TOLD = """() => {
  const seat = document.querySelector('pit-table-page');
  const take = seat.take.bind(seat);
  window.told = [];
  seat.take = (view) => {
    const boxes = view.boxes.map(({ hands, results }) => [hands.map(({ cards }) => cards),
      results.map(({ words }) => words)]);
    const now = JSON.stringify([view.dealer.cards, boxes]);
    if (now !== window.told.at(-1)) window.told.push(now);
    take(view);
  };
}"""
"""Every picture of the cards and results that a page shows from now on, in its order."""


def test_who_has_the_address_watches_and_all_see_one_timeline(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """A spectator opens what a player copied; card by card, all three pages show the same."""
    table = "pa-blackjack"
    house = open_house(filed(table, lambda cards: points([cards[2]]) in range(2, 10)))
    ann, bob, cat = (
        visit(house, SMALL, motion="no-preference").as_guest(name) for name in ("Ann", "Bob", "Cat")
    )
    ann.sit(table, 1), bob.sit(table, 2)
    cat.page.goto(ann.page.url)
    cat.page.get_by_text("Press an open box to sit down.").wait_for()
    everybody = (ann, bob, cat)
    seat = "document.querySelector('pit-table-page')"

    def still() -> None:
        last = max(each.page.evaluate(f"{seat}.live.seq") for each in everybody)
        for each in everybody:
            each.page.wait_for_function(
                f"(n) => {seat}.live.seq >= n && !{seat}.timeline.moving", arg=last
            )

    for each in everybody:
        each.page.wait_for_function(f"() => {seat}.view")
        each.page.evaluate(TOLD)
        each.hasten(3)
    ann.bet(1, {"blackjack": 2_500})
    still()
    bob.bet(2, {"blackjack": 2_500})
    bob.act("deal")
    bob.page.wait_for_function(f"() => {seat}.view.round === 1 && {seat}.view.phase !== 'betting'")
    still()
    while asked := next((each for each in (ann, bob) if each.asked), None):
        number = asked.asked["number"]
        asked.act("stand" if asked.asked.get("may") else "0")
        asked.answered(number)
        still()
    assert {each.view["phase"] for each in everybody} == {"idle"}
    hers, his, watched = (each.page.evaluate("window.told") for each in everybody)
    assert hers == his == watched
    assert len(hers) > 8  # card by card, not all at once
    assert cat.page.locator(".box.you").count() == 0
    assert cat.money == {}


SHOWN = """() => {
  const { view, live } = document.querySelector('pit-table-page, pit-dealer-page');
  const cards = [...document.querySelectorAll('pit-felt [data-card]')];
  const faces = Object.fromEntries(cards.map(({ dataset }) => [dataset.card, dataset.face]));
  const drawn = document.querySelectorAll('svg.dfelt [role=img]').length;
  return { seq: live.seq, phase: view.phase, faces, drawn };
}"""
"""What a player's felt or a dealer's shows, and how far it has heard."""


def alike(ann: Visitor, bob: Visitor, dana: Visitor) -> Any:
    """What all three show when they have heard the same: the felts are then the same."""
    everybody = (ann, bob, dana)
    shown = [each.page.evaluate(SHOWN) for each in everybody]
    while len({each["seq"] for each in shown}) > 1:
        last = max(each["seq"] for each in shown)
        for each in everybody:
            each.page.wait_for_function(f"(n) => ({SHOWN})().seq >= n", arg=last)
        shown = [each.page.evaluate(SHOWN) for each in everybody]
    hers, his, dealers = shown
    assert hers["faces"] == his["faces"]
    assert dealers["drawn"] == len(hers["faces"])
    assert hers["phase"] == his["phase"]
    return hers


@soak_only("tests/web/e2e/test_slips.py::test_a_slip_is_heard_checked_refused_and_validated")
def test_a_progressive_hit_is_validated_by_the_floor_alone(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """Cards stay on the table until a floor supervisor has typed the amount and the password."""
    table, wager = "co-21-plus-3-blackjack", "21-plus-3-progressive"
    house = open_house(filed(table, three_kings))
    ann: Visitor = visit(house).as_guest("Ann").sit(table, 2)
    ann.act("open")
    ann.phase("betting")
    ann.bet(2, {"blackjack": 2500, wager: 100})
    ann.act("deal")
    ann.stand()
    ann.phase("floor")
    assert "Cards stay while the floor checks." in ann.page.inner_text(".band")
    assert any("waits for the floor" in line for line in ann.story)
    slip = ann.view["slips"][0]
    assert slip["cents"] == 200_017  # the seed of $2,000 and 17% of the stake
    before = ann.view["you"]["balance"]
    dana, otto = (visit(house).as_staff(PEOPLE[role]) for role in ("dealer", "auditor"))
    assert [may_validate(who, table, slip) for who in (ann, dana, otto)] == [403] * 3
    said = dana.go(f"dealer/{table}").inner_text(".nowcard h1")
    assert said == "Wait for a floor supervisor: slip 1"
    desk = visit(house).as_staff(PEOPLE["floor"]).go("desk")
    desk.wait_for_selector(".slip")
    assert "$2,000.17" in desk.inner_text(".slip .award")
    pay = desk.get_by_role("button", name="Validate $2,000.17")
    amount, password = desk.get_by_label("Type the amount"), desk.get_by_label("Your password")
    pay.click(force=True)
    assert "seen the cards" in desk.inner_text(".verify .refused")
    amount.fill("1")
    with desk.expect_response("**/slips/**"):  # the desk is drawn again
        desk.locator("aside [aria-current]").click()
    desk.wait_for_timeout(300)
    assert "seen the cards" in desk.inner_text(".verify .refused")
    assert amount.input_value() == "1"
    desk.get_by_label("I have seen the cards").check()
    amount.fill("2000.71")
    pay.click(force=True)
    assert "not the amount of the slip" in desk.inner_text(".verify .refused")
    amount.fill("2,000.17")
    pay.click(force=True)
    assert desk.inner_text(".verify .refused") == "Enter your password."
    password.fill(PASSWORD)
    pay.click()
    desk.get_by_text("All quiet").wait_for()
    ann.phase("idle")
    assert ann.view["you"]["balance"] == before + slip["cents"]
    assert any("is validated by Flora: Ann is paid $2,000.17" in line for line in ann.view["story"])
    assert ann.view["meters"][0]["shows"] == 200_000
    assert sum(isinstance(event, SlipValidated) for event in house.events(table)) == 1


def may_validate(who: Visitor, table: str, slip: Any) -> int:
    """What the server says to somebody who is not of the floor, by hand."""
    session = who.get("session")
    answer = who.context.request.post(
        who.api(f"tables/{table}/commands"),
        data={"do": "validate", "slip": slip["number"], "cents": slip["cents"]},
        headers={
            "Idempotency-Key": "validated-by-hand",
            "Origin": who.house.address,
            "X-CSRF": session["csrf"],
        },
    )
    return answer.status


def test_pai_jack_is_set_by_keys_and_by_dragging(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """Two of five cards go to the low hand; the server has them as they were set."""
    table = "co-pai-jack"
    house = open_house(filed(table))
    ann: Visitor = visit(house).as_guest("Ann").sit(table, 3, "pai-jack-bet")
    page = ann.page
    for how in ("keys", "drag"):
        ann.act("open")
        ann.phase("betting")
        ann.bet(3, {"pai-jack-bet": 2500})
        ann.act("deal")
        ask = ann.asked_or_over()
        cards = ann.page.locator(".setzone.high .setcard").all()
        assert len(cards) == 5
        assert page.locator('[data-key="act-set"]').is_disabled()
        ways = (each for each in ask["may"] if each["word"] != "house way")
        way = next(each for each in ways if not each.get("foul"))
        low = way["word"].split(" ")
        if how == "keys":
            clock = "Number.parseInt(document.querySelector('pit-countdown').textContent)"
            first = page.evaluate(clock)
            page.wait_for_function(f"(first) => {clock} < first", arg=first)
            hand = [str(each.get_attribute("data-key")).removeprefix("card-") for each in cards]
            for card in low:
                page.keyboard.press(str(hand.index(card) + 1))
            assert page.evaluate(clock) < first  # a card that is moved gives no more time
        else:
            for card in low:
                page.locator(f'[data-key="card-{card}"]').drag_to(page.locator(".setzone.low"))
        assert page.locator(".setzone.low .setcard").count() == 2
        assert page.inner_text('[data-key="act-set"] span') == way["does"]
        if how == "keys":
            page.keyboard.press("Enter")
        else:
            ann.act("set")
        ann.answered(ask["number"])
        ann.stand()
        ann.phase("idle")
        (said,) = [event for event in house.events(table) if isinstance(event, Answered)]
        assert set(said.word.split(" ")) == set(low), how
        assert ann.story
        assert re.search(r"Won \$|Lost \$|Push\.", ann.story[0])


@pytest.mark.parametrize("to_the_end", [False, soak(True)], ids=["begins", "runs out"])
def test_silence_stands_at_a_hybrid_table(
    open_house: Callable[..., Any], visit: Callable[..., Any], to_the_end: bool
) -> None:
    """The countdown runs out, says beforehand what it does, and the hand stands."""
    table = "pa-hybrid-blackjack"
    house = open_house(filed(table, plain, seconds=5))
    ann: Visitor = visit(house).as_guest("Ann")
    ann.go(f"table/{table}")
    page = ann.page
    ann.spot(1, "blackjack").first.click()
    page.get_by_role("button", name="Position 2").click()
    page.wait_for_selector("pit-tray[data-open]")
    ann.bet(1, {"blackjack": 2500})
    ann.act("deal")
    ask = ann.asked_or_over()
    assert ask["seconds"] == 5
    clock = page.locator("pit-clock")
    assert "If you do nothing: stand." in clock.inner_text()
    first = int(page.inner_text("pit-clock .dial b"))
    assert 1 <= first <= 5
    page.wait_for_function(
        "(n) => Number(document.querySelector('pit-clock .dial b')?.textContent) < n", arg=first
    )
    if not to_the_end:
        return
    ann.phase("idle")
    assert "No answer in time: stand." in ann.view["story"]
    assert any(isinstance(event, AnswerExpired) for event in house.events(table))
