// A live table: views come over the socket, commands go back over it, or over HTTP while it is down.

import { ROOT, Refused, get, newKey, path, post } from "./api.js";
import { at } from "./dom.js";

const PATIENCE = 4000;
const WAITS = [500, 1000, 2000, 4000, 8000];

export class Connection extends EventTarget {
  /** `where`: `tables/4` or `meters`; until `gone`. */
  constructor(where, gone) {
    super();
    gone.addEventListener("abort", () => this.close());
    this.where = path(where);
    this.seq = -1;
    this.large = {};
    this.state = "connecting";
    this.pressed = new Map();
    this.waiting = new Map();
    this.tries = 0;
    this.open();
  }

  open() {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${ROOT}/${this.where}/live`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.become("live");
    });
    socket.addEventListener("message", (message) => this.hear(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      if (this.closed) return;
      this.become("lost");
      for (const entry of this.waiting.values()) entry.again();
      const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
      this.timer = setTimeout(() => {
        this.look();
        this.open();
      }, wait);
    });
  }

  /** Whether the connection broke; until it is first open, commands go over HTTP. */
  get lost() {
    return this.state === "lost";
  }

  /** Read the state once over HTTP: the page stays true while the socket is down. */
  async look() {
    try {
      const answer = await get(`/${this.where}`);
      if (this.closed) return;
      if (this.where === "meters") this.emit("meters", answer);
      else this.emit("view", { view: answer });
    } catch (error) {
      if (error.movedTo && !this.closed) this.hear({ type: "moved", id: error.movedTo });
      else if (error.status === 404 && !this.closed) this.emit("gone");
    }
  }

  become(state) {
    if (this.state === state) return;
    this.state = state;
    this.emit("state", { state });
  }

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** A view with the large parts: the socket sends them again only when they have changed. */
  whole({ house = this.large.house, wagers = this.large.wagers, ...rest }) {
    this.large = { house, wagers };
    return { ...rest, house, wagers };
  }

  hear(message) {
    const view = message.view && this.whole(message.view);
    switch (message.type) {
      case "view":
        this.seq = message.seq;
        return this.emit("view", { view });
      case "events":
        if (message.seq <= this.seq) return undefined;
        this.seq = message.seq;
        return this.emit("view", { view, steps: message.steps });
      case "moved": // closed, and reopened under another log
        this.close();
        return this.emit("moved", { id: message.id });
      case "meters":
        return this.emit("meters", message);
      case "done":
      case "refused": {
        const entry = this.waiting.get(message.key);
        this.waiting.delete(message.key);
        if (!entry) return undefined;
        if (message.type === "done") return entry.resolve(message);
        return this.look().then(() => entry.reject(new Refused(409, message))); // the session may be over
      }
      default:
        return undefined;
    }
  }

  /** Send a command once: pressing again before anything has changed is the same press. */
  send(command) {
    const same = JSON.stringify([this.seq, command]);
    if (!this.pressed.has(same)) {
      const sent = this.deliver(command, newKey()).finally(() => this.pressed.delete(same));
      this.pressed.set(same, sent);
    }
    return this.pressed.get(same);
  }

  deliver(command, key) {
    if (this.socket.readyState !== WebSocket.OPEN) return this.byHttp(command, key);
    return new Promise((resolve, reject) => {
      const again = () => {
        if (!this.waiting.delete(key)) return;
        this.byHttp(command, key).then(resolve, reject); // same key: never carried out twice
      };
      this.waiting.set(key, { resolve, reject, again });
      this.socket.send(JSON.stringify({ ...command, key }));
      setTimeout(again, PATIENCE);
    });
  }

  async byHttp(command, key) {
    const answer = await post(`/${this.where}/commands`, command, key);
    if (answer.seq > this.seq) {
      if (this.socket.readyState !== WebSocket.OPEN) this.seq = answer.seq;
      this.emit("view", { view: answer.view });
    }
    return answer;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}

/** Follow a table that has another id now. */
export const follow = (live, page) =>
  live.addEventListener("moved", ({ detail }) => location.replace(at(page, detail.id)));

/** A command to a table that this page is not watching. */
export const command = (table, what, key) => post(`/tables/${path(table)}/commands`, what, key);
