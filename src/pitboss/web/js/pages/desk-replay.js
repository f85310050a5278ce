// Replay a round: its log, one event after another, with the cards as they lay.

import { at, h, replace } from "../core/dom.js";
import { get, list, path } from "../core/api.js";
import { readLog, tell } from "../core/log.js";
import { cardPicture } from "../felt/cards.js";
import { option } from "./parts.js";

const PACE = 700;

export async function replayPane(body, [table, round]) {
  const tables = list(await get("/floor"), "tables");
  const id = table ?? tables[0]?.id;
  if (!id) {
    replace(body, h("p", { class: "hush" }, "No table yet."));
    return;
  }
  const rounds = list(await get(`/tables/${path(id)}/rounds`), "rounds").map((each) =>
    typeof each === "number" ? each : each.number,
  );
  const number = round ? Number(round) : Math.max(0, ...rounds);
  const events = number ? readLog(await get(`/tables/${path(id)}/rounds/${number}`)) : [];
  const names = new Map(
    (tables.find((each) => each.id === id)?.wagers ?? []).map((wager) => [wager.key, wager.name]),
  );
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
              tables.map((each) => option(each.id, each.name, each.id === id)),
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
              [...rounds].sort((a, b) => b - a).map((each) => option(each, each, each === number)),
            ),
          ),
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

/** Where every card lies after these events. */
export function layout(events) {
  const places = new Map([["dealer", []]]);
  for (const event of events) {
    if (
      (event.kind === "card" || event.kind === "place") &&
      !["burn", "exposed"].includes(event.to)
    ) {
      if (event.kind === "place")
        for (const cards of places.values()) {
          const at = cards.indexOf(event.card);
          if (at >= 0) {
            cards.splice(at, 1);
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
