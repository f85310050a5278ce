// <pit-clock>: how long is left, and what silence does.

import { html, render } from "../core/dom.js";
import { secondsTo } from "./words.js";
import { capital } from "../core/words.js";

const ROUND = 2 * Math.PI * 42;

class PitClock extends HTMLElement {
  #timer = 0;

  show(ask) {
    clearInterval(this.#timer);
    const tick = () => {
      const left = secondsTo(ask.deadline);
      this.draw(ask, left);
      if (!left) clearInterval(this.#timer);
    };
    tick();
    this.#timer = setInterval(tick, 250);
  }

  draw(ask, left) {
    const whole = Math.ceil(left);
    const gone = 1 - Math.min(1, left / ask.seconds);
    this.toggleAttribute("data-soon", left < 5);
    render(
      html`
        <span class="dial" aria-hidden="true">
          <svg viewBox="0 0 100 100">
            <circle class="c-bg" cx="50" cy="50" r="42" />
            <circle class="c-fg" cx="50" cy="50" r="42" transform="rotate(-90 50 50)"
              stroke-dasharray=${ROUND} stroke-dashoffset=${ROUND * gone} />
          </svg>
          <b>${whole}</b>
        </span>
        <span class="clockword">
          <b>${whole === 1 ? "One second" : `${whole} seconds`} to choose</b>
          <span>${
            ask.otherwise
              ? `If you do nothing: ${capital(ask.otherwise).toLowerCase()}.`
              : "If you do nothing, the house rule answers."
          }</span>
          ${ask.clause ? html`<span class="cite">${ask.clause}</span>` : null}
        </span>
      `,
      this,
    );
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }
}
customElements.define("pit-clock", PitClock);
