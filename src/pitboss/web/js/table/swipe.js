// A finger that goes sideways over the felt brings the next box forward.

const FAR = 48;

/** Call `turn` with 1 for the box to the right and −1 for the box to the left. */
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
