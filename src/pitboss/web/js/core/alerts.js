// Alerts for the floor's staff on every page: how much is waiting, a sound, and words.

import { get } from "./api.js";
import { announce, html, render } from "./dom.js";
import { sum } from "./money.js";
import { isStaff } from "./session.js";
import { ring } from "./sound.js";

const OFTEN = 4000;

/** Waiting slips, calls and tables, as last read; `ahead` is the lead of the house's clock. */
export const standing = { slips: [], calls: [], waiting: [], ahead: 0 };
const known = new Set();

export const slipKey = (slip) => `${slip.table}-${slip.number}`;

/** How many things wait for a floor supervisor. */
const count = () => standing.slips.length + standing.calls.length + standing.waiting.length;

/** Read what is waiting now; pages are notified by the event `pit-alerts`. */
export async function readAlerts() {
  const [{ slips, now }, { tables, waiting }] = await Promise.all([get("/slips"), get("/floor")]);
  const calls = tables.filter((table) => table.called);
  Object.assign(standing, { slips, calls, waiting, ahead: Date.parse(now) - Date.now() });
  tellNew();
  document.title = document.title.replace(/^(\(\d+\) )?/, count() ? `(${count()}) ` : "");
  document.dispatchEvent(new CustomEvent("pit-alerts"));
}

/** Announce whatever is new, once. */
function tellNew() {
  const words = [
    ...standing.slips.map((slip) => [
      slipKey(slip),
      `A slip is waiting: ${sum(slip.cents)} at ${slip.table_name}, box ${slip.box}.`,
    ]),
    ...standing.calls.map((table) => [
      `${table.id} ${table.called}`,
      `${table.name} calls: ${table.called}`,
    ]),
  ].filter(([key]) => !known.has(key));
  if (!words.length) return;
  for (const [key] of words) known.add(key);
  ring();
  announce(words.map(([, said]) => said).join(" "), "assertive");
}

/** Watch from now on, no matter who is logged in. */
export function watchAlerts() {
  const look = () => isStaff("floor", "auditor") && readAlerts().catch(() => {});
  document.addEventListener("pit-session", look);
  setInterval(look, OFTEN);
  look();
}

/** `1 min 12 s` since a moment, by the house's clock. */
export function waited(since) {
  const seconds = Math.max(0, Math.floor((Date.now() + standing.ahead - Date.parse(since)) / 1000));
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** How many things are waiting, wherever the element is placed. */
class PitBadge extends HTMLElement {
  connectedCallback() {
    this.draw = () => {
      const [number, shown] = [count(), isStaff("floor", "auditor")];
      this.hidden = !(number && shown);
      render(html`${number}<span class="sr"> waiting</span>`, this);
    };
    document.addEventListener("pit-alerts", this.draw);
    this.draw();
  }

  disconnectedCallback() {
    document.removeEventListener("pit-alerts", this.draw);
  }
}
customElements.define("pit-badge", PitBadge);
