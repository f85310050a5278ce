// The mean of a wager as rounds are dealt, one error to each side, and its proof as a line.

import { html, svg } from "../core/dom.js";
import { capital } from "../core/words.js";
import { numbers, plane } from "./plot.js";

const percent = (share) => `${share < 0 ? "−" : ""}${+Math.abs(100 * share).toPrecision(3)}%`;
const short = (rounds) => {
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
  const room = { left: 62, height: 240, far, low, high, across: short, up: percent };
  const { y, right, box, through, lines } = plane(room);
  const along = (from, value) => through(from.map((point) => [point.rounds, value(point)]));
  const above = along(drawn, ({ mean, error }) => mean + error);
  const below = along(drawn.toReversed(), ({ mean, error }) => mean - error);
  const last = drawn.at(-1);
  const proof = line.proof === null ? "no proof to compare with" : `proof ${percent(line.proof)}`;
  const words = `${capital(line.name)}: ${percent(last.mean)} after ${short(far)} rounds, ${proof}`;
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
          drawn.map(({ rounds, mean, error }) => [
            rounds.toLocaleString("en-US"),
            percent(mean),
            percent(error),
          ]),
        )}
      </figcaption>
    </figure>
  `;
}
