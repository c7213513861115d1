// Synthesized sounds: a knock for a disc, a few tones for a result. Off by default.

import { isBoolean, setting } from "../core/settings.js";

const chosen = setting("sound", false, isBoolean);

/** @type {AudioContext | null} */
let context = null;

export function isSoundOn() {
  return chosen.get();
}

/** @param {boolean} isOn */
export function setSound(isOn) {
  chosen.set(isOn);
  if (isOn) knock();
}

/**
 * @param {number} frequency in hertz
 * @param {number} start seconds from now
 * @param {number} length in seconds
 * @param {OscillatorType} type
 */
function tone(frequency, start, length, type) {
  if (!isSoundOn()) return;
  context ??= new AudioContext();
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const at = context.currentTime + start;
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.6, at + length);
  gain.gain.setValueAtTime(0.18, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** The milliseconds for which the last released disc falls. */
let fallMs = 0;
globalThis.addEventListener?.("fall", (event) => (fallMs = /** @type {CustomEvent} */ (event).detail));

/** The sound of a disc that lands: at contact, if it falls on the board. */
export function knock() {
  // Whether the disc falls is known once the board has been drawn.
  queueMicrotask(() => {
    tone(210, fallMs / 1000, 0.09, "triangle");
    fallMs = 0;
  });
}

/** Calls a person who is looking elsewhere. */
export function chime() {
  tone(880, 0, 0.25, "sine");
  tone(1175, 0.18, 0.4, "sine");
}

/** @param {boolean} isGood */
export function fanfare(isGood) {
  const notes = isGood ? [523, 659, 784, 1047] : [392, 330, 262];
  notes.forEach((note, i) => tone(note, 0.3 + i * 0.13, 0.3, "sine"));
}
