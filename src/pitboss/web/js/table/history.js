// Past rounds: their log, in words, as this person may see it.

import { dialog, element, html, linkButton, render } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { grouped, many } from "../core/money.js";

/** The numbers of the newest of this many rounds, from the oldest. */
export async function lastRounds(id, count) {
  const after = Math.max(0, count - 50);
  const { rounds } = await get(`/tables/${path(id)}/rounds${query({ after })}`);
  return rounds.map((each) => each.number).toSorted((a, b) => a - b);
}

export async function showHistory(view) {
  const body = element(html`<div class="history"></div>`);
  render(html`<p class="hush">Reading the log …</p>`, body);
  const closing = dialog("Past rounds", body, [], { wide: true });
  try {
    const rounds = (await lastRounds(view.id, view.round)).toReversed();
    const pane = element(html`<div class="told" tabindex="0" aria-live="polite"></div>`);
    const show = async (number) => {
      const { events } = await get(`/tables/${path(view.id)}/rounds/${number}`);
      render(
        html`
          <h3>Round ${number}</h3>
          <ol class="column small">
            ${events.filter((event) => event.says).map(({ says }) => html`<li>${says}</li>`)}
          </ol>
        `,
        pane,
      );
    };
    const list = html`
      <div class="twopane">
        <ul class="picklist">
          ${rounds.map(
            (number) =>
              html`<li>${linkButton(`Round ${grouped(number)}`, () => show(number))}</li>`,
          )}
        </ul>
        ${pane}
      </div>
      <p class="cite">${many(rounds.length, "round")}</p>
    `;
    const none = html`<p class="hush">No round yet at ${view.name}.</p>`;
    render(rounds.length ? list : none, body);
    if (rounds.length) await show(rounds[0]);
  } catch (error) {
    render(html`<p class="hush">${error.message}</p>`, body);
  }
  return closing;
}
