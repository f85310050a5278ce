// Rounds by the million: what is dealt, how it converges on the proof, and what was run before.

import {
  announce,
  at,
  button,
  choose,
  fieldset,
  figureHeads,
  html,
  nothing,
  render,
  repeat,
} from "../core/dom.js";
import { get, path, post, remove } from "../core/api.js";
import { grouped, many, plusMinus } from "../core/money.js";
import { capital } from "../core/text.js";
import { pageHead, plainPage } from "../core/shell.js";
import { listTable } from "./long-list.js";
import { convergence } from "./plot.js";
import { chosen, refusedField, tick, whole } from "./inputs.js";

const LOOK = 400;
const ROUNDS = [1_000_000, 5_000_000, 20_000_000];
const SHOES = [
  [false, "As the proof assumes"],
  [true, "To the cut card"],
];
const PLAYS = [
  ["best", "Best"],
  ["basic", "Basic strategy of the proofs"],
];
const SEEDS = 999_999_999;
const STATES = {
  waiting: "waiting for its turn",
  running: "being dealt",
  done: "done",
  stopped: "stopped",
  failed: "failed",
};
const underWay = (view) => view.state === "waiting" || view.state === "running";
const share = (of) => (of === null ? "–" : `${plusMinus(100 * of, 4)}%`);

class PitSimulatePage extends HTMLElement {
  async start(parts) {
    this.main = plainPage(this, "simulate", { title: "Simulation", kind: "par" });
    this.gone.addEventListener("abort", () => clearTimeout(this.timer));
    render(
      html`
        <form class="cfg" aria-label="What is simulated" novalidate
          @submit=${(event) => {
            event.preventDefault();
            this.run();
          }}></form>
        <div class="out"></div>
      `,
      this.main,
    );
    [this.side, this.out] = this.main.children;
    this.out.setAttribute("aria-busy", "true");
    render(html`<p class="hush">Loading the games …</p>`, this.out);
    this.list = await get("/simulations");
    this.out.removeAttribute("aria-busy");
    if (this.list.why_not) {
      render(html`<p>${this.list.why_not}</p>`, this.out);
      return;
    }
    const [first] = this.list.games;
    this.wish = {
      game: first.id,
      decks: null,
      wagers: [],
      boxes: 1,
      rounds: 1_000_000,
      seed: 1,
      strategy: "best",
      cut_card: false,
    };
    await this.turn(parts);
  }

  async turn([id]) {
    clearTimeout(this.timer);
    this.view = null;
    this.id = id;
    if (id) await this.look(id);
    if (this.view) this.wish = { ...this.view.asked, wagers: [...this.view.asked.wagers] };
    this.drawSide();
    this.draw();
  }

  /** Ask for its progress again and again until it is over. */
  async look(id) {
    const view = await get(`/simulations/${path(id)}`);
    if (this.id !== id) return; // the page shows another one by now
    const ended = this.view?.id === id && underWay(this.view) && !underWay(view);
    this.view = view;
    if (underWay(view))
      this.timer = setTimeout(
        () => this.isConnected && this.look(id).then(() => this.draw(), console.warn),
        LOOK,
      );
    if (!ended) return;
    announce(`The simulation is ${STATES[view.state]}.`);
    this.list = await get("/simulations");
    this.drawSide();
  }

  async run() {
    if (refusedField(this.side)) return;
    this.refused = "";
    this.asking = true;
    this.drawSide();
    try {
      const { id } = await post("/simulations", this.wish);
      location.hash = at("simulate", id);
    } catch (error) {
      this.refused = error.message;
    } finally {
      this.asking = false;
      this.drawSide();
    }
  }

  async drop(id) {
    this.list = await remove(`/simulations/${path(id)}`);
    if (this.view?.id === id && !underWay(this.view)) location.hash = at("simulate");
    this.drawSide();
  }

  set(what) {
    Object.assign(this.wish, what);
    this.drawSide();
  }

  pick(game) {
    this.set({ game, decks: null, wagers: [], cut_card: false, strategy: "best" });
  }

  drawSide() {
    const { wish, list } = this;
    const game = list.games.find((each) => each.id === wish.game) ?? list.games[0];
    const most = Math.min(list.most_rounds, ROUNDS.at(-1));
    const rounds = ROUNDS.filter((each) => each <= most).map((each) => [each, grouped(each)]);
    const set = (key) => (value) => this.set({ [key]: value });
    render(
      html`
        ${chosen(
          "Game",
          list.games.map((each) => [each.id, `${each.name}, ${each.jurisdiction}`]),
          wish.game,
          (id) => this.pick(id),
          "game",
        )}
        ${
          game.decks.length > 1
            ? chosen(
                "Decks",
                [["", "Default"], ...game.decks.map((each) => [String(each), each])],
                wish.decks ?? "",
                (decks) => this.set({ decks: decks ? Number(decks) : null }),
                "decks",
              )
            : null
        }
        ${game.wagers.length ? this.sides(game) : null}
        ${whole("Boxes", wish.boxes, 7, set("boxes"), "boxes")}
        ${fieldset("Rounds", choose(rounds, wish.rounds, set("rounds"), "rounds"))}
        ${
          game.shuffled_every_round
            ? null
            : fieldset("Shoes", choose(SHOES, wish.cut_card, set("cut_card"), "cut"))
        }
        ${
          game.strategies.length === 1
            ? null
            : fieldset("Play", choose(PLAYS, wish.strategy, set("strategy"), "play"))
        }
        ${whole("Seed", wish.seed, SEEDS, set("seed"), "seed")}
        <button class="btn solid" type="submit" data-key="run" ?disabled=${this.asking}>
          Simulate
        </button>
        <p class="refused" role="alert">${this.refused ?? ""}</p>
        ${this.kept()}
      `,
      this.side,
    );
  }

  sides(game) {
    const { wagers } = this.wish;
    const turned = (key) =>
      wagers.includes(key) ? wagers.filter((each) => each !== key) : [...wagers, key];
    return html`
      <details class="sidebets" ?open=${wagers.length > 0}>
        <summary>Side wagers${wagers.length ? `: ${wagers.length}` : ""}</summary>
        ${game.wagers.map(({ key, name }) =>
          tick(name, wagers.includes(key), () => this.set({ wagers: turned(key) }), `w-${key}`),
        )}
      </details>
    `;
  }

  kept() {
    const { kept } = this.list;
    if (!kept.length) return null;
    return html`
      <section>
        <h2>Kept</h2>
        <ul class="column keptruns">
          ${repeat(
            kept,
            (each) => each.id,
            (each) => html`
              <li>
                <a href=${at("simulate", each.id)}
                  aria-current=${each.id === this.view?.id ? "true" : nothing}>
                  ${each.name}, ${many(each.asked.boxes, "box", "boxes")}
                </a>
                <span class="small quiet block">
                  ${[
                    `${grouped(each.rounds || each.asked.rounds)} rounds`,
                    `seed ${each.asked.seed}`,
                    STATES[each.state],
                  ].join(", ")}
                </span>
              </li>
            `,
          )}
        </ul>
      </section>
    `;
  }

  draw() {
    const { view } = this;
    if (!view) {
      const words = `Deal up to ${grouped(this.list.most_rounds)} rounds and watch every wager approach its proved value. Your runs are kept here.`;
      render(pageHead("Simulation", words), this.out);
      return;
    }
    const speed = view.seconds ? view.rounds / view.seconds / 1e6 : 0;
    render(
      html`
        ${pageHead(
          view.name,
          [
            view.play,
            `${grouped(view.rounds)} of ${grouped(view.asked.rounds)} rounds`,
            speed ? `${speed.toFixed(1)} million a second` : "",
            `seed ${view.asked.seed}`,
            STATES[view.state],
          ]
            .filter(Boolean)
            .join(" · "),
          button(underWay(view) ? "Stop" : "Delete", () => this.drop(view.id), { key: "drop" }),
        )}
        <progress aria-label="Dealt" max=${view.asked.rounds}
          .value=${Math.min(view.rounds, view.asked.rounds)}></progress>
        ${view.why ? html`<p class="trouble" role="alert">${view.why}</p>` : null}
        ${this.verdict(view)}
        ${view.lines.length ? this.lines(view) : null}
        <div class="converging">
          ${view.lines.map((line, n) => convergence(line, n, view.points))}
        </div>
        ${view.notes.map((note) => html`<p class="small quiet">${capital(note)}.</p>`)}
      `,
      this.out,
    );
  }

  verdict(view) {
    if (underWay(view) || !view.judged || !view.rounds) return null;
    const of = `${view.worst.toFixed(2)} standard errors; chance allows up to ${view.bound.toFixed(2)}`;
    return view.agrees
      ? html`<p class="verdict">All lines agree with their proofs: at most ${of}.</p>`
      : html`<p class="verdict refused" role="alert">The worst line differs from its proof by ${of}.</p>`;
  }

  lines(view) {
    return listTable(
      "Every wager compared with its proof",
      figureHeads("Wager", "Settled", "Mean", "Error", "Proof", "z"),
      view.lines.map(
        (line) => html`
          <tr>
            <th scope="row">${capital(line.name)}</th>
            <td class="num">${grouped(line.times)}</td>
            <td class="num">${share(line.mean)}</td>
            <td class="num">${line.error === null ? "–" : share(line.error).slice(1)}</td>
            <td class="num" title=${line.unproved || nothing}>${share(line.proof)}</td>
            <td class="num">${line.z === null ? "–" : plusMinus(line.z, 2)}</td>
          </tr>
        `,
      ),
      "grid",
    );
  }
}

customElements.define("pit-simulate-page", PitSimulatePage);
