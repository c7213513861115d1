// Remarks about a graded move.

import { landing } from "./overlay.js";
import { cellsInWords } from "./story.js";

/** @import { GradedMove } from "../net/api.js" */
/** @import { Position } from "./rules.js" */

/**
 * A move in words, with the better move: `missed four in a row: e1 won at once`. Empty for a best move.
 *
 * @param {GradedMove} move
 * @param {Position} before it
 */
export function remarkOn({ remark, mark, best_columns }, before) {
  if (!remark) return "";
  const best = cellsInWords(before, best_columns);
  if (mark === "missed_win") return `${remark}: ${best} won at once`;
  return mark === "missed_block" ? `${remark}: ${best} had to be blocked` : `${remark}; ${best} was best`;
}

/**
 * The same remark as a sentence with the move: `Move 3 (e1??) turned a win into a loss; d3 was best.`
 *
 * @param {GradedMove} move
 * @param {Position} before it
 */
export function sentenceOn(move, before) {
  return `Move ${move.ply + 1} (${landing(before, move.column - 1)}${move.symbol}) ${remarkOn(move, before)}.`;
}
