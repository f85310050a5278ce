// Every table's log, open or ended: replay it here, or take it home and verify it.

import { at, h } from "../core/dom.js";
import { ROOT, get, path, query } from "../core/api.js";
import { longList, when } from "./long-list.js";
import { choose } from "./parts.js";

const STATES = [
  ["", "All"],
  ["open", "Open"],
  ["waiting", "Waiting"],
  ["closed", "Closed"],
];
const PAGE = 100;

/** The logs of one state, or of all; `state` comes from the address. */
export const logsPane = (body, [state = ""]) =>
  longList(body, {
    title: "Logs",
    words:
      "All that happened at a table, line by line. A downloaded log is checked with pitboss verify.",
    heads: ["Table", "State", "Opened", "Closed", "Rounds", "Lines", ""],
    one: "log",
    read: async (skip) => {
      const { logs } = await get(`/logs${query({ state, skip })}`);
      return { found: logs, more: logs.length === PAGE };
    },
    row,
    aside: choose(STATES, state, (to) => (location.hash = at("desk", "logs", to)), "state"),
  });

const PILLS = { open: "ok", waiting: "hot", closed: "line" };

const row = (log) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, log.name, h("span", { class: "small quiet block" }, log.id)),
    h("td", {}, h("span", { class: `pill ${PILLS[log.state]}` }, log.state)),
    h("td", { "data-label": "Opened" }, when(log.opened_at)),
    h("td", { "data-label": "Closed" }, log.closed_at ? when(log.closed_at) : "not yet"),
    h("td", { class: "num", "data-label": "Rounds" }, log.rounds.toLocaleString("en-US")),
    h("td", { class: "num", "data-label": "Lines" }, log.lines.toLocaleString("en-US")),
    h(
      "td",
      { class: "rowacts" },
      log.rounds ? h("a", { class: "btn", href: at("desk", "replay", log.id) }, "Replay") : null,
      download(log.id),
    ),
  );

/** The whole log as a file. */
export const download = (id) =>
  h(
    "a",
    { class: "btn", href: `${ROOT}/logs/${path(id)}`, download: `${id}.log` },
    "Download",
    h("span", { class: "sr" }, ` the log of ${id}`),
  );
