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

/** Every hand and upcard of a kind whose best choice is not plain to see. */
export function hardHands(grid, kind) {
  const found = [];
  for (const { key, hands } of grid.kinds) {
    if (kind !== "all" && key !== kind) continue;
    for (const hand of hands)
      grid.values[hand].forEach((values, n) => {
        const ranked = Object.entries(values).toSorted(([, a], [, b]) => b - a);
        if (ranked.length > 1 && ranked[0][1] - ranked[1][1] < CLOSE)
          found.push({ hand, up: grid.upcards[n], kind: key, values, ranked });
      });
  }
  return found;
}

/** What the errors cost, in cents for every hundred hands of $1. */
export const perHundred = ({ asked, lost }) => (asked ? (lost / asked) * 100 * 100 : 0);
