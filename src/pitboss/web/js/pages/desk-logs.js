// Every table's log, open or ended: replay it here, or take it home and verify it.

import { at, h, replace } from "../core/dom.js";
import { ROOT, get, path, query } from "../core/api.js";
import { many } from "../core/money.js";
import { choose } from "./parts.js";

const STATES = [
  ["", "All"],
  ["open", "Open"],
  ["waiting", "Waiting"],
  ["closed", "Closed"],
];
const PAGE = 100;

/** The logs of one state, or of all; `state` comes from the address. */
export async function logsPane(body, [state = ""]) {
  const read = async (skip) => (await get(`/logs${query({ state, skip })}`)).logs;
  const rows = h("tbody");
  const count = h("p", { class: "quiet small", role: "status" });
  const more = h("button", { class: "btn", type: "button", onclick: () => add() }, "Older logs");
  async function add() {
    const found = await read(rows.children.length);
    rows.append(...found.map(row));
    more.hidden = found.length < PAGE;
    count.textContent = rows.children.length
      ? `${many(rows.children.length, "log")}, the newest first`
      : "No log of this kind.";
  }
  await add();
  replace(
    body,
    h(
      "div",
      { class: "wrap" },
      h(
        "div",
        { class: "head" },
        h(
          "div",
          {},
          h("h1", {}, "Logs"),
          h(
            "p",
            { class: "quiet" },
            "All that happened at a table, line by line. A downloaded log is checked with pitboss verify.",
          ),
        ),
        choose(STATES, state, (to) => (location.hash = at("desk", "logs", to)), "state"),
      ),
      h(
        "div",
        { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "Logs" },
        h(
          "table",
          { class: "grid stack" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Table", "State", "Opened", "Closed", "Rounds", "Lines", ""].map((word) =>
                h("th", { scope: "col" }, word || h("span", { class: "sr" }, "To do")),
              ),
            ),
          ),
          rows,
        ),
      ),
      h("p", { class: "obtn" }, count, more),
    ),
  );
}

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

/** A moment, as this person's country writes it. */
const when = (time) =>
  new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
