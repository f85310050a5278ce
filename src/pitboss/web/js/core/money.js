// Money and chance as people read them. All amounts are whole cents.

/** `12,345`. */
export const grouped = (number) => Math.trunc(number).toLocaleString("en-US");

/** `$1,240.00`: a sum in a ledger. */
export const sum = (cents) =>
  `${cents < 0 ? "−" : ""}$${grouped(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;

/** `$25`, `$12.50`: no cents if there are none. */
export const money = (cents) => sum(cents).replace(/\.00$/, "");

/** `+$45.00`, `−$5.00`. */
export const signed = (cents) => (cents > 0 ? `+${sum(cents)}` : sum(cents));

/** Cents from what a person types, `12.50` or `$1,000`; null if it is not an amount. */
export function parse(text) {
  const found = /^\s*\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return null;
  return Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/** The message if the user typed anything else. */
export const NO_AMOUNT = "Type an amount in dollars, such as 25, 12.50 or 1,000.";

/** `$1 to $9.50`, or `up to $50` where nothing need be added. */
export const rangeWords = ({ least, most }) =>
  least ? `${money(least)} to ${money(most)}` : `up to ${money(most)}`;

/** Chips that have a picture. */
export const CHIPS = [100, 250, 500, 2500, 10000, 50000, 100000];
const HALF = 250; // the only one that is not whole dollars

/** A few chips that make an amount, largest first; what is left is below the smallest chip. */
export function chips(cents) {
  const half = cents % 100 === 50 && cents >= HALF;
  const made = [];
  let left = cents - (half ? HALF : 0);
  for (const chip of CHIPS.toReversed().filter((each) => each !== HALF)) {
    while (left >= chip) {
      made.push(chip);
      left -= chip;
    }
  }
  return half ? [...made, HALF].toSorted((a, b) => b - a) : made;
}

/** The house's chips that some spot of a table takes, from the smallest; all, if none are filed. */
export const chipsOf = ({ house, wagers }) => {
  const most = Math.max(...wagers.map(({ stake }) => stake.fixed ?? stake.most));
  return (house.chips.length ? house.chips : CHIPS).filter((chip) => chip <= most);
};

/** A fraction `n/d` as a number, for drawing only. */
export function ratio(text) {
  const [top, bottom = "1"] = String(text).split("/");
  return Number(top) / Number(bottom);
}

/** `1 in 484`, `1 in 32.2`; percent for likely things. */
export function chance(probability) {
  const value = typeof probability === "number" ? probability : ratio(probability);
  if (!value) return "never";
  if (value >= 0.5) return `${(value * 100).toFixed(2)}%`;
  const one = 1 / value;
  return `1 in ${one < 100 ? one.toFixed(1) : grouped(Math.round(one))}`;
}

export const percent = (value, places = 2) => `${(ratio(value) * 100).toFixed(places)}%`;

/** `+0.2134`, `−1.50`: a number that is no amount, with its sign. */
export const plusMinus = (value, places) =>
  `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(places)}`;

/** What an edge costs on a stake: `16.2¢`, `$1.30`. */
export function cost(edge, cents) {
  const made = ratio(edge) * cents;
  return Math.abs(made) < 100 ? `${made.toFixed(1)}¢` : `$${(made / 100).toFixed(2)}`;
}

/** A small amount that may be parts of a cent: `38¢`, `8.4¢`, `$1.30`. */
export function small(cents) {
  const size = Math.abs(cents);
  const text =
    size < 9.95
      ? `${size.toFixed(1)}¢`
      : size < 99.5
        ? `${size.toFixed(0)}¢`
        : sum(Math.round(size));
  return cents < 0 ? `−${text}` : text;
}

export const many = (number, one, more = `${one}s`) => `${number} ${number === 1 ? one : more}`;

/** Limits that are posted and hold from a later time on; a round under way ends without them. */
export function comingLimits({ least, most, holds_from: from }) {
  const due = from * 1000 <= Date.now();
  const time = new Date(from * 1000).toLocaleTimeString([], { timeStyle: "short" });
  return `from ${due ? "the next round" : time}: ${money(least)} to ${money(most)}`;
}
