// The games on this device that are not over, the one played last first: whoever leaves one can continue it.

import { addressOf } from "./address.js";
import { isOver, nMachines, shown } from "./game.js";
import { isLevel, levelTitle } from "./levels.js";
import { machineOf } from "./opponents.js";
import { setting } from "./settings.js";
import { isInVariation } from "./variations.js";

/** @import { Game, Players } from "./game.js" */
/** @import { Match } from "./match.js" */

/**
 * @typedef {object} Running
 * @property {string} id when it began, as in `2026-11-22T20:15:00.000Z`
 * @property {string} address
 * @property {Players} players
 * @property {number} n_discs
 * @property {Match | null} [match]
 */

/** @type {Running[]} */
const NONE = [];

export const runningGames = setting("running", NONE, areRunning);

/** The number of running games that are kept; the oldest are dropped. */
export const MOST_RUNNING = 5;

/** @param {unknown} value @returns {value is Running[]} */
function areRunning(value) {
  const isPlayer = (/** @type {unknown} */ player) => player === "person" || isLevel(player);
  const isGame = (/** @type {any} */ game) =>
    typeof game?.id === "string" &&
    /^\/\?/.test(game.address) &&
    Number.isInteger(game.n_discs) &&
    isPlayer(game.players?.red) &&
    isPlayer(game.players?.yellow);
  return Array.isArray(value) && value.every(isGame);
}

/**
 * The running games after a change to one of them, which stays among them while it has discs and a person, and goes on.
 *
 * @param {readonly Running[]} games
 * @param {string} id
 * @param {Game} game
 * @param {Match | null} match
 */
export function runningWith(games, id, game, match) {
  const others = games.filter((other) => other.id !== id);
  const { size, players, rule, swap } = game;
  const { moves } = shown(game);
  if (moves.length === 0 || isOver(game) || nMachines(players) === 2) return others;
  if (isInVariation(game)) return [...games];
  const address = addressOf(size, moves, { opening_rule: rule, swapped: swap === "done" });
  return [{ id, address, players, n_discs: moves.length, match }, ...others].slice(0, MOST_RUNNING);
}

/** What continuing a game is called: `Continue against Learner (move 7)`. @param {Running} game */
export function continueInWords({ players, n_discs }) {
  const who =
    nMachines(players) === 0 ? "the game of two" : `against ${levelTitle(machineOf(players).level)}`;
  return `Continue ${who} (move ${n_discs + 1})`;
}

/** What a running game's entry of the history keeps. @param {Running} game */
export function stateOf({ id, players, match }) {
  return { id, players, match, isBegun: true };
}
