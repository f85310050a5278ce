// Records: validated slips, and the audit trail.

import { at, html } from "../core/dom.js";
import { ROOT, get, query } from "../core/api.js";
import { sum } from "../core/money.js";
import { wagerNames } from "../core/rulebook.js";
import { slipNumber } from "./desk-slip.js";
import { capital, spoken } from "../core/text.js";
import { longList, when } from "./long-list.js";
import { chosen, field } from "./inputs.js";

/** Every slip that a floor supervisor has validated. */
export async function donePane(body) {
  const names = (await wagerNames())("");
  return longList(body, {
    title: "Validated slips",
    words: "Awards paid, with who validated each and when.",
    heads: ["Slip", "Table", "Player", "Wager", "Award", "Validated", ""],
    one: "slip",
    read: async (skip) => ({
      found: (await get(`/slips${query({ state: "validated", skip })}`)).slips,
    }),
    row: (slip) => html`
      <tr>
        <th scope="row">${slipNumber(slip)}</th>
        <td data-label="Table">
          ${slip.table_name}
          <span class="small quiet block">round ${slip.round}, box ${slip.box}</span>
        </td>
        <td data-label="Player">${slip.player}</td>
        <td data-label="Wager">${names.get(slip.wager) ?? spoken(slip.wager)}</td>
        <td class="num" data-label="Award">${sum(slip.cents)}</td>
        <td data-label="Validated">
          by ${slip.validated_by}
          <span class="small quiet block">${when(slip.validated_at)}</span>
        </td>
        <td class="rowacts">
          <a class="btn" href=${at("desk", "replay", slip.table, slip.round)}>
            Replay
            <span class="sr"> round ${slip.round} of ${slip.table_name}</span>
          </a>
        </td>
      </tr>
    `,
  });
}

/** Who did what, and when; `asked` is what the address says to look for. */
export function auditPane(body, { asked }) {
  let before;
  const wish = { who: asked.get("who"), what: asked.get("what"), q: asked.get("q") };
  const look = (name, value) => {
    const text = query({ ...wish, [name]: value });
    location.hash = `${at("desk", "audit")}${text}`;
  };
  const pick = (words, name, values) =>
    chosen(words, [["", "All"], ...values], wish[name] ?? "", (to) => look(name, to), name);
  return longList(body, {
    title: "Audit trail",
    words: "Who did what, and when: log-ins, people, tables, slips and decisions.",
    heads: ["When", "Who", "What", "Details"],
    one: "note",
    read: async () => {
      const { notes, before: next, ...all } = await get(`/audit${query({ before, ...wish })}`);
      before = next;
      return { found: notes, more: next !== null, aside: () => choices(all) };
    },
    row: (note) => html`
      <tr>
        <th scope="row">${when(note.at)}</th>
        <td data-label="Who">${note.who}</td>
        <td data-label="What">${capital(note.what)}</td>
        ${
          note.says
            ? html`<td data-label="Details" class="small breaks">${note.says}</td>`
            : html`<td></td>`
        }
      </tr>
    `,
  });
  function choices({ kinds, people }) {
    return html`
      <form class="obtn" role="search" @submit=${(event) => {
        event.preventDefault();
        look("q", event.target.elements.q.value.trim());
      }}>
        ${pick("Who", "who", people)}
        ${pick(
          "What",
          "what",
          kinds.map((kind) => [kind, capital(kind)]),
        )}
        ${field(
          "Search",
          html`
            <input class="input" type="search" name="q" maxlength="80" data-key="q"
              .value=${wish.q ?? ""} />
          `,
        )}
        <a class="btn" href="${ROOT}/audit/export${query(wish)}" download="audit.csv"
          data-key="export">
          Export
        </a>
      </form>
    `;
  }
}
