// <pit-story>: this round in words, every settlement a sentence.

import { html, linkButton, render } from "../core/dom.js";
import { grouped, money, signed, sum } from "../core/money.js";
import { mainOf } from "../felt/box.js";
import { stakeWords } from "./paytable.js";
import { againstWords, settlement } from "./words.js";

/** What each of your stakes won or lost, or is waiting for. */
function rows(view, mine) {
  const wagers = new Map(view.wagers.map((wager) => [wager.key, wager]));
  const several = mine.size > 1;
  return view.boxes
    .filter((box) => mine.has(box.number))
    .flatMap((box) => {
      const done = box.results.map((result) => {
        const row = settlement(result);
        const which = hands(box, result) > 1 ? `, hand ${result.hand}` : "";
        return { ...row, name: `${row.name}${which}` };
      });
      const open = Object.entries(box.stakes).map(([key, cents]) => ({
        key,
        name: wagers.get(key)?.name ?? key,
        words: openWords(view, box, wagers.get(key)),
        amount: sum(cents),
        state: "open",
      }));
      return [...done, ...open].map((row) => ({
        ...row,
        name: several ? `Box ${box.number}: ${row.name}` : row.name,
      }));
    });
}

/** On how many hands of a box the stake of a result lay. */
const hands = ({ results }, { on, tip }) =>
  new Set(results.filter((each) => each.on === on && each.tip === tip).map(({ hand }) => hand))
    .size;

function openWords(view, box, wager) {
  const hand = box.hands.find((each) => each.cards.length);
  if (view.phase === "betting") return "Placed.";
  if (wager && wager === mainOf(view) && hand?.total && view.dealer.total)
    return `Your ${againstWords([hand], view.dealer)}.`;
  return wager?.settles ? `Open: to be settled ${wager.settles}.` : "Open.";
}

/** What a folded sheet says first: the last win, or what the whole round came to once it is over. */
function headOf(done, so, over) {
  if (over && done.length > 1)
    return { name: "This round", amount: signed(so), state: so > 0 ? "win" : "loss" };
  return done.findLast((row) => row.state === "win") ?? done.at(-1);
}

class PitStory extends HTMLElement {
  show(view, mine, { laid, history, session, info, light, narrow, open, toggle }) {
    const own = rows(view, mine);
    const done = own.filter((row) => row.net !== undefined);
    const { story: told } = view;
    const so = done.filter((row) => !row.tip).reduce((all, row) => all + row.net, 0);
    const over = view.phase === "idle";
    const head = headOf(done, so, over);
    if (narrow && !open) {
      render(
        html`
          <button class="peek" type="button" aria-expanded="false" data-key="peek" @click=${toggle}>
            <span class="grip" aria-hidden="true"></span>
            ${
              head
                ? html`
                  <span class="between line ${head.state}">
                    <b class="clip">${head.words ? `${head.name}: ${head.words}` : head.name}</b>
                    <em>${head.amount}</em>
                  </span>
                `
                : html`
                  <span class="between line"><b class="clip">${told.length ? "This round" : "The wagers here"}</b></span>
                `
            }
            <span class="more clip block small">
              ${
                done.length > 1
                  ? `${done.length} settled${over ? "" : `, ${signed(so)} so far`}. Open for the rest.`
                  : (told.at(-1) ?? "Open to see what each pays and costs.")
              }
            </span>
          </button>
        `,
        this,
      );
      return;
    }
    render(
      html`
        <header class="row between">
          <h2>This round</h2>
          ${view.round ? html`<span class="cite">No. ${grouped(view.round)}</span>` : null}
          ${
            narrow
              ? html`
                <button class="sq centered end x" type="button" aria-label="Close" data-key="peek" @click=${toggle}>
                  ×
                </button>
              `
              : null
          }
        </header>
        <div class="scroll down lines" tabindex="0" role="group" aria-label="Settlements">
            ${
              own.length
                ? html`
                  <ul>
                    ${own.map(
                      (row) => html`
                        <li class="is-${row.state}" ?data-settled=${row.net !== undefined} @pointerenter=${() => light(row.cards)}
                          @pointerleave=${() => light(null)}>
                          ${wagerLink(row.key, row.name, info)}
                          <span>${row.said ?? row.words}</span>
                          <em class="num">${row.amount}</em>
                        </li>
                      `,
                    )}
                  </ul>
                `
                : null
            }
            ${["idle", "betting"].includes(view.phase) || !(own.length || told.length) ? offered(view, own, info) : null}
            ${
              own.length < 4 && told.length
                ? html`
                  <ul class="told">
                    ${told
                      .slice(own.length ? -3 : -6)
                      .map((line) => html`<li><span>${line}</span></li>`)}
                  </ul>
                `
                : null
            }
        </div>
        <footer class="row between quiet">
          <span>${done.length ? (over ? "This round" : "So far") : inPlay(view.you.in_play + laid)}</span>
          ${done.length ? html`<b class=${so < 0 ? "down" : ""}>${signed(so)}</b>` : null}
          <span class="links">
            ${session ? linkButton("Session", session, "session") : null}
            ${linkButton("History", history, "history")}
          </span>
        </footer>
      `,
      this,
    );
    if (this.settled === done.length) return; // a reader stays where they read
    this.settled = done.length;
    const lines = this.querySelector(".lines");
    const last = [...lines.querySelectorAll("[data-settled]")].at(-1);
    lines.scrollTop = last ? last.offsetTop + last.offsetHeight - lines.clientHeight : 0;
  }
}
customElements.define("pit-story", PitStory);

const wagerLink = (key, name, info) => html`
  <button class="wagerlink" type="button" data-key="info-${name}"
    aria-label="${name}: what it pays and costs" @click=${() => info(key)}>
    ${name}
  </button>
`;

/** The wagers that have no stake yet: what may be staked, and a link to what each pays. */
function offered(view, own, info) {
  const left = view.wagers.filter((wager) => !own.some((row) => row.key === wager.key));
  return left.length
    ? html`
      <div class="offered">
        <p class="quiet">${own.length ? "Also here:" : "What each wager pays and costs:"}</p>
        <ul>
          ${left.map(
            (wager) => html`
              <li>${wagerLink(wager.key, wager.name, info)}<em>${stakeWords(wager, view)}</em></li>
            `,
          )}
        </ul>
      </div>
    `
    : null;
}

const inPlay = (cents) => (cents ? `${money(cents)} in play` : "Nothing in play");
