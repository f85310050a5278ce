// Pay tables side by side, and one table with other numbers of decks.

import { html } from "../core/dom.js";
import { ratio } from "../core/money.js";
import { byDecks } from "./par-sheet.js";
import { bar } from "./plot.js";

const MOST = 12;
const worth = (each) => ratio(each.long_run ?? each.return);

/** Every pay table of the wager with the chosen decks, and the chosen one with other decks. */
export function compared(lines, wish, change) {
  const found = lines
    .filter((each) => String(each.decks) === wish.decks)
    .toSorted((a, b) => worth(b) - worth(a))
    .filter((each, n) => n < MOST || each.table === wish.table);
  const decked = byDecks(
    lines.filter((each) => each.table === wish.table),
    wish.decks,
  );
  return [found.length > 1 ? byTable(found, wish, change) : null, decked];
}

function byTable(found, wish, change) {
  const metered = found.some((each) => each.long_run);
  return html`
    <section class="panel cmp">
      <header><h2>${metered ? "Long run, table by table" : "Edge, table by table"}</h2></header>
      <table>
        <tbody>
          ${found.map(
            (each) => html`
              <tr class=${each.table === wish.table ? "on" : ""}>
                <th scope="row">
                  <button class="link" type="button"
                    @click=${() => change({ table: each.table, decks: String(each.decks) })}>
                    ${each.table}
                  </button>
                </th>
                <td>${bar(worth(each))}</td>
                <td class="num">${metered ? each.show.long_run : each.show.house_edge}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </section>
  `;
}
