// Tables that wait for a decision: the rulebook has changed since they were dealt.

import { button, html } from "../core/dom.js";
import { newKey, path, post } from "../core/api.js";
import { many, money, sum } from "../core/money.js";
import { isStaff } from "../core/session.js";
import { meterName } from "../table/meters.js";
import { askClosure } from "./desk-closure.js";
import { askForm, signature } from "./inputs.js";

/** Each waiting table with its possible decisions; `done` gets a sentence about the one made. */
export function waitingTables(waiting, names, done) {
  if (!waiting.length) return null;
  const able = waiting.filter((table) => table.may.includes("reopen"));
  const alike = waiting.every((table) => table.why === waiting[0].why);
  return html`
    <section class="column waiting" aria-label="Tables waiting for a decision">
      <h2>${many(waiting.length, "table is", "tables are")} waiting for a decision</h2>
      <p class="quiet">
        The rules have changed since these tables last dealt. Reopen a table under the current
        rules, or close it for good.
      </p>
      ${alike ? html`<p class="small quiet">${waiting[0].why}</p>` : null}
      ${
        isStaff("floor") && able.length > 1
          ? html`
            <p>
              ${button(`Reopen all ${able.length}`, () => reopenAll(able).then(done), {
                kind: "solid",
                key: "reopen-all",
              })}
            </p>
          `
          : null
      }
      <ul class="column waitlist">
        ${waiting.map((table) => card(table, { names, done, why: !alike }))}
      </ul>
    </section>
  `;
}

function card(table, { names, done, why }) {
  const may = (decision, words, press, kind = "") =>
    table.may.includes(decision)
      ? button(words, () => press(table).then(done), { kind, key: `${decision}-${table.id}` })
      : null;
  return html`
    <li class="panel column">
      <h3>${table.name}</h3>
      ${why ? html`<p class="small quiet">${table.why}</p>` : null}
      <p>${roundWords(table)}</p>
      ${paid(table)}
      ${
        table.meters.length
          ? html`
            <ul class="fundlist">
              ${table.meters.map(
                (meter) => html`
                  <li class="wraps">
                    ${meterName(meter, names(table.jurisdiction))}
                    <b class="num">${sum(meter.shows)}</b>
                  </li>
                `,
              )}
            </ul>
          `
          : null
      }
      ${table.refused ? html`<p class="refused">${table.refused}</p>` : null}
      ${
        isStaff("floor")
          ? html`
            <div class="obtn">
              ${may("reopen", "Reopen", reopen, "solid")}
              ${may("close", "Close for good", closeForGood)}
            </div>
          `
          : html`<p class="small quiet">A floor supervisor decides. You can only view this.</p>`
      }
    </li>
  `;
}

const roundWords = (table) =>
  table.in_play
    ? `Round ${table.round} is not over: it will be voided, and the stakes on the layout will be returned.`
    : table.round
      ? `Its last round, ${table.round}, is over.`
      : "No round was dealt.";

/** Slips that are waiting at the table: either decision pays them. */
const paid = (table) =>
  table.slips.length
    ? html`
      <ul class="paid">
        ${table.slips.map(
          (slip) => html`
            <li>Slip ${slip.number}, ${money(slip.cents)} to ${slip.player}, will be paid.</li>
          `,
        )}
      </ul>
    `
    : null;

const decide = (table, said, key) => post(`/tables/${path(table.id)}/decision`, said, key);

/** What was decided, in words; empty if nothing was. */
async function reopen(table) {
  const sign = signature();
  const words = `${roundWords(table)} The players keep their chips and the meters their funds.`;
  const taken = await askForm(
    `Reopen ${table.name}?`,
    [html`<p>${words}</p>`, paid(table), sign.fields],
    "Reopen",
    (key) => decide(table, { decision: "reopen", ...sign.said }, key),
  );
  return taken ? `${table.name} is open again.` : "";
}

/** One after the other, so that each is checked; what was opened before a refusal stays open. */
async function reopenAll(tables) {
  const sign = signature();
  const playing = tables.filter((table) => table.in_play).length;
  const voided = playing
    ? ` ${many(playing, "round is", "rounds are")} not over and will be voided.`
    : "";
  const left = tables.map((table) => [table, newKey()]);
  const words = `The players keep their chips and the meters their funds.${voided}`;
  await askForm(
    `Reopen ${tables.length} tables?`,
    [html`<p>${words}</p>`, tables.map(paid), sign.fields],
    "Reopen them",
    async () => {
      while (left.length) {
        const [table, key] = left[0];
        await decide(table, { decision: "reopen", ...sign.said }, key);
        left.shift();
      }
    },
  );
  const opened = tables.length - left.length;
  return opened ? `${many(opened, "table is", "tables are")} open again.` : "";
}

async function closeForGood(table) {
  const words = html`<p>${roundWords(table)}</p>${paid(table)}`;
  const send = (said, key) => decide(table, { decision: "close", ...said }, key);
  const title = `Close ${table.name} for good?`;
  const taken = await askClosure(title, table, words, send, { always: true });
  return taken ? `${table.name} is closed. Its log is kept.` : "";
}
