// What a form is made of: a field with its words, a choice, an amount; and a form in a dialog.

import { newKey } from "../core/api.js";
import { dialog, element, hearKeys, html, icon, live, nothing, refuseAt } from "../core/dom.js";
import { NO_AMOUNT, parse } from "../core/money.js";

export const option = (value, words, selected = false) =>
  html`<option .value=${value} .selected=${live(selected)}>${words}</option>`;

/** Options grouped by law, or under another name; `words` gives the text of each. */
export const optionGroups = (groups, words, now) =>
  [...groups].map(
    ([name, entries]) => html`
      <optgroup label=${name}>
        ${entries.map((each) => option(each.id, words(each), each.id === now))}
      </optgroup>
    `,
  );

export const field = (words, input, note = "") => html`
  <label class="field">
    <span>${words}</span>
    ${input}
    ${note ? html`<small>${note}</small>` : null}
  </label>
`;

const select = (values, now, set, key) => html`
  <select class="input" data-key=${key} @change=${(event) => set(event.target.value)}>
    ${values.map((value) => {
      const [to, words] = [value].flat();
      return option(to, words ?? to, String(to) === String(now));
    })}
  </select>
`;

/** A field with a choice of several. */
export const chosen = (words, values, now, set, key, note) =>
  field(words, select(values, now, set, key), note);

/** A box to tick; `below` explains it in small type. */
export const tick = (words, on, turn, key, below = "") => html`
  <label class="row small tick">
    <input type="checkbox" .checked=${live(on)} data-key=${key}
      @change=${(event) => turn(event.target.checked)} />
    <span>${below ? html`<b>${words}</b><span class="under">${below}</span>` : words}</span>
  </label>
`;

/** A search box. */
export const findBox = (words, look, value = "") => html`
  <label class="input find">
    ${icon("find")}
    <span class="sr">${words}</span>
    <input type="search" placeholder=${words} .value=${value} data-key="find"
      @input=${(event) => look(event.target.value)} />
    <kbd class="end" aria-hidden="true">/</kbd>
  </label>
`;

/** The / key goes to the search box of a page. */
export function slashFinds(page) {
  hearKeys(page, ({ key }) => {
    if (key === "/") page.querySelector(".find input").focus();
    return key === "/";
  });
}

/** A field whose text is parsed as it is typed; it says what is `wrong` with it. */
export const typed = (words, value, read, wrong, set, { key, mode }) =>
  field(
    words,
    html`
      <input class="input" type="text" autocomplete="off" .value=${value} inputmode=${mode}
        data-key=${key} @input=${({ target }) => {
          const found = read(target.value);
          refuseAt(target, found === null ? wrong : "");
          if (found !== null) set(found);
        }} />
    `,
  );

/** An amount in dollars, kept in cents. */
export const amount = (words, cents, set, key) =>
  typed(`${words}, dollars`, String(cents / 100), parse, NO_AMOUNT, set, { key, mode: "decimal" });

/** Amounts in dollars, separated by spaces, kept in cents. */
export function amounts(words, cents, set, key) {
  const read = (text) => {
    const found = text.trim().split(/\s+/).map(parse);
    return found.includes(null) ? null : found;
  };
  const wrong = "Type amounts in dollars with spaces between them, such as 1 5 25 100.";
  const now = cents.map((each) => each / 100).join(" ");
  return typed(`${words}, dollars`, now, read, wrong, set, { key, mode: "text" });
}

/** A whole number from 1 to `most`. */
export function whole(words, now, most, set, key) {
  const read = (text) => {
    const found = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
    return found >= 1 && found <= most ? found : null;
  };
  const wrong = `Type a whole number from 1 to ${most}.`;
  return typed(words, String(now), read, wrong, set, { key, mode: "numeric" });
}

/** Go to the first field whose text was refused; true if there is one. */
export function refusedField(form) {
  const found = form.querySelector("input:invalid");
  found?.focus();
  return Boolean(found);
}

/** Where a form says why it was refused. */
export const refusal = () => element(html`<p class="refused" role="alert"></p>`);

/** Do something; `note` says why it was refused. Resolves to whether it was done. */
export async function attempt(note, what) {
  note.textContent = "";
  try {
    await what();
    return true;
  } catch (error) {
    note.textContent = error.message;
    note.scrollIntoView({ block: "nearest" });
    return false;
  }
}

/** A form in a dialog until the server accepts it, sent under one key; true once accepted. */
export async function askForm(
  title,
  fields,
  words,
  send,
  { kind = "solid", wide = false, note = refusal(), name = "send" } = {},
) {
  const key = newKey();
  const body = element(html`<div class="stackform">${fields}${note}</div>`);
  let [sending, taken] = [false, false];
  const go = () => {
    if (sending || refusedField(body)) return undefined;
    sending = true;
    attempt(note, () => send(key)).then((done) => {
      [sending, taken] = [false, done];
      if (done) body.closest("dialog")?.close();
    });
    return undefined;
  };
  body.addEventListener("input", ({ target }) => {
    if (!target.validity.valid) note.textContent = ""; // its field says what is wrong now
  });
  body.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) {
      event.preventDefault();
      if (!wide) go(); // a long form is sent by its button alone
    }
  });
  const buttons = [
    { label: "Go back", value: false },
    { label: words, value: go, kind, key: name },
  ];
  await dialog(title, body, buttons, { wide });
  return taken;
}

/** Whether a person confirms a form; `ready` keeps it open by returning undefined. */
export const confirmed = (title, fields, words, ready = true) =>
  dialog(title, html`<div class="stackform">${fields}</div>`, [
    { label: "Go back", value: false },
    { label: words, value: ready, kind: "solid" },
  ]);

/** A choice in a form, read when the form is sent. */
export const chooser = (values, now, key) => element(select(values, now, () => {}, key));

/** A line of text, no longer than the server accepts. */
export const fewWords = (key, most = 160, { value = "", mode } = {}) =>
  element(html`
    <input class="input" type="text" maxlength=${most} data-key=${key} .value=${value}
      inputmode=${mode ?? nothing}
      autocomplete=${mode ? "off" : nothing} />
  `);

/** A password: that of the person logged in, or another's. */
export const passwordInput = (key = "password", completes = "current-password") =>
  element(html`
    <input class="input" type="password" autocomplete=${completes} maxlength="200" data-key=${key} />
  `);

/** A second member of staff, who also signs: `said` is what a command needs of them. */
export function witness() {
  const name = fewWords("witness", 40);
  const password = passwordInput("witness-password", "off");
  const code = fewWords("witness-code", 8);
  return {
    fields: html`
      <fieldset class="field">
        <legend>A second member of staff also signs</legend>
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
