// Choices, states and results in words. The rules' own words come from the server; these join them.

import { html, svg } from "../core/dom.js";
import { HIDDEN } from "../felt/cards.js";
import { money, signed } from "../core/money.js";

/** Where the money of a slip comes from. */
export const paidFrom = (slip) => (slip.from === "slip" ? "the cage, never the rack" : "the rack");

/** The text below a choice: what it costs, or what it does. */
export const under = (choice) => (choice.cost ? `${money(choice.cost)} more` : choice.does);

/** What a choice is worth as a bar: zero in the middle, all choices of a hand on one scale. */
export function worthBar(value, most, best) {
  const long = (Math.abs(value) / Math.max(0.3, most * 1.05)) * 50;
  return html`
    <svg class=${best ? "evbar best" : "evbar"} viewBox="0 0 100 10" aria-hidden="true"
      preserveAspectRatio="none">
      ${svg`
        <rect class="eb" width="100" height="10" rx="3" />
        <rect class="ef" x=${value < 0 ? 50 - long : 50} y="1" width=${long} height="8" rx="2" />
        <path class="e0" d="M50 -1V11" />
      `}
    </svg>
  `;
}

/** What each choice of a hand is worth, the best first: `rows` are [name, value, shown]. */
export function worthTable(rows) {
  const most = Math.max(...rows.map(([, value]) => Math.abs(value)));
  return html`
    <table class="evs">
      <tbody>
        ${rows.map(
          ([name, value, shown], n) => html`
            <tr class=${n ? "" : "best"}>
              <th scope="row">${name}${n ? null : html`<small> best</small>`}</th>
              <td class="barc">${worthBar(value, most, !n)}</td>
              <td class="num">${shown}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** One settlement: { name, words, said, net, amount, state }. */
export function settlement(result) {
  const waits = result.slip && !result.award;
  const net = result.back + (result.award ?? 0) - result.cents;
  return {
    key: result.on,
    tip: result.tip,
    name: `${result.name}${result.tip ? ", for the dealer" : ""}`,
    words: result.words,
    said: `${result.words}. ${result.came_to}`,
    cards: result.cards,
    slip: result.slip ?? 0,
    net: waits ? 0 : net, // what a slip pays is paid when it is validated
    amount: waits ? `slip ${result.slip}` : signed(net),
    state: waits || net > 0 ? "win" : net === 0 ? "push" : "loss",
  };
}

/** A total as it is said at a table: `soft 17`. */
const totalWords = ({ total, soft }) => (soft && total < 21 ? `soft ${total}` : String(total));

/** What the dealer shows: `an ace`, `a 9`; more cards than the upcard by their total. */
function shownWords(dealer) {
  const [upcard, ...rest] = dealer.cards.filter((card) => card !== HIDDEN);
  if (!upcard || rest.length) return totalWords(dealer);
  if (upcard.startsWith("A")) return "an ace";
  return `${dealer.total === 8 ? "an" : "a"} ${dealer.total}`;
}

/** Hands and what they are up against: `soft 17 against an ace`. */
export function againstWords(hands, dealer) {
  const own = hands.map((hand) => (hand.natural ? "a blackjack" : totalWords(hand))).join(" and ");
  return dealer.total ? `${own} against ${shownWords(dealer)}` : own;
}
