// The server: one place for addresses, tokens and refusals.

export const ROOT = "/api/v1";

let csrf = "";
export const useToken = (token) => {
  csrf = token ?? "";
};

/** What the server refused: one sentence, with the clause unless the sentence names it. */
export class Refused extends Error {
  constructor(status, answer) {
    const { error: words = "The server gave no answer.", clause = "" } = answer ?? {};
    super(clause && !words.includes(clause) ? `${words} (${clause})` : words);
    this.status = status;
    this.needs = answer?.needs ?? ""; // "code" or "witness"
    this.movedTo = status === 410 ? answer.moved_to : null; // the table has this id now
  }
}

async function call(method, path, body, headers = {}) {
  let answer;
  try {
    answer = await fetch(ROOT + path, {
      method,
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(method === "GET" ? {} : { "X-CSRF": csrf }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(0, { error: "The server cannot be reached." });
  }
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    /* not JSON: the status says enough */
  }
  if (answer.status === 401 && !path.startsWith("/session"))
    document.dispatchEvent(new CustomEvent("pit-stranger"));
  if (!answer.ok)
    throw new Refused(
      answer.status,
      data ?? { error: `The server answered with status ${answer.status}.` },
    );
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body, key) => call("POST", path, body, keyed(key));
export const put = (path, body, key) => call("PUT", path, body, keyed(key));
export const remove = (path) => call("DELETE", path);

const keyed = (key) => (key ? { "Idempotency-Key": key } : {});

/** One key for each press or form: what is sent again under it is the same command. */
export const newKey = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) =>
    n.toString(16).padStart(2, "0"),
  ).join("");

/** Ids such as `pennsylvania/perfect-pairs` keep their slash in an address. */
export const path = (id) => id.split("/").map(encodeURIComponent).join("/");

/** `key:value` of each, as a query says what was chosen. */
export const pairs = (chosen) => Object.entries(chosen).map(([key, value]) => `${key}:${value}`);

/** What a query says was chosen under a name. */
export const pairsIn = (asked, name) =>
  Object.fromEntries(asked.getAll(name).map((each) => each.split(/:(.*)/s).slice(0, 2)));

export const query = (values) => {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null && each !== "") made.append(name, each);
  }
  const text = made.toString();
  return text ? `?${text}` : "";
};
