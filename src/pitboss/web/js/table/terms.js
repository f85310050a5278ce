// What the main wager pays, and the terms it is played on: the values in force here, as sentences.

import { at, figureHeads, figureRow, html } from "../core/dom.js";

/** The pays of the main wager, its terms with their clauses, and what can be said about its cost. */
export const mainTerms = (view) => [paysTable(view), termList(view.house.rules), costWords(view)];

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
