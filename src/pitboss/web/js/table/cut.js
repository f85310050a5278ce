// The cut of a new shoe: after how many cards, and, at the dealer's console, who makes it.

import { element, html } from "../core/dom.js";
import { chooser, confirmed, field } from "../pages/inputs.js";

/** Ask for a cut; `players` are those whom the dealer may present the cards to. */
export async function askCut({ shoe }, players = null) {
  const [least, most] = shoe.cut;
  const at = element(html`
    <input class="input" type="number" min=${least} max=${most} aria-label="Cards in front"
      .value=${String(Math.floor((least + most) / 2))}>
  `);
  const player = chooser([["", "The dealer"], ...(players ?? [])], shoe.cutter, "player");
  const offered = shoe.cutter
    ? `${shoe.cutter} got the cut card and is offered the cut.`
    : "Any player may volunteer; if none does, the dealer cuts.";
  const fields = html`
    <p>${offered}</p>
    ${players ? field("Who cuts", player) : null}
    ${field(`After how many cards, ${least} to ${most}`, at)}
  `;
  const ready = () => at.reportValidity() || undefined;
  const sure = await confirmed("Cut the cards", fields, "Cut", ready);
  return sure ? { at: Number(at.value), player: player.value } : null;
}
