// The rulebook: by jurisdiction and section, each doubtful clause with what its choices are worth.

import { at, h, icon, replace } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { proof, proofLater } from "../core/proofs.js";
import { cost, money, percent, ratio } from "../core/money.js";
import { plainPage } from "../core/shell.js";
import { capital } from "../core/words.js";
import { bar } from "./plot.js";
import { prose } from "./parts.js";
import { cut, facts, houseOptions, paragraphs, paytables, terms } from "./rules-parts.js";

const LAST = (section) => section.split(/[.:-]/).pop();

class PitRulesPage extends HTMLElement {
  async start(parts, asked) {
    document.title = "Rulebook · pitboss";
    this.find = h(
      "label",
      { class: "input find" },
      icon("find"),
      h("span", { class: "sr" }, "Search the law"),
      (this.box = h("input", {
        type: "search",
        placeholder: "Search the law",
        oninput: () => this.search(),
      })),
      h("kbd", { "aria-hidden": "true" }, "/"),
    );
    this.main = plainPage(this, "rules", { end: this.find });
    this.main.className = "rb";
    this.main.append(
      (this.tree = h("nav", { class: "tree", "aria-label": "Sections" })),
      (this.section = h("article", { class: "sec" })),
      (this.facts = h("aside", { class: "facts" })),
    );
    this.slash = (event) => {
      if (event.key === "/" && !event.target.closest?.("input")) {
        event.preventDefault();
        this.box.focus();
      }
    };
    document.addEventListener("keydown", this.slash);
    this.entries = await get("/rules");
    this.laws = new Map(this.entries.map((each) => [each.jurisdiction, each.jurisdiction_name]));
    this.turn(parts, asked);
  }

  stop() {
    document.removeEventListener("keydown", this.slash);
  }

  turn(parts) {
    const id =
      parts.join("/") ||
      this.entries.find((entry) => entry.kind === "wager" && /progress|party/.test(entry.id))?.id ||
      this.entries[0]?.id;
    this.id = id;
    this.drawTree();
    this.read(id);
  }

  drawTree() {
    const laws = new Map();
    for (const entry of this.entries)
      laws.set(entry.jurisdiction, [...(laws.get(entry.jurisdiction) ?? []), entry]);
    const here = this.id.split("/")[0];
    replace(
      this.tree,
      [...laws].map(([law, entries]) =>
        h(
          "details",
          { open: law === here },
          h("summary", {}, this.laws.get(law), h("span", {}, entries[0].law)),
          h(
            "ul",
            {},
            entries.map((entry) =>
              h(
                "li",
                {},
                h(
                  "a",
                  {
                    href: at("rules", entry.id),
                    "data-key": entry.id,
                    "aria-current": entry.id === this.id ? "page" : null,
                  },
                  h("span", { class: "num" }, LAST(entry.section)),
                  entry.kind === "game"
                    ? h("b", {}, entry.name, h("span", { class: "sr" }, ", the game"))
                    : h("span", {}, entry.name),
                  entry.readings.length
                    ? h(
                        "span",
                        { class: "qd", title: "has a doubtful clause" },
                        h("span", { class: "sr" }, ", has a doubtful clause"),
                      )
                    : null,
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  async read(id) {
    const rule = await get(`/rules/${path(id)}`).catch((error) => {
      replace(this.section, h("p", { class: "hush" }, error.words ?? error.message));
      return null;
    });
    if (!rule || this.id !== id) return;
    this.rule = rule;
    document.title = `${rule.name} · pitboss`;
    const [first, ...rest] = rule.readings;
    replace(
      this.section,
      h(
        "p",
        { class: "cite" },
        [
          this.laws.get(rule.jurisdiction),
          rule.cite,
          rule.status,
          rule.effective && `since ${rule.effective}`,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      h("h1", {}, rule.name),
      h(
        "p",
        { class: "lede" },
        rule.object,
        rule.stake_rule ? ` ${capital(rule.stake_rule)}.` : "",
      ),
      first ? this.reading(first) : null,
      rule.paytables.length ? paytables(rule) : null,
      terms(rule),
      paragraphs("The section, in our words", rule.clauses),
      paragraphs(`About ${rule.section}`, rule.section_clauses),
      rest.map((each) => this.reading(each)),
      rule.notes.length
        ? h(
            "section",
            { class: "paras" },
            h("h2", {}, "Notes"),
            h(
              "ul",
              { class: "notes" },
              rule.notes.map((note) => h("li", {}, prose(note))),
            ),
          )
        : null,
    );
    replace(this.facts, facts(rule), houseOptions(rule));
    if (rule.paytables.length) this.worth(id, rule.readings);
  }

  /** One doubtful clause: its question, its choices, why the default stands. */
  reading(reading) {
    return h(
      "section",
      { class: "reading", "data-reading": reading.key },
      h(
        "header",
        {},
        h("span", { class: "pill hot" }, `Reading ${reading.key}`),
        h("h2", {}, prose(reading.question)),
        h("span", { class: "end pill line" }, `confidence: ${reading.confidence}`),
      ),
      h("p", { class: "quote" }, reading.clause),
      h(
        "div",
        { class: "choices" },
        Object.entries(reading.choices).map(([choice, means]) =>
          h(
            "div",
            { class: `choice${choice === reading.default ? " on" : ""}`, "data-choice": choice },
            h(
              "h3",
              {},
              h("i", { "aria-hidden": "true" }),
              capital(choice),
              choice === reading.default ? h("span", { class: "pill" }, "default") : null,
            ),
            h("p", {}, prose(means)),
            h("dl", {}),
          ),
        ),
      ),
      h("p", { class: "worth", hidden: true }),
      h(
        "div",
        { class: "why" },
        h("h3", {}, "Why this default"),
        h("p", {}, prose(reading.because)),
      ),
      this.rule.kind === "wager"
        ? h(
            "footer",
            {},
            h("span", { class: "small quiet" }, "A change needs a closed table and is logged."),
            h("a", { class: "btn", href: at("par", this.rule.id) }, "Open in PAR explorer"),
          )
        : null,
    );
  }

  /** What each choice is worth: a sheet for each, one after the other. */
  async worth(id, readings) {
    const base = await proof(`/par/${path(id)}`).catch(() => null);
    if (!base || this.id !== id) return;
    replace(this.facts, facts(this.rule, base), houseOptions(this.rule));
    const known = base.split ? [] : (base.sensitivity?.readings ?? []); // not of the long run
    const why = (list, key) => base.sensitivity?.[list]?.find((each) => each.key === key)?.reason;
    for (const reading of readings) {
      const [idle, left] = [why("no_effect", reading.key), why("left_out", reading.key)];
      const edges = new Map([[base.readings[reading.key] ?? reading.default, base]]);
      for (const choice of Object.keys(reading.choices)) {
        if (edges.has(choice) || left || this.id !== id) continue;
        const found = known.find((each) => each.key === reading.key && each.choice === choice);
        edges.set(
          choice,
          found ??
            (idle
              ? base
              : await proofLater(
                  `/par/${path(id)}${query({ reading: `${reading.key}:${choice}`, table: base.table, decks: base.decks })}`,
                  () => this.id === id && this.isConnected,
                )),
        );
      }
      if (this.id === id) this.drawWorth(reading, edges, base, { idle, left });
    }
  }

  drawWorth(reading, edges, base, { idle, left }) {
    const place = this.section.querySelector(`[data-reading="${CSS.escape(reading.key)}"]`);
    if (!place) return;
    const edgeOf = (sheet) => (sheet.split ? ratio(sheet.split.house) : ratio(sheet.house_edge));
    const stake = Math.round(Number(base.stake) * 100);
    const all = [];
    for (const [choice, sheet] of edges) {
      const box = place.querySelector(`[data-choice="${CSS.escape(choice)}"]`);
      if (!box || !sheet) continue;
      const edge = edgeOf(sheet);
      all.push(edge);
      const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
      replace(
        box.querySelector("dl"),
        figure("Return", percent(1 - edge)),
        figure("Edge", percent(edge)),
        figure(`Per ${money(stake)}`, cost(edge, stake)),
      );
      box.querySelector(".onebar")?.remove();
      box.append(bar(1 - edge, choice === reading.default ? 1 : 2));
    }
    const spread = Math.max(...all) - Math.min(...all);
    const words = place.querySelector(".worth");
    words.hidden = all.length < 2 && !left;
    replace(
      words,
      left
        ? `What another choice does was not worked out: ${left}.`
        : spread > 5e-7
          ? [
              h("b", {}, `The choice is worth ${(spread * 100).toFixed(2)} points of return,`),
              ` ${cost(spread, stake)} on every ${money(stake)}. ${base.title}${base.along.length ? ", meters at their seed" : ""}.`,
            ]
          : `The choice does not move the figures of ${base.title}${idle ? `: ${idle}` : ""}.`,
    );
  }

  async search() {
    const words = this.box.value.trim();
    if (!words) {
      this.read(this.id);
      return;
    }
    const mine = (this.asking = Symbol("search"));
    try {
      const hits = await get(`/rules/search${query({ q: words })}`);
      if (mine !== this.asking) return;
      replace(this.facts);
      replace(
        this.section,
        h("h1", {}, `“${words}”`),
        h(
          "p",
          { class: "lede" },
          hits.length
            ? `${hits.length} entries, best first.`
            : "No entry holds all of these words. Try fewer.",
        ),
        h(
          "ol",
          { class: "hits" },
          hits.slice(0, 30).map((hit) =>
            h(
              "li",
              {},
              h(
                "a",
                {
                  href: at("rules", hit.id),
                  onclick: () => {
                    this.box.value = "";
                    if (this.id === hit.id) this.read(hit.id);
                  },
                },
                h("b", {}, hit.name),
                h(
                  "span",
                  { class: "cite" },
                  `${this.laws.get(hit.id.split("/")[0])} ${hit.section}`,
                ),
              ),
              hit.matches
                .slice(0, 2)
                .map((match) => h("p", { class: "small quiet" }, cut(match.text, words))),
            ),
          ),
        ),
      );
    } catch (error) {
      replace(this.section, h("p", { class: "hush" }, error.words ?? error.message));
    }
  }
}
customElements.define("pit-rules-page", PitRulesPage);
