// Plots drawn from a sheet: a line against a meter, with its numbers in a table; bars of parts.

import { figureHeads, figureRow, html, svg } from "../core/dom.js";

const W = 420;
const H = 280;
const PAD = { left: 44, right: 18, top: 14, bottom: 30 };

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

const short = (dollars) =>
  dollars >= 1e6
    ? `$${+(dollars / 1e6).toFixed(2)}m`
    : dollars >= 1e3
      ? `$${+(dollars / 1e3).toFixed(1)}k`
      : `$${dollars}`;

/** Return against one meter: a straight line through the sheet's own points. */
export function meterPlot(words, points) {
  const far = Math.max(...points.map((point) => point.x)) * 1.06;
  const ys = [...points.map((point) => point.y), 1];
  const marks = ticks(Math.min(...ys), Math.max(...ys));
  const spread = Math.max(...ys) - Math.min(...ys);
  const [low, high] = [
    Math.min(marks[0], Math.min(...ys) - spread * 0.06),
    Math.max(...ys) + spread * 0.14,
  ];
  const x = (value) => PAD.left + (value / far) * (W - PAD.left - PAD.right);
  const y = (value) => H - PAD.bottom - ((value - low) / (high - low)) * (H - PAD.top - PAD.bottom);
  const even = y(1);
  return html`
    <figure class="plot">
      <svg viewBox="0 0 ${W} ${H}" role="img" aria-label=${words}>
        ${
          even > PAD.top
            ? svg`
              <rect class="adv" x=${PAD.left} y=${PAD.top} width=${W - PAD.left - PAD.right}
                height=${Math.max(0, even - PAD.top)} />
            `
            : null
        }
        ${
          even > PAD.top + 14
            ? svg`<text x=${PAD.left + 6} y=${PAD.top + 13}>player ahead</text>`
            : null
        }
        ${marks.map((mark) => [
          svg`
            <path class=${Math.abs(mark - 1) < 1e-9 ? "even" : "grid"}
              d="M${PAD.left} ${y(mark)}H${W - PAD.right}" />
          `,
          svg`
            <text x=${PAD.left - 6} y=${y(mark) + 4} text-anchor="end">
              ${+(mark * 100).toFixed(2)}%
            </text>
          `,
        ])}
        ${ticks(0, far).map(
          (mark) => svg`<text x=${x(mark)} y=${H - 8} text-anchor="middle">${short(mark)}</text>`,
        )}
        ${curve(points, x, y)}
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

function curve(points, x, y) {
  const sorted = points.toSorted((a, b) => a.x - b.x);
  const path = sorted
    .map((point, at) => `${at ? "L" : "M"}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`)
    .join("");
  const marked = sorted.filter((point) => point.mark);
  return svg`
    <g>
      <path class="curve" d=${path} />
      ${marked.map((point) => {
        const right = x(point.x) > W * 0.7;
        return [
          svg`<path class="drop" d="M${x(point.x)} ${y(point.y)}V${H - PAD.bottom}" />`,
          svg`<circle class="point" cx=${x(point.x)} cy=${y(point.y)} r="5" />`,
          svg`
            <text class="pl" x=${x(point.x) + (right ? -9 : 9)}
              y=${y(point.y) + (point.mark === "now" ? 17 : -9)}
              text-anchor=${right ? "end" : "start"}>
              ${point.mark === "now" ? `now ${point.text}` : point.shown}
            </text>
          `,
        ];
      })}
    </g>
  `;
}

/** The numbers behind a plot, folded away. */
export const numbers = (head, body) => html`
  <details>
    <summary>The numbers</summary>
    <table>
      ${figureHeads(...head)}
      <tbody>
        ${body.map((row) => figureRow(...row))}
      </tbody>
    </table>
  </details>
`;
