// Cards and chips that move to their places. What was already there does not move again.

import { calm } from "../core/dom.js";

const CARD = 280;
const APART = 60;
const EASE = "cubic-bezier(.2, .8, .2, 1)";

export class CardAnimation {
  #known = null;

  /** Animate what is new in a drawing since the last one: cards from the shoe, turned cards in place. */
  play(drawing, shoe) {
    const cards = [...drawing.querySelectorAll("[data-card]")];
    const before = this.#known;
    this.#known = new Map(cards.map(({ dataset }) => [dataset.card, dataset.face]));
    if (!before || calm()) return;
    const faceOf = (card) => before.get(card.dataset.card);
    cards
      .filter((card) => !faceOf(card))
      .toSorted((a, b) => order(a) - order(b))
      .forEach((card, n) => move(card, fromShoe(card, drawing, shoe), 0, n * APART));
    cards
      .filter((card) => faceOf(card) === "??" && card.dataset.face !== "??")
      .forEach((card) => move(card, "scaleX(.05)", 1, 0));
  }
}

/** The order of the deal: every box its first card, the dealer, then the second ones. */
function order(card) {
  const [box, hand, n] = card.dataset.card.split(".");
  return Number(n) * 1000 + (box === "dealer" ? 999 : Number(box) || 0) * 10 + (Number(hand) || 0);
}

function move(card, from, opacity, delay) {
  if (!from) return;
  card.animate(
    [
      { transform: from, opacity },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ],
    { duration: CARD, delay, easing: EASE, fill: "backwards" },
  );
}

/** Where the shoe is, in the card's own units. */
function fromShoe(card, drawing, shoe) {
  const here = drawing.querySelector("svg").getScreenCTM();
  const mine = card.getScreenCTM();
  if (!here || !mine) return "";
  const point = new DOMPoint(shoe.x, shoe.y).matrixTransform(here).matrixTransform(mine.inverse());
  return `translate(${point.x.toFixed(0)}px, ${point.y.toFixed(0)}px) rotate(24deg)`;
}
