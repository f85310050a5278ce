// <pit-clock>: how long is left, and what silence does.

import { h, replace, s } from "../core/dom.js";
import { label, secondsTo } from "./words.js";

const ROUND = 2 * Math.PI * 42;

class PitClock extends HTMLElement {
  #timer = 0;

  show(ask) {
    this.ask = ask;
    clearInterval(this.#timer);
    this.ring = s("circle", {
      class: "c-fg",
      cx: 50,
      cy: 50,
      r: 42,
      transform: "rotate(-90 50 50)",
      "stroke-dasharray": ROUND,
    });
    this.number = h("b", {});
    const silence = ask.otherwise
      ? `If you do nothing: ${label(ask.otherwise).toLowerCase()}.`
      : "If you do nothing, the house rule answers.";
    replace(
      this,
      h(
        "span",
        { class: "dial", "aria-hidden": "true" },
        s(
          "svg",
          { viewBox: "0 0 100 100" },
          s("circle", { class: "c-bg", cx: 50, cy: 50, r: 42 }),
          this.ring,
        ),
        this.number,
      ),
      h(
        "span",
        { class: "clockword" },
        (this.words = h("b", {})),
        h("span", {}, silence),
        ask.clause ? h("span", { class: "cite" }, ask.clause) : null,
      ),
    );
    this.tick();
    this.#timer = setInterval(() => this.tick(), 250);
  }

  tick() {
    const left = secondsTo(this.ask.deadline);
    const whole = Math.ceil(left);
    this.number.textContent = whole;
    this.words.textContent = whole === 1 ? "One second to choose" : `${whole} seconds to choose`;
    const part = Math.min(1, left / this.ask.seconds);
    this.ring.setAttribute("stroke-dashoffset", ROUND * (1 - part));
    this.toggleAttribute("data-soon", left < 5);
    if (!left) clearInterval(this.#timer);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }
}
customElements.define("pit-clock", PitClock);
