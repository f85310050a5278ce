// Where things are on the screen: the areas of the layout, which are in millimeters, scaled.

const RAD = Math.PI / 180;

const MIDDLE = 720;
const ACROSS = 514; // from the middle to a box at the side
const SWEEP = 35 / 36; // a screen's arc is a little narrower than the cloth's
const ROUND = { y: 112, cards: 208, box: 394 }; // the center, the insurance line, a box before it
const FLAT = { y: 96, cards: 148, box: 300 }; // a short wide screen

/**
 * A place of the layout by its distance from the center of all radii and its angle. Where players'
 * cards lie, between the insurance line and the boxes, a screen has more room: its cards are larger.
 */
function placed(layout, far, angle, flat) {
  const { y, cards, box } = flat ? FLAT : ROUND;
  const line = layout.line.outer;
  const down =
    far <= line
      ? (far / line) * cards
      : cards + ((far - line) / (layout.far - line)) * (box - cards);
  const turn = angle * SWEEP * RAD;
  return { x: MIDDLE + (far / layout.far) * ACROSS * Math.sin(turn), y: y + down * Math.cos(turn) };
}

const WIDER = 1.35;
const WHOLE = 146 / SWEEP; // degrees of the arc if some boxes have more room
const ALONE = 38; // a single box leaves the inscriptions above it to be read

/** The angles of the boxes; those numbered in `mine` have more room around them if there are many. */
function angles({ boxes }, mine) {
  if (boxes.length < 6 || !mine.size || mine.size > 2) return boxes;
  const gaps = boxes
    .slice(1)
    .map((angle, n) => (boxes[n] - angle) * (mine.has(n + 1) === mine.has(n + 2) ? 1 : WIDER));
  const sum = gaps.reduce((all, gap) => all + gap, 0);
  let at = WHOLE / 2;
  return [at, ...gaps.map((gap) => (at -= (gap * WHOLE) / sum))];
}

/** Each box on the arc, the first at the dealer's left: { x, y, tilt, scale }. */
export function seats(layout, mine = new Set(), flat = false) {
  const count = layout.boxes.length;
  return angles(layout, mine).map((angle) => {
    const { x, y } = placed(layout, layout.far, angle, flat);
    return {
      x,
      y: y + (count === 1 ? ALONE : 0),
      tilt: -0.35 * angle * SWEEP,
      scale: count <= 5 ? 0.94 : 0.86,
    };
  });
}

/** As the dealer sees it: box 1 at the left hand, the players on the far side. */
export function seatsFromDealer(layout) {
  return seats(layout).map(({ x, y, tilt, scale }) => ({
    x: MIDDLE - (x - MIDDLE) * 1.06,
    y: 760 - y * 1.14,
    tilt,
    scale,
  }));
}

const REACH = 456; // millimeters to either side of the middle, for words on an arc
const LINE_REACH = 260; // the insurance line is rounder

/** The curve that words on an arc of the layout follow, or one that is `lower` on the screen. */
function arcPath(layout, { radius, center }, { flat, lower = 0, reach = REACH } = {}) {
  const point = (turn) =>
    at(layout, radius * Math.sin(turn), center + radius * Math.cos(turn), flat);
  const end = Math.asin(Math.min(1, reach / radius));
  const [start, middle, last] = [-end, 0, end].map(point);
  const deep = 2 * middle.y - (start.y + last.y) / 2 + lower;
  const put = ({ x, y }) => to({ x, y: y + lower });
  return `M${put(start)}Q${MIDDLE} ${deep.toFixed(1)} ${put(last)}`;
}

const APART = 20;

/** The curves of several inscriptions, the farther ones lower if letters would touch. */
export function arcPaths(layout, arcs, flat) {
  let above = -Infinity;
  return arcs.map((arc) => {
    const { y } = at(layout, 0, arc.center + arc.radius, flat);
    above = Math.max(y, above + APART);
    return arcPath(layout, arc, { flat, lower: above - y });
  });
}

/** The same along the insurance line. */
export function linePath(layout) {
  const { inner, outer } = layout.line;
  const radius = inner + (outer - inner) * 0.5;
  return arcPath(layout, { radius, center: layout.center }, { reach: LINE_REACH });
}

const STEPS = 40;

/** The insurance line. */
export function bandPath(layout) {
  const { inner, outer, half } = layout.line;
  const edge = (far, side) =>
    Array.from({ length: STEPS + 1 }, (_, n) =>
      to(placed(layout, far, side * half * ((2 * n) / STEPS - 1))),
    );
  return `M${[...edge(inner, 1), ...edge(outer, -1)].join("L")}Z`;
}

const to = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

const at = (layout, x, y, flat) =>
  placed(layout, Math.hypot(x, y - layout.center), Math.atan2(x, y - layout.center) / RAD, flat);

/** The main spots of a box, from its middle: { x, r, hand }; one for each hand it begins with. */
export function mainSpots(layout, r) {
  const found = layout.spots.filter(({ main }) => main);
  const several = found.length > 1;
  return found.map(({ right }, n) => ({
    x: (right * SPOTS.scale * r) / MAIN,
    y: 0,
    r: several ? r * 0.86 : r,
    hand: several ? n + 1 : 0,
  }));
}

export const MAIN = 43; // the radius of a main spot
const MOST = 8;
export const SPOTS = { scale: 0.7115, r: 27 };
export const OWN_SPOTS = { scale: 0.769, r: 31 };

/**
 * Where the spots of side wagers are, from the middle of their box: { x, y, r } for each, and how
 * many do not fit. If all fit each is where the layout has it; otherwise they fill its spots.
 */
export function sideSpots(layout, wagers, { scale, r } = SPOTS) {
  const found = layout.spots.filter(({ main }) => !main);
  const fit = wagers.length <= MOST;
  const shown = fit ? wagers : wagers.slice(0, MOST);
  const spots = shown.map(({ key }, n) => {
    const { right, out } = (fit && found.find(({ wager }) => wager === key)) || found[n];
    return { x: right * scale, y: out * scale, r };
  });
  return { spots, hidden: fit ? 0 : wagers.length - MOST + 1 };
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

/**
 * Cards of a hand overlap so that both corners read, or lie `apart` where there is room; the step
 * between them and the total width.
 */
export function spread(count, card, room, apart = card * 0.5) {
  const step = count < 2 ? 0 : Math.min(apart, (room - card) / (count - 1));
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
