// The sentence above the board: whose turn it is, or how the game ended.

import { levelName } from "./levels.js";
import { isLatest, mover, nMachines, result, shown } from "./game.js";
import { other } from "./rules.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./rules.js").Color} Color */

/** @param {Color} color */
export function colorName(color) {
  return color === "red" ? "Red" : "Yellow";
}

/**
 * The only person's color, null if there are two or none.
 *
 * @param {Game} game
 * @returns {Color | null}
 */
export function personsColor({ players }) {
  if (nMachines(players) !== 1) return null;
  return players.red === "person" ? "red" : "yellow";
}

/** @param {Game} game @param {Color} color */
export function playerName(game, color) {
  const playedBy = game.players[color];
  if (typeof playedBy === "number") return levelName(playedBy);
  return personsColor(game) ? "You" : colorName(color);
}

/**
 * @param {Game} game
 * @param {boolean} [isPaused]
 * @returns {string}
 */
export function statusOf(game, isPaused = false) {
  const end = result(game);
  if (end) return endInWords(game, end);
  const now = mover(game);
  // A finished position that is not the last one: play continued from an earlier position.
  if (!now) return shown(game).outcome === "draw" ? "Draw" : "The game is over";
  if (typeof now.playedBy === "number") {
    if (isPaused || !isLatest(game)) return `${colorName(now.color)} to move`;
    return `${colorName(now.color)} is thinking`;
  }
  return personsColor(game) ? "Your move" : `${colorName(now.color)} to move`;
}

/** A status between other sentences. @param {string} words */
export function sentence(words) {
  return words.endsWith("!") ? words : `${words}.`;
}

/** @param {Game} game @param {import("./game.js").GameEnd} end */
function endInWords(game, { winner, ending }) {
  if (!winner) return "Draw: the board is full";
  const person = personsColor(game);
  const loser = other(winner);
  if (ending === "resigned") {
    return person === loser
      ? `You resigned: ${colorName(winner)} wins`
      : `${colorName(loser)} resigned: ${colorName(winner)} wins`;
  }
  if (person) return person === winner ? "You win!" : `${colorName(winner)} wins`;
  return `${colorName(winner)} wins!`;
}
