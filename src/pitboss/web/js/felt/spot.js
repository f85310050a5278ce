// A betting spot: drawn by its rule, colored by what is on it, and described in words.

import { nothing, svg } from "../core/dom.js";
import { money } from "../core/money.js";
import { drawChips, tag } from "./cards.js";
import { lettering } from "./geometry.js";
import { tokeOn } from "../table/drafts.js";

/** What each state of a spot is in words, how many cents lie there as chips, and what its foot says. */
const STATES = {
  won: ({ slip, placed, net }) => ({
    says: slip ? "won, waiting for the floor" : `won ${money(net)}`,
    lies: placed + Math.max(0, net),
    badge: slip ? "slip" : `+${money(net)}`,
  }),
  push: ({ placed }) => ({ says: "push, stake returned", lies: placed, badge: "push" }),
  part: ({ net }) => ({ says: `settled, ${money(net)}` }),
  over: ({ placed }) => ({ says: `lost ${money(placed)}` }),
  riding: ({ staked }) => ({
    says: `${money(staked)} riding`,
    lies: staked,
    badge: money(staked),
  }),
  draft: ({ draft }) => ({
    says: `${money(draft)} laid, not yet placed`,
    lies: draft,
    badge: money(draft),
  }),
  empty: () => ({ says: "no stake" }),
};

/** What has happened to one wager at one box; at one of its hands, if each has its own circle. */
export function standing(box, wager, drafts = {}, hand = 0) {
  const results = box.results.filter(
    (each) => each.on === wager.key && !each.tip && (!hand || each.hand === hand),
  );
  const placed = box.placed[wager.key] ?? box.stakes[wager.key] ?? 0;
  const dealt = box.hands.find((each) => each.number === hand);
  const alone = dealt?.cards.length ? (dealt.over ? 0 : dealt.stake) : placed;
  const staked = hand ? alone : (box.stakes[wager.key] ?? 0);
  const draft = drafts[wager.key] ?? 0;
  const back = results.reduce((all, each) => all + each.back + (each.award ?? 0), 0);
  const cost = results.reduce((all, each) => all + each.cents, 0);
  const slip = results.some((each) => each.slip && !each.award);
  const state = results.length
    ? back > cost || slip
      ? "won"
      : back === cost && back
        ? "push"
        : back
          ? "part"
          : "over"
    : staked
      ? "riding"
      : draft
        ? "draft"
        : "empty";
  const laid = drafts[tokeOn(wager.key)] ?? 0;
  const tip = box.tips[wager.key] ?? laid;
  const found = { state, staked, placed, draft, net: back - cost, slip, tip, tipLaid: laid > 0 };
  return { lies: 0, badge: "", ...found, ...STATES[state](found) };
}

/** The state in words, for screen readers. */
const inWords = ({ says, tip, tipLaid }) =>
  tip ? `${says}, ${money(tip)} ${tipLaid ? "laid " : ""}for the dealer` : says;

const GAP = " "; // between words that are drawn apart, for those who hear them
const READABLE = { named: 0.338, roomy: 0.38 }; // of the radius: 11 pixels on small screens

/** The name of a side wager as large as its ring allows. */
const inRing = (name, r, least) => lettering(name, r - 1, r * 0.4, least);

/** Whether the name of a side wager goes beside its ring: chips cover it, or it is too small. */
export const isNamedBeside = (wager, found, r) =>
  found.lies > 0 || inRing(wager.name, r, 0).size < READABLE.named * r;

/**
 * Draw a spot. `can`: its owner may press it; `mine`: it is reached by the keyboard; `named`: its
 * name shows, beside it if there is a `caption`; `roomy`: drawn large enough for its name.
 */
export function drawSpot(wager, box, found, how) {
  const { x, y, r, hand = 0, main = false, mine = false, named = false, roomy = false } = how;
  const { caption, can, locked, press, info, hot } = how;
  const show = found.lies;
  const free = main && can && found.state === "empty" && !box.player;
  const print = main
    ? lettering(
        free ? "Sit" : hand ? `Hand ${hand}` : wager.name,
        r - 6,
        r * (free ? 0.42 : 0.32),
        0,
      )
    : inRing(wager.name, r, roomy ? READABLE.roomy : READABLE.named);
  const clear = main ? mine || roomy || free : roomy || (named && print.size >= READABLE.named * r);
  const reads = clear && !caption; // what would be too small is not printed
  const kind = wager.kind === "progressive" ? "progressive" : "";
  const marks = [kind, hot && "hot", can && "can", !box.player && "free"].filter(Boolean);
  const printed = caption ? caption.lines.join(" ") : show || !reads ? "" : print.lines.join(" ");
  const seen = [printed, found.badge, tokeWords(found)].filter(Boolean).join(" ");
  const state = `box ${box.number}: ${box.player ? inWords(found) : "open"}`;
  const label = called(wager.name, seen, state);
  const keys = !can
    ? "i shows the pay table"
    : box.player
      ? "Enter lays a chip, i shows the pay table"
      : "Enter sits you down here";
  return svg`
    <g
      class="spot ${main ? "main" : "side"} is-${found.state} ${marks.join(" ")}"
      transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"
      role=${can || info ? "button" : "img"} tabindex=${can || mine ? 0 : info ? -1 : nothing}
      aria-label=${can || info ? `${label}. ${keys}` : label}
      data-key="spot-${box.number}-${wager.key}${hand > 1 ? `-${hand}` : ""}" data-box=${box.number}
      data-wager=${wager.key} @click=${(event) => {
        event.stopPropagation();
        (can ? press : info)?.(box.number, wager.key);
      }}>
      <title>${wager.name}</title>
      <circle class="halo" r=${r + 6} />
      <circle class="ring" r=${r} />
      ${main ? svg`<circle class="innerring" r=${r - 5} />` : null}
      ${
        show || !reads
          ? null
          : print.lines.map((line, n) => [
              svg`
                <text class="word" font-size=${print.size.toFixed(1)}
                  y=${print.size * 0.36 + (n - (print.lines.length - 1) / 2) * print.leading}>
                  ${line}
                </text>
              `,
              GAP,
            ])
      }
      ${GAP}
      ${
        show
          ? svg`
            <g data-stack="${box.number}-${wager.key}">
              ${drawChips(show, r * (main ? 0.61 : 0.71))}
            </g>
          `
          : null
      }
      ${caption ? captionText(caption) : null}
      ${GAP}
      ${badge(found, r, main, mine || roomy ? 1 : 1.3)}
      ${GAP}
      ${
        found.tip
          ? svg`
            <g class="toke${found.tipLaid ? " laid" : ""}"
              transform="translate(${r * 0.92} ${-r * 0.84})">
              <circle class="tokering" r="14" />
              ${drawChips(found.tip, 11)}
              ${tag(tokeWords(found), -20, "stake")}
            </g>
          `
          : null
      }
      ${
        kind
          ? svg`
            <circle class="lamp ${found.placed ? (locked ? "on" : "lit") : ""}" cx=${r * 0.72}
              cy=${r * 0.72} r="4.4" />
          `
          : null
      }
    </g>
  `;
}

const BADGES = { push: "stake", riding: "stake", draft: "draft" };

const badge = ({ badge: words, state }, r, main, size) =>
  words ? tag(words, main ? r - 9 : r - 3, BADGES[state], size) : null;

const tokeWords = ({ tip }) => (tip ? `toke ${money(tip)}` : "");

const heard = (words) =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, "")
    .replaceAll(/\s+/g, " ");

/** What a spot is called: all that is printed on it, as it is read, then what is on it. */
function called(name, seen, state) {
  const whole = `${name}, ${state}`;
  if (heard(whole).includes(heard(seen))) return whole;
  return heard(seen).startsWith(heard(name)) ? `${seen}, ${state}` : `${seen}, ${whole}`;
}

const captionText = ({ lines, anchor, at, top, leading }) =>
  lines.map((line, n) => [
    svg`
      <text class="cap" text-anchor=${anchor} x=${at.toFixed(1)}
        y=${(top + (n + 0.75) * leading).toFixed(1)}>
        ${line}
      </text>
    `,
    GAP,
  ]);
