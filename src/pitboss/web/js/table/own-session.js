// Your session: hands, what was staked and won, what it was expected to cost, and limits that hold.

import { dialog, fact, html } from "../core/dom.js";
import { get, path } from "../core/api.js";
import * as say from "../core/commands.js";
import { many, parse, ratio, signed, sum } from "../core/money.js";
import { fewWords, field } from "../pages/inputs.js";
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

/** Show it, and let limits be set or lowered; `send` gives the command to the table. */
export async function showSession(view, send) {
  const session = await get(`/tables/${path(view.id)}/session`);
  const whole = Object.values(session.staked).reduce((all, cents) => all + cents, 0);
  const { cents, without, any } = await expected(view, session.staked);
  const { minutes_left: left, most_lost: most } = session;
  const number = (key, value) => fewWords(key, 20, { value, mode: "decimal" });
  const minutes = number("minutes", String(left ?? ""));
  const loss = number("loss", most ? String(most / 100) : "");
  const chosen = await dialog(
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
      <div class="stackform">
        <p>Limits apply until the session is over: you can lower them, not raise them.</p>
        ${field("Minutes until I stop", minutes)}
        ${field("The most I will lose, dollars", loss)}
      </div>
    `,
    [
      { label: "Close", value: null },
      {
        label: "Set limits",
        kind: "solid",
        value: () => ({
          minutes: Math.trunc(Number(minutes.value)) || undefined,
          loss: parse(loss.value) ?? undefined,
        }),
      },
    ],
  );
  if (!chosen) return;
  const changed = {
    minutes: chosen.minutes === left ? undefined : chosen.minutes,
    loss: chosen.loss === most ? undefined : chosen.loss,
  };
  if (changed.minutes || changed.loss) await send(say.session(changed.minutes, changed.loss));
}
