// Replay a round: its log, one event after another, with the cards in their places.

import { grouped } from "../core/money.js";
import { at, element, html, render } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { cardPicture } from "../felt/cards.js";
import { download } from "./desk-logs.js";
import { option } from "./inputs.js";

const PACE = 700;

export async function replayPane(body, [table, round]) {
  const { logs } = await get("/logs");
  const dealt = logs.filter((log) => log.rounds);
  const id = table ?? dealt[0]?.id;
  if (!id) {
    render(html`<p class="hush">No round has been dealt yet.</p>`, body);
    return;
  }
  const rounds = await lastRounds(id, logs.find((log) => log.id === id)?.rounds ?? 0);
  const number = round ? Number(round) : Math.max(0, ...rounds);
  if (number && !rounds.includes(number)) rounds.push(number);
  const { events } = number ? await get(`/tables/${path(id)}/rounds/${number}`) : { events: [] };
  const told = events.map((event, n) => [n, event.says]).filter(([, words]) => words);
  const state = { at: events.length, timer: 0 };
  const felt = element(html`<div class="replayfelt" aria-live="polite"></div>`);
  const log = element(html`<ol class="replaylog"></ol>`);
  const slider = element(html`
    <input type="range" class="slider" min="0" max=${events.length} .value=${events.length}
      aria-label="Event" @input=${(event) => {
        stop();
        state.at = Number(event.target.value);
        draw();
      }} />
  `);
  const play = element(html`
    <button class="btn solid" type="button" @click=${() => (state.timer ? stop() : start())}>
      Play
    </button>
  `);
  function stop() {
    clearInterval(state.timer);
    state.timer = 0;
    play.textContent = "Play";
  }
  function start() {
    if (state.at >= events.length) state.at = 0;
    play.textContent = "Pause";
    state.timer = setInterval(() => {
      state.at += 1;
      draw();
      if (state.at >= events.length || !body.isConnected) stop();
    }, PACE);
  }
  function step(by) {
    stop();
    state.at = Math.max(0, Math.min(events.length, state.at + by));
    draw();
  }
  function draw() {
    slider.value = state.at;
    render(
      [...layout(events.slice(0, state.at))].map(
        ([place, cards]) => html`
          <figure class=${place === "dealer" ? "isdealer" : ""}>
            <div>${cards.map((card) => cardPicture(card))}</div>
            <figcaption>${place}</figcaption>
          </figure>
        `,
      ),
      felt,
    );
    render(
      told.map(
        ([n, words]) => html`<li data-n=${n} class=${n >= state.at ? "future" : ""}>${words}</li>`,
      ),
      log,
    );
    log.querySelector(`[data-n="${state.at - 1}"]`)?.scrollIntoView({ block: "nearest" });
  }
  render(
    html`
      <div class="wrap replay">
        <div class="head">
          <h1>${number ? `Round ${grouped(number)}` : "No round yet"}</h1>
          <div class="obtn">
            <label class="field">
              <span>Table</span>
              <select class="input" @change=${(event) => {
                location.hash = at("desk", "replay", event.target.value);
              }}>
                ${dealt.map((each) => option(each.id, logName(each), each.id === id))}
                ${dealt.some((each) => each.id === id) ? null : option(id, id, true)}
              </select>
            </label>
            <label class="field">
              <span>Round</span>
              <select class="input" @change=${(event) => {
                location.hash = at("desk", "replay", id, event.target.value);
              }}>
                ${rounds
                  .toSorted((a, b) => b - a)
                  .map((each) => option(each, each, each === number))}
              </select>
            </label>
            ${
              Math.min(...rounds) > 1
                ? html`
                  <label class="field anyround">
                    <span>Any round</span>
                    <input class="input" type="number" min="1" max=${Math.max(...rounds)}
                      .value=${number} @change=${(event) => {
                        const wanted = Number(event.target.value);
                        if (wanted >= 1) location.hash = at("desk", "replay", id, wanted);
                      }} />
                  </label>
                `
                : null
            }
            ${download(id)}
          </div>
        </div>
        <div class="replaybar">
          <button class="btn" type="button" @click=${() => step(-1)}>Back</button>
          ${play}
          <button class="btn" type="button" @click=${() => step(1)}>On</button>
          ${slider}
        </div>
        <div class="replaygrid">${felt}<div class="panel">${log}</div></div>
      </div>
    `,
    body,
  );
  draw();
}

/** The newest of so many rounds. */
async function lastRounds(id, count) {
  const after = Math.max(0, count - 50);
  const { rounds } = await get(`/tables/${path(id)}/rounds${query({ after })}`);
  return rounds.map((each) => each.number);
}

const logName = (log) =>
  log.state === "open" ? log.name : `${log.name}, ${log.state} (${log.id})`;

/** Where every card is after these events. */
function layout(events) {
  const places = new Map([["dealer", []]]);
  for (const { kind, fields } of events) {
    if ((kind === "card" || kind === "place") && !["burn", "exposed"].includes(fields.to)) {
      if (kind === "place")
        for (const cards of places.values()) {
          const nth = cards.indexOf(fields.card);
          if (nth >= 0) {
            cards.splice(nth, 1);
            break;
          }
        }
      places.set(fields.to, [
        ...(places.get(fields.to) ?? []),
        fields.face === "down" ? "??" : fields.card,
      ]);
    } else if (kind === "turn") {
      const cards = places.get(fields.at) ?? [];
      const down = cards.indexOf("??");
      if (down >= 0) cards[down] = fields.card;
    }
  }
  return places;
}
