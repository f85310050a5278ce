// Log in, or play as a guest with play chips.

import { at, html, render } from "../core/dom.js";
import { get } from "../core/api.js";
import { asGuest, logIn } from "../core/session.js";
import { entitle } from "../core/shell.js";
import { attempt, field, refusal } from "./inputs.js";

const HOMES = { dealer: "floor", floor: "desk", admin: "people", auditor: "desk" };

const LONGEST = 24; // a guest's name stands at a box

/** A guest's name, unless there is no room for it. */
function short(name) {
  if (name.trim().length > LONGEST)
    throw new Error(`A guest's name has at most ${LONGEST} characters.`);
  return name;
}

class PitLoginPage extends HTMLElement {
  start(_, asked) {
    entitle("Log in");
    const to = asked.get("to");
    const note = refusal();
    const askCode = (error) => {
      if (error.needs === "code") {
        const code = this.querySelector(".codefield");
        code.hidden = false;
        code.querySelector("input").focus();
      }
      throw error;
    };
    const tryIt = (what) => (event) => {
      event.preventDefault();
      event.target.append(note);
      attempt(note, async () => {
        const person = await what(new FormData(event.target)).catch(askCode);
        location.hash = to ? `#/${to}` : at(HOMES[person.role] ?? "floor");
      });
    };
    render(
      html`
        <main class="login" id="main" tabindex="-1">
          <div class="loginart" aria-hidden="true">
            <svg viewBox="0 0 24 24"><use href="#mark" /></svg>
          </div>
          <h1>pitboss</h1>
          <p class="quiet">
            A rulebook that runs. Every spot tells you what it pays and what it costs, with its
            clause.
          </p>
          <p class="whereto" role="status"></p>
          <form class="panel stackform" @submit=${tryIt((form) => asGuest(short(form.get("guest"))))}>
            <h2>Play as a guest</h2>
            ${field(
              "Name (optional)",
              html`<input class="input" name="guest" autocomplete="nickname" />`,
            )}
            <button class="btn solid big">Sit down with play chips</button>
            <p class="small quiet">No account and no money: you get play chips.</p>
          </form>
          <form class="panel stackform"
            @submit=${tryIt((form) =>
              logIn(form.get("name"), form.get("password"), form.get("code")),
            )}>
            <h2>Log in</h2>
            ${field("Name", html`<input class="input" name="name" autocomplete="username" required />`)}
            ${field(
              "Password",
              html`
                <input class="input" name="password" type="password"
                  autocomplete="current-password" required />
              `,
            )}
            <label class="field codefield" hidden>
              <span>Code from your second factor</span>
              <input class="input" name="code" inputmode="numeric" autocomplete="one-time-code"
                maxlength="8" />
            </label>
            <button class="btn big">Log in</button>
          </form>
          <p class="small"><a href=${at("floor")}>See the floor first</a></p>
        </main>
      `,
      this,
    );
    this.sayWhere(to);
  }

  /** The table to return to, if there is one. */
  async sayWhere(to) {
    const [, id] = /^(?:table|dealer)\/([^?]+)/.exec(to ?? "") ?? [];
    if (!id) return;
    const { tables } = await get("/floor").catch(() => ({ tables: [] }));
    const found = tables.find((table) => table.id === decodeURIComponent(id));
    if (found)
      render(html`You will then go to <b>${found.name}</b>.`, this.querySelector(".whereto"));
  }
}
customElements.define("pit-login-page", PitLoginPage);
