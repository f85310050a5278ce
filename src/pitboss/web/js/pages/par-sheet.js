// The sheet itself: figures, outcomes, plots.

import { h } from "../core/dom.js";
import { chance, percent, ratio } from "../core/money.js";
import { bar, meterPlot } from "./plot.js";

/** The figures a reader looks for first. */
export function kpi(sheet) {
  const cell = (name, value, below = "", kind = "") =>
    h(
      "div",
      {},
      h("dt", {}, name),
      h("dd", { class: kind }, value),
      below ? h("dd", { class: "below" }, below) : null,
    );
  const even = Object.values(sheet.meters)
    .map((meter) => meter.show.break_even)
    .filter((each) => each !== "–");
  const cells = sheet.split
    ? [
        cell(
          "Long-run return",
          percent(sheet.split.long_run),
          `edge ${percent(sheet.split.house)}`,
          "accent",
        ),
        cell("Return at this meter", percent(sheet.return), "without increments"),
      ]
    : [
        cell(
          sheet.headline[0].label,
          sheet.show.house_edge,
          `return ${sheet.show.return}`,
          "accent",
        ),
      ];
  return h(
    "dl",
    { class: "kpi panel" },
    cells,
    cell("Pays something", chance(sheet.hit_frequency), `${sheet.show.hit_frequency} of rounds`),
    cell("Standard deviation", Number(sheet.show.sd).toFixed(2), "stakes a round"),
    even.length === 1
      ? cell("Even for the player at", even[0], "on the meter")
      : cell("Most a stake can win", sheet.show.liability, sheet.show.liability_money),
  );
}

/** Every outcome, what it pays, how often it comes and what it returns. */
export function outcomeTable(sheet) {
  const back = sheet.outcomes.map((line) => ratio(line.return));
  const most = Math.max(...back);
  const winners = sheet.outcomes.filter((line) => !line.lost);
  return h(
    "section",
    { class: "panel sheet" },
    h(
      "header",
      {},
      h("h2", {}, "Sheet"),
      h(
        "span",
        { class: "quiet small" },
        sheet.seeded && sheet.along.length
          ? "meters at their seed"
          : sheet.along.length
            ? "at the meter shown"
            : `stake ${sheet.show.stake}`,
      ),
      h("span", { class: "end small quiet" }, `exact, ${sheet.show.counting}`),
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Sheet" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Outcome"),
            h("th", { scope: "col", class: "num" }, "Pays"),
            h("th", { scope: "col", class: "num" }, "Ways"),
            h("th", { scope: "col", class: "num" }, "Chance"),
            h("th", { scope: "col", class: "num", colspan: 2 }, "Returned per stake"),
          ),
        ),
        h(
          "tbody",
          {},
          winners.map((line) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, line.show.name),
              h("td", { class: "num" }, line.show.pays),
              h("td", { class: "num manyways", title: line.show.ways }, waysOf(line)),
              h("td", { class: "num" }, chance(line.probability)),
              h("td", { class: "barcell" }, bar(ratio(line.return) / most, line.shares ? 2 : 1)),
              h("td", { class: "num" }, line.show.return),
            ),
          ),
          h(
            "tr",
            { class: "all" },
            h("th", { scope: "row" }, "All winners"),
            h("td"),
            h("td"),
            h("td", { class: "num" }, chance(sheet.hit_frequency)),
            h("td"),
            h("td", { class: "num" }, sheet.show.return),
          ),
          sheet.outcomes
            .filter((line) => line.lost)
            .map((line) =>
              h(
                "tr",
                { class: "lost" },
                h("th", { scope: "row" }, line.show.name),
                h("td"),
                h("td", { class: "num manyways", title: line.show.ways }, waysOf(line)),
                h("td", { class: "num" }, chance(line.probability)),
                h("td"),
                h("td", { class: "num" }, "0"),
              ),
            ),
        ),
      ),
    ),
  );
}

/** Ways in full, or as a power where they are too many to read; the whole number is its title. */
function waysOf(line) {
  if (line.show.ways.length <= 15) return line.show.ways;
  const [digits, power] = Number(line.ways).toExponential(3).split("e+");
  return [`${digits} × 10`, h("sup", {}, power)];
}

/** The return along the meter, where there is one alone. */
export function curves(sheet) {
  const { along } = sheet;
  if (along.length < 2 || Object.keys(sheet.meters).length !== 1) return null;
  const [meter] = Object.values(sheet.meters);
  const now = Number(meter.amount);
  const points = along.map((each) => ({
    x: Number(Object.values(each.meters)[0]),
    y: ratio(each.return),
    shown: each.show.meter,
    text: each.show.return,
    mark:
      each.label === "break-even"
        ? "even"
        : Number(Object.values(each.meters)[0]) === now
          ? "now"
          : "",
  }));
  return h(
    "section",
    { class: "panel" },
    h("header", {}, h("h2", {}, "Return against the meter")),
    meterPlot([{ name: "Return", words: `even at ${meter.show.break_even}`, points }]),
  );
}

/** The edge with other numbers of decks, as the law's own settings have it; `now` is marked. */
export function byDecks(lines, now) {
  const found = lines.toSorted((a, b) => a.decks - b.decks);
  if (found.length < 2) return null;
  const most = Math.max(...found.map((each) => Math.abs(ratio(each.house_edge))));
  return h(
    "section",
    { class: "panel cmp" },
    h("header", {}, h("h2", {}, "Edge by decks")),
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        found.map((each) =>
          h(
            "tr",
            { class: String(each.decks) === now ? "on" : "" },
            h("th", { scope: "row" }, each.decks),
            h("td", {}, bar(Math.abs(ratio(each.house_edge)) / most)),
            h("td", { class: "num" }, each.show.house_edge),
          ),
        ),
      ),
    ),
  );
}
