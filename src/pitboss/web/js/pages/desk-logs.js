// The log of every table, open or closed: replay it here, verify it, or download it.

import { grouped, many } from "../core/money.js";
import { at, button, choose, dialog, element, html, render } from "../core/dom.js";
import { ROOT, get, path, query } from "../core/api.js";
import { longList, when } from "./long-list.js";

const STATES = [
  ["", "All"],
  ["open", "Open"],
  ["waiting", "Waiting"],
  ["closed", "Closed"],
];

/** The logs of one state, or of all; `state` comes from the address. */
export const logsPane = (body, { parts: [state = ""] }) =>
  longList(body, {
    title: "Logs",
    words:
      "Everything that happened at a table, line by line. Verify replays a log from its first line; to check a downloaded log, run pitboss verify.",
    heads: ["Table", "State", "Opened", "Closed", "Rounds", "Lines", ""],
    one: "log",
    read: async (skip) => ({ found: (await get(`/logs${query({ state, skip })}`)).logs }),
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
      ${verifyButton(log.id, log.name)}
      ${download(log.id)}
    </td>
  </tr>
`;

/** Replay a log from its first line, and say what that found. */
export const verifyButton = (id, name) =>
  button(html`Verify<span class="sr"> the log of ${name}</span>`, () => verify(id, name), {
    key: `verify-${id}`,
  });

async function verify(id, name) {
  const place = element(html`<div role="status"></div>`);
  render(html`<p class="hush">Replaying the log …</p>`, place);
  const shown = dialog(`Verify ${name}`, place);
  try {
    render(verdict(await get(`/logs/${path(id)}/verify`)), place);
  } catch (error) {
    render(html`<p class="refused" role="alert">${error.message}</p>`, place);
  }
  await shown;
}

const verdict = (found) => html`
  ${compared(found)}
  ${found.other_rules ? html`<p class="quiet">${found.other_rules} The log is judged by the current one.</p>` : null}
`;

const compared = ({ lines, rounds, differences, open, heads }) =>
  differences.length
    ? html`
      <p>
        <span class="pill bad">Differs</span> ${many(differences.length, "line")} of
        ${grouped(lines)} ${differences.length === 1 ? "does" : "do"} not follow from the rules.
      </p>
      <ul class="column small differs">${differences.slice(0, 20).map((each) => html`<li>${each}</li>`)}</ul>
    `
    : html`
      <p>
        <span class="pill ok">Verified</span> ${many(rounds, "round")} replayed; all
        ${grouped(lines)} lines match.
      </p>
      ${open ? html`<p class="quiet">The table is still open: ${open}.</p>` : null}
      ${heads ? html`<p class="small quiet breaks">The chain ends at ${heads}.</p>` : null}
    `;

/** The whole log as a file. */
export const download = (id) => html`
  <a class="btn" href="${ROOT}/logs/${path(id)}" download="${id}.log">
    Download
    <span class="sr"> the log of ${id}</span>
  </a>
`;
