// The mean of a wager as rounds are dealt, one error to each side, and its proof as a line.

import { html, svg } from "../core/dom.js";
import { capital } from "../core/words.js";
import { numbers, ticks } from "./plot.js";

const W = 420;
const H = 240;
const PAD = { left: 62, right: 18, top: 14, bottom: 30 };
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
  const x = (value) => (PAD.left + (value / far) * (W - PAD.left - PAD.right)).toFixed(1);
  const y = (value) =>
    (H - PAD.bottom - ((value - low) / (high - low)) * (H - PAD.top - PAD.bottom)).toFixed(1);
  const along = (from, value) =>
    from.map((point, n) => `${n ? "L" : "M"}${x(point.rounds)} ${y(value(point))}`).join("");
  const above = along(drawn, ({ mean, error }) => mean + error);
  const below = along(drawn.toReversed(), ({ mean, error }) => mean - error);
  const last = drawn.at(-1);
  const proof = line.proof === null ? "no proof to compare with" : `proof ${percent(line.proof)}`;
  const words = `${capital(line.name)}: ${percent(last.mean)} after ${short(far)} rounds, ${proof}`;
  return html`
    <figure class="plot">
      <svg viewBox="0 0 ${W} ${H}" role="img" aria-label=${words}>
        ${ticks(low, high).map((mark) => [
          svg`<path class="grid" d="M${PAD.left} ${y(mark)}H${W - PAD.right}" />`,
          svg`
            <text x=${PAD.left - 6} y=${Number(y(mark)) + 4} text-anchor="end">
              ${percent(mark)}
            </text>
          `,
        ])}
        ${ticks(0, far).map(
          (mark) => svg`<text x=${x(mark)} y=${H - 8} text-anchor="middle">${short(mark)}</text>`,
        )}
        <path class="band" d="${above}${below.replace("M", "L")}Z" />
        ${
          line.proof === null
            ? null
            : svg`<path class="proof" d="M${PAD.left} ${y(line.proof)}H${W - PAD.right}" />`
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
