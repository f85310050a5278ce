// The names of side wagers that do not stand in their rings: beside them, where there is room.

const LETTER = 11.5 * 0.66; // the width of a letter; the type is that of felt.css
const LEADING = 13;
const GAP = 8; // from the ring
const BADGE = 10; // what stands at the foot of a ring goes so far below it
const SHORT = 4; // letters of a long word that is cut, as felts do: `Prog.`
const LONG = 7;
const MIDDLE = 10; // a ring that is nearer than this to the middle has its name below it

/** Lines of about the same length, two of them if the name is long. */
function inTwo(words) {
  if (words.join(" ").length < 10 || words.length < 2) return [words.join(" ")];
  const longest = (lines) => Math.max(...lines.map((line) => line.length));
  return words
    .slice(1)
    .map((_, n) => [words.slice(0, n + 1).join(" "), words.slice(n + 1).join(" ")])
    .toSorted((a, b) => longest(a) - longest(b))[0];
}

/** The ways to write a name, the best first. */
function written(name) {
  const whole = name.split(" ");
  const short = whole.map((word) => (word.length < LONG ? word : `${word.slice(0, SHORT)}.`));
  return [inTwo(whole), whole, inTwo(short), short];
}

/** The places for lines around a ring, the best first: from its middle, and as a rectangle. */
function around({ x, y, r }, lines) {
  const width = Math.max(...lines.map((line) => line.length)) * LETTER + 3;
  const height = lines.length * LEADING;
  const made = (anchor, at, top) => {
    const left = anchor === "middle" ? at - width / 2 : anchor === "end" ? at - width : at;
    return { lines, anchor, at, top, leading: LEADING, x: x + left, y: y + top, width, height };
  };
  const beside = (side, middle) => {
    const near = Math.max(0, Math.abs(middle) - height / 2); // the edge of the text that is closest
    const at = side * (Math.sqrt(Math.max(0, r * r - near * near)) + GAP);
    return made(side < 0 ? "end" : "start", at, middle - height / 2);
  };
  const central = Math.abs(x) <= MIDDLE;
  const sides = central ? [1, -1] : [Math.sign(x)];
  const out = [0, -0.4, 0.4, -0.8, 0.8, -1.2].flatMap((part) =>
    sides.map((side) => beside(side, part * r)),
  );
  const below = made("middle", 0, r + BADGE);
  const above = sides.flatMap((side) =>
    [0.2, -0.2, -0.6].map((part) =>
      made(side < 0 ? "end" : "start", side * part * r, -r - height - 4),
    ),
  );
  return central ? [below, ...out] : [...out, ...above, below];
}

/** The point of a rectangle that is nearest to another. */
const nearest = (place, { x, y }) => ({
  x: Math.max(place.x, Math.min(x, place.x + place.width)),
  y: Math.max(place.y, Math.min(y, place.y + place.height)),
});

function onCircle(place, circle) {
  const { x, y } = nearest(place, circle);
  return Math.hypot(circle.x - x, circle.y - y) < circle.r;
}

const onText = (a, b) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A text as circles along its lines, for whoever measures it from a turned box. */
const circles = ({ lines, x, y, width }) =>
  lines.flatMap((_, n) =>
    Array.from({ length: Math.ceil(width / LEADING) }, (__, k) => ({
      x: x + (k + 0.5) * LEADING,
      y: y + (n + 0.5) * LEADING,
      r: LEADING * 0.6,
    })),
  );

/**
 * Beside each of the rings { x, y, r, name } a place for its name, on none of the circles that are
 * `taken` and on no other name: { lines, anchor, at, top }. None for a ring without a name, and
 * where there is no room.
 */
export function captions(rings, taken) {
  const printed = [];
  return rings.map((ring) => {
    if (!ring.name) return null;
    const found = written(ring.name)
      .flatMap((lines) => around(ring, lines))
      .find(
        (place) =>
          !taken.some((circle) => onCircle(place, circle)) &&
          !printed.some((other) => onText(place, other)),
      );
    if (!found) return null;
    printed.push(found);
    return { ...found, circles: circles(found) };
  });
}
