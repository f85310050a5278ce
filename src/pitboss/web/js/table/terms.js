// What the main wager pays, and the terms it is played on: the values in force here, as sentences.

import { at, figureHeads, figureRow, html } from "../core/dom.js";
import { capital, spoken } from "../core/words.js";

/** What each hand pays, by the term that says it. */
const PAYS = [
  ["natural_pays", "A natural: an ace and a ten-value card"],
  ["one_color_natural_pays", "A natural of one color"],
  ["tied_natural", "A natural, and the dealer has one"],
  ["wins_pay", "Any other hand that wins"],
];

/** Terms that the felt's rules say in one line, or these. */
const SENTENCES = {
  soft_17: () => "",
  insurance: () => "Insurance is not offered",
  surrender: (value) =>
    value === "none"
      ? "No hand may be surrendered"
      : `${capital(value)} surrender: a hand may be given up for half of its stake`,
  double_on: (value) =>
    value === "never" ? "No hand may be doubled" : `A hand may be doubled: ${value}`,
  split_by: (value) => `Two cards of one ${value} may be split`,
  dealer_22: (value) => `When the dealer has 22: ${value}`,
};
const OTHERS = /^(?:ties|player_bust|dealer_bust|busted_hand|qualifies|raise|fold)$/;

/** The pays of the main wager, its terms with their clauses, and what can be said about its cost. */
export function mainTerms(view, game) {
  const { in_force: force, base_rules: rules } = view.house;
  const terms = new Map(game.terms.map((term) => [term.key, term]));
  const has = (key) => terms.has(key) && force[key];
  const rows = PAYS.filter(([key]) => has(key)).map(([key, hand]) => [
    hand,
    force[key],
    terms.get(key).cite,
  ]);
  const known = has("natural_pays") // otherwise the game's own terms say it
    ? [
        ["The same total as the dealer: the stake is returned", force.ties ?? "push", ""],
        ["A lower total, or over 21", "loses", ""],
      ]
    : [];
  const said = game.terms.flatMap(({ key, says, cite }) => {
    const words = has(key) && SENTENCES[key] && (rules[key] ?? SENTENCES[key](force[key]));
    if (words) return [[`${words}.`, cite]];
    return OTHERS.test(key) ? [[`${spoken(key)}: ${says}`, cite]] : [];
  });
  return [paysTable(view, [...rows, ...known]), termList(said), costWords(view)];
}

const paysTable = (view, rows) => html`
  <table>
    <caption class="sr">What ${view.game_name} pays</caption>
    ${figureHeads("Hand", "Pays")}
    <tbody>
      ${rows.map(([hand, pays, cite]) =>
        figureRow([hand, cite ? html`<small class="cite block">${cite}</small>` : null], pays),
      )}
    </tbody>
  </table>
`;

const termList = (said) => html`
  <ul class="column says">
    ${said.map(
      ([words, cite]) =>
        html`<li><span>${words}</span><small class="cite block">${cite}</small></li>`,
    )}
  </ul>
`;

/** No proof gives the main wager one number: it depends on the play. */
function costWords(view) {
  const proved = view.wagers.filter((wager) => wager.id && wager.paytable);
  return html`
    <p class="quiet costs">
      What this wager costs depends on how the hand is played, so no proof gives it one
      number.${" "}
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
