// Scores as people read them.
//
// A score counts from the end, for the side to move: 1 wins with the last disc, 2 with the last but
// one; 0 is a draw, and a loss is negative.

import { colorAt } from "./rules.js";

/** @import { Size } from "./rules.js" */
/** @typedef {"win" | "draw" | "loss"} Verdict */

/**
 * @param {number} score
 * @returns {Verdict}
 */
export function verdict(score) {
  return score > 0 ? "win" : score < 0 ? "loss" : "draw";
}

/**
 * The result that a column gives away for a worse one, null if none is proved.
 *
 * @param {{ score?: number | null, moves: readonly { column: number, score?: number | null }[] }} analysis
 * @param {number} column from 0
 */
export function givenAway({ score = null, moves }, column) {
  const played = moves.find((move) => move.column === column + 1)?.score ?? null;
  if (score === null || played === null) return null;
  return Math.sign(played) < Math.sign(score) ? verdict(score) : null;
}

/** @param {number} score */
export function scoreText(score) {
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}

/**
 * A score from red's view in words, for a position with `ply` discs: `yellow wins in 3 moves`.
 *
 * @param {number} score
 * @param {Size} size
 * @param {number} ply
 */
export function evaluationInWords(score, size, ply) {
  const end = endOf(score, size, ply);
  if (!end) return "draw";
  if (end.n < 1) return `${end.winner} has won`;
  return `${end.winner} wins in ${end.n} ${end.n === 1 ? "move" : "moves"}`;
}

/**
 * The winner, and the number of discs it still plays; null for a draw.
 *
 * @param {number} score from red's view
 * @param {Size} size
 * @param {number} ply how many discs are on the board
 */
export function endOf(score, size, ply) {
  if (score === 0) return null;
  const winner = score > 0 ? /** @type {const} */ ("red") : /** @type {const} */ ("yellow");
  return { winner, n: movesToEnd(Math.abs(score), size, winner === colorAt(ply) ? ply : ply + 1) };
}

/** The winner and the number of discs it still plays, for a score from the view of the side to move. @param {number} score @param {Size} size @param {number} ply */
export function endOfMove(score, size, ply) {
  return endOf(ply % 2 === 0 ? score : -score, size, ply);
}

/**
 * The scores of an analysis, for the columns of a board; null without a move.
 *
 * @param {{ moves: readonly { column: number, score?: number | null, words: string }[], advice: { recommended: readonly number[] } | null }} analysis
 * @param {Size} size
 * @param {number} ply
 */
export function columnScores({ moves, advice }, size, ply) {
  return Array.from({ length: size.width }, (_, index) => {
    const move = moves.find(({ column }) => column === index + 1);
    if (!move) return null;
    const { score = null, words, column } = move;
    const isBest = advice?.recommended.includes(column) ?? false;
    return { score, words, isBest, end: endOfMove(score ?? 0, size, ply) };
  });
}

/**
 * The number of discs that a winner still plays if its next disc is at `ply`.
 *
 * @param {number} score
 * @param {Size} size
 * @param {number} ply
 */
export function movesToEnd(score, { width, height }, ply) {
  const fastest = Math.floor((width * height + 1 - ply) / 2);
  return fastest + 1 - score;
}
