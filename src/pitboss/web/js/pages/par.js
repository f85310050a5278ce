// The PAR explorer: a wager, a pay table, decks, readings and a meter; the exact sheet of them.
// Games stand beside the wagers, each with its strategy.

import { amountIn, at, choose, fact, fieldset, html, live, render } from "../core/dom.js";
import { ROOT, get, pairs, pairsIn, path, query } from "../core/api.js";
import { proof, proofLater } from "../core/proofs.js";
import { grouped, many, percent } from "../core/money.js";
import { prose } from "../core/text.js";
import { pageHead, plainPage, refusedSection } from "../core/shell.js";
import { compared, curves, kpi, outcomeTable } from "./par-sheet.js";
import { GameSheet } from "./par-game.js";
import { chosen, optionGroups } from "./inputs.js";

const FEW = 6;

class PitParPage extends HTMLElement {
  async start(parts, asked) {
    this.main = plainPage(this, "par", { title: "PAR explorer", kind: "par" });
    render(
      html`
        <form class="cfg" aria-label="What the sheet is for" novalidate
          @submit=${(event) => event.preventDefault()}></form>
        <div class="out" aria-live="polite"></div>
      `,
      this.main,
    );
    [this.side, this.out] = this.main.children;
    const entries = await get("/rules");
    this.wagers = entries.filter((entry) => entry.paytables);
    this.games = entries.filter((entry) => entry.kind === "game");
    await this.turn(parts, asked);
  }

  turn(parts, asked) {
    const id = parts.join("/") || bestKnown(this.wagers)?.id;
    const game = this.games.find((each) => each.id === id);
    this.reading = null;
    this.game = game ? new GameSheet(this) : null;
    if (game) return this.game.turn(game, asked);
    this.wish = {
      table: asked.get("table") ?? "",
      decks: asked.get("decks") ?? "",
      meter: asked.get("meter") ?? "",
      readings: pairsIn(asked, "reading"),
    };
    return this.pick(id);
  }

  async pick(id) {
    if (this.rule?.id !== id) {
      this.rule = await get(`/rules/${path(id)}`);
      this.lines = null;
    }
    const { rule, wish } = this;
    const table =
      rule.paytables.find((each) => each.id === wish.table) ??
      rule.paytables.find((each) => !wish.decks || each.decks.includes(Number(wish.decks))) ??
      rule.paytables[0];
    wish.table = table?.id ?? "";
    const decks = table?.decks ?? [];
    if (!decks.includes(Number(wish.decks)))
      wish.decks = String(decks.includes(6) ? 6 : (decks[decks.length - 1] ?? ""));
    this.table = table;
    this.worth = new Map();
    this.drawSide();
    this.read();
  }

  get asked() {
    const { table, decks, meter, readings } = this.wish;
    return { table, decks, meter, reading: pairs(readings) };
  }

  /**
   * Read a sheet of this kind and `draw` it, with words while it waits; resolves to whether it is
   * still wanted.
   */
  async load(kind, { id, name }, asked, waits, draw) {
    const mine = (this.reading = Symbol("reading"));
    const still = () => mine === this.reading;
    history.replaceState(null, "", at("par", id) + query(asked));
    this.out.setAttribute("aria-busy", "true");
    if (waits) render(html`<p class="hush">${waits}</p>`, this.out);
    try {
      const sheet = await proof(`/${kind}/${path(id)}${query(asked)}`);
      if (still()) draw(sheet);
    } catch (error) {
      if (still()) render(refusedSection(name, error), this.out);
    } finally {
      this.out.removeAttribute("aria-busy");
    }
    return still;
  }

  async read() {
    const waits = this.sheet ? "" : "Counting every deal …";
    const still = await this.load("par", this.rule, this.asked, waits, (sheet) => {
      this.sheet = sheet;
      this.draw();
      this.drawSide();
    });
    if (!still() || !this.sheet) return;
    await this.readLines();
    await this.readWorth(() => still() && this.isConnected);
  }

  /** The other pay tables of this wager, for comparison: the sheet does not need them. */
  async readLines() {
    const { id } = this.rule;
    if (this.lines) return;
    const found = await proof(`/compare/${path(id)}`).catch(() => null);
    if (!found || this.rule.id !== id || this.game) return;
    this.lines = found.lines;
    this.draw();
  }

  /** What each choice is worth: the edge of the same sheet with only that choice changed. */
  async readWorth(still) {
    const edge = (sheet) => `${percent(sheet.split ? sheet.split.house : sheet.house_edge)} edge`;
    for (const { key, choices, default: usual } of this.questions) {
      const now = this.wish.readings[key] ?? usual;
      for (const choice of Object.keys(choices)) {
        const reading = pairs({ ...this.wish.readings, [key]: choice });
        const asked = { ...this.asked, reading };
        const sheet =
          choice === now
            ? this.sheet
            : await proofLater(`/par/${path(this.rule.id)}${query(asked)}`, still);
        if (!still()) return;
        if (sheet) this.worth.set(`${key}:${choice}`, edge(sheet));
        this.drawSide();
      }
    }
  }

  change(what) {
    Object.assign(this.wish, what);
    this.pick(this.rule.id);
  }

  /** What is left open: the readings of the law and the options of the house. */
  get questions() {
    const { readings, options } = this.rule;
    const choices = (values) => Object.fromEntries(values.map((value) => [value, ""]));
    return [
      ...readings.map((each) => ({ ...each, words: each.question })),
      ...options.map((each) => ({ ...each, words: each.says, choices: choices(each.allowed) })),
    ].filter((each) => Object.keys(each.choices).length > 1);
  }

  drawSide() {
    const { table, questions } = this;
    render(
      html`
        ${this.wagerField()}
        ${this.tableField(table)}
        ${this.deckField(table)}
        ${this.meterField(table)}
        ${questions.length ? this.folded(questions) : null}
      `,
      this.side,
    );
  }

  /** The readings, folded on a small screen so that the figures come first. */
  folded(questions) {
    const small = matchMedia("(max-width: 1180px)").matches;
    return html`
      <details class="folded" ?open=${!small || this.unfolded} @toggle=${(event) => {
        this.unfolded = event.target.open;
      }}>
        <summary>${many(questions.length, "reading or option", "readings and options")}</summary>
        ${questions.map((each) => this.readingField(each))}
      </details>
    `;
  }

  wagerField() {
    const laws = Map.groupBy(this.wagers, (wager) => wager.jurisdiction_name);
    const now = this.game ? this.game.entry.id : this.rule.id;
    const words = ({ kind, name, jurisdiction_name: law }) =>
      kind === "game" ? `${name}, ${law}` : name;
    const groups = optionGroups([...laws, ["Games", this.games]], words, now);
    const turn = (event) => {
      location.hash = at("par", event.target.value);
    };
    return html`
      <label class="field">
        <span>Wager or game</span>
        <select class="input is-sel" data-key="wager" @change=${turn}>${groups}</select>
      </label>
    `;
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
    const ids = fit.map((each) => each.id);
    return chosen("Pay table", ids, wish.table, pick, "table");
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
    return html`
      <fieldset class="field">
        <legend>${/^[A-Z]-/.test(reading.key) ? "Reading" : "Option"} ${reading.key}</legend>
        <p class="small quiet">${prose(reading.words)}</p>
        ${Object.entries(reading.choices).map(
          ([choice, means]) => html`
            <label class="pick${choice === now ? " on" : ""}">
              <input type="radio" name=${reading.key} .value=${choice}
                .checked=${live(choice === now)} data-key="${reading.key}-${choice}"
                @change=${() => set(choice)} />
              <div><b>${choice}</b>${means ? html`<span class="under">${prose(means)}</span>` : null}</div>
              <em class="num">${this.worth.get(`${reading.key}:${choice}`)}</em>
            </label>
          `,
        )}
        ${
          reading.clause
            ? html`
              <a class="small" href=${at("rules", this.rule.id)}>
                Why this is a question, ${reading.clause}
              </a>
            `
            : null
        }
      </fieldset>
    `;
  }

  /** The meter, typed or dragged; its ends are those of the sheet. */
  meterField(table) {
    const meters = table?.meters ?? [];
    if (meters.length !== 1) return null;
    const [found] = Object.values(this.sheet?.meters ?? {});
    const seed = Number(meters[0].seed ?? 0);
    const even = Number(found?.break_even ?? seed * 10) || 1000;
    const now = Number(this.dragged ?? (String(this.wish.meter).split("=").pop() || seed));
    const set = (value) => {
      this.dragged = value;
      this.drawSide();
      clearTimeout(this.wait);
      this.wait = setTimeout(() => {
        this.dragged = null;
        this.change({ meter: value });
      }, 250);
    };
    return fieldset(
      "Meter, in dollars",
      html`
        <input class="input num" type="text" inputmode="decimal"
          .value=${now.toLocaleString("en-US")} data-key="meter-text"
          aria-label="Meter, in dollars" @change=${({ target }) => {
            const cents = amountIn(target);
            if (cents !== null) set(String(cents / 100));
          }} />
        <input type="range" class="slider" min=${seed}
          max=${Math.ceil(Math.max(even * 1.25, seed * 2))}
          step=${Math.max(1, Math.round(even / 400))} .value=${live(String(now))}
          aria-label="Meter" data-key="meter" @input=${(event) => set(event.target.value)} />
        <p class="between cite">
          <span>seed $${grouped(seed)}</span>
          ${found ? html`<span>break-even at ${found.show.break_even}</span>` : null}
        </p>
      `,
    );
  }

  draw() {
    const { sheet, rule } = this;
    const files = `${ROOT}/par/${path(rule.id)}`;
    const link = (kind, words) => html`
      <a class="btn" href="${files}.${kind}${query(this.asked)}" download="">${words}</a>
    `;
    render(
      html`
        ${pageHead(
          sheet.name,
          html`${sheet.title} · <a href=${at("rules", rule.id)}>${sheet.cite}</a>`,
          html`<div class="obtn">${link("csv", "CSV")}${link("pdf", "PDF sheet")}</div>`,
          [
            sheet.hypothetical ? html`<p class="pill bad">not lawful with these decks</p>` : null,
            sheet.notes.map((note) => html`<p><strong>${note}</strong></p>`),
          ],
        )}
        ${kpi(sheet)}
        <div class="split">
          ${outcomeTable(sheet)}
          <div class="stackcol">
            ${curves(sheet)}
              ${this.lines ? compared(this.lines, this.wish, (what) => this.change(what)) : null}
          </div>
        </div>
        <details class="panel restson">
          <summary>What the sheet depends on</summary>
          <dl class="small">
            ${Object.entries(sheet.facts).map(([name, words]) => fact(name, words))}
            ${fact("Method", sheet.method)}
            ${fact("Not covered", sheet.not_covered)}
            <div><dt>Digest</dt><dd class="digest">${sheet.digest}</dd></div>
          </dl>
        </details>
      `,
      this.out,
    );
  }
}
customElements.define("pit-par-page", PitParPage);

/** The wager that the laws print most often, under its name. */
function bestKnown(wagers) {
  const named = Map.groupBy(wagers, ({ name }) => name);
  return wagers.toSorted((a, b) => named.get(b.name).length - named.get(a.name).length)[0];
}
