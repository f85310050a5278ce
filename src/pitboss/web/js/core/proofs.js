// Sheets that the server proves: each is requested once, and no faster than the server allows.

import { get } from "./api.js";

const BURST = 11;
const KEEP = 5;
const SECOND = 1000;
const kept = new Map();
let left = BURST;
let at = 0;

/** How many may be asked for now. */
function may() {
  const now = performance.now();
  left = Math.min(BURST, left + (now - at) / SECOND);
  at = now;
  return left;
}

const rest = (time) => new Promise((done) => setTimeout(done, time));

async function ask(address, tries = 4) {
  may();
  left -= 1;
  try {
    return await get(address);
  } catch (error) {
    if (error.status !== 429 || tries < 2) throw error;
    await rest(1.5 * SECOND);
    return ask(address, tries - 1);
  }
}

/** A sheet, now. */
export function proof(address) {
  if (!kept.has(address)) {
    const asked = ask(address);
    kept.set(address, asked);
    asked.catch(() => kept.delete(address));
  }
  return kept.get(address);
}

/** A sheet at low priority: it leaves room for those wanted now. Null if nobody waits any more. */
export async function proofLater(address, still = () => true) {
  while (!kept.has(address) && may() < KEEP) {
    await rest(SECOND / 2);
    if (!still()) return null;
  }
  return proof(address).catch(() => null);
}
