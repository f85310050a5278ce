// A log of a table: one event a line, `card to="box 1" card=As`, read and told in words.

import { money } from "./money.js";
import { capital } from "./words.js";

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

const clause = (event) => (event.clause ? ` (${event.clause})` : "");
const cents = (event) => money(Number(event.cents));
const shows = (event) => `shows ${money(Number(event.shows))}`;
const PIPS = { h: "♥", d: "♦", s: "♠", c: "♣" };
const pip = (card) =>
  card === "??" ? "a card" : `${card.slice(0, -1)}${PIPS[card.slice(-1)] ?? ""}`;
const faces = { down: ", face down", held: ", in hand" };

/** One event as a sentence; nothing for what only the books need. */
export function tell(event, names = new Map()) {
  const words = told(event, names);
  return words && capital(words);
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
    case "cash-out":
      return `${event.player} is paid ${cents(event)} for chips.`;
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
      return `Box ${event.box} feeds the ${meter} meter, which ${shows(event)}.`;
    case "unfeed":
      return `What box ${event.box} fed the ${meter} meter is taken out of it: it ${shows(event)}.`;
    case "award":
      return `The ${meter} meter awards ${money(Number(event.won ?? 0))} and ${shows(event)}.`;
    case "slip":
      return `Slip ${event.number}, ${event.player}: ${cents(event)} on ${on} waits for the floor supervisor.`;
    case "validated":
      return `Slip ${event.slip} is validated by ${event.by}: ${event.player} is paid ${cents(event)}.`;
    case "irregular":
      return `${event.what}: ${event.decision}${event.box ? ` at box ${event.box}` : ""}, by ${event.by} (${event.clause}).`;
    case "void":
      return `${event.box ? `Box ${event.box}` : "The round"} is void: ${event.why}${clause(event)}.`;
    case "transferred":
      return `${transferred(event, meter)}: ${event.why}${clause(event)}.`;
    case "received":
      return `The ${meter} meter takes over that of ${event.of.split("/")[0]} and ${shows(event)}.`;
    case "retired":
      return `The ${meter} meter ends here${event.house ? `: ${money(-event.house)} goes back to the house` : ""}.`;
    case "superseded":
      return `${event.by} ends this log: ${event.why ?? "the rules have changed"}.`;
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

function transferred(event, meter) {
  const permitted = event.permission ? `, permission: ${event.permission}` : "";
  return `The ${meter} meter, ${money(-event.adds)}, goes to ${event.to.split("/")[0]}, by ${event.by}${permitted}`;
}

function result(event, on) {
  const back = Number(event.back);
  const paid = event.pays && !["push", "loss"].includes(event.pays) ? `, ${event.pays}` : "";
  const end = back ? `${money(back)} back` : event.slip ? `slip ${event.slip}` : "lost";
  return `Box ${event.box}, ${on} ${cents(event)}: ${event.why}${paid}, ${end}${clause(event)}.`;
}
