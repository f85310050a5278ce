// What a form is made of: a field with its words, a choice, an amount; and a form in a dialog.

import { newKey } from "../core/api.js";
import { dialog, element, html, live, refuseAt } from "../core/dom.js";
import { NO_AMOUNT, parse } from "../core/money.js";

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

export const field = (words, input, note = "") => html`
  <label class="field">
    <span>${words}</span>
    ${input}
    ${note ? html`<small>${note}</small>` : null}
  </label>
`;

export const select = (values, now, set, key) => html`
  <select class="input" data-key=${key} @change=${(event) => set(event.target.value)}>
    ${values.map((value) => {
      const [to, words] = [value].flat();
      return option(to, words ?? to, String(to) === String(now));
    })}
  </select>
`;

/** Text that is read as it is typed; what cannot be read is refused at its field. */
const typed = (value, read, words, set, { key, mode }) => html`
  <input class="input" type="text" autocomplete="off" .value=${value} inputmode=${mode}
    data-key=${key} @input=${({ target }) => {
      const found = read(target.value);
      refuseAt(target, found === null ? words : "");
      if (found !== null) set(found);
    }} />
`;

/** An amount in dollars, kept in cents. */
export const amount = (cents, set, key) =>
  typed(String(cents / 100), parse, NO_AMOUNT, set, { key, mode: "decimal" });

/** Amounts in dollars, separated by spaces, kept in cents. */
export function amounts(cents, set, key) {
  const read = (text) => {
    const found = text.trim().split(/\s+/).map(parse);
    return found.includes(null) ? null : found;
  };
  const words = "Type amounts in dollars with spaces between them, such as 1 5 25 100.";
  return typed(cents.map((each) => each / 100).join(" "), read, words, set, { key, mode: "text" });
}

/** A whole number from 1 to `most`. */
export function whole(now, most, set, key) {
  const read = (text) => {
    const found = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
    return found >= 1 && found <= most ? found : null;
  };
  const words = `Type a whole number from 1 to ${most}.`;
  return typed(String(now), read, words, set, { key, mode: "numeric" });
}

/** Go to the first field whose words were refused; true if there is one. */
export function refusedField(form) {
  const found = form.querySelector("input:invalid");
  found?.focus();
  return Boolean(found);
}

/** A form in a dialog until the server accepts it, sent under one key; true once accepted. */
export async function askForm(title, fields, words, send, { kind = "solid", wide = false } = {}) {
  const key = newKey();
  const note = element(html`<p class="refused" role="alert"></p>`);
  const body = element(html`<div class="stackform">${fields}${note}</div>`);
  let [sending, taken] = [false, false];
  const go = () => {
    if (sending) return undefined;
    sending = true;
    note.textContent = "";
    send(key)
      .then(() => {
        taken = true;
        body.closest("dialog")?.close();
      })
      .catch((error) => {
        note.textContent = error.words ?? error.message;
        note.scrollIntoView({ block: "nearest" });
      })
      .finally(() => {
        sending = false;
      });
    return undefined;
  };
  body.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) {
      event.preventDefault();
      go();
    }
  });
  const buttons = [
    { label: "Go back", value: false },
    { label: words, value: go, kind, key: "send" },
  ];
  await dialog(title, body, buttons, { wide });
  return taken;
}

/** A few words, of a length that the server accepts. */
export const fewWords = (key, most = 160) =>
  element(html`<input class="input" type="text" maxlength=${most} data-key=${key} />`);

/** The password of the person logged in, asked for again. */
export const passwordInput = () =>
  element(html`
    <input class="input" type="password" autocomplete="current-password" data-key="password" />
  `);

/** A second person of the staff, who signs too: `said` is what a command needs of them. */
export function witness() {
  const name = fewWords("witness", 40);
  const password = element(html`
    <input class="input" type="password" autocomplete="off" maxlength="200"
      data-key="witness-password" />
  `);
  const code = fewWords("witness-code", 8);
  return {
    fields: html`
      <fieldset class="field">
        <legend>A second person of the staff signs too</legend>
        ${field("Name", name)}
        ${field("Password", password)}
        ${field("Code, if they have a second factor", code)}
      </fieldset>
    `,
    get said() {
      const by = { name: name.value.trim(), password: password.value, code: code.value.trim() };
      return by.name && by.password ? { witness: by } : {};
    },
  };
}

/** The reason, and the password of the person doing it: `said` is what a command needs of them. */
export function signature() {
  const [why, password] = [fewWords("why"), passwordInput()];
  return {
    fields: [field("Why, in a few words", why), field("Your password", password)],
    get said() {
      return { why: why.value.trim(), password: password.value };
    },
  };
}
