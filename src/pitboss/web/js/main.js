// The shell: which page an address means, and one page at a time.

import { Refused } from "./core/api.js";
import { begin, dress } from "./core/session.js";
import { replace } from "./core/dom.js";
import { trouble } from "./core/shell.js";

const PAGES = {
  floor: ["pit-floor-page", () => import("./pages/floor.js")],
  table: ["pit-table-page", () => import("./pages/table.js")],
  dealer: ["pit-dealer-page", () => import("./pages/dealer.js")],
  desk: ["pit-desk-page", () => import("./pages/desk.js")],
  meters: ["pit-meters-page", () => import("./pages/meters.js")],
  par: ["pit-par-page", () => import("./pages/par.js")],
  rules: ["pit-rules-page", () => import("./pages/rules.js")],
  people: ["pit-people-page", () => import("./pages/people.js")],
  login: ["pit-login-page", () => import("./pages/login.js")],
};

/** `#/par/pennsylvania/perfect-pairs?decks=6` as a name, its parts and its questions. */
export function read(hash) {
  const [where, asked = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", ...parts] = where.split("/").filter(Boolean).map(decodeURIComponent);
  return { name: PAGES[name] ? name : "floor", parts, asked: new URLSearchParams(asked) };
}

const outlet = document.getElementById("page");
let shown = null;

async function show() {
  const { name, parts, asked } = read(location.hash);
  const [tag, load] = PAGES[name];
  if (shown?.tagName.toLowerCase() === tag && shown.turn?.(parts, asked)) return;
  shown?.stop?.();
  document.title = "pitboss";
  try {
    await load();
    shown = document.createElement(tag);
    replace(outlet, shown);
    await shown.start(parts, asked);
  } catch (error) {
    replace(
      outlet,
      trouble(
        error instanceof Refused
          ? error
          : new Refused(0, { error: String(error.message ?? error) }),
      ),
    );
    if (!(error instanceof Refused)) throw error;
  }
  scrollTo(0, 0);
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main")?.focus();
});
dress();
await begin();
addEventListener("hashchange", show);
document.addEventListener("pit-session", () => show());
await show();
