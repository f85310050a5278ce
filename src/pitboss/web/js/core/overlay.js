// What lies over a page, such as a dialog or a sheet: the browser's Back closes it before it leaves
// the page. Each overlay has its own entry in the history while it is open.

const opened = []; // from the lowest to the highest
const depth = () => history.state?.overlays ?? 0;

export class Overlay {
  open = false;

  /** `close` is called when the person goes back, or on to another address. */
  constructor(close) {
    this.close = close;
  }

  /** Say whether it is open now; resolves when the history agrees. */
  async set(open) {
    if (open === this.open) return;
    this.open = open;
    if (open) {
      opened.push(this);
      history.pushState({ overlays: opened.length }, "");
      return;
    }
    const here = depth() === opened.length; // otherwise the address has changed
    const before = opened.length;
    while (opened.length && !opened.at(-1).open) opened.pop(); // one below another waits for it
    const entries = before - opened.length;
    if (!entries || !here) return;
    await new Promise((done) => {
      addEventListener("popstate", done, { once: true });
      history.go(-entries);
    });
  }
}

/** Close the overlays above the lowest ones that stay. */
function closeTo(stay) {
  for (const overlay of opened.splice(stay).toReversed()) {
    if (!overlay.open) continue;
    overlay.open = false;
    overlay.close();
  }
}

addEventListener("popstate", () => {
  closeTo(depth());
  if (depth() > opened.length) history.back(); // the entry of one that was closed by a link
});
addEventListener("hashchange", () => closeTo(0));
