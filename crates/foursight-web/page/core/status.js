// The sentence above the board: whose turn it is, or how the game ended.

import { levelName } from "./levels.js";
import {
  canSwap,
  isLatest,
  isOver,
  levelToMove,
  linesInWords,
  mover,
  nMachines,
  nToPlace,
  result,
  shown,
} from "./game.js";
import { colorAt, other, sideToMove, STANDARD } from "./rules.js";
import { isFree, isInVariation } from "./variations.js";

/** @import { Game } from "./game.js" */
/** @import { Color } from "./rules.js" */

/** The number of discs in a row that win, in words. @type {Record<number, string>} */
const NAMES = { 3: "Three", 4: "Four", 5: "Five", 6: "Six" };

/** @param {Color} color */
export function colorName(color) {
  return color === "red" ? "Red" : "Yellow";
}

/** A player inside a sentence to `you`: `you` or `Red`. @param {Color} color @param {Color | null} [you] */
export function nameTo(color, you) {
  return color === you ? "you" : colorName(color);
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
 * @param {{ isPaused?: boolean, hasChoice?: boolean }} [state] whether the machine waits, and whether a swap is offered
 *     wherever the rule allows one
 * @returns {string}
 */
export function statusOf(game, { isPaused = false, hasChoice = true } = {}) {
  const end = result(game);
  if (end) return endInWords(game, end);
  const position = shown(game);
  if (isInVariation(game))
    return `Variation: ${placeEnds(position) ?? `${colorName(sideToMove(position))} to move`}`;
  const now = mover(game);
  // On an unusual board, what to aim at.
  const { connect } = game.size;
  if (game.moves.length === 0 && game.rule === "none" && connect !== STANDARD.connect)
    return `${NAMES[connect]} in a row wins`;
  if (!now || isOver(game)) return `${colorName(sideToMove(position))} to move`;
  if (typeof now.playedBy === "number") {
    if (isPaused || !isLatest(game)) return `${colorName(now.color)} to move`;
    return `${colorName(now.color)} is thinking`;
  }
  const isAlone = personsColor(game) !== null;
  const n = nToPlace(game);
  if (n > 0) {
    const who = isAlone ? "Your move: place" : `${colorName(now.color)} places`;
    return `${who} a ${colorAt(game.ply)} disc, ${n} to go`;
  }
  const words = isAlone ? "Your move" : `${colorName(now.color)} to move`;
  return hasChoice && canSwap(game) ? `${words}, or swap sides` : words;
}

/** @param {Game} game @param {import("./game.js").GameEnd} end */
function endInWords(game, { winner, ending }) {
  if (!winner) return "A draw: the board is full";
  const person = personsColor(game);
  const loser = other(winner);
  if (ending === "resigned") {
    const who = person === loser ? "You" : colorName(loser);
    return `${who} resigned: ${colorName(winner)} wins`;
  }
  const line = linesInWords(shown(game).lines);
  if (person === loser) return `You lose: ${colorName(winner)} has ${line}`;
  return `${person ? "You win" : `${colorName(winner)} wins`} with ${line}`;
}

/** The end of a position, null while it is open. @param {import("./rules.js").Position} position */
function placeEnds({ outcome, lines }) {
  return outcome === "draw" ? "a draw" : outcome && `${colorName(outcome)} has ${linesInWords(lines)}`;
}

/**
 * The reason why nothing can be played in the shown position now, null if something can.
 *
 * @param {Game} game
 * @param {{ isAnalyzing: boolean, isPaused: boolean, isFirst: boolean }} state first is the board before a game has begun
 */
export function whyClosed(game, { isAnalyzing, isPaused, isFirst }) {
  const isTried = isFree(game, isAnalyzing);
  const now = mover(game);
  if (!now) return isTried && !isLatest(game) ? "The variation is over." : "The game is over.";
  if (isTried || now.playedBy === "person") return null;
  if (isFirst) return "The machine plays first: press Play.";
  if (levelToMove(game) === null) return "The machine moved here. Step forward to your own move.";
  return isPaused ? "Paused." : "It is the machine's turn.";
}
