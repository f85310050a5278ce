// The floor supervisor's desk: slips to validate, tables to open and close, rounds to replay.

import { at, element, html, nothing, render } from "../core/dom.js";
import { get, newKey } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/connection.js";
import { parse, sum } from "../core/money.js";
import { wagerNames } from "../core/rulebook.js";
import { isStaff, session } from "../core/session.js";
import { plainPage } from "../core/shell.js";
import { spoken } from "../core/words.js";
import { paidFrom } from "../table/words.js";
import { passwordInput } from "./inputs.js";
import { auditPane, donePane } from "./desk-records.js";
import { lyingAt, slipCard } from "./desk-slip.js";
import { tablesPane } from "./desk-tables.js";
import { logsPane } from "./desk-logs.js";
import { replayPane } from "./desk-replay.js";

const PANES = [
  ["slips", "Slips"],
  ["done", "Done"],
  ["tables", "Tables"],
  ["logs", "Logs"],
  ["replay", "Replay"],
  ["audit", "Audit"],
];
const OFTEN = 4000;
const FEW = 3;

class PitDeskPage extends HTMLElement {
  async start([pane = "slips", ...rest]) {
    document.title = "Floor desk · pitboss";
    this.main = plainPage(this, "desk");
    this.main.className = "deskmain";
    render(html`<div class="tabrow"></div><div class="deskbody"></div>`, this.main);
    [this.tabs, this.body] = this.main.children;
    this.timer = setInterval(
      () => this.pane === "slips" && this.slips(true).catch(() => {}),
      OFTEN,
    );
    await this.open(pane, rest);
  }

  stop() {
    clearInterval(this.timer);
  }
  turn([pane = "slips", ...rest]) {
    return this.open(pane, rest);
  }

  async open(pane, rest = []) {
    this.pane = pane;
    render(
      tabs(PANES, pane, (key) => {
        location.hash = at("desk", key);
      }),
      this.tabs,
    );
    const body = element(html`<div></div>`);
    render(html`<p class="hush pad">Reading …</p>`, body);
    render(body, this.body); // what comes late for another pane is not seen
    if (pane === "tables") await tablesPane(body);
    else if (pane === "done") await donePane(body);
    else if (pane === "logs") await logsPane(body, rest);
    else if (pane === "audit") await auditPane(body);
    else if (pane === "replay") await replayPane(body, rest);
    else await this.slips();
  }

  async slips(quiet = false) {
    const [{ slips }, { tables, waiting }, names] = await Promise.all([
      get("/slips"),
      get("/floor"),
      wagerNames(),
    ]);
    const calls = tables.filter((table) => table.called);
    const key = (slip) => `${slip.table}-${slip.number}`;
    const now = JSON.stringify([slips, waiting, calls.map((table) => [table.id, table.called])]);
    const changed = now !== this.before;
    this.before = now;
    if (this.pane !== "slips" || (quiet && !changed)) return;
    const chosen = slips.find((slip) => key(slip) === this.chosen) ?? slips[0];
    const lying = chosen && (await lyingAt(chosen));
    this.chosen = chosen && key(chosen);
    const name = (slip) => names("").get(slip.wager) ?? spoken(slip.wager);
    const item = (slip) => html`
      <li>
        <button type="button" data-key=${key(slip)}
          aria-current=${slip === chosen ? "true" : nothing} @click=${() => {
            this.chosen = key(slip);
            this.before = null;
            this.slips();
          }}>
          <b>${slip.table_name}, box ${slip.box}</b>
          <em class="num">${sum(slip.cents)}</em>
          <span>${name(slip)}</span>
        </button>
      </li>
    `;
    render(
      html`
        <div class="sup">
          <aside class="queue">
            ${
              calls.length
                ? [
                    html`<h2>Called to<span class="pill hot">${calls.length}</span></h2>`,
                    html`<ul class="calls">${calls.map(callLine)}</ul>`,
                  ]
                : null
            }
            ${
              waiting.length
                ? [
                    html`<h2>To decide<span class="pill hot">${waiting.length}</span></h2>`,
                    html`<ul class="calls">${waiting.slice(0, FEW).map(decideLine)}</ul>`,
                    waiting.length > FEW
                      ? html`
                        <p><a href=${at("desk", "tables")}>and ${waiting.length - FEW} more</a></p>
                      `
                      : null,
                  ]
                : null
            }
            <h2>To validate<span class="pill hot">${slips.length}</span></h2>
            <ul>
              ${slips.map(item)}
              ${slips.length ? null : html`<li class="hush">No slips are waiting.</li>`}
            </ul>
          </aside>
          ${
            chosen
              ? [slipCard(chosen, name(chosen), lying), this.check(chosen, lying)]
              : html`
                <section class="trouble">
                  <h1>All quiet</h1>
                  <p>
                    When an award needs a floor supervisor, its slip waits here and the cards stay
                    on the table.
                  </p>
                </section>
              `
          }
        </div>
      `,
      this.body,
    );
  }

  /** The check: seen the cards, typed the amount, given the password. */
  check(slip, lying) {
    if (slip.decision)
      return waits(
        `${slip.table_name} waits for a decision, which pays this slip too. `,
        html`<a href=${at("desk", "tables")}>Go to the tables</a>`,
      );
    if (!isStaff("floor"))
      return waits("A floor supervisor validates this slip. You can only view this.");
    const key = newKey();
    const note = element(html`<p class="refused" role="alert"></p>`);
    const seen = element(html`<input type="checkbox" name="seen" data-key="seen" />`);
    const amount = element(html`
      <input class="input" name="amount" type="text" inputmode="decimal" autocomplete="off"
        data-key="amount" />
    `);
    const pass = passwordInput();
    const ready = () => seen.checked && parse(amount.value) === slip.cents && pass.value;
    const button = element(html`
      <button class="btn solid big" type="submit" aria-disabled="true">
        Validate ${sum(slip.cents)}
      </button>
    `);
    const look = () => button.setAttribute("aria-disabled", String(!ready()));
    const send = async (event) => {
      event.preventDefault();
      if (!ready()) {
        note.textContent = !seen.checked
          ? "Tick that you have seen the cards on the table."
          : parse(amount.value) !== slip.cents
            ? `The amount typed is not the slip's. Type ${sum(slip.cents)} after checking it.`
            : "Enter your password.";
        return;
      }
      if (this.sending) return;
      this.sending = true;
      try {
        await command(slip.table, say.validate(slip.number, slip.cents, pass.value), key);
        this.before = null;
        await this.slips();
      } catch (error) {
        note.textContent = error.words ?? error.message;
      } finally {
        this.sending = false;
      }
    };
    const facts = [
      ["The hand wins", lying.why],
      ["Paid from", paidFrom(slip)],
    ].filter(([, told]) => told);
    return html`
      <form class="panel verify" @submit=${send} @input=${look}>
        <header><h2>Your check</h2></header>
        <ul class="checks">
          ${facts.map(
            ([what, how]) => html`
              <li><i aria-hidden="true">✓</i><div><b>${what}</b><span>${how}</span></div></li>
            `,
          )}
          <li class="todo">
            <label class="tick">
              ${seen}
              <span>
                <b>I have seen the cards on the table</b>
                <span>Tick this at the table</span>
              </span>
            </label>
          </li>
        </ul>
        <label class="field pad"><span>Type the amount to confirm</span>${amount}</label>
        <label class="field pad"><span>Your password</span>${pass}</label>
        <div class="ctas">${button}${note}</div>
        <p class="twopeople">
          Two people, always: the dealer who dealt this hand cannot validate it. You
          are ${session.person.name}.
        </p>
      </form>
    `;
  }
}
customElements.define("pit-desk-page", PitDeskPage);

/** A slip that cannot be validated here, and why. */
const waits = (...words) => html`
  <section class="panel verify">
    <header><h2>Waiting</h2></header>
    <p class="pad">${words}</p>
  </section>
`;

/** A table whose dealer called: the supervisor decides at its console. */
const callLine = (table) => html`
  <li>
    <a href=${at("dealer", table.id)}><b>${table.name}</b><span>${table.called}</span></a>
  </li>
`;

/** A table that waits for a decision, which is made in the list of tables. */
const decideLine = (table) => html`
  <li><a href=${at("desk", "tables")}><b>${table.name}</b><span>${table.why}</span></a></li>
`;

/** A row of tabs; `panes`: [key, words]. */
function tabs(panes, now, pick) {
  return html`
    <div class="tabs" role="tablist">
      ${panes.map(
        ([key, words]) => html`
          <button type="button" role="tab" data-key="tab-${key}"
            aria-selected=${String(key === now)} @click=${() => pick(key)}>
            ${words}
          </button>
        `,
      )}
    </div>
  `;
}
