// Soft sounds: it is your turn, for those who asked for it; something waits for the floor.

import { taste } from "./session.js";

const NOTES = [660, 880]; // hertz
const BELL = [988, 784, 988, 784];
const LONG = 0.14;
const SOFT = 0.08;
let audio = null;

/** Two short notes, if sound is turned on. */
export function chime() {
  if (taste.sound) play(NOTES);
}

/** A bell for the floor's staff, unless they turned it off. */
export function ring() {
  if (taste.bell && navigator.userActivation?.hasBeenActive) play(BELL); // or a browser objects
}

function play(pitches) {
  audio ??= new AudioContext();
  pitches.forEach((pitch, n) => {
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
