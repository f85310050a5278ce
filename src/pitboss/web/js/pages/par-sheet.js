// The sheet itself: figures, outcomes, plots; its pay tables side by side, and one with other decks.

import { bar, html, linkButton, wideTable } from "../core/dom.js";
import { chance, percent, ratio } from "../core/money.js";
import { meterPlot } from "./plot.js";

/** A figure with its name above and what it is of below. */
export const figure = (name, value, below = "", kind = "") => html`
  <div>
    <dt>${name}</dt>
    <dd class=${kind}>${value}</dd>
    ${below ? html`<dd class="below">${below}</dd>` : null}
  </div>
`;

/** A small table in a panel of its own; `below` it, words. */
export const tablePanel = (kind, title, heads, lines, below = null) => html`
  <section class="panel ${kind}">
    <header><h2>${title}</h2></header>
    ${wideTable(title, heads, lines)}
    ${below}
  </section>
`;

/** The figures a reader looks for first. */
export function kpi(sheet) {
  const even = Object.values(sheet.meters)
    .map((meter) => meter.show.break_even)
    .filter((each) => each !== "–");
  const cells = sheet.split
    ? [
        figure(
          "Long-run return",
          percent(sheet.split.long_run),
          `edge ${percent(sheet.split.house)}`,
          "accent",
        ),
        figure("Return at this meter", percent(sheet.return), "without increments"),
      ]
    : [
        figure(
          sheet.headline[0].label,
          sheet.show.house_edge,
          `return ${sheet.show.return}`,
          "accent",
        ),
      ];
  return html`
    <dl class="kpi panel">
      ${cells}
      ${figure("Pays something", chance(sheet.hit_frequency), `${sheet.show.hit_frequency} of rounds`)}
      ${figure("Standard deviation", Number(sheet.show.sd).toFixed(2), "stakes a round")}
      ${
        even.length === 1
          ? figure("Break-even at", even[0], "on the meter")
          : figure("Most one stake can win", sheet.show.liability, sheet.show.liability_money)
      }
    </dl>
  `;
}

/** Every outcome, what it pays, how often it occurs and what it returns. */
export function outcomeTable(sheet) {
  const back = sheet.outcomes.map((line) => ratio(line.return));
  const most = Math.max(...back);
  const of = (lost) =>
    sheet.outcomes
      .filter((line) => Boolean(line.lost) === lost)
      .map((line) => outcomeRow(line, most));
  return html`
    <section class="panel sheet">
      <header>
        <h2>Sheet</h2>
        <span class="quiet small">
          ${
            sheet.seeded && sheet.along.length
              ? "meters at their seed"
              : sheet.along.length
                ? "at the meter shown"
                : `stake ${sheet.show.stake}`
          }
        </span>
        <span class="end small quiet">exact, ${sheet.show.counting}</span>
      </header>
      ${wideTable("Sheet", outcomeHeads, [
        of(false),
        html`
          <tr class="all">
            <th scope="row">All winners</th>
            <td></td>
            <td></td>
            <td class="num">${chance(sheet.hit_frequency)}</td>
            <td class="barcell"></td>
            <td class="num">${sheet.show.return}</td>
          </tr>
        `,
        of(true),
      ])}
    </section>
  `;
}

const outcomeHeads = html`
  <thead>
    <tr>
      <th scope="col">Outcome</th>
      ${["Pays", "Ways", "Chance"].map((word) => html`<th scope="col" class="num">${word}</th>`)}
      <th scope="col" class="num" colspan="2">Returned per stake</th>
    </tr>
  </thead>
`;

const outcomeRow = (line, most) => html`
  <tr class=${line.lost ? "lost" : ""}>
    <th scope="row">${line.show.name}</th>
    <td class="num">${line.lost ? "" : line.show.pays}</td>
    <td class="num clip quiet manyways" title=${line.show.ways}>${waysOf(line)}</td>
    <td class="num">${chance(line.probability)}</td>
    <td class="barcell">
      ${line.lost ? null : bar(ratio(line.return) / most, line.shares ? 2 : 1)}
    </td>
    <td class="num">${line.lost ? 0 : line.show.return}</td>
  </tr>
`;

/** Ways in full, or as a power if they are too long to read; the full number is the title. */
function waysOf(line) {
  if (line.show.ways.length <= 15) return line.show.ways;
  const [digits, power] = Number(line.ways).toExponential(3).split("e+");
  return [`${digits} × 10`, html`<sup>${power}</sup>`];
}

/** The return against the meter, if there is only one. */
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
  return html`
    <section class="panel">
      <header><h2>Return against the meter</h2></header>
      ${meterPlot(`Return: break-even at ${meter.show.break_even}`, points)}
    </section>
  `;
}

// -- beside others --------------------------------------------------------------------------------

const MOST = 12;
const worth = (each) => ratio(each.long_run ?? each.return);
const edge = (each) => Math.abs(ratio(each.house_edge));

/** Every pay table of the wager with the chosen decks, and the chosen one with other decks. */
export function compared(lines, wish, change) {
  const tables = lines
    .filter((each) => String(each.decks) === wish.decks)
    .toSorted((a, b) => worth(b) - worth(a))
    .filter((each, n) => n < MOST || each.table === wish.table);
  const decks = lines
    .filter((each) => each.table === wish.table)
    .toSorted((a, b) => a.decks - b.decks);
  const metered = tables.some((each) => each.long_run);
  const most = Math.max(...decks.map(edge));
  const turn = ({ table, decks: count }) => change({ table, decks: String(count) });
  return [
    comparison(metered ? "Long run, table by table" : "Edge, table by table", tables, (each) => ({
      on: each.table === wish.table,
      name: linkButton(each.table, () => turn(each)),
      part: worth(each),
      shown: metered ? each.show.long_run : each.show.house_edge,
    })),
    comparison("Edge by decks", decks, (each) => ({
      on: String(each.decks) === wish.decks,
      name: each.decks,
      part: edge(each) / most,
      shown: each.show.house_edge,
    })),
  ];
}

/** Lines with a bar and a figure each; none if there is nothing to compare. */
function comparison(title, lines, said) {
  if (lines.length < 2) return null;
  const line = ({ on, name, part, shown }) => html`
    <tr class=${on ? "on" : ""}>
      <th scope="row">${name}</th>
      <td>${bar(part)}</td>
      <td class="num">${shown}</td>
    </tr>
  `;
  return tablePanel("cmp", title, null, lines.map(said).map(line));
}
