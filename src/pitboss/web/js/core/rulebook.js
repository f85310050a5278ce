// What the rulebook calls things, asked for once.

import { get, path } from "./api.js";

let entries = null;

/** The terms of a game, by their keys. */
export async function termsOf({ jurisdiction, game }) {
  const { terms } = await get(`/rules/${path(`${jurisdiction}/${game}`)}`);
  return Object.fromEntries(terms.map((term) => [term.key, term]));
}

/** What the rulebook calls each wager and game, by its key, under one law before the others. */
export async function wagerNames() {
  entries ??= get("/rules").catch((error) => {
    entries = null;
    throw error;
  });
  const found = await entries;
  const under = (law) =>
    found.toSorted((a, b) => (a.jurisdiction === law) - (b.jurisdiction === law));
  return (law) => new Map(under(law).map((entry) => [entry.key, entry.name]));
}
