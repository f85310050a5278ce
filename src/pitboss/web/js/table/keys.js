// The keyboard at a table: choices by letter, spots by arrow, chips by number.

import { chipsOf } from "../core/money.js";
import { dialog, html } from "../core/dom.js";
import { taste } from "../core/session.js";

const AGAIN = 300; // milliseconds after a skip in which a press too many is not a bet

/** What a key does on a page; true if it is one of its own. */
export function pressKey(page, event) {
  if (!page.view) return false;
  if (page.timeline.moving && (event.key === " " || event.key === "Enter")) {
    page.skip();
    return true;
  }
  if (event.key === "Escape") {
    if (page.pay.hidden) return false;
    page.hideInfo();
    return true;
  }
  return onSpot(page, event) || (taste.keys && letter(page, event));
}

/** What the keyboard is on: not what was last pressed with a pointer. */
const focused = (target, what) => {
  const found = target.closest?.(what);
  return found?.matches(":focus-visible") ? found : null;
};

function onSpot(page, event) {
  const spot = focused(event.target, ".spot, .mini");
  const key = spot?.dataset.wager;
  if (
    event.key.startsWith("Arrow") &&
    (spot || event.target === document.body || event.target.tagName === "MAIN")
  )
    return step(page, spot, event.key);
  if (!spot) return false;
  if (event.key === "i" && key) {
    page.info(key);
    return true;
  }
  const passes = event.shiftKey || !spot.classList.contains("can"); // nothing can be laid there
  if (event.key === "Enter" && passes && page.actions.press("enter")) return true;
  if (event.key === "Enter" || event.key === " ") {
    spot.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return true;
  }
  if ((event.key === "Backspace" || event.key === "Delete") && key) {
    page.change("undo");
    return true;
  }
  return false;
}

/** The nearest spot in the direction of the arrow. */
function step(page, from, key) {
  const spots = [...page.felt.querySelectorAll(".spot[tabindex], .mini[tabindex]")];
  if (!spots.length) return false;
  const middle = (spot) => {
    const box = spot.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  if (!from) {
    (page.felt.querySelector(".box.you .spot.main") ?? spots[0]).focus();
    return true;
  }
  const here = middle(from);
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const reach = (spot) => {
    const there = middle(spot);
    const along = (there.x - here.x) * way[0] + (there.y - here.y) * way[1];
    const aside = Math.abs((there.x - here.x) * way[1]) + Math.abs((there.y - here.y) * way[0]);
    return along > 4 ? along + 2 * aside : Infinity;
  };
  const best = spots.filter((spot) => spot !== from).toSorted((a, b) => reach(a) - reach(b))[0];
  if (best && reach(best) < Infinity) best.focus();
  return true;
}

function letter(page, event) {
  const pressed = focused(event.target, "button, a, .spot, .mini");
  if (pressed && (event.key === "Enter" || event.key === " ")) return false;
  if (event.key === "?") {
    help();
    return true;
  }
  if (!page.setter.hidden && page.setter.press(event.key)) return true;
  const chip = chipsOf(page.view)[Number(event.key) - 1];
  if (page.open && chip) {
    page.chip = chip;
    page.drawRail();
    return true;
  }
  if (event.key.toLowerCase() === "t" && page.tray.querySelector(".tokebtn")) {
    page.turnToke();
    return true;
  }
  if (event.key === "i" && !page.actions.keys?.has("i") && page.last) {
    page.info(page.last.key);
    return true;
  }
  if (event.key === " " && performance.now() - page.skipped < AGAIN) return true;
  return page.actions.press(event.key);
}

const KEYS = [
  ["Letters on the buttons", "make that choice"],
  ["1 to 6", "choose a chip"],
  ["Arrows", "move between spots"],
  ["Enter", "lay the chip; if no spot has the focus, deal"],
  ["Shift + Enter", "deal, also from a spot"],
  ["Space", "the last bets again, and deal; while cards move, show all at once"],
  ["D", "double the stakes"],
  ["Backspace", "take the last chip back"],
  ["C", "take all chips back"],
  ["B", "lay the last bets without dealing"],
  ["T", "lay chips for the dealer, where the rules allow it"],
  ["i", "pay table of a spot"],
  ["Esc", "close"],
];

export const help = () =>
  dialog(
    "Keys",
    html`
      <dl class="keys">
        ${KEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}
      </dl>
    `,
    [],
  );
