// Tables of the house: open, close, and choose pay tables within the law. The server checks every choice.

import { at, dialog, h, replace } from "../core/dom.js";
import { get, newKey, path, post, put } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/live.js";
import { isStaff } from "../core/session.js";
import { many, money } from "../core/money.js";
import { closeTable } from "./desk-close.js";
import { phaseWords } from "./dealer-parts.js";
import { waitingTables } from "./desk-decide.js";
import { editHouse } from "./desk-house.js";
import { option, wagerNames } from "./parts.js";

/** Every table; `said` is what has just been decided, `refused` what was not done. */
export async function tablesPane(body, said = "", refused = "") {
  const [{ tables, waiting }, names] = await Promise.all([get("/floor"), wagerNames()]);
  const again = () => tablesPane(body);
  const decided = (words) => tablesPane(body, words);
  const act = (what) => () =>
    what().then(again, (error) => tablesPane(body, "", error.words ?? error.message));
  const closed = (table) => table.state === "closed";
  replace(
    body,
    h(
      "div",
      { class: "wrap" },
      h(
        "div",
        { class: "head" },
        h("h1", {}, "Tables"),
        isStaff("floor")
          ? h(
              "button",
              { class: "btn solid", type: "button", onclick: act(newTable) },
              "Open another table",
            )
          : null,
      ),
      h("p", { class: "refused", role: "alert" }, refused),
      h("p", { class: "said", role: "status" }, said),
      waitingTables(waiting, names, decided),
      h(
        "div",
        { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "Tables" },
        h(
          "table",
          { class: "grid stack" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Table", "Game", "Limits", "Wagers", "State", ""].map((word) =>
                h("th", { scope: "col" }, word || h("span", { class: "sr" }, "To do")),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            tables.map((table) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, table.name),
                h(
                  "td",
                  {},
                  table.game_name,
                  h(
                    "span",
                    { class: "small quiet block" },
                    `${table.jurisdiction_name}, ${many(table.decks, "deck")}`,
                  ),
                ),
                h("td", { class: "num" }, `${money(table.least)} to ${money(table.most)}`),
                h(
                  "td",
                  { class: "small" },
                  table.wagers
                    .filter((wager) => wager.kind !== "main")
                    .map((wager) => wager.name)
                    .join(", ") || "none",
                ),
                h(
                  "td",
                  {},
                  h(
                    "span",
                    { class: `pill ${closed(table) ? "line" : "ok"}` },
                    phaseWords(table.phase).toLowerCase(),
                  ),
                ),
                h(
                  "td",
                  { class: "rowacts" },
                  h("a", { class: "btn", href: at("dealer", table.id) }, "Look"),
                  !isStaff("floor")
                    ? null
                    : closed(table)
                      ? [
                          h(
                            "button",
                            {
                              class: "btn",
                              type: "button",
                              onclick: act(() => settings(table)),
                            },
                            "Settings",
                          ),
                          h(
                            "button",
                            {
                              class: "btn solid",
                              type: "button",
                              onclick: act(() => command(table.id, say.open(), newKey())),
                            },
                            "Open",
                          ),
                        ]
                      : h(
                          "button",
                          {
                            class: "btn",
                            type: "button",
                            "data-key": `close-${table.id}`,
                            onclick: act(() => closeTable(table)),
                          },
                          "Close",
                        ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The filed settings of a closed table go back as they were filed, with what was changed. */
async function settings(table) {
  const view = await get(`/tables/${path(table.id)}`);
  await editHouse(`Settings of ${view.name}`, structuredClone(view.house), (house, key) =>
    put(`/tables/${path(table.id)}/house`, house, key),
  );
}

async function newTable() {
  const games = (await get("/rules")).filter((entry) => entry.kind === "game");
  const laws = new Map();
  for (const game of games)
    laws.set(game.jurisdiction_name, [...(laws.get(game.jurisdiction_name) ?? []), game]);
  const picked = h(
    "select",
    { class: "input", "aria-label": "Game", name: "game" },
    [...laws].map(([law, found]) =>
      h(
        "optgroup",
        { label: law },
        found.map((game) => option(game.id, `${game.name}, ${law}`)),
      ),
    ),
  );
  const name = h("input", {
    class: "input",
    type: "text",
    name: "name",
    maxlength: 60,
    placeholder: "Pit 3",
    "aria-label": "Name",
  });
  const note = h("p", { class: "refused", role: "alert" });
  const next = () => {
    if (name.value.trim()) return true;
    note.textContent = "Give the table a name that players will read.";
    name.focus();
    return undefined;
  };
  const sure = await dialog(
    "Open another table",
    h(
      "div",
      { class: "stackform" },
      h("label", { class: "field" }, h("span", {}, "Name"), name),
      h("label", { class: "field" }, h("span", {}, "Game"), picked),
      note,
    ),
    [
      { label: "Go back", value: false },
      { label: "Settings", value: next, kind: "solid" },
    ],
  );
  if (!sure) return;
  const called = name.value.trim();
  const { house } = await get(`/houses/${path(picked.value)}`);
  const id = called
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  await editHouse(
    `Settings of ${called}`,
    { ...house, table: id || "table" },
    (made) => post("/tables", { ...made, name: called }),
    { fresh: true },
  );
}
