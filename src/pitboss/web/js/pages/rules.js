// The rulebook by jurisdiction and section; each doubtful clause with what its choices are worth.

import { at, bar, fact, html, nothing, render } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { proof, proofLater } from "../core/proofs.js";
import { cost, many, money, percent, ratio } from "../core/money.js";
import { entitle, plainPage } from "../core/shell.js";
import { capital, prose } from "../core/text.js";
import { findBox, slashFinds } from "./inputs.js";
import { cut, facts, houseOptions, paragraphs, paytables, terms } from "./rules-sections.js";

const LAST = (section) => section.split(/[.:-]/).pop();

class PitRulesPage extends HTMLElement {
  async start(parts, asked) {
    const end = findBox("Search the law", () => {
      const q = this.box.value.trim();
      history.replaceState(history.state, "", `${location.hash.split("?")[0]}${query({ q })}`);
      this.find();
    });
    this.main = plainPage(this, "rules", { title: "Rulebook", kind: "rb", end });
    this.box = this.querySelector("input");
    render(
      html`
        <nav class="scroll down small tree" aria-label="Sections"></nav>
        <article class="sec"></article>
        <aside class="column small facts"></aside>
      `,
      this.main,
    );
    [this.tree, this.section, this.facts] = this.main.children;
    slashFinds(this);
    this.entries = await get("/rules");
    this.laws = new Map(this.entries.map((each) => [each.jurisdiction, each.jurisdiction_name]));
    this.turn(parts, asked);
  }

  turn(parts, asked) {
    const id =
      parts.join("/") || this.entries.find((entry) => entry.progressive)?.id || this.entries[0]?.id;
    this.id = id;
    this.drawTree();
    this.box.value = asked.get("q") ?? "";
    this.find();
  }

  drawTree() {
    const laws = Map.groupBy(this.entries, (entry) => entry.jurisdiction);
    const here = this.id.split("/")[0];
    render(
      [...laws].map(
        ([law, entries]) => html`
          <details ?open=${law === here}>
            <summary>${this.laws.get(law)}<span class="block cite">${entries[0].law}</span></summary>
            <ul>
              ${entries.map(
                (entry) => html`
                  <li>
                    <a class="row quiet" href=${at("rules", entry.id)} data-key=${entry.id}
                      aria-current=${entry.id === this.id ? "page" : nothing}>
                      <span class="num">${LAST(entry.section)}</span>
                      ${
                        entry.kind === "game"
                          ? html`<b>${entry.name}<span class="sr">, the game</span></b>`
                          : html`<span>${entry.name}</span>`
                      }
                      ${
                        entry.readings.length
                          ? html`
                            <span class="qd" title="has a doubtful clause">
                              <span class="sr">, has a doubtful clause</span>
                            </span>
                          `
                          : null
                      }
                    </a>
                  </li>
                `,
              )}
            </ul>
          </details>
        `,
      ),
      this.tree,
    );
  }

  async read(id) {
    const rule = await get(`/rules/${path(id)}`).catch((error) => {
      render(html`<p class="hush">${error.message}</p>`, this.section);
      return null;
    });
    if (!rule || this.id !== id) return;
    this.rule = rule;
    this.worth = new Map();
    entitle(rule.name);
    this.draw();
    render(html`${facts(rule)}${houseOptions(rule)}`, this.facts);
    if (rule.paytables.length) this.readWorth(id, rule.readings);
  }

  draw() {
    const { rule } = this;
    const [first, ...rest] = rule.readings;
    render(
      html`
        <p class="cite">
          ${[
            this.laws.get(rule.jurisdiction),
            rule.cite,
            rule.status,
            rule.effective && `since ${rule.effective}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <h1>${rule.name}</h1>
        <p class="quiet lede">
          ${rule.object}${rule.kind === "wager" ? ` ${capital(rule.stake_rule)}.` : ""}
        </p>
        ${first ? this.reading(first) : null}
        ${rule.paytables.length ? paytables(rule) : null}
        ${terms(rule)}
        ${paragraphs("The section, paraphrased", rule.clauses)}
        ${paragraphs(`About ${rule.section}`, rule.section_clauses)}
        ${rest.map((each) => this.reading(each))}
        ${
          rule.notes.length
            ? html`
              <section class="paras">
                <h2>Notes</h2>
                <ul class="small quiet notes">${rule.notes.map((note) => html`<li>${prose(note)}</li>`)}</ul>
              </section>
            `
            : null
        }
      `,
      this.section,
    );
  }

  /** One doubtful clause: its question, its choices, why the default was chosen. */
  reading(reading) {
    const worth = this.worth.get(reading.key);
    return html`
      <section class="panel reading" data-reading=${reading.key}>
        <header class="row wraps">
          <span class="pill hot">Reading ${reading.key}</span>
          <h2>${prose(reading.question)}</h2>
          <span class="end pill line">confidence: ${reading.confidence}</span>
        </header>
        <p class="quiet quote">${reading.clause}</p>
        <div class="choices">
          ${Object.entries(reading.choices).map(
            ([choice, means]) => html`
              <div class="choice${choice === reading.default ? " on" : ""}" data-choice=${choice}>
                <h3 class="row">
                  <i aria-hidden="true"></i>
                  ${capital(choice)}
                  ${choice === reading.default ? html`<span class="end pill">default</span>` : null}
                </h3>
                <p class="small quiet">${prose(means)}</p>
                ${figures(worth, choice, choice === reading.default ? 1 : 2)}
              </div>
            `,
          )}
        </div>
        ${worthWords(worth)}
        <div class="small quiet why"><h3>Why this default</h3><p>${prose(reading.because)}</p></div>
        ${
          this.rule.kind === "wager"
            ? html`
              <footer class="row between wraps">
                <span class="small quiet">A change needs a closed table and is logged.</span>
                <a class="btn" href=${at("par", this.rule.id)}>Open in PAR explorer</a>
              </footer>
            `
            : null
        }
      </section>
    `;
  }

  /** What each choice is worth: a sheet for each, one after the other. */
  async readWorth(id, readings) {
    const base = await proof(`/par/${path(id)}`).catch(() => null);
    if (!base || this.id !== id) return;
    render(html`${facts(this.rule, base)}${houseOptions(this.rule)}`, this.facts);
    const known = base.split ? [] : (base.sensitivity?.readings ?? []); // not for the long run
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
      if (this.id !== id || this.rule.id !== id) return;
      this.worth.set(reading.key, { edges, base, idle, left });
      if (!this.box.value.trim()) this.draw();
    }
  }

  /** What is searched for, or else the entry. */
  find() {
    const words = this.box.value.trim();
    this.asking = Symbol("search");
    if (words) this.search(words, this.asking);
    else this.read(this.id);
  }

  async search(words, mine) {
    try {
      const hits = await get(`/rules/search${query({ q: words })}`);
      if (mine !== this.asking) return;
      render(nothing, this.facts);
      render(
        html`
          <h1>“${words}”</h1>
          <p class="quiet lede">
            ${
              hits.length
                ? `${many(hits.length, "entry", "entries")}, best first.`
                : /\s/.test(words)
                  ? "No entry contains all of these words. Try fewer."
                  : `No entry contains “${words}”.`
            }
          </p>
          <ol class="stackform hits">
            ${hits.slice(0, 30).map(
              (hit) => html`
                <li>
                  <a href=${at("rules", hit.id)}>
                    <b>${hit.name}</b>
                    <span class="cite">${this.laws.get(hit.id.split("/")[0])} ${hit.section}</span>
                  </a>
                  ${[...new Set(hit.matches.map((match) => match.text))]
                    .filter((text) => text.toLowerCase() !== hit.name.toLowerCase())
                    .slice(0, 2)
                    .map((text) => html`<p class="small quiet">${cut(text, words)}</p>`)}
                </li>
              `,
            )}
          </ol>
        `,
        this.section,
      );
    } catch (error) {
      render(html`<p class="hush">${error.message}</p>`, this.section);
    }
  }
}
customElements.define("pit-rules-page", PitRulesPage);

const edgeOf = (sheet) => ratio(sheet.split ? sheet.split.house : sheet.house_edge);
const stakeOf = (sheet) => Math.round(Number(sheet.stake) * 100);

/** What one choice of a reading is worth, if that is known. */
function figures(worth, choice, kind) {
  const sheet = worth?.edges.get(choice);
  if (!sheet) return null;
  const [edge, stake] = [edgeOf(sheet), stakeOf(worth.base)];
  return html`
    <dl class="wraps">
      ${fact("Return", percent(1 - edge))}
      ${fact("Edge", percent(edge))}
      ${fact(`Per ${money(stake)}`, cost(edge, stake))}
    </dl>
    ${bar(1 - edge, kind)}
  `;
}

/** How far apart the choices of a reading are. */
function worthWords(worth) {
  if (!worth) return null;
  const { base, idle, left } = worth;
  if (left)
    return html`<p class="difference">The effect of another choice was not calculated: ${left}.</p>`;
  const all = [...worth.edges.values()].filter(Boolean).map(edgeOf);
  if (all.length < 2) return null;
  const spread = Math.max(...all) - Math.min(...all);
  if (spread <= 5e-7) {
    const why = idle ? `: ${idle}` : "";
    return html`<p class="difference">The choice does not change the figures of ${base.title}${why}.</p>`;
  }
  const stake = stakeOf(base);
  const seeded = base.along.length ? ", meters at their seed" : "";
  return html`
    <p class="difference">
      <b>The choice is worth ${(spread * 100).toFixed(2)} points of return,</b>
      ${" "}${cost(spread, stake)} on every ${money(stake)}. ${base.title}${seeded}.
    </p>
  `;
}
