// The meters on a large screen, legible from across the room: what wins them, and the last awards.

import { announce, calm, every, hearKeys, html, isNarrow, render } from "../core/dom.js";
import { get } from "../core/api.js";
import { Connection } from "../core/connection.js";
import { money, sum } from "../core/money.js";
import { brand, entitle } from "../core/shell.js";
import { meterName } from "../table/meters.js";

const COUNT = 900;
const PAGE = 7;
const TURN = 12000;
const CHEER = 15000;

class PitMetersPage extends HTMLElement {
  async start() {
    entitle("Meters");
    this.className = "board-page";
    this.shown = new Map();
    this.tables = new Map();
    this.first = 0;
    this.wagers = new Map();
    const [{ tables }, board] = await Promise.all([get("/floor"), get("/meters")]);
    for (const table of tables) {
      this.tables.set(table.id, table.name);
      for (const wager of table.wagers) this.wagers.set(wager.key, wager.name);
    }
    this.known = new Set(board.awards.map(awardKey));
    this.take(board);
    this.live = new Connection("meters", this.gone);
    this.live.addEventListener("meters", ({ detail }) => this.take(detail));
    every(1000, () => this.draw(), this.gone);
    every(TURN, () => this.turning && this.leaf(1), this.gone);
    this.turning = true;
    hearKeys(this, ({ key }) => {
      const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[key];
      if (by) this.leaf(by);
      if (key === " ") this.turning = !this.turning;
      return by || key === " ";
    });
    this.gone.addEventListener("abort", () => {
      clearTimeout(this.cheering);
      cancelAnimationFrame(this.frame);
    });
  }

  take({ meters, awards }) {
    const from = new Map(this.shown);
    this.meters = meters.toSorted((a, b) => b.shows - a.shows);
    this.awards = awards;
    this.cheer(awards.find((award) => !this.known.has(awardKey(award))));
    const began = performance.now();
    cancelAnimationFrame(this.frame);
    const run = (now) => {
      const part = calm() ? 1 : Math.min(1, (now - began) / COUNT);
      for (const meter of this.meters) {
        const start = from.get(keyOf(meter)) ?? meter.shows;
        const value =
          meter.shows < start ? meter.shows : Math.floor(start + (meter.shows - start) * part);
        this.shown.set(keyOf(meter), value);
      }
      this.draw();
      if (part < 1) this.frame = requestAnimationFrame(run);
    };
    run(began);
  }

  /** A slip was validated: show the award for a while. */
  cheer(award) {
    for (const each of this.awards) this.known.add(awardKey(each));
    if (!award) return;
    this.won = award;
    announce(`${award.wager_name} is won: ${sum(award.cents)} at ${award.table_name}.`);
    clearTimeout(this.cheering);
    this.cheering = setTimeout(() => {
      this.won = null;
      this.draw();
    }, CHEER);
  }

  /** What a meter shows at this moment: truncated, never rounded up. */
  amount(meter) {
    return sum(this.shown.get(keyOf(meter)));
  }

  get clock() {
    if (this.live?.lost) return "Reconnecting";
    return new Date().toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  }

  /** Meters that must hit by an amount have a band of their own. */
  get mysteries() {
    return this.meters.filter((meter) => meter.maximum);
  }

  get listed() {
    return this.meters.filter((meter) => !meter.maximum);
  }

  /** Bring the next meter to the front; the others stay in sight if they all fit. */
  leaf(by) {
    const count = this.listed.length;
    if (count < 2) return;
    this.first = (this.first + by + count) % count;
    this.draw();
  }

  draw() {
    const { mysteries, listed } = this;
    const [hero, ...others] = [...listed.slice(this.first), ...listed.slice(0, this.first)];
    const rest = isNarrow() ? others : others.slice(0, PAGE - 1);
    const [dollars, cents] = hero ? this.amount(hero).slice(1).split(".") : [];
    const words = (meter) => meterName(meter, this.wagers);
    const named = (meter) => meter.tables.map((table) => this.tables.get(table) ?? table);
    render(
      html`
        <main class="board" id="main" tabindex="-1" aria-label="Progressive meters">
          <header class="row between">
            ${brand("bm")}
            <h1>Progressive meters</h1>
            <time>${this.clock}</time>
          </header>
          ${
            hero
              ? html`
                <section class="hero" aria-label="${words(hero)}, ${sum(hero.shows)}">
                  <h2 class="name">${words(hero)}</h2>
                  <p class="amt" data-meter=${keyOf(hero)}>
                    <i>$</i>
                    <span>${dollars}</span>
                    <small>.${cents}</small>
                  </p>
                  <ul class="column wins">
                    ${hero.wins
                      .slice(0, 3)
                      .map(
                        (each) => html`<li><b>${each.hand}</b> wins ${shareWords(each.pays)}</li>`,
                      )}
                    ${hero.wins.length ? null : html`<li>Starts at ${money(hero.seed)}</li>`}
                  </ul>
                  <ul class="row wraps tables">${named(hero).map((table) => html`<li>${table}</li>`)}</ul>
                </section>
              `
              : html`<section class="hero"><h2 class="name">No meters are running</h2></section>`
          }
          <section class="side" aria-label="Other meters">
            ${rest.map(
              (meter) => html`
                <div class="lvl">
                  <h2>${words(meter)}</h2>
                  <span class="quiet">${named(meter).join(", ")}</span>
                  <b data-meter=${keyOf(meter)}>${this.amount(meter)}</b>
                </div>
              `,
            )}
            ${
              others.length > rest.length
                ? html`<p class="quiet">and ${others.length - rest.length} more, shown in turn</p>`
                : null
            }
          </section>
          <div class="mysts">
            ${mysteries.slice(0, 2).map(
              (mystery) => html`
                <section class="myst" aria-label=${words(mystery)}>
                  <div>
                    <h2>${words(mystery)}</h2>
                    <b data-meter=${keyOf(mystery)}>${this.amount(mystery)}</b>
                  </div>
                  <svg viewBox="0 0 1000 56" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="m-bg" y="22" width="1000" height="12" rx="6" />
                    <rect class="m-fg" y="22" width=${part(mystery)} height="12" rx="6" />
                  </svg>
                  <div class="to"><h2>Must hit by</h2><b>${sum(mystery.maximum)}</b></div>
                </section>
              `,
            )}
          </div>
          <footer class="row last">
            <b>Last awards</b>
            ${
              this.awards.length
                ? this.awards.map(
                    (award) => html`
                      <span>
                        ${award.table_name} · ${award.wager_name}${award.hand ? `, ${award.hand}` : ""}
                        <em class="num">${sum(award.cents)}</em>
                      </span>
                    `,
                  )
                : html`<span>None yet</span>`
            }
          </footer>
          ${
            this.won
              ? html`
                <section class="cheer" role="status">
                  <p>${this.won.table_name}</p>
                  <h2>${this.won.wager_name}</h2>
                  <p class="sum num">${sum(this.won.cents)}</p>
                  ${this.won.hand ? html`<p>${this.won.hand}</p>` : null}
                </section>
              `
              : null
          }
        </main>
      `,
      this,
    );
  }
}
customElements.define("pit-meters-page", PitMetersPage);

/** `100% of progressive` as `all of it`. */
function shareWords(pays) {
  const share = pays.replace(/ of \S+$/, "");
  return share.replace(/\b100%$/, "all of it");
}

const awardKey = (award) => `${award.table} ${award.slip} ${award.at}`;

/** Tables that are not linked may have meters of the same name. */
const keyOf = (meter) => `${meter.table} ${meter.name}`;

/** How much of its bar a mystery fills, of 1,000: an empty one shows what it started at. */
export const part = ({ shows, seed, maximum }) =>
  Math.max(0, Math.min(1000, (1000 * (shows - seed)) / (maximum - seed)));
