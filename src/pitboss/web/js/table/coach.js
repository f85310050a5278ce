// <pit-coach>: what each choice is worth, before it is made or only after a mistake, and the score.

import { announce, at, choose, html, render } from "../core/dom.js";
import { get, path } from "../core/api.js";
import { many, money, signed, small } from "../core/money.js";
import { prefer, taste } from "../core/session.js";
import { worthTable } from "./words.js";

const AGAIN = 1200; // milliseconds until a game that is being solved is asked about again
const SAME = 0.001; // of the stake: so near to the best counts as best
const SHOWN = 5;
const KEPT = 3;
const MODES = [
  ["before", "Before"],
  ["after", "After"],
  ["off", "Off"],
];

class PitCoach extends HTMLElement {
  score = { asked: 0, best: 0, given: 0 };
  mistakes = [];
  told = null; // what the server said of the last question
  waits = ""; // why it has said nothing yet

  /** A question is open: find out what its answers are worth, unless nobody wants to know. */
  async ask(view, ask) {
    this.told = null;
    this.waits = "";
    this.number = ask.number;
    while (taste.coach !== "off" && this.number === ask.number && this.isConnected) {
      let found;
      try {
        found = await get(`/tables/${path(view.id)}/coach?ask=${ask.number}`);
      } catch {
        return; // answered meanwhile
      }
      if (this.number !== ask.number) return;
      this.waits = found.ready ? "" : found.says;
      this.told = found.ready ? found : null;
      this.changed();
      if (found.ready) {
        if (taste.coach === "before") announce(this.verdict);
        return;
      }
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** The values of the open question, if they may be shown before it is answered. */
  worthOf(ask) {
    if (!ask || taste.coach !== "before" || this.told?.ask !== ask.number) return {};
    const { choices } = this.told;
    const most = Math.max(...choices.map(({ value }) => Math.abs(value)));
    return Object.fromEntries(
      choices.map(({ word, value, cents }, n) => [word, { value, cents, most, best: !n }]),
    );
  }

  /** An answer is given: it is counted, and a mistake is reported. */
  judge(ask, word) {
    const told = this.told?.ask === ask.number ? this.told : null;
    this.number = null;
    if (!told || taste.coach === "off") return;
    const [best] = told.choices;
    const made = told.choices.find((each) => each.word === word);
    if (!made) return; // an amount of its own
    const lost = best.value - made.value;
    this.score.asked += 1;
    if (lost < SAME) {
      this.score.best += 1;
      this.last = null;
      return;
    }
    const cents = lost * told.unit;
    this.score.given += cents;
    this.last = {
      chose: made.name,
      right: best.name,
      cents,
      unit: told.unit,
    };
    this.mistakes = [this.last, ...this.mistakes].slice(0, KEPT);
    announce(`You chose ${this.last.chose}. ${mistake(this.last)}`);
  }

  /** The best choice in a sentence. */
  get verdict() {
    const { choices, unit, says } = this.told;
    if (!choices.length) return says;
    const [best, next] = choices;
    const { name } = best;
    if (!next) return `${name} is the only choice.`;
    const more = (best.value - next.value) * unit;
    if (more < 0.05) return `${name} or ${next.inside}: both are worth the same.`;
    return `${name} is worth most: ${small(more)} more than ${next.inside} on your ${money(unit)}.`;
  }

  show(view, ask, { narrow }) {
    this.hidden = !view.house.coach || view.you.role !== "player";
    if (this.hidden) return;
    const open = ask && taste.coach === "before" && this.told?.ask === ask.number;
    const waits = ask && taste.coach !== "off" ? this.waits : "";
    this.toggleAttribute("data-beside", view.house.boxes > 1);
    this.toggleAttribute("data-speaks", Boolean(open || waits || this.last));
    render(
      html`
        <header class="row between">
          <h2>Coach</h2>
          ${choose(MODES, taste.coach, (mode) => this.turn(mode, view, ask), "coach", {
            kind: "",
            label: "When the coach speaks",
          })}
        </header>
        ${open ? this.values() : waits ? html`<p class="verdict" role="status">${waits}</p>` : this.quiet()}
        <footer class="between quiet">
          <span>${this.tally}</span>
          ${narrow ? null : html`<a href=${at("drill", view.jurisdiction, view.game)}>Drill</a>`}
        </footer>
      `,
      this,
    );
  }

  turn(mode, view, ask) {
    prefer("coach", mode);
    if (ask && mode !== "off" && this.told?.ask !== ask.number) this.ask(view, ask);
    this.changed();
  }

  get tally() {
    const { asked, best, given } = this.score;
    return asked
      ? `${best} of ${many(asked, "choice")} best, ${small(given)} given up`
      : "For a full shoe less the cards you see";
  }

  /** What is said while no value may be shown. */
  quiet() {
    if (taste.coach === "off") return html`<p class="verdict">The coach is silent.</p>`;
    if (this.last)
      return html`
        <p class="verdict"><b>You chose ${this.last.chose}.</b> ${mistake(this.last)}</p>
        ${
          this.mistakes.length > 1
            ? html`
              <ul>
                ${this.mistakes
                  .slice(1)
                  .map(
                    (each) =>
                      html`<li class="between quiet"><span>${each.chose}, not ${each.right}</span><em>−${small(each.cents)}</em></li>`,
                  )}
              </ul>
            `
            : null
        }
      `;
    const words =
      taste.coach === "after"
        ? "The coach speaks after a mistake."
        : "The coach speaks when it is your turn.";
    return html`<p class="verdict">${words}</p>`;
  }

  values() {
    const { choices, says } = this.told;
    if (!choices.length) return html`<p class="verdict">${says}</p>`;
    const [first, ...rest] = this.verdict.split(/(?<=:)/);
    const rows = choices.map(({ name, value, cents }) => [name, value, signed(cents)]);
    return html`
      <p class="verdict"><b>${first}</b>${rest.join("")}</p>
      ${worthTable(rows.slice(0, SHOWN))}
    `;
  }
}
customElements.define("pit-coach", PitCoach);

const mistake = ({ right, cents, unit }) =>
  `${right} was worth ${small(cents)} more on your ${money(unit)}.`;
