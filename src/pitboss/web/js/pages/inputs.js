// What a form is made of: a field with its words, a choice, an amount.

import { h } from "../core/dom.js";
import { parse } from "../core/money.js";
import { option } from "./parts.js";

export const field = (words, input, note = "") =>
  h("label", { class: "field" }, h("span", {}, words), input, note ? h("small", {}, note) : null);

export const select = (values, now, set, key) =>
  h(
    "select",
    { class: "input", "data-key": key, onchange: (event) => set(event.target.value) },
    values.map((value) => {
      const [to, words] = [value].flat();
      return option(to, words ?? to, String(to) === String(now));
    }),
  );

/** An amount in dollars that is kept in cents. */
export const amount = (cents, set, key) =>
  h("input", {
    class: "input",
    type: "text",
    inputmode: "decimal",
    value: String((cents ?? 0) / 100),
    "data-key": key,
    onchange: (event) => {
      const found = parse(event.target.value);
      event.target.toggleAttribute("aria-invalid", found === null);
      if (found !== null) set(found);
    },
  });

export const spoken = (key) => {
  const words = key.replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
