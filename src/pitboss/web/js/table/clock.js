// <pit-clock>: how long is left when all decide at once, and what silence does.
// <pit-countdown>: the same in one line, for a player who decides alone.
// votes: how many have decided at the terminals of a hybrid table.

import { bar, html, render } from "../core/dom.js";
import { capital } from "../core/text.js";

const ROUND = 2 * Math.PI * 42;

const ends = new WeakMap(); // question → when it ends, by this page's own clock

class Timed extends HTMLElement {
  #timer = 0;

  show(ask) {
    clearInterval(this.#timer);
    if (!ends.has(ask)) ends.set(ask, performance.now() + ask.left * 1000);
    const tick = () => {
      const left = Math.max(0, ends.get(ask) - performance.now()) / 1000;
      this.draw(ask, left);
      if (!left) clearInterval(this.#timer);
    };
    tick();
    this.#timer = setInterval(tick, 250);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }
}

class PitClock extends Timed {
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
          <b class="centered">${whole}</b>
        </span>
        <span class="small clockword">
          <b>${whole === 1 ? "One second" : `${whole} seconds`} to choose</b>
          <span class="quiet">${
            ask.otherwise
              ? `If you do nothing: ${capital(ask.otherwise).toLowerCase()}.`
              : "If you do nothing, the house rule answers."
          }</span>
          ${ask.clause ? html`<span class="under">${ask.clause}</span>` : null}
        </span>
      `,
      this,
    );
  }
}
customElements.define("pit-clock", PitClock);

class PitCountdown extends Timed {
  draw(ask, left) {
    const answer = ask.may?.find(({ word }) => word === ask.otherwise);
    const words = answer?.label ?? ask.otherwise;
    const then = words ? `, then ${words}` : "";
    render(html`<small class="num" role="timer">${Math.ceil(left)} s${then}</small>`, this);
  }
}
customElements.define("pit-countdown", PitCountdown);

/** How many terminals of each position have decided. */
export function votes(panel, view) {
  const positions = Object.entries(view.positions);
  const asked =
    view.phase === "playing" && positions.some(([, each]) => each.decided !== undefined);
  panel.hidden = !asked;
  if (!asked) return;
  const all = (what) => positions.reduce((total, [, each]) => total + each[what], 0);
  render(
    html`
      <header class="between">
        <h2>All terminals</h2>
        <span class="cite">${all("decided")} of ${all("terminals")} decided</span>
      </header>
      <ul class="column">
        ${positions.map(
          ([number, each]) => html`
            <li>
              <span>Position ${number}</span>
              ${bar(each.terminals ? each.decided / each.terminals : 0)}
              <em class="num">${each.decided} of ${each.terminals}</em>
            </li>
          `,
        )}
      </ul>
      <p>The dealer continues when everyone has decided or time is up.</p>
    `,
    panel,
  );
}
