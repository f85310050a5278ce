// What a pay table that may be filed pays and costs, next to the choice of it.

import { at, element, html, render } from "../core/dom.js";
import { path, query } from "../core/api.js";
import { percent } from "../core/money.js";
import { proof } from "../core/proofs.js";

/** The pays and the edge of a wager's pay table at a house, with its meters at their start. */
export function paysOf(rule, { paytable, seeds }, { decks, readings }) {
  const place = element(html`<div class="column small pays" aria-live="polite"></div>`);
  render("Calculating what it costs …", place);
  const asked = {
    table: paytable,
    decks,
    reading: rule.readings
      .filter((each) => readings[each.key])
      .map((each) => `${each.key}:${readings[each.key]}`),
    meter: Object.entries(seeds).map(([meter, cents]) => `${meter}:${cents / 100}`),
  };
  const link = html`
    <a href=${at("par", rule.id) + query({ table: paytable, decks })} target="_blank"
      rel="noopener">
      Compare the pay tables
      <span class="sr"> of ${rule.name}, in a new tab</span>
    </a>
  `;
  proof(`/par/${path(rule.id)}${query(asked)}`).then(
    (sheet) =>
      render(
        html`
          <b>${edgeWords(sheet)}${asked.meter.length ? ", meters at their start" : ""}</b>
          <span>${paysWords(sheet)}</span>
          ${link}
        `,
        place,
      ),
    (error) => render(html`<span>${error.message}</span>${link}`, place),
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
