// Chips that are laid but not yet placed: they are yours until the stakes go to the table.

import { keepHere, keptHere } from "../core/session.js";

const TOKE = "toke on ";
const TAB = "sessionStorage";

/** A bet for the dealer is laid next to the stake on a wager, under its own key. */
export const tokeOn = (key) => TOKE + key;

/** The stakes of a box as a command names them. */
export const commanded = (stakes) =>
  Object.entries(stakes).map(([key, cents]) => {
    const tip = key.startsWith(TOKE);
    return { wager: tip ? key.slice(TOKE.length) : key, cents, tip };
  });

/** `2 x blackjack` of the other stakes, in cents; null if the rule says no such thing. */
function multiple(text, stakes) {
  const found = /^(?:(\d+)(?:\/(\d+))? x )?(\S+)$/.exec(text ?? "");
  return found
    ? Math.floor(((stakes[found[3]] ?? 0) * Number(found[1] ?? 1)) / Number(found[2] ?? 1))
    : null;
}

/** The stake after a chip is pressed: one of a fixed amount is laid whole, and taken back whole. */
export function laid(before, chip, wager, stakes = {}) {
  const rule = wager.stake;
  const only = multiple(rule.equals, stakes) ?? rule.fixed;
  if (only) return before ? 0 : only;
  return before + chip;
}

export class Drafts {
  /** `key`: under which this tab keeps the last bets. */
  constructor(key) {
    this.key = key;
    this.boxes = {};
    this.steps = [];
    const { last = {}, cost = 0 } = keptHere(key, TAB);
    Object.assign(this, { last, cost });
  }

  get(box, key) {
    return this.boxes[box]?.[key] ?? 0;
  }

  set(box, key, cents) {
    this.#keep();
    this.#put(box, key, cents);
  }

  #keep() {
    this.steps.push(structuredClone(this.boxes));
  }

  #put(box, key, cents) {
    this.boxes[box] ??= {};
    if (cents) this.boxes[box][key] = cents;
    else delete this.boxes[box][key];
    if (!Object.keys(this.boxes[box]).length) delete this.boxes[box];
  }

  /** Take the last press back; undo is free until no more bets. */
  undo() {
    if (this.steps.length) this.boxes = this.steps.pop();
  }

  clear() {
    this.boxes = {};
    this.steps = [];
  }

  /** Twice everything, in one step. */
  double() {
    this.#keep();
    for (const [box, stakes] of Object.entries(this.boxes))
      for (const [key, cents] of Object.entries(stakes)) this.#put(Number(box), key, 2 * cents);
  }

  /** Keep what went to the table, with what it cost, so that it can be laid again. */
  remember(boxes, cost) {
    this.last = structuredClone(boxes);
    this.cost = cost;
    keepHere(this.key, { last: boxes, cost }, TAB);
    this.clear();
  }

  /** Lay what was laid last, in one step. */
  repeat() {
    this.clear();
    this.#keep();
    this.boxes = structuredClone(this.last);
  }

  canRepeat(mine) {
    const boxes = Object.keys(this.last).map(Number);
    return boxes.length > 0 && boxes.every((box) => mine.has(box));
  }
}
