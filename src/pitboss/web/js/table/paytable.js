// <pit-paytable>: what a wager pays and costs, with exact chances and its clause, from the server.

import { at, h, icon, replace } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { proof } from "../core/proofs.js";
import { chance, cost, many, money, percent, ratio } from "../core/money.js";
import { meterName } from "./side.js";
import { mainTerms } from "./terms.js";

/** The sheet of a wager as this table offers it; asked once. */
function sheetOf(view, wager) {
  const asked = query({
    table: wager.paytable,
    decks: view.house.decks,
    reading: Object.entries(wager.readings).map(([k, v]) => `${k}:${v}`),
  });
  return proof(`/par/${path(wager.id)}${asked}`);
}

class PitPaytable extends HTMLElement {
  /** Show a wager; `hit` marks the line that was won, `stake` is what the cost is worked out on. */
  async show(view, wager, { close, hit, stake }) {
    this.hidden = false;
    this.wager = wager.key;
    const head = (sub) =>
      h(
        "header",
        {},
        h("div", {}, h("h2", {}, wager.name), h("p", {}, sub)),
        h(
          "button",
          {
            class: "x",
            type: "button",
            "aria-label": "Close the pay table, Escape",
            onclick: close,
          },
          icon("x"),
        ),
      );
    if (!this.sheet || this.sheet.of !== wager.key)
      replace(
        this,
        head(`Settled ${wager.settles}`),
        h("p", { class: "hush" }, "Working out the exact chances …"),
      );
    if (!wager.paytable) return this.rule(view, wager, head);
    try {
      const sheet = await sheetOf(view, wager);
      if (this.wager !== wager.key) return;
      this.sheet = { of: wager.key };
      replace(
        this,
        head(sheet.object),
        table(sheet, hit),
        figures(sheet, stake || wager.stake.fixed || wager.stake.least),
        live(wager),
        h(
          "p",
          { class: "foot" },
          h(
            "span",
            {},
            `All ${sheet.show.total} ways, ${many(sheet.decks, "deck")}, ${tableWords(sheet)}`,
          ),
          h("a", { href: at("rules", wager.id) }, sheet.cite),
        ),
        h(
          "p",
          { class: "foot last" },
          h(
            "a",
            { href: at("par", wager.id) + query({ table: sheet.table, decks: sheet.decks }) },
            "Whole sheet",
          ),
          h("span", {}, `Stake ${stakeWords(wager)}`),
        ),
      );
    } catch (error) {
      if (this.wager === wager.key) await this.rule(view, wager, head, error);
    }
  }

  /** A wager without a pay table: the terms of its game that say what it pays. */
  async rule(view, wager, head, error = null) {
    try {
      const game = await get(`/rules/${path(`${view.jurisdiction}/${view.game}`)}`);
      replace(
        this,
        head(game.name),
        mainTerms(view, game),
        h(
          "p",
          { class: "foot" },
          h("span", {}, `Stake ${stakeWords(wager)}`),
          h("a", { href: at("rules", game.id) }, game.cite),
        ),
      );
    } catch {
      replace(
        this,
        head(""),
        h("p", { class: "hush" }, error?.words ?? "The rulebook says no more of it."),
      );
    }
  }

  hide() {
    this.hidden = true;
    this.wager = null;
    this.sheet = null;
    this.replaceChildren();
  }
}
customElements.define("pit-paytable", PitPaytable);

/** What may be staked: `$1 to $100`. */
export function stakeWords(wager) {
  const rule = wager.stake;
  if (rule.fixed) return money(rule.fixed);
  if (rule.equals) return `equals ${rule.equals.replaceAll("-", " ")}`;
  return `${money(rule.least)} to ${money(rule.most)}`;
}

/** Where the law prints one pay table alone, it has no name. */
const tableWords = ({ table: id }) =>
  /^pay table$/i.test(id) ? "the pay table" : `pay table ${id}`;

function table(sheet, hit) {
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Pays" },
    h(
      "table",
      {},
      h("caption", { class: "sr" }, `${sheet.name}, ${sheet.title}`),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Hand"),
          ["Pays", "Ways", "Chance"].map((word) => h("th", { scope: "col", class: "num" }, word)),
        ),
      ),
      h(
        "tbody",
        {},
        sheet.outcomes.map((line) =>
          h(
            "tr",
            {
              class: line.lost
                ? "dim"
                : hit && line.name.toLowerCase() === hit.toLowerCase()
                  ? "hit"
                  : "",
            },
            h("th", { scope: "row" }, line.show.name),
            h("td", { class: "num" }, line.lost ? "loses" : line.show.pays),
            h(
              "td",
              { class: "num" },
              line.show.ways.length > 14 ? Number(line.ways).toExponential(3) : line.show.ways,
            ),
            h("td", { class: "num" }, chance(line.probability)),
          ),
        ),
      ),
    ),
  );
}

const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

function figures(sheet, stake) {
  const long = sheet.split?.long_run;
  return h(
    "dl",
    {},
    long
      ? figure("Long-run return", percent(long))
      : figure("House edge", percent(sheet.house_edge, 4)),
    figure("Pays something", chance(sheet.hit_frequency)),
    figure(
      `Cost per ${money(stake)}`,
      long ? cost(1 - ratio(long), stake) : cost(sheet.house_edge, stake),
    ),
  );
}

function live({ key, name, meters }) {
  return meters.length
    ? h(
        "ul",
        { class: "livemeters" },
        meters.map((meter) =>
          h(
            "li",
            {},
            h("span", {}, meterName(meter, new Map([[key, name]]))),
            h("b", { class: "num" }, money(meter.shows)),
          ),
        ),
      )
    : null;
}
