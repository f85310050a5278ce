// When something goes wrong: what happened, at which box, and what its clause decides.

import { dialog, element, html } from "../core/dom.js";
import { fewWords, field, witness } from "./inputs.js";
import { capital } from "../core/words.js";

/** Why the floor is called, in a few words; null if it is not. */
export async function askWhy(view) {
  const why = fewWords("why");
  const sure = await dialog(
    "Call the floor",
    html`
      <div class="stackform">
        <p>A floor supervisor is called to ${view.name}. The cards stay where they are.</p>
        ${field("What happened", why)}
      </div>
    `,
    [
      { label: "Go back", value: false },
      { label: "Call", value: true, kind: "solid" },
    ],
  );
  return sure ? why.value.trim() : null;
}

/** What happened and what is decided, as a command needs it; a dealer calls if it is the floor's. */
export async function askWrong(view, found) {
  const choices = found.decisions;
  const open = choices.length > 0;
  if (found.by === "floor" && view.you.role !== "floor") return askSupervisor(view, found);
  const boxes = view.boxes.filter((box) => Object.keys(box.placed).length);
  const box = element(html`
    <select class="input" aria-label="Box">
      <option value="">No box in particular</option>
      ${boxes.map(
        (each) => html`<option .value=${each.number}>Box ${each.number}, ${each.player}</option>`,
      )}
    </select>
  `);
  const decision = element(html`
    <select class="input" aria-label="Decision">
      ${choices.map((each) => html`<option .value=${each}>${capital(each)}</option>`)}
    </select>
  `);
  const [why, second] = [fewWords("why"), witness()];
  const paid = view.boxes.some((each) => each.results.some((result) => result.award));
  const sure = await dialog(
    capital(found.kind),
    html`
      <div class="stackform">
        <p>
          ${open ? "You decide, as the floor supervisor." : `The rule says: ${found.decision}.`}
          <span class="cite block">${found.clause}</span>
        </p>
        ${field("Box", box)}
        ${open ? field("Decision", decision) : null}
        ${field("What happened, in a few words", why)}
        ${paid ? second.fields : null}
      </div>
    `,
    [
      { label: "Go back", value: false },
      { label: "Confirm", value: true, kind: "solid" },
    ],
  );
  if (!sure) return null;
  return {
    kind: found.kind,
    box: Number(box.value) || undefined,
    decision: open ? decision.value : undefined,
    why: why.value.trim() || undefined,
    ...(paid ? second.said : {}),
  };
}

async function askSupervisor(view, found) {
  const why = fewWords("why");
  const sure = await dialog(
    capital(found.kind),
    html`
      <div class="stackform">
        <p>
          A floor supervisor reports and decides this at the table.
          <span class="cite block">${found.clause}</span>
        </p>
        <p class="small quiet">
          ${
            found.decisions.length
              ? `To choose from: ${found.decisions.join(", ")}.`
              : `The rule says: ${found.decision}.`
          }
        </p>
        ${field("What happened, in a few words", why)}
      </div>
    `,
    [
      { label: "Go back", value: false },
      { label: "Call the floor", value: true, kind: "solid" },
    ],
  );
  const words = why.value.trim();
  return sure ? { call: `${capital(found.kind)}${words ? `: ${words}` : ""}.` } : null;
}
