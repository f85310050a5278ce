// Small pieces that several pages use.

import { html, live } from "../core/dom.js";
import { get } from "../core/api.js";

let entries = null;

/** What the rulebook calls each wager and game, by its key, under one law before the others. */
export async function wagerNames() {
  entries ??= get("/rules").catch((error) => {
    entries = null;
    throw error;
  });
  const found = await entries;
  const under = (law) =>
    found.toSorted((a, b) => (a.jurisdiction === law) - (b.jurisdiction === law));
  return (law) => new Map(under(law).map((entry) => [entry.key, entry.name]));
}

export const fieldset = (words, ...kids) =>
  html`<fieldset class="field"><legend>${words}</legend>${kids}</fieldset>`;

export const option = (value, words, selected = false) =>
  html`<option .value=${value} .selected=${live(selected)}>${words}</option>`;

/** One of a few: a row of buttons. */
export const choose = (values, now, pick, key) => html`
  <div class="seg wrapseg" role="group">
    ${values.map(
      ([value, words]) => html`
        <button type="button" data-key="${key}-${value}" aria-pressed=${String(value === now)}
          @click=${() => pick(value)}>
          ${words}
        </button>
      `,
    )}
  </div>
`;

/** Words with *emphasis*, as the rulebook writes it. */
export const prose = (text) =>
  text.split(/\*([^*]+)\*/).map((part, n) => (n % 2 ? html`<em>${part}</em>` : part));

/** Tabs over panes; `panes`: [key, words, build]. */
export function tabs(panes, now, pick) {
  return html`
    <div class="tabs" role="tablist">
      ${panes.map(
        ([key, words]) => html`
          <button type="button" role="tab" data-key="tab-${key}"
            aria-selected=${String(key === now)} @click=${() => pick(key)}>
            ${words}
          </button>
        `,
      )}
    </div>
  `;
}
