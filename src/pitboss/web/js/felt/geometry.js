// Where things lie on the layout, in the units of the drawing (DESIGN.md, Geometry).

export const FELT = { width: 1440, height: 740 };
const RAD = Math.PI / 180;

/** Each box on the arc, the first at the dealer's left: { x, y, tilt, scale }. */
export function seats(count) {
  const sweep = Math.min(140, 35 * (count - 1));
  return Array.from({ length: count }, (_, n) => {
    const angle = count === 1 ? 0 : sweep / 2 - (n * sweep) / (count - 1);
    return {
      x: 720 + 514 * Math.sin(angle * RAD),
      y: 112 + 394 * Math.cos(angle * RAD),
      tilt: -0.35 * angle,
      scale: count <= 5 ? 0.94 : 0.86,
    };
  });
}

/** As the dealer sees it: box 1 at the left hand, the players on the far side. */
export function seatsFromDealer(count) {
  return seats(count).map(({ x, y, tilt, scale }) => ({
    x: 720 - (x - 720) * 0.86,
    y: 720 - y * 1.05,
    tilt,
    scale,
  }));
}

const FIRST = 4;
const MOST = 8;

/** Side spots fan on the player's side: { x, y, r } for each, and how many do not fit. */
export function fan(count, { most = MOST } = {}) {
  const shown = count > most ? most - 1 : count;
  const inner = arc(Math.min(shown, FIRST), 74, (n) => Math.min(48, n > 1 ? 150 / (n - 1) : 0));
  const outer = arc(
    Math.max(0, Math.min(shown, most) - FIRST + (count > most ? 1 : 0)),
    128,
    () => 25,
  );
  return { spots: [...inner, ...outer], hidden: count - shown };
}

function arc(count, radius, stepOf) {
  const step = stepOf(count);
  return Array.from({ length: count }, (_, n) => {
    const angle = (n - (count - 1) / 2) * step;
    return { x: radius * Math.sin(angle * RAD), y: radius * Math.cos(angle * RAD), r: 27 };
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
  const place = (numbers, x) =>
    numbers.map((number, n) => [
      number,
      { x, y: 84 + n * Math.min(124, 372 / Math.max(1, numbers.length)) },
    ]);
  return new Map([...place(right, width - 44), ...place([...left].reverse(), 44)]);
}

/** Cards of a hand overlap so that both corners read; the step between them and the whole width. */
export function spread(count, card = 66, room = 190) {
  const step = count < 2 ? 0 : Math.min(card * 0.5, (room - card) / (count - 1));
  return { step, width: card + step * Math.max(0, count - 1) };
}

/** A name on a spot: at most two lines, else the short name. */
export function lines(name, short, most = 9) {
  const words = name.toUpperCase().split(" ");
  const made = [""];
  for (const word of words) {
    const last = made[made.length - 1];
    if (!last) made[made.length - 1] = word;
    else if (last.length + word.length < most) made[made.length - 1] = `${last} ${word}`;
    else made.push(word);
  }
  const fits = made.length <= 2 && made.every((line) => line.length <= most + 1);
  return fits || !short || short === name
    ? made.slice(0, 2).map((line) => cut(line, most + 1))
    : lines(short, null, most);
}

const cut = (line, most) => (line.length > most ? `${line.slice(0, most - 1)}…` : line);
