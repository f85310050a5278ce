"""Every page keeps the policy, says nothing to the console, and can be used by everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.e2e.house import House, filed
from tests.web.e2e.pages import PAGES, ROOMS, SETTLED
from tests.web.e2e.scene import evening
from tests.web.e2e.visitor import DESK, PHONE, Visitor

LOOKS = {
    "light": (DESK, "light", {}),
    "dark": (DESK, "dark", {"runOnly": ["color-contrast"]}),  # all else is the same as in light
    "phone": (PHONE, "light", {}),
}
STRICT = "default-src 'self'; script-src 'self'; style-src 'self'"


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[tuple[House, dict[str, Any]]]:
    """A house that outlasts its visitors."""
    with evening(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_is_quiet_and_accessible(
    look: str, scene: tuple[House, dict[str, Any]], visit: Callable[..., Any]
) -> None:
    """No console error, nothing that the policy refuses, no fault that axe-core finds."""
    sync = pytest.importorskip("axe_playwright_python.sync_playwright")
    size, scheme, rules = LOOKS[look]
    found: list[str] = []
    house, cookies = scene
    people: dict[str, Visitor] = {}
    for where, who in PAGES.items():
        if look == "dark" and where.startswith(ROOMS):
            continue
        if who not in people:
            people[who] = visit(house, size, color_scheme=scheme)
            people[who].context.add_cookies([cookies[who]] if who else [])
        looks = people[who]
        page = looks.turn(where)
        page.evaluate(SETTLED, f"pit-{where.split('/')[0]}-page")
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"):
            found.append(f"{where}: scrolls sideways")
        for fault in sync.Axe().run(page, options=rules).response["violations"]:
            nodes = [node["target"] for node in fault["nodes"]]
            found.append(f"{where}: {fault['impact']}, {fault['id']}: {nodes}")
        found += [f"{where}: {wrong}" for wrong in looks.wrong]
        looks.wrong.clear()
    assert not found, "\n".join(found)


def test_the_policy_is_strict_and_a_breach_is_heard(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    """What the other tests listen for does come when a page breaks the policy."""
    house: House = open_house(filed("pa-blackjack"))
    looks: Visitor = visit(house)
    answer = looks.page.goto("/")
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


def test_the_routes_page_needs_no_script(
    open_house: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    house: House = open_house(filed("pa-blackjack"))
    looks: Visitor = visit(house, java_script_enabled=False)
    looks.page.goto("/api/v1/docs")
    assert "/api/v1/tables/{table}/commands" in looks.page.inner_text("body")
