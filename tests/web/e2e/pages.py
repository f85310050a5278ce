"""Every page of the house, and who looks at it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from numpy.typing import NDArray
from PIL import Image
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
    "desk/submission": "floor",
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

ALIKE: Final = ("table/nh-blackjack", "table/co-trilux-blackjack")
"""Pages that show the same parts as others."""
ELSEWHERE: Final = (
    *("dealer/pa-blackjack-dealer", "simulate", "meters"),
    *("desk/logs", "desk/replay/pa-blackjack-dealer", "desk/audit"),
)
"""Pages that tests of their own try with axe-core."""
ROOMS: Final = ("table/", "dealer/", "meters")
"""Pages that are the same in both themes."""
LAID = """async () => {
  const seat = document.querySelector('pit-table-page');
  seat.chip = 2500;
  const stakes = { blackjack: 2500, "trilux-bonus": 1000, "trilux-super-3": 1000 };
  for (const [key, cents] of Object.entries(stakes)) seat.laying.set(4, key, cents);
  await seat.recheck();
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
    "simulate": ("simulate", "Ann", ""),
    "drill": ("drill/pennsylvania/blackjack?seed=7", "Ann", ""),
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
    const headed = main && document.querySelector('h1');
    if (now === before && headed && main.textContent.trim().length > 20) done();
    else setTimeout(look, 150);
    before = now;
  };
  look();
})"""
"""Done when the page of that tag has what it asked for, and with it a heading."""


NAMES: Final = "label-content-name-mismatch"
"""A rule that axe-core tries only when asked: what is seen on a button is in its name."""


TRIED: Final = """async ({ names, contrast_only }) => {
  const grounds = new Map([[null, '']]);
  const ground = (each) => {
    if (!grounds.has(each)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(each);
      const own = [backgroundColor, backgroundImage, opacity, position].join();
      const plain = own === 'rgba(0, 0, 0, 0),none,1,static';
      grounds.set(each, ground(each.parentElement) + (plain ? '' : `/${own}`));
    }
    return grounds.get(each);
  };
  const looks = new Map();
  for (const each of document.querySelectorAll('body *')) {
    const said = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!(said || each.value || each.placeholder) || !each.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(each);
    const disabled = Boolean(each.closest(':disabled, [aria-disabled=true]'));
    const look = [color, fontSize, fontWeight, textShadow, disabled, ground(each)].join('|');
    if (!looks.has(look)) looks.set(look, each);
  }
  const run = (where, more) => axe.run(where, { resultTypes: ['violations'], ...more });
  const found = looks.size
    ? [await run({ include: [...looks.values()] }, { runOnly: ['color-contrast'] })] : [];
  const rules = { [names]: { enabled: true }, 'color-contrast': { enabled: false } };
  if (!contrast_only) found.push(await run(document, { rules }));
  return found.flatMap(({ violations }) => violations).map(({ impact, id, nodes }) =>
    `${impact}, ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}"""
"""What axe-core finds. Contrast takes it longest by far: of all words with the same ink on the same
ground it tries the first."""


def faults(page: Page, contrast_only: bool = False) -> Iterator[str]:
    """What axe-core finds on a page as it looks now, and whether it is too wide."""
    if not page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"):
        yield "scrolls sideways"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    yield from page.evaluate(TRIED, {"names": NAMES, "contrast_only": contrast_only})


CROWDED: Final = """() => {
  const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowY)
    && each.clientHeight > 0 && each.scrollHeight > each.clientHeight + 1;
  const all = [...document.querySelectorAll('body *')];
  const whole = document.documentElement.scrollHeight > innerHeight + 1;
  const outer = (each) => whole || all.some((other) => other !== each && other.contains(each)
    && scrolls(other));
  const nested = all.filter((each) => each.tagName !== 'TEXTAREA' && scrolls(each) && outer(each));
  const number = /^[−+$]?[\\d,.]+[%¢]?$/;
  const broken = all.filter((each) => !each.children.length && each.checkVisibility()
    && number.test(each.textContent.trim())).filter((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
  return [...nested.map((each) => `${each.tagName}.${each.className} scrolls inside what scrolls`),
    ...broken.map((each) => `${each.textContent.trim()} is broken in two`)];
}"""
"""Scrollbars inside others, but for text that is edited, and numbers that go over two lines."""
WORDS: Final = """() => [...document.querySelectorAll('pit-felt text')].flatMap((text) => {
  const box = text.getBoundingClientRect();
  const style = getComputedStyle(text);
  if (!text.textContent.trim() || !text.checkVisibility({ opacityProperty: true })) return [];
  let clear = Number(style.fillOpacity);
  for (let each = text; each; each = each.parentElement)
    clear *= Number(getComputedStyle(each).opacity);
  const high = parseFloat(style.fontSize) * text.getScreenCTM().a;
  text.style.visibility = 'hidden'; // what is left is the ground
  return [{ words: text.textContent.replaceAll(/\\s+/g, ' ').trim(), fill: style.fill, clear,
    large: high >= 24 || (high >= 18.66 && Number(style.fontWeight) >= 700),
    box: [box.left, box.top, box.right, box.bottom] }];
})"""
"""Every text on the felt: its ink, how clear, how large and where; and then it is gone."""
SHOWN_AGAIN: Final = """() => {
  for (const each of document.querySelectorAll('pit-felt text')) each.style.visibility = '';
}"""


def faint(page: Page) -> Iterator[str]:
    """Words on the felt that are hard to read: WCAG 2.2, 1.4.3, by the pixels under them.

    axe-core does not look at drawings. The ground is the middle one of the pixels around a text.
    """
    texts = page.evaluate(WORDS)
    if not texts:
        return
    picture = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    page.evaluate(SHOWN_AGAIN)
    for text in texts:
        left, top, right, bottom = (max(0, round(each)) for each in text["box"])
        ground = picture[top:bottom, left:right].reshape(-1, 3)
        if not len(ground):
            continue  # not on the screen
        under = ground[np.argsort(luminance(ground))[len(ground) // 2]]
        ink = np.array(re.findall(r"\d+", text["fill"])[:3], float)
        seen = text["clear"] * ink + (1 - text["clear"]) * under
        low, high = np.sort(luminance(np.stack([seen, under])))
        ratio = (high + 0.05) / (low + 0.05)
        if ratio < (3 if text["large"] else 4.5):
            yield f"{text['words']!r} is {ratio:.2f} to 1"


def luminance(rgb: NDArray[Any]) -> NDArray[Any]:
    """WCAG's relative luminance."""
    parts = rgb / 255
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ [0.2126, 0.7152, 0.0722])
