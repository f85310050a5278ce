// One soft sound, for those who asked for it: it is your turn.

import { taste } from "./session.js";

const NOTES = [660, 880]; // hertz
const LONG = 0.14;
const SOFT = 0.08;
let audio = null;

/** Two short notes, if sound is turned on. */
export function chime() {
  if (!taste.sound) return;
  audio ??= new AudioContext();
  NOTES.forEach((pitch, n) => {
    const at = audio.currentTime + n * LONG;
    const [note, volume] = [audio.createOscillator(), audio.createGain()];
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(SOFT, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + LONG);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + LONG);
  });
}
