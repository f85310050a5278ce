// The hands of a drill: which are hard to play, in which order, and what errors cost.

export const HANDS = 20; // in a drill
const CLOSE = 0.35; // of the stake between the best and the next: wider apart, a hand is easy

/** Numbers from 0 to 1 that a seed gives again (mulberry32). */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Which kind of hand it is: `A 7` is soft, `8 8` a pair, `10 6` stiff. */
export function kindOf(hand) {
  const cards = hand.split(" ");
  if (new Set(cards).size === 1) return "pairs";
  if (cards.includes("A")) return "soft";
  const total = cards.reduce((sum, card) => sum + (Number(card) || 10), 0);
  return total >= 12 && total <= 16 ? "stiff" : "other";
}

/** Every hand and upcard of a kind whose best choice is not plain to see. */
export function hardHands(grid, kind) {
  const found = [];
  for (const [hand, cells] of Object.entries(grid.values)) {
    if (kind !== "all" && kindOf(hand) !== kind) continue;
    cells.forEach((values, n) => {
      const ranked = Object.entries(values).toSorted(([, a], [, b]) => b - a);
      if (ranked.length > 1 && ranked[0][1] - ranked[1][1] < CLOSE)
        found.push({ hand, up: grid.upcards[n], kind: kindOf(hand), ranked });
    });
  }
  return found;
}

const ORDER = ["stand", "hit", "double", "split", "surrender"];

/** The words of a hand as they are offered: in the same order whatever is best. */
export function inOrder(ranked) {
  const place = (word) => (ORDER.includes(word) ? ORDER.indexOf(word) : ORDER.length);
  return ranked.map(([word]) => word).toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** What the errors cost, in cents for every hundred hands of $1. */
export const perHundred = ({ asked, lost }) => (asked ? (lost / asked) * 100 * 100 : 0);
