// The progressive system: what the dealer presses, sees and counts, and what the floor decides.

import { html } from "../core/dom.js";
import { chooser, confirmed, fewWords, field } from "./inputs.js";
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

const typed = (value) => fewWords("seen", 160, { value: String(value), mode: "numeric" });

/** What was seen or counted, as a command needs it. */
const report = (step, text) =>
  step === "count" ? { chips: numbers(text)[0] ?? 0 } : { boxes: numbers(text) };

/** The command for the dealer's step; null if the dealer went back. */
export async function askStep({ step, name, clause, slip }) {
  const said = slip ? { slip } : {};
  if (!ASKED[step]) return say.press(step, said);
  const seen = typed("");
  const fields = html`
    <p>${name}<span class="cite block">${clause}</span></p>
    ${field(ASKED[step], seen)}
  `;
  const sure = await confirmed(PRESSED[step], fields, "Confirm");
  return sure ? say.press(step, { ...said, ...report(step, seen.value) }) : null;
}

/** The floor's decision about a difference; null if the supervisor went back. */
export async function askResolve({ step, name, clause, wrong, boxes, slip }) {
  const now = typed(step === "count" ? boxes.length : boxes.join(", "));
  const back = chooser(
    [["", "No wager is returned"], ...(slip ? [] : boxes.map((box) => [box, `Box ${box}`]))],
    "",
    "back",
  );
  const why = fewWords("why");
  const fields = html`
    <p>${wrong}<span class="cite block">${clause}</span></p>
    ${field(`${ASKED[step]} now, ${name}`, now)}
    ${slip ? null : field("Or return the wager of", back)}
    ${field("What happened, in a few words", why)}
  `;
  if (!(await confirmed("Resolve the difference", fields, "Confirm"))) return null;
  const box = Number(back.value);
  const words = why.value.trim();
  return say.resolve({
    ...(box ? { box } : report(step, now.value)),
    ...(words ? { why: words } : {}),
  });
}
