// The people of the house: who they are, their roles, new passwords. For administrators.

import { h, replace } from "../core/dom.js";
import { get, path, post, put } from "../core/api.js";
import { many } from "../core/money.js";
import { session } from "../core/session.js";
import { plainPage } from "../core/shell.js";
import { askForm } from "./inputs.js";
import { option } from "./parts.js";

const ROLES = [
  ["player", "Player"],
  ["dealer", "Dealer"],
  ["floor", "Floor supervisor"],
  ["auditor", "Auditor"],
  ["admin", "Administrator"],
];
const roleWords = (role) => ROLES.find(([key]) => key === role)[1];

class PitPeoplePage extends HTMLElement {
  async start() {
    document.title = "People · pitboss";
    this.main = plainPage(this, "people");
    this.main.className = "wrap";
    this.wish = { words: "", guests: false };
    await this.read();
  }

  async read() {
    this.people = (await get("/people")).people;
    this.draw();
  }

  get found() {
    const words = this.wish.words.toLowerCase();
    return this.people.filter(
      (each) =>
        (this.wish.guests || !each.guest) &&
        `${each.name} ${roleWords(each.role)}`.toLowerCase().includes(words),
    );
  }

  draw() {
    const guests = this.people.filter((each) => each.guest).length;
    replace(
      this.main,
      h(
        "div",
        { class: "head" },
        h(
          "div",
          {},
          h("h1", {}, "People"),
          h(
            "p",
            { class: "quiet" },
            "Who may do what. A new role or password logs that person out.",
          ),
        ),
        h(
          "button",
          { class: "btn solid", type: "button", "data-key": "add", onclick: () => this.add() },
          "Let somebody in",
        ),
      ),
      h(
        "div",
        { class: "filters", role: "search" },
        h("input", {
          class: "input find",
          type: "search",
          placeholder: "Find a name or a role",
          "aria-label": "Find a name or a role",
          "data-key": "find",
          value: this.wish.words,
          oninput: (event) => {
            this.wish.words = event.target.value;
            this.rows();
          },
        }),
        h(
          "button",
          {
            class: "btn",
            type: "button",
            "data-key": "guests",
            "aria-pressed": String(this.wish.guests),
            onclick: () => {
              this.wish.guests = !this.wish.guests;
              this.draw();
            },
          },
          `Guests too (${guests})`,
        ),
        (this.count = h("span", { class: "count quiet small", "aria-live": "polite" })),
      ),
      h(
        "div",
        { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "People" },
        h(
          "table",
          { class: "grid stack" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Name", "Role", ""].map((word) =>
                h("th", { scope: "col" }, word || h("span", { class: "sr" }, "To do")),
              ),
            ),
          ),
          (this.body = h("tbody")),
        ),
      ),
    );
    this.rows();
  }

  rows() {
    const { found } = this;
    this.count.textContent = many(found.length, "person", "people");
    replace(
      this.body,
      found.map((person) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            `${person.name} `,
            person.name === session.person?.name ? h("span", { class: "pill ok" }, "you") : null,
          ),
          h("td", {}, person.guest ? "Guest" : roleWords(person.role)),
          h(
            "td",
            { class: "rowacts" },
            h(
              "button",
              {
                class: "btn",
                type: "button",
                "data-key": `role-${person.name}`,
                "aria-label": `Role of ${person.name}`,
                disabled: person.name === session.person?.name,
                onclick: () => this.role(person),
              },
              "Role",
            ),
            h(
              "button",
              {
                class: "btn",
                type: "button",
                "data-key": `password-${person.name}`,
                "aria-label": `New password for ${person.name}`,
                onclick: () => this.password(person),
              },
              "New password",
            ),
          ),
        ),
      ),
      found.length ? null : h("tr", {}, h("td", { colspan: 3, class: "hush" }, "Nobody.")),
    );
  }

  add() {
    const name = input("name", "Name", { autocomplete: "off", maxlength: 40 });
    const role = roleSelect("dealer");
    const password = input("password", "Password, 12 characters or more", secret);
    return askForm(
      "Let somebody in",
      [name.label, role.label, password.label],
      "Let in",
      async () => {
        await post("/people", {
          name: name.value,
          role: role.value,
          password: password.value,
        });
        await this.read();
      },
    );
  }

  role(person) {
    const role = roleSelect(person.role);
    const password = person.guest
      ? input("password", "Password, 12 characters or more", secret)
      : null;
    return askForm(`Role of ${person.name}`, [role.label, password?.label], "Change", async () => {
      await put(`/people/${path(person.name)}`, {
        role: role.value,
        ...(password?.value ? { password: password.value } : {}),
      });
      await this.read();
    });
  }

  password(person) {
    const password = input("password", "New password, 12 characters or more", secret);
    return askForm(`New password for ${person.name}`, [password.label], "Change", async () => {
      await put(`/people/${path(person.name)}`, { password: password.value });
      if (person.name === session.person?.name) location.reload();
      else await this.read();
    });
  }
}
customElements.define("pit-people-page", PitPeoplePage);

const secret = { type: "password", autocomplete: "new-password", maxlength: 200 };

function input(name, words, more = {}) {
  const made = h("input", { class: "input", name, type: "text", ...more });
  return {
    label: h("label", { class: "field" }, h("span", {}, words), made),
    get value() {
      return made.value;
    },
  };
}

function roleSelect(now) {
  const made = h(
    "select",
    { class: "input", name: "role" },
    ROLES.map(([key, words]) => option(key, words, key === now)),
  );
  return {
    label: h("label", { class: "field" }, h("span", {}, "Role"), made),
    get value() {
      return made.value;
    },
  };
}
