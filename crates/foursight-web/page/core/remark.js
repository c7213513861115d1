// What is said of a graded move.

import { columnName } from "./rules.js";

/** @typedef {import("../net/api.js").GradedMove} GradedMove */

/**
 * A move in words, with what was better: `missed four in a row: column 5 won at once`. Empty for a best move.
 *
 * @param {GradedMove | null | undefined} move
 */
export function remarkOn(move) {
  if (!move?.remark) return "";
  return move.remedy ? `${move.remark}: ${move.remedy}` : `${move.remark}; ${bestWas(move.best_columns)}`;
}

/**
 * The same as a sentence with the move: `Move 3 (5??) turned a win into a loss; column 4 was best.`
 *
 * @param {GradedMove} move
 */
export function sentenceOn(move) {
  return `Move ${move.ply + 1} (${columnName(move.column - 1)}${move.symbol}) ${remarkOn(move)}.`;
}

/** @param {readonly number[]} columns from 1 */
function bestWas(columns) {
  const names = columns.map((column) => columnName(column - 1));
  if (names.length === 1) return `column ${names[0]} was best`;
  return `columns ${names.slice(0, -1).join(", ")} and ${names.at(-1)} were best`;
}
