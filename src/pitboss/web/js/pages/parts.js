// Small pieces that several pages use.

import { h } from "../core/dom.js";
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
  h("fieldset", { class: "field" }, h("legend", {}, words), kids);

export const option = (value, words, selected) => h("option", { value, selected }, words);

/** One of a few: a row of buttons. */
export const choose = (values, now, pick, key) =>
  h(
    "div",
    { class: "seg wrapseg", role: "group" },
    values.map(([value, words]) =>
      h(
        "button",
        {
          type: "button",
          "data-key": `${key}-${value}`,
          "aria-pressed": String(value === now),
          onclick: () => pick(value),
        },
        words,
      ),
    ),
  );

/** Words with *emphasis*, as the rulebook writes it. */
export const prose = (text) =>
  text.split(/\*([^*]+)\*/).map((part, n) => (n % 2 ? h("em", {}, part) : part));

/** Tabs over panes; `panes`: [key, words, build]. */
export function tabs(panes, now, pick) {
  return h(
    "div",
    { class: "tabs", role: "tablist" },
    panes.map(([key, words]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          "data-key": `tab-${key}`,
          "aria-selected": String(key === now),
          onclick: () => pick(key),
        },
        words,
      ),
    ),
  );
}
