// The dealer's console: what comes next, what to take and pay, what to do when something goes wrong.

import { announce, at, dialog, h, replace, s } from "../core/dom.js";
import { get, path } from "../core/api.js";
import * as say from "../core/commands.js";
import { Live, follow } from "../core/live.js";
import { chips, many, money } from "../core/money.js";
import { isStaff } from "../core/session.js";
import { faceOf } from "../core/shell.js";
import { chipPicture } from "../felt/cards.js";
import { settlement, label, waiting } from "../table/words.js";
import { feltFromDealer, lockPill, phaseWords, takeAndPay } from "./dealer-parts.js";
import { askWhy, askWrong } from "./dealer-wrong.js";

const NONE = new Set();

class PitDealerPage extends HTMLElement {
  async start([id]) {
    this.classList.add("desk-page");
    this.dataset.theme = "dark";
    replace(
      this,
      (this.bar = h("header", { class: "bar" })),
      h(
        "main",
        { class: "desk", id: "main", tabindex: -1 },
        (this.now = h("section", { class: "nowcard", "aria-label": "Now" })),
        (this.pays = h("section", { class: "panel tp", "aria-label": "Take and pay" })),
        (this.side = h("div", { class: "proc" })),
      ),
    );
    this.view = await get(`/tables/${path(id)}`);
    this.racked = await collected(this.view.wagers);
    this.live = new Live(`tables/${id}`);
    this.live.addEventListener("view", ({ detail }) => {
      this.view = detail.view;
      this.draw();
    });
    this.live.addEventListener("state", () => this.draw());
    follow(this.live, "dealer");
    this.draw();
    this.keys = (event) => {
      if (event.target.closest?.("input, select, dialog") || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " " && this.step) {
        event.preventDefault(); // also on a button: Enter presses that one
        this.step.press();
      }
      if (event.key.toLowerCase() === "f" && say.may(this.view, "call")) this.callFloor();
    };
    document.addEventListener("keydown", this.keys);
  }

  stop() {
    this.live?.close();
    document.removeEventListener("keydown", this.keys);
  }

  async send(command) {
    try {
      await this.live.send(command);
    } catch (error) {
      announce(error.words, "assertive");
      dialog("Not now", h("p", {}, error.words ?? error.message), [
        { label: "Close", value: true },
      ]);
    }
  }

  /** A dealer says why the floor is called; a supervisor says to have come. */
  async callFloor() {
    if (this.view.you.role === "floor") {
      await this.send(say.call());
      return;
    }
    const why = await askWhy(this.view);
    if (why !== null) await this.send(say.call(why));
  }

  async wrong(found) {
    const said = await askWrong(this.view, found);
    if (!said) return;
    await this.send(said.call ? say.call(said.call) : say.irregular(said));
    this.goOn();
  }

  /** The focus goes to what moves the round on. */
  goOn() {
    if (document.querySelector("dialog[open]")) return;
    (this.now.querySelector(".cta button") ?? this.querySelector("main")).focus();
  }

  /** The one button that moves the round on. */
  get step() {
    const { view } = this;
    if (view.phase === "idle" && say.may(view, "open_round"))
      return { words: "Open the betting", press: () => this.send(say.openRound()) };
    if (view.phase === "betting" && say.may(view, "deal"))
      return { words: "No more bets, deal", press: () => this.send(say.deal()) };
    if (view.phase === "playing" && say.may(view, "go"))
      return { words: "Next card", press: () => this.send(say.go()) };
    return null;
  }

  draw() {
    const { view } = this;
    if (!view) return;
    document.title = `${view.name}, dealer · pitboss`;
    const down = this.live.state !== "live";
    replace(
      this.bar,
      h(
        "a",
        { class: "brand", href: at("floor") },
        s("svg", { "aria-hidden": "true" }, s("use", { href: "#mark" })),
        "pitboss",
      ),
      h(
        "div",
        { class: "tablename" },
        isStaff("floor", "auditor")
          ? h("a", { href: at("desk", "tables") }, "Floor desk")
          : h("a", { href: at("floor") }, "Floor"),
        h("b", {}, view.name),
        view.round ? h("span", {}, `Round ${view.round.toLocaleString("en-US")}`) : null,
        h("span", {}, `Shoe ${view.shoe.number}, ${many(view.shoe.dealt, "card")} dealt`),
      ),
      h(
        "div",
        { class: "end" },
        h(
          "span",
          { class: down ? "live lost" : "live" },
          down
            ? "Reconnecting"
            : `Live, ${many(view.boxes.filter((box) => box.player).length, "box", "boxes")} in play`,
        ),
        lockPill(view),
        faceOf(),
      ),
    );
    this.drawNow();
    replace(this.pays, takeAndPay(view, this.results));
    this.drawSide();
  }

  drawNow() {
    const { view, step } = this;
    const words = view.phase === "floor" ? handOver(view) : waiting(view);
    const last = this.results.filter((row) => row.due > 0 && !row.slip).slice(-1)[0];
    const paying = view.phase !== "betting" && !view.asks.length && last;
    replace(
      this.now,
      h(
        "header",
        {},
        h("span", { class: "pill hot" }, phaseWords(view.phase)),
        h("span", { class: "cite" }, view.asks[0]?.clause ?? view.cite),
      ),
      h("h1", { "aria-live": "assertive" }, words.replace(/\.$/, "")),
      paying
        ? [
            h(
              "p",
              { class: "nowline" },
              `Box ${last.box}: ${last.name}, ${last.words} Pay ${money(last.due)}.`,
            ),
            h(
              "div",
              { class: "payc", "aria-hidden": "true" },
              chips(last.due).slice(0, 12).map(chipPicture),
            ),
          ]
        : h(
            "p",
            { class: "nowline" },
            view.asks.length
              ? view.asks
                  .map(
                    (ask) =>
                      `${label(ask.of)}${ask.about && ask.about !== "play" ? `, ${ask.about}` : ""}`,
                  )
                  .join("; ")
              : isStaff("dealer")
                ? ""
                : "You are looking on: this is the dealer's console.",
          ),
      h(
        "div",
        { class: "cta" },
        step
          ? h(
              "button",
              { class: "btn solid big", type: "button", "data-key": "step", onclick: step.press },
              step.words,
              h("kbd", { "aria-hidden": "true" }, "Space"),
            )
          : null,
        say.may(view, "call")
          ? h(
              "button",
              {
                class: "btn big",
                type: "button",
                "data-key": "floor",
                onclick: () => this.callFloor(),
              },
              view.you.role === "floor" ? "I am here" : "Call the floor",
              h("kbd", { "aria-hidden": "true" }, "F"),
            )
          : null,
      ),
      view.called
        ? h(
            "p",
            { class: "calledfor", role: "status" },
            h("b", {}, "Floor called. "),
            `${view.called.replace(/[.\s]*$/, ".")} Cards stay while the floor checks.`,
          )
        : null,
      feltFromDealer(view, view.phase === "betting" ? NONE : this.racked),
    );
  }

  /** Every settlement, with what is due to the player, or to the rack where it is below nothing. */
  get results() {
    return this.view.boxes.flatMap((box) =>
      box.results.map((each) => {
        const [row, racked] = [settlement(each), this.racked.has(each.on)];
        return { ...row, box: box.number, racked, due: racked ? each.back : row.net };
      }),
    );
  }

  drawSide() {
    const { story, may_go_wrong: mishaps } = this.view;
    replace(
      this.side,
      h(
        "section",
        { class: "panel" },
        h("header", {}, h("h2", {}, "So far")),
        h(
          "ol",
          { class: "steps" },
          story
            .slice(-9)
            .map((words) => h("li", {}, h("i", { "aria-hidden": "true" }, "✓"), h("b", {}, words))),
          story.length ? null : h("li", {}, h("i"), h("b", {}, "The round has not begun.")),
        ),
      ),
      mishaps.length ? this.wrongs(mishaps) : null,
    );
  }

  /** What may have gone wrong: a button for each. */
  wrongs(mishaps) {
    const may = say.may(this.view, "irregular");
    return h(
      "section",
      { class: "panel irr" },
      h("header", {}, h("h2", {}, "Something went wrong")),
      h(
        "div",
        {},
        mishaps.map((each) =>
          h(
            "button",
            {
              class: "btn",
              type: "button",
              "data-key": `irr-${each.kind}`,
              disabled: !may,
              onclick: () => this.wrong(each),
            },
            label(each.kind),
          ),
        ),
      ),
      h(
        "p",
        { class: "small quiet" },
        may
          ? "Each asks you to confirm, names its clause and says what becomes of the stakes."
          : "Open while a round is in play. Each names its clause and what becomes of the stakes.",
      ),
    );
  }
}
customElements.define("pit-dealer-page", PitDealerPage);

/** The wagers whose stakes were taken before the deal: they lie in the rack. */
async function collected(wagers) {
  const rules = await Promise.all(
    wagers.filter((wager) => wager.id).map((wager) => get(`/rules/${path(wager.id)}`)),
  );
  return new Set(rules.filter((rule) => rule.collected).map((rule) => rule.key));
}

/** Slips go to the floor in their order. */
const handOver = (view) =>
  `Hand ${view.slips.length > 1 ? "slips" : "slip"} ${view.slips.map((slip) => slip.number).join(", ")} to the floor`;
