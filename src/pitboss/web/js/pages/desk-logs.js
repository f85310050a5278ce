// Every table's log, open or ended: replay it here, or download it and verify it.

import { grouped } from "../core/money.js";
import { at, html } from "../core/dom.js";
import { ROOT, get, path, query } from "../core/api.js";
import { longList, when } from "./long-list.js";
import { choose } from "./inputs.js";

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
      "Everything that happened at a table, line by line. Check a downloaded log with pitboss verify.",
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

const row = (log) => html`
  <tr>
    <th scope="row">${log.name}<span class="small quiet block">${log.id}</span></th>
    <td><span class="pill ${PILLS[log.state]}">${log.state}</span></td>
    <td data-label="Opened">${when(log.opened_at)}</td>
    <td data-label="Closed">${log.closed_at ? when(log.closed_at) : "not yet"}</td>
    <td class="num" data-label="Rounds">${grouped(log.rounds)}</td>
    <td class="num" data-label="Lines">${grouped(log.lines)}</td>
    <td class="rowacts">
      ${log.rounds ? html`<a class="btn" href=${at("desk", "replay", log.id)}>Replay</a>` : null}
      ${download(log.id)}
    </td>
  </tr>
`;

/** The whole log as a file. */
export const download = (id) => html`
  <a class="btn" href="${ROOT}/logs/${path(id)}" download="${id}.log">
    Download
    <span class="sr"> the log of ${id}</span>
  </a>
`;
