// <pit-paytable>: what a wager pays and costs, with exact chances and its clause, from the server; of
// the main wager, the terms it is played on, as sentences.

import {
  at,
  fact,
  figureHeads,
  figureRow,
  html,
  icon,
  nothing,
  render,
  wideTable,
} from "../core/dom.js";
import { pairs, path, query } from "../core/api.js";
import { proof } from "../core/proofs.js";
import { chance, cost, many, money, percent, ratio } from "../core/money.js";
import { meterName } from "./meters.js";

/** The sheet of a wager as this table offers it; asked once. */
export function sheetOf(view, wager) {
  const asked = query({
    table: wager.paytable,
    decks: view.house.decks,
    reading: pairs(wager.readings),
  });
  return proof(`/par/${path(wager.id)}${asked}`);
}

class PitPaytable extends HTMLElement {
  /** Show a wager; `hit` marks the line that was won, `stake` is what the cost is calculated for. */
  async show(view, wager, { close, hit, stake }) {
    this.hidden = false;
    this.wager = wager.key;
    const head = (sub) => html`
      <header>
        <div><h2>${wager.name}</h2><p class="quiet">${sub}</p></div>
        <button class="sq centered end x" type="button" aria-label="Close the pay table, Escape"
          @click=${close}>
          ${icon("x")}
        </button>
      </header>
    `;
    if (!wager.paytable) return this.rule(view, wager, head);
    render(
      html`
        ${head(`Settled ${wager.settles}`)}
        <p class="hush">Calculating the exact chances …</p>
      `,
      this,
    );
    try {
      const sheet = await sheetOf(view, wager);
      if (this.wager !== wager.key) return;
      render(
        html`
          ${head(sheet.object)}
          ${table(sheet, hit)}
          ${figures(sheet, stake || wager.stake.fixed || wager.stake.least)}
          ${live(wager)}
          <p class="between cite foot">
            <span>
              All ${sheet.show.total} ways, ${many(sheet.decks, "deck")}${tableWords(sheet)}
            </span>
            <a href=${at("rules", wager.id)}>${sheet.cite}</a>
          </p>
          <p class="between cite foot last">
            <a href=${at("par", wager.id) + query({ table: sheet.table, decks: sheet.decks })}>
              Whole sheet
            </a>
            <span>Stake ${stakeWords(wager, view)}</span>
          </p>
        `,
        this,
      );
    } catch (error) {
      if (this.wager === wager.key)
        render(html`${head("")}<p class="hush">${error.message}</p>`, this);
    }
  }

  /** A wager without a pay table: the terms of its game that say what it pays. */
  rule(view, wager, head) {
    render(
      html`
        ${head(view.game_name)}
        ${mainTerms(view)}
        <p class="between cite foot">
          <span>Stake ${stakeWords(wager, view)}</span>
          <a href=${at("rules", view.jurisdiction, view.game)}>${view.cite}</a>
        </p>
      `,
      this,
    );
  }

  hide() {
    this.hidden = true;
    this.wager = null;
    render(nothing, this);
  }
}
customElements.define("pit-paytable", PitPaytable);

/** What may be staked: `$1 to $100`. */
export function stakeWords(wager, view) {
  const rule = wager.stake;
  if (rule.fixed) return money(rule.fixed);
  if (rule.equals) {
    const [key, , part] = rule.equals.split(" ").toReversed(); // `1/5 x blackjack`
    const name = view.wagers.find((each) => each.key === key)?.name ?? "the main stake";
    return part ? `${part} of ${name}` : `as much as ${name}`;
  }
  return `${money(rule.least)} to ${money(rule.most)}`;
}

/** The only pay table that a law prints has no name. */
const tableWords = ({ table: id }) => (/^pay table$/i.test(id) ? "" : `, pay table ${id}`);

function table(sheet, hit) {
  const won = hit?.toLowerCase();
  const kind = ({ lost, name }) => (lost ? "dim" : name.toLowerCase() === won ? "hit" : "");
  return wideTable(
    "Pays",
    [
      html`<caption class="sr">${sheet.name}, ${sheet.title}</caption>`,
      figureHeads("Hand", "Pays", "Ways", "Chance"),
    ],
    sheet.outcomes.map(
      (line) => html`
        <tr class=${kind(line)}>
          <th scope="row">${line.show.name}</th>
          <td class="num">${line.lost ? "loses" : line.show.pays}</td>
          <td class="num">
            ${line.show.ways.length > 14 ? Number(line.ways).toExponential(3) : line.show.ways}
          </td>
          <td class="num">${chance(line.probability)}</td>
        </tr>
      `,
    ),
  );
}

function figures(sheet, stake) {
  const long = sheet.split?.long_run;
  return html`
    <dl>
      ${
        long
          ? fact("Long-run return", percent(long))
          : fact("House edge", percent(sheet.house_edge, 4))
      }
      ${fact("Pays something", chance(sheet.hit_frequency))}
      ${fact(
        `Cost per ${money(stake)}`,
        long ? cost(1 - ratio(long), stake) : cost(sheet.house_edge, stake),
      )}
    </dl>
  `;
}

function live({ key, name, meters }) {
  return meters.length
    ? html`
      <ul class="livemeters">
        ${meters.map(
          (meter) => html`
            <li class="between">
              <span>${meterName(meter, new Map([[key, name]]))}</span>
              <b class="num">${money(meter.shows)}</b>
            </li>
          `,
        )}
      </ul>
    `
    : null;
}

// -- the main wager -------------------------------------------------------------------------------

/** The pays of the main wager, its terms with their clauses, and what can be said about its cost. */
const mainTerms = (view) => [paysTable(view), termList(view.house.rules), costWords(view)];

const paysTable = (view) => html`
  <table>
    <caption class="sr">What ${view.game_name} pays</caption>
    ${figureHeads("Hand", "Pays")}
    <tbody>
      ${view.house.pays.map(({ hand, pays, clause }) =>
        figureRow([hand, clause ? html`<small class="cite block">${clause}</small>` : null], pays),
      )}
    </tbody>
  </table>
`;

const termList = (rules) => html`
  <ul class="column small houserules">
    ${rules.map(
      ({ says, clause }) =>
        html`<li><span>${says}.</span><small class="cite block">${clause}</small></li>`,
    )}
  </ul>
`;

/** The cost of the main wager depends on the play; that of the best play is on the game's sheet. */
function costWords(view) {
  const proved = view.wagers.filter((wager) => wager.id && wager.paytable);
  return html`
    <p class="quiet costs">
      What this wager costs depends on how the hand is played:${" "}
      <a href=${at("par", view.jurisdiction, view.game)}>the best play and its cost</a>.${" "}
      ${
        proved.length
          ? [
              "Proved exactly here: ",
              proved.map((wager, n) => [
                n ? ", " : "",
                html`<a href=${at("par", wager.id)}>${wager.name}</a>`,
              ]),
              ".",
            ]
          : null
      }
    </p>
  `;
}
