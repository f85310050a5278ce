// The progressive system: what the dealer presses, sees and counts, and what the floor decides.

import { html, refuseAt } from "../core/dom.js";
import { chooser, confirmed, fewWords, field } from "./inputs.js";
import * as say from "../core/commands.js";

const ASKED = {
  lights: "Which boxes have a lit sensor for",
  "award light": "Which boxes have a lit award for",
  count: "How many chips (not dollars) were bet on",
};

/** What the button of a step says. */
export const PRESSED = {
  lock: "Lock the progressive wagers",
  lights: "Check the sensors",
  count: "Count the chips",
  "award light": "Check the award light",
  "award key": "Key in the award",
  "game over": "Game over",
};

/** Numbers separated by commas or spaces. */
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);

const typed = () => fewWords("seen", 160, { mode: "numeric" });

/** Whether nothing is missing in a field; otherwise `words` are said there. */
function isFilled(input, good, words) {
  const found = good.test(input.value);
  refuseAt(input, found ? "" : words);
  if (!found) input.focus();
  return found;
}

/** Nobody confirms a count by leaving its field empty: that is not 0. */
const isSeen = (step, input) =>
  step !== "count" || isFilled(input, /^\s*\d+\s*$/, "Type the number of chips counted.");

/** What was seen or counted, as a command needs it. */
const report = (step, text) =>
  step === "count" ? { chips: Number(text) } : { boxes: numbers(text) };

/** The command for the dealer's step; null if the dealer went back. */
export async function askStep({ step, name, clause, slip }) {
  const said = slip ? { slip } : {};
  if (!ASKED[step]) return say.press(step, said);
  const seen = typed();
  const fields = html`
    <p>${name}<span class="cite block">${clause}</span></p>
    ${field(`${ASKED[step]} ${name}?`, seen)}
  `;
  const ready = () => isSeen(step, seen) || undefined;
  const sure = await confirmed(PRESSED[step], fields, "Confirm", ready);
  return sure ? say.press(step, { ...said, ...report(step, seen.value) }) : null;
}

/** The floor's decision about a difference; null if the supervisor went back. */
export async function askResolve({ step, name, clause, wrong, boxes, slip }) {
  const now = typed();
  const back = chooser(
    [["", "No wager is returned"], ...(slip ? [] : boxes.map((box) => [box, `Box ${box}`]))],
    "",
    "back",
  );
  const why = fewWords("why");
  const fields = html`
    <p>${wrong}<span class="cite block">${clause}</span></p>
    ${field(`${ASKED[step]} ${name}?`, now)}
    ${slip ? null : field("Or return the wager of", back)}
    ${field("What happened, in a few words", why)}
  `;
  const ready = () =>
    ((back.value || isSeen(step, now)) && isFilled(why, /\S/, "Say what happened.")) || undefined;
  if (!(await confirmed("Resolve the difference", fields, "Confirm", ready))) return null;
  const box = Number(back.value);
  return say.resolve({ ...(box ? { box } : report(step, now.value)), why: why.value.trim() });
}
