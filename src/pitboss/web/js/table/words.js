// Choices, states and results in words. The rules' own words come from the server; these join them.

import { money, signed } from "../core/money.js";

const LABELS = {
  double: "Double down",
  "double for less": "Double for less",
  insure: "Insurance",
  "house way": "House way",
};

export const label = (word) => LABELS[word] ?? word.charAt(0).toUpperCase() + word.slice(1);

/** What stands below a choice: its note, what it costs, or the hand it leaves as it is. */
export function under(choice, hand) {
  if (choice.note) return choice.note;
  if (choice.cost) return `${money(choice.cost)} more`;
  if (choice.word === "stand" && hand?.total) return `on ${hand.total}`;
  if (choice.word === "hit") return "take a card";
  return "";
}

/** What a winner is paid, as the pay table prints it; a share is one of the meter. */
export function oddsWords(pays) {
  if (!pays || ["push", "loss"].includes(pays)) return "";
  return pays.endsWith("%") ? `${pays} of the meter` : pays;
}

/** One settlement: { name, words, net, state }. */
export function settlement(result, names) {
  const on = result.on ?? result.wager;
  const back = Number(result.back ?? 0);
  const cents = Number(result.cents ?? 0);
  const waits = result.slip && !result.award;
  const net = back + (result.award ?? 0) - cents;
  const odds = oddsWords(result.pays);
  const pays = odds ? `, ${odds}` : "";
  const end = waits
    ? "Waits for the floor."
    : net > 0
      ? "Won."
      : net === 0 && back
        ? `Push. Your ${money(cents)} comes back.`
        : back
          ? `${money(back)} back.`
          : "Lost.";
  const why = result.why
    ? `${result.why.charAt(0).toUpperCase()}${result.why.slice(1)}${net > 0 || result.slip ? pays : ""}. `
    : "";
  const hand = Number(result.hand ?? 1) > 1 ? `, hand ${result.hand}` : "";
  return {
    key: on,
    tip: Boolean(result.tip),
    name: `${result.name ?? names.get(on) ?? label(on.replaceAll("-", " "))}${hand}${result.tip ? ", for the dealer" : ""}`,
    words: `${why}${end}`,
    slip: result.slip ?? 0,
    net: waits ? 0 : net, // what a slip pays is paid when it is validated
    amount: waits ? `slip ${result.slip}` : signed(net),
    state: waits || net > 0 ? "win" : net === 0 ? "push" : "loss",
  };
}

/** Whose turn it is, in words. */
export function waiting(view) {
  if (view.phase === "closed") return "This table is closed.";
  if (view.phase === "floor") return "The floor is called. Cards stay while the floor checks.";
  const others = [
    ...new Set(
      (view.asks ?? [])
        .filter((ask) => !ask.may && ask.least == null)
        .map((ask) => whose(view, ask.of)),
    ),
  ];
  if (others.length)
    return `Waiting for ${others.length > 2 ? `${others.length} players` : others.join(" and ")}.`;
  if (view.next) return view.next.charAt(0).toUpperCase() + view.next.slice(1);
  return "";
}

function whose(view, of = "") {
  const number = Number(/box (\d+)/.exec(of)?.[1]);
  return view.boxes?.find((box) => box.number === number)?.player ?? of;
}

export const boxOf = (ask) => ask.box ?? Number(/box (\d+)/.exec(ask.of ?? "")?.[1] ?? 0);

/** Seconds to a deadline, whether it is written as a date or as seconds since 1970. */
export function secondsTo(deadline) {
  if (deadline === null || deadline === undefined || deadline === "") return null;
  const at =
    typeof deadline === "number"
      ? deadline > 1e11
        ? deadline
        : deadline * 1000
      : Date.parse(deadline);
  return Number.isFinite(at) ? Math.max(0, (at - Date.now()) / 1000) : null;
}
