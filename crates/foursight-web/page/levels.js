// The levels of the machine, by name.

import { levels as ask } from "./api.js";

/** @typedef {import("./api.js").Level} Level */

/** @type {Level[]} */
let levels = Array.from({ length: 11 }, (_, level) => ({ level, name: `level ${level}`, description: "" }));

/** Asks the server for the names; until then, and without it, levels go by number. */
export async function loadLevels() {
  try {
    levels = await ask();
  } catch {
    // The game goes on with numbers.
  }
}

/** @returns {readonly Level[]} */
export function allLevels() {
  return levels;
}

/** @param {number} level */
export function levelName(level) {
  return levels[level]?.name ?? `level ${level}`;
}
