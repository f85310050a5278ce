// What the main wager pays, and the terms it is played on: the values in force here, as sentences.

import { at, h } from "../core/dom.js";
import { capital, spoken } from "../core/words.js";
import { softWords } from "../felt/layout.js";

/** What each hand pays, by the term that says it. */
const PAYS = [
  ["natural_pays", "A natural: an ace and a ten-value card"],
  ["one_color_natural_pays", "A natural of one color"],
  ["tied_natural", "A natural, and the dealer has one"],
  ["wins_pay", "Any other hand that wins"],
];

const SENTENCES = {
  soft_17: (value) => `${softWords(value)}.`,
  insurance: (value, { insurance_pays: pays }) =>
    value === "offered" ? `Insurance is offered and pays ${pays}.` : "Insurance is not offered.",
  surrender: (value) =>
    value === "none"
      ? "No hand may be surrendered."
      : `${capital(value)} surrender: a hand may be given up for half of its stake.`,
  double_on: (value) =>
    value === "never" ? "No hand may be doubled." : `A hand may be doubled: ${value}.`,
  split_by: (value) => `Two cards of one ${value} may be split.`,
  dealer_22: (value) => `When the dealer has 22: ${value}.`,
};
const OTHERS = /^(?:ties|player_bust|dealer_bust|busted_hand|qualifies|raise|fold)$/;

/** The pays of the main wager, its terms with their clauses, and what can be said of its cost. */
export function mainTerms(view, game) {
  const { in_force: force } = view.house;
  const terms = new Map(game.terms.map((term) => [term.key, term]));
  const has = (key) => terms.has(key) && force[key];
  const rows = PAYS.filter(([key]) => has(key)).map(([key, hand]) => [
    hand,
    force[key],
    terms.get(key).cite,
  ]);
  const known = has("natural_pays") // elsewhere the game's own terms say it
    ? [
        ["The same total as the dealer: the stake comes back", force.ties ?? "push", ""],
        ["A lower total, or over 21", "loses", ""],
      ]
    : [];
  const said = game.terms.flatMap(({ key, says, cite }) => {
    if (SENTENCES[key] && has(key)) return [[SENTENCES[key](force[key], force), cite]];
    return OTHERS.test(key) ? [[`${spoken(key)}: ${says}`, cite]] : [];
  });
  return [paysTable(view, [...rows, ...known]), termList(said), costWords(view)];
}

const paysTable = (view, rows) =>
  h(
    "table",
    {},
    h("caption", { class: "sr" }, `What ${view.game_name} pays`),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Hand"),
        h("th", { scope: "col", class: "num" }, "Pays"),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(([hand, pays, cite]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, hand, cite ? h("small", { class: "cite block" }, cite) : null),
          h("td", { class: "num" }, pays),
        ),
      ),
    ),
  );

const termList = (said) =>
  h(
    "ul",
    { class: "says" },
    said.map(([words, cite]) =>
      h("li", {}, h("span", {}, words), h("small", { class: "cite" }, cite)),
    ),
  );

/** No proof gives the main wager one number: it depends on the play. */
function costWords(view) {
  const proved = view.wagers.filter((wager) => wager.id && wager.paytable);
  return h(
    "p",
    { class: "costs" },
    "What this wager costs depends on how the hand is played, so no proof gives it one number. ",
    proved.length
      ? [
          "Proved exactly here: ",
          proved.map((wager, n) => [
            n ? ", " : "",
            h("a", { href: at("par", wager.id) }, wager.name),
          ]),
          ".",
        ]
      : null,
  );
}
