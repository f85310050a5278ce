// Cards and chips that move to where they lie. What was there before does not move again.

import { calm } from "../core/dom.js";

const CARD = 280;
const APART = 60;
const EASE = "cubic-bezier(.2, .8, .2, 1)";

export class Dealing {
  constructor() {
    this.known = null;
  }

  /** Animate what is new in a drawing since the last one: cards from the shoe, turned cards in place. */
  play(drawing, shoe = { x: 1160, y: 60 }) {
    const now = performance.now();
    const before = this.known;
    const after = new Map();
    const fresh = [];
    for (const card of drawing.querySelectorAll("[data-card]")) {
      const { card: key, face } = card.dataset;
      const old = before?.get(key);
      if (!before) after.set(key, { face, at: 0, kind: "" });
      else if (!old) fresh.push(card);
      else if (old.face !== face && old.face === "??")
        after.set(key, { face, at: now, kind: "turn" });
      else after.set(key, { ...old, face });
    }
    fresh.sort((a, b) => order(a) - order(b));
    fresh.forEach((card, n) =>
      after.set(card.dataset.card, { face: card.dataset.face, at: now + n * APART, kind: "deal" }),
    );
    this.known = after;
    if (calm()) return;
    for (const card of drawing.querySelectorAll("[data-card]")) {
      const found = after.get(card.dataset.card);
      if (found.kind && found.at + CARD > now) move(card, found, now, drawing, shoe);
    }
  }

  forget() {
    this.known = new Map();
  }
}

/** The order of the deal: every box its first card, the dealer, then the second ones. */
function order(card) {
  const [box, hand, n] = card.dataset.card.split(".");
  return Number(n) * 1000 + (box === "dealer" ? 999 : Number(box) || 0) * 10 + (Number(hand) || 0);
}

function move(card, found, now, drawing, shoe) {
  const from = found.kind === "turn" ? "scaleX(.05)" : fromShoe(card, drawing, shoe);
  if (!from) return;
  card.animate(
    [
      { transform: from, opacity: found.kind === "turn" ? 1 : 0 },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ],
    { duration: CARD, delay: Math.max(0, found.at - now), easing: EASE, fill: "backwards" },
  );
}

/** Where the shoe is, in the card's own units. */
function fromShoe(card, drawing, shoe) {
  const svg = drawing.ownerSVGElement ?? drawing.querySelector("svg") ?? drawing;
  const local = card.getCTM?.();
  const whole = svg.getCTM?.();
  if (!local || !whole) return "";
  const root = svg.viewBox?.baseVal;
  const here = svg.getScreenCTM();
  const mine = card.getScreenCTM();
  if (!root || !here || !mine) return "";
  const point = new DOMPoint(shoe.x, shoe.y).matrixTransform(here).matrixTransform(mine.inverse());
  return `translate(${point.x.toFixed(0)}px, ${point.y.toFixed(0)}px) rotate(24deg)`;
}
