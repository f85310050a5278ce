// Where the circles and the words of every box go, so that none lies on another.

import { sidesShown } from "./box.js";
import { captions } from "./captions.js";
import { MAIN, OWN_SPOTS, SPOTS, mainSpots } from "./geometry.js";
import { isNamedBeside, standing } from "./spot.js";

const GROWN = 1.44; // a box whose wagers are named

/** What lies where in a box, in its own units: circles, the line of its name. */
function plan(scene, box, place) {
  const mine = scene.mine.has(box.number);
  const named = scene.named.has(box.number);
  const { sides, spots, hidden } = sidesShown(scene, box, named ? OWN_SPOTS : SPOTS);
  const below = named && spots.some((spot) => Math.abs(spot.x) <= 10) ? 16 : 0; // a name goes there
  return {
    scale: place.scale * (named && place.grow !== false ? GROWN : 1),
    sides,
    spots,
    hidden,
    name: mine ? `Box ${box.number} · You` : (box.player ?? "Open box"),
    under: 58 + below + Math.max(37, ...spots.map((spot) => spot.y)),
  };
}

const NAME = 15.6; // the type of a box's name, as in felt.css

/** What may not be written on in a box, as circles in its own units. */
function covered(scene, box, { spots, name, under }) {
  const half = (name.length * NAME * 0.6) / 2;
  const letters = Array.from({ length: Math.ceil(half / 8) + 1 }, (_, n) => n * 16 - half);
  const dealt = box.hands.some((hand) => hand.cards.length) || box.lying.length;
  return [
    ...mainSpots(scene.view.house.layout, MAIN),
    ...spots,
    ...letters.map((x) => ({ x, y: under - 5, r: 10 })),
    ...(dealt ? [-50, 0, 50].map((x) => ({ x, y: -102, r: 52 })) : []),
  ].map(({ x, y, r }) => ({ x, y, r }));
}

/** From the units of one box to those of another. */
function seenFrom(here, there) {
  const turn = ({ x, y }, degrees) => {
    const [sin, cos] = [Math.sin, Math.cos].map((of) => of((degrees * Math.PI) / 180));
    return { x: x * cos - y * sin, y: x * sin + y * cos };
  };
  return (circle) => {
    const on = turn(circle, there.tilt);
    const away = {
      x: there.x + on.x * there.scale - here.x,
      y: there.y + on.y * there.scale - here.y,
    };
    const { x, y } = turn(away, -here.tilt);
    return { x: x / here.scale, y: y / here.scale, r: (circle.r * there.scale) / here.scale };
  };
}

/** Each box with its plan, at its place; `names` are the captions beside the rings of a named one. */
export function planned(scene, boxes, places) {
  const plans = boxes.map((box, n) => ({ ...places[n], ...plan(scene, box, places[n]) }));
  const marks = plans.map((each, n) => covered(scene, boxes[n], each));
  return plans.map((each, n) => {
    if (!scene.named.has(boxes[n].number)) return each;
    const drafts = scene.laid[boxes[n].number] ?? {};
    const rings = each.spots.map((spot, k) => {
      const wager = each.sides[k];
      const out = wager && isNamedBeside(wager, standing(boxes[n], wager, drafts), spot.r);
      return { ...spot, name: out ? wager.name : "" };
    });
    const taken = marks.flatMap((those, k) => those.map(seenFrom(each, plans[k])));
    const names = captions(rings, taken);
    marks[n].push(...names.filter(Boolean).flatMap(({ circles }) => circles));
    return { ...each, names };
  });
}
