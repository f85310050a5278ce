// The dealer's console: what comes next, what to take and pay, what to do when something goes wrong.

import { announce, at, button, dialog, hearKeys, html, render } from "../core/dom.js";
import { get, path } from "../core/api.js";
import * as say from "../core/commands.js";
import { Connection, follow } from "../core/connection.js";
import { chips, grouped, many } from "../core/money.js";
import { isStaff } from "../core/session.js";
import { brand, entitle, identity } from "../core/shell.js";
import { chipPicture } from "../felt/cards.js";
import { settlement } from "../table/words.js";
import {
  GO,
  PHASES,
  countWords,
  doneWords,
  feltFromDealer,
  lockPill,
  payWords,
  procedurePanel,
  takeAndPay,
  wrongPanel,
} from "./dealer-panels.js";
import { askWhy, askWrong, chooseWrong, isStopped } from "./dealer-irregularity.js";
import "../table/clock.js";
import { askCut } from "../table/cut.js";
import { PRESSED, askResolve, askStep } from "./dealer-system.js";
import { capital } from "../core/text.js";

const NONE = new Set();

class PitDealerPage extends HTMLElement {
  async start([id]) {
    this.classList.add("desk-page");
    this.dataset.theme = "dark";
    this.view = await get(`/tables/${path(id)}`);
    this.racked = await collected(this.view.wagers);
    this.live = new Connection(`tables/${id}`, this.gone);
    this.live.addEventListener("view", ({ detail }) => {
      this.view = detail.view;
      this.draw();
    });
    this.live.addEventListener("state", () => this.draw());
    follow(this.live, "dealer");
    this.draw();
    hearKeys(this, ({ key, repeat }) => {
      if (repeat) return false;
      const steps = key === " " && this.step; // also on a button: Enter presses that one
      if (steps) steps.press();
      if (key.toLowerCase() === "f" && say.may(this.view, "call")) this.callFloor();
      return Boolean(steps);
    });
  }

  async send(command) {
    try {
      await this.live.send(command);
    } catch (error) {
      announce(error.message, "assertive");
      dialog("Not now", html`<p>${error.message}</p>`);
    }
  }

  /** A dealer says why the floor is called; a supervisor reports having come. */
  async callFloor() {
    if (this.view.you.role === "floor") {
      await this.send(say.call());
      return;
    }
    const why = await askWhy(this.view);
    if (why !== null) await this.send(say.call(why));
  }

  /** Who cuts the new shoe, and after how many cards. */
  async cut() {
    const players = this.view.boxes.map((box) => box.player).filter(Boolean);
    const said = await askCut(this.view, [...new Set(players)]);
    if (said) await this.send(say.cut(said.at, said.player));
  }

  /** What went wrong, and what is decided about it. */
  async report() {
    const found = await chooseWrong(this.view.may_go_wrong);
    const said = found && (await askWrong(this.view, found));
    if (!said) return;
    await this.send(said.call ? say.call(said.call, said.kind) : say.irregular(said));
    this.goOn();
  }

  /** A step at the progressive system. */
  async atSystem() {
    const command = await askStep(this.view.system);
    if (command) await this.send(command);
    this.goOn();
  }

  /** The floor's decision about a step. */
  async resolve() {
    await askResolve(this.view.system, (command) => this.live.send(command));
    this.goOn();
  }

  /** The focus goes to what moves the round on. */
  goOn() {
    if (document.querySelector("dialog[open]")) return;
    (this.querySelector('.cta [data-key="step"]') ?? this.querySelector("main")).focus();
  }

  /** The button that moves the round on. */
  get step() {
    const { view, paying } = this;
    if (paying)
      return {
        words: doneWords(paying),
        press: () => this.send(paying.pending ? say.go() : say.move(paying.box, paying.nth)),
      };
    if (view.decks.step && say.may(view, "decks"))
      return view.decks.signed_by.includes(view.you.role)
        ? { words: "Done, sign for it", press: () => this.send(say.decks(view.decks.step)) }
        : null;
    if (view.phase === "idle" && say.may(view, "open_round"))
      return { words: "Open the betting", press: () => this.send(say.openRound()) };
    if (view.phase === "betting" && say.may(view, "deal"))
      return { words: "No more bets, deal", press: () => this.send(say.deal()) };
    if (say.may(view, "press"))
      return { words: PRESSED[view.system.step], press: () => this.atSystem() };
    if (say.may(view, "resolve"))
      return { words: "Resolve the difference", press: () => this.resolve() };
    if (view.phase === "playing" && say.may(view, "go"))
      return { words: GO[view.step.kind], press: () => this.send(say.go()) };
    return null;
  }

  draw() {
    const { view, rows, paying } = this;
    entitle(`${view.name}, dealer`);
    const listed = paying?.pending ? [...rows, paying] : rows;
    const now = paying && listed.find((row) => row.id === paying.id);
    render(
      html`
        ${this.bar()}
        <main class="desk" id="main" tabindex="-1">
          <section class="nowcard" aria-label="Now">${this.now()}</section>
          <section class="panel tp" aria-label="Take and pay">
            ${takeAndPay(view, listed, now)}
          </section>
          <div class="proc">
            ${procedurePanel(this.procedure)} ${wrongPanel(view, () => this.report())}
          </div>
        </main>
      `,
      this,
    );
    this.querySelector("pit-countdown")?.show(view.asks[0]);
  }

  bar() {
    const { view } = this;
    const down = this.live.lost;
    return html`
      <header class="row bar">
        ${brand()}
        <div class="small quiet tablename">
          ${
            isStaff("floor", "auditor")
              ? html`<a href=${at("desk", "tables")}>Floor desk</a>`
              : html`<a href=${at("floor")}>Floor</a>`
          }
          <b class="clip">${view.name}</b>
          ${view.round ? html`<span>Round ${grouped(view.round)}</span>` : null}
          ${
            view.shoe.number
              ? html`<span>Shoe ${view.shoe.number}, ${many(view.shoe.dealt, "card")} dealt</span>`
              : null
          }
        </div>
        <div class="row end">
          <span class=${down ? "live lost" : "live"}>
            ${
              down
                ? "Reconnecting"
                : `Live, ${many(view.boxes.filter((box) => box.player).length, "box", "boxes")} taken`
            }
          </span>
          ${lockPill(view)}
          ${identity()}
        </div>
      </header>
    `;
  }

  /** What is done now, its button, and the table from the dealer's side. */
  now() {
    const { view, step, paying, procedure } = this;
    const hands = view.phase === "playing" && !view.system && view.step;
    const nth = procedure.findIndex((each) => each.state === "now");
    const clause = paying?.clause || view.step?.clause || view.asks[0]?.clause;
    const here = view.you.role === "floor";
    const stopped = isStopped(view);
    const words = hands
      ? hands.words
      : here && stopped && view.called
        ? "The floor is called"
        : view.next;
    const big = (key, said, press, kind = "big") => button(said, press, { kind, key });
    const withKey = (said, key) => html`${said}<kbd aria-hidden="true">${key}</kbd>`;
    return html`
      <header class="row">
        <span class="pill hot">
          ${nth < 0 ? PHASES[view.phase] : `Step ${nth + 1} of ${procedure.length}`}
        </span>
        <span class="cite">${clause || procedure[nth]?.clause || view.cite}</span>
      </header>
      <h1 aria-live="assertive">${paying ? payWords(paying) : words.replace(/\.$/, "")}</h1>
      ${
        paying
          ? html`
            <p class="quiet nowline">
              Box ${paying.box}. ${paying.words}.${" "}
              ${paying.due > 0 && !paying.slip ? `In chips: ${countWords(paying.due)}.` : null}
            </p>
            ${
              paying.due > 0 && !paying.slip
                ? html`
                  <div class="row payc" aria-hidden="true">
                    ${chips(paying.due).slice(0, 12).map(chipPicture)}
                  </div>
                `
                : null
            }
          `
          : html`
            <p class="quiet nowline">
              ${
                view.asks.length
                  ? askedWords(view)
                  : isStaff("dealer")
                    ? view.dealer.name === view.you.name
                      ? ""
                      : "You are not assigned to this table: a floor supervisor assigns dealers."
                    : here && stopped
                      ? ""
                      : "You are watching: this is the dealer's console."
              }
            </p>
          `
      }
      <div class="wraps cta">
        ${step ? big("step", withKey(step.words, "Space"), step.press, "solid big") : null}
        ${
          view.shoe.cut.length && say.may(view, "cut")
            ? big("cut", "Cut the cards", () => this.cut())
            : null
        }
        ${
          view.decks.due && say.may(view, "decks")
            ? big("decks", "Change the decks", () => this.send(say.decks("receive")))
            : null
        }
        ${
          say.may(view, "call")
            ? big("floor", withKey(here ? "I am here" : "Call the floor", "F"), () =>
                this.callFloor(),
              )
            : null
        }
      </div>
      ${view.decks.warning ? html`<p role="status">${capital(view.decks.warning)}</p>` : null}
      ${
        view.called
          ? html`
            <p class="calledfor" role="status">
              <b>Floor called. </b>
              ${capital(view.called.replace(/[.\s]*$/, "."))}${" "}
              ${stopped ? "Cards stay while the floor checks." : "The deal may continue."}
            </p>
          `
          : null
      }
      ${feltFromDealer(view, view.phase === "betting" ? NONE : this.racked, paying?.box)}
    `;
  }

  /** Every settlement from the dealer's right, with what is due to the player or to the rack. */
  get rows() {
    return this.view.boxes.toReversed().flatMap((box) =>
      box.results.map((each, n) => {
        const [row, racked] = [settlement(each), this.racked.has(each.on)];
        const id = `${box.number} ${n}`;
        const due = racked ? each.back : row.net;
        const [nth, player] = [n + 1, box.player];
        const done = nth <= (this.view.moved[box.number] ?? 0);
        return { ...row, id, nth, box: box.number, player, racked, due, done, clause: each.clause };
      }),
    );
  }

  /** What is to be taken or paid now: settled already, or waiting for the dealer. */
  get paying() {
    const { view } = this;
    const { step } = view;
    const settled = say.may(view, "move") ? this.rows.find((row) => !row.done) : undefined;
    if (settled || step?.kind !== "pay" || !say.may(view, "go")) return settled; // others watch
    const due = step.back - step.cents;
    const box = Number(step.to.replace("box ", ""));
    const { name, player, words, clause } = step;
    return { id: "next", box, player, name, words, due, clause, slip: 0, pending: true };
  }

  /** The procedure; while chips of a step are still being moved, that step is the one now. */
  get procedure() {
    const lines = this.view.procedure;
    const { paying } = this;
    const nth = lines.findLastIndex((each) => each.settles && each.state === "done");
    if (!paying || paying.pending || nth < 0) return lines;
    const now = (each, n) => (n === nth ? "now" : each.state === "now" ? "next" : each.state);
    return lines.map((each, n) => ({ ...each, state: now(each, n) }));
  }
}
customElements.define("pit-dealer-page", PitDealerPage);

/** Whose questions are open, and how long the table waits for them, even if the player is away. */
function askedWords({ asks, boxes }) {
  const hands = asks.map((ask) => capital(ask.of));
  const players = asks.map((ask) => boxes[ask.box - 1]).filter((box) => box.away);
  const away = [...new Set(players.map((box) => box.player))];
  const answer = asks[0].together ? "the one that the house has filed" : "one that costs nothing";
  return html`
    ${hands.join("; ")}${" "}
    <pit-countdown></pit-countdown>
    ${
      away.length
        ? html`
          <span class="block">
            ${away.join(" and ")} ${away.length > 1 ? "are" : "is"} away. There is nothing to do:
            when the time is up, the answer is ${answer}.
          </span>
        `
        : null
    }
  `;
}

/** The wagers whose stakes were taken before the deal: they are in the rack. */
async function collected(wagers) {
  const rules = await Promise.all(
    wagers.filter((wager) => wager.id).map((wager) => get(`/rules/${path(wager.id)}`)),
  );
  return new Set(rules.filter((rule) => rule.collected).map((rule) => rule.key));
}
