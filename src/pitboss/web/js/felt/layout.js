// The printed layout: cloth, rack, shoe, inscriptions, the dealer's cards.

import { svg } from "../core/dom.js";
import { cardAt, said, totalTag } from "./cards.js";
import { handWords } from "./box.js";
import { arcPaths, bandPath, linePath, spread } from "./geometry.js";

const RACK = ["1", "5", "5", "25", "25", "100", "100", "500"];

export const cloth = () => [
  svg`<rect class="f-base" x="-720" y="-200" width="2880" height="1300" />`,
  svg`<path class="f-line" d="M-10 470C220 690 470 745 720 745s500-55 730-275" />`,
];

export function rack() {
  return svg`
    <g transform="translate(720 20)" aria-hidden="true">
      <rect class="rack" x="-150" y="-30" width="300" height="64" rx="14" />
      <rect class="rack-in" x="-143" y="-24" width="286" height="51" rx="9" />
      ${RACK.map(
        (chip, n) => svg`
          <g class="c${chip}" transform="translate(${-131 + n * 33.6} -20)">
            <rect class="tube-body" width="27" height="43" rx="4" />
            ${Array.from({ length: 7 }, (_, k) => [
              svg`<rect class="tube-line" y=${k * 6.1} width="27" height="1" />`,
              svg`<rect class="tube-mark" x="10" y=${k * 6.1 + 1} width="7" height="5" />`,
            ])}
          </g>
        `,
      )}
    </g>
  `;
}

export const shoe = () => [
  svg`
    <g transform="translate(1010 50) rotate(-12)" aria-hidden="true">
      <rect class="shoe" x="-62" y="-26" width="124" height="52" rx="10" />
      <rect class="shoe-cards" x="-46" y="-18" width="84" height="36" rx="3" />
      ${Array.from(
        { length: 5 },
        (_, n) => svg`<path class="shoe-edge" d="M-42 ${-12 + n * 6}H36" />`,
      )}
      <rect class="shoe-lip" x="-54" y="-19" width="7" height="38" rx="2" />
    </g>
  `,
  svg`
    <g transform="translate(430 50) rotate(-10)" aria-hidden="true">
      <rect class="shoe" x="-44" y="-26" width="84" height="52" rx="9" />
      <rect class="discard" x="-30" y="-6" width="58" height="26" rx="3" />
    </g>
  `,
];

/** Words along a curve; the kind says how they are printed. */
function along(kind, text, path) {
  const id = `arc-${kind.replace(" ", "-")}`;
  return [
    svg`<path id=${id} d=${path} fill="none" />`,
    svg`
      <text class="say ${kind}"><textPath href="#${id}" startOffset="50%">${text}</textPath></text>
    `,
  ];
}

/** The inscriptions where the layout has them; a flat arc has no room for the insurance line. */
export function inscriptions(words, layout, flat = false) {
  const band = words.band && !flat;
  const low = flat ? [words.low, words.band].filter(Boolean).join(" · ") : words.low;
  const lines = [
    ["odds", "big", words.big.toUpperCase()],
    ["rule", "low", low],
    ["line", "low lines", words.lines],
  ].filter(([, , text]) => text);
  const arcs = lines.map(([kind]) => layout.arcs.find((arc) => arc.kind === kind));
  const paths = arcPaths(layout, arcs, flat);
  return svg`
    <g aria-hidden="true">
      ${band ? svg`<path class="f-band" d=${bandPath(layout)} />` : null}
      ${lines.map(([, kind, text], n) => along(kind, text, paths[n]))}
      ${band ? along("mid", words.band.toUpperCase(), linePath(layout)) : null}
    </g>
  `;
}

/** On a phone there is room for the large one, below what the parts of the dealer's hand are called. */
export const phoneInscriptions = (words, { parts }) => {
  const y = parts?.length ? PHONE + 18 : PHONE;
  const path = `M80 ${y}Q195 ${y + 34} 310 ${y}`;
  return svg`<g aria-hidden="true">${along("big", words.big.toUpperCase(), path)}</g>`;
};

const PHONE = 132;

/** The dealer's hand, top center. */
export function dealerHand(
  dealer,
  { x = 720, y = 62, size = 0.74, gap = 6, room = 480, lit, place = "dealer", called } = {},
) {
  const parts = dealer.parts?.length ? dealer.parts : [{ cards: dealer.cards }];
  const cards = parts.flatMap((part) => part.cards);
  if (!cards.length) return null;
  const wide = 100 * size;
  const apart = wide * 0.5 * (parts.length - 1);
  const { step, width } = spread(cards.length, wide, room - apart, wide + gap);
  const left = x - (width + apart) / 2;
  const words = parts.length > 1 ? "" : handWords(dealer);
  const spoken = parts.map((part) => (part.name ? `${part.name} ${part.total}` : words)).join(", ");
  let before = 0;
  return svg`
    <g role="group" aria-label="${called ?? "Dealer"}${spoken ? `, ${spoken}` : ""}">
      ${parts.map((part, which) => {
        const from = left + before * step + (which ? apart : 0);
        before += part.cards.length;
        const tag = part.name ? `${part.name} ${part.total}` : words;
        return [
          part.cards.map((card, n) => {
            const at = part.name ? dealer.cards.indexOf(card) : n;
            return cardAt(card, {
              x: from + n * step,
              y,
              size,
              place: `${place}.0.${at}`,
              lit: lit?.has(`dealer ${card}`),
            });
          }),
          tag ? totalTag(tag, from + 2, y + 140 * size - 8) : null,
        ];
      })}
    </g>
  `;
}

/** Cards that were exposed and are in nobody's hand, with words. */
export function exposedCards(cards, { x, y, size, type = 1 }) {
  if (!cards.length) return null;
  const step = 60 * size;
  const words = cards.map(said).join(", ");
  const middle = x + (100 * size + step * (cards.length - 1)) / 2;
  const below = y + 140 * size;
  return svg`
    <g class="exposed" role="group" aria-label="Exposed, in nobody's hand: ${words}">
      ${cards.map((card, n) => cardAt(card, { x: x + n * step, y, size, place: `exposed.0.${n}` }))}
      <text class="seatname" x=${middle} y=${below + 20 * type}>Exposed</text>
      ${
        type < 1
          ? null
          : svg`<text class="seatsub" x=${middle} y=${below + 36 * type}>in nobody's hand</text>`
      }
    </g>
  `;
}
