// A slip: the award, the cards that won it, and the clause.

import { at, button, fact, html } from "../core/dom.js";
import { get, path } from "../core/api.js";
import { grouped, sum } from "../core/money.js";
import { isStaff } from "../core/session.js";
import { capital } from "../core/text.js";
import { cardPicture } from "../felt/cards.js";
import { paidFrom } from "../table/words.js";

/** The cards on the table of a slip, and the result that it pays; nothing if the table waits. */
export async function lyingAt(slip) {
  if (slip.decision) return { cards: [], checks: [] };
  const [view, { checks, meter }] = await Promise.all([
    get(`/tables/${path(slip.table)}`),
    get(`/slips/${path(slip.table)}/${slip.number}`),
  ]);
  const box = view.boxes.find((each) => each.number === slip.box);
  const result = box.results.find((each) => each.slip === slip.number);
  const wager = view.wagers.find((each) => each.key === slip.wager);
  const groups = [
    { of: "Dealer", ...view.dealer },
    ...box.hands.map((hand) => ({ ...hand, of: capital(hand.name) })),
  ];
  return {
    paytable: wager?.paytable,
    clause: result?.clause ?? wager?.cite,
    checks,
    meter,
    why: result?.words,
    cards: groups.filter((group) => group.cards.length),
  };
}

/** What the award does to its meter, line by line. */
function meterMove({ before, award, kept, house, after, winners }) {
  const line = (words, cents, kind = "") => html`
    <div class="between ${kind}"><dt>${words}</dt><dd class="num">${sum(cents)}</dd></div>
  `;
  return html`
    <dl class="small metermove">
      ${line("Meter when won", before)}
      ${line(winners > 1 ? `Awards, ${winners} winners` : "This award", -award)}
      ${kept ? line("From the reserve", kept) : null}
      ${house ? line("From the house, to start again", house) : null}
      ${line("Meter after", after, "total")}
    </dl>
  `;
}

/** The number of a slip as it is printed: `No. 000012`. */
export const slipNumber = ({ number }) => `No. ${String(number).padStart(6, "0")}`;

/** The slip as on paper; `lying` is what its table shows. */
export function slipCard(slip, name, lying) {
  const facts = [
    ["Table", slip.table_name],
    ["Round", grouped(slip.round)],
    ["Player", slip.player],
    ["Pay table", lying.paytable],
    ["Paid from", paidFrom(slip)],
    ["Clause", lying.clause],
  ].filter(([, value]) => value);
  return html`
    <section class="slip" aria-label="Slip ${slip.number}">
      <header class="between">
        <div>
          <p class="label">Progressive jackpot slip</p>
          <h1>${slipNumber(slip)}</h1>
        </div>
        <div class="rt">
          <span class="pill ${slip.refused ? "bad" : "hot"}">
            ${slip.decision ? "waits for a decision" : slip.refused ? "refused" : isStaff("floor") ? "waiting for you" : "to validate"}
          </span>
          <span class="small quiet">
            ${slip.table_name} · round ${slip.round} · box ${slip.box}
          </span>
        </div>
      </header>
      <div class="between wraps award">
        <div>
          <p class="label">Award</p>
          <p class="sum num">${sum(slip.cents)}</p>
          <p class="quiet">${lying.why ?? name}</p>
        </div>
        ${lying.meter ? meterMove(lying.meter) : null}
      </div>
      ${
        lying.cards.length
          ? html`
            <div class="row wraps slipcards">
              ${lying.cards.map((group, n) => [
                n ? html`<span class="plus" aria-hidden="true">+</span>` : null,
                html`
                  <figure>
                    <div>${group.cards.map((card) => cardPicture(card))}</div>
                    <figcaption class="small">
                      <b>${group.of}</b>${group.total ? ` ${group.total}` : ""}
                    </figcaption>
                  </figure>
                `,
              ])}
            </div>
          `
          : null
      }
      ${
        slip.refused
          ? html`
            <p class="refusal" role="status">
              <b>Refused by ${slip.refused}.</b> It is not paid, and the cards stay.
            </p>
          `
          : null
      }
      <dl class="between wraps small slipfacts">
        ${facts.map(([words, value]) => fact(words, value))}
      </dl>
      <footer class="row wraps">
        <a class="btn" href=${at("desk", "replay", slip.table, slip.round)}>Replay the round</a>
        ${button("Print slip", () => print())}
        <span class="end small quiet">The cards stay on the table until this is done.</span>
      </footer>
    </section>
  `;
}
