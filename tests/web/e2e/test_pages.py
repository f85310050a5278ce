"""Every page keeps the policy, says nothing to the console, and can be used by everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.soak import soak
from tests.web.e2e.house import House
from tests.web.e2e.pages import (
    ALIKE,
    CROWDED,
    ELSEWHERE,
    NAMES,
    PAGES,
    ROOMS,
    SETTLED,
    faint,
    faults,
)
from tests.web.e2e.scene import evening
from tests.web.e2e.visitor import DESK, PHONE, Visitor

LOOKS: Final[dict[str, tuple[ViewportSize, Any]]] = {
    "light": (DESK, "light"),
    "dark": (DESK, "dark"),  # but for contrast all is the same as in light
    "phone": (PHONE, "light"),
}
SHORT: Final[ViewportSize] = {"width": 1280, "height": 720}
STRICT = "default-src 'self'; script-src 'self'; style-src 'self'"


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[tuple[House, dict[str, Any]]]:
    """A house that outlasts its visitors."""
    with evening(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("every", [False, soak(True)], ids=["one look", "every look"])
def test_every_page_is_quiet_and_accessible(
    scene: tuple[House, dict[str, Any]], visit: Callable[..., Visitor], every: bool
) -> None:
    """No console error, nothing that the policy refuses, no fault that axe-core finds, and words on
    the felt that can be read: each page in all looks; or in one look, in turn, and only those
    that no other test tries.
    """
    found: list[str] = []
    house, cookies = scene
    people: dict[str, Visitor] = {}
    left_out = () if every else ALIKE + ELSEWHERE
    pages = [(where, who) for where, who in PAGES.items() if where not in left_out]
    for number, (where, who) in enumerate(pages):
        if who not in people:
            people[who] = visit(house)
            people[who].context.add_cookies([cookies[who]] if who else [])
        page = people[who].turn(where)
        looks = [each for each in LOOKS if each != "dark" or not where.startswith(ROOMS)]
        for look in looks if every else [looks[number % len(looks)]]:
            size, scheme = LOOKS[look]
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            page.evaluate(SETTLED, f"pit-{where.split('/')[0]}-page")
            seen_light = every and look == "dark"
            found += [f"{where}, {look}: {fault}" for fault in faults(page, seen_light)]
            if look != "dark":
                found += [f"{where}, {look}: {words}" for words in faint(page)]
        page.set_viewport_size(SHORT)
        found += [f"{where}, short: {each}" for each in page.evaluate(CROWDED)]
        found += [f"{where}: {wrong}" for wrong in people[who].wrong]
        people[who].wrong.clear()
    assert not found, "\n".join(found)


def test_the_policy_is_strict_and_a_breach_is_heard(
    house: House, visit: Callable[..., Visitor]
) -> None:
    """What the other tests listen for does come when a page breaks the policy."""
    looks = visit(house)
    answer = looks.page.goto(house.address)
    assert answer
    assert answer.headers["content-security-policy"].startswith(STRICT)
    assert "unsafe" not in answer.headers["content-security-policy"]
    looks.page.wait_for_selector(".tcard")
    assert looks.wrong == []
    looks.page.evaluate(
        """() => {
          const script = document.createElement('script');
          script.textContent = 'window.broken = true';
          document.body.append(script);
          document.body.setAttribute('style', 'color: red');
        }"""
    )
    assert looks.page.evaluate("window.broken") is None
    heard = [each for each in looks.wrong if "Content Security Policy" in each]
    assert len(heard) == 2
    looks.wrong.clear()


def test_what_axe_core_finds_is_heard(house: House, visit: Callable[..., Visitor]) -> None:
    """A word that is hard to read, though others of its ink can be read, and a wrong name."""
    page = visit(house).page
    page.set_content(
        """<html lang="en"><title>Words</title><main style="background: #fff; color: #767676">
        <h1>Words</h1><p>on white</p><p style="background: #ddd">on gray</p><p>on white</p>
        <button style="color: #000" aria-label="No">Yes</button></main></html>"""
    )
    contrast = "serious, color-contrast: p:nth-child(3)"
    assert [*faults(page)] == [contrast, f"serious, {NAMES}: button"]
    assert [*faults(page, contrast_only=True)] == [contrast]


def test_a_field_that_no_message_has_is_heard(house: House, visit: Callable[..., Visitor]) -> None:
    """So no page reads what no server sends."""
    looks = visit(house)
    looks.go("floor")
    assert (
        looks.page.evaluate(
            "fetch('/api/v1/meters').then((got) => got.text())"
            ".then((text) => JSON.parse(text).meters[0].must_hit_by)"
        )
        is None
    )
    assert looks.wrong == ["MeterRow has no must_hit_by."]
    looks.wrong.clear()


def test_a_page_that_was_left_keeps_nothing_of_who_was_there(
    browser: Browser, house: House
) -> None:
    with Visitor(browser, house, PHONE) as ann:
        page = ann.as_guest("Ann who leaves").go("floor")
        page.route("**/meters", lambda route: route.abort())
        page.evaluate("() => { localStorage.kept = sessionStorage.kept = 'hers'; }")
        assert ann.get("session")["person"]["name"] == "Ann who leaves"
    with Visitor(browser, house) as bob:
        assert bob.page is page
        bob.go("floor").wait_for_selector(".tcard")
        assert bob.get("session")["person"] is None
        assert page.evaluate("[localStorage.kept, sessionStorage.kept, innerWidth]") == [
            None,
            None,
            DESK["width"],
        ]
        assert page.evaluate("fetch('/api/v1/meters').then(({ ok }) => ok)")
        heard = len(ann.answers)
        bob.go("rules")
        assert len(ann.answers) == heard


def test_the_routes_page_needs_no_script(house: House, visit: Callable[..., Visitor]) -> None:
    looks = visit(house, java_script_enabled=False)
    looks.page.goto(looks.api("docs"))
    assert "/api/v1/tables/{table}/commands" in looks.page.inner_text("body")
