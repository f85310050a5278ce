// The drill: hands that are hard to play, one after another, scored by what the solver says.

import {
  announce,
  at,
  choose,
  figureHeads,
  figureRow,
  hearKeys,
  html,
  linkButton,
  render,
} from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { many, small } from "../core/money.js";
import { keepHere, keptHere } from "../core/session.js";
import { entitle, pageHead, plainPage } from "../core/shell.js";
import { capital, shoeWords } from "../core/text.js";
import { cardAt, said } from "../felt/cards.js";
import { actButton } from "../table/actions.js";
import { worthTable } from "../table/words.js";
import { HANDS, hardHands, numbers, perHundred } from "./drill-hands.js";

const SAME = 0.001; // so near to the best counts as best
const AGAIN = 3; // mistakes that are listed
const KEPT = "pitboss-drill";
const SUITS = "shdc";

const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

class PitDrillPage extends HTMLElement {
  async start(parts, asked) {
    this.main = plainPage(this, "learn", { title: "Drill", kind: "wrap drill" });
    hearKeys(this, (event) => this.press(event));
    await this.turn(parts, asked);
  }

  async turn(parts, asked) {
    this.game = parts.join("/");
    const seed = asked.get("seed") ?? "";
    this.seed = /^\d{1,10}$/.test(seed) ? Number(seed) : anySeed();
    this.score = keptHere(KEPT)[this.game] ?? {};
    this.wait =
      "Solving the game. The first time takes up to half a minute, while the solver is compiled.";
    this.grid = null;
    this.draw();
    this.grid = await get(`/strategy/${path(this.game)}`);
    entitle(`Drill: ${this.grid.name}`);
    this.kind = this.kinds.has(asked.get("kind")) ? asked.get("kind") : "all";
    this.begin();
  }

  get kinds() {
    return new Map([["all", "All hands"], ...this.grid.kinds.map(({ key, name }) => [key, name])]);
  }

  get address() {
    return `${at("drill", this.game)}${query({ kind: this.kind, seed: this.seed })}`;
  }

  /** Twenty hands of a kind. */
  begin() {
    history.replaceState(null, "", this.address);
    this.random = numbers(this.seed);
    this.hands = hardHands(this.grid, this.kind);
    this.done = [];
    this.deal();
  }

  deal() {
    this.chosen = null;
    this.hand = null;
    if (this.hands.length && this.done.length < HANDS) {
      const hand = this.hands[Math.floor(this.random() * this.hands.length)];
      const suit = () => SUITS[Math.floor(this.random() * SUITS.length)];
      this.hand = hand;
      this.cards = hand.hand.split(" ").map((rank) => `${rank}${suit()}`);
      this.up = `${hand.up}${suit()}`;
      announce(`${this.cards.map(said).join(", ")} against ${said(this.up)}`);
    }
    this.draw();
  }

  choose(word) {
    if (!this.hand || this.chosen) return;
    const { ranked, kind, hand, up } = this.hand;
    const [best, most] = ranked[0];
    const lost = most - ranked.find(([each]) => each === word)[1];
    const right = lost < SAME;
    this.chosen = { word, best, lost, right };
    this.done.push({ hand, up, kind, ...this.chosen });
    const was = this.score[kind] ?? { asked: 0, best: 0, lost: 0 };
    this.score[kind] = {
      asked: was.asked + 1,
      best: was.best + Number(right),
      lost: was.lost + (right ? 0 : lost),
    };
    this.keep();
    announce(this.verdict);
    this.draw();
  }

  keep() {
    keepHere(KEPT, { ...keptHere(KEPT), [this.game]: this.score });
  }

  forget() {
    this.score = {};
    this.keep();
    this.draw();
  }

  /** Another kind of hand, or other hands of this kind. */
  change(kind) {
    this.kind = kind;
    this.seed = anySeed();
    this.begin();
  }

  get verdict() {
    const { word, best, lost, right } = this.chosen;
    return right
      ? `${capital(word)} is best.`
      : `${capital(best)} is best. ${capital(word)} gives up ${small(lost * 100)} per $1.`;
  }

  /** The words that may be chosen, in the order they are offered, with their letters. */
  get letters() {
    return Object.entries(this.grid.offered).filter(([word]) => word in (this.hand?.values ?? {}));
  }

  press(event) {
    const forward = event.key === " " || event.key === "Enter";
    if (forward && event.target.closest?.("button, a")) return false; // it presses what has the focus
    if (this.chosen || !this.hand) {
      if (forward) this.querySelector(".drill-acts button")?.click();
      return forward;
    }
    const found = this.letters.find(([, letter]) => letter === event.key.toLowerCase());
    if (found) this.choose(found[0]);
    return Boolean(found);
  }

  // -- drawing -------------------------------------------------------------------------------------

  draw() {
    render(
      html`
        ${pageHead(
          `Drill${this.grid ? `: ${this.grid.name}` : ""}`,
          `Hands whose best choice is not obvious, dealt from a full shoe${this.grid ? ` of ${shoeWords(this.grid.shoe)}` : ""}.`,
          html`
            <div class="obtn">
              <a class="btn" href=${at("practice", this.game)}>Practice</a>
              <a class="btn" href=${at("par", this.game)}>Full grid</a>
            </div>
          `,
        )}
        ${this.grid ? this.body() : html`<p class="hush" role="status" aria-busy="true">${this.wait}</p>`}
      `,
      this.main,
    );
  }

  body() {
    if (!Object.keys(this.grid.values).length)
      return html`
        <p class="hush">
          ${this.grid.name} has no upcard to play against, so there is no drill for it. The coach
          gives advice at its practice table.
        </p>
      `;
    return html`
      ${choose([...this.kinds], this.kind, (kind) => this.change(kind), "kind", {
        kind: "drillkinds",
        label: "Which hands",
      })}
      <div class="drillroom">
        <section class="drill-stage" aria-label="The hand">${this.hand ? this.stage() : this.end()}</section>
        <div class="column drill-side">${this.scores()}</div>
      </div>
    `;
  }

  stage() {
    const { hand, up } = this.hand;
    const lap = 62;
    return html`
      <svg class="felt drill-felt" viewBox="0 0 620 380" preserveAspectRatio="xMidYMid meet" role="img"
        aria-label="${this.cards.map(said).join(", ")} against ${said(this.up)}">
        <rect class="f-base" x="-900" y="-400" width="2420" height="1180" />
        ${cardAt(this.up, { x: 262, y: 16, size: 0.96 })}
        ${this.cards.map((card, n) =>
          cardAt(card, {
            x: 310 - 58 - ((this.cards.length - 1) * lap) / 2 + n * lap,
            y: 192 - n * 4,
            size: 1.16,
            covered: n < this.cards.length - 1,
          }),
        )}
      </svg>
      <div class="answer">
        <p class="drill-ask" data-hand="${hand} against ${up}">
          ${
            this.chosen
              ? html`<b class=${this.chosen.right ? "right" : "wrong"}>${this.verdict}</b>`
              : html`<b>${hand} against ${up}.</b> What is best?`
          }
        </p>
        ${
          this.chosen
            ? worthTable(
                this.hand.ranked.map(([word, value]) => [capital(word), value, small(value * 100)]),
              )
            : null
        }
      </div>
      <div class="acts drill-acts">
        ${this.chosen ? actButton(this.next(), "drill") : this.choices()}
      </div>
    `;
  }

  next() {
    const name = this.done.length < HANDS ? "Next hand" : "The score";
    const below = `${this.done.length} of ${HANDS}`;
    return { id: "next", key: " ", name, below, press: () => this.deal() };
  }

  choices() {
    return this.letters.map(([word, key]) =>
      actButton({ id: word, key, name: capital(word), press: () => this.choose(word) }, "drill"),
    );
  }

  /** Twenty hands are done. */
  end() {
    const lost = this.done.reduce((sum, each) => sum + (each.right ? 0 : each.lost), 0);
    const words = this.hands.length
      ? `${this.done.filter((each) => each.right).length} of ${this.done.length} best. Errors like these cost ${small(perHundred({ asked: this.done.length, lost }))} in a hundred hands of $1.`
      : "No hand of this kind is hard to play here.";
    const [below, again] = [`${HANDS} others`, () => this.change(this.kind)];
    return html`
      <div class="answer"><p class="drill-ask"><b>${words}</b></p></div>
      <div class="acts drill-acts">
        ${actButton({ id: "more", key: " ", name: "More hands", below, press: again }, "drill")}
      </div>
    `;
  }

  scores() {
    const wrong = this.done.filter((each) => !each.right);
    const right = this.done.length - wrong.length;
    const rows = [...this.kinds].filter(([kind]) => this.score[kind]?.asked);
    return html`
      <section class="panel drill-score" aria-label="Score">
        <header>
          <h2>${this.kinds.get(this.kind)}</h2>
          <span class="cite">${this.done.length} of ${HANDS} asked</span>
        </header>
        <p class="row big"><b>${right}</b><span>of ${this.done.length} best</span></p>
        <ol class="row dots" aria-label="${many(wrong.length, "mistake")}">
          ${Array.from({ length: HANDS }, (_, n) => {
            const made = this.done[n];
            return html`<li class=${made ? (made.right ? "d-best" : "d-miss") : "d-none"}></li>`;
          })}
        </ol>
        ${
          wrong.length
            ? html`
              <h3>Look again</h3>
              <ul class="againlist">
                ${wrong.slice(-AGAIN).map(
                  (each) => html`
                    <li class="between">
                      <span>
                        <b>${each.hand}</b> against ${each.up}: ${each.best}, not ${each.word}
                      </span>
                      <em class="num">${small(each.lost * 100)}</em>
                    </li>
                  `,
                )}
              </ul>
            `
            : null
        }
      </section>
      <section class="panel drill-score" aria-label="All drills of this game">
        <header><h2>Cost of errors</h2><span class="cite">per 100 hands of $1</span></header>
        ${
          rows.length
            ? html`
              <table class="kinds">
                ${figureHeads("Hands", "Best", "Cost")}
                <tbody>
                  ${rows.map(([kind, words]) => {
                    const { best, asked } = this.score[kind];
                    const costs = small(perHundred(this.score[kind]));
                    return figureRow(words, `${best} of ${asked}`, costs);
                  })}
                </tbody>
              </table>
              <p class="foot">
                ${linkButton("Clear the score", () => this.forget(), "drill-forget")}
              </p>
            `
            : html`<p class="hush">No hands played yet.</p>`
        }
        <p class="hush small">A choice within 0.1¢ per $1 of the best counts as best.</p>
      </section>
    `;
  }
}
customElements.define("pit-drill-page", PitDrillPage);
