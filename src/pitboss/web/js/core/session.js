// Who is here, and how they like the page.

import { get, post, put, remove, useToken } from "./api.js";

export const session = { person: null, must: null }; // must: what comes before anything else
const changed = () => document.dispatchEvent(new CustomEvent("pit-session"));

function take(answer) {
  session.person = answer?.person ?? null;
  session.must = answer?.must ?? null;
  useToken(answer?.csrf);
  changed();
  return session.person;
}

export async function begin() {
  try {
    return take(await get("/session"));
  } catch {
    return take(null);
  }
}

export const logIn = async (name, password, code) =>
  take(await post("/session", { name, password, ...(code ? { code } : {}) }));
export const changePassword = async (old, fresh) =>
  take(await put("/session/password", { old, new: fresh }));
export const setFactor = async (secret, code) =>
  take(await put("/session/factor", { secret, code }));
export const asGuest = async (name) => take(await post("/session/guest", name ? { name } : {}));
export async function logOut() {
  await remove("/session");
  take(null);
}

/** The login page, which leads back to `where`. */
export const logInFrom = (where = location.hash) => {
  const to = where.replace(/^#\/?/, "");
  return /^(?:floor|login|$)/.test(to) ? "#/login" : `#/login?to=${encodeURIComponent(to)}`;
};

export const ROLES = {
  player: "Player",
  dealer: "Dealer",
  floor: "Floor supervisor",
  auditor: "Auditor",
  admin: "Administrator",
};

export const isStaff = (...roles) => roles.includes(session.person?.role);

// -- preferences: kept only in this browser ------------------------------------------------------

const KEY = "pitboss";
const usual = {
  theme: "auto",
  keys: true,
  colours: 2,
  sound: false,
  pulse: false,
  bell: true,
  coach: "before",
};

/** What this browser keeps under a key; in `sessionStorage`, what this tab keeps. */
export const keptHere = (key, place = "localStorage") => {
  try {
    return JSON.parse(window[place].getItem(key)) ?? {};
  } catch {
    return {};
  }
};

export function keepHere(key, value, place = "localStorage") {
  try {
    window[place].setItem(key, JSON.stringify(value));
  } catch {
    /* private browsing */
  }
}

export const taste = { ...usual, ...keptHere(KEY) };

export function prefer(name, value) {
  taste[name] = value;
  keepHere(KEY, taste);
  dress();
}

/** Set the theme and the deck on the page. */
export function dress() {
  const root = document.documentElement;
  if (taste.theme === "auto") root.removeAttribute("data-theme");
  else root.dataset.theme = taste.theme;
  root.dataset.deck = String(taste.colours);
}
