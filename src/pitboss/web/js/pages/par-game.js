// A game in the PAR explorer: what the house keeps, and a grid that says how each hand is played.

import { at, choose, fieldset, figureHeads, figureRow, html, render } from "../core/dom.js";
import { pairs, pairsIn } from "../core/api.js";
import { percent, plusMinus } from "../core/money.js";
import { prose, shoeWords, spoken } from "../core/text.js";
import { pageHead } from "../core/shell.js";
import { figure, tablePanel } from "./par-sheet.js";

/** Numbers by their size, words by the alphabet: whichever is chosen. */
const inOrder = (a, b) => a - b || String(a).localeCompare(String(b));

/** The sheet of one game beside the form that chooses its terms. */
export class GameSheet {
  constructor(page) {
    this.page = page;
  }

  turn(entry, asked) {
    this.entry = entry;
    this.wish = {
      decks: asked.get("decks") ?? "",
      term: pairsIn(asked, "term"),
      reading: pairsIn(asked, "reading"),
    };
    this.grid = null;
    this.cell = null;
    this.drawSide();
    return this.read();
  }

  get asked() {
    const { decks, term, reading } = this.wish;
    return { decks, term: pairs(term), reading: pairs(reading) };
  }

  read() {
    const waits = this.grid ? "" : "Solving every hand …";
    return this.page.load("strategy", this.entry, this.asked, waits, (grid) => {
      this.grid = grid;
      this.drawSide();
      this.draw();
    });
  }

  set({ key, kind }, value) {
    if (kind === "decks") this.wish.decks = value;
    else this.wish[kind][key] = value;
    this.read();
  }

  drawSide() {
    const choices = this.grid?.choices ?? [];
    render(
      html`
        ${this.page.wagerField()}
        ${choices.map((each) =>
          fieldset(
            spoken(each.key),
            each.says ? html`<p class="small quiet">${prose(each.says)}</p>` : null,
            choose(
              each.one_of.toSorted(inOrder).map((value) => [value, value]),
              each.now,
              (value) => this.set(each, value),
              each.key,
            ),
          ),
        )}
      `,
      this.page.side,
    );
  }

  draw() {
    const { grid } = this;
    render(
      html`
        ${pageHead(
          grid.name,
          html`${shoeWords(grid.shoe)} · <a href=${at("rules", this.entry.id)}>${grid.cite}</a>`,
          html`
            <div class="obtn">
              <a class="btn" href=${at("practice", this.entry.id)}>Practice</a>
              ${grid.upcards.length ? html`<a class="btn" href=${at("drill", this.entry.id)}>Drill</a>` : null}
            </div>
          `,
        )}
        <dl class="kpi panel">
          ${figure("House edge", percent(grid.house_edge, 4), `of ${grid.per}`)}
          ${figure("Element of risk", percent(grid.element_of_risk, 4), "of all stakes")}
          ${figure("Average stake", Number(grid.average_staked).toFixed(4), "units")}
          ${
            grid.without_fee === null
              ? null
              : figure("Without the fee", percent(grid.without_fee, 4), "house edge")
          }
        </dl>
        ${grid.upcards.length ? this.table() : null} ${this.glance()} ${this.handValues()}
      `,
      this.page.out,
    );
  }

  /** The best play in a few lines, if the game has such. */
  glance() {
    const lines = Object.entries(this.grid.glance);
    if (!lines.length) return null;
    const line = ([name, says]) => html`<tr><th scope="row">${name}</th><td>${says}</td></tr>`;
    return tablePanel("sums", "In a few lines", null, lines.map(line));
  }

  /** The value of each single hand, for games in which two of them are added up. */
  handValues() {
    const { upcards, hand_values: values } = this.grid;
    const lines = Object.entries(values);
    if (!lines.length) return null;
    return tablePanel(
      "sums",
      "What a hand is worth, in cents of its stake",
      figureHeads("Hand", ...upcards),
      lines.map(([hand, cents]) => figureRow(hand, ...cents.split(" "))),
    );
  }

  table() {
    const { grid } = this;
    return html`
      <div class="split">
        <section class="panel strategy">
          <header><h2>Best play</h2></header>
          <table>
            <caption class="small quiet">
              ${Object.entries(grid.legend)
                .map(([letter, meaning]) => `${letter} ${meaning}`)
                .join(" · ")}
            </caption>
            <thead>
              <tr><td></td>${grid.upcards.map((up) => html`<th scope="col">${up}</th>`)}</tr>
            </thead>
            <tbody>
              ${Object.entries(grid.chart).map(
                ([hand, cells]) => html`
                  <tr>
                    <th scope="row">${hand}</th>
                    ${[...cells].map((letter, n) => this.choice(hand, letter, n))}
                  </tr>
                `,
              )}
            </tbody>
          </table>
        </section>
        <div class="stackcol" aria-live="polite">${this.values()}</div>
      </div>
    `;
  }

  choice(hand, letter, n) {
    if (letter === ".") return html`<td></td>`;
    const up = this.grid.upcards[n];
    const now = this.cell?.hand === hand && this.cell.n === n;
    const pick = () => {
      this.cell = { hand, n };
      this.draw();
    };
    return html`
      <td>
        <button type="button" class="advice advice-${letter.toUpperCase()}" aria-pressed=${String(now)}
          aria-label="${hand} against ${up}: ${this.grid.legend[letter]}"
          data-key="${hand}-${up}" @click=${pick}>
          ${letter}
        </button>
      </td>
    `;
  }

  /** What each choice is worth with the hand that was clicked. */
  values() {
    if (!this.cell)
      return html`<p class="hush">Choose a cell to see what each choice is worth.</p>`;
    const { hand, n } = this.cell;
    const found = Object.entries(this.grid.values[hand]?.[n] ?? {}).toSorted(
      ([, a], [, b]) => b - a,
    );
    const best = found[0]?.[1];
    return tablePanel(
      "worth",
      `${hand} against ${this.grid.upcards[n]}`,
      figureHeads("Choice", "Value", "Cost"),
      found.map(([word, value]) =>
        figureRow(word, plusMinus(value, 6), value < best ? (best - value).toFixed(6) : ""),
      ),
      html`<p class="small quiet">In units of the main stake.</p>`,
    );
  }
}
