// The floor supervisor's desk: slips to validate, tables to open and close, rounds to replay.

import { at, h, replace } from "../core/dom.js";
import { get, list, path } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/live.js";
import { parse, sum } from "../core/money.js";
import { session } from "../core/session.js";
import { plainPage } from "../core/shell.js";
import { cardPicture } from "../felt/cards.js";
import { label } from "../table/words.js";
import { tabs } from "./parts.js";
import { tablesPane } from "./desk-tables.js";
import { replayPane } from "./desk-replay.js";

const PANES = [
  ["slips", "Slips"],
  ["tables", "Tables"],
  ["replay", "Replay"],
];
const OFTEN = 4000;

export class PitDeskPage extends HTMLElement {
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
    this.open(pane, rest);
    return true;
  }

  async open(pane, rest = []) {
    this.pane = pane;
    replace(
      this.tabs,
      tabs(PANES, pane, (key) => {
        location.hash = at("desk", key);
      }),
    );
    if (pane === "tables") await tablesPane(this.body);
    else if (pane === "replay") await replayPane(this.body, rest);
    else await this.slips();
  }

  async slips(quiet = false) {
    const found = list(await get("/slips"), "slips");
    const waits = found.filter((slip) => !slip.validated && slip.state !== "validated");
    const done = found.filter((slip) => !waits.includes(slip));
    const key = (slip) => `${slip.table}-${slip.number}`;
    const changed = JSON.stringify(found) !== this.before;
    this.before = JSON.stringify(found);
    if (quiet && !changed) return;
    const picked = found.find((slip) => key(slip) === this.chosen) ?? waits[0] ?? done[0];
    const chosen = picked && (await withCards(picked));
    this.chosen = chosen && key(chosen);
    const item = (slip) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            "data-key": key(slip),
            "aria-current": slip === picked ? "true" : null,
            onclick: () => {
              this.chosen = key(slip);
              this.before = null;
              this.slips();
            },
          },
          h("b", {}, `${slip.table_name ?? slip.table}, box ${slip.box}`),
          h("em", { class: "num" }, sum(slip.cents)),
          h("span", {}, slip.name ?? label(slip.wager.replaceAll("-", " "))),
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
          h("h2", {}, "To validate", h("span", { class: "pill hot" }, waits.length)),
          h(
            "ul",
            {},
            waits.map(item),
            waits.length ? null : h("li", { class: "hush" }, "No slip waits."),
          ),
          done.length ? [h("h2", {}, "Done"), h("ul", { class: "done" }, done.map(item))] : null,
        ),
        chosen
          ? [slipCard(chosen), this.check(chosen)]
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

  /** The check: seen the cards, typed the amount, given the passphrase. */
  check(slip) {
    if (slip.validated || slip.state === "validated")
      return h(
        "section",
        { class: "panel verify" },
        h("header", {}, h("h2", {}, "Validated")),
        h("p", { class: "pad" }, `By ${slip.by ?? slip.validated_by ?? "the floor"}.`),
      );
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
    const pass = h("input", {
      class: "input",
      name: "pass",
      type: "password",
      autocomplete: "current-password",
      "data-key": "pass",
    });
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
            : "Give your passphrase.";
        return;
      }
      if (this.sending) return;
      this.sending = true;
      try {
        await command(slip.table, say.validate(slip.number, slip.cents, pass.value));
        this.before = null;
        await this.slips();
      } catch (error) {
        note.textContent = error.words ?? error.message;
      } finally {
        this.sending = false;
      }
    };
    const facts = [
      ["The hand wins", slip.why ?? "Replayed from the log by the server"],
      ["The wager was accepted", slip.accepted ?? "Stake placed before no more bets"],
      ["Paid from", slip.from === "slip" ? "the cage, never the rack" : "the rack"],
    ];
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
      h("label", { class: "field pad" }, h("span", {}, "Your passphrase"), pass),
      h("div", { class: "ctas" }, button, note),
      h(
        "p",
        { class: "note2" },
        `Two people, always: the dealer who dealt this hand cannot validate it. You are ${session.person?.name ?? "not logged in"}.`,
      ),
    );
  }
}
customElements.define("pit-desk-page", PitDeskPage);

/** The slip with what lies on its table, where the list does not say. */
async function withCards(slip) {
  const view = slip.cards ? null : await get(`/tables/${path(slip.table)}`).catch(() => null);
  if (!view) return slip;
  const box = view.boxes.find((each) => each.number === slip.box);
  const result = box?.results?.find((each) => each.slip === slip.number);
  const hands = (box?.hands ?? [])
    .filter((hand) => hand.cards.length)
    .map((hand) => ({
      of: hand.name.replace(/^b/, "B"),
      cards: hand.cards,
      words: hand.total ?? "",
    }));
  const wager = view.wagers.find((each) => each.key === slip.wager);
  return {
    ...slip,
    table_name: view.name,
    round: view.round,
    name: wager?.name ?? result?.name,
    paytable: wager?.paytable,
    clause: result?.clause ?? wager?.cite,
    why: result ? `${result.why}, ${result.pays}` : undefined,
    cards: [
      { of: "Dealer", cards: view.dealer.cards, words: view.dealer.total ?? "" },
      ...hands,
    ].filter((group) => group.cards.length),
  };
}

function slipCard(slip) {
  const cards = slip.cards ?? [];
  const facts = [
    ["Table", slip.table_name ?? slip.table],
    ["Round", slip.round && slip.round.toLocaleString("en-US")],
    ["Player", slip.player],
    ["Pay table", slip.paytable],
    ["Chance", slip.chance],
    ["Clause", slip.clause],
  ].filter(([, value]) => value);
  const after = slip.meter
    ? [
        ["Meter when won", slip.meter.before],
        ["This award", -slip.cents],
        ["Meter after", slip.meter.after],
      ].filter(([, cents]) => cents !== undefined)
    : [];
  return h(
    "section",
    { class: "slip", "aria-label": `Slip ${slip.number}` },
    h(
      "header",
      {},
      h(
        "div",
        {},
        h("p", { class: "label" }, "Progressive jackpot slip"),
        h("h1", {}, `No. ${String(slip.number).padStart(6, "0")}`),
      ),
      h(
        "div",
        { class: "rt" },
        h(
          "span",
          { class: `pill ${slip.validated || slip.state === "validated" ? "ok" : "hot"}` },
          slip.validated || slip.state === "validated" ? "validated" : "waiting for you",
        ),
        h(
          "span",
          { class: "small quiet" },
          [
            slip.table_name ?? slip.table,
            slip.round && `round ${slip.round}`,
            `box ${slip.box}`,
            slip.at &&
              new Date(slip.at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
    ),
    h(
      "div",
      { class: "award" },
      h(
        "div",
        {},
        h("p", { class: "label" }, "Award"),
        h("p", { class: "sum num" }, sum(slip.cents)),
        h("p", { class: "quiet" }, slip.why ?? slip.name ?? label(slip.wager.replaceAll("-", " "))),
      ),
      after.length
        ? h(
            "dl",
            {},
            after.map(([name, cents], n) =>
              h(
                "div",
                { class: n === 2 ? "tot" : "" },
                h("dt", {}, name),
                h("dd", { class: "num" }, sum(cents)),
              ),
            ),
          )
        : null,
    ),
    cards.length
      ? h(
          "div",
          { class: "cards4" },
          cards.map((group, n) => [
            n ? h("span", { class: "plus", "aria-hidden": "true" }, "+") : null,
            h(
              "figure",
              {},
              h(
                "div",
                {},
                group.cards.map((card) => cardPicture(card)),
              ),
              h("figcaption", {}, h("b", {}, group.of), group.words ? ` ${group.words}` : ""),
            ),
          ]),
        )
      : null,
    h(
      "dl",
      { class: "facts2" },
      facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
    h(
      "footer",
      {},
      slip.round
        ? h(
            "a",
            { class: "btn", href: at("desk", "replay", slip.table, slip.round) },
            "Replay the round",
          )
        : null,
      h("button", { class: "btn", type: "button", onclick: () => print() }, "Print slip"),
      h("span", { class: "small quiet" }, "The cards stay on the table until this is done."),
    ),
  );
}
