// The machine that a person plays, and the level that was chosen last.

import { newGame, seated } from "./game.js";
import { isLevel } from "./levels.js";
import { isBoolean, setting } from "./settings.js";

/** @import { Color } from "./rules.js" */
/** @import { Game, Players } from "./game.js" */
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
