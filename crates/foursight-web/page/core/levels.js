// The levels of the machine, by name.

/** @import { Level } from "../net/api.js" */

/**
 * The weakest level that plays by estimates until it can calculate to the end, and the cells of the standard board.
 * Larger ones are not solved at the start, unless they have five columns or fewer.
 */
const [FIRST_ESTIMATING, N_STANDARD] = [5, 42];

export const MAX_LEVEL = 10;

/** @type {readonly Level[]} */
let levels = Array.from({ length: MAX_LEVEL + 1 }, (_, level) => ({
  level,
  name: `level ${level}`,
  description: "",
}));

/** Names the levels, which until then are called by number. @param {readonly Level[]} named */
export function nameLevels(named) {
  levels = named;
}

/** @param {unknown} level */
export function isLevel(level) {
  return Number.isInteger(level) && Number(level) >= 0 && Number(level) <= MAX_LEVEL;
}

/** The levels to choose from in a list. @returns {(readonly [value: string, text: string])[]} */
export function levelChoices() {
  return levels.map(({ level }) => [String(level), `${level} · ${levelTitle(level)}`]);
}

/** @param {number} level */
export function levelName(level) {
  return levels[level]?.name ?? `level ${level}`;
}

/** The name by itself. @param {number} level */
export function levelTitle(level) {
  return capital(levelName(level));
}

/** A level's play, in a sentence. @param {number} level @param {import("./rules.js").Size} size */
export function levelLine(level, { width, height }) {
  const words = levels[level]?.description ?? "";
  const isEstimating = level >= FIRST_ESTIMATING && width > 5 && width * height > N_STANDARD;
  return words && `${isEstimating ? `Begins by estimates, later ${words}` : capital(words)}.`;
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
