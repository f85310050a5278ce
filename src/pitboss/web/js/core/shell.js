// What every page has: the bar, the menu, the theme.

import { at, dialog, h, icon, replace, s } from "./dom.js";
import { dress, isStaff, logInFrom, logOut, prefer, session, taste } from "./session.js";

function places() {
  const made = [
    ["floor", "Floor"],
    ["meters", "Meters"],
    ["par", "PAR explorer"],
    ["rules", "Rulebook"],
  ];
  if (isStaff("floor", "auditor")) made.push(["desk", "Floor desk"]);
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

const ROLES = { floor: "floor supervisor", admin: "administrator" };

export function faceOf() {
  const person = session.person;
  if (!person) return h("a", { class: "btn solid", href: logInFrom() }, "Play or log in");
  const role = person.role === "player" ? "" : `, ${ROLES[person.role] ?? person.role}`;
  return h(
    "button",
    {
      class: "who",
      type: "button",
      "data-key": "who",
      "aria-label": `${person.name}${role}: menu`,
      onclick: () => menu({}),
    },
    h("span", { class: "face", "aria-hidden": "true" }, initials(person.name)),
    h("span", { class: "whoname" }, `${person.name}${role}`),
  );
}

/** The bar of a page; `end` goes before who you are. */
function topBar(current, { end = null, links = places() } = {}) {
  return h(
    "header",
    { class: "bar" },
    h(
      "a",
      { class: "brand", href: at("floor") },
      s("svg", { "aria-hidden": "true" }, s("use", { href: "#mark" })),
      "pitboss",
    ),
    h(
      "nav",
      { class: "nav", "aria-label": "Pages" },
      links.map(([to, words]) =>
        h("a", { href: at(to), "aria-current": to === current ? "page" : null }, words),
      ),
    ),
    h(
      "div",
      { class: "end" },
      end,
      faceOf(),
      h(
        "button",
        { class: "sq burger", type: "button", "aria-label": "Menu", onclick: () => menu({}) },
        icon("menu"),
      ),
    ),
  );
}

export async function menu({ leave }) {
  const group = (name, words, values) =>
    h(
      "fieldset",
      { class: "field" },
      h("legend", {}, words),
      h(
        "div",
        { class: "seg" },
        values.map(([value, text]) =>
          h(
            "button",
            {
              type: "button",
              "aria-pressed": String(taste[name] === value),
              onclick: (event) => {
                prefer(name, value);
                for (const each of event.target.parentElement.children)
                  each.setAttribute("aria-pressed", String(each === event.target));
              },
            },
            text,
          ),
        ),
      ),
    );
  const shut = (event) => event.target.closest("dialog").close();
  const go = (to, words) => h("li", {}, h("a", { href: at(to), onclick: shut }, words));
  const done = await dialog(
    session.person?.name ?? "Menu",
    h(
      "div",
      { class: "menu" },
      h(
        "ul",
        { class: "menulinks" },
        places().map(([to, words]) => go(to, words)),
        session.person
          ? null
          : h("li", {}, h("a", { href: logInFrom(), onclick: shut }, "Play as a guest or log in")),
      ),
      group("theme", "Theme", [
        ["auto", "As the system"],
        ["light", "Light"],
        ["dark", "Dark"],
      ]),
      group("colours", "Deck", [
        [2, "Two colours"],
        [4, "Four colours"],
      ]),
      group("keys", "Single-letter keys", [
        [true, "On"],
        [false, "Off"],
      ]),
      group("sound", "A sound when it is your turn", [
        [true, "On"],
        [false, "Off"],
      ]),
    ),
    [
      ...(leave ? [{ label: "Leave the table", value: "leave", kind: "danger" }] : []),
      ...(session.person ? [{ label: "Log out", value: "out" }] : []),
    ],
  );
  if (done === "leave") leave();
  if (done === "out") {
    await logOut();
    location.hash = at("login");
  }
}

const TROUBLE = { 403: "For another role", 404: "Not here", 409: "Not now" };

/** A page that failed to load, in words, with a way on. */
export function trouble(error) {
  const page = h("div");
  const words = TROUBLE[error.status] ?? "That did not work";
  document.title = `${words} · pitboss`;
  plainPage(page).append(
    h(
      "section",
      { class: "trouble", role: "alert" },
      h("h1", {}, words),
      h("p", {}, error.words ?? error.message),
      h(
        "p",
        {},
        h("a", { class: "btn solid", href: at("floor") }, "Back to the floor"),
        " ",
        error.status === 403
          ? h("a", { class: "btn", href: logInFrom() }, "Log in as somebody else")
          : h(
              "button",
              { class: "btn", type: "button", onclick: () => location.reload() },
              "Try again",
            ),
      ),
    ),
  );
  return page;
}

export function plainPage(page, current, options) {
  dress();
  const main = h("main", { id: "main", tabindex: -1 });
  replace(page, topBar(current, options), main);
  return main;
}
