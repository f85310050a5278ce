// Building the page: elements from plain calls, never from strings of markup.

const SVG = "http://www.w3.org/2000/svg";

export const h = (tag, props, ...kids) => fill(document.createElement(tag), props, kids);
export const s = (tag, props, ...kids) => fill(document.createElementNS(SVG, tag), props, kids);

function fill(element, props, kids) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style")
      Object.entries(value).forEach(([k, v]) => element.style.setProperty(k, v));
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...flat(kids));
  return element;
}

const flat = (kids) =>
  kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false);

/** Put new children in place of the old ones; the focus stays on what has the same `data-key`. */
export function replace(element, ...kids) {
  const active = document.activeElement;
  const key = element.contains(active) ? active.dataset?.key : undefined;
  const at = key && "selectionStart" in active ? active.selectionStart : null;
  element.replaceChildren(...flat(kids));
  if (!key) return;
  const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  again?.focus({ preventScroll: true });
  if (at !== null && again?.setSelectionRange && again.type === "text")
    again.setSelectionRange(at, at);
}

export const icon = (name) =>
  s("svg", { class: "i", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A link of the page to itself. */
export const at = (...parts) =>
  `#/${parts.map((part) => String(part).split("/").map(encodeURIComponent).join("/")).join("/")}`;

/** Say at a field why what stands there is refused; without words, that it no longer is. */
export function refuseAt(input, words = "") {
  input.setCustomValidity(words);
  if (words) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  const said = input.parentElement?.querySelector(":scope > .refused");
  if (said) said.textContent = words;
  else if (words) input.after(h("small", { class: "refused", role: "alert" }, words));
}

/** Words for people who listen: `polite` waits its turn, `assertive` does not. */
export function announce(words, how = "polite") {
  const region = document.getElementById(`say-${how}`);
  if (region && words) region.textContent = words === region.textContent ? `${words}\u00a0` : words;
}

/** A modal question; resolves to what was chosen, or null when it was closed. */
export function dialog(title, body, buttons, { wide = false } = {}) {
  return new Promise((resolve) => {
    let answer = null;
    const box = h(
      "dialog",
      { class: wide ? "ask wide" : "ask", "aria-label": title },
      h(
        "form",
        { method: "dialog", novalidate: true, onsubmit: (event) => event.preventDefault() },
        h(
          "header",
          {},
          h("h2", {}, title),
          h(
            "button",
            { class: "x", type: "button", "aria-label": "Close", onclick: () => box.close() },
            icon("x"),
          ),
        ),
        h("div", { class: "body" }, body),
        buttons.length
          ? h(
              "footer",
              {},
              buttons.map(({ label, value, kind = "", key }) =>
                h(
                  "button",
                  {
                    class: `btn ${kind}`,
                    type: "button",
                    "data-key": key,
                    onclick: () => {
                      answer = typeof value === "function" ? value() : value;
                      if (answer !== undefined) box.close();
                    },
                  },
                  label,
                ),
              ),
            )
          : null,
      ),
    );
    box.addEventListener("close", () => {
      box.remove();
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
    box.querySelector(".body :is(input, select)")?.focus();
  });
}
