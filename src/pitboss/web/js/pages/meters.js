// The meters as a hall display: read from ten metres, nothing moves but the digits.

import { calm, html, render } from "../core/dom.js";
import { get } from "../core/api.js";
import { Connection } from "../core/connection.js";
import { many, money, sum } from "../core/money.js";
import { brand } from "../core/shell.js";
import { meterName } from "../table/meters.js";

const COUNT = 900;
const PAGE = 6;
const TURN = 12000;

class PitMetersPage extends HTMLElement {
  async start() {
    document.title = "Meters · pitboss";
    this.className = "board-page";
    this.shown = new Map();
    this.tables = new Map();
    this.page = 0;
    this.turning = !calm();
    this.wagers = new Map();
    const [{ tables }, { meters }] = await Promise.all([get("/floor"), get("/meters")]);
    for (const table of tables) {
      this.tables.set(table.id, table.name);
      for (const wager of table.wagers) this.wagers.set(wager.key, wager.name);
    }
    this.take(meters);
    this.live = new Connection("meters");
    this.live.addEventListener("meters", ({ detail }) => this.take(detail.meters));
    this.clock = setInterval(() => this.tick(), 1000);
    this.pager = setInterval(() => this.turning && this.leaf(1), TURN);
    this.keys = (event) => {
      const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
      if (by && this.pages > 1) {
        event.preventDefault();
        this.hold(by);
      }
    };
    document.addEventListener("keydown", this.keys);
  }

  stop() {
    this.live?.close();
    clearInterval(this.clock);
    clearInterval(this.pager);
    document.removeEventListener("keydown", this.keys);
    cancelAnimationFrame(this.frame);
  }

  take(meters) {
    const from = new Map(this.shown);
    this.meters = meters.toSorted((a, b) => b.shows - a.shows);
    const began = performance.now();
    cancelAnimationFrame(this.frame);
    this.draw();
    const run = (now) => {
      const part = calm() ? 1 : Math.min(1, (now - began) / COUNT);
      for (const meter of this.meters) {
        const start = from.get(keyOf(meter)) ?? meter.shows;
        const value =
          meter.shows < start ? meter.shows : Math.floor(start + (meter.shows - start) * part);
        this.shown.set(keyOf(meter), value);
      }
      this.digits();
      if (part < 1) this.frame = requestAnimationFrame(run);
    };
    run(began);
  }

  /** Amounts are truncated, never rounded up. */
  digits() {
    for (const place of this.querySelectorAll("[data-meter]")) {
      const words = sum(this.shown.get(place.dataset.meter) ?? 0);
      if (place.dataset.split !== undefined) {
        const [whole, rest] = words.slice(1).split(".");
        const [, digits, small] = place.children;
        if (digits.textContent !== whole) digits.textContent = whole;
        if (small.textContent !== `.${rest}`) small.textContent = `.${rest}`;
      } else if (place.textContent !== words) place.textContent = words;
    }
  }

  tick() {
    const clock = this.querySelector("time");
    if (!clock) return;
    const time = new Date().toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
    clock.textContent = this.live?.state === "lost" ? "Reconnecting" : time;
  }

  /** A mystery has its own band on every page. */
  get mystery() {
    return this.meters.find((meter) => meter.maximum);
  }

  get listed() {
    return this.meters.filter((meter) => meter !== this.mystery);
  }

  get pages() {
    return Math.ceil(this.listed.length / PAGE);
  }

  leaf(by) {
    if (this.pages < 2) return;
    this.page = (this.page + by + this.pages) % this.pages;
    this.draw();
    this.digits();
  }

  /** Somebody turns the pages: they no longer turn by themselves. */
  hold(by) {
    this.turning = false;
    this.leaf(by);
  }

  /** Which meters these are, and the way to the others. */
  leaves() {
    if (this.pages < 2) return null;
    const first = this.page * PAGE + 1;
    const last = Math.min(first + PAGE - 1, this.listed.length);
    const press = (key, words, onclick) => html`
      <button class="btn" type="button" data-key=${key} @click=${onclick}>${words}</button>
    `;
    const turn = () => {
      this.turning = !this.turning;
      this.draw();
      this.digits();
    };
    return html`
      <nav class="leaves" aria-label="Pages of meters">
        ${press("back", "Previous", () => this.hold(-1))}
        <span class="num">${first}–${last} of ${this.listed.length}</span>
        ${press("next", "Next", () => this.hold(1))}
        ${press("turn", this.turning ? "Pause" : "Rotate", turn)}
      </nav>
    `;
  }

  draw() {
    const { mystery } = this;
    this.page = Math.min(this.page, Math.max(0, this.pages - 1));
    const [hero, ...rest] = this.listed.slice(this.page * PAGE, (this.page + 1) * PAGE);
    const awards = this.meters.filter((meter) => meter.hits && meter.top).slice(0, 4);
    const words = (meter) => meterName(meter, this.wagers);
    const named = (meter) => meter.tables.map((table) => this.tables.get(table) ?? table);
    const where = (meter) =>
      named(meter).length > 1 ? many(named(meter).length, "table") : (named(meter)[0] ?? "");
    render(
      html`
        <main class="board" id="main" tabindex="-1" aria-label="Progressive meters">
          <header>
            ${brand("bm")}
            <h1>Progressive meters</h1>
            ${this.leaves()}
            <time></time>
          </header>
          ${
            hero
              ? html`
                <section class="hero" aria-label="${words(hero)}, ${sum(hero.shows)}">
                  <h2 class="name">${words(hero)}</h2>
                  <p class="amt" data-meter=${keyOf(hero)} data-split="">
                    <i>$</i>
                    <span></span>
                    <small></small>
                  </p>
                  <p class="how">
                    ${
                      hero.hits
                        ? `${many(hero.hits, "award")} so far, the largest ${sum(hero.top)}`
                        : `Starts at ${money(hero.seed)}`
                    }
                  </p>
                  <ul class="tables">${named(hero).map((table) => html`<li>${table}</li>`)}</ul>
                </section>
              `
              : html`<section class="hero"><h2 class="name">No meters are running here</h2></section>`
          }
          <section class="side" aria-label="Other meters">
            ${rest.map(
              (meter) => html`
                <div class="lvl">
                  <h2>${words(meter)}</h2>
                  <span>${where(meter)}</span>
                  <b data-meter=${keyOf(meter)}></b>
                </div>
              `,
            )}
          </section>
          ${
            mystery
              ? html`
                <section class="myst" aria-label=${words(mystery)}>
                  <div><h2>${words(mystery)}</h2><b data-meter=${keyOf(mystery)}></b></div>
                  <svg viewBox="0 0 1000 56" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="m-bg" y="22" width="1000" height="12" rx="6" />
                    <rect class="m-fg" y="22" width=${part(mystery)} height="12" rx="6" />
                  </svg>
                  <div class="to"><h2>Must hit by</h2><b>${sum(mystery.maximum)}</b></div>
                </section>
              `
              : null
          }
          <footer class="last">
            <b>Largest awards</b>
            ${
              awards.length
                ? awards.map(
                    (meter) => html`
                      <span>${words(meter)}<em class="num">${sum(meter.top)}</em></span>
                    `,
                  )
                : html`<span>None yet. ${many(this.meters.length, "meter")} running.</span>`
            }
          </footer>
        </main>
      `,
      this,
    );
    this.tick();
  }
}
customElements.define("pit-meters-page", PitMetersPage);

/** Tables that are not linked may have meters of the same name. */
const keyOf = (meter) => `${meter.table} ${meter.name}`;

const part = (meter) => Math.max(0, Math.min(1000, (1000 * meter.shows) / meter.maximum));
