// Keys and the rulebook's sentences as words.

import { html } from "./dom.js";

/** `hard total` as `Hard total`. */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** `double_on` as `Double on`, `kings-bounty` as `Kings bounty`. */
export const spoken = (key) => capital(key.replaceAll(/[_-]/g, " "));

/** Words with *emphasis*, as the rulebook writes it. */
export const prose = (text) =>
  text
    .split(/\*([^*]+)\*/)
    .map((part, n) => (n % 2 ? html`<em class="stressed">${part}</em>` : part));
