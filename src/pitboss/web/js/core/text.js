// Keys and the rulebook's sentences as words.

import { html } from "./dom.js";
import { many } from "./money.js";

/** `hard total` as `Hard total`. */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** `double_on` as `Double on`, `kings-bounty` as `Kings bounty`. */
export const spoken = (key) => capital(key.replaceAll(/[_-]/g, " "));

/** `6d` as `6 decks`; another shoe as it is written. */
export const shoeWords = (shoe) => {
  const decks = /^(\d+)d$/.exec(shoe);
  return decks ? many(Number(decks[1]), "deck") : shoe;
};

/** Words with *emphasis*, as the rulebook writes it. */
export const prose = (text) =>
  text
    .split(/\*([^*]+)\*/)
    .map((part, n) => (n % 2 ? html`<em class="stressed">${part}</em>` : part));
