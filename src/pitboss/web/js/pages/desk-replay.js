// Replay a round: its log, one event after another, with the cards as they lay.

import { at, h, replace } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { parseEvent, tell } from "../core/log.js";
import { cardPicture } from "../felt/cards.js";
import { download } from "./desk-logs.js";
import { option, wagerNames } from "./parts.js";

const PACE = 700;

export async function replayPane(body, [table, round]) {
  const [{ logs }, named] = await Promise.all([get("/logs"), wagerNames()]);
  const names = named("");
  const dealt = logs.filter((log) => log.rounds);
  const id = table ?? dealt[0]?.id;
  if (!id) {
    replace(body, h("p", { class: "hush" }, "No round has been dealt yet."));
    return;
  }
  const rounds = await lastRounds(id, logs.find((log) => log.id === id)?.rounds ?? 0);
  const number = round ? Number(round) : Math.max(0, ...rounds);
  if (number && !rounds.includes(number)) rounds.push(number);
  const { lines } = number ? await get(`/tables/${path(id)}/rounds/${number}`) : { lines: [] };
  const events = lines.map(parseEvent);
  const state = { at: events.length, timer: 0 };
  const felt = h("div", { class: "replayfelt", "aria-live": "polite" });
  const log = h("ol", { class: "replaylog" });
  const slider = h("input", {
    type: "range",
    class: "slider",
    min: 0,
    max: events.length,
    value: events.length,
    "aria-label": "Event",
    oninput: (event) => {
      stop();
      state.at = Number(event.target.value);
      draw();
    },
  });
  const play = h(
    "button",
    { class: "btn solid", type: "button", onclick: () => (state.timer ? stop() : start()) },
    "Play",
  );
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
    replace(
      felt,
      [...layout(events.slice(0, state.at))].map(([place, cards]) =>
        h(
          "figure",
          { class: place === "dealer" ? "isdealer" : "" },
          h(
            "div",
            {},
            cards.map((card) => cardPicture(card)),
          ),
          h("figcaption", {}, place),
        ),
      ),
    );
    [...log.children].forEach((line) =>
      line.classList.toggle("future", Number(line.dataset.n) >= state.at),
    );
    log.querySelector(`[data-n="${state.at - 1}"]`)?.scrollIntoView({ block: "nearest" });
  }
  events.forEach((event, n) => {
    const words = tell(event, names);
    if (words) log.append(h("li", { "data-n": n }, words));
  });
  replace(
    body,
    h(
      "div",
      { class: "wrap replay" },
      h(
        "div",
        { class: "head" },
        h("h1", {}, number ? `Round ${number.toLocaleString("en-US")}` : "No round yet"),
        h(
          "div",
          { class: "obtn" },
          h(
            "label",
            { class: "field" },
            h("span", {}, "Table"),
            h(
              "select",
              {
                class: "input",
                onchange: (event) => {
                  location.hash = at("desk", "replay", event.target.value);
                },
              },
              dealt.map((each) => option(each.id, logName(each), each.id === id)),
              dealt.some((each) => each.id === id) ? null : option(id, id, true),
            ),
          ),
          h(
            "label",
            { class: "field" },
            h("span", {}, "Round"),
            h(
              "select",
              {
                class: "input",
                onchange: (event) => {
                  location.hash = at("desk", "replay", id, event.target.value);
                },
              },
              [...rounds]
                .toSorted((a, b) => b - a)
                .map((each) => option(each, each, each === number)),
            ),
          ),
          Math.min(...rounds) > 1
            ? h(
                "label",
                { class: "field anyround" },
                h("span", {}, "Any round"),
                h("input", {
                  class: "input",
                  type: "number",
                  min: 1,
                  max: Math.max(...rounds),
                  value: number,
                  onchange: (event) => {
                    const wanted = Number(event.target.value);
                    if (wanted >= 1) location.hash = at("desk", "replay", id, wanted);
                  },
                }),
              )
            : null,
          download(id),
        ),
      ),
      h(
        "div",
        { class: "replaybar" },
        h("button", { class: "btn", type: "button", onclick: () => step(-1) }, "Back"),
        play,
        h("button", { class: "btn", type: "button", onclick: () => step(1) }, "On"),
        slider,
      ),
      h("div", { class: "replaygrid" }, felt, h("div", { class: "panel" }, log)),
    ),
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

/** Where every card lies after these events. */
function layout(events) {
  const places = new Map([["dealer", []]]);
  for (const event of events) {
    if (
      (event.kind === "card" || event.kind === "place") &&
      !["burn", "exposed"].includes(event.to)
    ) {
      if (event.kind === "place")
        for (const cards of places.values()) {
          const nth = cards.indexOf(event.card);
          if (nth >= 0) {
            cards.splice(nth, 1);
            break;
          }
        }
      places.set(event.to, [
        ...(places.get(event.to) ?? []),
        event.face === "down" ? "??" : event.card,
      ]);
    } else if (event.kind === "turn") {
      const cards = places.get(event.at) ?? [];
      const down = cards.indexOf("??");
      if (down >= 0) cards[down] = event.card;
    }
  }
  return places;
}
