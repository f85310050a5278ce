// A table of terminals: positions that many of them share, community cards, and your own hand.

import { svg } from "../core/dom.js";
import { many } from "../core/money.js";
import { cardAt, totalTag } from "./cards.js";
import { drawBox, handWords } from "./box.js";
import { exposedCards } from "./layout.js";
import { spread } from "./geometry.js";
import { planned } from "./plan.js";

const EXPOSED = { x: 1060, y: 60, size: 0.5 };
const PHONE_EXPOSED = { x: 334, y: 4, size: 0.26, type: 0.6 };

const zone = (x, y, width, height, mine) =>
  svg`
    <rect class="zone${mine ? " mine" : ""}" x=${x} y=${y} width=${width} height=${height}
      rx="16" />
  `;

/** Cards in a framed place, with its words below. */
function cardFrame(key, cards, words, { x, y, width, height, size, mine, total }) {
  const wide = 100 * size;
  const { step, width: all } = spread(cards.length, wide, width - 40, wide + 10);
  const left = x + (width - all) / 2;
  const top = y + (height - 140 * size) / 2;
  return svg`
    <g role="group" aria-label="${words}${total ? `, ${total}` : ""}">
      ${zone(x, y, width, height, mine)}
      ${cards.map((card, n) =>
        cardAt(card, { x: left + n * step, y: top, size, place: `${key}.${n}` }),
      )}
      ${total ? totalTag(total, left, top + 140 * size - 4, mine) : null}
      <text class="zlab${mine ? " mine" : ""}" x=${x + width / 2} y=${y + height + 22}
        text-anchor="middle">
        ${words.toUpperCase()}
      </text>
    </g>
  `;
}

/** Positions across the felt, the first at the dealer's left, yours larger. */
export function drawShared(scene) {
  const { view, narrow } = scene;
  const mine = scene.myPosition;
  const total = handWords(view.dealer);
  const positions = Object.entries(view.positions)
    .map(([number, each]) => ({ number: Number(number), ...each }))
    .toSorted((a, b) => b.number - a.number);
  const wide = narrow ? 390 : 1440;
  const slot = (wide - (narrow ? 20 : 260)) / positions.length;
  const size = narrow ? 0.42 : 0.8;
  return [
    svg`<rect class="f-base" x="-720" y="-200" width="2880" height="1300" />`,
    narrow ? null : sayings(scene.words, view),
    cardFrame(
      "dealer.0",
      view.dealer.cards,
      "Dealer",
      narrow
        ? { x: 16, y: 54, width: 150, height: 100, size: 0.5, total }
        : { x: 425, y: 30, width: 206, height: 150, size: 0.78, total },
    ),
    cardFrame(
      "community.0",
      view.community,
      "Community cards",
      narrow
        ? { x: 186, y: 54, width: 188, height: 100, size: 0.46 }
        : { x: 682, y: 30, width: 330, height: 150, size: 0.78 },
    ),
    positions.map((each, n) => {
      const big = each.number === mine;
      const grow = big && !narrow ? 1.15 : 1;
      const width = Math.min(narrow ? slot - 10 : 230, slot - 10) * grow;
      const height = (narrow ? 96 : 166) * grow;
      const x = (narrow ? 10 : 130) + slot * n + (slot - width) / 2;
      const y = narrow ? 206 : big ? 262 : 276;
      const whose = big ? yours(each) : many(each.terminals, "terminal");
      const words = `Position ${each.number}${narrow ? "" : ` · ${whose}`}`;
      return cardFrame(`position${each.number}.0`, each.cards, words, {
        x,
        y,
        width,
        height,
        size: size * grow,
        mine: big,
        total: handWords(each),
      });
    }),
    exposedCards(view.exposed, narrow ? PHONE_EXPOSED : EXPOSED),
    myHand(scene),
    mySpots(scene),
  ];
}

const yours = (each) =>
  each.terminals > 1 ? `you and ${many(each.terminals - 1, "other")}` : "yours alone";

const LONGEST = 17; // letters of a name beside the dealer's cards

/** A name in lines that are short enough. */
function inLines(name) {
  const lines = [];
  for (const word of name.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && longer.length <= LONGEST) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function sayings(words, view) {
  return svg`
    <g aria-hidden="true">
      ${inLines(view.game_name.toUpperCase()).map(
        (line, n) => svg`<text class="say big" x="208" y=${110 + 34 * n}>${line}</text>`,
      )}
      <text class="say mid" x="1232" y="92">${words.big.toUpperCase()}</text>
      <text class="say low" x="1232" y="124">${words.band}</text>
      <text class="say low" x="1232" y="148">${words.low}</text>
    </g>
  `;
}

/** How much higher your spots and your hand lie on a phone where there are no positions. */
const raised = ({ positions }) => (Object.keys(positions).length ? 0 : 60);

/** Your spots, beside your hand, or those of an open terminal. */
function mySpots(scene) {
  const { view, narrow } = scene;
  const { boxes } = view;
  const box =
    boxes.find((each) => scene.mine.has(each.number)) ?? boxes.find((each) => !each.player);
  if (!box) return null;
  const betting = view.phase === "betting" || !box.hands.length;
  const up = raised(view);
  const [free, beside] = narrow
    ? [
        { x: 195, y: 372 - up, scale: 0.9 },
        { x: 56, y: 388 - up, scale: 0.72 },
      ]
    : [
        { x: 720, y: 570, scale: 0.9 },
        { x: 452, y: 580, scale: 0.72 },
      ];
  const place = { ...(betting ? free : beside), tilt: 0, grow: false };
  const shown = { ...box, hands: [] };
  return drawBox(scene, shown, planned(scene, [shown], [place])[0]);
}

/** What you have made of your position's cards. */
function myHand(scene) {
  const { narrow } = scene;
  const box = scene.view.boxes.find((each) => scene.mine.has(each.number));
  const hands = (box?.hands ?? []).filter((hand) => hand.cards.length);
  if (!hands.length) return null;
  const wide = narrow ? 260 : 320; // on a phone, the stakes lie beside it
  const count = hands.length;
  const up = raised(scene.view);
  return hands.map((hand, n) => {
    const words = count > 1 ? `Your hand ${n + 1}` : "Your hand";
    const place = narrow
      ? { x: 124 + (n * wide) / count, y: 330 - up, width: wide / count - 6, height: 126 }
      : { x: 720 + (n - count / 2) * (wide + 12), y: 540, width: wide, height: 124 };
    const how = { ...place, size: 0.66, mine: hand.turn, total: handWords(hand) };
    return cardFrame(`mine${n}.0`, hand.cards, words, how);
  });
}
