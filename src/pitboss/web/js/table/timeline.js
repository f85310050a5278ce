// The round in time: what the server sent is shown in the order and at the pace of a table.
// Card, then total, then words, then money: no frame rests on a card that has not been turned.

import { calm } from "../core/dom.js";

const CARD = 230; // from the shoe to the hand
const TURN = 320;
const LONGEST = 4000; // of what one message tells
const BEHIND = 6000; // of what waits: then only the end is shown
const HURRY = 5; // seconds before a question is no longer waited for
const CHIPS = 700; // the last chips come home

/** Milliseconds before an event shows. */
const WAITS = { bet: 40, tip: 40, closed: 160, say: 260, stake: 180, place: 300, slip: 250 };

const CARDS = new Set(["card", "place", "turn"]);
const after = (boxes, changed) =>
  boxes.map((box) => changed.find((each) => each.number === box.number) ?? box);

/** Cards of which the newest is still on its way: everything that rests on it is as before. */
function unread(now, before) {
  const { total, soft = false, reads = "", parts = [] } = before ?? {};
  return { ...now, total, soft, reads, parts };
}

function unreadHand(now, before) {
  return { ...unread(now, before), over: before?.over ?? false };
}

const inTheAir = (boxes, before) =>
  boxes.map((box) => {
    const was = before.find((each) => each.number === box.number);
    const hands = box.hands.map((hand) =>
      unreadHand(
        hand,
        was?.hands.find((each) => each.number === hand.number),
      ),
    );
    return { ...was, ...box, results: was?.results ?? [], hands };
  });

function waitFor(step, last, drawn) {
  if (step.what === "turn") return last === "turn" ? 90 : 500;
  if (step.what === "card") return drawn && step.box === 0 ? 350 : 0;
  if (step.what === "result") return last === "result" ? 330 : 500;
  return WAITS[step.what] ?? 0;
}

/** How many steps begin with a person's own bets: their chips lie there before the server says so. */
function alreadyLaid(steps, boxes = []) {
  const own = ({ what, box }) => (what === "bet" || what === "tip") && boxes.includes(box);
  return steps.findLastIndex(own);
}

/**
 * The frames between two views: each is a view, `wait` the milliseconds since the one before. The
 * last one is the view itself.
 */
export function film(before, now, steps) {
  const { dealer, community, exposed, positions, slips, meters, wagers, voided } = before;
  const lying = { dealer, community, exposed, positions, slips, meters, wagers, voided };
  let shown = {
    ...now,
    ...lying,
    boxes: before.boxes,
    story: before.round === now.round ? before.story : [],
    you: { ...now.you, balance: before.you.balance, in_play: before.you.in_play },
    phase: before.phase === "idle" ? "playing" : before.phase,
    asks: [],
    may: [],
  };
  const frames = [];
  const put = (view, wait) => frames.push({ view: (shown = view), wait });
  let last = "";
  let drawn = before.dealer.cards.length > 1 && before.round === now.round;
  const laidBefore = alreadyLaid(steps, now.you.boxes);
  for (const [n, step] of steps.entries()) {
    const { what, boxes, story, balance, in_play, box, ...parts } = step;
    const laid = { ...parts, phase: what === "round" ? "betting" : shown.phase };
    if (what === "closed" || CARDS.has(what)) laid.phase = "playing";
    const whole = {
      ...shown,
      ...laid,
      boxes: after(shown.boxes, boxes),
      story: [...shown.story, ...story],
      you: { ...shown.you, balance, in_play },
    };
    const wait = waitFor(step, last, drawn);
    if (n < laidBefore) {
      shown = whole;
    } else if (CARDS.has(what)) {
      const moved = {
        ...shown,
        ...laid,
        boxes: after(shown.boxes, inTheAir(boxes, shown.boxes)),
        dealer: parts.dealer ? unread(parts.dealer, shown.dealer) : shown.dealer,
      };
      put(moved, wait);
      put(whole, what === "turn" ? TURN : CARD);
    } else put(whole, n === laidBefore ? 0 : wait);
    if (what === "turn" && box === 0) drawn = true;
    last = what;
  }
  const home = last === "result" ? CHIPS : 0;
  const long = frames.reduce((all, frame) => all + frame.wait, home);
  const pace = Math.min(1, LONGEST / Math.max(1, long));
  return [...frames, { view: now, wait: home }].map((frame) => ({
    ...frame,
    wait: frame.wait * pace,
  }));
}

export const lengthOf = (frames) => frames.reduce((all, { wait }) => all + wait, 0);

export class Timeline {
  #queue = [];
  #timer = 0;
  #show;

  /** `show` draws a view; nothing else decides what is on the screen. */
  constructor(show) {
    this.#show = show;
  }

  get moving() {
    return this.#queue.length > 0;
  }

  /** A view as the server has it, and the steps that led to it. */
  take(view, steps = []) {
    const last = this.#queue.at(-1)?.view ?? this.view;
    if (!last || !steps.length || calm() || document.hidden) {
      this.#queue.push({ view, wait: 0 });
      if (!this.#waits(view)) this.skip();
      return;
    }
    this.#queue.push(...film(last, view, steps));
    const soon = view.asks.some(({ left }) => left != null && left < HURRY);
    if (soon || lengthOf(this.#queue) > BEHIND) this.skip();
    else if (!this.#timer) this.#next();
  }

  /** Somebody sat down, or a meter rose, while cards are on their way: it is shown after them. */
  #waits(view) {
    return this.#queue.length > 1 && !calm() && !document.hidden && view.round === this.view?.round;
  }

  #next() {
    const [frame] = this.#queue;
    if (!frame) {
      this.#timer = 0;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#queue.shift();
      this.#put(frame.view);
      this.#next();
    }, frame.wait);
  }

  #put(view) {
    this.view = view;
    this.#show(view);
  }

  /** Everything that waits is shown now, the words of each step included; true if anything did. */
  skip() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const last = this.#queue.at(-1);
    this.#queue = [];
    if (last) this.#put(last.view);
    return Boolean(last);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#queue = [];
  }
}
