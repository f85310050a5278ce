// The terminals of a hybrid table: how many of each position have decided.

import { html, render } from "../core/dom.js";

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
                <rect class="v-d" height="10" rx="2"
                  width=${each.terminals ? (100 * each.decided) / each.terminals : 0} />
              </svg>
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
