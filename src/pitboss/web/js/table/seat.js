// A person's seat at a table: its state, and what they do there.

import { announce, at, dialog, element, html } from "../core/dom.js";
import * as say from "../core/commands.js";
import { money } from "../core/money.js";
import { PitBetting } from "./betting.js";
import { againstWords } from "./words.js";
import { capital } from "../core/text.js";
import { confirmed } from "../pages/inputs.js";

const LARGE = 10; // times the least stake: a choice that costs that much needs confirmation

/** What the table page does for its person; `view`, `live`, `laying` and `draw()` are the page's. */
export class PitSeat extends PitBetting {
  get mine() {
    return new Set(this.view.you.boxes);
  }
  get ask() {
    return (
      this.view.asks.find((ask) => (ask.may || ask.least != null) && this.mine.has(ask.box)) ?? null
    );
  }
  wager(key) {
    return this.view.wagers.find((each) => each.key === key);
  }
  boxOf(ask) {
    return this.view.boxes.find((box) => box.number === ask.box);
  }
  handOf(ask) {
    return this.boxOf(ask).hands.find((hand) => hand.name === ask.of);
  }

  turnWords(ask) {
    const hands = ask.of_all ? this.boxOf(ask).hands : [this.handOf(ask)];
    const of = ask.of_all ? `box ${ask.box}` : ask.of;
    const against = hands[0]?.total ? againstWords(hands, this.view.dealer) : hands[0]?.reads;
    const worth = ask.totals ? against : "";
    const what = capital(ask.question ?? "");
    const about = ask.tip ? `${what} for the dealer` : what;
    return [this.mine.size > 1 || /hand/.test(of) ? capital(of) : "", about, worth]
      .filter(Boolean)
      .join(", ");
  }

  // -- what this person does ----------------------------------------------------------------------

  async send(command) {
    try {
      return await this.live.send(command);
    } catch (error) {
      this.refuse(error.message);
      return null;
    }
  }

  refuse(words) {
    announce(words, "assertive");
    const note = element(html`<p class="refusal" role="alert">${words}</p>`);
    this.stage.querySelector(".refusal")?.remove();
    this.stage.append(note);
    setTimeout(() => note.remove(), 7000);
  }

  /** Where this table is, for whoever comes back to it. */
  get address() {
    return at("table", this.tableId);
  }

  async sit(box, chosen) {
    const count = this.view.house.positions;
    let position = chosen;
    if (count && !position) {
      const picked = await dialog(
        "Which position do you play?",
        html`<p>Everyone on a position plays its cards, each for their own stake.</p>`,
        Array.from({ length: count }, (_, n) => ({ label: `Position ${n + 1}`, value: n + 1 })),
      );
      if (!picked) return;
      position = picked;
    }
    const here = this.address;
    const back = `${here}${here.includes("?") ? "&" : "?"}sit=${box}`;
    history.replaceState(history.state, "", back); // where to return to after logging in
    if (await this.send(say.sit(box, position))) {
      this.fronted = box;
      this.draw();
    }
    if (location.hash.startsWith(here)) history.replaceState(history.state, "", here);
  }

  drop(event) {
    const chip = Number(/^chip (\d+)$/.exec(event.dataTransfer.getData("text/plain"))?.[1]);
    const spot = event.target.closest?.(".spot.can");
    if (!chip || !spot?.dataset.wager) return;
    event.preventDefault();
    this.chip = chip;
    this.lay(Number(spot.dataset.box), spot.dataset.wager);
  }

  async answer(ask, choice) {
    const word = choice.word;
    const large = choice.cost >= LARGE * this.view.house.least;
    if (choice.gives_up || choice.asks_amount || large) {
      const what = large
        ? `${capital(choice.label)} takes another ${money(choice.cost)} from your balance.`
        : choice.asks_amount
          ? `${capital(choice.does)}. You type the amount next; the choice then stands.`
          : `${capital(choice.does)}.`;
      const name = capital(choice.label);
      if (!(await confirmed(`${name}?`, html`<p>${what}</p>`, name))) return;
    }
    this.coach.judge(ask, word);
    await this.send(say.answer(ask.number, word));
  }

  async leave() {
    const inPlay = this.view.you.in_play;
    if (inPlay) {
      const sure = await dialog(
        "Leave the table?",
        html`
          <p>
            You have ${money(inPlay)} in play. It stays on the layout and is settled without you;
            your seat is kept for ${this.view.house.seat_kept} seconds.
          </p>
        `,
        [
          { label: "Stay", value: false },
          { label: "Leave", value: true, kind: "danger" },
        ],
      );
      if (sure) location.hash = at("floor");
      return;
    }
    for (const box of this.mine) if (!(await this.send(say.leave(box)))) return;
    location.hash = at("floor");
  }

  info(key) {
    const wager = this.wager(key);
    if (!wager) return;
    if (!this.pay.hidden && this.pay.wager === key) {
      this.hideInfo();
      return;
    }
    const box = this.view.boxes.find((each) => this.mine.has(each.number));
    const won = box?.results.find((each) => each.on === key && each.back > each.cents);
    const count = this.view.house.boxes;
    this.pay.classList.toggle("left", Boolean(box) && box.number < (count + 1) / 2); // away from the player's own box
    this.pay.show(this.view, wager, {
      close: () => this.hideInfo(),
      hit: won?.why,
      stake: box?.placed[key] || this.laying.get(box?.number, key),
    });
    this.draw();
  }

  hideInfo() {
    this.pay.hide();
    this.draw();
  }

  async list(box) {
    const key = await dialog(
      "All wagers here",
      html`<p>Choose one to lay a chip on it.</p>`,
      this.view.wagers.map((wager) => ({ label: wager.name, value: wager.key })),
    );
    if (key) this.lay(box, key);
  }
}
