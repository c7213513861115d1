// The levels of the machine, by name.

/** @import { Level } from "../net/api.js" */

/** @type {readonly Level[]} */
let levels = Array.from({ length: 11 }, (_, level) => ({ level, name: `level ${level}`, description: "" }));

/** Names the levels, which until then are called by number. @param {readonly Level[]} named */
export function nameLevels(named) {
  levels = named;
}

export function allLevels() {
  return levels;
}

/** @param {number} level */
export function levelName(level) {
  return levels[level]?.name ?? `level ${level}`;
}

/** The name by itself. @param {number} level */
export function levelTitle(level) {
  return capital(levelName(level));
}

/** A level's play, in a sentence. @param {number} level */
export function levelLine(level) {
  const words = levels[level]?.description ?? "";
  return words && `${capital(words)}.`;
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
