// Building the page: templates that change what they drew and leave the rest of it alone.

import { path } from "./api.js";
import { NO_AMOUNT, parse, rangeWords } from "./money.js";
import { Overlay } from "./overlay.js";
import { html as litHtml, svg as litSvg, nothing, render } from "../lit/lit-html.js";
import { live } from "../lit/directives/live.js";
import { repeat } from "../lit/directives/repeat.js";

export { live, nothing, render, repeat };

/**
 * A template over several lines, in which a line break next to a tag or an expression is no space,
 * except after a word that goes on with one.
 */
function laidOut(tag) {
  const known = new WeakMap();
  return (strings, ...values) => {
    if (!known.has(strings)) {
      let inTag = false;
      const last = strings.length - 1;
      const joined = strings.map((text, n) =>
        text.replace(/[<>]|\s*\n\s*/g, (found, at) => {
          if (found === "<" || found === ">") inTag = found === "<";
          if (found.trim()) return found;
          const before = text[at - 1] ?? ">";
          const ends = n === last ? /^(<\/|$)/ : /^<\//;
          return inTag || (before !== ">" && !ends.test(text.slice(at + found.length))) ? " " : "";
        }),
      );
      known.set(strings, Object.assign(joined, { raw: strings.raw }));
    }
    return tag(known.get(strings), ...values);
  };
}

export const html = laidOut(litHtml);
export const svg = laidOut(litSvg);

/** The element of a template that is drawn once and kept. */
export function element(template) {
  const place = document.createDocumentFragment();
  render(template, place);
  return place.firstElementChild;
}

export const icon = (name) =>
  html`<svg class="i" aria-hidden="true"><use href="#i-${name}" /></svg>`;

/** A button; `kind` is how it looks, `key` how the page finds it again, `label` how it is read. */
export const button = (words, press, { kind = "", key, label, off = false, pressed } = {}) => html`
  <button class="btn ${kind}" type="button" data-key=${key ?? nothing} aria-label=${label ?? nothing}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)} ?disabled=${off}
    @click=${press}>${words}</button>
`;

/** A button that reads as a link. */
export const linkButton = (words, press, key) => html`
  <button class="link" type="button" data-key=${key ?? nothing} @click=${press}>${words}</button>
`;

/** Parts of a form that belong together, under one name. */
export const fieldset = (words, ...kids) =>
  html`<fieldset class="field"><legend>${words}</legend>${kids}</fieldset>`;

/** One of a few: a row of buttons. */
export const choose = (values, now, pick, key, { kind = "wrapseg", label } = {}) => html`
  <div class="seg ${kind}" role="group" aria-label=${label ?? nothing}>
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

/** The heads of a table whose columns but the first are figures. */
export const figureHeads = (first, ...rest) => html`
  <thead>
    <tr>
      <th scope="col">${first}</th>
      ${rest.map((word) => html`<th scope="col" class="num">${word}</th>`)}
    </tr>
  </thead>
`;

/** A line of such a table. */
export const figureRow = (first, ...rest) => html`
  <tr>
    <th scope="row">${first}</th>
    ${rest.map((figure) => html`<td class="num">${figure}</td>`)}
  </tr>
`;

/** A table that scrolls sideways in its place; `kind` is the class of the place, `table` of the table. */
export const wideTable = (label, heads, lines, { kind = "", table = "" } = {}) => html`
  <div class="scroll ${kind}" tabindex="0" role="region" aria-label=${label}>
    <table class=${table}>
      ${heads}
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>
`;

/** A part of a whole as a bar. */
export const bar = (part, kind = 1) => html`
  <svg class="onebar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="b-bg" width="100" height="8" rx="2" />
    <rect class="b${kind}" width=${Math.max(part > 0 ? 1 : 0, Math.min(100, part * 100))}
      height="8" rx="2" />
  </svg>
`;

/** A name and its value in a list of them. */
export const fact = (name, value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** Do something again and again until a signal is aborted. */
export function every(milliseconds, what, gone) {
  const timer = setInterval(what, milliseconds);
  gone.addEventListener("abort", () => clearInterval(timer));
}

/** Hear keys while a page is shown, except in a field or a dialog; `press` is true if it used the key. */
export function hearKeys(page, press) {
  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    if (press(event)) event.preventDefault();
  };
  document.addEventListener("keydown", hear, { signal: page.gone });
}

/** Whether the screen is as narrow as a phone's. */
export const isNarrow = () => matchMedia("(max-width: 760px)").matches;

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A link of the page to itself. */
export const at = (...parts) => `#/${parts.map((part) => path(String(part))).join("/")}`;

/** Say at a field why its value is refused; without words, that it no longer is. */
export function refuseAt(input, words = "") {
  input.setCustomValidity(words);
  if (words) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  const said = input.parentElement?.querySelector(":scope > .refused");
  if (said) said.textContent = words;
  else if (words) input.after(element(html`<small class="refused" role="alert">${words}</small>`));
}

/** The amount in a field, in cents, within limits if there are any; null if not, as is said there. */
export function amountIn(input, { least = 0, most } = {}) {
  const cents = parse(input.value);
  const fits = cents !== null && (!most || (cents >= least && cents <= most));
  const range = most && `Type an amount${least ? " from" : ""} ${rangeWords({ least, most })}.`;
  refuseAt(input, fits ? "" : range || NO_AMOUNT);
  return fits ? cents : null;
}

/** Words for screen readers: `polite` waits its turn, `assertive` does not. */
export function announce(words, how = "polite") {
  const region = document.getElementById(`say-${how}`);
  if (region && words) region.textContent = words === region.textContent ? `${words}\u00a0` : words;
}

const CLOSE = [{ label: "Close", value: true }];

/** A modal question; resolves to what was chosen, or null when it was closed or the page left. */
export function dialog(title, body, buttons = CLOSE, { wide = false } = {}) {
  return new Promise((resolve) => {
    let answer = null;
    const press = (value) => {
      answer = typeof value === "function" ? value() : value;
      if (answer !== undefined) box.close();
    };
    const box = element(html`
      <dialog class=${wide ? "ask wide" : "ask"} aria-label=${title}>
        <form method="dialog" novalidate @submit=${(event) => event.preventDefault()}>
          <header class="row">
            <h2>${title}</h2>
            <button class="sq centered end x" type="button" aria-label="Close" @click=${() => box.close()}>
              ${icon("x")}
            </button>
          </header>
          <div class="body">${body}</div>
          ${
            buttons.length
              ? html`
                <footer class="wraps">
                  ${buttons.map(({ label, value, ...more }) =>
                    button(label, () => press(value), more),
                  )}
                </footer>
              `
              : null
          }
        </form>
      </dialog>
    `);
    const overlay = new Overlay(() => box.close());
    box.addEventListener("close", async () => {
      box.remove();
      await overlay.set(false); // what comes next may go to another address
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
    overlay.set(true);
    box.querySelector(".body :is(input, select)")?.focus();
  });
}
