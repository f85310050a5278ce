// The terminals of a hybrid table: how many of each position have decided.

import { bar, html, render } from "../core/dom.js";

/** How many terminals of each position have decided. */
export function votes(panel, view) {
  const positions = Object.entries(view.positions);
  const asked =
    view.phase === "playing" && positions.some(([, each]) => each.decided !== undefined);
  panel.hidden = !asked;
  if (!asked) return;
  const all = (what) => positions.reduce((total, [, each]) => total + each[what], 0);
  render(
    html`
      <header class="between">
        <h2>All terminals</h2>
        <span class="cite">${all("decided")} of ${all("terminals")} decided</span>
      </header>
      <ul class="column">
        ${positions.map(
          ([number, each]) => html`
            <li>
              <span>Position ${number}</span>
              ${bar(each.terminals ? each.decided / each.terminals : 0)}
              <em class="num">${each.decided} of ${each.terminals}</em>
            </li>
          `,
        )}
      </ul>
      <p>The dealer continues when everyone has decided or time is up.</p>
    `,
    panel,
  );
}
