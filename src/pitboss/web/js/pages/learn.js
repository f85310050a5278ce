// How to play: three hands of a game on the felt, step by step, with what to press.

import { at, button, element, hearKeys, html, render } from "../core/dom.js";
import { get, path } from "../core/api.js";
import { entitle, pageHead, plainPage } from "../core/shell.js";
import "../felt/felt.js";

class PitLearnPage extends HTMLElement {
  async start(parts) {
    this.main = plainPage(this, "learn", { title: "How to play", kind: "wrap learn" });
    this.felt = element(html`<pit-felt></pit-felt>`);
    hearKeys(this, ({ key }) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (by && this.lesson) this.go(by);
      return Boolean(by);
    });
    await this.turn(parts);
  }

  async turn(parts) {
    this.lesson = null;
    if (!parts.length) {
      await this.list();
      return;
    }
    const lesson = await get(`/lessons/${path(parts.join("/"))}`);
    Object.assign(this, { lesson, hand: 0, beat: 0 });
    entitle(`How to play ${lesson.name}`);
    this.draw();
  }

  /** Every game, to choose from. */
  async list() {
    const entries = (await get("/rules")).filter((each) => each.kind === "game");
    const laws = Map.groupBy(entries, (each) => each.jurisdiction_name);
    render(
      html`
        ${pageHead("How to play", "A minute for each game: three hands, and what to press.")}
        ${[...laws].map(
          ([law, found]) => html`
            <section>
              <h2>${law}</h2>
              <ul class="wraps">
                ${found.map(
                  (each) =>
                    html`<li><a class="btn" href=${at("learn", each.id)}>${each.name}</a></li>`,
                )}
              </ul>
            </section>
          `,
        )}
      `,
      this.main,
    );
  }

  /** One step on, or back, also into the next hand. */
  go(by) {
    const { hands } = this.lesson;
    const to = this.beat + by;
    if (to >= 0 && to < hands[this.hand].beats.length) this.beat = to;
    else if (by > 0 && this.hand < hands.length - 1)
      Object.assign(this, { hand: this.hand + 1, beat: 0 });
    else if (by < 0 && this.hand > 0) {
      this.hand -= 1;
      this.beat = hands[this.hand].beats.length - 1;
    }
    this.draw();
  }

  draw() {
    const { lesson, hand, beat } = this;
    const { table, beats } = lesson.hands[hand];
    const { says, press, frame } = beats[beat];
    const last = hand === lesson.hands.length - 1 && beat === beats.length - 1;
    render(
      html`
        ${pageHead(
          `How to play ${lesson.name}`,
          lesson.object,
          html`
            <div class="obtn">
              <a class="btn" href=${at("rules", lesson.game)}>The rules</a>
              <a class="btn" href=${at("practice", lesson.game)}>Practice</a>
            </div>
          `,
        )}
        <div class="replayfelt">${this.felt}</div>
        <div class="beat" role="status">
          <p class="label">Hand ${hand + 1} of ${lesson.hands.length}</p>
          ${says ? html`<p class="says">${says}</p>` : null}
          ${press ? html`<p class="press">${press}</p>` : null}
        </div>
        <div class="obtn">
          ${button("Back", () => this.go(-1), { key: "back", off: !hand && !beat })}
          ${
            last
              ? html`<a class="btn solid" href=${at("floor")}>Find a table</a>`
              : button("Next", () => this.go(1), { kind: "solid", key: "next" })
          }
        </div>
      `,
      this.main,
    );
    this.felt.showPast({ ...table, ...frame }, { own: true });
  }
}
customElements.define("pit-learn-page", PitLearnPage);
