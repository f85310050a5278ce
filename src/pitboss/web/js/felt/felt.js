// <pit-felt>: the table, drawn from the view.

import { html, isNarrow, render, repeat, svg } from "../core/dom.js";
import { money } from "../core/money.js";
import { boxSpots, drawBox, drawHands, handWords, sidesShown } from "./box.js";
import { drawChips } from "./cards.js";
import { CardAnimation } from "./animation.js";
import { phoneSeats, seats } from "./geometry.js";
import { planned } from "./plan.js";
import { drawShared } from "./positions.js";
import {
  cloth,
  dealerHand,
  exposedCards,
  inscriptions,
  phoneInscriptions,
  rack,
  shoe,
} from "./layout.js";

const PHONE = "0 0 390 480";
const GAP = 8; // between what is drawn on the felt and what lies on it
const FLAT = "0 0 1440 612"; // a short wide screen: the arc is flatter, and no label shrinks

class PitFelt extends HTMLElement {
  #animation = new CardAnimation();

  /** Draw a scene: the view, what is mine, laid and hot, whose turn it is, what may be pressed. */
  show(shown) {
    const { view } = shown;
    const scene = { ...shown, named: namedOf(shown) };
    const shared = !view.house.layout.boxes.length; // terminals stand elsewhere
    const narrow = scene.narrow;
    const body = shared ? drawShared(scene) : narrow ? onPhone(scene) : onTable(scene);
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    const frame = narrow ? PHONE : scene.flat && !shared ? FLAT : "0 0 1440 740";
    render(
      html`
        <svg class="felt${narrow ? " narrow" : ""}${scene.dim ? " dim" : ""}" viewBox=${frame}
          preserveAspectRatio="xMidYMid meet" role="group" aria-label="${view.name}, layout">
          ${body}
        </svg>
      `,
      this,
    );
    if (focused?.isConnected) focused.focus({ preventScroll: true }); // even if a spot moved
    this.#animation.play(this, narrow ? { x: 360, y: -20 } : { x: 1010, y: 50 });
  }

  /** How far down the drawing on the felt reaches between the left and right of a place. */
  drawnTo({ left, right }) {
    const drawn = [...this.querySelectorAll(".spot .ring, .cap, .seatname, .seatsub")]
      .map((each) => each.getBoundingClientRect())
      .filter((each) => each.left < right && each.right > left);
    return Math.max(0, ...drawn.map(({ bottom }) => bottom)) + GAP;
  }

  /** A past round or an example, seen from one box: nothing can be pressed but another box. */
  showPast(view, { own = false, front, bring = () => {} } = {}) {
    const played = view.boxes.find((each) => each.player) ?? view.boxes[0];
    this.show({
      view,
      mine: new Set(own ? [played.number] : []),
      laid: {},
      narrow: isNarrow(),
      words: view.house.inscription,
      turn: view.turn,
      front: front ?? (own ? played.number : (view.turn ?? played.number)),
      myPosition: own ? played.position : undefined,
      canSit: false,
      bring,
    });
  }
}
customElements.define("pit-felt", PitFelt);

/** The boxes whose wagers are named: your own; before you sit down, the open one in the middle. */
function namedOf({ view, mine: own, canSit }) {
  if (own.size || !canSit) return own;
  const middle = (view.boxes.length + 1) / 2;
  const [open] = view.boxes
    .filter((box) => !box.player)
    .toSorted((a, b) => Math.abs(a.number - middle) - Math.abs(b.number - middle));
  return new Set(open ? [open.number] : []);
}

function onTable(scene) {
  const { boxes, house } = scene.view;
  const plans = planned(scene, boxes, seats(house.layout, scene.named, scene.flat));
  const last = (box) => Number(scene.named.has(box.number)) + Number(scene.turn === box.number);
  return [
    cloth(),
    rack(),
    shoe(),
    inscriptions(scene.words, house.layout, scene.flat),
    top(scene, scene.flat ? { y: 50, size: 0.66 } : {}),
    exposedCards(scene.view.exposed, { x: 400, y: 88, size: 0.4 }),
    repeat(
      boxes.toSorted((a, b) => last(a) - last(b)), // named boxes are drawn above their neighbors
      (box) => box.number,
      (box) => drawBox(scene, box, plans[boxes.indexOf(box)]),
    ),
  ];
}

/** The dealer's hand; or, once they lie there, the cards that all hands share (30-2104(5)). */
function top({ view, lit }, place) {
  const cards = view.community;
  if (!cards.length) return dealerHand(view.dealer, { lit, ...place });
  const { x = 720, y = 62, size = 0.74 } = place;
  return svg`
    <g class="shared" aria-label="Shared with you" role="group">
      ${dealerHand({ cards }, { lit, ...place, place: "community", called: "Shared cards" })}
      <text x=${x} y=${y + 140 * size + 20}>Shared with you</text>
    </g>
  `;
}

// -- the phone ------------------------------------------------------------------------------------

function onPhone(scene) {
  const { boxes } = scene.view;
  const { front } = scene;
  const sides = phoneSeats(boxes.length, front);
  const box = boxes.find((each) => each.number === front);
  return [
    svg`<rect class="f-base" x="-400" y="-60" width="1190" height="700" />`,
    phoneInscriptions(scene.words, scene.view.dealer),
    top(scene, { x: 195, y: 46, size: 0.56, gap: 8, room: 176 }),
    exposedCards(scene.view.exposed, { x: 286, y: 46, size: 0.26, type: 0.6 }),
    repeat(
      boxes.filter((each) => each.number !== front),
      (each) => each.number,
      (each) => drawMini(scene, each, sides.get(each.number)),
    ),
    repeat(
      [box],
      (each) => each.number,
      () => mine(scene, box),
    ),
  ];
}

const NEARER = { scale: 0.89, r: 36 };

/** Your box at full size: spots of 66 px, side by side below the circle. */
function mine(scene, box) {
  const own = scene.mine.has(box.number);
  const turn = scene.turn === box.number;
  const { sides, spots, hidden } = sidesShown(scene, box, NEARER);
  const rows = Math.ceil(sides.length / 2);
  const crowded = sides.length > 6;
  const places = spots.map((spot, n) =>
    crowded
      ? { x: ((n % 4) - 1.5) * 84, y: 88 + Math.floor(n / 4) * 70, r: 30 }
      : sides.length > 4
        ? { x: ((n % rows) - (rows - 1) / 2) * 78, y: 92 + Math.floor(n / rows) * 72, r: 33 }
        : spot,
  );
  const lift = sides.length > 4 ? -60 : 0;
  return svg`
    <g class="box you${turn ? " turn" : ""}" transform="translate(195 ${350 + lift})"
      role="group" aria-label="Box ${box.number}, ${own ? "you" : (box.player ?? "open")}">
      ${turn ? svg`<circle class="turn-glow" cy="-60" r="190" />` : null}
      ${boxSpots(scene, box, sides, places, { r: 50, roomy: true, hidden })}
      ${drawHands(scene, box, own, { size: 0.82, y: -186 })}
    </g>
  `;
}

const ROOM = 10;

function miniName(scene, box) {
  if (scene.mine.has(box.number)) return `${box.number} · You`;
  const name = box.player ?? "Open";
  return name.length > ROOM ? `${name.slice(0, ROOM - 1)}…` : name;
}

/** Another box, folded to the side; there is no room for a hand in its parts. */
function drawMini(scene, box, { x, y }) {
  const [hand] = box.hands;
  const stake = Object.values(box.stakes).reduce((all, each) => all + each, 0);
  const sit = !box.player && scene.canSit;
  const name = miniName(scene, box);
  const full = !box.player || name === box.player ? "" : `, ${box.player}`;
  const sub = [stake && money(stake), hand && handWords(hand)].filter(Boolean).join(" · ");
  const ranks = (hand?.cards ?? [])
    .filter((card) => card !== "??")
    .map((card) => card.slice(0, -1));
  const seen = [name, sub, ranks.join(" ")].filter(Boolean).join(" ");
  return svg`
    <g class="mini${box.player ? "" : " open"}${scene.turn === box.number ? " turn" : ""}"
      transform="translate(${x} ${y})" role="button" tabindex="0"
      data-key="mini-${box.number}"
      aria-label="${seen}${full}, box ${box.number}. ${sit ? "Sit here" : "Bring it forward"}"
      @click=${() => (sit ? scene.sit(box.number) : scene.bring(box.number))}>
      <text class="seatname" y="52">${name}</text>
      ${" "}
      ${sub ? svg`<text class="seatsub" y="66">${sub}</text>` : null}
      ${" "}
      ${
        hand?.cards.length
          ? svg`
            <g transform="scale(.62)">
              ${drawHands(scene, { ...box, hands: [{ ...hand, parts: [] }] }, false, {
                y: -46,
                room: 92,
                tags: false,
              })}
            </g>
          `
          : svg`
            <g>
              <circle class="mring" r="22" />
              ${sit ? svg`<path class="mplus" d="M-7 0H7M0 -7V7" />` : null}
            </g>
          `
      }
      ${stake ? svg`<g transform="translate(19 24) scale(.5)">${drawChips(stake, 20)}</g>` : null}
    </g>
  `;
}

const FAR = 48;

/** A finger that moves sideways calls `turn`: with 1 for the next box to the right, −1 to the left. */
export function swipe(element, turn) {
  let from = null;
  element.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "touch" ? event : null;
  });
  element.addEventListener("pointercancel", () => {
    from = null;
  });
  element.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [along, across] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(along) > FAR && Math.abs(along) > 2 * Math.abs(across)) turn(along < 0 ? 1 : -1);
  });
}
