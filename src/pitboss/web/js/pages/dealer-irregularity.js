// When something goes wrong: what happened, at which box, and what its clause decides.

import { dialog, html } from "../core/dom.js";
import { chooser, confirmed, fewWords, field, witness } from "./inputs.js";
import { capital } from "../core/text.js";

/** Whether cards stay until the floor has come or decided. */
export const isStopped = (view) => view.phase === "floor" || Boolean(view.system?.wrong);

/** Why the floor is called, in a few words; null if it is not. */
export async function askWhy(view) {
  const why = fewWords("why");
  const fields = html`
    <p>
      This calls a floor supervisor to ${view.name}.${" "}
      ${
        isStopped(view)
          ? "The deal stays stopped until one has come."
          : html`You may keep dealing. To stop the deal, use <b>Something went wrong</b>.`
      }
    </p>
    ${field("What happened", why)}
  `;
  return (await confirmed("Call the floor", fields, "Call")) ? why.value.trim() : null;
}

/** Which of these went wrong; null if none did. */
export const chooseWrong = (mishaps) =>
  dialog(
    "Something went wrong",
    html`
      <p class="small quiet">
        Each asks you to confirm, names its clause and says what happens to the stakes.
      </p>
    `,
    mishaps.map((each) => ({ label: capital(each.kind), value: each, key: `irr-${each.kind}` })),
  );

/** What happened and what is decided, as a command; a dealer calls the floor if it is the floor's. */
export async function askWrong(view, found) {
  const choices = found.decisions;
  const open = choices.length > 0;
  if (found.by === "floor" && view.you.role !== "floor") return askSupervisor(view, found);
  const boxes = view.boxes.filter((box) => Object.keys(box.placed).length);
  const box = chooser(
    [
      ["", "No box in particular"],
      ...boxes.map((each) => [each.number, `Box ${each.number}, ${each.player}`]),
    ],
    "",
    "box",
  );
  const decision = chooser(
    choices.map((each) => [each, capital(each)]),
    choices[0],
    "decision",
  );
  const [why, second] = [fewWords("why"), witness()];
  const paid = view.boxes.some((each) => each.results.some((result) => result.award));
  const fields = html`
    <p>
      ${open ? "You decide, as the floor supervisor." : `The rule says: ${found.decision}.`}
      <span class="cite block">${found.clause}</span>
    </p>
    ${field("Box", box)}
    ${open ? field("Decision", decision) : null}
    ${field("What happened, in a few words", why)}
    ${paid ? second.fields : null}
  `;
  if (!(await confirmed(capital(found.kind), fields, "Confirm"))) return null;
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
  const fields = html`
    <p>
      A floor supervisor comes to the table to report and decide this. The cards stay where they are.
      <span class="cite block">${found.clause}</span>
    </p>
    <p class="small quiet">
      ${
        found.decisions.length
          ? `The choices are: ${found.decisions.join(", ")}.`
          : `The rule says: ${found.decision}.`
      }
    </p>
    ${field("What happened, in a few words", why)}
  `;
  const sure = await confirmed(capital(found.kind), fields, "Call the floor");
  const words = why.value.trim();
  const { kind } = found;
  return sure ? { call: `${capital(kind)}${words ? `: ${words}` : ""}.`, kind } : null;
}
