// Soft sounds and short vibrations, for those who want them; a bell for what is waiting for the floor.

import { taste } from "./session.js";

const NOTES = [660, 880]; // hertz
const BELL = [988, 784, 988, 784];
const WIN = [523, 659, 784, 1047];
const CHIP = [2400];
const CARD = [180];
const LONG = 0.14; // seconds
const SHORT = 0.035;
const SOFT = 0.08;
const PULSES = { turn: [30], win: [30, 60, 60] }; // milliseconds
let audio = null;

/** It is your turn. */
export function chime() {
  if (taste.sound) play(NOTES);
  pulse(PULSES.turn);
}

/** A card has come to the table. */
export const slide = () => taste.sound && play(CARD, SHORT);

/** Chips have been laid. */
export const click = () => taste.sound && play(CHIP, SHORT);

/** Something was won. */
export function fanfare() {
  if (taste.sound) play(WIN);
  pulse(PULSES.win);
}

/** A bell for the floor's staff, unless they turned it off. */
export function ring() {
  if (taste.bell && navigator.userActivation?.hasBeenActive) play(BELL); // or a browser objects
}

/** Whether this device can be felt. */
export const canPulse = () => Boolean(navigator.vibrate);

function pulse(pattern) {
  if (taste.pulse && canPulse()) navigator.vibrate(pattern);
}

function play(pitches, long = LONG) {
  audio ??= new AudioContext();
  pitches.forEach((pitch, n) => {
    const at = audio.currentTime + n * long;
    const [note, volume] = [audio.createOscillator(), audio.createGain()];
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(SOFT, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + long);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + long);
  });
}
