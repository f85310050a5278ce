// The meters of a table: the board above its felt, and their names.

import { html, render } from "../core/dom.js";
import { sum } from "../core/money.js";
import { spoken } from "../core/text.js";

/** The meters that run here, the largest first; they count up without being announced. */
export function meterBoard(board, view, narrow) {
  const names = new Map(view.wagers.map((wager) => [wager.key, wager.name]));
  const meters = view.meters.toSorted((a, b) => b.shows - a.shows).slice(0, narrow ? 1 : 3);
  render(
    meters.map(
      (meter) => html`
        <div class="fmeter" role="group"
          aria-label="${meterName(meter, names)} meter, ${sum(meter.shows)}">
          <span class="label">${meterName(meter, names)}</span>
          <b class="num">${sum(meter.shows)}</b>
          ${meter.maximum ? mustHit(meter) : null}
        </div>
      `,
    ),
    board,
  );
}

/** How far a mystery is from the amount by which it must hit: an empty bar is its minimum. */
const mustHit = ({ shows, minimum, maximum }) => html`
  <meter class="musthit" min=${minimum} max=${maximum} .value=${shows}
    aria-label="Must hit by ${sum(maximum)}"></meter>
  <span class="label">Must hit by ${sum(maximum)}</span>
`;

/** `jackpot-party mega` as `Jackpot Party, mega`; a single meter needs no second word. */
export function meterName(meter, names) {
  const [key, ...rest] = meter.name.split(" ");
  const wager = names.get(key) ?? spoken(key);
  const which = rest.join(" ");
  return which && !["progressive", "meter", "jackpot"].includes(which)
    ? `${wager}, ${which}`
    : wager;
}
