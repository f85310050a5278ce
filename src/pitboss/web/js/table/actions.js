// <pit-actions>: the legal choices of the pending ask, each with its key and its cost.

import { amountIn, html, nothing, render, repeat } from "../core/dom.js";
import { money, rangeWords, signed } from "../core/money.js";
import { under, worthBar } from "./words.js";
import "./clock.js";
import { capital } from "../core/text.js";

const NAMES = { enter: "↵", backspace: "⌫", " ": "space" };

/** A choice as a large button: its key, its name, what it costs and what it is worth. */
export const actButton = (
  { key, name, below, press, off = false, id, worth },
  part = "act",
) => html`
  <button class="act" type="button" ?disabled=${off} data-key="${part}-${id ?? name}"
    aria-keyshortcuts=${key === " " ? "Space" : key || nothing} @click=${press}>
    ${key ? html`<kbd aria-hidden="true">${NAMES[key] ?? key.toUpperCase()}</kbd>` : null}
    <b>${name}</b>
    ${below ? html`<span>${below}</span>` : null}
    ${
      worth
        ? html`
          <span class="row ev${worth.best ? " best" : ""}">
            ${worthBar(worth.value, worth.most, worth.best)}<em>${signed(worth.cents)}</em>
          </span>
        `
        : null
    }
  </button>
`;

/** An option of a question as such a button. */
export const optionButton = (choice, below, answer) => ({
  key: choice.key,
  id: choice.word,
  name: capital(choice.label),
  below,
  press: () => answer(choice),
});

const idOf = ({ id, name }) => id ?? name;

/** What may be pressed if a stake may be added: each amount, or to type another. */
const amounts = ({ most, least, about }, send, answerStake) => {
  const key = about.charAt(0).toLowerCase().replace("n", "m"); // N declines
  const [whole, none] = [() => answerStake(most), () => answerStake(0)];
  return [
    { id: "add", name: "Add it", below: "as typed", press: send },
    most && { key, id: most, name: `Add ${money(most)}`, below: "the maximum", press: whole },
    !least && { key: "n", id: 0, name: "No, thanks", below: "add nothing", press: none },
  ].filter(Boolean);
};

class PitActions extends HTMLElement {
  /**
   * `banner`: what is happening, in words; `ask`: the question, or null; `choices`: its answers that
   * are buttons; `others`: buttons that are not answers, as { key, name, below, press }; `worth`:
   * what the coach says each answer is worth; `waits`: the question that somebody else is asked;
   * `unhurried`: nobody needs to know how much time is left.
   */
  show({
    banner,
    strong,
    ask,
    choices = ask?.may,
    answer,
    answerStake,
    others = [],
    off = false,
    worth = {},
    waits,
    unhurried,
  }) {
    this.keys = new Map();
    const put = (made) => {
      if (made.key && !made.off) this.keys.set(made.key, made.press);
      return { ...made, off: made.off || off };
    };
    const staked = ask && !ask.may;
    const send = () => {
      const input = this.querySelector(".stakein");
      const cents = amountIn(input, ask);
      if (cents === null) input.focus();
      else answerStake(cents);
    };
    const buttons = [
      ...(choices ?? []).map((choice) => optionButton(choice, under(choice), answer)),
      ...(staked ? amounts(ask, send, answerStake) : []),
      ...others,
    ]
      .map((made) => ({ ...made, worth: ask ? worth[made.id] : null }))
      .map(put);
    const timed = Boolean(ask?.together) && !unhurried;
    const counted = timed || unhurried ? null : (ask ?? waits);
    render(
      html`
        ${
          banner || strong
            ? html`
              <p class="banner${ask ? " now" : ""}">
                ${strong ? html`<b>${strong} </b>` : null}
                ${banner}
                ${counted ? html`<pit-countdown></pit-countdown>` : null}
              </p>
            `
            : null
        }
        <div class="acts">
          ${timed ? html`<pit-clock></pit-clock>` : null}
          ${
            staked
              ? repeat(
                  [ask],
                  ({ number }) => number,
                  () => this.amount(ask, off),
                )
              : null
          }
          ${repeat(buttons, idOf, (each) => actButton(each))}
        </div>
      `,
      this,
    );
    this.querySelector("pit-clock, pit-countdown")?.show(ask ?? waits);
  }

  /** A stake that may be added now: typed, from the least to the most. */
  amount(ask, off) {
    const { least, most, number } = ask;
    const wish = this.typed?.ask === number ? this.typed.text : least ? String(least / 100) : "";
    return html`
      <label class="column small amount">
        <span>${capital(ask.about)}${most ? html`<small class="faint"> ${rangeWords(ask)}</small>` : null}</span>
        <span class="dollar">
          <input class="stakein" type="text" inputmode="decimal" .value=${wish} placeholder="0"
            ?disabled=${off} data-key="stake-${number}" aria-label="Amount for ${ask.about}"
            autocomplete="off" @input=${(event) => {
              this.typed = { ask: number, text: event.target.value };
            }} />
        </span>
      </label>
    `;
  }

  /** A key of the keyboard; true if it was one of the choices. */
  press(key) {
    const found = this.keys?.get(key.toLowerCase());
    found?.();
    return Boolean(found);
  }
}
customElements.define("pit-actions", PitActions);
