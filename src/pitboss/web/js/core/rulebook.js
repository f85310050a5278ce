// What the rulebook calls things, asked for once.

import { get } from "./api.js";

let entries = null;

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
