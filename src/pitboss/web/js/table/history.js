// Past rounds: their log, in words, as this person may see it.

import { dialog, h, replace } from "../core/dom.js";
import { get, path, query } from "../core/api.js";
import { many } from "../core/money.js";
import { parseEvent, tell } from "../core/log.js";

export async function showHistory(view) {
  const body = h("div", { class: "history" }, h("p", { class: "hush" }, "Reading the log …"));
  const closing = dialog("Past rounds", body, [], { wide: true });
  try {
    const after = Math.max(0, view.round - 50);
    const { rounds } = await get(`/tables/${path(view.id)}/rounds${query({ after })}`);
    const pane = h("div", { class: "told", tabindex: 0, "aria-live": "polite" });
    const names = new Map(view.wagers.map((wager) => [wager.key, wager.name]));
    const show = async (number) => {
      const { lines } = await get(`/tables/${path(view.id)}/rounds/${number}`);
      replace(
        pane,
        h("h3", {}, `Round ${number}`),
        h(
          "ol",
          {},
          lines
            .map((line) => tell(parseEvent(line), names))
            .filter(Boolean)
            .map((words) => h("li", {}, words)),
        ),
      );
    };
    replace(
      body,
      rounds.length
        ? h(
            "div",
            { class: "twopane" },
            h(
              "ul",
              { class: "picklist" },
              [...rounds]
                .toSorted((a, b) => b.number - a.number)
                .slice(0, 200)
                .map((each) =>
                  h(
                    "li",
                    {},
                    h(
                      "button",
                      { class: "link", type: "button", onclick: () => show(each.number) },
                      `Round ${each.number.toLocaleString("en-US")}`,
                    ),
                  ),
                ),
            ),
            pane,
          )
        : h("p", { class: "hush" }, `No round yet at ${view.name}.`),
      rounds.length ? h("p", { class: "cite" }, many(rounds.length, "round")) : null,
    );
    if (rounds.length) await show(Math.max(...rounds.map((each) => each.number)));
  } catch (error) {
    replace(body, h("p", { class: "hush" }, error.words ?? error.message));
  }
  return closing;
}
