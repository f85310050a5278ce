// The progressive system: what the dealer presses, sees and counts, and what the floor decides.

import { dialog, element, html } from "../core/dom.js";
import { fewWords, field } from "./inputs.js";
import * as say from "../core/commands.js";

const ASKED = {
  lights: "Boxes whose sensor is lit",
  "award light": "Boxes whose award is lit",
  count: "Chips counted",
};
const PRESSED = {
  lock: "Lock the progressive wagers",
  lights: "Check the sensors",
  count: "Count the chips",
  "award light": "Check the award light",
  "award key": "Key in the award",
  "game over": "Game over",
};

/** What the button of a step says. */
export const stepWords = ({ step }) => PRESSED[step];

/** Numbers separated by commas or spaces. */
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);

const typed = (value, words) =>
  element(html`
  <input class="input" type="text" inputmode="numeric" autocomplete="off" aria-label=${words}
    .value=${value} />
`);

/** What was seen or counted, as a command needs it. */
const report = (step, text) =>
  step === "count" ? { chips: numbers(text)[0] ?? 0 } : { boxes: numbers(text) };

/** The command for the dealer's step; null if the dealer went back. */
export async function askStep({ step, name, clause, slip }) {
  const said = slip ? { slip } : {};
  if (!ASKED[step]) return say.press(step, said);
  const seen = typed("", ASKED[step]);
  const sure = await dialog(
    PRESSED[step],
    html`
      <div class="stackform">
        <p>${name}<span class="cite block">${clause}</span></p>
        ${field(ASKED[step], seen)}
      </div>
    `,
    [
      { label: "Go back", value: false },
      { label: "Confirm", value: true, kind: "solid" },
    ],
  );
  return sure ? say.press(step, { ...said, ...report(step, seen.value) }) : null;
}

/** The floor's decision about a difference; null if the supervisor went back. */
export async function askResolve({ step, name, clause, wrong, boxes, slip }) {
  const now = typed(step === "count" ? boxes.length : boxes.join(", "), ASKED[step]);
  const back = element(html`
    <select class="input" aria-label="Return a wager">
      <option value="">No wager is returned</option>
      ${slip ? null : boxes.map((box) => html`<option .value=${box}>Box ${box}</option>`)}
    </select>
  `);
  const why = fewWords("why");
  const sure = await dialog(
    "Resolve the difference",
    html`
      <div class="stackform">
        <p>${wrong}<span class="cite block">${clause}</span></p>
        ${field(`${ASKED[step]} now, ${name}`, now)}
        ${slip ? null : field("Or return the wager of", back)}
        ${field("What happened, in a few words", why)}
      </div>
    `,
    [
      { label: "Go back", value: false },
      { label: "Confirm", value: true, kind: "solid" },
    ],
  );
  if (!sure) return null;
  const box = Number(back.value);
  const words = why.value.trim();
  return say.resolve({
    ...(box ? { box } : report(step, now.value)),
    ...(words ? { why: words } : {}),
  });
}
