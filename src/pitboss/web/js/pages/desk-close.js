// Closing a table: where the funds of its own meters go, and who answers for it.

import { dialog, h } from "../core/dom.js";
import { get, path } from "../core/api.js";
import * as say from "../core/commands.js";
import { command } from "../core/live.js";
import { sum } from "../core/money.js";
import { meterName } from "../table/side.js";
import { askForm, field, select, signature } from "./inputs.js";

/** Ask, and close; true when the table is closed. */
export async function closeTable(table) {
  const { meters } = await get(`/tables/${path(table.id)}/transfers`);
  const title = `Close ${table.name}?`;
  const words = "The shoe in use is opened for audit. A table closes between rounds only.";
  if (!meters.length) {
    const sure = await dialog(title, h("p", {}, words), [
      { label: "Keep it open", value: false },
      { label: "Close it", value: true, kind: "danger" },
    ]);
    if (sure) await command(table.id, say.close());
    return Boolean(sure);
  }
  const sign = signature();
  const signed = h("div", { class: "stackform", hidden: true }, sign.fields);
  const none = () => !Object.keys(form.transfers).length;
  const form = transfersForm(meters, () => {
    signed.hidden = none();
  });
  const said = () => (none() ? {} : { transfers: form.transfers, ...sign.said });
  return askForm(
    title,
    [h("p", {}, words), form.fields, signed],
    "Close it",
    async () => {
      form.complete();
      await command(table.id, say.close(said()));
    },
    { kind: "danger" },
  );
}

/** Where the money of each wager's meters goes: wager → table. */
export function transfersForm(meters, changed = () => {}) {
  const transfers = {};
  const choose = (wager) => (table) => {
    if (table) transfers[wager] = table;
    else delete transfers[wager];
    changed();
  };
  const wagers = [...new Set(meters.map((meter) => meter.wager))];
  const of = (wager) => meters.filter((meter) => meter.wager === wager);
  return {
    transfers,
    fields: wagers.map((wager) => funds(of(wager), choose(wager))),
    /** Refuse to go on while money that must go somewhere goes nowhere. */
    complete() {
      const left = meters.find((meter) => meter.owed && !transfers[meter.wager]);
      if (left) throw new Error(`Choose the table that ${left.wager_name} goes to.`);
    },
  };
}

/** The meters of one wager: what they hold, whether the law lets them end, who may take them. */
function funds(meters, choose) {
  const [{ wager, wager_name: name, targets }] = meters;
  const owed = meters.find((meter) => meter.owed);
  return h(
    "section",
    { class: "funds" },
    h("h3", {}, name),
    h(
      "ul",
      {},
      meters.map((meter) =>
        h(
          "li",
          {},
          h("span", {}, meterName(meter)),
          h("b", { class: "num" }, sum(meter.shows)),
          meter.keeps ? h("small", {}, `and ${sum(meter.keeps)} in reserve`) : null,
        ),
      ),
    ),
    owed ? h("p", { class: "small" }, owed.why) : null,
    owed && !targets.length
      ? h(
          "p",
          { class: "refused" },
          `No open table can take it: open one with ${name} and the same pay table first.`,
        )
      : field(
          owed ? "Goes to" : "Goes to, if you wish",
          select(
            [
              ["", owed ? "Choose a table" : "No table: the meter ends here"],
              ...targets.map((each) => [each.table, `${each.name}, ${sum(each.shows)}`]),
            ],
            "",
            choose,
            `to-${wager}`,
          ),
        ),
  );
}
