// Parts of a section of the law: clauses, terms, pay tables, what it comes to.

import { at, h } from "../core/dom.js";
import { query } from "../core/api.js";
import { percent } from "../core/money.js";
import { spoken } from "../core/words.js";
import { prose } from "./parts.js";

export function cut(text, words) {
  const from = Math.max(0, text.toLowerCase().indexOf(words.toLowerCase().split(/\s+/)[0]) - 80);
  return `${from ? "…" : ""}${text.slice(from, from + 220)}${text.length > from + 220 ? "…" : ""}`;
}

export const paragraphs = (words, clauses) =>
  clauses.length
    ? h(
        "section",
        { class: "paras" },
        h("h2", {}, words),
        h(
          "ol",
          { class: "law" },
          clauses.map((clause) =>
            h("li", {}, h("b", {}, clause.at), h("p", {}, prose(clause.says))),
          ),
        ),
      )
    : null;

/** The terms of a game; a wager has none. */
export const terms = (rule) =>
  rule.terms
    ? h(
        "section",
        { class: "paras" },
        h("h2", {}, "Terms"),
        h(
          "div",
          { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "Terms" },
          h(
            "table",
            { class: "grid" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["Term", "In force", "Says", "Clause"].map((word) =>
                  h("th", { scope: "col" }, word),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              rule.terms.map((term) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, spoken(term.key)),
                  h(
                    "td",
                    {},
                    term.default || "–",
                    term.fixed
                      ? null
                      : h(
                          "span",
                          { class: "small quiet" },
                          term.allowed.length
                            ? ` of ${term.allowed.join(", ")}`
                            : " house's choice",
                        ),
                  ),
                  h("td", {}, prose(term.says)),
                  h("td", { class: "cite" }, term.cite),
                ),
              ),
            ),
          ),
        ),
      )
    : null;

export function paytables(rule) {
  const few = rule.paytables.slice(0, 6);
  const names = [...new Set(few.flatMap((table) => table.rows.map((row) => row.outcome)))];
  return h(
    "section",
    { class: "paras" },
    h("h2", {}, "Pay tables"),
    h(
      "div",
      { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "Pay tables" },
      h(
        "table",
        { class: "grid" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Hand"),
            few.map((table) =>
              h(
                "th",
                { scope: "col", class: "num" },
                h("a", { href: at("par", rule.id) + query({ table: table.id }) }, table.id),
                h("span", { class: "small quiet" }, ` ${table.decks.join(", ")} decks`),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          names.map((name) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, name),
              few.map((table) =>
                h(
                  "td",
                  { class: "num" },
                  table.rows.find((row) => row.outcome === name)?.pays ?? "–",
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    rule.paytables.length > 6
      ? h(
          "p",
          { class: "small quiet" },
          `${rule.paytables.length} in all; the PAR explorer has every one.`,
        )
      : null,
  );
}

export function facts(rule, sheet) {
  const rows = [
    ["Kind", rule.role ?? rule.kind],
    ["Decks", rule.decks.join(", ")],
    ["Pay tables", rule.paytables.length || ""],
    ["Placed", rule.placed],
    ["Settles", rule.settles],
    sheet && ["Return", `${percent(sheet.split?.long_run ?? sheet.return)}`],
    sheet && ["Sheet", sheet.title],
    rule.linked !== undefined && ["Linked tables", rule.linked ? "allowed" : "no"],
  ].filter((row) => row && row[1]);
  return h(
    "section",
    {},
    h("h2", {}, "What it comes to"),
    h(
      "dl",
      {},
      rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
  );
}

export const houseOptions = (rule) =>
  rule.options.length
    ? h(
        "section",
        {},
        h("h2", {}, "Left to the house"),
        h(
          "ul",
          {},
          rule.options
            .slice(0, 12)
            .map((each) =>
              h(
                "li",
                {},
                h("b", {}, spoken(each.key)),
                h("span", {}, each.allowed.join(", ") || "filed"),
              ),
            ),
        ),
      )
    : null;
