// A table: the felt, the words, the choices. Everything shown comes from the view.

import { announce, at, fact, hearKeys, html, render } from "../core/dom.js";
import { get, path } from "../core/api.js";
import * as say from "../core/commands.js";
import { Connection, follow } from "../core/connection.js";
import { chipsOf, sum } from "../core/money.js";
import { session } from "../core/session.js";
import { chime, click, fanfare, slide } from "../core/sound.js";
import { Overlay } from "../core/overlay.js";
import { entitle } from "../core/shell.js";
import { swipe } from "../felt/felt.js";
import "../table/actions.js";
import "../table/coach.js";
import { showHistory } from "../table/history.js";
import { showSession } from "../table/own-session.js";
import { askCut } from "../table/cut.js";
import { Drafts } from "../table/drafts.js";
import "../table/paytable.js";
import { settings } from "../table/setter.js";
import { PitSeat } from "../table/seat.js";
import "../table/story.js";
import { Timeline } from "../table/timeline.js";
import "../table/tray.js";
import { settlement } from "../table/words.js";
import { pressKey } from "../table/keys.js";
import { roomBar } from "../table/bar.js";
import { meterBoard } from "../table/meters.js";
import { votes } from "../table/clock.js";

const seatedPlayer = ({ you }) => you.role === "player" && you.boxes.length > 0;

/** The felt without the last round: the next bets are being laid. */
const cleared = (view) => ({
  ...view,
  boxes: view.boxes.map((box) =>
    view.phase === "idle"
      ? { ...box, stakes: {}, placed: {}, tips: {}, hands: [], lying: [], results: [] }
      : box,
  ),
  ...(view.phase === "idle"
    ? { dealer: { cards: [], soft: false, reads: "", parts: [] }, community: [], exposed: [] }
    : {}),
});

export class PitTablePage extends PitSeat {
  async start([id], asked) {
    this.tableId = id;
    this.laying = new Drafts(`bets ${id} ${session.person?.name}`);
    this.chip = null;
    this.skipped = -Infinity;
    this.phone = matchMedia("(max-width: 760px), (max-height: 430px)");
    this.classList.add("room-page");
    render(
      html`
        <header class="row bar room"></header>
        <main class="stage" id="main" tabindex="-1">
          <pit-felt></pit-felt>
          <pit-setter></pit-setter>
          <div class="column fmeters"></div>
          <pit-story class="glass story" aria-label="This round, in words"></pit-story>
          <pit-paytable class="glass pay" role="dialog" aria-label="Pay table"
            hidden></pit-paytable>
          <aside class="glass votes" hidden></aside>
          <p class="band" role="status" hidden></p>
          <pit-coach class="glass coach" role="region" aria-label="Coach" hidden></pit-coach>
        </main>
        <section class="rail" aria-label="Money, choices and chips">
          <dl class="money"></dl>
          <pit-actions></pit-actions>
          <pit-tray></pit-tray>
        </section>
      `,
      this,
    );
    [this.bar, this.stage, this.rail] = this.children;
    [this.felt, this.setter, this.meters, this.story, this.pay, this.votes, this.band, this.coach] =
      this.stage.children;
    this.sheets = {
      story: new Overlay(() => this.unfold()),
      pay: new Overlay(() => this.hideInfo()),
    };
    this.coach.changed = () => this.draw();
    [this.purse, this.actions, this.tray] = this.rail.children;
    const first = await get(`/tables/${path(id)}`); // says at once who must log in, and what does not exist
    const { gone } = this;
    this.live = new Connection(`tables/${id}`, gone);
    this.timeline = new Timeline((view) => this.take(view));
    gone.addEventListener("abort", () => this.timeline.stop());
    this.live.addEventListener("view", ({ detail }) =>
      this.timeline.take(detail.view, detail.steps),
    );
    this.live.addEventListener("state", () => this.draw());
    follow(this.live, "table");
    this.timeline.take(first);
    hearKeys(this, (event) => pressKey(this, event));
    this.phone.addEventListener("change", () => this.draw(), { signal: gone });
    addEventListener("resize", () => this.draw(), { signal: gone });
    this.felt.addEventListener("dragover", (event) => event.preventDefault());
    this.felt.addEventListener("drop", (event) => this.drop(event));
    this.stage.addEventListener("click", (event) => {
      if (this.timeline.moving && !event.target.closest("button, a")) this.skip();
    });
    swipe(this.felt, (by) => this.bringNext(by));
    const box = Number(asked.get("sit"));
    if (box && say.may(first, "sit") && !this.mine.size) this.sit(box);
  }

  // -- messages from the server --------------------------------------------------------------------

  /** What the timeline shows: everything on the page, spoken lines too, comes from here. */
  take(view) {
    const before = this.view;
    this.view = view;
    this.receive(view);
    this.dataset.phase = view.phase;
    this.toggleAttribute("data-moving", this.timeline.moving);
    entitle(view.name);
    if (before && before.round !== view.round) this.pay.hide();
    if (before && before.house !== view.house) this.recheck(); // other limits hold for what is laid
    this.tellChanges(before, view);
    this.draw();
  }

  /** Everything that still moves is shown at once; a press too many does not bet. */
  skip() {
    this.timeline.skip();
    this.skipped = performance.now();
  }

  tellChanges(before, view) {
    const last = before?.round === view.round ? before : { story: [], boxes: [] };
    const own = view.boxes
      .filter((box) => this.mine.has(box.number))
      .flatMap(({ number, results }) => results.slice(last.boxes[number - 1]?.results.length ?? 0))
      .map(settlement)
      .map(({ name, said }) => `${name}: ${said}`);
    const told = [...view.story.slice(last.story.length), ...own];
    if (before && told.length) announce(told.join(" "));
    if (before) this.sound(before, view);
    const ask = this.ask;
    if (ask && ask.number !== this.asked) {
      if (view.house.coach) this.coach.ask(view, ask);
      announce(`Your turn. ${this.turnWords(ask)}`, "assertive");
      chime();
    }
    this.asked = ask?.number;
  }

  /** What moved on the felt is heard, if that is wanted. */
  sound(before, view) {
    const cards = ({ dealer, boxes, community }) =>
      boxes.flatMap(({ hands }) => hands.flatMap((hand) => hand.cards)).length +
      dealer.cards.length +
      community.length;
    const wins = ({ boxes, you }) =>
      boxes
        .filter(({ number }) => you.boxes.includes(number))
        .flatMap(({ results }) => results.filter(({ back, cents }) => back > cents)).length;
    if (cards(view) > cards(before)) slide();
    if (view.you.in_play > before.you.in_play) click();
    if (wins(view) > wins(before)) fanfare();
  }

  // -- drawing -------------------------------------------------------------------------------------

  draw() {
    const { view } = this;
    if (!view) return;
    const ask = this.ask;
    const narrow = this.phone.matches;
    const down = this.live.lost;
    const setting = ask?.may && settings(ask).ways.length ? ask : null;
    this.classList.toggle("narrow", narrow);
    this.classList.toggle("setting", Boolean(setting));
    const { boxes, cost } = this.onFelt;
    roomBar(this.bar, view, {
      narrow,
      down,
      laid: cost,
      leave: () => this.leave(),
      shoe: this.shoe ? () => this.shoe() : null,
    });
    this.felt.show({
      view: Object.keys(boxes).length ? cleared(view) : view,
      mine: this.mine,
      open: this.open,
      laid: boxes,
      lit: this.litCards,
      narrow,
      flat: !narrow && this.stage.clientWidth > 2.15 * this.stage.clientHeight,
      dim: down,
      words: setting ? { big: "", band: "", low: "" } : view.house.inscription,
      turn: (ask ?? view.asks[0])?.box,
      acting: ask?.of,
      front: this.front(ask),
      hot: this.pay.hidden ? null : this.pay.wager,
      myPosition: view.boxes.find((box) => this.mine.has(box.number))?.position,
      canSit: say.may(view, "sit") && !down,
      press: (box, key) => this.lay(box, key),
      info: (box, key) => this.info(key),
      sit: (box) => this.sit(box),
      bring: (box) => {
        this.fronted = box;
        this.draw();
      },
      more: (box) => this.list(box),
    });
    this.setter.hidden = !setting;
    if (setting)
      this.setter.show(setting, this.handOf(setting), {
        answer: (choice) => this.answer(setting, choice),
        changed: () => this.drawRail(),
      });
    meterBoard(this.meters, view, narrow);
    votes(this.votes, view);
    this.story.classList.toggle("open", Boolean(this.unfolded)); // first: its lines scroll to the last
    this.story.show(view, this.mine, {
      laid: cost,
      narrow,
      open: this.unfolded,
      toggle: () => this.unfold(),
      history: () => showHistory(view),
      session: seatedPlayer(view) ? () => showSession(view, (said) => this.live.send(said)) : null,
      info: (key) => this.info(key),
      light: (cards) => {
        this.pointed = cards;
        this.draw();
      },
    });
    const place = this.story.getBoundingClientRect();
    const room = place.bottom - this.felt.drawnTo(place);
    this.story.style.setProperty("--room", `${Math.round(room)}px`);
    const stays = view.phase === "floor" && !narrow; // a phone says so below the felt, off the cards
    this.band.hidden = !down && !view.voided && !stays;
    this.band.classList.toggle("void", Boolean(view.voided) && !down);
    this.band.textContent = down
      ? "Reconnecting. Your stakes are safe."
      : view.phase === "floor"
        ? "Cards stay while the floor checks."
        : view.voided && `${view.voided} Stakes still in play are returned.`;
    this.coach.show(view, ask, { narrow });
    this.drawRail();
    this.sheets.story.set(narrow && Boolean(this.unfolded));
    this.sheets.pay.set(narrow && !this.pay.hidden);
  }

  /** Unfold the words of the round on a phone, or fold them again. */
  unfold() {
    this.unfolded = !this.unfolded;
    this.draw();
  }

  front(ask) {
    if (ask) return ask.box;
    const free = this.view.boxes.find((box) => !box.player);
    return this.fronted ?? [...this.mine][0] ?? free?.number ?? 1;
  }

  /** On a phone one box is full size; another of your boxes can be brought forward. */
  bringNext(by) {
    const own = [...this.mine].toSorted((a, b) => b - a);
    const next = own[own.indexOf(this.front(this.ask)) + by];
    if (!next || !this.phone.matches) return;
    this.fronted = next;
    this.draw();
  }

  drawRail() {
    const { view } = this;
    const ask = this.ask;
    const { open } = this;
    const line = (name, cents) => fact(name, sum(cents));
    const laid = this.onFelt.cost;
    const idle = this.idleWords();
    const seated = this.mine.size || view.you.balance; // chips come with the seat
    render(
      html`
        ${seated ? line("Balance", view.you.balance - laid) : null}
        ${seated ? line("In play", view.you.in_play + laid) : null}
      `,
      this.purse,
    );
    const setting = !this.setter.hidden && ask;
    this.actions.show({
      strong: ask ? (setting ? "Set your hand." : "Your turn.") : "",
      banner: ask
        ? setting
          ? this.phone.matches
            ? this.setter.tapWords
            : "Drag a card, or press its number."
          : this.turnWords(ask)
        : idle,
      ask,
      choices: setting ? [] : ask?.may,
      off: this.live.lost,
      answer: (choice) => this.answer(ask, choice),
      answerStake: (cents) => {
        this.coach.judge(ask, String(cents));
        return this.send(say.answerStake(ask.number, cents));
      },
      others: setting ? this.setter.choices : ask ? [] : this.others(),
      worth: this.coach.worthOf(ask),
      waits: idle === view.next ? view.asks[0] : undefined,
      unhurried: view.house.practice,
    });
    this.tray.hidden = this.phone.matches && !open;
    this.tray.show({
      open,
      chips: chipsOf(view),
      chip: this.chip,
      closed: this.closedWords(),
      choose: (chip) => {
        this.chip = chip;
        this.drawRail();
      },
      type: (cents) => this.typed(cents),
      spot: open && this.wager(this.target.key)?.name,
      toke: view.house.tips ? Boolean(this.forDealer) : undefined,
      turnToke: () => this.turnToke(),
    });
  }

  /** Why no chip can be laid. */
  closedWords() {
    const { phase, you } = this.view;
    if (phase === "closed") return "Closed";
    if (you.role !== "player") return "You are watching";
    return this.mine.size ? "No more bets this round" : "Sit down to bet";
  }

  idleWords() {
    const { view } = this;
    if (this.timeline.moving) return "";
    if (this.open) return this.betWords;
    if (["betting", "idle"].includes(view.phase) && !this.mine.size && say.may(view, "sit"))
      return "Press an open box to sit down.";
    return view.next;
  }

  /** Buttons that are not answers to a question. */
  others() {
    const { view } = this;
    const made = this.bets;
    const uncut = say.may(view, "cut") && view.shoe?.cut.length;
    const comes = view.house.cuts && view.shoe?.due && say.may(view, "open_round");
    if (uncut || (comes && this.open && !this.cost))
      made.push({ id: "cut", name: "Cut", below: "a new shoe", press: () => this.cut() });
    if (this.hasConsole) {
      const press = () => {
        location.hash = at("dealer", this.tableId);
      };
      made.push({ id: "console", name: "Console", below: "for the dealer", press });
    }
    const go = () => this.send(say.go());
    if (view.phase === "playing" && say.may(view, "go"))
      made.push({ key: "enter", id: "go", name: "Continue", below: "the next card", press: go });
    return made;
  }

  /** Whether this person deals here, or decides what the dealer may not. */
  get hasConsole() {
    const { you, dealer, house } = this.view;
    const works = you.role === "dealer" ? dealer.name === you.name : you.role === "floor";
    return works && !house.self_service;
  }

  /** A player may volunteer to cut, once the round is open and if the shoe is new. */
  async cut() {
    if (say.may(this.view, "open_round")) await this.send(say.openRound());
    if (!this.view.shoe?.cut.length) return; // somebody else has cut it
    const cut = await askCut(this.view);
    if (cut) this.send(say.cut(cut.at));
  }

  /** The cards that made what was won, or those of the line that is pointed at. */
  get litCards() {
    const own = this.view.boxes.filter((box) => this.mine.has(box.number));
    const won = own.flatMap((box) => box.results).filter(({ back, cents }) => back > cents);
    return new Set(this.pointed ?? won.flatMap(({ cards }) => cards));
  }
}
customElements.define("pit-table-page", PitTablePage);
