// Pay tables side by side, and one table with other numbers of decks.

import { bar, html, linkButton } from "../core/dom.js";
import { ratio } from "../core/money.js";
import { tablePanel } from "./par-sheet.js";

const MOST = 12;
const worth = (each) => ratio(each.long_run ?? each.return);
const edge = (each) => Math.abs(ratio(each.house_edge));

/** Every pay table of the wager with the chosen decks, and the chosen one with other decks. */
export function compared(lines, wish, change) {
  const tables = lines
    .filter((each) => String(each.decks) === wish.decks)
    .toSorted((a, b) => worth(b) - worth(a))
    .filter((each, n) => n < MOST || each.table === wish.table);
  const decks = lines
    .filter((each) => each.table === wish.table)
    .toSorted((a, b) => a.decks - b.decks);
  const metered = tables.some((each) => each.long_run);
  const most = Math.max(...decks.map(edge));
  const turn = ({ table, decks: count }) => change({ table, decks: String(count) });
  return [
    comparison(metered ? "Long run, table by table" : "Edge, table by table", tables, (each) => ({
      on: each.table === wish.table,
      name: linkButton(each.table, () => turn(each)),
      part: worth(each),
      shown: metered ? each.show.long_run : each.show.house_edge,
    })),
    comparison("Edge by decks", decks, (each) => ({
      on: String(each.decks) === wish.decks,
      name: each.decks,
      part: edge(each) / most,
      shown: each.show.house_edge,
    })),
  ];
}

/** Lines with a bar and a figure each; none if there is nothing to compare. */
function comparison(title, lines, said) {
  if (lines.length < 2) return null;
  const line = ({ on, name, part, shown }) => html`
    <tr class=${on ? "on" : ""}>
      <th scope="row">${name}</th>
      <td>${bar(part)}</td>
      <td class="num">${shown}</td>
    </tr>
  `;
  return tablePanel("cmp", title, null, lines.map(said).map(line));
}
