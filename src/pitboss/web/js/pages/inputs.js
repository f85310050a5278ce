// What a form is made of: a field with its words, a choice, an amount; and a form in a dialog.

import { newKey } from "../core/api.js";
import { dialog, h, refuseAt } from "../core/dom.js";
import { NO_AMOUNT, parse } from "../core/money.js";
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

/** Something typed that is read as it is typed; what cannot be read is refused at its field. */
const typed = (value, read, words, set, more) =>
  h("input", {
    class: "input",
    type: "text",
    autocomplete: "off",
    value,
    ...more,
    oninput: ({ target }) => {
      const found = read(target.value);
      refuseAt(target, found === null ? words : "");
      if (found !== null) set(found);
    },
  });

/** An amount in dollars that is kept in cents. */
export const amount = (cents, set, key) =>
  typed(String(cents / 100), parse, NO_AMOUNT, set, { inputmode: "decimal", "data-key": key });

/** A whole number from 1 to `most`. */
export function whole(now, most, set, key) {
  const read = (text) => {
    const found = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
    return found >= 1 && found <= most ? found : null;
  };
  const words = `Type a whole number from 1 to ${most}.`;
  return typed(String(now), read, words, set, { inputmode: "numeric", "data-key": key });
}

/** Go to the first field whose words were refused; true where there is one. */
export function refusedField(form) {
  const found = form.querySelector("input:invalid");
  found?.focus();
  return Boolean(found);
}

/** A form in a dialog until the server takes it, sent under one key; true when it was taken. */
export async function askForm(title, fields, words, send, { kind = "solid", wide = false } = {}) {
  const key = newKey();
  const note = h("p", { class: "refused", role: "alert" });
  const body = h("div", { class: "stackform" }, fields, note);
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

/** A few words, of a length that the server takes. */
export const fewWords = (key, most = 160) =>
  h("input", { class: "input", type: "text", maxlength: most, "data-key": key });

/** The password of who is logged in, asked for again. */
export const passwordInput = () =>
  h("input", {
    class: "input",
    type: "password",
    autocomplete: "current-password",
    "data-key": "password",
  });

/** Why it is done and the password of who does it: `said` is what a command needs of them. */
export function signature() {
  const [why, password] = [fewWords("why"), passwordInput()];
  return {
    fields: [field("Why, in a few words", why), field("Your password", password)],
    get said() {
      return { why: why.value.trim(), password: password.value };
    },
  };
}
