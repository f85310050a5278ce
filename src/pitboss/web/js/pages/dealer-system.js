// The progressive system: what the dealer presses, sees and counts, and what the floor decides.

import { html, refuseAt } from "../core/dom.js";
import { askForm, chooser, confirmed, fewWords, field } from "./inputs.js";
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

/** Nobody confirms a count by leaving its field empty: that is not 0. */
const isSeen = (step, input) => step !== "count" || /^\s*\d+\s*$/.test(input.value);
const UNSEEN = "Type the number of chips counted.";

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
  const ready = () => {
    if (isSeen(step, seen)) return true;
    refuseAt(seen, UNSEEN);
    seen.focus();
    return undefined;
  };
  const sure = await confirmed(PRESSED[step], fields, "Confirm", ready);
  return sure ? say.press(step, { ...said, ...report(step, seen.value) }) : null;
}

/** The floor's decision about a difference, asked until `send` is not refused. */
export function askResolve({ step, name, clause, wrong, boxes, slip }, send) {
  const now = typed();
  const back = chooser(
    [["", "No wager is returned"], ...(slip ? [] : boxes.map((box) => [box, `Box ${box}`]))],
    "",
    "back",
  );
  const why = fewWords("why");
  const fields = [
    html`<p>${wrong}<span class="cite block">${clause}</span></p>`,
    field(`${ASKED[step]} ${name}?`, now),
    slip ? null : field("Or return the wager of", back),
    field("What happened, in a few words", why),
  ];
  return askForm("Resolve the difference", fields, "Confirm", async () => {
    const [box, words] = [Number(back.value), why.value.trim()];
    if (!box && !isSeen(step, now)) throw new Error(UNSEEN);
    if (!words) throw new Error("Say what happened.");
    await send(say.resolve({ ...(box ? { box } : report(step, now.value)), why: words }));
  });
}
