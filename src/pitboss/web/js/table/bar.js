// The bar above a table: where you are, the rules in force, who you are.

import { at, h, icon, replace, s } from "../core/dom.js";
import { many, money, sum } from "../core/money.js";
import { capital } from "../core/words.js";
import { softWords } from "../felt/layout.js";
import { help } from "./keys.js";
import { faceOf, menu } from "../core/shell.js";

export function roomBar(bar, view, { narrow, down, leave }) {
  const { house } = view;
  const limits = `${money(house.least)} to ${money(house.most)}`;
  if (narrow) {
    replace(
      bar,
      h("h1", { class: "sr" }, view.name),
      h("a", { class: "sq", href: at("floor"), "aria-label": "Back to the floor" }, icon("back")),
      h(
        "div",
        { class: "ptitle" },
        h("b", {}, view.name),
        h("span", {}, `${many(house.decks, "deck")} · ${limits}`),
      ),
      h(
        "div",
        { class: "bal" },
        h("span", {}, down ? "Reconnecting" : view.you.balance ? "Balance" : ""),
        h("b", {}, view.you.balance ? sum(view.you.balance) : ""),
      ),
      h(
        "button",
        {
          class: "sq",
          type: "button",
          "aria-label": "Menu",
          "data-key": "menu",
          onclick: () => menu({ leave: view.you.boxes.length ? leave : null }),
        },
        icon("menu"),
      ),
    );
    return;
  }
  const { soft_17: soft, surrender } = house.in_force;
  const rules = [
    view.jurisdiction_name,
    many(house.decks, "deck"),
    limits,
    softWords(soft),
    surrender && surrender !== "none" && `${surrender} surrender`,
  ];
  replace(
    bar,
    h("h1", { class: "sr" }, view.name),
    h(
      "a",
      { class: "brand", href: at("floor") },
      s("svg", { "aria-hidden": "true" }, s("use", { href: "#mark" })),
      "pitboss",
    ),
    h(
      "nav",
      { class: "where", "aria-label": "Where you are" },
      h("a", { href: at("floor") }, "Floor"),
      h("span", { "aria-hidden": "true" }, "/"),
      h("b", {}, view.name),
    ),
    h(
      "ul",
      { class: "rules", "aria-label": "Rules in force" },
      rules.filter(Boolean).map((words) => h("li", {}, capital(words))),
    ),
    h(
      "div",
      { class: "end" },
      h("span", { class: down ? "live lost" : "live" }, down ? "Reconnecting" : "Live"),
      h(
        "a",
        { class: "btn plain", href: at("rules", view.jurisdiction, view.game) },
        icon("book"),
        "Rules",
      ),
      h(
        "button",
        { class: "btn plain", type: "button", "data-key": "keys", onclick: help },
        "Keys",
        h("kbd", { "aria-hidden": "true" }, "?"),
      ),
      view.you.boxes.length
        ? h(
            "button",
            { class: "btn plain", type: "button", "data-key": "leave", onclick: leave },
            "Leave",
          )
        : null,
      faceOf(),
    ),
  );
}
