// The floor supervisor's desk: slips to validate, tables to open and close, rounds to replay.

import { at, element, html, render } from "../core/dom.js";
import { plainPage } from "../core/shell.js";
import { auditPane, donePane } from "./desk-records.js";
import { SlipsPane } from "./desk-slips.js";
import { submissionPane } from "./desk-submission.js";
import { tablesPane } from "./desk-tables.js";
import { logsPane } from "./desk-logs.js";
import { replayPane } from "./desk-replay.js";

const PANES = [
  ["slips", "Slips"],
  ["done", "Done"],
  ["tables", "Tables"],
  ["submission", "Submission"],
  ["logs", "Logs"],
  ["replay", "Replay"],
  ["audit", "Audit"],
];

class PitDeskPage extends HTMLElement {
  async start([pane = "slips", ...rest], asked) {
    document.title = "Floor desk · pitboss";
    this.main = plainPage(this, "desk");
    this.main.className = "deskmain";
    render(html`<div class="tabrow"></div><div class="deskbody"></div>`, this.main);
    [this.tabs, this.body] = this.main.children;
    this.slips = new SlipsPane();
    await this.open(pane, rest, asked);
  }

  stop() {
    this.slips?.stop();
  }

  turn([pane = "slips", ...rest], asked) {
    return this.open(pane, rest, asked);
  }

  async open(pane, rest = [], asked = new URLSearchParams()) {
    this.slips.stop();
    render(
      tabs(PANES, pane, (key) => {
        location.hash = at("desk", key);
      }),
      this.tabs,
    );
    const body = element(html`<div></div>`);
    render(html`<p class="hush pad">Reading …</p>`, body);
    render(body, this.body); // what comes late for another pane is not seen
    if (pane === "tables") await tablesPane(body);
    else if (pane === "submission") await submissionPane(body);
    else if (pane === "done") await donePane(body);
    else if (pane === "logs") await logsPane(body, rest);
    else if (pane === "audit") await auditPane(body, asked);
    else if (pane === "replay") await replayPane(body, rest);
    else await this.slips.start(body);
  }
}
customElements.define("pit-desk-page", PitDeskPage);

/** A row of tabs; `panes`: [key, words]. */
function tabs(panes, now, pick) {
  return html`
    <div class="tabs" role="tablist">
      ${panes.map(
        ([key, words]) => html`
          <button type="button" role="tab" data-key="tab-${key}"
            aria-selected=${String(key === now)} @click=${() => pick(key)}>
            ${words}${key === "slips" ? html`<pit-badge></pit-badge>` : null}
          </button>
        `,
      )}
    </div>
  `;
}
