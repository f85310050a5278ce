// The people of the house: who they are, their roles, new passwords. For administrators.

import { button, html, render, repeat } from "../core/dom.js";
import { get, path, post, put } from "../core/api.js";
import { many } from "../core/money.js";
import { ROLES, session } from "../core/session.js";
import { pageHead, plainPage } from "../core/shell.js";
import {
  askForm,
  chooser,
  fewWords,
  field,
  findBox,
  passwordInput,
  slashFinds,
  witness,
} from "./inputs.js";
import { listTable } from "./long-list.js";

class PitPeoplePage extends HTMLElement {
  async start() {
    this.main = plainPage(this, "people", { title: "People", kind: "wrap" });
    this.wish = { words: "", guests: false };
    await this.read();
    slashFinds(this);
  }

  async read() {
    this.people = (await get("/people")).people;
    this.draw();
  }

  async change(person, said) {
    await put(`/people/${path(person.name)}`, said);
    await this.read();
  }

  ask(wish) {
    Object.assign(this.wish, wish);
    this.draw();
  }

  get found() {
    const words = this.wish.words.toLowerCase();
    return this.people.filter(
      (each) =>
        (this.wish.guests || !each.guest) &&
        `${each.name} ${ROLES[each.role]}`.toLowerCase().includes(words),
    );
  }

  draw() {
    const { found } = this;
    const guests = this.people.filter((each) => each.guest).length;
    render(
      html`
        ${pageHead(
          "People",
          "Who may do what. A new role or password logs that person out.",
          button("Add a person", () => this.add(), { kind: "solid", key: "add" }),
        )}
        <div class="row wraps filters" role="search">
          ${findBox("Find a name or role", (words) => this.ask({ words }), this.wish.words)}
          ${button(`Include guests (${guests})`, () => this.ask({ guests: !this.wish.guests }), {
            key: "guests",
            pressed: this.wish.guests,
          })}
          <span class="end quiet small" aria-live="polite">
            ${many(found.length, "person", "people")}
          </span>
        </div>
        ${listTable(
          "People",
          ["Name", "Role", ""],
          found.length
            ? repeat(
                found,
                (person) => person.name,
                (person) => this.row(person),
              )
            : html`<tr><td colspan="3" class="hush">Nobody matches.</td></tr>`,
        )}
      `,
      this.main,
    );
  }

  row(person) {
    const off = person.name === session.person?.name;
    const { name } = person;
    const does = person.disabled ? "Enable" : "Disable";
    const act = (words, key, label, press, still = false) =>
      button(words, press, { key: `${key}-${name}`, label: `${label} ${name}`, off: still });
    const remove = () => this.factor(person);
    const factor = act("Remove factor", "factor", "Remove the second factor of", remove);
    return html`
      <tr>
        <th scope="row">
          ${name}${" "}
          ${off ? html`<span class="pill ok">you</span>` : null}
          ${person.disabled ? html`<span class="pill hot">disabled</span>` : null}
        </th>
        <td>${person.guest ? "Guest" : ROLES[person.role]}</td>
        <td class="rowacts">
          ${act("Role", "role", "Role of", () => this.role(person), off)}
          ${act("New password", "password", "New password for", () => this.password(person))}
          ${person.factor ? factor : null}
          ${act(does, "disable", does, () => this.disable(person), off)}
        </td>
      </tr>
    `;
  }

  add() {
    const [name, role, password] = [fewWords("name", 40), roles("dealer"), newPassword()];
    const fields = [
      field("Name", name),
      field("Role", role),
      field("Password, 12 characters or more", password),
    ];
    return askForm("Add a person", fields, "Add", async () => {
      await post("/people", {
        name: name.value,
        role: role.value,
        password: password.value,
      });
      await this.read();
    });
  }

  role(person) {
    const [role, password, second] = [roles(person.role), newPassword(), witness()];
    const fields = [
      field("Role", role),
      person.guest ? field("Password, 12 characters or more", password) : null,
      second.fields,
    ];
    return askForm(`Role of ${person.name}`, fields, "Change", () =>
      this.change(person, {
        role: role.value,
        ...(password.value ? { password: password.value } : {}),
        ...second.said,
      }),
    );
  }

  factor(person) {
    const [words, second] = [`Remove the second factor of ${person.name}?`, witness()];
    return askForm(words, [second.fields], "Remove it", () =>
      this.change(person, { factor: false, ...second.said }),
    );
  }

  disable(person) {
    const does = person.disabled ? "Enable" : "Disable";
    const words = person.disabled
      ? "They can log in again with the password they had."
      : "They are logged out at once and cannot log in. Their records stay.";
    return askForm(`${does} ${person.name}?`, [html`<p>${words}</p>`], does, () =>
      this.change(person, { disabled: !person.disabled }),
    );
  }

  password(person) {
    const password = newPassword();
    const fields = [
      html`<p class="small quiet">They must change it when they log in.</p>`,
      field("New password, 12 characters or more", password),
    ];
    return askForm(`New password for ${person.name}`, fields, "Change", async () => {
      await put(`/people/${path(person.name)}`, { password: password.value });
      if (person.name === session.person?.name) location.reload();
      else await this.read();
    });
  }
}
customElements.define("pit-people-page", PitPeoplePage);

const newPassword = () => passwordInput("password", "new-password");
const roles = (now) => chooser(Object.entries(ROLES), now, "role");
