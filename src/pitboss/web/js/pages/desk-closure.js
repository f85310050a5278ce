// Closing a table: where the funds of its own meters go, and who takes responsibility.

import { html } from "../core/dom.js";
import { get, path } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/connection.js";
import { sum } from "../core/money.js";
import { meterName } from "../table/meters.js";
import { askForm, chosen, fewWords, field, signature, witness } from "./inputs.js";

/** Ask, and close: not while a round is in play. */
export async function closeTable(table) {
  if (!say.may(await get(`/tables/${path(table.id)}`), "close"))
    throw new Error(`A round is in play at ${table.name}. It can be closed only between rounds.`);
  const words = "The shoe in use is opened for audit. A table can be closed only between rounds.";
  const send = (said, key) => command(table.id, say.close(said), key);
  return askClosure(`Close ${table.name}?`, table, html`<p>${words}</p>`, send);
}

/**
 * Ask where the funds of a table go, and two people to sign where some are owed; with `always`,
 * one signs in any case. `send` is given what they said; true once it is accepted.
 */
export async function askClosure(title, table, words, send, { always = false } = {}) {
  const { meters } = await get(`/tables/${path(table.id)}/transfers`);
  const form = transfersForm(meters);
  const people = form.owed ? [signature(), witness()] : always ? [signature()] : [];
  return askForm(
    title,
    [words, form.fields, people.map((each) => each.fields)],
    "Close it",
    async (key) => send(Object.assign(form.said(), ...people.map((each) => each.said)), key),
    { kind: "danger" },
  );
}

/** Where the money of each wager's meters goes; `said()` gives what a command needs, or throws. */
function transfersForm(meters) {
  const transfers = {};
  const choose = (wager) => (table) => {
    if (table) transfers[wager] = table;
    else delete transfers[wager];
  };
  const wagers = [...new Set(meters.map((meter) => meter.wager))];
  const of = (wager) => meters.filter((meter) => meter.wager === wager);
  const owed = meters.filter((meter) => meter.owed);
  const permits = owed.find((meter) => meter.permits)?.permits;
  const permission = fewWords("permission", 200);
  return {
    owed: owed.length > 0,
    fields: [
      wagers.map((wager) => funds(of(wager), choose(wager))),
      permits
        ? field(`Permission of ${permits}`, permission, "who gave it and when, or its number")
        : null,
    ],
    said() {
      const left = owed.find((meter) => !transfers[meter.wager]);
      if (left) throw new Error(`Choose the table that ${left.wager_name} goes to.`);
      if (!permits) return { transfers };
      const given = permission.value.trim();
      if (!given)
        throw new Error(`Say who permitted it: the law requires the permission of ${permits}.`);
      return { transfers, permission: given };
    },
  };
}

/** The meters of one wager: what they hold, whether the law lets them end, who may take them. */
function funds(meters, choose) {
  const [{ wager, wager_name: name, targets }] = meters;
  const owed = meters.find((meter) => meter.owed);
  return html`
    <section class="column funds">
      <h3>${name}</h3>
      <ul class="column">
        ${meters.map(
          (meter) => html`
            <li class="wraps">
              <span>${meterName(meter, new Map([[wager, name]]))}</span>
              <b class="num">${sum(meter.shows)}</b>
              ${meter.keeps ? html`<small>and ${sum(meter.keeps)} in reserve</small>` : null}
            </li>
          `,
        )}
      </ul>
      ${
        owed
          ? html`<p class="small">${owed.why} <span class="cite">${owed.clause}</span></p>`
          : html`<p class="small">Nothing is owed: it ends with the table.</p>`
      }
      ${owed ? goesTo(wager, name, targets, choose) : null}
    </section>
  `;
}

/** The tables that may take over a meter, as the server says. */
const goesTo = (wager, name, targets, choose) =>
  targets.length
    ? chosen(
        "Goes to",
        [
          ["", "Choose a table"],
          ...targets.map((each) => [each.table, `${each.name}, ${sum(each.shows)}`]),
        ],
        "",
        choose,
        `to-${wager}`,
      )
    : html`
      <p class="refused">
        No open table can take it: open one under the same law with ${name}, the same pay table
        and the same stake.
      </p>
    `;
