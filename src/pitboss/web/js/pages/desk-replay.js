// Replay a round on the felt: its log, one event after another, as the table saw it.

import { grouped } from "../core/money.js";
import { at, button, element, html, render } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { pageHead } from "../core/shell.js";
import "../felt/felt.js";
import { lastRounds } from "../table/history.js";
import { download, verifyButton } from "./desk-logs.js";
import { chosen, tick } from "./inputs.js";

const PACE = 900;
const SPEEDS = [
  ["0.5", "Half"],
  ["1", "Normal"],
  ["2", "Double"],
  ["4", "Fast"],
];

export async function replayPane(body, { parts: [table, round] }) {
  const { logs } = await get("/logs");
  const dealt = logs.filter((log) => log.rounds);
  const id = table ?? dealt[0]?.id;
  if (!id) {
    render(
      html`<div class="wrap">${pageHead("Replay", "No round has been dealt yet.")}</div>`,
      body,
    );
    return;
  }
  const log = logs.find((each) => each.id === id);
  const rounds = await lastRounds(id, log?.rounds ?? 0);
  const number = round ? Number(round) : Math.max(0, ...rounds);
  if (number && !rounds.includes(number)) rounds.push(number);
  const { events } = number ? await get(`/tables/${path(id)}/rounds/${number}`) : { events: [] };
  const replay = new Replay(body, id, number, events);
  await replay.read(false);
  const go = (...to) => {
    location.hash = at("desk", "replay", ...to);
  };
  const tables = dealt.map((each) => [each.id, logName(each)]);
  if (!dealt.some((each) => each.id === id)) tables.push(id);
  const newest = rounds.toSorted((a, b) => b - a);
  const choices = html`
    ${chosen("Table", tables, id, (to) => go(to), "table")}
    ${chosen("Round", newest, number, (to) => go(id, to), "round")}
    ${
      Math.min(...rounds) > 1
        ? html`
          <label class="field anyround">
            <span>Any round</span>
            <input class="input" type="number" min="1" max=${Math.max(...rounds)}
              .value=${number} @change=${({ target }) => target.value >= 1 && go(id, target.value)} />
          </label>
        `
        : null
    }
    ${verifyButton(id, log?.name ?? id)}
    ${download(id)}
  `;
  const title = number ? `Round ${grouped(number)}` : "No round yet";
  replay.head = pageHead(title, "", html`<div class="obtn">${choices}</div>`);
  replay.draw();
}

/** One round: where it stands, whether it runs, and how fast. */
class Replay {
  constructor(body, id, number, events) {
    Object.assign(this, { body, id, number, events, at: events.length, speed: "1", search: "" });
    this.felt = element(html`<pit-felt></pit-felt>`);
  }

  /** The layouts; with `hidden`, every card is seen. */
  async read(hidden) {
    this.hidden = hidden;
    this.frames = [];
    if (!this.number) return;
    const where = `/tables/${path(this.id)}/rounds/${this.number}/frames`;
    const found = await get(`${where}${query({ hidden: hidden || null })}`);
    this.table = found.table;
    this.frames = found.frames;
  }

  get playing() {
    return Boolean(this.timer);
  }

  play() {
    if (this.at >= this.events.length) this.at = 0;
    this.timer = setInterval(
      () => {
        if (!this.body.isConnected || this.at >= this.events.length) this.pause();
        else this.go(this.at + 1);
      },
      PACE / Number(this.speed),
    );
    this.draw();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.draw();
  }

  /** Show the layout after this many events. */
  go(to) {
    this.at = Math.max(0, Math.min(this.events.length, to));
    this.draw();
  }

  /** Go to the next or the previous event that is told in words. */
  step(by) {
    this.pause();
    let to = this.at + by;
    while (to > 0 && to < this.events.length && !this.events[to - 1].says) to += by;
    this.go(to);
  }

  controls() {
    const stand = (to) => {
      this.pause();
      this.go(to);
    };
    const turn = () => (this.playing ? this.pause() : this.play());
    const hurry = (to) => {
      const ran = this.playing;
      this.pause();
      this.speed = to;
      if (ran) this.play();
    };
    return html`
      <div class="row wraps replaybar">
        ${button("First", () => stand(0), { key: "first" })}
        ${button("Back", () => this.step(-1), { key: "back" })}
        ${button(this.playing ? "Pause" : "Play", turn, { kind: "solid", key: "play" })}
        ${button("Forward", () => this.step(1), { key: "on" })}
        ${button("Last", () => stand(this.events.length), { key: "last" })}
        <input type="range" class="slider" min="0" max=${this.events.length} .value=${this.at}
          aria-label="Event" aria-valuetext=${this.events[this.at - 1]?.says || "Before the round"}
          @input=${(event) => stand(Number(event.target.value))} />
        ${chosen("Speed", SPEEDS, this.speed, hurry, "speed")}
        ${tick("Show hidden cards", this.hidden, (on) => this.read(on).then(() => this.draw()), "hidden")}
      </div>
    `;
  }

  draw() {
    const told = this.events
      .map((event, n) => [n, event.says])
      .filter(([, words]) => words?.toLowerCase().includes(this.search));
    render(
      html`
        <div class="wrap replay">
          ${this.head}
          ${this.controls()}
          <div class="replaygrid">
            ${
              this.table
                ? html`<div class="replayfelt">${this.felt}</div>`
                : html`
                  <p class="trouble">
                    The current rules no longer have this game, so its felt cannot be drawn. The
                    log says what happened.
                  </p>
                `
            }
            <div class="panel">
              <label class="field pad">
                <span>Search this round</span>
                <input class="input" type="search" data-key="search" .value=${this.search}
                  @input=${(event) => {
                    this.search = event.target.value.trim().toLowerCase();
                    this.draw();
                  }} />
              </label>
              <ol class="scroll down column small replaylog" tabindex="0" aria-label="What happened">
                ${told.map(
                  ([n, words]) => html`
                    <li data-n=${n} class=${n >= this.at ? "faint" : n === this.at - 1 ? "now" : ""}>
                      ${words}
                    </li>
                  `,
                )}
              </ol>
            </div>
          </div>
        </div>
      `,
      this.body,
    );
    this.drawFelt();
    const log = this.body.querySelector(".replaylog");
    const now = log.querySelector(".now");
    if (now) log.scrollTop = now.offsetTop - log.offsetTop - log.clientHeight / 2;
  }

  drawFelt() {
    if (!this.table) return;
    const bring = (box) => {
      this.front = box;
      this.draw();
    };
    const view = { ...this.table, ...this.frames[this.at - 1] };
    this.felt.showPast(view, { front: this.front, bring });
  }
}

const logName = (log) =>
  log.state === "open" ? log.name : `${log.name}, ${log.state} (${log.id})`;
