// Parts of a section of the law: clauses, terms, pay tables, a summary.

import { at, fact, figureHeads, figureRow, html } from "../core/dom.js";
import { query } from "../core/api.js";
import { percent } from "../core/money.js";
import { prose, spoken } from "../core/text.js";
import { listTable } from "./long-list.js";

export function cut(text, words) {
  const from = Math.max(0, text.toLowerCase().indexOf(words.toLowerCase().split(/\s+/)[0]) - 80);
  return `${from ? "…" : ""}${text.slice(from, from + 220)}${text.length > from + 220 ? "…" : ""}`;
}

export const paragraphs = (words, clauses) =>
  clauses.length
    ? html`
      <section class="paras">
        <h2>${words}</h2>
        <ol class="column law">
          ${clauses.map((clause) => html`<li><b class="small faint">${clause.at}</b><p class="quiet">${prose(clause.says)}</p></li>`)}
        </ol>
      </section>
    `
    : null;

/** The terms of a game; a wager has none. */
export const terms = (rule) =>
  rule.kind === "game"
    ? html`
      <section class="paras">
        <h2>Terms</h2>
        ${listTable("Terms", ["Term", "In force", "Meaning", "Clause"], rule.terms.map(termRow), "grid")}
      </section>
    `
    : null;

const termRow = (term) => html`
  <tr>
    <th scope="row">${spoken(term.key)}</th>
    <td>
      ${term.default || "–"}
      ${
        term.fixed
          ? null
          : html`
            <span class="small quiet">
              ${term.allowed.length ? ` of ${term.allowed.join(", ")}` : " the house's choice"}
            </span>
          `
      }
    </td>
    <td>${prose(term.says)}</td>
    <td class="cite">${term.cite}</td>
  </tr>
`;

/** `6, 8 decks`. */
const deckWords = ({ decks }) => `${decks.join(", ")} ${decks.join() === "1" ? "deck" : "decks"}`;

export function paytables(rule) {
  const few = rule.paytables.slice(0, 6);
  const names = [...new Set(few.flatMap((table) => table.rows.map((row) => row.outcome)))];
  return html`
    <section class="paras">
      <h2>Pay tables</h2>
      ${listTable(
        "Pay tables",
        figureHeads(
          "Hand",
          ...few.map(
            (table) => html`
              <a href=${at("par", rule.id) + query({ table: table.id })}>${table.id}</a>
              <span class="small quiet"> ${deckWords(table)}</span>
            `,
          ),
        ),
        names.map((name) =>
          figureRow(
            name,
            ...few.map(({ rows }) => rows.find((row) => row.outcome === name)?.pays ?? "–"),
          ),
        ),
        "grid",
      )}
      ${
        rule.paytables.length > 6
          ? html`
            <p class="small quiet">
              ${rule.paytables.length} in all; the PAR explorer has every one.
            </p>
          `
          : null
      }
    </section>
  `;
}

export function facts(rule, sheet) {
  const wager = rule.kind === "wager";
  const rows = [
    ["Kind", wager ? rule.role : rule.kind],
    ["Decks", rule.decks.join(", ")],
    ["Pay tables", rule.paytables.length || ""],
    wager && ["Placed", rule.placed],
    wager && ["Settles", rule.settles],
    sheet && ["Return", `${percent(sheet.split?.long_run ?? sheet.return)}`],
    sheet && ["Sheet", sheet.title],
    wager && ["Linked tables", rule.linked ? "allowed" : "no"],
  ].filter((row) => row && row[1]);
  return html`
    <section>
      <h2 class="small faint">In short</h2>
      <dl>${rows.map(([name, value]) => fact(name, value))}</dl>
    </section>
  `;
}

export const houseOptions = (rule) =>
  rule.options.length
    ? html`
      <section>
        <h2 class="small faint">Left to the house</h2>
        <ul>
          ${rule.options.slice(0, 12).map(
            (each) => html`
              <li><b>${spoken(each.key)}</b><span>${each.allowed.join(", ") || "filed"}</span></li>
            `,
          )}
        </ul>
      </section>
    `
    : null;
