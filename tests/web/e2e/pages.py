"""Every page of the house, and who looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

PAGES: Final[dict[str, str]] = {
    "table/pa-blackjack": "Ann",
    "table/nh-blackjack": "Ann",
    "table/co-trilux-blackjack": "Ann",
    "table/co-21-plus-3-blackjack": "Ann",
    "table/co-pai-jack": "Ann",
    "table/pa-hybrid-blackjack": "Ann",
    "dealer/pa-blackjack-dealer": "dealer",
    "desk": "floor",
    "desk/done": "floor",
    "desk/tables": "floor",
    "desk/logs": "floor",
    "desk/replay/pa-blackjack-dealer": "floor",
    "desk/audit": "floor",
    "simulate": "Ann",
    "account": "floor",
    "people": "admin",
    "floor": "",
    "login": "",
    "meters": "",
    "par": "",
    "par/colorado/21-plus-3": "",
    "par/pennsylvania/blackjack": "",
    "learn": "",
    "learn/pennsylvania/blackjack": "",
    "rules": "",
    "rules/colorado/21-plus-3": "",
    "rules/pennsylvania/blackjack": "",
}
"""Address → a person of `scene.evening`, nobody in particular where empty.

Tables come first: who is away from one for a minute is not waited for.
"""

ROOMS: Final = ("table/", "dealer/", "meters")
"""Pages that are the same in both themes."""
LAID = """() => {
  const seat = document.querySelector('pit-table-page');
  seat.chip = 2500;
  for (const [key, cents] of [['blackjack', 2500], ['trilux-bonus', 500], ['trilux-super-3', 500]])
    seat.laying.set(4, key, cents);
  seat.draw();
}"""
PICTURES: Final[dict[str, tuple[str, str, str]]] = {
    "table-turn": ("table/pa-blackjack", "Ann", ""),
    "table": (
        "table/pa-blackjack",
        "Ann",
        "document.querySelector('pit-table-page').info('royal-match-21')",
    ),
    "table-betting": ("table/co-trilux-blackjack", "Ann", LAID),
    "table-floor": ("table/co-21-plus-3-blackjack", "Ann", ""),
    "pai-jack": ("table/co-pai-jack", "Ann", ""),
    "hybrid": ("table/pa-hybrid-blackjack", "Ann", ""),
    "dealer": ("dealer/pa-blackjack-dealer", "dealer", ""),
    "desk-slip": ("desk", "floor", ""),
    "desk-tables": ("desk/tables", "floor", ""),
    "desk-decision": (
        "desk/tables",
        "floor",
        "document.querySelector('[data-key^=reopen]').click()",
    ),
    "desk-logs": ("desk/logs", "floor", ""),
    "desk-replay": ("desk/replay/pa-blackjack-dealer/1", "floor", ""),
    "desk-audit": ("desk/audit", "floor", ""),
    "account": ("account", "floor", ""),
    "people": ("people", "admin", ""),
    "floor": ("floor", "Ann", ""),
    "login": ("login", "", ""),
    "meters": ("meters", "", ""),
    "par": ("par/colorado/21-plus-3", "", ""),
    "strategy": ("par/pennsylvania/blackjack", "", ""),
    "learn": ("learn/pennsylvania/blackjack", "", ""),
    "rules": ("rules/colorado/21-plus-3", "", ""),
}
"""Name of a picture → address, person, and what the page does before it is taken."""

SETTLED = """(tag) => new Promise((done, fail) => {
  let before = -1;
  setTimeout(() => fail(new Error(`${tag} is not there or waits for something.`)), 15000);
  const look = () => {
    const now = performance.getEntriesByType('resource').length;
    const main = document.querySelector(`${tag} #main:not(:has([aria-busy]))`);
    if (now === before && main?.textContent.trim().length > 20) done();
    else setTimeout(look, 150);
    before = now;
  };
  look();
})"""
"""Done when the page of that tag has what it asked for."""


NAMES: Final = ["label-content-name-mismatch"]
"""A rule that axe-core tries only when asked: what is seen on a button is in its name."""
DRAWN: Final = {"exclude": [["pit-felt"], ["pit-setter"]]}
"""Drawings, whose inscriptions are cut short to fit: their names are in full."""


def faults(page: Page, only: Sequence[str] = ()) -> Iterator[str]:
    """What axe-core finds on a page as it looks now, and whether it is too wide."""
    if not page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"):
        yield "scrolls sideways"
    axe, options = Axe(), {"resultTypes": ["violations"]}
    found = axe.run(page, options={**options, **({"runOnly": only} if only else {})}).response
    named = axe.run(page, context=DRAWN, options={**options, "runOnly": NAMES}).response
    for fault in [*found["violations"], *named["violations"]]:
        nodes = [node["target"] for node in fault["nodes"]]
        yield f"{fault['impact']}, {fault['id']}: {nodes}"
