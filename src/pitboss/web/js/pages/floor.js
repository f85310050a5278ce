// The floor: every table, what it deals, what it offers, what its meters show, where a seat is free.

import { at, h, icon, replace, s } from "../core/dom.js";
import { get } from "../core/api.js";
import { many, money, sum } from "../core/money.js";
import { isStaff, session } from "../core/session.js";
import { plainPage } from "../core/shell.js";
import { meterName } from "../table/side.js";

const OFTEN = 5000;

class PitFloorPage extends HTMLElement {
  async start() {
    document.title = "The floor · pitboss";
    this.wish = { words: "", law: "", least: 0, free: false, progressive: false };
    this.main = plainPage(this, "floor");
    this.main.className = "wrap";
    this.head = h("div", { class: "head" });
    this.filters = h("div", { class: "filters", role: "search" });
    this.grid = h("ul", { class: "tgrid" });
    this.main.append(this.head, this.filters, this.grid);
    await this.read();
    this.drawFilters();
    this.timer = setInterval(
      () =>
        this.read().catch((error) => {
          this.count.textContent = error.words;
        }),
      OFTEN,
    );
    this.slash = (event) => {
      if (event.key === "/" && !event.target.closest?.("input")) {
        event.preventDefault();
        this.filters.querySelector("input").focus();
      }
    };
    document.addEventListener("keydown", this.slash);
  }

  stop() {
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.slash);
  }

  async read() {
    Object.assign(this, await get("/floor"));
    this.draw();
  }

  get found() {
    const { words, law, least, free, progressive } = this.wish;
    const has = (table) =>
      [table.name, table.game_name, table.jurisdiction, ...table.wagers.map((wager) => wager.name)]
        .join(" ")
        .toLowerCase();
    return this.tables.filter(
      (table) =>
        (!words ||
          words
            .toLowerCase()
            .split(/\s+/)
            .every((word) => has(table).includes(word))) &&
        (!law || table.jurisdiction === law) &&
        (!least || table.least <= least) &&
        (!free || table.seats_free > 0) &&
        (!progressive || table.meters.length),
    );
  }

  draw() {
    const open = this.tables.filter((table) => table.state !== "closed");
    const names = new Map(
      this.tables.flatMap((table) => table.wagers.map((wager) => [wager.key, wager.name])),
    );
    const meters = new Map();
    for (const table of this.tables)
      for (const meter of table.meters)
        if ((meters.get(meterName(meter, names))?.shows ?? -1) < meter.shows)
          meters.set(meterName(meter, names), meter);
    const top = [...meters].toSorted(([, a], [, b]) => b.shows - a.shows).slice(0, 4);
    replace(
      this.head,
      h(
        "div",
        {},
        h("h1", {}, "The floor"),
        h(
          "p",
          { class: "quiet" },
          "Pick any table. Every spot on it tells you what it pays and what it costs.",
        ),
      ),
      h(
        "dl",
        { class: "strip" },
        top.map(([name, meter]) =>
          h("div", {}, h("dt", {}, name), h("dd", { class: "num" }, sum(meter.shows))),
        ),
      ),
    );
    const found = this.found;
    const seen = found.filter((table) => table.state !== "closed").length;
    if (this.count) this.count.textContent = `${seen} of ${many(open.length, "table")} open`;
    replace(
      this.grid,
      found.map((table) => card(table, names)),
      found.length || !this.tables.length
        ? null
        : h("li", { class: "none" }, "No table has all of that. Take a filter away."),
      this.waiting.length ? this.shut() : null,
    );
  }

  /** Tables that nobody may play at until the floor has decided. */
  shut() {
    const words = many(this.waiting.length, "table is", "tables are");
    return h(
      "li",
      { class: "none" },
      `${words} shut: the rules have changed, and a floor supervisor decides whether to open again. `,
      isStaff("floor", "auditor") ? h("a", { href: at("desk", "tables") }, "To the desk") : null,
    );
  }

  drawFilters() {
    const laws = [
      ...new Map(this.tables.map((table) => [table.jurisdiction, table.jurisdiction_name])),
    ];
    const press = (change) => () => {
      Object.assign(this.wish, change());
      this.drawFilters();
      this.draw();
    };
    const seg = h(
      "div",
      { class: "seg", role: "group", "aria-label": "Law" },
      [["", "All laws"], ...laws].map(([key, words]) =>
        h(
          "button",
          {
            type: "button",
            "data-key": `law-${key}`,
            "aria-pressed": String(this.wish.law === key),
            onclick: press(() => ({ law: key })),
          },
          words,
        ),
      ),
    );
    const toggle = (name, words) =>
      h(
        "button",
        {
          class: "btn",
          type: "button",
          "data-key": name,
          "aria-pressed": String(this.wish[name]),
          onclick: press(() => ({ [name]: !this.wish[name] })),
        },
        words,
      );
    const leasts = [...new Set(this.tables.map((table) => table.least))].toSorted((a, b) => a - b);
    replace(
      this.filters,
      h(
        "label",
        { class: "input find" },
        icon("find"),
        h("span", { class: "sr" }, "Find a game or wager"),
        h("input", {
          type: "search",
          placeholder: "Find a game or wager",
          value: this.wish.words,
          "data-key": "find",
          oninput: (event) => {
            this.wish.words = event.target.value;
            this.draw();
          },
        }),
        h("kbd", { "aria-hidden": "true" }, "/"),
      ),
      seg,
      h(
        "label",
        { class: "input pickone" },
        h("span", { class: "sr" }, "Greatest minimum"),
        h(
          "select",
          {
            "data-key": "least",
            onchange: (event) => {
              this.wish.least = Number(event.target.value);
              this.draw();
            },
          },
          h("option", { value: 0 }, "Minimum: any"),
          leasts.map((least) =>
            h(
              "option",
              { value: least, selected: least === this.wish.least },
              `${money(least)} or less`,
            ),
          ),
        ),
      ),
      toggle("free", "Seats free"),
      toggle("progressive", "Progressive"),
      (this.count = h("span", { class: "count quiet small", "aria-live": "polite" })),
    );
    this.draw();
  }
}
customElements.define("pit-floor-page", PitFloorPage);

function card(table, names) {
  const closed = table.state === "closed";
  const full = !table.seats_free;
  const plays = !session.person || isStaff("player");
  const deals = isStaff("dealer") && table.pace === "dealer";
  const go = closed ? "Closed" : deals ? "Deal" : plays && !full ? "Sit down" : "Watch";
  const [best] = table.meters.toSorted((a, b) => b.shows - a.shows);
  return h(
    "li",
    { class: `tcard${full || closed ? " full" : ""}` },
    h(
      "a",
      { class: "tlink", href: at(deals ? "dealer" : "table", table.id) },
      miniFelt(table),
      h(
        "div",
        { class: "tb" },
        h(
          "div",
          { class: "tt" },
          h("h2", {}, table.game_name),
          h(
            "span",
            {},
            table.name.startsWith(table.game_name)
              ? table.pace === "dealer"
                ? "with a dealer"
                : ""
              : table.name,
          ),
        ),
        h(
          "p",
          { class: "tl" },
          `${table.jurisdiction_name} · ${many(table.decks, "deck")}, ${money(table.least)} to ${money(table.most)}`,
        ),
        h(
          "ul",
          { class: "tw" },
          table.wagers
            .filter((wager) => wager.kind !== "main" && wager.name !== table.game_name)
            .slice(0, 6)
            .map((wager) =>
              h("li", { class: wager.kind === "progressive" ? "prog" : "" }, wager.name),
            ),
        ),
      ),
      h(
        "p",
        { class: best ? "tm" : "tm none" },
        h("span", {}, best ? meterName(best, names) : "No progressive"),
        best ? h("b", { class: "num" }, sum(best.shows)) : null,
      ),
      h(
        "p",
        { class: "tf" },
        h(
          "span",
          { class: "seats" },
          closed ? table.cite : full ? "Full" : `${many(table.seats_free, "seat")} free`,
        ),
        h("span", { class: "go" }, go),
      ),
    ),
  );
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
      s("circle", { class: `mf-box${inn ? " in" : ""}`, cx: x, cy: y, r: 9 }),
      Array.from({ length: dots }, (__, k) => {
        const side = angle * 0.35 + (k - (dots - 1) / 2) * 0.72;
        return s("circle", {
          class: `mf-dot${inn ? " in" : ""}`,
          cx: x + 16 * Math.sin(side),
          cy: y + 16 * Math.cos(side),
          r: 2.8,
        });
      }),
    ];
  });
  return s(
    "svg",
    {
      class: "mf",
      viewBox: "0 0 320 120",
      "aria-hidden": "true",
      preserveAspectRatio: "xMidYMid slice",
    },
    s("path", { class: "mf-top", d: "M0 0H320V32C294 84 240 113 160 113S26 84 0 32Z" }),
    s("rect", { class: "mf-rack", x: 130, y: -6, width: 60, height: 16, rx: 3 }),
    s("path", { class: "mf-line", d: "M77 20Q104 66 160 67T243 20" }),
    s("rect", { class: "mf-card", x: 143, y: 20, width: 15, height: 21, rx: 2 }),
    s("rect", { class: "mf-card b", x: 162, y: 20, width: 15, height: 21, rx: 2 }),
    spots,
  );
}
