// Tables of the house: open, close, and choose pay tables within the law. The server checks every choice.

import { at, button, element, html, refuseAt, render } from "../core/dom.js";
import { get, newKey, path, post, put } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/connection.js";
import { wagerNames } from "../core/rulebook.js";
import { isStaff } from "../core/session.js";
import { pageHead } from "../core/shell.js";
import { comingLimits, many, money } from "../core/money.js";
import { closeTable } from "./desk-closure.js";
import { PHASES } from "./dealer-panels.js";
import { waitingTables } from "./desk-decisions.js";
import { editHouse } from "./desk-house.js";
import { keepDraft } from "./desk-submission.js";
import { listTable } from "./long-list.js";
import { amount, askForm, confirmed, fewWords, field, optionGroups } from "./inputs.js";

/**
 * Every table; `said` is what has just been decided, `refused` why something was not done, `opened`
 * the table that has just been opened.
 */
export async function tablesPane(body, { said = "", refused = "", opened } = {}) {
  const [{ tables, waiting }, names] = await Promise.all([get("/floor"), wagerNames()]);
  const again = (made) => tablesPane(body, made?.opened ? made : {});
  const decided = (said_) => tablesPane(body, { said: said_ });
  const act = (what) => () =>
    what().then(again, (error) => tablesPane(body, { refused: error.message }));
  const closed = (table) => table.state === "closed";
  const does = (words, key, what, kind = "") => button(words, act(what), { key, kind });
  const acts = (table) =>
    closed(table)
      ? [
          does("Settings", `settings-${table.id}`, () => settings(table)),
          does("Open", `open-${table.id}`, () => command(table.id, say.open(), newKey()), "solid"),
        ]
      : [
          does("Dealer", `assign-${table.id}`, () => assignDealer(table)),
          does("Limits", `limits-${table.id}`, () => postLimits(table, names)),
          does("Close", `close-${table.id}`, () => closeTable(table)),
        ];
  const another = does("Open another table", "another", newTable, "solid");
  render(
    html`
      <div class="wrap">
        ${pageHead("Tables", "", isStaff("floor") ? another : null)}
        <p class="refused" role="alert">${refused}</p>
        <p class="said" role="status">${said}</p>
        ${waitingTables(waiting, names, decided)}
        ${listTable(
          "Tables",
          ["Table", "Game", "Limits", "Wagers", "State", ""],
          tables.map(
            (table) => html`
              <tr>
                <th scope="row">
                  ${table.name}
                  ${
                    table.id === opened
                      ? html`<span class="block"><span class="pill hot" data-key="opened">just opened</span></span>`
                      : null
                  }
                </th>
                <td>
                  ${table.game_name}
                  <span class="small quiet block">
                    ${table.jurisdiction_name}, ${many(table.decks, "deck")}
                  </span>
                </td>
                <td>
                  <span class="num">${money(table.least)} to ${money(table.most)}</span>
                  ${
                    table.posted
                      ? html`<span class="small quiet block">${comingLimits(table.posted)}</span>`
                      : null
                  }
                </td>
                <td class="small">
                  ${
                    table.wagers
                      .filter((wager) => wager.kind !== "main")
                      .map((wager) => wager.name)
                      .join(", ") || "none"
                  }
                </td>
                <td>
                  <span class="pill ${closed(table) ? "line" : "ok"}">
                    ${PHASES[table.phase].toLowerCase()}
                  </span>
                </td>
                <td class="rowacts">
                  <a class="btn" href=${at("dealer", table.id)}>View</a>
                  ${isStaff("floor") ? acts(table) : null}
                </td>
              </tr>
            `,
          ),
        )}
      </div>
    `,
    body,
  );
  const shown = opened ? '[data-key="opened"]' : refused ? ".refused" : null;
  if (shown) body.querySelector(shown).scrollIntoView({ block: "center" });
}

/** The settings of a closed table are sent as they were filed, with the changes. */
async function settings(table) {
  const view = await get(`/tables/${path(table.id)}`);
  const filing = await nextRevision(view.name);
  await editHouse(
    `Settings of ${view.name}`,
    JSON.parse(JSON.stringify(view.house)),
    filing?.save ?? ((house, key) => put(`/tables/${path(table.id)}/house`, house, key)),
    { words: filing?.words },
  );
}

/** The form for a table writes the next revision, where the house does not file itself. */
async function nextRevision(name) {
  if ((await get("/submission")).files_itself) return undefined;
  return {
    words: "Write the next revision",
    save: async (house) => {
      keepDraft((await post("/submission/draft", { ...house, name })).text);
      location.hash = at("desk", "submission");
    },
  };
}

/** Other limits for an open table: posted now, in force after the notice. */
async function postLimits(table, names) {
  const { name, house, posted } = await get(`/tables/${path(table.id)}`);
  const { least, most } = posted ?? house;
  const limits = { least, most, wagers: { ...posted?.wagers } };
  const set = (key) => (cents) => {
    limits[key] = cents;
  };
  const fields = [
    html`
      <p class="small">
        They take effect ${many(house.notice, "minute")} after they are posted, from the next round
        on; at once if nobody is seated.
      </p>
    `,
    amount("Minimum stake", least, set("least"), "least"),
    amount("Maximum stake", most, set("most"), "most"),
  ];
  for (const [key, wager] of Object.entries(house.wagers).filter(([, each]) => !each.stake)) {
    const pair = posted?.wagers[key] ?? [wager.least, wager.most];
    const changed = (place) => (cents) => {
      pair[place] = cents;
      limits.wagers[key] = pair;
    };
    const called = names(house.jurisdiction).get(key) ?? key;
    fields.push(
      amount(`${called}, minimum`, pair[0], changed(0), `${key}-least`),
      amount(`${called}, maximum`, pair[1], changed(1), `${key}-most`),
    );
  }
  await askForm(`Limits of ${name}`, fields, "Post them", (key) =>
    command(table.id, say.limits(limits.least, limits.most, limits.wagers), key),
  );
}

/** Who deals at an open table, and at no other. */
async function assignDealer(table) {
  const { name, dealer } = await get(`/tables/${path(table.id)}`);
  const who = fewWords("dealer", 160, { value: dealer.name });
  await askForm(
    `Dealer of ${name}`,
    [
      field(
        "Name of the dealer",
        who,
        "They deal here and at no other table. Leave it empty for nobody.",
      ),
    ],
    "Assign",
    (key) => command(table.id, say.assign(who.value.trim()), key),
  );
}

/** Open a table: which, and the words that say so; null if none was. */
async function newTable() {
  const games = (await get("/rules")).filter((entry) => entry.kind === "game");
  const laws = Map.groupBy(games, (game) => game.jurisdiction_name);
  const picked = element(html`
    <select class="input">
      ${optionGroups(laws, (game) => `${game.name}, ${game.jurisdiction_name}`)}
    </select>
  `);
  const name = fewWords("name", 60);
  name.placeholder = "Pit 3";
  const ready = () => {
    if (name.value.trim()) return true;
    refuseAt(name, "Give the table a name that players will see.");
    name.focus();
    return undefined;
  };
  const fields = [field("Name", name), field("Game", picked)];
  if (!(await confirmed("Open another table", fields, "Settings", ready))) return null;
  const called = name.value.trim();
  const [{ house }, filing] = await Promise.all([
    get(`/houses/${path(picked.value)}`),
    nextRevision(called),
  ]);
  const id = called
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  let opened;
  const open = async (made) => {
    opened = (await post("/tables", { ...made, name: called })).id;
  };
  await editHouse(
    `Settings of ${called}`,
    { ...house, table: id || "table" },
    filing?.save ?? open,
    { fresh: true, words: filing?.words },
  );
  return opened ? { opened, said: `${called} is open.` } : null;
}
