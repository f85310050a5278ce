// Betting: chips are laid, the server says at once whether they may be, and one press deals.

import { announce } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import * as say from "../core/commands.js";
import { chipsOf, money } from "../core/money.js";
import { mainOf } from "../felt/box.js";
import { commanded, laid, tokeOn } from "./drafts.js";
import { stakeWords } from "./paytable.js";

const OPEN = ["idle", "betting"];

/** The stakes and the bets for the dealer of a box, as the server is asked about them. */
function asked(stakes) {
  const said = (tips) =>
    commanded(stakes)
      .filter(({ tip }) => tip === tips)
      .map(({ wager, cents }) => `${wager}:${cents}`);
  return { stake: said(false), tip: said(true) };
}

/** What a person may do with chips; `view`, `mine`, `laying` and `draw()` are the page's. */
export class PitBetting extends HTMLElement {
  checks = {};
  sent = null; // chips on their way: they lie where they were laid until the view has them

  /** Whether chips may be laid: also between rounds, while the last one is still on the layout. */
  get open() {
    const { view } = this;
    const there = view.you.role === "player" && this.mine.size > 0 && !this.timeline.moving;
    return there && !this.sent && OPEN.includes(view.phase);
  }

  /** The chips on the felt that the view does not have, by box, and what they cost. */
  get onFelt() {
    if (this.sent) return this.sent;
    return this.open ? { boxes: this.laidBoxes, cost: this.cost } : { boxes: {}, cost: 0 };
  }

  /** A new view: chips that were sent are the table's once it has them, all at the same time. */
  receive({ round, phase, boxes }) {
    if (!this.sent) return;
    const [here] = this.sent.stakes;
    const lies = ({ placed, tips }) => (here.tip ? tips : placed)[here.wager];
    const begun = phase !== "betting" || lies(boxes[here.box - 1]);
    if (round > this.sent.round || (round === this.sent.round && begun)) this.sent = null;
  }

  /** What may be staked, with the chips that are given when the round opens. */
  get stakable() {
    return this.view.you.balance + (this.view.you.refill ?? 0);
  }

  /** What the server said about a box, if its stakes have not changed since. */
  known(box) {
    const check = this.checks[box];
    return check?.of === JSON.stringify(this.laying.boxes[box] ?? {}) ? check : null;
  }

  /** What is laid on a box: what was pressed, and what goes with it. */
  laidAt(box) {
    return { ...this.laying.boxes[box], ...this.known(box)?.stakes };
  }

  get laidBoxes() {
    return Object.fromEntries(
      Object.keys(this.laying.boxes)
        .map((box) => [box, this.laidAt(box)])
        .filter(([, stakes]) => Object.keys(stakes).length),
    );
  }

  /** What the laid chips will cost, with what the deal takes besides. */
  get cost() {
    const sum = (stakes) => Object.values(stakes).reduce((a, b) => a + b, 0);
    return Object.entries(this.laidBoxes).reduce(
      (all, [box, stakes]) => all + (this.known(box)?.cents || sum(stakes)),
      0,
    );
  }

  /** Whether all that is laid may be dealt, and if not, what is missing. */
  get verdict() {
    const boxes = Object.keys(this.laidBoxes);
    const found = boxes.map((box) => this.known(box));
    if (found.includes(null)) return { ready: false, words: "" };
    const words = found.map((each) => each.refused || each.needs).find(Boolean) ?? "";
    return { ready: boxes.length > 0 && !words, words };
  }

  /** Ask the server about a box; resolves to why its stakes may not be placed. */
  async check(box) {
    const own = this.laying.boxes[box] ?? {};
    const of = JSON.stringify(own);
    if (of === "{}") {
      delete this.checks[box];
      return "";
    }
    try {
      const found = await get(
        `/tables/${path(this.tableId)}/stakes${query({ box, ...asked(own) })}`,
      );
      if (of !== JSON.stringify(this.laying.boxes[box] ?? {})) return ""; // pressed again meanwhile
      this.checks[box] = { ...found, of };
      return found.refused;
    } catch (error) {
      return error.message;
    }
  }

  /** After a press: what the server refuses is taken back at once, with its reason. */
  async settle(box, words) {
    this.draw();
    const before = this.laying.steps.length;
    const wrong = await this.check(box);
    if (!wrong) announce(words);
    else if (this.laying.steps.length === before) {
      this.laying.undo();
      await this.check(box);
      this.refuse(wrong);
    }
    this.draw();
    return wrong;
  }

  lay(box, key) {
    if (this.sent) return undefined;
    const wager = this.wager(key);
    const there = this.view.boxes.find((each) => each.number === box);
    const placed = this.view.phase === "betting" ? there.placed : {};
    if (this.forDealer) return this.layToke(box, wager, placed, there);
    if (placed[key]) return this.refuse(`Your stake on ${wager.name} is already placed.`);
    const chip = this.chip ?? wager.stake.least; // the least: nothing is staked until placed
    this.last = { box, key };
    const stakes = { ...placed, ...this.laidAt(box) };
    this.laying.set(box, key, laid(this.laying.get(box, key), chip, wager, stakes));
    const now = this.laying.get(box, key);
    return this.settle(box, `${wager.name}: ${money(now)} laid`);
  }

  /** A chip for the dealer, next to the player's own stake. */
  layToke(box, wager, placed, there) {
    if (this.view.phase === "betting" && there.tips[wager.key])
      return this.refuse(`There is already a bet for the dealer on ${wager.name}.`);
    if (!placed[wager.key] && !this.laying.get(box, wager.key))
      return this.refuse(`Lay your own stake on ${wager.name} first.`);
    const key = tokeOn(wager.key);
    this.last = { box, key: wager.key };
    this.laying.set(box, key, this.laying.get(box, key) + (this.chip ?? chipsOf(this.view)[0]));
    const now = this.laying.get(box, key);
    return this.settle(box, `${wager.name}: ${money(now)} laid for the dealer`);
  }

  turnToke() {
    this.forDealer = !this.forDealer;
    announce(this.forDealer ? "Chips go to the dealer now" : "Chips are your own stakes again");
    this.draw();
  }

  /** Where a typed amount goes, said next to the field. */
  get target() {
    return this.last && this.mine.has(this.last.box)
      ? this.last
      : { box: [...this.mine][0], key: mainOf(this.view).key };
  }

  /** Lay a typed amount; resolves to why it may not be. */
  typed(cents) {
    const spot = this.target;
    this.last = spot;
    const key = this.forDealer ? tokeOn(spot.key) : spot.key;
    const wager = this.wager(spot.key);
    if (!cents && !this.laying.get(spot.box, key))
      return this.forDealer
        ? "Enter your bet for the dealer."
        : `${wager.name} takes ${stakeWords(wager, this.view)}.`;
    this.laying.set(spot.box, key, cents);
    const words = cents ? `${money(cents)} laid` : "the chips are taken back";
    return this.settle(spot.box, `${wager.name}: ${words}`);
  }

  clear() {
    this.laying.clear();
    this.checks = {};
    this.draw();
  }

  /** Chips as they are after `undo`, `double` or `repeat`: the last bets again, without dealing. */
  change(how) {
    this.laying[how]();
    this.recheck();
  }

  async recheck(seen = true) {
    if (seen) this.draw();
    const checkAll = () =>
      Promise.all(Object.keys(this.laying.boxes).map((box) => this.check(box)));
    const words = (await checkAll()).find(Boolean);
    if (words) {
      this.laying.undo();
      await checkAll();
      this.refuse(words);
    }
    this.draw();
  }

  /** Other players at the table who have not bet in this round. */
  get awaited() {
    const { view } = this;
    const betting = view.phase === "betting";
    const others = view.boxes.filter(
      (box) => box.player && !box.away && !this.mine.has(box.number),
    );
    const idle = others.filter((box) => !(betting && Object.keys(box.placed).length));
    return [...new Set(idle.map((box) => box.player))];
  }

  /** Whether a press also deals: nobody else is waited for, and there is no dealer. */
  get deals() {
    return this.view.house.self_service && !this.awaited.length;
  }

  /** Send every stake; with nobody to wait for, the cards are dealt. */
  async place() {
    if (this.placing) return;
    this.placing = true;
    const boxes = this.laidBoxes;
    const inOrder = (box) => ({ ...this.known(box).stakes, ...boxes[box] }); // then those for the dealer
    const stakes = Object.keys(boxes).flatMap((box) =>
      commanded(inOrder(box)).map((each) => ({ box: Number(box), ...each })),
    );
    const { cost } = this;
    const { phase, round } = this.view;
    this.sent = { boxes, cost, stakes, round: phase === "betting" ? round : round + 1 };
    const kept = this.laying.boxes;
    this.laying.boxes = {};
    try {
      await this.live.send(say.stakes(stakes, this.deals));
      this.laying.remember(boxes, cost);
      this.checks = {};
      this.forDealer = false;
    } catch (error) {
      this.sent = null;
      this.laying.boxes = kept;
      this.refuse(error.message);
    } finally {
      this.placing = false;
      this.draw();
    }
  }

  /** The last bets, once or twice over, and the cards, in one press. */
  async rebet(times = 1) {
    this.laying.repeat();
    if (times > 1) this.laying.double();
    await this.recheck(false); // the house may have other limits now
    if (this.verdict.ready) await this.place();
  }

  /** Buttons for the stakes, those that may be pressed now and no others. */
  get bets() {
    const { view, laying } = this;
    if (!this.open) return [];
    const may = say.may(view, "stakes");
    const { ready } = this.verdict;
    const waits = this.awaited.length ? `waiting for ${this.awaited.join(", ")}` : "";
    if (Object.keys(laying.boxes).some((box) => Object.keys(laying.boxes[box]).length)) {
      const sum = money(this.cost);
      const main = this.deals
        ? { id: "deal", name: `Deal ${sum}`, below: this.breakdown() }
        : { id: "place", name: `Bet ${sum}`, below: waits || this.breakdown() };
      const undo = () => this.change("undo");
      const double = () => this.change("double");
      return [
        ready && may && { key: "enter", ...main, press: () => this.place() },
        { key: "d", id: "double", name: "Double", below: "all stakes", press: double },
        { key: "backspace", id: "undo", name: "Undo", below: "the last chip", press: undo },
        { key: "c", id: "clear", name: "Clear", below: "all chips", press: () => this.clear() },
      ].filter(Boolean);
    }
    if (view.you.in_play && view.phase === "betting") {
      const below = this.awaited.length
        ? `without ${this.awaited.join(", ")}`
        : `${money(view.you.in_play)} in play`;
      const deal = () => this.send(say.deal());
      const made = { key: "enter", id: "deal", name: "Deal", below, press: deal };
      return say.may(view, "deal") ? [made] : [];
    }
    if (!may || !laying.canRepeat(this.mine) || this.stakable < laying.cost) return [];
    const rebet = (key, id, word, times) => {
      const name = this.deals ? `${word} & deal` : word;
      return { key, id, name, below: money(times * laying.cost), press: () => this.rebet(times) };
    };
    const again = () => this.change("repeat");
    return [
      rebet(" ", "rebet", "Rebet", 1),
      this.stakable >= 2 * laying.cost && rebet("d", "rebet-double", "Double", 2),
      { key: "b", id: "again", name: "Change bets", below: "from the last ones", press: again },
    ].filter(Boolean);
  }

  /** What the sum is made of: `25 + 5 + 5`, or the hands that the stake is for. */
  breakdown() {
    const { spots } = this.view.house;
    const boxes = Object.values(this.laidBoxes);
    const main = mainOf(this.view).key;
    const parts = boxes.flatMap((each) =>
      Object.entries(each)
        .toSorted(([a], [b]) => (b === main) - (a === main))
        .map(([key, cents]) => ({ cents, times: key === main ? spots : 1 })),
    );
    if (parts.length === 1 && parts[0].times === 1)
      return this.deals ? "closes the betting" : "places your stake";
    return parts
      .map(({ cents, times }) => (times > 1 ? `${times} hands of ${money(cents)}` : money(cents)))
      .join(" + ");
  }

  /** What to do with chips now, in words. */
  get betWords() {
    const { view } = this;
    if (this.forDealer) return "Chips now go to the dealer, next to your own stakes.";
    if (Object.keys(this.laidBoxes).length) {
      const { ready, words } = this.verdict;
      if (words) return words;
      if (!ready) return "Lay more chips.";
      if (!say.may(view, "stakes")) return view.next;
      return this.deals ? "Lay more, or deal." : "Lay more, or bet.";
    }
    if (view.you.in_play) return this.awaited.length ? waitsFor(this.awaited) : view.next;
    if (!say.may(view, "stakes")) return view.next; // a dealer opens the betting
    const { cost } = this.laying;
    if (cost && this.stakable < cost)
      return `The last bets took ${money(cost)}; you have ${money(view.you.balance)}.`;
    return this.laying.canRepeat(this.mine)
      ? "Repeat the bet, or place different chips."
      : `Put a chip on ${mainOf(view).name}.`;
  }
}

const waitsFor = (names) => `Waiting for ${names.join(" and ")} to bet.`;
