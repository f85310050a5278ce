// A log of a table: one event a line, `card to="box 1" card=As`, read and told in words.

import { money } from "./money.js";

const FIELD = /\s*([a-z_]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/gy;
const plain = (text) =>
  text.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code, one) =>
    code ? String.fromCharCode(parseInt(code, 16)) : one,
  );

/** `card to=dealer card=Kd` as { kind, to, card }. */
export function parseEvent(line) {
  const [kind] = line.split(" ", 1);
  const made = { kind };
  FIELD.lastIndex = kind.length;
  for (let found = FIELD.exec(line); found; found = FIELD.exec(line)) {
    made[found[1] === "kind" ? "what" : found[1]] = found[3] ?? plain(found[2]); // an irregularity has a kind of its own
  }
  return made;
}

/** The events of a round, however the answer holds them: lines, a text, or events. */
export function readLog(answer) {
  const held = answer?.lines ?? answer?.events ?? answer?.log ?? answer ?? [];
  const lines = typeof held === "string" ? held.split("\n").filter(Boolean) : held;
  return lines.map((line) =>
    typeof line === "string" ? parseEvent(line) : line.line ? parseEvent(line.line) : line,
  );
}

const clause = (event) => (event.clause ? ` (${event.clause})` : "");
const cents = (event) => money(Number(event.cents ?? 0));
const PIPS = { h: "♥", d: "♦", s: "♠", c: "♣" };
export const pip = (card) =>
  card === "??" ? "a card" : `${card.slice(0, -1)}${PIPS[card.slice(-1)] ?? ""}`;
const faces = { down: ", face down", held: ", in hand" };

/** One event as a sentence; nothing for what only the books need. */
export function tell(event, names = new Map()) {
  const words = told(event, names);
  return words && words.charAt(0).toUpperCase() + words.slice(1);
}

function told(event, names) {
  const wager = event.on ?? event.wager ?? event.about ?? "";
  const on = names.get(wager) ?? wager.replaceAll("-", " ");
  const meter = (event.meter ?? "").replace(/^\S+/, (key) => names.get(key) ?? key);
  switch (event.kind) {
    case "round":
      return `Round ${event.number}, ${event.dealt} cards dealt from the shoe.`;
    case "buy-in":
      return `${event.player} buys in for ${cents(event)}.`;
    case "bet":
      return `${event.player} bets ${cents(event)} on ${on}, box ${event.box}.`;
    case "stake":
      return `${event.player} adds ${cents(event)} on ${on}, box ${event.box}.`;
    case "tip":
      return `${event.player} bets ${cents(event)} for the dealer on ${on}.`;
    case "say":
      return `“${event.words}”${clause(event)}`;
    case "card":
      if (event.to === "burn") return `${pip(event.card)} is burned${faces[event.face] ?? ""}.`;
      return `${pip(event.card)} to ${event.to}${faces[event.face] ?? ""}.`;
    case "place":
      return `${pip(event.card)} to ${event.to}${faces[event.face] ?? ""}.`;
    case "turn":
      return `${event.at} turns ${pip(event.card)}.`;
    case "ask":
      return `${event.of} is asked: ${event.may ? `${event.may.replaceAll(",", ", ")}` : on}.`;
    case "answer":
      return `Answer: ${/^\d+$/.test(event.word) ? money(Number(event.word)) : event.word}.`;
    case "expired":
      return `No answer in time: ${event.word}.`;
    case "collect":
      return `The ${on} stake is taken into the rack.`;
    case "result":
      return result(event, on);
    case "envy":
      return `${on} envy, ${event.why}: ${cents(event)} to ${event.player ?? event.to}.`;
    case "feed":
      return `Box ${event.box} feeds the ${meter} meter, which shows ${money(Number(event.shows))}.`;
    case "award":
      return `The ${meter} meter awards ${money(Number(event.won ?? 0))} and shows ${money(Number(event.shows))}.`;
    case "slip":
      return `Slip ${event.number}, ${event.player}: ${cents(event)} on ${on} waits for the floor supervisor.`;
    case "validated":
      return `Slip ${event.slip} is validated by ${event.by}: ${event.player} is paid ${cents(event)}.`;
    case "irregular":
      return `${event.what}: ${event.decision}${event.box ? ` at box ${event.box}` : ""}, by ${event.by} (${event.clause}).`;
    case "void":
      return `${event.box ? `Box ${event.box}` : "The round"} is void: ${event.why} (${event.clause}).`;
    case "transferred":
      return `The ${meter} meter, ${money(Number(event.shown))}, goes to ${event.to.split("/")[0]}, by ${event.by}: ${event.why}${clause(event)}.`;
    case "received":
      return `The ${meter} meter takes over that of ${event.of.split("/")[0]} and shows ${money(Number(event.shows))}.`;
    case "retired":
      return `The ${meter} meter ends here${clause(event)}.`;
    case "superseded":
      return `The rules have changed: the round is void${event.by ? `, by ${event.by}` : ""}.`;
    case "shoe":
      return `Shoe ${event.number}, sealed ${event.commit?.slice(0, 12)}….`;
    case "opened":
      return `Shoe ${event.number} is opened for audit.`;
    case "end":
      return `Round ${event.number} ends.`;
    case "close":
      return "The table closes.";
    default:
      return null;
  }
}

function result(event, on) {
  const back = Number(event.back);
  const paid = event.pays && !["push", "loss"].includes(event.pays) ? `, ${event.pays}` : "";
  const end = back ? `${money(back)} back` : event.slip ? `slip ${event.slip}` : "lost";
  return `Box ${event.box}, ${on} ${cents(event)}: ${event.why}${paid}, ${end}${clause(event)}.`;
}
