// A long list: a table that begins with its newest lines and grows on demand.

import { button, html, render, wideTable } from "../core/dom.js";
import { many } from "../core/money.js";
import { pageHead } from "../core/shell.js";

const PAGE = 100; // as many as the server gives at a time

/**
 * Draw it into `body`. `read(count)` gives the lines after the first `count`; it may also say whether
 * `more` follow, if a full page does not mean so, and what goes beside the title. `row` draws a line
 * below `heads`; `one` is the word for a line.
 */
export async function longList(body, { title, words, heads, read, row, one, aside = null }) {
  const lines = [];
  async function add() {
    const { found, more = found.length === PAGE, aside: said } = await read(lines.length);
    lines.push(...found);
    draw(more, said?.() ?? aside);
  }
  function draw(more, beside) {
    render(
      html`
        <div class="wrap">
          ${pageHead(title, words, beside)}
          ${lines.length ? listTable(title, heads, lines.map(row)) : null}
          <p class="obtn">
            <span class="quiet small" role="status">
              ${lines.length ? `${many(lines.length, one)}, newest first` : `No ${one} of this kind.`}
            </span>
            ${more ? button(`Older ${one}s`, add, { key: "older" }) : null}
          </p>
        </div>
      `,
      body,
    );
  }
  await add();
}

/** A table in a panel that scrolls; where it stacks, each of its lines is a card on a phone. */
export const listTable = (label, heads, lines, table = "grid stack") =>
  wideTable(label, Array.isArray(heads) ? columnHeads(heads) : heads, lines, {
    kind: "panel",
    table,
  });

/** The heads of columns; one without words, for actions, is only for screen readers. */
const columnHeads = (words) => html`
  <thead>
    <tr>${words.map((word) => html`<th scope="col">${word || html`<span class="sr">Actions</span>`}</th>`)}</tr>
  </thead>
`;

/** A moment to the second, in this person's locale. */
export const when = (time) =>
  new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
