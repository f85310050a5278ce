// Where things are on the layout, in the units of the drawing.

const RAD = Math.PI / 180;

const WIDER = 1.35;
const ALONE = 38; // a single box leaves the inscriptions above it to be read

/**
 * Each box on the arc, the first at the dealer's left: { x, y, tilt, scale }. Boxes numbered in
 * `mine` have more room around them if there are many; a short wide screen has a `flat` arc.
 */
export function seats(count, mine = new Set(), flat = false) {
  const roomy = count > 5 && mine.size > 0 && mine.size < 3;
  const sweep = Math.min(roomy ? 146 : 140, 35 * (count - 1));
  const gaps = Array.from({ length: Math.max(0, count - 1) }, (_, n) =>
    roomy && mine.has(n + 1) !== mine.has(n + 2) ? WIDER : 1,
  );
  const whole = gaps.reduce((all, gap) => all + gap, 0) || 1;
  return Array.from({ length: count }, (_, n) => {
    const before = gaps.slice(0, n).reduce((all, gap) => all + gap, 0);
    const angle = count === 1 ? 0 : sweep / 2 - (before * sweep) / whole;
    return {
      x: 720 + 514 * Math.sin(angle * RAD),
      y:
        (flat ? 96 + 300 * Math.cos(angle * RAD) : 112 + 394 * Math.cos(angle * RAD)) +
        (count === 1 ? ALONE : 0),
      tilt: -0.35 * angle,
      scale: count <= 5 ? 0.94 : 0.86,
    };
  });
}

/** As the dealer sees it: box 1 at the left hand, the players on the far side. */
export function seatsFromDealer(count) {
  return seats(count).map(({ x, y, tilt, scale }) => ({
    x: 720 - (x - 720) * 1.06,
    y: 760 - y * 1.14,
    tilt,
    scale,
  }));
}

const FIRST = 4;
const MOST = 8;

/** Side spots fan on the player's side: { x, y, r } for each, and how many do not fit. */
export function fan(count, { most = MOST, near = 74, far = 128, r = 27 } = {}) {
  const shown = count > most ? most - 1 : count;
  const inner = arc(Math.min(shown, FIRST), near, r, (n) =>
    Math.min(48, n > 1 ? 150 / (n - 1) : 0),
  );
  const outer = arc(
    Math.max(0, Math.min(shown, most) - FIRST + (count > most ? 1 : 0)),
    far,
    r,
    () => 25,
  );
  return { spots: [...inner, ...outer], hidden: count - shown };
}

function arc(count, radius, r, stepOf) {
  const step = stepOf(count);
  return Array.from({ length: count }, (_, n) => {
    const angle = (n - (count - 1) / 2) * step;
    return { x: radius * Math.sin(angle * RAD), y: radius * Math.cos(angle * RAD), r };
  });
}

/** The phone: your box full size, the others folded to the sides, boxes before you on the right. */
export function phoneSeats(count, mine) {
  const width = 390;
  const right = [];
  const left = [];
  for (let number = 1; number <= count; number += 1) {
    if (number !== mine) (number < mine ? right : left).push(number);
  }
  left.reverse(); // the farthest first, at the top
  const most = Math.max(3, Math.ceil((count - 1) / 2));
  while (left.length > most) right.unshift(left.shift());
  while (right.length > most) left.unshift(right.shift());
  const place = (numbers, x) =>
    numbers.map((number, n) => [
      number,
      { x, y: 80 + n * Math.min(124, 348 / Math.max(1, numbers.length)) },
    ]);
  return new Map([...place(right, width - 44), ...place(left, 44)]);
}

/** Cards of a hand overlap so that both corners read; the step between them and the total width. */
export function spread(count, card = 66, room = 190) {
  const step = count < 2 ? 0 : Math.min(card * 0.5, (room - card) / (count - 1));
  return { step, width: card + step * Math.max(0, count - 1) };
}

const LETTER = 0.75; // of a capital, in ems
const LEADING = 1.1;
const LEAST = 0.26; // of the radius

/** Every way to set words in at most three lines. */
function settings(words) {
  const all = [[words.join(" ")]];
  for (let a = 1; a < words.length; a += 1) {
    const [first, ...rest] = [words.slice(0, a).join(" "), ...words.slice(a)];
    all.push([first, rest.join(" ")]);
    for (let b = 1; b < rest.length; b += 1)
      all.push([first, rest.slice(0, b).join(" "), rest.slice(b).join(" ")]);
  }
  return all;
}

/** The largest type at which lines stay inside a circle. */
function largest(lines, radius, most) {
  const fits = (size) =>
    lines.every((line, n) => {
      const edge = (Math.abs(n - (lines.length - 1) / 2) * LEADING + 0.38) * size;
      return edge < radius && line.length * LETTER * size <= 2 * Math.sqrt(radius ** 2 - edge ** 2);
    });
  let size = most;
  while (size > 1 && !fits(size)) size -= 0.2;
  return size;
}

/**
 * A name inside a ring: broken at spaces so that it is printed as large as possible; if that is
 * too small to read, its longest word is cut short, as felts do: `Prog.`
 */
export function lettering(name, radius, most, least = LEAST) {
  const words = name.toUpperCase().split(" ");
  const best = settings(words)
    .map((lines) => ({ lines, size: largest(lines, radius, most) }))
    .reduce((a, b) => (b.size > a.size + 0.3 ? b : a)); // fewer lines, unless more are clearly larger
  const long = words.reduce((a, b) => (b.length > a.length ? b : a));
  if (best.size >= least * radius || long.length < 7)
    return { ...best, leading: LEADING * best.size };
  return lettering(
    words.map((each) => (each === long ? `${each.slice(0, 4)}.` : each)).join(" "),
    radius,
    most,
    least,
  );
}
