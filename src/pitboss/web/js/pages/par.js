// The PAR explorer: a wager, a pay table, decks, readings and a meter; the exact sheet of them.

import { at, h, refuseAt, replace } from "../core/dom.js";
import { ROOT, get, path, query } from "../core/api.js";
import { proof, proofLater } from "../core/proofs.js";
import { NO_AMOUNT, many, parse, percent } from "../core/money.js";
import { plainPage } from "../core/shell.js";
import { curves, kpi, outcomeTable } from "./par-sheet.js";
import { compareTables } from "./par-compare.js";
import { choose, fieldset, option, prose } from "./parts.js";

const FEW = 6;

class PitParPage extends HTMLElement {
  async start(parts, asked) {
    document.title = "PAR explorer · pitboss";
    this.main = plainPage(this, "par");
    this.main.className = "par";
    this.main.append(
      (this.side = h("form", {
        class: "cfg",
        "aria-label": "What the sheet is for",
        novalidate: true, // a field says itself what is wrong
        onsubmit: (event) => event.preventDefault(),
      })),
      (this.out = h("div", { class: "out", "aria-live": "polite" })),
    );
    this.wagers = (await get("/rules")).filter((entry) => entry.paytables);
    await this.turn(parts, asked);
  }

  turn(parts, asked) {
    const id =
      parts.join("/") ||
      this.wagers.find((wager) => wager.id.endsWith("/jackpot-party"))?.id ||
      this.wagers[0]?.id;
    this.wish = {
      table: asked.get("table") ?? "",
      decks: asked.get("decks") ?? "",
      meter: asked.get("meter") ?? "",
      readings: Object.fromEntries(
        asked.getAll("reading").map((each) => each.split(/:(.*)/s).slice(0, 2)),
      ),
    };
    return this.pick(id);
  }

  async pick(id) {
    if (this.rule?.id !== id) this.rule = await get(`/rules/${path(id)}`);
    const { rule, wish } = this;
    const table =
      rule.paytables.find((each) => each.id === wish.table) ??
      rule.paytables.find((each) => !wish.decks || each.decks.includes(Number(wish.decks))) ??
      rule.paytables[0];
    wish.table = table?.id ?? "";
    const decks = table?.decks ?? [];
    if (!decks.includes(Number(wish.decks)))
      wish.decks = String(decks.includes(6) ? 6 : (decks[decks.length - 1] ?? ""));
    this.drawSide(table);
    this.read();
  }

  get asked() {
    const { table, decks, meter, readings } = this.wish;
    return {
      table,
      decks,
      meter,
      reading: Object.entries(readings).map(([key, value]) => `${key}:${value}`),
    };
  }

  async read() {
    const mine = (this.reading = Symbol("reading"));
    const address = `/par/${path(this.rule.id)}${query(this.asked)}`;
    history.replaceState(null, "", at("par", this.rule.id) + query(this.asked));
    this.out.setAttribute("aria-busy", "true");
    if (!this.sheet) replace(this.out, h("p", { class: "hush" }, "Counting every deal …"));
    try {
      this.sheet = await proof(address);
      if (mine === this.reading) {
        this.draw();
        this.fit();
      }
    } catch (error) {
      if (mine === this.reading)
        replace(
          this.out,
          h(
            "section",
            { class: "trouble", role: "alert" },
            h("h1", {}, this.rule.name),
            h("p", {}, error.words ?? error.message),
          ),
        );
    } finally {
      this.out.removeAttribute("aria-busy");
    }
    if (mine !== this.reading || !this.sheet) return;
    await compareTables(this);
    await this.readWorth(() => mine === this.reading && this.isConnected);
  }

  /** What each choice is worth: the edge of the same sheet with that choice alone changed. */
  async readWorth(still) {
    const edge = (sheet) => `${percent(sheet.split ? sheet.split.house : sheet.house_edge)} edge`;
    for (const place of this.side.querySelectorAll("[data-worth]")) {
      const [key, choice] = place.dataset.worth.split(/:(.*)/s);
      if (place.parentElement.querySelector("input").checked) {
        place.textContent = edge(this.sheet);
        continue;
      }
      const readings = { ...this.wish.readings, [key]: choice };
      const asked = {
        ...this.asked,
        reading: Object.entries(readings).map(([one, other]) => `${one}:${other}`),
      };
      const sheet = await proofLater(`/par/${path(this.rule.id)}${query(asked)}`, still);
      if (!still()) return;
      if (sheet) place.textContent = edge(sheet);
    }
  }

  /** The meter's ends as the sheet says them; what a sheet knows stays while it is dragged. */
  fit() {
    const [meter] = Object.values(this.sheet.meters);
    const slider = this.side.querySelector("input[type=range]");
    if (!meter || !slider || !meter.break_even) return;
    const even = Number(meter.break_even);
    slider.max = Math.ceil(Math.max(even * 1.25, Number(meter.seed ?? 0) * 2));
    slider.step = Math.max(1, Math.round(even / 400));
    slider.value = Number(meter.amount);
    this.side.querySelector(".ends :last-child").textContent = `even at ${meter.show.break_even}`;
  }

  change(what) {
    Object.assign(this.wish, what);
    this.pick(this.rule.id);
  }

  drawSide(table) {
    const { rule } = this;
    const choices = (values) => Object.fromEntries(values.map((value) => [value, ""]));
    const questions = [
      ...rule.readings.map((each) => ({ ...each, words: each.question })),
      ...rule.options.map((each) => ({
        ...each,
        words: each.says,
        choices: choices(each.allowed),
      })),
    ];
    const open = questions.filter((each) => Object.keys(each.choices).length > 1);
    replace(
      this.side,
      this.wagerField(),
      this.tableField(table),
      this.deckField(table),
      this.meterField(table),
      open.length ? this.folded(open) : null,
    );
  }

  /** The readings, which a small screen folds so that the figures come first. */
  folded(questions) {
    const small = matchMedia("(max-width: 1180px)").matches;
    const fold = {
      class: "folded",
      open: !small || this.unfolded,
      ontoggle: (event) => {
        this.unfolded = event.target.open;
      },
    };
    return h(
      "details",
      fold,
      h("summary", {}, many(questions.length, "reading or option", "readings and options")),
      questions.map((each) => this.readingField(each)),
    );
  }

  wagerField() {
    const laws = new Map();
    for (const wager of this.wagers) {
      laws.set(wager.jurisdiction_name, [...(laws.get(wager.jurisdiction_name) ?? []), wager]);
    }
    const groups = [...laws].map(([law, wagers]) => {
      const made = wagers.map((wager) => option(wager.id, wager.name, wager.id === this.rule.id));
      return h("optgroup", { label: law }, made);
    });
    const turn = (event) => {
      location.hash = at("par", event.target.value);
    };
    const select = { class: "input is-sel", "data-key": "wager", onchange: turn };
    return h("label", { class: "field" }, h("span", {}, "Wager"), h("select", select, groups));
  }

  /** A few pay tables as buttons; many as a list of those that fit the decks. */
  tableField(table) {
    const { rule, wish } = this;
    const pick = (value) => this.change({ table: value });
    if (rule.paytables.length < 2) return null;
    if (rule.paytables.length <= FEW) {
      const values = rule.paytables.map((each) => [each.id, each.id]);
      return fieldset("Pay table", choose(values, wish.table, pick, "table"));
    }
    const decks = Number(wish.decks);
    const fit = rule.paytables.filter((each) => each.decks.includes(decks) || each === table);
    const onchange = (event) => pick(event.target.value);
    const made = fit.map((each) => option(each.id, each.id, each.id === wish.table));
    const select = h(
      "select",
      { class: "input", "data-key": "table", "aria-label": "Pay table", onchange },
      made,
    );
    return fieldset("Pay table", select);
  }

  deckField(table) {
    const { rule, wish } = this;
    const all =
      rule.paytables.length > FEW ? rule.paytables.flatMap((each) => each.decks) : table?.decks;
    const decks = [...new Set(all ?? [])].toSorted((a, b) => a - b);
    if (!decks.length) return null;
    const pick = (value) => {
      const stays = table.decks.includes(Number(value));
      this.change(stays ? { decks: value } : { decks: value, table: "" });
    };
    const values = decks.map((each) => [String(each), String(each)]);
    return fieldset("Decks", choose(values, wish.decks, pick, "decks"));
  }

  readingField(reading) {
    const now = this.wish.readings[reading.key] ?? reading.default;
    const set = (value) => {
      const readings = { ...this.wish.readings };
      if (value === reading.default) delete readings[reading.key];
      else readings[reading.key] = value;
      this.change({ readings });
    };
    return h(
      "fieldset",
      { class: "field" },
      h("legend", {}, `${/^[A-Z]-/.test(reading.key) ? "Reading" : "Option"} ${reading.key}`),
      h("p", { class: "small quiet" }, prose(reading.words)),
      Object.entries(reading.choices).map(([choice, means]) =>
        h(
          "label",
          { class: `pick${choice === now ? " on" : ""}` },
          h("input", {
            type: "radio",
            name: reading.key,
            value: choice,
            checked: choice === now,
            "data-key": `${reading.key}-${choice}`,
            onchange: () => set(choice),
          }),
          h("div", {}, h("b", {}, choice), means ? h("span", {}, prose(means)) : null),
          h("em", { class: "num", "data-worth": `${reading.key}:${choice}` }),
        ),
      ),
      reading.clause
        ? h(
            "a",
            { class: "small", href: at("rules", this.rule.id) },
            `Why this is a question, ${reading.clause}`,
          )
        : null,
    );
  }

  meterField(table) {
    const meters = table?.meters ?? [];
    if (meters.length !== 1) return null;
    const [meter] = meters;
    const seed = Number(meter.seed ?? 0);
    const even =
      Number(Object.values(this.sheet?.meters ?? {})[0]?.break_even ?? seed * 10) || 1000;
    const now = Number(String(this.wish.meter).split("=").pop() || seed);
    let wait;
    const set = (value) => {
      clearTimeout(wait);
      wait = setTimeout(() => this.change({ meter: value }), 250);
    };
    const shown = h("input", {
      class: "input num",
      type: "text",
      inputmode: "decimal",
      value: now.toLocaleString("en-US"),
      "data-key": "meter-text",
      "aria-label": "Meter, in dollars",
      onchange: ({ target }) => {
        const cents = parse(target.value);
        refuseAt(target, cents === null ? NO_AMOUNT : "");
        if (cents !== null) set(String(cents / 100));
      },
    });
    return fieldset(
      "Meter, in dollars",
      shown,
      h("input", {
        type: "range",
        class: "slider",
        min: seed,
        max: Math.ceil(Math.max(even * 1.25, seed * 2)),
        step: Math.max(1, Math.round(even / 400)),
        value: now,
        "aria-label": "Meter",
        "data-key": "meter",
        oninput: (event) => {
          shown.value = Number(event.target.value).toLocaleString("en-US");
          set(event.target.value);
        },
      }),
      h(
        "p",
        { class: "ends" },
        h("span", {}, `seed $${seed.toLocaleString("en-US")}`),
        h("span", {}, `even at $${Math.ceil(even).toLocaleString("en-US")}`),
      ),
    );
  }

  draw() {
    const { sheet, rule } = this;
    const files = `${ROOT}/par/${path(rule.id)}`;
    const link = (kind, words) =>
      h("a", { class: "btn", href: `${files}.${kind}${query(this.asked)}`, download: "" }, words);
    replace(
      this.out,
      h(
        "div",
        { class: "ohead" },
        h(
          "div",
          {},
          h("h1", {}, sheet.name),
          h(
            "p",
            { class: "quiet" },
            `${sheet.title} · `,
            h("a", { href: at("rules", rule.id) }, sheet.cite),
          ),
          sheet.hypothetical ? h("p", { class: "pill bad" }, "not lawful with these decks") : null,
          sheet.notes.map((note) => h("p", {}, h("strong", {}, note))),
        ),
        h("div", { class: "obtn" }, link("csv", "CSV"), link("pdf", "PDF sheet")),
      ),
      kpi(sheet),
      h(
        "div",
        { class: "split" },
        outcomeTable(sheet),
        h(
          "div",
          { class: "stackcol" },
          curves(sheet),
          (this.compare = h("section", { class: "panel cmp", hidden: true })),
        ),
      ),
      h(
        "details",
        { class: "panel restson" },
        h("summary", {}, "What the sheet rests on"),
        h(
          "dl",
          {},
          Object.entries(sheet.facts).map(([name, words]) =>
            h("div", {}, h("dt", {}, name), h("dd", {}, words)),
          ),
          h("div", {}, h("dt", {}, "Method"), h("dd", {}, sheet.method)),
          h("div", {}, h("dt", {}, "Not covered"), h("dd", {}, sheet.not_covered)),
          h("div", {}, h("dt", {}, "Digest"), h("dd", { class: "digest" }, sheet.digest)),
        ),
      ),
    );
  }
}
customElements.define("pit-par-page", PitParPage);
