// What a person may send to a table: the only place that knows how each command is written. What
// is undefined is not sent.

export const sit = (box, position) => ({ do: "sit", box, position });
export const leave = (box) => ({ do: "leave", box });
export const stakes = (laid, deal) => ({ do: "stakes", stakes: laid, deal });
export const session = (minutes, loss) => ({ do: "session", minutes, loss });
export const decks = (step) => ({ do: "decks", step });
export const cut = (at, player) => ({ do: "cut", at, player });
export const openRound = () => ({ do: "open_round" });
export const deal = () => ({ do: "deal" });
export const go = () => ({ do: "go" });
export const move = (box, results) => ({ do: "move", box, results });
export const press = (step, said = {}) => ({ do: "press", step, ...said });
export const resolve = (said = {}) => ({ do: "resolve", ...said });
export const answer = (ask, word) => ({ do: "answer", ask, word });
export const answerStake = (ask, cents) => ({ do: "answer_stake", ask, cents });
export const irregular = (said) => ({ do: "irregular", ...said });
export const call = (why, kind) => ({ do: "call", why, kind });
export const assign = (dealer) => ({ do: "assign", dealer });
export const validate = (slip, cents, password) => ({ do: "validate", slip, cents, password });
export const refuse = (slip, why) => ({ do: "refuse", slip, why });
export const limits = (least, most, wagers = {}) => ({ do: "limits", least, most, wagers });
export const open = () => ({ do: "open" });
export const close = (said = {}) => ({ do: "close", ...said });

/** Whether this person may do it now, as the server says. */
export const may = (view, word) => view.may.includes(word);
