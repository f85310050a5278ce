// The procedure step by step with its clauses, and what may have gone wrong in it.

import { button, dialog, html, nothing } from "../core/dom.js";
import * as say from "../core/commands.js";
import { capital } from "../core/words.js";
import { waiting } from "../table/words.js";

const MARKS = { done: "✓", now: "●", skipped: "–" };

export const procedurePanel = (lines) => html`
  <section class="panel scroll down" tabindex="0" aria-label="Procedure">
    <header><h2>Procedure</h2></header>
    <ol class="steps">
      ${lines.map(
        (each, n) => html`
          <li class="is-${each.state}" aria-current=${each.state === "now" ? "step" : nothing}>
            <i class="centered" aria-hidden="true">${MARKS[each.state] ?? n + 1}</i>
            <div><b>${each.words}</b><span class="under">${each.why || each.clause}</span></div>
          </li>
        `,
      )}
    </ol>
  </section>
`;

/** One button for whatever may have gone wrong. */
export function wrongPanel(view, report) {
  if (!view.may_go_wrong.length) return null;
  const may = say.may(view, "irregular");
  return html`
    <section class="panel irr">
      ${button("Something went wrong", report, { key: "wrong", off: !may })}
      <p class="small quiet">
        ${
          may
            ? "Each kind names its clause and says what happens to the stakes."
            : "It can be reported while a round in play waits for a card or a decision."
        }
      </p>
    </section>
  `;
}

/** Which of these went wrong; null if none did. */
export async function chooseWrong(mishaps) {
  let found = null;
  const pick = (each) => (event) => {
    found = each;
    event.target.closest("dialog").close();
  };
  await dialog(
    "Something went wrong",
    html`
      <div class="mishaps">
        ${mishaps.map((each) =>
          button(capital(each.kind), pick(each), { key: `irr-${each.kind}` }),
        )}
      </div>
      <p class="small quiet">
        Each asks you to confirm, names its clause and says what happens to the stakes.
      </p>
    `,
    [],
  );
  return found;
}

/** What waits for the dealer's hands → what the button says. */
const GO = {
  card: "Next card",
  turn: "Turn your hole card",
  settle: "Settle side wagers",
  pay: "Paid, next",
};

export const goWords = (view) => GO[view.step.kind];

/** What is next, in the dealer's words. */
export function nowWords(view) {
  const { step } = view;
  if (view.phase === "floor") return handOver(view);
  if (view.phase !== "playing" || !step || view.system) return waiting(view);
  if (step.kind === "turn") return "Turn your hole card";
  if (step.kind === "settle") return "Settle side wagers, from your right";
  if (step.to === "burn") return "Burn a card";
  if (step.to === "dealer") return "A card to yourself";
  const box = view.boxes.find((each) => step.to.startsWith(`box ${each.number}`));
  return box ? `A card to ${box.player}, ${step.to}` : `A card: ${step.to}`;
}

/** Slips go to the floor in their order. */
const handOver = (view) =>
  `Hand ${view.slips.length > 1 ? "slips" : "slip"} ${view.slips.map((slip) => slip.number).join(", ")} to the floor`;
