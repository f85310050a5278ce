// Your session: hands, what was staked and won, what it was expected to cost, and limits that hold.

import { dialog, fact, html } from "../core/dom.js";
import { get, path } from "../core/api.js";
import * as say from "../core/commands.js";
import { many, money, NO_AMOUNT, parse, ratio, signed, sum } from "../core/money.js";
import { askForm, typed } from "../pages/inputs.js";
import { capital } from "../core/text.js";
import { sheetOf } from "./paytable.js";

/** What the staked wagers cost on average, and those whose cost no sheet here states. */
async function expected(view, staked) {
  const offered = view.wagers.filter((wager) => staked[wager.key]);
  const known = await Promise.all(
    offered.map(async (wager) => {
      try {
        const sheet = wager.paytable ? await sheetOf(view, wager) : null;
        return sheet ? ratio(sheet.house_edge) * staked[wager.key] : null;
      } catch {
        return null; // a sheet that cannot be proved now
      }
    }),
  );
  const cents = known.reduce((all, each) => all + (each ?? 0), 0);
  const without = offered.filter((_, n) => known[n] === null).map(({ name }) => name);
  return { cents: Math.round(cents), without, any: known.some((each) => each !== null) };
}

/** What a limit's field says: undefined if it is empty, null if the server would not take it. */
const limit = (read, least, most) => (text) => {
  if (!text.trim()) return undefined;
  const found = read(text);
  return found >= least && found <= most ? found : null;
};
const minutesIn = limit((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : null), 1, 1440);
const lossIn = limit(parse, 100, Infinity);

/** Show it, and let limits be set or lowered; `send` gives the command to the table. */
export async function showSession(view, send) {
  const session = await get(`/tables/${path(view.id)}/session`);
  const whole = Object.values(session.staked).reduce((all, cents) => all + cents, 0);
  const { cents, without, any } = await expected(view, session.staked);
  const { minutes_left: left, most_lost: most } = session;
  const wish = {}; // limits that were typed
  const number = (words, value, read, wrong, key) => {
    const set = (found) => {
      wish[key] = found;
    };
    return typed(words, value, read, wrong, set, { key, mode: "decimal" });
  };
  const set = await askForm(
    "Your session",
    html`
      <div class="small facts">
        <dl>
          ${fact("Time", many(session.minutes, "minute"))} ${fact("Hands", String(session.hands))}
          ${fact("Staked", sum(whole))} ${fact("Won or lost", signed(session.net))}
          ${fact("Biggest win", sum(session.best))}
          ${any ? fact("Expected cost", sum(cents)) : null}
        </dl>
      </div>
      ${
        without.length && any
          ? html`<p class="small quiet">The expected cost leaves out ${without.join(", ")}.</p>`
          : null
      }
      <p>Limits apply until the session is over: you can lower them, not raise them.</p>
      ${number("Minutes until I stop", String(left ?? ""), minutesIn, "Type a whole number of minutes, such as 60.", "minutes")}
      ${number("The most I will lose, dollars", most ? String(most / 100) : "", lossIn, NO_AMOUNT, "loss")}
    `,
    "Set limits",
    async () => {
      const { minutes, loss } = wish;
      if (minutes || loss) await send(say.session(minutes, loss));
    },
  );
  const { minutes, loss } = wish;
  if (!set || !(minutes || loss)) return;
  const words = [
    minutes && `you will stop in ${many(minutes, "minute")}`,
    loss && `you will lose at most ${money(loss)}`,
  ].filter(Boolean);
  await dialog("Limits set", html`<p>${capital(words.join(", and "))}.</p>`);
}
