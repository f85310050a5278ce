// The Rules Submission: what is in force, the revisions that were filed, and a draft of the next.

import { button, html, render } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { many } from "../core/money.js";
import { isStaff } from "../core/session.js";
import { pageHead } from "../core/shell.js";
import { listTable, when } from "./long-list.js";
import { askForm, fewWords, field } from "./inputs.js";

const PILLS = { "in force": "ok", approved: "hot", filed: "line", superseded: "line" };
let waiting = ""; // a draft from the form for tables

/** Keep a draft for the page that edits it. */
export const keepDraft = (text) => {
  waiting = text;
};

/** The submission of the house; a supervisor may file the next revision. */
export async function submissionPane(body) {
  let view = await get("/submission");
  let draft = waiting || view.text;
  waiting = "";
  let checked = null;
  let [said, refused] = ["", ""];
  const act = async (what, words = "") => {
    [said, refused] = ["", ""];
    try {
      await what();
      said = words;
    } catch (error) {
      refused = error.message;
    }
    draw();
  };
  const check = () =>
    act(async () => {
      checked = null;
      checked = await post("/submission/check", { text: draft });
    });
  const file = () =>
    act(async () => {
      view = await post("/submission", { text: draft });
    }, "Filed. It is waiting for approval and its effective date.");
  const putInForce = () =>
    act(async () => {
      view = await post("/submission/effect", {});
    }, "It is in force, and its tables are open.");
  const approval = (line) => () =>
    askApproval(line, async (asked) => {
      view = await post("/submission/approval", { sha256: line.sha256, ...asked });
      draw();
    });
  const upload = async ({ target }) => {
    const [chosen] = target.files;
    if (!chosen) return;
    draft = await chosen.text();
    checked = null;
    draw();
  };
  const draw = () =>
    render(
      html`
        <div class="wrap">
          ${pageHead("Submission")}
          <p class="refused" role="alert">${refused}</p>
          <p class="said" role="status">${said}</p>
          <p>
            <b>${view.title}</b> is in force.${" "}
            ${view.files_itself ? "A table opened here is filed as its next revision." : "No other table can be opened."}
          </p>
          ${
            view.due && isStaff("floor")
              ? html`
                <p>
                  ${view.due} is approved and its effective date has come.
                  ${button("Put it in force", putInForce, { kind: "solid", key: "effect" })}
                </p>
              `
              : null
          }
          ${listTable(
            "Revisions",
            ["Revision", "Effective", "Tables", "Filed", "Approved", ""],
            view.revisions.map((line) => revisionRow(line, approval(line))),
          )}
          ${isStaff("floor") ? editor(draft, checked, { check, file, upload, type }) : null}
        </div>
      `,
      body,
    );
  const type = ({ target }) => {
    draft = target.value;
    if (!checked) return;
    checked = null; // what was found is about another text
    draw();
  };
  draw();
}

const revisionRow = (line, approve) => html`
  <tr>
    <th scope="row">
      ${line.title} <span class="pill ${PILLS[line.state]}">${line.state}</span>
    </th>
    <td data-label="Effective">${line.effective}</td>
    <td class="num" data-label="Tables">${line.tables}</td>
    <td data-label="Filed">
      by ${line.filed_by}<span class="small quiet block">${when(line.filed_at)}</span>
    </td>
    <td data-label="Approved">
      ${
        line.approved
          ? html`
            by ${line.approved.by}
            <span class="small quiet block">${line.approved.on}, ${line.approved.document}</span>
          `
          : "not yet"
      }
    </td>
    <td class="rowacts">
      <a class="btn" download="submission-${line.revision}.toml"
        href="data:text/plain;charset=utf-8,${encodeURIComponent(line.text)}">
        Download<span class="sr"> ${line.title}</span>
      </a>
      ${
        isStaff("floor") && line.state === "filed"
          ? button("Record approval", approve, { kind: "solid", key: `approve-${line.revision}` })
          : null
      }
    </td>
  </tr>
`;

const editor = (draft, checked, on) => html`
  <h2 class="nextrevision">The next revision</h2>
  <p class="small quiet">
    Edit it here or choose a file. It can be filed once it has no faults; its tables open once it
    is approved and its effective date has come.
  </p>
  <div class="stackform">
    ${field("File", html`<input class="input" type="file" accept=".toml" @change=${on.upload} />`)}
    ${field(
      "Text",
      html`
        <textarea class="input code" rows="18" spellcheck="false" data-key="text" .value=${draft}
          @input=${on.type}></textarea>
      `,
    )}
  </div>
  <div class="rowacts revisionacts">
    ${button("Check", on.check, { key: "check" })}
    ${button("File it", on.file, {
      kind: mayFile(checked) ? "solid" : "",
      key: "file-revision",
      off: !mayFile(checked),
    })}
  </div>
  ${checked ? findings(checked) : null}
`;

const mayFile = (checked) =>
  checked !== null &&
  !checked.faults.length &&
  !checked.acknowledge.length &&
  !checked.why_not.length;

const findings = (checked) => html`
  <div class="findings" role="status">
    <p>
      ${checked.title}: ${checked.faults.length ? many(checked.faults.length, "fault") : "no faults"}${
        checked.acknowledge.length ? `, ${checked.acknowledge.length} to acknowledge` : ""
      }.
    </p>
    ${checked.why_not.map((why) => html`<p class="refused">${why}</p>`)}
    <ul>
      ${checked.faults.map(
        ({ line, clause, message }) => html`
          <li><b>Line ${line}:</b> ${clause ? html`<span class="quiet">${clause}:</span>` : null} ${message}</li>
        `,
      )}
      ${checked.acknowledge.map(
        ({ name, message }) =>
          html`<li><b>Acknowledge</b> <code class="breaks">${name}</code>: ${message}</li>`,
      )}
      ${checked.changes.map(
        ({ table, says, notice }) => html`
          <li>
            <b>${table || "The house"}</b> ${says}
            ${notice.map((each) => html`<span class="small quiet block">notice: ${each}</span>`)}
          </li>
        `,
      )}
    </ul>
  </div>
`;

async function askApproval(line, send) {
  const [by, document] = [fewWords("approved-by"), fewWords("approved-in")];
  const on = fewWords("approved-on");
  on.type = "date";
  await askForm(
    `Approval of ${line.title}`,
    [
      field("Approved by", by, "The authority, and who signed for it."),
      field("On", on),
      field("Document", document),
    ],
    "Record it",
    () => send({ by: by.value.trim(), on: on.value, document: document.value.trim() }),
  );
}
