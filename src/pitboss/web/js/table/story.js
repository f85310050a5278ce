// <pit-story>: this round in words, every settlement a sentence.

import { h, replace } from "../core/dom.js";
import { money, signed, sum } from "../core/money.js";
import { stakeWords } from "./paytable.js";
import { settlement } from "./words.js";

/** What each of your stakes came to, or waits for. */
function rows(view, mine) {
  const names = new Map(view.wagers.map((wager) => [wager.key, wager.name]));
  const settles = new Map(view.wagers.map((wager) => [wager.key, wager.settles]));
  const several = mine.size > 1;
  return view.boxes
    .filter((box) => mine.has(box.number))
    .flatMap((box) => {
      const done = box.results.map(settlement);
      const open = Object.entries(box.stakes).map(([key, cents]) => ({
        key,
        name: names.get(key) ?? key,
        words: openWords(view, box, key, settles.get(key)),
        amount: sum(cents),
        state: "open",
      }));
      return [...done, ...open].map((row) => ({
        ...row,
        wager: row.name,
        name: several ? `Box ${box.number}: ${row.name}` : row.name,
      }));
    });
}

function openWords(view, box, key, settles) {
  const hand = box.hands.find((each) => each.cards.length);
  if (view.phase === "betting") return "Placed.";
  if (
    view.wagers.find((wager) => wager.key === key)?.kind === "main" &&
    hand?.total &&
    view.dealer.total
  )
    return `Your ${hand.total} against ${view.dealer.total}.`;
  return settles ? `Open: settled ${settles}.` : "Open.";
}

class PitStory extends HTMLElement {
  show(view, mine, { history, info, narrow, open, toggle }) {
    const own = rows(view, mine);
    const done = own.filter((row) => row.net !== undefined);
    const told = view.story.filter(
      (line) =>
        !own.some((row) => line.startsWith(`${row.wager}: `)) && // said in a row of its own
        !(done.length && line.startsWith("“")), // what the dealer called is over
    );
    const so = done.filter((row) => !row.tip).reduce((all, row) => all + row.net, 0);
    const last = done[done.length - 1];
    const wins = done.filter((row) => row.state === "win");
    const head = wins[wins.length - 1] ?? last;
    if (narrow && !open) {
      replace(
        this,
        h(
          "button",
          {
            class: "peek",
            type: "button",
            "aria-expanded": "false",
            "data-key": "peek",
            onclick: toggle,
          },
          h("span", { class: "grip", "aria-hidden": "true" }),
          head
            ? h(
                "span",
                { class: `line ${head.state}` },
                h("b", {}, `${head.name}: ${head.words.replace(/\s(Won|Lost)\.$/, "")}`),
                h("em", {}, head.amount),
              )
            : h(
                "span",
                { class: "line" },
                h("b", {}, told.length ? "This round" : "The wagers here"),
              ),
          h(
            "span",
            { class: "more" },
            done.length > 1
              ? `${done.length} settled, ${signed(so)} so far. Open for the rest.`
              : (told[told.length - 1] ?? "What each pays and costs. Open to see."),
          ),
        ),
      );
      return;
    }
    replace(
      this,
      h(
        "header",
        {},
        h("h2", {}, "This round"),
        view.round
          ? h("span", { class: "cite" }, `No. ${view.round.toLocaleString("en-US")}`)
          : null,
        narrow
          ? h(
              "button",
              {
                class: "x",
                type: "button",
                "aria-label": "Fold",
                "data-key": "peek",
                onclick: toggle,
              },
              "×",
            )
          : null,
      ),
      (this.lines = h(
        "div",
        { class: "lines", tabindex: 0, role: "group", "aria-label": "Settlements" },
        own.length
          ? h(
              "ul",
              {},
              own.map((row) =>
                h(
                  "li",
                  { class: `is-${row.state}` },
                  wagerLink(row.key, row.name, info),
                  h("span", {}, row.words),
                  h("em", { class: "num" }, row.amount),
                ),
              ),
            )
          : null,
        view.phase === "betting" || !(own.length || told.length) ? offered(view, own, info) : null,
        own.length < 4 && told.length
          ? h(
              "ul",
              { class: "told" },
              told.slice(own.length ? -3 : -6).map((line) => h("li", {}, h("span", {}, line))),
            )
          : null,
      )),
      h(
        "footer",
        {},
        done.length
          ? [h("span", {}, "So far"), h("b", { class: so < 0 ? "down" : "" }, signed(so))]
          : h("span", {}, inPlay(view, mine)),
        h(
          "button",
          { class: "link", type: "button", "data-key": "history", onclick: history },
          "History",
        ),
      ),
    );
    this.lines.scrollTop = done.length ? this.lines.scrollHeight : 0;
  }
}
customElements.define("pit-story", PitStory);

const wagerLink = (key, name, info) =>
  h(
    "button",
    {
      class: "wagerlink",
      type: "button",
      "data-key": `info-${name}`,
      "aria-label": `${name}: what it pays and costs`,
      onclick: () => info(key),
    },
    name,
  );

/** The wagers that have no stake yet: what may be staked, and the way to what each pays. */
function offered(view, own, info) {
  const left = view.wagers.filter((wager) => !own.some((row) => row.key === wager.key));
  return left.length
    ? h(
        "div",
        { class: "offered" },
        h("p", {}, own.length ? "Also here:" : "What each wager pays and costs:"),
        h(
          "ul",
          {},
          left.map((wager) =>
            h("li", {}, wagerLink(wager.key, wager.name, info), h("em", {}, stakeWords(wager))),
          ),
        ),
      )
    : null;
}

export const staked = (view, mine) =>
  view.boxes
    .filter((box) => mine.has(box.number))
    .flatMap((box) => Object.values(box.stakes))
    .reduce((all, cents) => all + cents, 0);

const inPlay = (view, mine) => {
  const all = staked(view, mine);
  return all ? `${money(all)} in play` : "Nothing in play";
};
