// A long list: a table that begins with its newest lines and grows on demand.

import { h, replace } from "../core/dom.js";
import { many } from "../core/money.js";

/**
 * Draw it into `body`. `read(count)` gives the lines after those that stand there, and whether more
 * may follow; `row` draws one, below `heads`; `one` is what a line is called.
 */
export async function longList(body, { title, words, heads, read, row, one, aside = null }) {
  const rows = h("tbody");
  const count = h("p", { class: "quiet small", role: "status" });
  const older = h(
    "button",
    { class: "btn", type: "button", "data-key": "older", onclick: () => add() },
    `Older ${one}s`,
  );
  async function add() {
    const { found, more } = await read(rows.children.length);
    rows.append(...found.map(row));
    older.hidden = !more;
    count.textContent = rows.children.length
      ? `${many(rows.children.length, one)}, the newest first`
      : `No ${one} of this kind.`;
  }
  await add();
  replace(
    body,
    h(
      "div",
      { class: "wrap" },
      h(
        "div",
        { class: "head" },
        h("div", {}, h("h1", {}, title), h("p", { class: "quiet" }, words)),
        aside,
      ),
      h(
        "div",
        { class: "panel scroll", tabindex: 0, role: "region", "aria-label": title },
        h(
          "table",
          { class: "grid stack" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              heads.map((word) =>
                h("th", { scope: "col" }, word || h("span", { class: "sr" }, "To do")),
              ),
            ),
          ),
          rows,
        ),
      ),
      h("p", { class: "obtn" }, count, older),
    ),
  );
}

/** A moment, as this person's country writes it. */
export const when = (time) =>
  new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
