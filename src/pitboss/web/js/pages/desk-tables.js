// Tables of the house: open, close, and choose pay tables within the law. The server checks every choice.

import { dialog, h, replace } from "../core/dom.js";
import { get, list, path, post, put } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/live.js";
import { many, money, parse } from "../core/money.js";
import { option, titled } from "./parts.js";

export async function tablesPane(body) {
  const tables = list(await get("/floor"), "tables");
  const again = () => tablesPane(body);
  const note = h("p", { class: "refused", role: "alert" });
  const act = (what) => async () => {
    note.textContent = "";
    try {
      await what();
      await again();
    } catch (error) {
      note.textContent = error.words ?? error.message;
    }
  };
  const closed = (table) => table.state === "closed" || table.phase === "closed";
  replace(
    body,
    h(
      "div",
      { class: "wrap" },
      h(
        "div",
        { class: "head" },
        h("h1", {}, "Tables"),
        h(
          "button",
          { class: "btn solid", type: "button", onclick: () => newTable(again) },
          "Open another table",
        ),
      ),
      note,
      h(
        "div",
        { class: "panel scroll" },
        h(
          "table",
          { class: "grid" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Table", "Game", "Limits", "Wagers", "State", ""].map((word) =>
                h("th", { scope: "col" }, word),
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
                    `${table.jurisdiction_name ?? titled(table.jurisdiction)}, ${many(table.decks, "deck")}`,
                  ),
                ),
                h("td", { class: "num" }, `${money(table.least)} to ${money(table.most)}`),
                h(
                  "td",
                  { class: "small" },
                  (table.wagers ?? [])
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
                    closed(table) ? "closed" : (table.phase ?? "open"),
                  ),
                ),
                h(
                  "td",
                  { class: "acts3" },
                  closed(table)
                    ? [
                        h(
                          "button",
                          { class: "btn", type: "button", onclick: () => settings(table, again) },
                          "Settings",
                        ),
                        h(
                          "button",
                          {
                            class: "btn solid",
                            type: "button",
                            onclick: act(() => command(table.id, say.open())),
                          },
                          "Open",
                        ),
                      ]
                    : h(
                        "button",
                        {
                          class: "btn",
                          type: "button",
                          onclick: async () => {
                            if (
                              await dialog(
                                `Close ${table.name}?`,
                                h(
                                  "p",
                                  {},
                                  "The shoe in use is opened for audit. A table closes between rounds only.",
                                ),
                                [
                                  { label: "Keep it open", value: false },
                                  { label: "Close it", value: true, kind: "danger" },
                                ],
                              )
                            )
                              await act(() => command(table.id, say.close()))();
                          },
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

/** The filed settings of a closed table; what is not lawful is refused with its clause. */
async function settings(table, again) {
  const view = await get(`/tables/${path(table.id)}`);
  const house = filed(view);
  const rules = await Promise.all(
    Object.keys(house.wagers ?? {}).map((key) =>
      get(`/rules/${path(`${table.jurisdiction}/${key}`)}`).catch(() => null),
    ),
  );
  const game = await get(`/rules/${path(`${table.jurisdiction}/${table.game}`)}`);
  await edit(`Settings of ${table.name}`, house, game, rules.filter(Boolean), (made) =>
    put(`/tables/${path(table.id)}/house`, made),
  );
  again();
}

/** The house of a table in the form that it is filed in, as far as its view tells. */
function filed(view) {
  const { decks, least, most, boxes, pace, seconds, tips, validate_from, wagers } = view.house;
  if (wagers) return structuredClone(view.house);
  const sides = view.wagers
    .filter((wager) => wager.paytable)
    .map((wager) => [
      wager.key,
      {
        paytable: wager.paytable,
        least: wager.stake.least,
        most: wager.stake.most,
        stake: wager.stake.fixed ?? null,
        choices: wager.readings,
      },
    ]);
  return {
    jurisdiction: view.jurisdiction,
    game: view.game,
    decks,
    least,
    most,
    boxes,
    pace,
    seconds,
    tips,
    validate_from,
    terms: {},
    readings: {},
    wagers: Object.fromEntries(sides),
  };
}

async function newTable(again) {
  const entries = list(await get("/rules"), "entries").filter((entry) => entry.kind === "game");
  const picked = h(
    "select",
    { class: "input", "aria-label": "Game" },
    entries.map((entry) => option(entry.id, `${entry.name}, ${titled(entry.jurisdiction)}`)),
  );
  const name = h("input", {
    class: "input",
    type: "text",
    value: `Table ${Math.floor(20 + Math.random() * 79)}`,
    "aria-label": "Name",
  });
  const sure = await dialog(
    "Open another table",
    h(
      "div",
      { class: "stackform" },
      h("label", { class: "field" }, h("span", {}, "Name"), name),
      h("label", { class: "field" }, h("span", {}, "Game"), picked),
    ),
    [
      { label: "Go back", value: false },
      { label: "Settings", value: true, kind: "solid" },
    ],
  );
  if (!sure) return;
  const game = await get(`/rules/${path(picked.value)}`);
  const house = {
    jurisdiction: game.jurisdiction,
    game: game.key,
    name: name.value,
    table: name.value.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    decks: game.decks.includes(6) ? 6 : game.decks[game.decks.length - 1],
    least: 1000,
    most: 50000,
    boxes: 5,
    terms: {},
    readings: {},
    wagers: {},
  };
  await edit(`Settings of ${name.value}`, house, game, [], (made) => post("/tables", made));
  again();
}

async function edit(title, house, game, rules, save) {
  const note = h("p", { class: "refused", role: "alert" });
  const field = (words, input) => h("label", { class: "field" }, h("span", {}, words), input);
  const select = (values, now, set) =>
    h(
      "select",
      { class: "input", onchange: (event) => set(event.target.value) },
      values.map((value) => option(value, value, String(value) === String(now))),
    );
  const cents = (key) =>
    h("input", {
      class: "input",
      type: "text",
      inputmode: "decimal",
      value: String(house[key] / 100),
      onchange: (event) => {
        const found = parse(event.target.value);
        if (found !== null) house[key] = found;
      },
    });
  const free = (game.terms ?? []).filter((term) => !term.fixed && term.allowed.length > 1);
  const body = h(
    "div",
    { class: "stackform two" },
    field(
      "Decks",
      select(game.decks, house.decks, (value) => {
        house.decks = Number(value);
      }),
    ),
    field("Least stake, dollars", cents("least")),
    field("Most stake, dollars", cents("most")),
    field(
      "Boxes",
      h("input", {
        class: "input",
        type: "number",
        min: 1,
        max: 250,
        value: house.boxes,
        onchange: (event) => {
          house.boxes = Number(event.target.value);
        },
      }),
    ),
    rules.map((rule) =>
      field(
        `${rule.name}: pay table (${rule.cite})`,
        select(
          rule.paytables
            .filter((each) => !each.decks.length || each.decks.includes(house.decks))
            .map((each) => each.id),
          house.wagers[rule.key]?.paytable,
          (value) => {
            house.wagers[rule.key] = { ...house.wagers[rule.key], paytable: value };
          },
        ),
      ),
    ),
    free.map((term) =>
      field(
        `${term.key.replaceAll("_", " ")} (${term.cite})`,
        select(term.allowed, house.terms[term.key] ?? term.default, (value) => {
          house.terms = { ...house.terms, [term.key]: value };
        }),
      ),
    ),
    note,
  );
  let waiting = true;
  while (waiting) {
    const sure = await dialog(
      title,
      body,
      [
        { label: "Go back", value: false },
        { label: "File and save", value: true, kind: "solid" },
      ],
      { wide: true },
    );
    if (!sure) return;
    try {
      await save(house);
      waiting = false;
    } catch (error) {
      note.textContent = error.words ?? error.message;
    }
  }
}
