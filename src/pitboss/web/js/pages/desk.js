// The floor supervisor's desk: slips to validate, tables to open and close, rounds to replay.

import { at, element, html, render } from "../core/dom.js";
import { Refused } from "../core/api.js";
import { isStaff } from "../core/session.js";
import { plainPage } from "../core/shell.js";
import { auditPane, donePane } from "./desk-records.js";
import { SlipsPane } from "./desk-slips.js";
import { submissionPane } from "./desk-submission.js";
import { tablesPane } from "./desk-tables.js";
import { logsPane } from "./desk-logs.js";
import { replayPane } from "./desk-replay.js";

/** What the desk has: its words, and what draws it into an element, for what the address says. */
const PANES = {
  slips: ["Slips", (body, { gone }) => new SlipsPane().start(body, gone)],
  done: ["Validated", donePane],
  tables: ["Tables", tablesPane],
  submission: ["Submission", submissionPane],
  logs: ["Logs", logsPane],
  replay: ["Replay", replayPane],
  audit: ["Audit", auditPane],
};

class PitDeskPage extends HTMLElement {
  async start(parts, asked) {
    if (!isStaff("floor", "auditor", "admin"))
      throw new Refused(403, { error: "The floor desk is for floor supervisors and auditors." });
    const main = plainPage(this, "desk", { title: "Floor desk", kind: "deskmain" });
    render(html`<div class="tabrow"></div><div class="deskbody"></div>`, main);
    [this.tabs, this.body] = main.children;
    this.leaving = new AbortController();
    this.gone.addEventListener("abort", () => this.leaving.abort());
    await this.turn(parts, asked);
  }

  async turn([wished, ...parts], asked) {
    const pane = PANES[wished] ? wished : "slips";
    this.leaving.abort();
    this.leaving = new AbortController();
    render(tabs(pane), this.tabs);
    const body = element(html`<div></div>`);
    render(html`<p class="hush pad">Reading …</p>`, body);
    render(body, this.body); // what comes late for another pane is not seen
    const [, draw] = PANES[pane];
    await draw(body, { parts, asked, gone: this.leaving.signal });
  }
}
customElements.define("pit-desk-page", PitDeskPage);

const tabs = (now) => html`
  <div class="wraps tabs" role="tablist">
    ${Object.entries(PANES).map(
      ([key, [words]]) => html`
        <button type="button" role="tab" data-key="tab-${key}" aria-selected=${String(key === now)}
          @click=${() => {
            location.hash = at("desk", key);
          }}>
          ${words}${key === "slips" ? html`<pit-badge></pit-badge>` : null}
        </button>
      `,
    )}
  </div>
`;
