// A practice table: the table page at a table of one's own, with a shoe that can be chosen.

import { at, dialog, html, refuseAt } from "../core/dom.js";
import { post, query } from "../core/api.js";
import { asGuest, session } from "../core/session.js";
import { PitTablePage } from "./table.js";
import { fewWords, field } from "./inputs.js";

const SEEDS = 2 ** 31;

/** The seed typed by the user or given in the address; null if it is not valid. */
function seedIn(text) {
  const seed = /^\d{1,10}$/.test(text ?? "") ? Number(text) : null;
  return seed !== null && seed < SEEDS ? seed : null;
}

class PitPracticePage extends PitTablePage {
  async start(parts, asked) {
    if (!session.person) {
      await asGuest(); // the page is shown again, for the guest
      return;
    }
    const game = parts.join("/");
    const seed = seedIn(asked.get("seed"));
    this.practice = await post("/practice", { game, ...(seed === null ? {} : { seed }) });
    history.replaceState(null, "", this.address);
    await super.start([this.practice.id], new URLSearchParams());
    this.live.addEventListener("gone", () => this.showAgain());
    if (!this.mine.size) await this.sit(1, this.view.house.positions ? 1 : undefined);
  }

  get address() {
    return `${at("practice", this.practice.game)}${query({ seed: this.practice.seed })}`;
  }

  showAgain() {
    document.dispatchEvent(new CustomEvent("pit-again"));
  }

  /** The same shoe from its first card, another, or one that is named. */
  async shoe() {
    const { game, seed } = this.practice;
    const typed = fewWords("seed", 10, { value: String(seed), mode: "numeric" });
    const chosen = await dialog(
      "The shoe",
      html`
        <p>
          Seed ${seed} deals this shoe to anyone who opens this address, from its first card. Chips
          are refilled, and nothing here is recorded in the house's books.
        </p>
        <div class="stackform">${field("Seed, a whole number", typed)}</div>
      `,
      [
        { label: "Another shoe", value: { again: true }, key: "shoe-another" },
        {
          label: "Deal this seed from its first card",
          kind: "solid",
          key: "shoe-again",
          value: () => {
            const wish = seedIn(typed.value.trim());
            refuseAt(typed, wish === null ? "Type a whole number below 2147483648." : "");
            return wish === null ? undefined : { seed: wish, again: true };
          },
        },
      ],
    );
    if (!chosen) return;
    this.practice = await post("/practice", { game, ...chosen });
    history.replaceState(null, "", this.address);
    this.showAgain();
  }
}
customElements.define("pit-practice-page", PitPracticePage);
