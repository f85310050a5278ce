// Plots, each with its numbers in a table: the return of a sheet against a meter; the mean of a wager
// as rounds are dealt, with one standard error to each side, and its proof as a line.

import { figureHeads, figureRow, html, svg } from "../core/dom.js";
import { grouped } from "../core/money.js";
import { capital } from "../core/text.js";

const W = 420;
const PAD = { right: 18, top: 14, bottom: 30 };

/**
 * The plane of a plot, from 0 to `far` and from `low` to `high`: where a point is on it, a path
 * through points, and its lines with their words; that at `even` is a strong one.
 */
function plane({ left, height, far, low, high, even, across, up }, marks = ticks(low, high)) {
  const [right, foot] = [W - PAD.right, height - PAD.bottom];
  const x = (value) => left + (value / far) * (right - left);
  const y = (value) => foot - ((value - low) / (high - low)) * (foot - PAD.top);
  return {
    x,
    y,
    right,
    foot,
    top: PAD.top,
    box: `0 0 ${W} ${height}`,
    through: (points) =>
      points
        .map(([along, value], n) => `${n ? "L" : "M"}${x(along).toFixed(1)} ${y(value).toFixed(1)}`)
        .join(""),
    lines: [
      marks.map((mark) => [
        svg`
          <path class=${Math.abs(mark - even) < 1e-9 ? "even" : "grid"}
            d="M${left} ${y(mark).toFixed(1)}H${right}" />
        `,
        svg`
          <text x=${left - 6} y=${(y(mark) + 4).toFixed(1)} text-anchor="end">${up(mark)}</text>
        `,
      ]),
      ticks(0, far).map(
        (mark) => svg`
          <text x=${x(mark).toFixed(1)} y=${height - 8} text-anchor="middle">${across(mark)}</text>
        `,
      ),
    ],
  };
}

/** Round steps that cover a range: three to six of them. */
export function ticks(low, high) {
  const raw = (high - low) / 4 || 1;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * unit).find((each) => each >= raw * 0.99);
  const made = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-6; at += step)
    made.push(Number(at.toPrecision(12)));
  return made;
}

const inPercent = (mark) => `${+(mark * 100).toFixed(2)}%`;
const short = (dollars) =>
  dollars >= 1e6
    ? `$${+(dollars / 1e6).toFixed(2)}m`
    : dollars >= 1e3
      ? `$${+(dollars / 1e3).toFixed(1)}k`
      : `$${dollars}`;

/** Return against one meter: a straight line through the sheet's own points. */
export function meterPlot(words, points) {
  const far = Math.max(...points.map((point) => point.x)) * 1.06;
  const sorted = points.toSorted((a, b) => a.x - b.x);
  const ys = [...points.map((point) => point.y), 1];
  const marks = ticks(Math.min(...ys), Math.max(...ys));
  const spread = Math.max(...ys) - Math.min(...ys);
  const [low, high] = [
    Math.min(marks[0], Math.min(...ys) - spread * 0.06),
    Math.max(...ys) + spread * 0.14,
  ];
  const room = { left: 44, height: 280, far, low, high, even: 1, across: short, up: inPercent };
  const { x, y, right, foot, top, box, through, lines } = plane(room, marks);
  const above = y(1) - top;
  return html`
    <figure class="plot">
      <svg viewBox=${box} role="img" aria-label=${words}>
        ${
          above > 0
            ? svg`<rect class="adv" x="44" y=${top} width=${right - 44} height=${above} />`
            : null
        }
        ${above > 14 ? svg`<text x="50" y=${top + 13}>player ahead</text>` : null}
        ${lines}
        <path class="curve" d=${through(sorted.map((point) => [point.x, point.y]))} />
        ${sorted.filter((point) => point.mark).map((point) => marked(point, x, y, foot))}
      </svg>
      <figcaption>
        ${numbers(
          ["Meter", "Return"],
          [...new Map(points.map(({ shown, text }) => [shown, text]))],
        )}
      </figcaption>
    </figure>
  `;
}

/** A point that is named, with a line down to the meter. */
function marked(point, x, y, foot) {
  const right = x(point.x) > W * 0.7;
  return svg`
    <path class="drop" d="M${x(point.x)} ${y(point.y)}V${foot}" />
    <circle class="point" cx=${x(point.x)} cy=${y(point.y)} r="5" />
    <text class="pl" x=${x(point.x) + (right ? -9 : 9)}
      y=${y(point.y) + (point.mark === "now" ? 17 : -9)} text-anchor=${right ? "end" : "start"}>
      ${point.mark === "now" ? `now ${point.text}` : point.shown}
    </text>
  `;
}

/** The numbers behind a plot, folded away. */
const numbers = (head, body) => html`
  <details class="small">
    <summary>The numbers</summary>
    <table>
      ${figureHeads(...head)}
      <tbody>
        ${body.map((row) => figureRow(...row))}
      </tbody>
    </table>
  </details>
`;

// -- a simulation ---------------------------------------------------------------------------------

const share = (of) => `${of < 0 ? "−" : ""}${+Math.abs(100 * of).toPrecision(3)}%`;
const brief = (rounds) => {
  if (rounds >= 1e6) return `${+(rounds / 1e6).toFixed(1)}m`;
  return rounds ? `${+(rounds / 1e3).toFixed(0)}k` : "0";
};

/** One line of a simulation; nothing until it has two points. */
export function convergence(line, number, points) {
  const drawn = points
    .map(({ rounds, means, errors }) => ({ rounds, mean: means[number], error: errors[number] }))
    .filter(({ mean, error }) => mean !== null && error !== null);
  if (drawn.length < 2) return null;
  const far = drawn.at(-1).rounds;
  const ys = drawn.flatMap(({ mean, error }) => [mean - error, mean + error]);
  if (line.proof !== null) ys.push(line.proof);
  const spread = Math.max(...ys) - Math.min(...ys) || 1e-4;
  const [low, high] = [Math.min(...ys) - spread * 0.08, Math.max(...ys) + spread * 0.08];
  const room = { left: 62, height: 240, far, low, high, across: brief, up: share };
  const { y, right, box, through, lines } = plane(room);
  const along = (from, value) => through(from.map((point) => [point.rounds, value(point)]));
  const above = along(drawn, ({ mean, error }) => mean + error);
  const below = along(drawn.toReversed(), ({ mean, error }) => mean - error);
  const last = drawn.at(-1);
  const proof = line.proof === null ? "no proof to compare with" : `proof ${share(line.proof)}`;
  const words = `${capital(line.name)}: ${share(last.mean)} after ${brief(far)} rounds, ${proof}`;
  return html`
    <figure class="plot">
      <svg viewBox=${box} role="img" aria-label=${words}>
        ${lines}
        <path class="band" d="${above}${below.replace("M", "L")}Z" />
        ${
          line.proof === null
            ? null
            : svg`<path class="proof" d="M62 ${y(line.proof).toFixed(1)}H${right}" />`
        }
        <path class="curve" d=${along(drawn, ({ mean }) => mean)} />
      </svg>
      <figcaption>
        <b>${words}</b>
        ${numbers(
          ["Rounds", "Mean", "Error"],
          drawn.map(({ rounds, mean, error }) => [grouped(rounds), share(mean), share(error)]),
        )}
      </figcaption>
    </figure>
  `;
}
