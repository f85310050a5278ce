// Your account: a new password, a second factor, and where you are logged in.

import { button, html, render } from "../core/dom.js";
import { get, post, remove } from "../core/api.js";
import { ROLES, changePassword, session, setFactor } from "../core/session.js";
import { pageHead, plainPage } from "../core/shell.js";
import { attempt, field, fewWords, passwordInput, refusal } from "./inputs.js";
import { listTable, when } from "./long-list.js";

const MUST = {
  password: "Your password was set by someone else. Change it before anything else.",
  factor: "This house requires a second factor from staff. Set yours up before anything else.",
};

class PitAccountPage extends HTMLElement {
  async start() {
    this.main = plainPage(this, "account", { title: "Your account", kind: "wrap account" });
    this.given = null; // the secret of a second factor that is being set up
    this.sessions = session.must ? [] : (await get("/sessions")).sessions;
    this.draw();
  }

  draw() {
    const { person, must } = session;
    render(
      html`
        ${pageHead(
          "Your account",
          `${person.name}, ${ROLES[person.role].toLowerCase()}`,
          null,
          must ? html`<p class="refused" role="alert">${MUST[must]}</p>` : null,
        )}
        ${must === "factor" ? null : this.password()}
        ${must === "password" || person.role === "player" ? null : this.factor()}
        ${must ? null : this.list()}
      `,
      this.main,
    );
  }

  /** A form that says why it was refused. */
  form(title, fields, words, send) {
    const note = refusal();
    const go = (event) => {
      event.preventDefault();
      attempt(note, send);
    };
    return html`
      <form class="panel stackform" @submit=${go}>
        <h2>${title}</h2>
        ${fields}${note}
        <p><button class="btn solid">${words}</button></p>
      </form>
    `;
  }

  password() {
    const [old, fresh] = [passwordInput(), passwordInput("new-password", "new-password")];
    const note = "12 characters or more; common words with digits are refused";
    return this.form(
      "Change your password",
      [field("Current password", old), field("New password", fresh, note)],
      "Change it",
      () => changePassword(old.value, fresh.value),
    );
  }

  factor() {
    if (session.person.factor)
      return html`
        <section class="panel">
          <h2>Second factor</h2>
          <p>
            You enter a code each time you log in. An administrator can remove the second factor
            with a witness.
          </p>
        </section>
      `;
    if (!this.given) {
      const password = passwordInput();
      return this.form(
        "Set up a second factor",
        [
          html`<p>An app on your phone then shows a code that you enter when you log in.</p>`,
          field("Your password", password),
        ],
        "Set it up",
        async () => {
          this.given = await post("/session/factor", { password: password.value });
          this.draw();
        },
      );
    }
    const code = fewWords("code", 8);
    return this.form(
      "Set up a second factor",
      [
        html`
          <p>
            Enter this secret in the app, or <a href=${this.given.address}>open it in the app</a>. It is
            shown only once.
          </p>
          <p><code class="num">${this.given.secret.match(/.{4}/g).join(" ")}</code></p>
        `,
        field("The code it shows", code),
      ],
      "Confirm",
      () => setFactor(this.given.secret, code.value.trim()),
    );
  }

  list() {
    const mine = this.sessions.filter((each) => each.name === session.person.name);
    const others = this.sessions.filter((each) => each.name !== session.person.name);
    const end = (each) => async () => {
      this.sessions = (await remove(`/sessions/${each.id}`)).sessions;
      this.draw();
    };
    return html`
      <h2>${others.length ? "Who is logged in" : "Where you are logged in"}</h2>
      ${listTable(
        "Sessions",
        ["Name", "Since", "Last active", "Address", ""],
        [...mine, ...others].map(
          (each) => html`
            <tr>
              <th scope="row">
                ${each.name}${" "}
                ${each.current ? html`<span class="pill ok">this session</span>` : null}
              </th>
              <td>${when(each.begun_at)}</td>
              <td>${when(each.seen_at)}</td>
              <td>${each.address}</td>
              <td class="rowacts">
                ${button("End it", end(each), {
                  key: `end-${each.id}`,
                  label: `End it: the session of ${each.name} since ${when(each.begun_at)}`,
                  off: each.current,
                })}
              </td>
            </tr>
          `,
        ),
      )}
    `;
  }
}
customElements.define("pit-account-page", PitAccountPage);
