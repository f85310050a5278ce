// Log in, or play as a guest with play chips.

import { at, h, replace, s } from "../core/dom.js";
import { get } from "../core/api.js";
import { asGuest, logIn } from "../core/session.js";

const HOMES = { dealer: "floor", floor: "desk", admin: "people", auditor: "desk" };

class PitLoginPage extends HTMLElement {
  start(_, asked) {
    document.title = "Log in · pitboss";
    const to = asked.get("to");
    const note = h("p", { class: "refused", role: "alert" });
    const tryIt = (what) => async (event) => {
      event.preventDefault();
      note.textContent = "";
      try {
        const person = await what(new FormData(event.target));
        location.hash = to ? `#/${to}` : at(HOMES[person.role] ?? "floor");
      } catch (error) {
        event.target.append(note);
        note.textContent = error.words ?? error.message;
      }
    };
    const field = (name, words, more = {}) =>
      h(
        "label",
        { class: "field" },
        h("span", {}, words),
        h("input", { class: "input", name, ...more }),
      );
    replace(
      this,
      h(
        "main",
        { class: "login", id: "main", tabindex: -1 },
        h(
          "div",
          { class: "loginart", "aria-hidden": "true" },
          s("svg", { viewBox: "0 0 24 24" }, s("use", { href: "#mark" })),
        ),
        h("h1", {}, "pitboss"),
        h(
          "p",
          { class: "quiet" },
          "The rulebook that runs. Every spot tells you what it pays and what it costs, with its clause.",
        ),
        (this.where = h("p", { class: "whereto", role: "status" })),
        h(
          "form",
          { class: "panel", onsubmit: tryIt((form) => asGuest(form.get("guest"))) },
          h("h2", {}, "Play as a guest"),
          field("guest", "Name, if you like", { autocomplete: "nickname", maxlength: 24 }),
          h("button", { class: "btn solid big" }, "Sit down with play chips"),
          h("p", { class: "small quiet" }, "No account and no money: you are given play chips."),
        ),
        h(
          "form",
          {
            class: "panel",
            onsubmit: tryIt((form) => logIn(form.get("name"), form.get("password"))),
          },
          h("h2", {}, "Log in"),
          field("name", "Name", { autocomplete: "username", required: true }),
          field("password", "Password", {
            type: "password",
            autocomplete: "current-password",
            required: true,
          }),
          h("button", { class: "btn big" }, "Log in"),
        ),
        h("p", { class: "small" }, h("a", { href: at("floor") }, "Look at the floor first")),
      ),
    );
    this.sayWhere(to);
  }

  /** Which table waits for whoever came from one. */
  async sayWhere(to) {
    const [, id] = /^(?:table|dealer)\/([^?]+)/.exec(to ?? "") ?? [];
    if (!id) return;
    const { tables } = await get("/floor").catch(() => ({ tables: [] }));
    const found = tables.find((table) => table.id === decodeURIComponent(id));
    if (found) this.where.append("Then you go on to ", h("b", {}, found.name), ".");
  }
}
customElements.define("pit-login-page", PitLoginPage);
