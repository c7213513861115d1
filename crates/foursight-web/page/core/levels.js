// The levels of the machine, by name, and the one that a person plays.

import { newGame, seated } from "./game.js";
import { isBoolean, setting } from "./settings.js";

/** @import { Level } from "../net/api.js" */
/** @import { Color } from "./rules.js" */
/** @import { Game, Players } from "./game.js" */

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

/** @typedef {{ level: number, color: Color }} Opponent with the person's color */

/** The level that a new player meets: `foursight play` begins with the same level. @type {Opponent} */
const FIRST = { level: 3, color: "red" };

/** @param {unknown} value @returns {value is Opponent} */
function isOpponent(value) {
  const { level, color } = /** @type {Record<string, unknown>} */ (value ?? {});
  return isLevel(level) && ["red", "yellow"].includes(String(color));
}

const kept = setting("opponents", FIRST, isOpponent);

/** Whether a blunder against a machine is taken back, once a game. */
export const isWarning = setting("warning", false, isBoolean);

/** A person against a level. @param {number} level @param {Color} color the person's @returns {Players} */
export function withMachine(level, color) {
  return color === "red" ? { red: "person", yellow: level } : { red: level, yellow: "person" };
}

/** The machine of a game; without exactly one, the one that was chosen last. @param {Players} players @returns {Opponent} */
export function machineOf({ red, yellow }) {
  if (red === "person" && typeof yellow === "number") return { level: yellow, color: "red" };
  if (yellow === "person" && typeof red === "number") return { level: red, color: "yellow" };
  return kept.get();
}

/** A new game against the next level, with the sides as they were at the beginning. @param {Game} game */
export function againstNext(game) {
  const { size, rule, players } = seated(game, false);
  const { level, color } = machineOf(players);
  return newGame(size, withMachine(level + 1, color), [], rule);
}

/** The players that were chosen last. */
export function keptPlayers() {
  const { level, color } = kept.get();
  return withMachine(level, color);
}

/** @param {Players} players */
export function keepPlayers(players) {
  kept.set(machineOf(players));
}
