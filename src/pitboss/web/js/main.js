// The shell: which page an address means, and one page at a time.

import { Refused } from "./core/api.js";
import { begin, dress, logInFrom, session } from "./core/session.js";
import { at, render } from "./core/dom.js";
import { watchAlerts } from "./core/alerts.js";
import { trouble } from "./core/shell.js";

/** The modules of the pages; that of `floor` has the element `pit-floor-page`. */
const PAGES = {
  floor: () => import("./pages/floor.js"),
  table: () => import("./pages/table.js"),
  dealer: () => import("./pages/dealer.js"),
  desk: () => import("./pages/desk.js"),
  meters: () => import("./pages/meters.js"),
  par: () => import("./pages/par.js"),
  simulate: () => import("./pages/simulate.js"),
  rules: () => import("./pages/rules.js"),
  practice: () => import("./pages/practice.js"),
  drill: () => import("./pages/drill.js"),
  learn: () => import("./pages/learn.js"),
  people: () => import("./pages/people.js"),
  account: () => import("./pages/account.js"),
  login: () => import("./pages/login.js"),
};

/** `#/par/pennsylvania/perfect-pairs?decks=6` as the name of a page, its parts and its query. */
function read(hash) {
  const [where, asked = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", ...parts] = where.split("/").filter(Boolean).map(decodeURIComponent);
  return { name: name || "floor", parts, asked: new URLSearchParams(asked) };
}

const outlet = document.getElementById("page");
let shown = null;
let leaving = new AbortController();
let latest = 0;

/** Detach the page that is shown: no more events or timers reach it. */
function leave() {
  leaving.abort();
  leaving = new AbortController();
  shown = null;
}

/** Show the page of the address; a late answer for an earlier one is dropped. */
async function show(moved) {
  const mine = (latest += 1);
  const { name: wished, parts, asked } = read(location.hash);
  const name = session.must && wished !== "login" ? "account" : wished;
  const tag = `pit-${name}-page`;
  try {
    if (shown?.tagName.toLowerCase() === tag && shown.turn) {
      await shown.turn(parts, asked);
      return;
    }
    leave();
    document.title = "pitboss";
    if (!Object.hasOwn(PAGES, name))
      throw new Refused(404, { error: `There is no page at #/${name}.` });
    await PAGES[name]();
    if (mine !== latest) return;
    shown = document.createElement(tag);
    shown.gone = leaving.signal;
    render(shown, outlet);
    await shown.start(parts, asked);
  } catch (error) {
    if (mine !== latest || error.status === 401) return; // the login page comes next
    if (error.movedTo) {
      location.replace(at(name, error.movedTo));
      return;
    }
    const known = error instanceof Refused;
    leave();
    render(
      trouble(known ? error : new Refused(0, { error: String(error.message ?? error) })),
      outlet,
    );
    if (!known) throw error;
  }
  if (mine !== latest) return;
  if (moved && document.activeElement === document.body) document.getElementById("main")?.focus();
  scrollTo(0, 0);
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main")?.focus();
});
dress();
await begin();
watchAlerts();
addEventListener("hashchange", () => show(true));
document.addEventListener("pit-session", () => show(true));
document.addEventListener("pit-again", () => show(true));
document.addEventListener("pit-stranger", () => location.replace(logInFrom()));
await show(false);
