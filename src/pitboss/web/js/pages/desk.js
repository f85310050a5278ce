// The floor supervisor's desk: slips to validate, tables to open and close, rounds to replay.

import { at, h, replace } from "../core/dom.js";
import { get, newKey } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/live.js";
import { parse, sum } from "../core/money.js";
import { isStaff, session } from "../core/session.js";
import { plainPage } from "../core/shell.js";
import { spoken } from "../core/words.js";
import { paidFrom } from "../table/words.js";
import { passwordInput } from "./inputs.js";
import { tabs, wagerNames } from "./parts.js";
import { auditPane, donePane } from "./desk-done.js";
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
    this.main.append(
      (this.tabs = h("div", { class: "tabrow" })),
      (this.body = h("div", { class: "deskbody" })),
    );
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
    replace(
      this.tabs,
      tabs(PANES, pane, (key) => {
        location.hash = at("desk", key);
      }),
    );
    const body = h("div", {}, h("p", { class: "hush pad" }, "Reading …"));
    replace(this.body, body); // what comes late for another pane is not seen
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
    const item = (slip) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            "data-key": key(slip),
            "aria-current": slip === chosen ? "true" : null,
            onclick: () => {
              this.chosen = key(slip);
              this.before = null;
              this.slips();
            },
          },
          h("b", {}, `${slip.table_name}, box ${slip.box}`),
          h("em", { class: "num" }, sum(slip.cents)),
          h("span", {}, name(slip)),
        ),
      );
    replace(
      this.body,
      h(
        "div",
        { class: "sup" },
        h(
          "aside",
          { class: "queue" },
          calls.length
            ? [
                h("h2", {}, "Called to", h("span", { class: "pill hot" }, calls.length)),
                h("ul", { class: "calls" }, calls.map(callLine)),
              ]
            : null,
          waiting.length
            ? [
                h("h2", {}, "To decide", h("span", { class: "pill hot" }, waiting.length)),
                h("ul", { class: "calls" }, waiting.slice(0, FEW).map(decideLine)),
                waiting.length > FEW
                  ? h(
                      "p",
                      {},
                      h("a", { href: at("desk", "tables") }, `and ${waiting.length - FEW} more`),
                    )
                  : null,
              ]
            : null,
          h("h2", {}, "To validate", h("span", { class: "pill hot" }, slips.length)),
          h(
            "ul",
            {},
            slips.map(item),
            slips.length ? null : h("li", { class: "hush" }, "No slip waits."),
          ),
        ),
        chosen
          ? [slipCard(chosen, name(chosen), lying), this.check(chosen, lying)]
          : h(
              "section",
              { class: "trouble" },
              h("h1", {}, "All quiet"),
              h(
                "p",
                {},
                "When an award needs a floor supervisor, its slip waits here and the cards stay on the table.",
              ),
            ),
      ),
    );
  }

  /** The check: seen the cards, typed the amount, given the password. */
  check(slip, lying) {
    if (slip.decision)
      return waits(
        `${slip.table_name} waits for a decision, which pays this slip too. `,
        h("a", { href: at("desk", "tables") }, "To the tables"),
      );
    if (!isStaff("floor")) return waits("A floor supervisor validates this slip. You may look.");
    const key = newKey();
    const note = h("p", { class: "refused", role: "alert" });
    const seen = h("input", { type: "checkbox", name: "seen", "data-key": "seen" });
    const amount = h("input", {
      class: "input",
      name: "amount",
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      "data-key": "amount",
    });
    const pass = passwordInput();
    const ready = () => seen.checked && parse(amount.value) === slip.cents && pass.value;
    const button = h(
      "button",
      { class: "btn solid big", type: "submit", "aria-disabled": "true" },
      `Validate ${sum(slip.cents)}`,
    );
    const look = () => button.setAttribute("aria-disabled", String(!ready()));
    const send = async (event) => {
      event.preventDefault();
      if (!ready()) {
        note.textContent = !seen.checked
          ? "Tick that you have seen the cards on the table."
          : parse(amount.value) !== slip.cents
            ? `The amount typed is not the slip's. Type ${sum(slip.cents)} after checking it.`
            : "Give your password.";
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
    return h(
      "form",
      { class: "panel verify", onsubmit: send, oninput: look },
      h("header", {}, h("h2", {}, "Your check")),
      h(
        "ul",
        { class: "checks" },
        facts.map(([what, how]) =>
          h(
            "li",
            {},
            h("i", { "aria-hidden": "true" }, "✓"),
            h("div", {}, h("b", {}, what), h("span", {}, how)),
          ),
        ),
        h(
          "li",
          { class: "todo" },
          h(
            "label",
            { class: "tick" },
            seen,
            h(
              "span",
              {},
              h("b", {}, "I have seen the cards on the table"),
              h("span", {}, "Tick this at the table"),
            ),
          ),
        ),
      ),
      h("label", { class: "field pad" }, h("span", {}, "Type the amount to confirm"), amount),
      h("label", { class: "field pad" }, h("span", {}, "Your password"), pass),
      h("div", { class: "ctas" }, button, note),
      h(
        "p",
        { class: "twopeople" },
        `Two people, always: the dealer who dealt this hand cannot validate it. You are ${session.person.name}.`,
      ),
    );
  }
}
customElements.define("pit-desk-page", PitDeskPage);

/** A slip that nobody here validates, and why. */
const waits = (...words) =>
  h(
    "section",
    { class: "panel verify" },
    h("header", {}, h("h2", {}, "Waiting")),
    h("p", { class: "pad" }, words),
  );

/** A table whose dealer called: the supervisor decides at its console. */
const callLine = (table) =>
  h(
    "li",
    {},
    h("a", { href: at("dealer", table.id) }, h("b", {}, table.name), h("span", {}, table.called)),
  );

/** A table that waits for a decision: it is taken among the tables. */
const decideLine = (table) =>
  h(
    "li",
    {},
    h("a", { href: at("desk", "tables") }, h("b", {}, table.name), h("span", {}, table.why)),
  );
