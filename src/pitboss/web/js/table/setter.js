// <pit-setter>: five cards set as a high and a low hand. The legal words of the ask are the settings.

import { announce, html, render } from "../core/dom.js";
import { drawCard, said, withSign } from "../felt/cards.js";
import { optionButton } from "./actions.js";

/** Options that set cards apart are the ways to set the hand; the rest are other answers. */
export const settings = (ask) => ({
  ways: ask.may.filter((option) => option.apart),
  others: ask.may.filter((option) => !option.apart),
});

const same = (a, b) => a.length === b.length && a.toSorted().join() === b.toSorted().join();

class PitSetter extends HTMLElement {
  show(ask, hand, { answer, changed }) {
    if (this.number !== ask.number) {
      this.number = ask.number;
      this.low = [];
    }
    this.ask = ask;
    this.cards = hand.cards;
    this.answer = answer;
    this.changed = changed;
    this.found = settings(ask);
    this.size = this.found.ways[0].apart.length;
    this.draw();
  }

  get setting() {
    return this.found?.ways.find((way) => same(way.apart, this.low)) ?? null;
  }

  move(card) {
    const in_low = this.low.includes(card);
    const others = this.low.filter((each) => each !== card);
    this.put(in_low ? others : [...others, card].slice(-this.size));
    announce(
      `${said(card)} to the ${in_low ? "high" : "low"} hand${this.setting ? `. ${this.setting.does}` : ""}`,
    );
  }

  /** These cards are the low hand now. */
  put(low) {
    this.low = low;
    this.draw();
    this.changed();
  }

  /** A number moves its card, Enter sets the hand, Z starts over; true if the key was used. */
  press(key) {
    const number = Number(key);
    if (number >= 1 && number <= this.cards.length) {
      this.move(this.cards[number - 1]);
      return true;
    }
    if (key === "Enter" && this.setting && !document.activeElement?.closest?.("button, a, input")) {
      this.answer(this.setting);
      return true;
    }
    if (key.toLowerCase() === "z") {
      this.put([]);
      return true;
    }
    return false;
  }

  /** What the buttons below the felt offer. */
  get choices() {
    const again = () => this.press("z");
    return [
      {
        key: "enter",
        id: "set",
        name: "Set hand",
        below: this.setting?.does ?? `choose ${this.size} for the low hand`,
        off: !this.setting,
        press: () => this.answer(this.setting),
      },
      ...this.found.others.map((each) => optionButton(each, each.does, this.answer)),
      { key: "z", name: "Start over", below: "cards back in hand", press: again },
    ];
  }

  draw() {
    const high = this.cards.filter((card) => !this.low.includes(card));
    const note = this.setting?.points ?? {};
    render(
      html`
        <div class="zones">
          ${this.zone("High hand", "high", high, note.high)}
          ${this.zone("Low hand", "low", this.low, note.low, this.size)}
        </div>
        ${this.ways()}
      `,
      this,
    );
  }

  zone(words, name, cards, total, room = 0) {
    const blanks = Math.max(0, room - cards.length);
    return html`
      <section class="setzone ${name}"
        aria-label="${words}: ${cards.map(said).join(", ") || "no card"}"
        @dragover=${(event) => event.preventDefault()} @drop=${(event) => {
          event.preventDefault();
          const card = event.dataTransfer.getData("text/plain");
          if (this.cards.includes(card) && this.low.includes(card) !== (name === "low"))
            this.move(card);
        }}>
        ${total === undefined || total === null ? null : html`<b class="settotal">${total}</b>`}
        <div class="setcards">
          ${cards.map((card) => {
            const number = this.cards.indexOf(card) + 1;
            return html`
              <button class="setcard" type="button" draggable="true" data-key="card-${card}"
                aria-keyshortcuts=${number} @click=${() => this.move(card)}
                @dragstart=${(event) => event.dataTransfer.setData("text/plain", card)}>
                <svg class="cardset" viewBox="-2 -2 108 150">${drawCard(card)}</svg>
                <span class="sr">, in the ${name} hand. Press to move it</span>
                <kbd aria-hidden="true">${number}</kbd>
              </button>
            `;
          })}
          ${Array.from(
            { length: blanks },
            () => html`<span class="setblank" aria-hidden="true"></span>`,
          )}
        </div>
        <p class="zlabel">
          ${words} · ${name === "low" ? `${this.size} cards` : `${this.cards.length - this.size} cards`}
        </p>
      </section>
    `;
  }

  /** Every way that is allowed, with what the server says about it. */
  ways() {
    const groups = new Map();
    for (const way of this.found.ways) if (!groups.has(way.does)) groups.set(way.does, way);
    return html`
      <aside class="glass ways">
        <header>
          <h2>Ways to set these cards</h2>
          ${this.ask.clause ? html`<p class="cite">${this.ask.clause}</p>` : null}
        </header>
        <ul>
          ${[...groups.values()].map(
            (way) => html`
              <li>
                <button
                  class="way${this.setting?.does === way.does ? " on" : ""}${way.foul ? " foul" : ""}"
                  type="button" data-key="way-${way.word}" @click=${() => this.put(way.apart)}>
                  <b>${way.apart.map(withSign).join(" ")}</b>
                  <span>${way.does}</span>
                </button>
              </li>
            `,
          )}
        </ul>
        <p class="hush">Low cards first. Ways that count the same are shown once.</p>
      </aside>
    `;
  }
}
customElements.define("pit-setter", PitSetter);
