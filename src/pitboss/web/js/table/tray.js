// <pit-tray>: your chips. Choose one, then spots; drag it; or type an amount.

import { amountIn, html, icon, refuseAt, render } from "../core/dom.js";
import { money } from "../core/money.js";
import { chipPicture } from "../felt/cards.js";

class PitTray extends HTMLElement {
  /** `open`: stakes may be laid now; `chips`: those of the house; `chip`: the one chosen; `spot`:
   * where a typed amount goes; `type` resolves to why it may not be laid. */
  show({ open, chips, chip, choose, type, spot, closed, toke, turnToke }) {
    this.toggleAttribute("data-open", open);
    if (!open) {
      render(
        html`
          <div class="chips" aria-hidden="true">
            ${chips
              .slice(0, 5)
              .map((each) => html`<span class="centered pickchip">${chipPicture(each)}</span>`)}
          </div>
          <p class="quiet closed">${icon("lock")}${closed}</p>
        `,
        this,
      );
      return;
    }
    render(
      html`
        <div class="chips" role="group" aria-label="Chips">
          ${chips.map(
            (each, n) => html`
              <button class="centered pickchip" type="button" aria-pressed=${String(each === chip)}
                aria-label="${money(each)} chip, key ${n + 1}" data-key="chip-${each}"
                draggable="true" data-chip=${each} @click=${() => choose(each)} @dragstart=${(
                  event,
                ) => {
                  choose(each);
                  event.dataTransfer.setData("text/plain", `chip ${each}`);
                  event.dataTransfer.effectAllowed = "copy";
                }}>
                ${chipPicture(each)}
              </button>
            `,
          )}
        </div>
        <div class="trayrow">${this.form(type, spot)}${tokeButton(toke, turnToke)}</div>
      `,
      this,
    );
  }

  form(type, spot) {
    return html`
      <form class="typed" novalidate @submit=${async (event) => {
        event.preventDefault();
        const input = event.target.elements.amount;
        const cents = amountIn(input);
        if (cents === null) return;
        const wrong = await type(cents);
        refuseAt(input, wrong ?? "");
        if (!wrong) input.value = "";
      }}>
        <label class="row wraps quiet">
          <span class="onspot clip" title=${spot}>On ${spot}</span>
          <input name="amount" type="text" inputmode="decimal" placeholder="amount"
            autocomplete="off" data-key="typed" />
        </label>
        <button class="btn" type="submit">Lay</button>
      </form>
    `;
  }
}
customElements.define("pit-tray", PitTray);

/** Whether chips go to the dealer, next to the player's own stakes. */
const tokeButton = (toke, turn) =>
  toke === undefined
    ? null
    : html`
      <button class="btn tokebtn" type="button" data-key="toke"
        aria-pressed=${String(Boolean(toke))} aria-keyshortcuts="t" @click=${turn}>
        For the dealer
      </button>
    `;
