// What a pay table that may be filed pays and costs, beside the choice of it.

import { at, h, replace } from "../core/dom.js";
import { path, query } from "../core/api.js";
import { percent } from "../core/money.js";
import { proof } from "../core/proofs.js";

/** The pays and the edge of a wager's pay table at a house, its meters where they start. */
export function paysOf(rule, { paytable, seeds }, { decks, readings }) {
  const place = h("div", { class: "pays", "aria-live": "polite" }, "Working out what it costs …");
  const asked = {
    table: paytable,
    decks,
    reading: rule.readings
      .filter((each) => readings[each.key])
      .map((each) => `${each.key}:${readings[each.key]}`),
    meter: Object.entries(seeds).map(([meter, cents]) => `${meter}:${cents / 100}`),
  };
  const link = h(
    "a",
    {
      href: at("par", rule.id) + query({ table: paytable, decks }),
      target: "_blank",
      rel: "noopener",
    },
    "Compare the pay tables",
    h("span", { class: "sr" }, ` of ${rule.name}, in a new tab`),
  );
  proof(`/par/${path(rule.id)}${query(asked)}`).then(
    (sheet) =>
      replace(
        place,
        h("b", {}, `${edgeWords(sheet)}${asked.meter.length ? ", meters at their start" : ""}`),
        h("span", {}, paysWords(sheet)),
        link,
      ),
    (error) => replace(place, h("span", {}, error.words ?? error.message), link),
  );
  return place;
}

const edgeWords = ({ split, house_edge: edge }) =>
  split?.long_run ? `Long-run return ${percent(split.long_run)}` : `House edge ${percent(edge, 4)}`;

/** `Perfect pair 25 to 1; Colored pair 12 to 1`. */
const paysWords = (sheet) =>
  sheet.outcomes
    .filter((line) => !line.lost)
    .map((line) => `${line.show.name} ${line.show.pays}`)
    .join("; ");
