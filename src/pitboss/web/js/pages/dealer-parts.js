// Parts of the dealer's console: the table from the dealer's side, take and pay, the lock-out.

import { dialog, h, s } from "../core/dom.js";
import { chips, many, money } from "../core/money.js";
import { handWords } from "../felt/box.js";
import { drawCard, totalTag } from "../felt/cards.js";
import { seatsFromDealer, spread } from "../felt/geometry.js";
import { dealerHand, exposedCards } from "../felt/layout.js";
import { paidFrom } from "../table/words.js";

/** The table from the dealer's side; what is `racked` lies at no box. */
export function feltFromDealer(view, racked) {
  const { boxes } = view;
  const places = seatsFromDealer(boxes.length);
  const turn = view.asks[0]?.box;
  return s(
    "svg",
    {
      class: "dfelt felt",
      viewBox: "140 60 1160 860",
      preserveAspectRatio: "xMidYMax meet",
      role: "group",
      "aria-label": "The table from your side",
    },
    s("path", {
      class: "d-table",
      d: "M-400 1000V300C40 130 400 70 720 70S1400 130 1840 300V1000Z",
    }),
    boxes.map((box, n) => {
      const { x, y, tilt } = places[n];
      const hand = box.hands.find((each) => each.cards.length);
      const { step, width } = spread(hand?.cards.length ?? 0, 100, 190);
      return s(
        "g",
        {
          class: `box${box.number === turn ? " cur" : ""}${box.player ? "" : " empty"}`,
          transform: `translate(${x} ${y}) rotate(${-tilt}) scale(${boxes.length > 5 ? 0.88 : 1.22})`,
          role: "group",
          "aria-label": `Box ${box.number}, ${box.player ?? "open"}`,
        },
        s("text", { class: "seatname", y: -52 }, `${box.number} · ${box.player ?? "open"}`),
        s("circle", { class: "dring", r: 24 }),
        lies(box, racked) ? s("text", { class: "dsum", y: 5 }, money(lies(box, racked))) : null,
        view.wagers.slice(1, 6).map((wager, k, all) => {
          const a = (k - (all.length - 1) / 2) * 0.62;
          return s("circle", {
            class: `dspot ${box.stakes[wager.key] ? (wager.kind === "progressive" ? "lit" : "take") : box.placed[wager.key] ? "done" : ""}`,
            cx: 44 * Math.sin(a),
            cy: -44 * Math.cos(a) + 8,
            r: 9,
          });
        }),
        hand
          ? s(
              "g",
              { transform: "translate(0 38)" },
              hand.cards.map((card, k) =>
                s(
                  "g",
                  { transform: `translate(${-width * 0.35 + k * step * 0.7} 0) scale(.7)` },
                  drawCard(card),
                ),
              ),
              handWords(hand)
                ? totalTag(handWords(hand), width * 0.35, 92, box.number === turn)
                : null,
            )
          : null,
      );
    }),
    dealerHand(view.dealer, { x: 720, y: 700, size: 1.25 }),
    exposedCards(view.exposed, { x: 300, y: 720, size: 0.9, type: 1.6 }),
  );
}

/** What lies at a box. */
const lies = (box, racked) =>
  Object.entries(box.stakes)
    .filter(([key]) => !racked.has(key))
    .reduce((all, [, cents]) => all + cents, 0);

/** What the dealer does about a settlement, and with what. */
function todo(row) {
  if (row.slip) return [`slip ${row.slip}`, "to the floor"];
  if (row.due > 0) return [`pay ${money(row.due)}`, countWords(row.due)];
  if (row.racked) return ["nothing to take", "already in the rack"];
  if (row.due < 0) return [`take ${money(-row.due)}`, "to the rack"];
  return ["push", "stays"];
}

/** What was taken and paid, the slips to hand over, the lights of the progressive. */
export function takeAndPay(view, rows) {
  const { boxes, slips } = view;
  const names = new Map(view.wagers.map((wager) => [wager.key, wager.name]));
  const fed = new Set(
    view.wagers.filter((wager) => wager.kind === "progressive").map((wager) => wager.key),
  );
  const lit = (box) => Object.keys(box.placed).some((key) => fed.has(key));
  const count = boxes.reduce(
    (all, box) =>
      all +
      Object.entries(box.placed)
        .filter(([key]) => fed.has(key))
        .reduce((a, [, cents]) => a + cents, 0),
    0,
  );
  return [
    h(
      "header",
      {},
      h("h2", {}, "Take and pay"),
      h(
        "span",
        { class: "end small quiet" },
        rows.length ? many(rows.length, "settlement") : "nothing yet",
      ),
    ),
    h(
      "ol",
      {},
      rows
        .slice(-9)
        .map((row, n, all) =>
          h(
            "li",
            { class: n === all.length - 1 ? "cur" : "ok" },
            h("i", { class: "bx" }, row.box),
            h(
              "div",
              {},
              h("b", {}, row.name),
              h("span", {}, row.words.replace(/ (Won|Lost)\.$/, "")),
            ),
            h("div", { class: "topay" }, h("b", {}, todo(row)[0]), h("span", {}, todo(row)[1])),
          ),
        ),
    ),
    h(
      "div",
      { class: "lock" },
      h(
        "div",
        {},
        h("b", {}, "Slips for the floor"),
        h(
          "span",
          {},
          slips.length
            ? slips
                .map((slip) => `No. ${slip.number}: ${money(slip.cents)} to ${slip.player}`)
                .join("; ")
            : "None this round",
        ),
      ),
      slips.length
        ? h(
            "button",
            {
              class: "btn",
              type: "button",
              onclick: () =>
                dialog(
                  "Hand these to the floor",
                  h(
                    "ul",
                    { class: "sliplist" },
                    slips.map((slip) =>
                      h(
                        "li",
                        {},
                        h("b", {}, `Slip ${slip.number}, box ${slip.box}`),
                        h(
                          "span",
                          {},
                          `${slip.player}: ${money(slip.cents)} on ${names.get(slip.wager)}, paid from ${paidFrom(slip)}. The cards stay until a floor supervisor validates it.`,
                        ),
                      ),
                    ),
                  ),
                  [{ label: "Close", value: true }],
                ),
            },
            "Show",
          )
        : null,
    ),
    fed.size
      ? h(
          "div",
          { class: "lock" },
          h(
            "div",
            {},
            h("b", {}, "Progressive lock-out"),
            h("span", {}, `${many(boxes.filter(lit).length, "light")}, ${money(count)}`),
          ),
          h(
            "div",
            { class: "lamps" },
            boxes.map((box) =>
              h(
                "i",
                { class: lit(box) ? "on" : "", title: `Box ${box.number}` },
                lit(box) ? box.number : h("span", { class: "sr" }, `Box ${box.number} off`),
              ),
            ),
          ),
        )
      : null,
  ];
}

const PHASES = {
  idle: "Between rounds",
  betting: "Betting open",
  playing: "Round in play",
  floor: "Floor called",
  closed: "Closed",
};
export const phaseWords = (phase) => PHASES[phase];

const NAMES = {
  100: "white",
  500: "red",
  2500: "green",
  10000: "black",
  50000: "purple",
  100000: "orange",
};

/** `1 green, 4 red`: what to cut out of the rack. */
function countWords(cents) {
  const found = new Map();
  for (const chip of chips(cents)) found.set(chip, (found.get(chip) ?? 0) + 1);
  const rest = cents % 100 ? [`${cents % 100}¢`] : [];
  return [...[...found].map(([chip, count]) => `${count} ${NAMES[chip]}`), ...rest].join(", ");
}

export function lockPill(view) {
  if (!view.wagers.some((wager) => wager.kind === "progressive")) return null;
  const locked = view.phase === "playing" || view.phase === "floor";
  return h(
    "span",
    { class: `pill ${locked ? "ok" : "line"}` },
    locked ? "Progressive locked" : "Progressive open",
  );
}
