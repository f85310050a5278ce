// A slip: the award, the cards that won it, and the clause.

import { at, h } from "../core/dom.js";
import { get, path } from "../core/api.js";
import { sum } from "../core/money.js";
import { cardPicture } from "../felt/cards.js";
import { label, oddsWords } from "../table/words.js";

/** The slip with what lies on its table, where the list does not say. */
export async function withCards(slip) {
  const view = slip.cards ? null : await get(`/tables/${path(slip.table)}`).catch(() => null);
  if (!view) return slip;
  const box = view.boxes.find((each) => each.number === slip.box);
  const result = box?.results?.find((each) => each.slip === slip.number);
  const hands = (box?.hands ?? [])
    .filter((hand) => hand.cards.length)
    .map((hand) => ({
      of: hand.name.replace(/^b/, "B"),
      cards: hand.cards,
      words: hand.total ?? "",
    }));
  const wager = view.wagers.find((each) => each.key === slip.wager);
  return {
    ...slip,
    table_name: view.name,
    round: view.round,
    name: wager?.name ?? result?.name,
    paytable: wager?.paytable,
    clause: result?.clause ?? wager?.cite,
    why: result ? `${result.why}, ${oddsWords(result.pays)}` : undefined,
    cards: [
      { of: "Dealer", cards: view.dealer.cards, words: view.dealer.total ?? "" },
      ...hands,
    ].filter((group) => group.cards.length),
  };
}

export function slipCard(slip) {
  const cards = slip.cards ?? [];
  const facts = [
    ["Table", slip.table_name ?? slip.table],
    ["Round", slip.round && slip.round.toLocaleString("en-US")],
    ["Player", slip.player],
    ["Pay table", slip.paytable],
    ["Chance", slip.chance],
    ["Clause", slip.clause],
  ].filter(([, value]) => value);
  const after = slip.meter
    ? [
        ["Meter when won", slip.meter.before],
        ["This award", -slip.cents],
        ["Meter after", slip.meter.after],
      ].filter(([, cents]) => cents !== undefined)
    : [];
  return h(
    "section",
    { class: "slip", "aria-label": `Slip ${slip.number}` },
    h(
      "header",
      {},
      h(
        "div",
        {},
        h("p", { class: "label" }, "Progressive jackpot slip"),
        h("h1", {}, `No. ${String(slip.number).padStart(6, "0")}`),
      ),
      h(
        "div",
        { class: "rt" },
        h(
          "span",
          { class: `pill ${slip.validated || slip.state === "validated" ? "ok" : "hot"}` },
          slip.validated || slip.state === "validated" ? "validated" : "waiting for you",
        ),
        h(
          "span",
          { class: "small quiet" },
          [
            slip.table_name ?? slip.table,
            slip.round && `round ${slip.round}`,
            `box ${slip.box}`,
            slip.at &&
              new Date(slip.at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
    ),
    h(
      "div",
      { class: "award" },
      h(
        "div",
        {},
        h("p", { class: "label" }, "Award"),
        h("p", { class: "sum num" }, sum(slip.cents)),
        h("p", { class: "quiet" }, slip.why ?? slip.name ?? label(slip.wager.replaceAll("-", " "))),
      ),
      after.length
        ? h(
            "dl",
            {},
            after.map(([name, cents], n) =>
              h(
                "div",
                { class: n === 2 ? "tot" : "" },
                h("dt", {}, name),
                h("dd", { class: "num" }, sum(cents)),
              ),
            ),
          )
        : null,
    ),
    cards.length
      ? h(
          "div",
          { class: "cards4" },
          cards.map((group, n) => [
            n ? h("span", { class: "plus", "aria-hidden": "true" }, "+") : null,
            h(
              "figure",
              {},
              h(
                "div",
                {},
                group.cards.map((card) => cardPicture(card)),
              ),
              h("figcaption", {}, h("b", {}, group.of), group.words ? ` ${group.words}` : ""),
            ),
          ]),
        )
      : null,
    h(
      "dl",
      { class: "facts2" },
      facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
    h(
      "footer",
      {},
      slip.round
        ? h(
            "a",
            { class: "btn", href: at("desk", "replay", slip.table, slip.round) },
            "Replay the round",
          )
        : null,
      h("button", { class: "btn", type: "button", onclick: () => print() }, "Print slip"),
      h("span", { class: "small quiet" }, "The cards stay on the table until this is done."),
    ),
  );
}
