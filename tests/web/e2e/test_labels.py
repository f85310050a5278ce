"""Labels on the felt: at every table of the floor none lies on another, or on a circle; panels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.e2e.house import House, demo, filed, opened
from tests.web.e2e.visitor import SEAT, Visitor

SIZES = [(1366, 768), (1440, 900)]
"""Laptops: on the first the arc of the boxes is flat."""
MEASURE = """() => {
  const felt = document.querySelector('pit-felt svg');
  const shapes = (selector) => [...felt.querySelectorAll(selector)];
  const placed = (each, { x, y, width, height }) => {
    const to = each.getScreenCTM();
    const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
    return corners.map(([a, b]) => new DOMPoint(a, b).matrixTransform(to));
  };
  const spotOf = (each) => each.closest('.spot')?.dataset.key ?? '';
  const less = ({ x, y, width, height }) => // a line without the space above and below its letters
    ({ x: x + 1, y: y + height * .22, width: width - 2, height: height * .58 });
  const words = shapes('.cap, .seatname, .seatsub').map((each) => ({
    says: each.textContent.trim(), of: spotOf(each), four: placed(each, less(each.getBBox())) }));
  const stakes = shapes('.hand .tag rect').map((each) => ({
    says: each.parentNode.textContent.trim(), of: 'hand', four: placed(each, each.getBBox()) }));
  const letters = shapes('.say').flatMap((each) =>
    Array.from({ length: each.getNumberOfChars() }, (_, n) => each.getExtentOfChar(n))
      .filter(({ width }) => width)
      .map((cell) => ({ says: each.textContent.trim(), of: 'felt',
        four: placed(each, less(cell)) })));
  const circles = shapes('.spot .ring').map((each) => {
    const to = each.getScreenCTM();
    const { x, y } = new DOMPoint(0, 0).matrixTransform(to);
    return { says: each.closest('.spot').dataset.key, x, y,
      r: each.r.baseVal.value * Math.hypot(to.a, to.b) };
  });
  const edges = (four) => four.map((at, n) => [at, four[(n + 1) % 4]]);
  const apart = (one, two) => [...edges(one), ...edges(two)].some(([a, b]) => {
    const [x, y] = [b.y - a.y, a.x - b.x];
    const along = (four) => four.map((at) => at.x * x + at.y * y);
    return Math.max(...along(one)) <= Math.min(...along(two)) ||
      Math.max(...along(two)) <= Math.min(...along(one));
  });
  const reach = ({ x, y }, four) => Math.min(...edges(four).map(([a, b]) => {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const part = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
    const at = Math.max(0, Math.min(1, part));
    return Math.hypot(x - a.x - at * dx, y - a.y - at * dy);
  }));
  const within = ({ x, y }, four) => edges(four).every(([a, b]) =>
    (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0);
  const found = [];
  const labels = [...words, ...stakes];
  labels.forEach((label, n) => {
    for (const other of labels.slice(n + 1))
      if ((!label.of || label.of !== other.of) && !apart(label.four, other.four))
        found.push(`${label.says} on ${other.says}`);
    for (const other of letters)
      if (!apart(label.four, other.four)) found.push(`${label.says} on ${other.says}`);
    for (const circle of label.of === 'hand' ? [] : circles)
      if (within(circle, label.four) || reach(circle, label.four) < circle.r - .5)
        found.push(`${label.says} on circle ${circle.says}`);
    for (const at of label.four)
      if (at.x < 0 || at.x > innerWidth) found.push(`${label.says} off the page`);
  });
  circles.forEach((one, n) => {
    for (const two of circles.slice(n + 1))
      if (Math.hypot(one.x - two.x, one.y - two.y) < one.r + two.r - 1)
        found.push(`circle ${one.says} on circle ${two.says}`);
  });
  return [...new Set(found)];
}"""
"""Which words lie on which, or on a circle, turned as they are drawn."""
LAID = f"""([own, box, how]) => {{
  const seat = {SEAT};
  const view = JSON.parse(JSON.stringify(own));
  const stakes = Object.fromEntries(view.wagers.map(({{ key }}) => [key, 1000]));
  for (const each of view.boxes) {{
    const mine = each.number === box;
    if (mine || how === 'full') each.player = mine ? view.you.name : `Guest ${{80 + each.number}}`;
    if (!each.player || how === 'empty') continue;
    each.placed = each.stakes = stakes;
    const cards = ['8s', 'Kd'];
    each.hands = ['first', 'second'].map((name, n) => ({{ name: `box ${{each.number}}, ${{name}}`,
      number: n + 1, cards, total: 18, reads: '18', soft: false, bust: false, natural: false,
      stake: 1000, turn: false, over: false, parts: [] }})).slice(0, mine ? 2 : 1);
  }}
  if (box) view.you.boxes = [box];
  view.phase = how === 'empty' ? 'idle' : 'playing';
  seat.view = view;
  seat.draw();
}}"""
"""Shows the table with somebody at a box: with nothing laid, all wagers laid and a split hand, or
the same with every other box taken."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Every table of the demo house."""
    tables = [filed(name) for name in demo()]
    with opened(tmp_path_factory.mktemp("floor"), *tables) as made:
        yield made


@pytest.mark.parametrize("size", SIZES)
def test_no_label_overlaps_another_or_a_circle(
    browser: Browser, floor: House, size: tuple[int, int]
) -> None:
    width, height = size
    wrong: dict[str, Any] = {}
    with Visitor(browser, floor, {"width": width, "height": height}) as ann:
        ann.as_guest(f"Ann {width}")
        ann.turn("table/pa-blackjack").wait_for_selector("pit-felt svg")
        for table in demo():
            view = ann.get(f"tables/{table}")
            if not view["house"]["layout"]["boxes"]:
                continue  # shared hands, with the boxes on a screen of their own
            boxes = range(1, len(view["boxes"]) + 1)
            for box, how in [(0, "empty"), *product(boxes, ("empty", "laid", "full"))]:
                ann.page.evaluate(LAID, [view, box, how])
                if found := ann.page.evaluate(MEASURE):
                    wrong[f"{table} {box} {how}"] = found
    assert wrong == {}


PANELS = """() => {
  const story = document.querySelector('pit-story').getBoundingClientRect();
  const pays = document.querySelector('pit-paytable .scroll');
  const foot = document.querySelector('pit-paytable dl').getBoundingClientRect();
  const rail = document.querySelector('.rail').getBoundingClientRect();
  return { story: story.height, across: pays.scrollWidth - pays.clientWidth,
    shown: rail.top - foot.bottom };
}"""


@pytest.mark.parametrize(("size", "box"), [((1366, 768), 4), ((1280, 720), 5)])
def test_panels_use_the_room_beside_the_boxes(
    browser: Browser, floor: House, size: tuple[int, int], box: int
) -> None:
    """A pay table with long odds has all its columns, and what it costs in sight."""
    width, height = size
    with Visitor(browser, floor, {"width": width, "height": height}) as bea:
        bea.as_guest(f"Bea {width}").sit("pa-blackjack", box)
        bea.page.evaluate(f"{SEAT}.info('jackpot-party')")
        bea.page.wait_for_selector("pit-paytable table")
        found = bea.page.evaluate(PANELS)
        assert found["story"] >= 220
        assert found["across"] <= 0
        assert found["shown"] > 0
        bea.page.locator('[data-key="keys"]').click()
        assert bea.page.evaluate(
            "() => { const { scrollHeight, clientHeight } = "
            "document.querySelector('dialog .body'); return scrollHeight <= clientHeight; }"
        )
        bea.page.keyboard.press("Escape")
