// Chips that are laid but not yet placed: they are yours until the stakes go to the table.

const TOKE = "toke on ";

/** A bet for the dealer is laid next to the stake on a wager, under its own key. */
export const tokeOn = (key) => TOKE + key;
export const wagerOfToke = (key) => (key.startsWith(TOKE) ? key.slice(TOKE.length) : "");

/** `2 x blackjack` of the other stakes, in cents; null if the rule says no such thing. */
function multiple(text, stakes) {
  const found = /^(?:(\d+)(?:\/(\d+))? x )?(\S+)$/.exec(text ?? "");
  return found
    ? Math.floor(((stakes[found[3]] ?? 0) * Number(found[1] ?? 1)) / Number(found[2] ?? 1))
    : null;
}

/** The stake after a chip is pressed, within the wager's own rule; `stakes` are the others. */
export function laid(before, chip, wager, stakes = {}) {
  const rule = wager.stake;
  const equal = multiple(rule.equals, stakes);
  if (equal !== null) return before ? 0 : equal;
  if (rule.fixed) return before ? 0 : rule.fixed;
  const limits = [before + chip, rule.most, multiple(rule.most_of, stakes)].filter(
    (each) => each !== null && each !== undefined,
  );
  return Math.min(...limits);
}

export class Drafts {
  constructor() {
    this.boxes = {};
    this.steps = [];
    this.last = {};
  }

  get(box, key) {
    return this.boxes[box]?.[key] ?? 0;
  }

  set(box, key, cents) {
    this.steps.push([box, key, this.get(box, key)]);
    this.#put(box, key, cents);
  }

  #put(box, key, cents) {
    this.boxes[box] ??= {};
    if (cents) this.boxes[box][key] = cents;
    else delete this.boxes[box][key];
  }

  /** Take the last chip back; undo is free until no more bets. */
  undo() {
    const step = this.steps.pop();
    if (step) this.#put(...step);
    return Boolean(step);
  }

  /** After some stakes went to the table and one was refused: what is left can be taken back. */
  recount() {
    this.steps = Object.entries(this.boxes).flatMap(([box, stakes]) =>
      Object.keys(stakes).map((key) => [Number(box), key, 0]),
    );
  }

  clear() {
    this.boxes = {};
    this.steps = [];
  }

  get total() {
    return Object.values(this.boxes).reduce(
      (all, box) => all + Object.values(box).reduce((a, b) => a + b, 0),
      0,
    );
  }

  /** Every stake in the order the table takes them: mains first, then what may need them. */
  stakes(wagers) {
    const order = new Map(wagers.map((wager, n) => [wager.key, n]));
    return Object.entries(this.boxes).flatMap(([box, stakes]) =>
      Object.entries(stakes)
        .toSorted(([a], [b]) => (order.get(a) ?? 99) - (order.get(b) ?? 99))
        .map(([key, cents]) => ({ box: Number(box), key, cents })),
    );
  }

  /** Keep what went to the table, so that it can be laid again. */
  remember() {
    this.last = structuredClone(this.boxes);
    this.clear();
  }

  repeat(mine) {
    this.clear();
    for (const [box, stakes] of Object.entries(this.last))
      if (mine.has(Number(box)))
        for (const [key, cents] of Object.entries(stakes)) this.set(Number(box), key, cents);
  }

  get canRepeat() {
    return Object.keys(this.last).length > 0;
  }
}
