// The floor: every table, what it deals, what it offers, what its meters show, where a seat is free.

import { at, button, choose, every, html, render, repeat, svg } from "../core/dom.js";
import { get } from "../core/api.js";
import { comingLimits, many, money, sum } from "../core/money.js";
import { isStaff, session } from "../core/session.js";
import { pageHead, plainPage } from "../core/shell.js";
import { meterName } from "../table/meters.js";
import { findBox, option, slashFinds } from "./inputs.js";

const OFTEN = 5000;

class PitFloorPage extends HTMLElement {
  async start() {
    this.wish = { words: "", law: "", least: 0, free: false, progressive: false };
    this.main = plainPage(this, "floor", { title: "The floor", kind: "wrap" });
    await this.read();
    every(OFTEN, () => this.read().catch((error) => this.draw(error.message)), this.gone);
    slashFinds(this);
  }

  async read() {
    Object.assign(this, await get("/floor"));
    this.draw();
  }

  get found() {
    const { law, least, free, progressive } = this.wish;
    const asked = this.wish.words.toLowerCase().split(/\s+/);
    const has = (table) =>
      [table.name, table.game_name, table.jurisdiction, ...table.wagers.map((wager) => wager.name)]
        .join(" ")
        .toLowerCase();
    const found = this.tables.filter(
      (table) =>
        asked.every((word) => has(table).includes(word)) &&
        (!law || table.jurisdiction === law) &&
        (!least || table.least <= least) &&
        (!free || table.seats_free > 0) &&
        (!progressive || table.meters.length),
    );
    return found.toSorted((a, b) => isOwn(b) - isOwn(a));
  }

  /** `trouble`: why the tables may have changed since. */
  draw(trouble = "") {
    const names = new Map(
      this.tables.flatMap((table) => table.wagers.map((wager) => [wager.key, wager.name])),
    );
    const { found } = this;
    render(
      html`
        ${pageHead(
          "The floor",
          "Pick any table. Each spot shows what it pays and what it costs.",
          this.topMeters(names),
        )}
        <div class="row wraps filters" role="search">
          ${this.filters()}
          <span class="end quiet small" aria-live="polite">
            ${trouble || counted(found.length, this.tables)}
          </span>
        </div>
        <ul class="tgrid">
          ${repeat(
            found,
            (table) => table.id,
            (table) => card(table, names),
          )}
          ${
            found.length || !this.tables.length
              ? null
              : html`<li class="none">No table matches. Remove a filter.</li>`
          }
          ${this.waiting.length ? this.shut() : null}
        </ul>
      `,
      this.main,
    );
  }

  topMeters(names) {
    const meters = new Map();
    for (const table of this.tables)
      for (const meter of table.meters)
        if ((meters.get(meterName(meter, names))?.shows ?? -1) < meter.shows)
          meters.set(meterName(meter, names), meter);
    const top = [...meters].toSorted(([, a], [, b]) => b.shows - a.shows).slice(0, 4);
    return html`
      <dl class="strip">
        ${top.map(
          ([name, meter]) => html`
            <div><dt>${name}</dt><dd class="num">${sum(meter.shows)}</dd></div>
          `,
        )}
      </dl>
    `;
  }

  /** Tables that nobody may play at until the floor has decided. */
  shut() {
    const words = many(this.waiting.length, "table is", "tables are");
    return html`
      <li class="none">
        ${words} closed: the rules have changed, and a floor supervisor decides whether to
        reopen.${" "}
        ${
          isStaff("floor", "auditor")
            ? html`<a href=${at("desk", "tables")}>Go to the desk</a>`
            : null
        }
      </li>
    `;
  }

  filters() {
    const laws = [
      ...new Map(this.tables.map((table) => [table.jurisdiction, table.jurisdiction_name])),
    ];
    const set = (change) => {
      Object.assign(this.wish, change);
      this.draw();
    };
    const toggle = (name, words) => {
      const pressed = this.wish[name];
      return button(words, () => set({ [name]: !pressed }), { key: name, pressed });
    };
    const leasts = [...new Set(this.tables.map((table) => table.least))].toSorted((a, b) => a - b);
    return html`
      ${findBox("Find a game or wager", (words) => set({ words }), this.wish.words)}
      ${choose([["", "All laws"], ...laws], this.wish.law, (law) => set({ law }), "law", {
        kind: "",
        label: "Law",
      })}
      <label class="input pickone">
        <span class="sr">Highest minimum</span>
        <select data-key="least"
          @change=${(event) => set({ least: Number(event.target.value) })}>
          ${option(0, "Minimum: any", !this.wish.least)}
          ${leasts.map((each) => option(each, `${money(each)} or less`, each === this.wish.least))}
        </select>
      </label>
      ${toggle("free", "Seats free")}
      ${toggle("progressive", "Progressive")}
    `;
  }
}
customElements.define("pit-floor-page", PitFloorPage);

/** How many tables there are to see: those that are open, or that the filters leave. */
function counted(shown, tables) {
  if (shown < tables.length) return `${shown} of ${many(tables.length, "table")} shown`;
  return `${many(tables.filter((table) => table.state !== "closed").length, "table")} open`;
}

/** Whether this person sits or is assigned to deal at a table: it comes first. */
const isOwn = ({ you, dealer }) =>
  Boolean(you) || (Boolean(dealer) && dealer === session.person?.name);

/** What a seated player has at a table. */
const seatWords = ({ in_play: lying, asked }) =>
  [asked && "Your turn", lying && `${money(lying)} in play`].filter(Boolean).join(" · ") ||
  "You are seated";

function card(table, names) {
  const closed = table.state === "closed";
  const { you } = table;
  const full = !table.seats_free && !you;
  const plays = !session.person || isStaff("player");
  const deals = isStaff("dealer") && table.pace !== "automatic";
  const go = closed
    ? "Closed"
    : you
      ? "Return"
      : deals
        ? "Deal"
        : plays && !full
          ? "Sit down"
          : "Watch";
  const limits = `${money(table.least)} to ${money(table.most)}`;
  const best = table.meters.toSorted((a, b) => b.shows - a.shows).slice(0, 2);
  const { posted } = table;
  return html`
    <li class="panel tcard${full || closed ? " full" : ""}">
      <a class="tlink" href=${at(deals ? "dealer" : "table", table.id)}>
        ${miniFelt(table)}
        <div class="tb">
          <div class="between tt">
            <h2>${table.game_name}</h2>
            <span class="small faint">
              ${
                table.name.startsWith(table.game_name)
                  ? table.pace !== "automatic"
                    ? "with a dealer"
                    : ""
                  : table.name
              }
            </span>
          </div>
          <p class="small quiet">
            ${table.jurisdiction_name} · ${many(table.decks, "deck")}, ${limits}
            ${posted ? html`<span class="posted">${comingLimits(posted)}</span>` : null}
          </p>
          <ul class="wraps tw">
            ${table.wagers
              .filter((wager) => wager.kind !== "main" && wager.name !== table.game_name)
              .slice(0, 6)
              .map(
                (wager) =>
                  html`<li class=${wager.kind === "progressive" ? "pill hot" : "pill"}>${wager.name}</li>`,
              )}
          </ul>
        </div>
        ${
          best.length
            ? best.map(
                (meter) => html`
                  <p class="between tm">
                    <span class="small quiet">${meterName(meter, names)}</span>
                    <b class="num">${sum(meter.shows)}</b>
                  </p>
                `,
              )
            : html`<p class="between tm none"><span class="small faint">No progressive</span></p>`
        }
        <p class="row between small tf">
          <span class="seats quiet">
            ${closed ? table.cite : you ? html`<b>${seatWords(you)}</b>` : full ? "Full" : `${many(table.seats_free, "seat")} free`}
          </span>
          <span class="go">${go}</span>
        </p>
      </a>
      ${
        plays
          ? html`
            <a class="practicelink small quiet" href=${at("practice", table.jurisdiction, table.game)}
              aria-label="Practice ${table.game_name}, ${table.jurisdiction_name}">
              Practice
            </a>
          `
          : null
      }
    </li>
  `;
}

/** The table from above: taken boxes filled, one dot for each side wager. */
function miniFelt(table) {
  const count = Math.min(table.boxes, 9);
  const dots = Math.min(table.wagers.filter((wager) => wager.kind !== "main").length, 4);
  const sweep = Math.min(136, 34 * (count - 1)) * (Math.PI / 180);
  const spots = Array.from({ length: count }, (_, n) => {
    const angle = count === 1 ? 0 : sweep / 2 - (n * sweep) / (count - 1);
    const [x, y] = [160 + 124 * Math.sin(angle), -6 + 91 * Math.cos(angle)];
    const inn = table.taken.includes(n + 1);
    return [
      svg`<circle class="mf-box${inn ? " in" : ""}" cx=${x} cy=${y} r="9" />`,
      Array.from({ length: dots }, (__, k) => {
        const side = angle * 0.35 + (k - (dots - 1) / 2) * 0.72;
        return svg`
          <circle class="mf-dot${inn ? " in" : ""}" cx=${x + 16 * Math.sin(side)}
            cy=${y + 16 * Math.cos(side)} r="2.8" />
        `;
      }),
    ];
  });
  return html`
    <svg class="mf" viewBox="0 0 320 120" aria-hidden="true"
      preserveAspectRatio="xMidYMid slice">
      <path class="mf-top" d="M0 0H320V32C294 84 240 113 160 113S26 84 0 32Z" />
      <rect class="mf-rack" x="130" y="-6" width="60" height="16" rx="3" />
      <path class="mf-line" d="M77 20Q104 66 160 67T243 20" />
      <rect class="mf-card" x="143" y="20" width="15" height="21" rx="2" />
      <rect class="mf-card b" x="162" y="20" width="15" height="21" rx="2" />
      ${spots}
    </svg>
  `;
}
