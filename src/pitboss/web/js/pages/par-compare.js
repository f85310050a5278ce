// Pay tables side by side, and one table with other numbers of decks.

import { h, replace } from "../core/dom.js";
import { path } from "../core/api.js";
import { proof } from "../core/proofs.js";
import { ratio } from "../core/money.js";
import { byDecks } from "./par-sheet.js";
import { bar } from "./plot.js";

const MOST = 12;

/** Every pay table of the wager with these decks, side by side. */
export async function compareTables(page) {
  if (!page.compare) return;
  const place = page.compare;
  try {
    const { id } = page.rule;
    if (page.compared?.id !== id)
      page.compared = { id, lines: (await proof(`/compare/${path(id)}`)).lines };
    const { lines: all } = page.compared;
    const decked = byDecks(
      all.filter((each) => each.table === page.wish.table),
      page.wish.decks,
    );
    if (decked) place.after(decked);
    const here = all.filter((each) => String(each.decks) === page.wish.decks);
    const worth = (each) => ratio(each.long_run ?? each.return);
    here.sort((a, b) => worth(b) - worth(a));
    const found = here.filter((each, n) => n < MOST || each.table === page.wish.table);
    if (found.length < 2) return;
    place.hidden = false;
    const metered = found.some((each) => each.long_run);
    replace(
      place,
      h("header", {}, h("h2", {}, metered ? "Long run, table by table" : "Edge, table by table")),
      h(
        "table",
        {},
        h(
          "tbody",
          {},
          found.map((each) =>
            h(
              "tr",
              { class: each.table === page.wish.table ? "on" : "" },
              h(
                "th",
                { scope: "row" },
                h(
                  "button",
                  {
                    class: "link",
                    type: "button",
                    onclick: () => page.change({ table: each.table, decks: String(each.decks) }),
                  },
                  each.table,
                ),
              ),
              h("td", {}, bar(worth(each))),
              h("td", { class: "num" }, metered ? each.show.long_run : each.show.house_edge),
            ),
          ),
        ),
      ),
    );
  } catch {
    /* the sheet stands without it */
  }
}
