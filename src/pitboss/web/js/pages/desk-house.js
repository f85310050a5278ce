// What a house files for a table: decks, limits, wagers, pay tables and terms, within the law.
// What may be chosen comes from the rulebook; the server checks all of it again.

import { element, html, render } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { many, parse } from "../core/money.js";
import { prose, spoken } from "../core/text.js";
import {
  amount,
  amounts,
  askForm,
  attempt,
  chosen,
  field,
  refusal,
  tick,
  whole,
} from "./inputs.js";
import { paysOf } from "./desk-paytable.js";

const PACES = [
  ["automatic", "The software"],
  ["dealer", "A dealer: each card"],
  ["dealer settles", "A dealer: each card and each chip"],
];

/**
 * Ask for settings until `save` has filed them, under one key, or until the person goes back. A `fresh`
 * table of a variation begins with the variation's own wagers.
 */
export async function editHouse(title, house, save, { fresh = false, words } = {}) {
  const id = `${house.jurisdiction}/${house.game}`;
  const [game, entries, usual] = await Promise.all([
    get(`/rules/${path(id)}`),
    get("/rules"),
    get(`/houses/${path(id)}`),
  ]);
  const form = new Form(house, game, entries, usual.wagers);
  if (fresh && game.based_on) await form.own();
  for (const wager of Object.keys(form.house.wagers)) await form.read(wager);
  form.draw();
  await askForm(title, form.body, words ?? "File and open", (key) => save(form.house, key), {
    wide: true,
    note: form.note,
    name: "file",
  });
}

class Form {
  constructor(house, game, entries, may) {
    Object.assign(this, { house, game, entries });
    const own = game.wagers.filter((key) => may.includes(key));
    this.may = [...new Set([...Object.keys(house.wagers), ...own, ...may])];
    this.rules = new Map();
    this.body = element(html`<div class="column houseform"></div>`);
    this.note = refusal(); // shown below the form
  }

  async read(key) {
    if (this.rules.has(key)) return;
    const id = this.entry(key)?.id;
    const rule = id ? await get(`/rules/${path(id)}`).catch(() => null) : null;
    if (rule) this.rules.set(key, rule);
  }

  /** The entry of a wager: the law's, or a designer's own. */
  entry(key) {
    const under = (law) => this.entries.find((each) => each.id === `${law}/${key}`);
    return under(this.house.jurisdiction) ?? under("own");
  }

  /** A wager with this pay table, with defaults for everything that must be filed. */
  async usual(key, paytable) {
    const { house } = await this.lawful(`${key}=${paytable}`);
    this.house.readings = { ...house.readings, ...this.house.readings };
    return house.wagers[key];
  }

  /** The wagers that make the game what it is, as many as may be combined. */
  async own() {
    const asked = [];
    for (const key of this.game.wagers.filter((each) => this.may.includes(each))) {
      const found = await this.lawful([...asked, key]).catch(() => null);
      if (!found) continue; // not together with those before it
      asked.push(key);
      const { wagers, readings } = found.house;
      Object.assign(this.house, { wagers, readings });
    }
  }

  lawful(wager) {
    const { jurisdiction, game, decks } = this.house;
    return get(`/houses/${path(`${jurisdiction}/${game}`)}${query({ decks, wager })}`);
  }

  async change(what) {
    await attempt(this.note, what);
    this.draw();
  }

  turn(key, on) {
    return this.change(async () => {
      if (on) {
        const there = Object.keys(this.house.wagers).filter((each) => this.may.includes(each));
        const { house } = await this.lawful([...there, key]).catch(() => this.lawful(key));
        this.house.readings = { ...house.readings, ...this.house.readings };
        const along = Object.keys(house.wagers).filter((each) => !this.house.wagers[each]);
        for (const each of along) {
          this.house.wagers[each] = house.wagers[each]; // a mystery comes with what it rides on
          await this.read(each);
        }
      } else delete this.house.wagers[key];
    });
  }

  /** Another pay table may have other meters and stakes: the law's, with the house's own limits. */
  table(key, paytable) {
    return this.change(async () => {
      const { least, most, link, aggregate } = this.house.wagers[key];
      const made = await this.usual(key, paytable);
      this.house.wagers[key] = { ...made, least, most, link, aggregate };
    });
  }

  decks(value) {
    return this.change(async () => {
      this.house.decks = Number(value);
      for (const [key, choice] of Object.entries(this.house.wagers)) {
        const fits = this.fitting(key);
        if (choice.paytable && fits.length && !fits.includes(choice.paytable))
          this.house.wagers[key] = await this.usual(key, fits[0]);
      }
    });
  }

  fitting(key) {
    return (this.rules.get(key)?.paytables ?? [])
      .filter((each) => !each.decks.length || each.decks.includes(this.house.decks))
      .map((each) => each.id);
  }

  set(key) {
    return (value) => {
      this.house[key] = value;
    };
  }

  draw() {
    const { house, game } = this;
    const free = game.terms.filter(
      (term) => !term.fixed && term.allowed.length > 1 && term.key !== "boxes",
    );
    const readings = [game, ...Object.keys(house.wagers).map((key) => this.rules.get(key))]
      .flatMap((rule) => rule?.readings ?? []) // a wager that is not in the rulebook
      .filter((each, n, all) => all.findIndex((other) => other.key === each.key) === n);
    const open = [...this.body.querySelectorAll("details")].map((each) => each.open);
    const wrong = [...this.body.querySelectorAll("input:invalid")];
    render(
      html`
        <section>
          <h3>${game.name}, ${game.cite}</h3>
          <div class="stackform two">${this.basics()}</div>
        </section>
        <section>
          <h3>Wagers</h3>
          ${
            this.may.length
              ? html`<ul class="column wagerlist">${this.may.map((key) => this.wager(key))}</ul>`
              : html`<p class="hush">This game has no side wagers.</p>`
          }
        </section>
        ${
          free.length
            ? html`
              <details ?open=${open[0]}>
                <summary>House rules: ${many(free.length, "choice")} the law leaves open</summary>
                <div class="stackform two">${free.map((term) => this.term(term))}</div>
              </details>
            `
            : null
        }
        ${
          readings.length
            ? html`
              <details ?open=${open[free.length ? 1 : 0]}>
                <summary>Readings: ${many(readings.length, "doubtful clause")}</summary>
                <div class="stackform two">${readings.map((each) => this.reading(each))}</div>
              </details>
            `
            : null
        }
      `,
      this.body,
    );
    for (const { dataset, value } of wrong) this.type(dataset.key, value); // still refused
  }

  type(key, text) {
    const input = this.body.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!input) return;
    input.value = text;
    input.dispatchEvent(new Event("input"));
  }

  basics() {
    const { house, game } = this;
    const slips = this.set("validate_from");
    const players = (words, key, below) =>
      tick(words, Boolean(house[key]), this.set(key), key, below);
    return [
      chosen("Decks", game.decks, house.decks, (value) => this.decks(value), "decks"),
      whole("Boxes", house.boxes, this.mostBoxes(), this.set("boxes"), "boxes"),
      amount("Minimum stake", house.least, this.set("least"), "least"),
      amount("Maximum stake", house.most, this.set("most"), "most"),
      amounts("Chips", house.chips, this.set("chips"), "chips"),
      chosen(
        "Who deals",
        PACES,
        house.pace,
        this.set("pace"),
        "pace",
        "Without a dealer, players open the rounds.",
      ),
      amount("Smallest award that needs a slip", house.validate_from, slips, "validate"),
      players("Players may bet for the dealer", "tips", "where the law allows it"),
      players("Players may ask the coach", "coach", "what each choice is worth"),
    ];
  }

  /** The boxes of the layout; terminals, which share cards, have only the bound of the house. */
  mostBoxes() {
    const boxes = this.game.terms.find((term) => term.key === "boxes");
    return boxes && !boxes.fixed && boxes.allowed.length ? Number(boxes.allowed.at(-1)) : 250;
  }

  wager(key) {
    const choice = this.house.wagers[key];
    const entry = this.entry(key);
    const on = Boolean(choice);
    return html`
      <li class=${on ? "on" : ""}>
        ${tick(
          entry?.name ?? spoken(key),
          on,
          (to) => this.turn(key, to),
          `wager-${key}`,
          entry?.cite ?? "not in the rulebook",
        )}
        ${on ? html`<div class="stackform two">${this.choices(key, choice)}</div>` : null}
      </li>
    `;
  }

  /** A bonus, an envy bonus or a mystery comes with another wager and has no stake of its own. */
  rides(key) {
    return ["bonus", "envy", "mystery"].includes(this.rules.get(key)?.role);
  }

  /** What is filed for one wager: its pay table, its limits or its stake, its meters, its options. */
  choices(key, choice) {
    const rule = this.rules.get(key);
    const name = `${key}-`;
    const put = (what) => (value) => Object.assign(choice, { [what]: value });
    const seed = (meter) => (value) => put("seeds")({ ...choice.seeds, [meter]: value });
    const fits = this.fitting(key);
    const shown =
      choice.paytable && !fits.includes(choice.paytable) ? [choice.paytable, ...fits] : fits;
    return [
      shown.length
        ? chosen("Pay table", shown, choice.paytable, (to) => this.table(key, to), `${name}table`)
        : null,
      rule && choice.paytable ? paysOf(rule, choice, this.house) : null,
      this.rides(key)
        ? null
        : choice.stake
          ? amount("Stake", choice.stake, put("stake"), `${name}stake`)
          : [
              amount("Minimum", choice.least, put("least"), `${name}least`),
              amount("Maximum", choice.most, put("most"), `${name}most`),
            ],
      Object.entries(choice.seeds).map(([meter, cents]) =>
        amount(`${spoken(meter)} meter starts at`, cents, seed(meter), `${name}seed-${meter}`),
      ),
      (rule?.options ?? [])
        .filter((each) => each.allowed.length > 1)
        .map((each) =>
          chosen(
            spoken(each.key),
            each.allowed,
            choice.choices[each.key] ?? each.default,
            (value) => {
              choice.choices = { ...choice.choices, [each.key]: value };
              const setsStake = ["amount", "stake"].includes(each.key) && value.startsWith("$");
              if (choice.stake && setsStake) {
                choice.stake = parse(value) ?? choice.stake;
                this.draw();
              }
            },
            `${name}${each.key}`,
            each.cite,
          ),
        ),
      rule?.linked && rule.paytables.some((each) => each.meters.length)
        ? field(
            "Link: the name of a shared meter",
            html`
              <input class="input" type="text" maxlength="40" .value=${choice.link}
                placeholder="this table only" data-key="${name}link"
                @change=${(event) => put("link")(event.target.value.trim())} />
            `,
          )
        : null,
    ];
  }

  term(term) {
    const { house } = this;
    const set = (value) => {
      const terms = { ...house.terms };
      if (value === term.default) delete terms[term.key];
      else terms[term.key] = value;
      house.terms = terms;
    };
    const now = house.terms[term.key] ?? term.default;
    return chosen(spoken(term.key), term.allowed, now, set, `term-${term.key}`, term.cite);
  }

  reading(reading) {
    const { house } = this;
    const { key, question, choices, clause } = reading;
    const set = (value) => {
      house.readings = { ...house.readings, [key]: value };
    };
    const now = house.readings[key] ?? reading.default;
    const words = html`${key}: ${prose(question)}`;
    return chosen(words, Object.keys(choices), now, set, `reading-${key}`, clause);
  }
}
