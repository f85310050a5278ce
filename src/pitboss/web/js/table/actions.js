// <pit-actions>: the legal choices of the pending ask, each with its key and its cost.

import { h, refuseAt, replace } from "../core/dom.js";
import { NO_AMOUNT, money, parse } from "../core/money.js";
import { label, under } from "./words.js";
import "./clock.js";

const NAMES = { enter: "↵", backspace: "⌫", " ": "space" };

const button = ({ key, name, below, press, off, id }) =>
  h(
    "button",
    {
      class: "act",
      type: "button",
      disabled: off,
      "data-key": `act-${id ?? name}`,
      "aria-keyshortcuts": key || null,
      onclick: press,
    },
    key ? h("kbd", { "aria-hidden": "true" }, NAMES[key] ?? key.toUpperCase()) : null,
    h("b", {}, name),
    below ? h("span", {}, below) : null,
  );

class PitActions extends HTMLElement {
  /**
   * `banner`: what is happening, in words; `ask`: the question, or null; `others`: buttons that are
   * no answer, as { key, name, below, press }.
   */
  show({ banner, strong, ask, hand, answer, answerStake, others = [], off = false }) {
    this.keys = new Map();
    const put = (made) => {
      if (made.key && !made.off) this.keys.set(made.key, made.press);
      return button({ ...made, off: made.off || off });
    };
    const choices = ask?.may
      ? ask.may.map((choice) =>
          put({
            key: choice.key,
            id: choice.word,
            name: label(choice.word),
            below: under(choice, hand),
            press: () => answer(choice),
          }),
        )
      : [];
    const clock = this.querySelector("pit-clock") ?? document.createElement("pit-clock");
    const timed = Boolean(ask?.deadline);
    replace(
      this,
      banner || strong
        ? h(
            "p",
            { class: `banner${ask ? " now" : ""}` },
            strong ? h("b", {}, `${strong} `) : null,
            banner,
          )
        : null,
      h(
        "div",
        { class: "acts" },
        timed ? clock : null,
        choices,
        ask && !ask.may ? this.amount(ask, answerStake, off, put) : null,
        others.map(put),
      ),
    );
    if (timed) clock.show(ask);
  }

  /** A stake that may be added now: typed, from the least to the most. */
  amount(ask, answerStake, off, put) {
    const { least } = ask;
    const wish =
      this.typed?.ask === ask.number ? this.typed.text : least ? String(least / 100) : "";
    const input = h("input", {
      class: "stakein",
      type: "text",
      inputmode: "decimal",
      value: wish,
      placeholder: "0",
      disabled: off,
      "data-key": `stake-${ask.number}`,
      "aria-label": `Amount for ${ask.about}`,
      autocomplete: "off",
      oninput: () => {
        this.typed = { ask: ask.number, text: input.value };
      },
    });
    const send = () => {
      const cents = parse(input.value);
      refuseAt(input, cents === null ? NO_AMOUNT : "");
      if (cents === null) input.focus();
      else answerStake(cents);
    };
    return [
      h(
        "label",
        { class: "amount" },
        h(
          "span",
          {},
          label(ask.about),
          ask.most ? h("small", {}, ` up to ${money(ask.most)}`) : null,
        ),
        h("span", { class: "dollar" }, input),
      ),
      button({ name: "Add it", below: "as typed", press: send, off, id: "add" }),
      ask.most
        ? put({
            key: ask.wager === "insurance" ? "i" : "m",
            id: "most",
            name: `Add ${money(ask.most)}`,
            below: "the most",
            press: () => answerStake(ask.most),
          })
        : null,
      least
        ? null
        : put({
            key: "n",
            id: "none",
            name: "No, thanks",
            below: "add nothing",
            press: () => answerStake(0),
          }),
    ];
  }

  /** A key of the keyboard; true where it was one of the choices. */
  press(key) {
    const found = this.keys?.get(key.toLowerCase());
    found?.();
    return Boolean(found);
  }
}
customElements.define("pit-actions", PitActions);
