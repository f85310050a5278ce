// What every page has: the bar, the menu, the theme.

import {
  at,
  button,
  choose,
  dialog,
  element,
  fieldset,
  html,
  icon,
  nothing,
  render,
} from "./dom.js";
import { canPulse } from "./sound.js";
import { ROLES, dress, isStaff, logInFrom, logOut, prefer, session, taste } from "./session.js";

function places() {
  const made = [
    ["floor", "Floor"],
    ["meters", "Meters"],
    ["par", "PAR explorer"],
    ["rules", "Rulebook"],
    ["learn", "How to play"],
  ];
  if (session.person) made.splice(3, 0, ["simulate", "Simulation"]);
  if (isStaff("floor", "auditor")) made.push(["desk", html`Floor desk<pit-badge></pit-badge>`]);
  if (isStaff("admin")) made.push(["people", "People"]);
  return made;
}

const initials = (name = "") =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .join("")
    .slice(0, 2)
    .toUpperCase() || "?";

/** The mark and the name, which lead to the floor. */
export const brand = (kind = "brand") => html`
  <a class="row ${kind}" href=${at("floor")}>
    <svg aria-hidden="true"><use href="#mark" /></svg>
    pitboss
  </a>
`;

/** Who you are; it opens the menu. On a small screen there is only room for the menu's button. */
export const identity = () => html`
  ${session.person ? face(session.person) : html`<a class="btn solid" href=${logInFrom()}>Play or log in</a>`}
  <button class="sq centered burger" type="button" @click=${() => menu({})}>
    ${icon("menu")}<span class="sr">Menu</span><pit-badge></pit-badge>
  </button>
`;

function face(person) {
  const role = person.role === "player" ? "" : `, ${ROLES[person.role].toLowerCase()}`;
  return html`
    <button class="row who" type="button" data-key="who" aria-label="${person.name}${role}: menu"
      @click=${() => menu({})}>
      <span class="face centered" data-of=${initials(person.name)}></span>
      <span class="whoname">${person.name}${role}</span>
    </button>
  `;
}

/** The bar of a page; `end` goes before who you are. */
function topBar(current, end) {
  return html`
    <header class="row bar">
      ${brand()}
      <nav class="nav" aria-label="Pages">
        ${places().map(
          ([to, words]) => html`
            <a href=${at(to)} aria-current=${to === current ? "page" : nothing}>${words}</a>
          `,
        )}
      </nav>
      <div class="row end">
        ${end}
        ${identity()}
      </div>
    </header>
  `;
}

const ON_OR_OFF = [
  [true, "On"],
  [false, "Off"],
];

export async function menu({ leave, shoe }) {
  const body = element(html`<div class="stackcol menu"></div>`);
  const group = (name, words, values) => {
    const pick = (value) => {
      prefer(name, value);
      draw();
    };
    return fieldset(words, choose(values, taste[name], pick, name, { kind: "" }));
  };
  const shut = (event) => event.target.closest("dialog").close();
  const go = (to, words) => html`<li><a href=${to} @click=${shut}>${words}</a></li>`;
  const draw = () =>
    render(
      html`
        <ul class="menulinks">
          ${places().map(([to, words]) => go(at(to), words))}
          ${session.person && !session.person.guest ? go(at("account"), "Your account") : null}
          ${session.person ? null : go(logInFrom(), "Play as a guest or log in")}
        </ul>
        ${group("theme", "Theme", [
          ["auto", "Same as the system"],
          ["light", "Light"],
          ["dark", "Dark"],
        ])}
        ${group("colours", "Deck", [
          [2, "Two colors"],
          [4, "Four colors"],
        ])}
        ${group("keys", "Single-letter keys", ON_OR_OFF)}
        ${group("sound", "Sounds: cards, chips, a win, your turn", ON_OR_OFF)}
        ${canPulse() ? group("pulse", "Vibration: a win, your turn", ON_OR_OFF) : null}
        ${
          isStaff("floor", "auditor")
            ? group("bell", "A bell when a slip or a dealer is waiting", ON_OR_OFF)
            : null
        }
      `,
      body,
    );
  draw();
  const done = await dialog(
    session.person?.name ?? "Menu",
    body,
    [
      shoe && { label: "Choose the shoe", value: "shoe" },
      leave && { label: "Leave the table", value: "leave", kind: "danger" },
      session.person && { label: "Log out", value: "out" },
    ].filter(Boolean),
  );
  if (done === "shoe") shoe();
  if (done === "leave") leave();
  if (done === "out") {
    await logOut();
    location.hash = at("login");
  }
}

const TROUBLE = { 403: "Not for your role", 404: "Not found", 409: "Not now" };

/** A page that failed to load, in words, with links to continue. */
export function trouble(error) {
  const page = element(html`<div></div>`);
  const title = TROUBLE[error.status] ?? "That did not work";
  const logIn = session.person ? "Log in as someone else" : "Log in";
  const ways = html`
    <p class="wraps">
      <a class="btn solid" href=${at("floor")}>Back to the floor</a>
      ${
        error.status === 403
          ? html`<a class="btn" href=${logInFrom()}>${logIn}</a>`
          : error.status === 404
            ? null
            : button("Try again", () => location.reload())
      }
    </p>
  `;
  render(refusedSection(title, error, ways), plainPage(page, "", { title }));
  return page;
}

/** Shown in place of something that cannot be: the reason. */
export const refusedSection = (title, error, ways = null) => html`
  <section class="trouble" role="alert">
    <h1>${title}</h1>
    <p>${error.message}</p>
    ${ways}
  </section>
`;

/** The head of a page or a part of one: its title, a few words, its buttons, and notes. */
export const pageHead = (title, words, end = null, notes = null) => html`
  <div class="between head">
    <div>
      <h1>${title}</h1>
      ${words ? html`<p class="quiet">${words}</p>` : null}
      ${notes}
    </div>
    ${end}
  </div>
`;

/** The name of the page, as the window shows it. */
export const entitle = (title) => {
  document.title = `${title} · pitboss`;
};

/** A page below the bar; `kind` is how its main part looks. */
export function plainPage(page, current, { title, kind = "", end = null }) {
  dress();
  entitle(title);
  const main = element(html`<main id="main" class=${kind} tabindex="-1"></main>`);
  render(html`${topBar(current, end)}${main}`, page);
  return main;
}
