// Small pieces that several pages use.

import { h } from "../core/dom.js";

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
  String(text ?? "")
    .split(/\*([^*]+)\*/)
    .map((part, n) => (n % 2 ? h("em", {}, part) : part));

export const titled = (key) =>
  String(key)
    .split(/[_ ]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

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
