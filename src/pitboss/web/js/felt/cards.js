// Cards and chips as drawings. A card is its text: `Qh`, or `??` for a face-down one.

import { html, nothing, svg } from "../core/dom.js";
import { CHIPS, chips, money } from "../core/money.js";

const SUITS = { h: "hearts", d: "diamonds", s: "spades", c: "clubs" };
const SIGNS = { h: "♥", d: "♦", s: "♠", c: "♣" };
const RANKS = { A: "Ace", K: "King", Q: "Queen", J: "Jack", T: "10" };
export const HIDDEN = "??";

const parts = (card) => ({ rank: card.slice(0, -1), suit: card.slice(-1) });

/** `Qh` as people say it. */
export function said(card) {
  if (card === HIDDEN) return "face-down card";
  const { rank, suit } = parts(card);
  return `${RANKS[rank] ?? rank} of ${SUITS[suit] ?? suit}`;
}

/** `Qh` as `Q♥`. */
export const withSign = (card) => card.slice(0, -1) + SIGNS[card.slice(-1)];

/** A card 100 by 140, its corner at the origin; `covered` leaves out what the next card hides. */
export function drawCard(card, { covered = false, lit = false } = {}) {
  const shade = svg`<rect class="shade" x="3" y="5" width="100" height="140" rx="10" />`;
  const ground = svg`<rect class="face-bg" width="100" height="140" rx="10" />`;
  if (card === HIDDEN) {
    return svg`
      <g class="card down" role="img" aria-label=${said(card)}>
        ${shade}
        ${ground}
        <rect class="lattice" x="6" y="6" width="88" height="128" rx="6" />
      </g>
    `;
  }
  const { rank, suit } = parts(card);
  const shown = rank === "T" ? "10" : rank;
  const pip = (x, y, size) =>
    svg`<use href="#${SUITS[suit].slice(0, -1)}" x=${x} y=${y} width=${size} height=${size} />`;
  const middle = covered
    ? []
    : "KQJ".includes(rank)
      ? [
          svg`<rect class="ground" x="43" y="50" width="48" height="80" rx="5" />`,
          svg`<rect class="court" x="43" y="50" width="48" height="80" rx="5" />`,
          svg`<use class="gilt" href="#crown-${rank}" x="49" y="58" width="36" height="24" />`,
          pip(51, 88, 32),
        ]
      : [pip(44, 76, 48)];
  return svg`
    <g class="card suit-${suit}${lit ? " lit" : ""}" role="img" aria-label=${said(card)}>
      ${shade}
      ${ground}
      ${
        shown === "10" && covered // no wider than the others: the next card would cover it
          ? svg`
            <text class="idx" x="5" y="38" textLength="32" lengthAdjust="spacingAndGlyphs">10</text>
          `
          : svg`<text class="idx" x=${shown === "10" ? 6 : 9} y="38">${shown}</text>`
      }
      ${pip(10, 45, 22)}
      ${middle}
      ${lit ? svg`<rect class="litring" x="-3" y="-3" width="106" height="146" rx="12" />` : null}
    </g>
  `;
}

/** A card where it lies; `place` is what an animation knows it by. */
export const cardAt = (card, { x, y, size, place, ...how }) => svg`
  <g transform="translate(${x} ${y}) scale(${size})">
    <g class="dealt" data-card=${place ?? nothing} data-face=${card}>${drawCard(card, how)}</g>
  </g>
`;

/** A card on its own, for panels. */
export const cardPicture = (card) => html`
  <span class="cardpic">
    <svg class="cardset" viewBox="-2 -2 106 148">${drawCard(card)}</svg>
  </span>
`;

/** Chips of an amount as a stack; the radius is that of one chip. */
export function drawChips(cents, radius) {
  const stack = chips(cents);
  const size = radius * 2.08;
  const rise = radius * 0.17;
  const few = stack.slice(0, 7).toReversed();
  const down = Math.min(2, few.length - 1) * rise * 0.5;
  if (!few.length) return [svg`<text class="word" font-size="10" y="4">${money(cents)}</text>`];
  return [
    svg`<ellipse class="chip-side" cx="1.5" cy=${down + 3} rx=${radius} ry=${radius} />`,
    ...few.map(
      (chip, n) =>
        svg`
          <use href="#chip-${(n === few.length - 1 ? stack[0] : chip) / 100}" x=${-size / 2}
            y=${-size / 2 + down - n * rise} width=${size} height=${size} />
        `,
    ),
  ];
}

/** A pill with words, centered: the stake below a stack, what was won. */
export function tag(words, y, kind = "", size = 1) {
  const width = 15 + words.length * 6.6;
  return svg`
    <g class="tag ${kind}" transform="translate(0 ${y}) scale(${size})">
      <rect x=${-width / 2} y="-10" width=${width} height="20" rx="10" />
      <text y="4.2">${words}</text>
    </g>
  `;
}

/** The total beside a hand. */
export function totalTag(words, x, y, now = false) {
  const width = 20 + words.length * 8.4;
  return svg`
    <g class="total${now ? " now" : ""}" transform="translate(${x} ${y})">
      <rect x=${-width / 2} y="-13" width=${width} height="26" rx="13" />
      <text y="5.4">${words}</text>
    </g>
  `;
}

export const chipPicture = (cents) => html`
  <svg class="chip" viewBox="0 0 104 104" aria-hidden="true">
    ${
      CHIPS.includes(cents)
        ? svg`<use href="#chip-${cents / 100}" width="104" height="104" />`
        : svg`
          <g class="c1" transform="translate(52 52)">
            <circle class="chip-body" r="50" /><circle class="chip-core" r="34" />
            <text class="chip-val" y="9" font-size="22">${cents / 100}</text>
          </g>
        `
    }
  </svg>
`;
