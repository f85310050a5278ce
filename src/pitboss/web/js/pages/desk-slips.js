// What waits at the desk: calls, decisions and slips, and the check before a slip is validated.

import { readAlerts, slipKey, standing, waited } from "../core/alerts.js";
import { announce, at, button, element, every, html, nothing, render } from "../core/dom.js";
import { newKey } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/connection.js";
import { many, parse, sum } from "../core/money.js";
import { wagerNames } from "../core/rulebook.js";
import { isStaff, session } from "../core/session.js";
import { spoken } from "../core/text.js";
import { askForm, attempt, fewWords, field, passwordInput, refusal, tick } from "./inputs.js";
import { lyingAt, slipCard } from "./desk-slip.js";

const FEW = 3;
let looked = ""; // the key of the slip that is shown, also after another pane

export class SlipsPane {
  /** Draw what waits into `body`, and again whenever it changes, until `gone`. */
  async start(body, gone) {
    this.body = body;
    this.names = (await wagerNames())("");
    const hear = () => this.draw(true).catch(() => {});
    document.addEventListener("pit-alerts", hear, { signal: gone });
    every(1000, () => showWaits(body), gone);
    await readAlerts();
    await this.draw();
  }

  async draw(quiet = false) {
    const { slips, calls, waiting } = standing;
    const now = JSON.stringify([slips, waiting, calls.map((table) => [table.id, table.called])]);
    const changed = now !== this.before;
    this.before = now;
    if (quiet && !changed) return;
    const chosen = slips.find((slip) => slipKey(slip) === looked) ?? slips[0];
    const lying = chosen && (await lyingAt(chosen));
    looked = chosen && slipKey(chosen);
    render(this.pane(chosen, lying), this.body);
    showWaits(this.body);
  }

  pane(chosen, lying) {
    const { slips, calls, waiting } = standing;
    const name = (slip) => this.names.get(slip.wager) ?? spoken(slip.wager);
    const item = (slip) => html`
      <li>
        <button type="button" data-key=${slipKey(slip)}
          aria-current=${slip === chosen ? "true" : nothing} @click=${() => {
            looked = slipKey(slip);
            this.draw();
          }}>
          <b>${slip.table_name}, box ${slip.box}</b>
          <em class="num">${sum(slip.cents)}</em>
          <span class="quiet">${name(slip)}</span>
          ${slip.since ? html`<span class="waited" data-since=${slip.since}></span>` : null}
          ${slip.refused ? html`<span class="refused">refused by ${slip.refused}</span>` : null}
        </button>
      </li>
    `;
    const none = html`<li class="hush">No slips are waiting.</li>`;
    return html`
      <div class="sup">
        <aside class="queue">
          ${calls.length ? queue("Called to", calls, calls.map(callLine)) : null}
          ${waiting.length ? queue("To decide", waiting, waiting.slice(0, FEW).map(decideLine)) : null}
          ${
            waiting.length > FEW
              ? html`<p><a href=${at("desk", "tables")}>and ${waiting.length - FEW} more</a></p>`
              : null
          }
          ${queue("To validate", slips, slips.length ? slips.map(item) : none, "")}
        </aside>
        ${
          chosen
            ? [slipCard(chosen, name(chosen), lying), this.checkOf(chosen, lying)]
            : html`
              <section class="trouble">
                <h1>${headline(calls, waiting)}</h1>
                <p>
                  ${
                    calls.length || waiting.length
                      ? "Choose one in the list. No slips are waiting."
                      : html`
                        Shares of a meter, and awards at fixed odds of the filed amount or more,
                        wait here as slips; the cards stay on the table. Smaller awards are paid
                        from the rack, without a slip.
                      `
                  }
                </p>
              </section>
            `
        }
      </div>
    `;
  }

  /** The same form while nothing about the slip changes: what is typed and said there stays. */
  checkOf(slip, lying) {
    const about = JSON.stringify([slip, lying.checks]);
    if (this.form?.about !== about) this.form = { about, drawn: this.check(slip, lying) };
    return this.form.drawn;
  }

  /** The check: what the log says, the cards seen, the amount typed, the password. */
  check(slip, lying) {
    if (slip.decision)
      return waits(html`
          ${slip.table_name} is waiting for a decision, which will pay this slip too.
          <a href=${at("desk", "tables")}>Go to the tables</a>
        `);
    const said = html`<ul class="checks">${lying.checks.map(checkLine)}</ul>`;
    if (!isStaff("floor"))
      return waits("A floor supervisor validates this slip. You can only view this.", said);
    const key = newKey();
    const wrong = lying.checks.find((each) => !each.holds);
    const note = refusal();
    const sight = "I have seen the cards on the table";
    const ticked = element(tick(sight, false, () => {}, "seen", "Tick this at the table"));
    const seen = ticked.querySelector("input");
    const amount = fewWords("amount", 20, { mode: "decimal" });
    const pass = passwordInput();
    const done = element(html`<span class="quiet"></span>`);
    const missing = () => {
      if (wrong) return `${wrong.what}: this check failed. Refuse the slip, with the reason.`;
      if (!seen.checked) return "Tick that you have seen the cards on the table.";
      if (parse(amount.value) !== slip.cents)
        return `That is not the amount of the slip. Check it, then type ${sum(slip.cents)}.`;
      return pass.value ? "" : "Enter your password.";
    };
    const validate = element(html`
      <button class="btn solid big" type="submit" aria-disabled="true">
        Validate ${sum(slip.cents)}
      </button>
    `);
    const look = () => {
      validate.setAttribute("aria-disabled", String(Boolean(missing())));
      const hold = lying.checks.filter((each) => each.holds).length + Number(seen.checked);
      done.textContent = `${hold} of ${lying.checks.length + 1}`;
    };
    look();
    const send = async (event) => {
      event.preventDefault();
      note.textContent = missing();
      if (note.textContent || this.sending) return;
      this.sending = true;
      await attempt(note, async () => {
        await command(slip.table, say.validate(slip.number, slip.cents, pass.value), key);
        announce(`Slip ${slip.number} is validated: ${sum(slip.cents)} to ${slip.player}.`);
        await readAlerts();
      });
      this.sending = false;
    };
    return html`
      <form class="panel verify" @submit=${send} @input=${look}>
        <header><h2>Your check</h2>${done}</header>
        ${said}
        <div class="checks">${ticked}</div>
        <label class="field pad"><span>Type the amount to confirm</span>${amount}</label>
        <label class="field pad"><span>Your password</span>${pass}</label>
        <div class="column ctas">
          ${validate}
          ${button("Refuse, with a reason", () => this.refuse(slip), { kind: "danger", key: "refuse" })}
          ${note}
        </div>
        <p class="quiet twopeople">
          It always takes two people: the dealer who dealt this hand cannot validate the slip. You
          are ${session.person.name}.
        </p>
      </form>
    `;
  }

  /** The slip is not paid and stays waiting; the reason is recorded in the audit trail. */
  async refuse(slip) {
    const why = fewWords("why");
    const done = await askForm(
      `Refuse slip ${slip.number}`,
      html`
        <p>
          ${sum(slip.cents)} is not paid. The slip and the cards stay, with your reason, until a
          supervisor validates it.
        </p>
        ${field("Why, in a few words", why)}
      `,
      "Refuse",
      async (key) => {
        if (!why.value.trim()) throw new Error("Say why.");
        return command(slip.table, say.refuse(slip.number, why.value.trim()), key);
      },
      { kind: "danger" },
    );
    if (done) await readAlerts();
  }
}

/** How long each has waited by now. */
function showWaits(body) {
  for (const place of body.querySelectorAll("[data-since]"))
    place.textContent = `waiting ${waited(place.dataset.since)}`;
}

const checkLine = ({ what, how, holds }) => html`
  <li class=${holds ? "" : "fails"}>
    <i class="centered small" aria-hidden="true">${holds ? "✓" : "✕"}</i>
    <div><b>${what}${holds ? "" : ": no"}</b><span class="under">${how}</span></div>
  </li>
`;

/** A slip that cannot be validated here, and why. */
const waits = (words, said = null) => html`
  <section class="panel verify">
    <header><h2>Waiting</h2></header>
    ${said}
    <p class="pad">${words}</p>
  </section>
`;

/** What waits: how many, and a line for each. */
const queue = (words, waiting, lines, kind = "calls") => html`
  <h2 class="row between small quiet">${words}<span class="pill hot">${waiting.length}</span></h2>
  <ul class=${kind}>${lines}</ul>
`;

/** What is most urgent where no slip waits. */
const headline = (calls, waiting) =>
  calls.length
    ? `${calls.map(({ name }) => name).join(" and ")} ${calls.length > 1 ? "call" : "calls"}`
    : waiting.length
      ? `${many(waiting.length, "decision is", "decisions are")} waiting`
      : "All quiet";

const tableLine = (where, name, why) => html`
  <li><a href=${where}><b>${name}</b><span class="quiet">${why}</span></a></li>
`;

/** A table whose dealer called: the supervisor decides at its console. */
const callLine = ({ id, name, called }) => tableLine(at("dealer", id), name, called);

/** A table that waits for a decision, which is made in the list of tables. */
const decideLine = ({ name, why }) => tableLine(at("desk", "tables"), name, why);
