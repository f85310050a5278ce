// Parts of the dealer's console: the table from the dealer's side, take and pay, the lock-out, and
// the procedure step by step with its clauses.

import { button, dialog, html, nothing, svg } from "../core/dom.js";
import * as say from "../core/commands.js";
import { chips, many, money } from "../core/money.js";
import { handWords, sidesOf } from "../felt/box.js";
import { cardAt, totalTag } from "../felt/cards.js";
import { seatsFromDealer, sideSpots, spread } from "../felt/geometry.js";
import { dealerHand, exposedCards } from "../felt/layout.js";
import { paidFrom } from "../table/words.js";

/** What is still to be done with a stake. */
function spotKind(box, { key, kind }) {
  if (box.stakes[key]) return kind === "progressive" ? "lit" : "take";
  return box.placed[key] ? "done" : "";
}

/** The hands of a box, two in a row: more side by side would lie beyond the edge of the table. */
function handsOf(box, turn) {
  const hands = box.hands.filter((each) => each.cards.length);
  const size = hands.length > 1 ? 0.72 : 1.08;
  const room = hands.length > 1 ? 104 : 176;
  return hands.map((hand, n) => {
    const { step, width } = spread(hand.cards.length, 100, room);
    const middle = hands.length > 1 ? ((n % 2) - 0.5) * 96 : 0;
    return svg`
      <g transform="translate(${middle - (width * size) / 2} ${34 + Math.floor(n / 2) * 108})">
        ${hand.cards.map((card, k) => cardAt(card, { x: k * step * size, y: 0, size }))}
        ${handWords(hand) ? totalTag(handWords(hand), width * size - 8, 136 * size, turn) : null}
      </g>
    `;
  });
}

/** The table from the dealer's side; what is `racked` is at no box, `at` is where the hands are. */
export function feltFromDealer(view, racked, at) {
  const { boxes } = view;
  const { layout } = view.house;
  const places = seatsFromDealer(layout);
  const sides = sidesOf(view).slice(0, 8);
  const { spots } = sideSpots(layout, sides, { scale: 0.42 }); // the players' right is your left
  const turn = at ?? view.asks[0]?.box;
  return html`
    <svg class="dfelt felt" viewBox="96 84 1248 826" preserveAspectRatio="xMidYMax meet"
      role="group" aria-label="The table from your side">
      <path class="d-table" d="M-400 1000V300C40 130 400 70 720 70S1400 130 1840 300V1000Z" />
      ${places.map(({ x, y, tilt }, n) => {
        const box = boxes[n]; // a terminal has no place on the felt
        const sum = lies(box, racked) ? money(lies(box, racked)) : "";
        return svg`
          <g class="box${box.number === turn ? " cur" : ""}${box.player ? "" : " empty"}"
            transform="translate(${x} ${y}) rotate(${tilt}) scale(${boxes.length > 5 ? 0.84 : 1.22})"
            role="group" aria-label="Box ${box.number}, ${box.player ?? "open"}">
            <text class="seatname" y="-54">
              ${box.number}<tspan class="wide"> · ${box.player ?? "open"}</tspan>
              ${sum ? svg`<tspan class="tight"> · ${sum}</tspan>` : null}
            </text>
            <circle class="dring" r="26" />
            ${sum ? svg`<text class="dsum wide" y="6">${sum}</text>` : null}
            ${sides.map(
              (wager, k) => svg`
                <circle
                  class="dspot ${spotKind(box, wager)}"
                  cx=${-spots[k].x} cy=${8 - spots[k].y} r="9" />
              `,
            )}
            ${handsOf(box, box.number === turn)}
          </g>
        `;
      })}
      ${dealerHand(view.dealer, { x: 720, y: 690, size: 1.36, room: 620 })}
      ${exposedCards(view.exposed, { x: 300, y: 700, size: 0.9, type: 1.6 })}
    </svg>
  `;
}

/** What is at a box. */
const lies = (box, racked) => total(box.stakes, (key) => !racked.has(key));

/** The stakes on those wagers, added up. */
const total = (stakes, counts) =>
  Object.entries(stakes)
    .filter(([key]) => counts(key))
    .reduce((all, [, cents]) => all + cents, 0);

/** What the dealer does about a settlement, and with what. */
function todo(row) {
  if (row.slip) return [`slip ${row.slip}`, "to the floor"];
  if (row.due > 0) return [`pay ${money(row.due)}`, countWords(row.due)];
  if (row.racked) return ["nothing to take", "already in the rack"];
  if (row.due < 0) return [`take ${money(-row.due)}`, "to the rack"];
  return ["push", "stays"];
}

/** What the dealer says when it is done. */
export const doneWords = (row) =>
  row.slip || row.racked || !row.due ? "Next" : row.due > 0 ? "Paid, next" : "Taken, next";

/** What the dealer does now, in large words. */
export function payWords(row) {
  if (row.slip) return html`Write slip ${row.slip} for ${row.player}`;
  if (row.due > 0) return html`Pay ${row.player} <em>${money(row.due)}</em> on ${row.name}`;
  if (row.racked || !row.due) return html`${row.player}, ${row.name}: ${todo(row)[0]}`;
  return html`Take <em>${money(-row.due)}</em> from ${row.player}, ${row.name}`;
}

/** What was taken and paid, the slips to hand over, the lights of the progressive. */
export function takeAndPay(view, rows, now) {
  const { boxes, slips } = view;
  const fed = new Set(
    view.wagers.filter((wager) => wager.kind === "progressive").map((wager) => wager.key),
  );
  const on = view.phase !== "idle"; // the lights go out with the round
  const fedBy = (box) => (on ? total(box.placed, (key) => fed.has(key)) : 0);
  const count = boxes.reduce((all, box) => all + fedBy(box), 0);
  return [
    html`
      <header><h2>Take and pay</h2><span class="end small quiet">from your right</span></header>
    `,
    html`
      <ol class="scroll down" tabindex="0" role="list" aria-label="What is taken and paid">
        ${rows.map(
          (row) => html`
            <li class=${row === now ? "cur" : row.done ? "ok" : ""}
              aria-current=${row === now ? "step" : nothing}>
              <i class="centered bx">${row.box}</i>
              <div><b>${row.name}</b><span class="under">${row.words}.</span></div>
              <div class="topay"><b>${todo(row)[0]}</b><span class="under">${todo(row)[1]}</span></div>
            </li>
          `,
        )}
        ${rows.length ? null : html`<li class="hush">Nothing yet this round.</li>`}
      </ol>
    `,
    html`
      <div class="row between small lock">
        <div>
          <b>Slips for the floor</b>
          <span class="under">
            ${
              slips.length
                ? slips
                    .map((slip) => `No. ${slip.number}: ${money(slip.cents)} to ${slip.player}`)
                    .join("; ")
                : `None this round. ${slipRule(view)}`
            }
          </span>
        </div>
        ${slips.length ? button("Show", () => showSlips(slips)) : null}
      </div>
    `,
    fed.size
      ? html`
        <div class="row between small lock">
          <div>
            <b>Progressive lock-out</b>
            <span class="under">${many(boxes.filter(fedBy).length, "light")}, ${money(count)}</span>
          </div>
          <div class="row lamps">
            ${boxes.map(
              (box) => html`
                <i class=${fedBy(box) ? "centered on" : "centered"} title="Box ${box.number}">
                  ${fedBy(box) ? box.number : html`<span class="sr">Box ${box.number} off</span>`}
                </i>
              `,
            )}
          </div>
        </div>
      `
      : null,
  ];
}

const showSlips = (slips) =>
  dialog(
    "Hand these to the floor",
    html`
      <ul class="column sliplist">
        ${slips.map(
          (slip) => html`
            <li>
              <b>Slip ${slip.number}, box ${slip.box}</b>
              <span>
                ${slip.says} It is paid from ${paidFrom(slip)}. The cards stay until then.
              </span>
            </li>
          `,
        )}
      </ul>
    `,
  );

/** Which awards need a slip. */
const slipRule = ({ wagers, house }) =>
  wagers.some((wager) => wager.kind === "progressive")
    ? `Shares of a meter and fixed awards of ${money(house.validate_from)} or more need one.`
    : "No progressive wager is offered.";

export const PHASES = {
  idle: "Between rounds",
  betting: "Betting open",
  playing: "Round in play",
  floor: "Floor called",
  closed: "Closed",
};

const NAMES = {
  100: "white",
  250: "pink",
  500: "red",
  2500: "green",
  10000: "black",
  50000: "purple",
  100000: "orange",
};

/** `1 green, 4 red`: what to cut out of the rack. */
export function countWords(cents) {
  const found = new Map();
  for (const chip of chips(cents)) found.set(chip, (found.get(chip) ?? 0) + 1);
  const left = cents - chips(cents).reduce((all, chip) => all + chip, 0);
  const rest = left ? [`${left}¢`] : [];
  return [...[...found].map(([chip, count]) => `${count} ${NAMES[chip]}`), ...rest].join(", ");
}

export function lockPill(view) {
  if (!view.wagers.some((wager) => wager.kind === "progressive")) return null;
  const inPlay = view.phase === "playing" || view.phase === "floor";
  const locked = inPlay && view.system?.step !== "lock";
  return html`
    <span class="pill ${locked ? "ok" : "line"}">
      ${locked ? "Progressive locked" : "Progressive open"}
    </span>
  `;
}

// -- the procedure --------------------------------------------------------------------------------

const MARKS = { done: "✓", now: "●", skipped: "–" };

export const procedurePanel = (lines) => html`
  <section class="panel scroll down" tabindex="0" aria-label="Procedure">
    <header><h2>Procedure</h2></header>
    <ol class="steps">
      ${lines.map(
        (each, n) => html`
          <li class="is-${each.state}" aria-current=${each.state === "now" ? "step" : nothing}>
            <i class="centered" aria-hidden="true">${MARKS[each.state] ?? n + 1}</i>
            <div><b>${each.words}</b><span class="under">${each.why || each.clause}</span></div>
          </li>
        `,
      )}
    </ol>
  </section>
`;

/** One button for whatever may have gone wrong. */
export function wrongPanel(view, report) {
  if (!view.may_go_wrong.length) return null;
  const may = say.may(view, "irregular");
  return html`
    <section class="panel irr">
      ${button("Something went wrong", report, { key: "wrong", off: !may })}
      <p class="small quiet">
        ${
          may
            ? "Each choice names its clause and says what happens to the stakes."
            : "You can report it while a round is waiting for a card or a decision."
        }
      </p>
    </section>
  `;
}

/** What the dealer does next → what the button says. */
export const GO = {
  card: "Next card",
  turn: "Turn your hole card",
  settle: "Settle side wagers",
  pay: "Paid, next",
};
