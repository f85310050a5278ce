// The bar above a table: where you are, the rules in force, who you are.

import { at, button, html, icon, render } from "../core/dom.js";
import { comingLimits, many, money, sum } from "../core/money.js";
import { capital } from "../core/text.js";
import { help } from "./keys.js";
import { brand, identity, menu } from "../core/shell.js";

export function roomBar(bar, view, { narrow, down, laid, leave, shoe }) {
  const { house, you, posted } = view;
  const name = house.practice ? `Practice · ${view.game_name}` : view.name;
  const seated = you.boxes.length || you.balance;
  const limits = `${money(house.least)} to ${money(house.most)}`;
  if (narrow) {
    render(
      html`
        <h1 class="sr">${name}</h1>
        <a class="sq centered" href=${at("floor")} aria-label="Back to the floor">${icon("back")}</a>
        <div class="ptitle">
          <b class="clip">${name}</b>
          <span>
            ${
              house.practice
                ? "Not in the house's books"
                : posted
                  ? comingLimits(posted)
                  : `${many(house.decks, "deck")} · ${limits}`
            }
          </span>
        </div>
        <div class="bal">
          <span>
            ${down ? "Reconnecting" : seated ? `${money(you.in_play + laid)} in play` : ""}
          </span>
          <b class="clip">${seated ? sum(you.balance - laid) : ""}</b>
        </div>
        <button class="sq centered" type="button" aria-label="Menu" data-key="menu"
          @click=${() => menu({ leave: view.you.boxes.length ? leave : null, shoe })}>
          ${icon("menu")}
        </button>
      `,
      bar,
    );
    return;
  }
  const rules = [
    view.jurisdiction_name,
    many(house.decks, "deck"),
    limits,
    posted && comingLimits(posted),
    ...house.brief,
  ];
  render(
    html`
      <h1 class="sr">${name}</h1>
      ${brand()}
      <nav class="row small quiet where" aria-label="Where you are">
        <a href=${at("floor")}>Floor</a>
        <span aria-hidden="true">/</span>
        <b>${name}</b>
      </nav>
      <ul class="small quiet rules" aria-label="Rules in force">
        ${rules.filter(Boolean).map((words) => html`<li>${capital(words)}</li>`)}
      </ul>
      <div class="row end">
        ${
          house.practice && !down
            ? html`<span class="pill practice">Practice: not in the house's books</span>`
            : html`
              <span class=${down ? "live lost" : "live"}>${down ? "Reconnecting" : "Live"}</span>
            `
        }
        ${shoe ? button("Shoe", shoe, { kind: "plain", key: "shoe" }) : null}
        <a class="btn plain" href=${at("rules", view.jurisdiction, view.game)}>
          ${icon("book")}
          Rules
        </a>
        ${button(html`Keys<kbd aria-hidden="true">?</kbd>`, help, { kind: "plain", key: "keys" })}
        ${view.you.boxes.length ? button("Leave", leave, { kind: "plain", key: "leave" }) : null}
        ${identity()}
      </div>
    `,
    bar,
  );
}
