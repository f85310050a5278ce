// The cut of a new shoe: after how many cards, and, at the dealer's console, who makes it.

import { dialog, element, html } from "../core/dom.js";
import { field } from "../pages/inputs.js";

/** Ask for a cut; `players` are those whom the dealer may present the cards to. */
export async function askCut({ shoe }, players = null) {
  const [least, most] = shoe.cut;
  const at = element(html`
    <input class="input" type="number" min=${least} max=${most} aria-label="Cards in front"
      .value=${String(Math.floor((least + most) / 2))}>
  `);
  const player = element(html`
    <select class="input" aria-label="Who cuts">
      <option value="">The dealer</option>
      ${(players ?? []).map(
        (name) => html`<option .value=${name} ?selected=${name === shoe.cutter}>${name}</option>`,
      )}
    </select>
  `);
  const offered = shoe.cutter
    ? `${shoe.cutter} got the cut card and is offered the cut.`
    : "Any player may volunteer; if none does, the dealer cuts.";
  const sure = await dialog(
    "Cut the cards",
    html`
      <div class="stackform">
        <p>${offered}</p>
        ${players ? field("Who cuts", player) : null}
        ${field(`After how many cards, ${least} to ${most}`, at)}
      </div>
    `,
    [
      { label: "Go back", value: false },
      { label: "Cut", value: () => at.reportValidity() || undefined, kind: "solid" },
    ],
  );
  return sure ? { at: Number(at.value), player: player.value } : null;
}
