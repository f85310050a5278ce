// A betting position: its spots, its hands, its player.

import { repeat, svg } from "../core/dom.js";
import { money } from "../core/money.js";
import { capital } from "../core/text.js";
import { cardAt, tag, totalTag } from "./cards.js";
import { MAIN, mainSpots, sideSpots, spread } from "./geometry.js";
import { drawSpot, standing } from "./spot.js";

/** What is written beside a hand: its total, or what it is called. */
export const handWords = ({ reads = "" }) => capital(reads);

/** A total at the corner of a hand; a name below its middle, where it covers no index. */
const handTag = ({ said, total }, words, left, width, bottom, now) =>
  said || total === undefined
    ? totalTag(words, left + width / 2, bottom + 2, now)
    : totalTag(words, left - 4, bottom - 6, now);

export const mainOf = (view) =>
  view.wagers.find((wager) => wager.kind === "main") ?? view.wagers[0];
export const sidesOf = (view) => view.wagers.filter((wager) => wager !== mainOf(view));

/** When stakes laid while betting is open are placed, in the rulebook's words. */
const EARLY = "before the deal";

/**
 * The side wagers of a box that show, the places of their spots, and how many are hidden. Staked
 * ones come first if there is not room for all.
 */
export function sidesShown({ view, laid }, box, how) {
  const sides = sidesOf(view);
  const { spots, hidden } = sideSpots(view.house.layout, sides, how);
  if (!hidden) return { sides, spots, hidden };
  const has = ({ key }) => Boolean(box.placed[key] || laid[box.number]?.[key]);
  const ordered = sides.toSorted((a, b) => has(b) - has(a));
  return { sides: ordered.slice(0, spots.length - 1), spots, hidden };
}

/** A ring around the circle of the hand that acts, or around both if both do. */
function turnRings(scene, box, r) {
  const acting = box.hands.find((hand) => hand.name === scene.acting)?.number;
  const rings = mainSpots(scene.view.house.layout, r).filter(
    ({ hand }) => !hand || !acting || hand === acting,
  );
  return rings.map((ring) => svg`<circle class="turn-ring" cx=${ring.x} r=${ring.r + 5} />`);
}

/** Circles that every box fills together are joined by a cord. */
function cords(places, sides, main) {
  return sides.map((wager, n) =>
    wager.must && wager !== main
      ? svg`<path class="cord" d="M0 0L${places[n].x.toFixed(1)} ${places[n].y.toFixed(1)}" />`
      : null,
  );
}

/**
 * The circles of a box with what is on them: the main ones of radius `r`, and the side wagers
 * at their `places`, the last of which is for the `hidden` ones. `names` are the captions beside
 * the rings, if those of this box are named; `roomy` rings have their names inside.
 */
export function boxSpots(scene, box, sides, places, { r, roomy = false, hidden = 0, names }) {
  const { view } = scene;
  const mine = scene.mine.has(box.number);
  const main = mainOf(view);
  const drafts = scene.laid[box.number] ?? {};
  const can = mine && scene.open;
  const locked = view.phase === "playing" || view.phase === "floor";
  const shared = { locked, roomy, press: scene.press, info: scene.info };
  return [
    cords(places, sides, main),
    mainSpots(view.house.layout, r).map((circle) =>
      drawSpot(main, box, standing(box, main, drafts, circle.hand), {
        ...circle,
        main: true,
        mine,
        ...shared,
        can: can || (!box.player && scene.canSit),
        press: box.player ? scene.press : scene.sit,
        hot: scene.hot === main.key && mine,
      }),
    ),
    scene.turn === box.number ? turnRings(scene, box, r) : null,
    repeat(
      sides,
      (wager) => wager.key,
      (wager, n) =>
        drawSpot(wager, box, standing(box, wager, drafts), {
          ...places[n],
          mine: mine && !roomy,
          named: Boolean(names),
          caption: names?.[n],
          ...shared,
          can: can && wager.placed === EARLY,
          hot: scene.hot === wager.key && mine,
        }),
    ),
    hidden ? more(scene, box, places.at(-1), hidden) : null,
  ];
}

/** Draw one box as it is planned; `scene` carries the view and what may be pressed. */
export function drawBox(
  scene,
  box,
  { x, y, tilt, scale, sides, spots, hidden, name, under, names },
) {
  const mine = scene.mine.has(box.number);
  const turn = scene.turn === box.number;
  const sub = subline(scene, box, mine);
  const at = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  const turned = `${at} rotate(${tilt.toFixed(2)}) scale(${scale.toFixed(3)})`;
  return svg`
    <g class="box${mine ? " you" : ""}${names ? " named" : ""}${turn ? " turn" : ""}${box.player ? "" : " open"}"
      transform=${turned}
      role="group" aria-label="Box ${box.number}, ${mine ? "you" : (box.player ?? "open")}">
      ${turn ? svg`<circle class="turn-glow" cy="-40" r="190" />` : null}
      ${boxSpots(scene, box, sides, spots, { r: MAIN, hidden, names })}
      ${drawHands(scene, box, mine)}
      <text class="seatname" y=${under}>${name}</text>
      ${sub ? svg`<text class="seatsub" y=${under + 15}>${sub}</text>` : null}
    </g>
  `;
}

function more(scene, box, spot, hidden) {
  return svg`
    <g class="spot side more can" transform="translate(${spot.x} ${spot.y})" role="button"
      tabindex="0" aria-label="${hidden} more wagers" data-key="spot-${box.number}-more"
      @click=${() => scene.more?.(box.number)}>
      <circle class="halo" r=${spot.r + 6} />
      <circle class="ring" r=${spot.r} />
      <text class="word" font-size="10" y="4">+${hidden}</text>
    </g>
  `;
}

function subline(scene, box, mine) {
  if (!box.player || mine) return "";
  if (scene.turn === box.number) return "Deciding";
  if (box.away) return "Away";
  if (scene.view.phase !== "betting") return "";
  return Object.keys(box.stakes).length ? "Bet placed" : "Betting";
}

/** Cards at a box that are in no hand of the player: those for a switch, the dealer's against it. */
function beside(box) {
  const own = box.dealer?.length
    ? [{ name: "dealer against this box", number: "d", cards: box.dealer }]
    : [];
  return box.lying.length
    ? [...own, { name: "lying at the box", number: "l", cards: box.lying }]
    : own;
}

/** A hand that is set is shown as its parts, each of the cards where it was dealt. */
const inParts = (hand) =>
  hand.parts?.length
    ? hand.parts.map((part) => ({
        ...hand,
        said: `${part.name} ${part.total}`,
        cards: part.cards,
        at: part.cards.map((card) => hand.cards.indexOf(card)),
      }))
    : [{ ...hand }];

/** The hands of a box on the dealer's side of the circle; split hands side by side. */
export function drawHands(
  scene,
  box,
  mine,
  { size = 0.66, y = -148, room: whole = 170, tags = true } = {},
) {
  const hands = [...box.hands.flatMap(inParts), ...beside(box)].filter((hand) => hand.cards.length);
  const set = hands.some((hand) => hand.said);
  const room = set ? 116 : hands.length > 1 ? 96 : whole;
  const most = Math.max(1, ...hands.map((hand) => hand.cards.length));
  const reads = room / (100 + 42 * (most - 1)); // every corner is readable
  const scale = Math.min(hands.length > 1 ? size * 0.8 : size, Math.max(0.34, reads));
  const bottom = y + 140 * size;
  const circles = scene.view.house.layout.spots.filter(({ main }) => main).length;
  const apart = hands.length > circles; // otherwise the circle of each hand says what lies on it
  return hands.map((hand, at) => {
    const middle = (at - (hands.length - 1) / 2) * (room + 6);
    const { step, width } = spread(hand.cards.length, 100 * scale, room);
    const top = bottom - 140 * scale;
    const left = middle - width / 2;
    const x = (n) => (left + n * step).toFixed(1);
    const acts = scene.acting === hand.name || hand.turn;
    const words = hand.said ?? handWords(hand);
    const lit = (card) => scene.lit?.has(`${box.number} ${card}`);
    return svg`
      <g class="hand${hand.over ? " over" : ""}" role="group"
        aria-label="${hand.name}${words ? `, ${words}` : ""}${hand.soft ? ", soft" : ""}">
        ${hand.cards.map((card, n) => [
          cardAt(card, {
            x: x(n),
            y: (top - (n % 2) * 5).toFixed(1),
            size: scale,
            place: `${box.number}.${hand.number}.${hand.at?.[n] ?? n}`,
            covered: n < hand.cards.length - 1 && step < 60 * scale,
            lit: lit(card),
          }),
          " ",
        ])}
        ${words && tags ? handTag(hand, words, left, width, bottom, acts && mine) : null}
        ${
          apart && hand.stake && !hand.said
            ? svg`
              <g transform="translate(${left + width - 12} 0)">
                ${tag(money(hand.stake), bottom - 6, "stake")}
              </g>
            `
            : null
        }
      </g>
    `;
  });
}
