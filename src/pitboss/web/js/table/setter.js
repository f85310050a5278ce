// <pit-setter>: cards set in two parts, the second laid apart. The legal words of the ask are the settings.

import { announce, html, render } from "../core/dom.js";
import { many } from "../core/money.js";
import { capital } from "../core/text.js";
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
    this.found = settings(ask);
    const [first, ...others] = this.found.ways;
    if (this.number !== ask.number) {
      this.number = ask.number;
      this.apart = others.length ? [] : first.apart; // the only way is set at once
    }
    this.ask = ask;
    this.cards = hand.cards;
    this.answer = answer;
    this.changed = changed;
    this.size = first.apart.length;
    this.parts = Object.keys(first.points); // the second is laid apart
    this.draw();
  }

  get setting() {
    return this.found?.ways.find((way) => same(way.apart, this.apart)) ?? null;
  }

  move(card) {
    const back = this.apart.includes(card);
    const others = this.apart.filter((each) => each !== card);
    this.put(back ? others : [...others, card].slice(-this.size));
    announce(
      `${said(card)} to the ${this.parts[back ? 0 : 1]} hand${this.setting ? `. ${this.setting.does}` : ""}`,
    );
  }

  /** These cards are laid apart now. */
  put(apart) {
    this.apart = apart;
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

  /** What to do where there are no keys. */
  get tapWords() {
    return `Drag or tap ${many(this.size, "card")} for the ${this.parts[1]} hand.`;
  }

  /** What the buttons below the felt offer. */
  get choices() {
    const again = () => this.press("z");
    return [
      {
        key: "enter",
        id: "set",
        name: "Set hand",
        below: this.setting?.does ?? `choose ${this.size} for the ${this.parts[1]} hand`,
        off: !this.setting,
        press: () => this.answer(this.setting),
      },
      ...this.found.others.map((each) => optionButton(each, each.does, this.answer)),
      { key: "z", name: "Start over", below: "cards back in hand", press: again },
    ];
  }

  draw() {
    const [first, second] = this.parts;
    const rest = this.cards.filter((card) => !this.apart.includes(card));
    render(
      html`
        <div class="zones">
          ${this.zone(first, rest, this.cards.length - this.size)}
          ${this.zone(second, this.apart, this.size)}
        </div>
        ${this.ways()}
      `,
      this,
    );
  }

  zone(name, cards, room) {
    const words = `${capital(name)} hand`;
    const total = this.setting?.points[name];
    const blanks = Math.max(0, room - cards.length);
    return html`
      <section class="setzone ${name}"
        aria-label="${words}: ${cards.map(said).join(", ") || "no card"}"
        @dragover=${(event) => event.preventDefault()} @drop=${(event) => {
          event.preventDefault();
          const card = event.dataTransfer.getData("text/plain");
          if (this.cards.includes(card) && !cards.includes(card)) this.move(card);
        }}>
        ${total === undefined ? null : html`<b class="settotal">${total}</b>`}
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
          ${words} · ${many(room, "card")}
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
        <p class="hush">${capital(this.parts[1])} cards first. Ways that count the same are shown once.</p>
      </aside>
    `;
  }
}
customElements.define("pit-setter", PitSetter);
