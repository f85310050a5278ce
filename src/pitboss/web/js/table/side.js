// What stands beside the felt: meters at the top, the terminals of a hybrid table.

import { html, render } from "../core/dom.js";
import { sum } from "../core/money.js";
import { spoken } from "../core/words.js";

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
        </div>
      `,
    ),
    board,
  );
}

/** `jackpot-party mega` as `Jackpot Party, mega`; one meter alone needs no second word. */
export function meterName(meter, names) {
  const [key, ...rest] = meter.name.split(" ");
  const wager = names.get(key) ?? spoken(key);
  const which = rest.join(" ");
  return which && !["progressive", "meter", "jackpot"].includes(which)
    ? `${wager}, ${which}`
    : wager;
}

/** How many terminals of each position have decided. */
export function votes(panel, view) {
  const positions = Object.entries(view.positions);
  const asked =
    view.phase === "playing" && positions.some(([, each]) => each.decided !== undefined);
  panel.hidden = !asked;
  if (!asked) return;
  const all = positions.reduce(
    (sum_, [, each]) => ({
      done: sum_.done + each.decided,
      of: sum_.of + each.terminals,
    }),
    { done: 0, of: 0 },
  );
  render(
    html`
      <header>
        <h2>All terminals</h2>
        <span class="cite">${all.done} of ${all.of} decided</span>
      </header>
      <ul>
        ${positions.map(
          ([number, each]) => html`
            <li>
              <span>Position ${number}</span>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect class="v-w" width="100" height="10" rx="2" />
                <rect class="v-d" width=${each.terminals ? (100 * each.decided) / each.terminals : 0}
                  height="10" rx="2" />
              </svg>
              <em class="num">${each.decided} of ${each.terminals}</em>
            </li>
          `,
        )}
      </ul>
      <p>The dealer goes on when all have decided or time is up.</p>
    `,
    panel,
  );
}
