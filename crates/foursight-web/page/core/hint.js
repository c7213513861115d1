// Hints: where to play, and how much of that is proved.

import { columnName } from "./rules.js";

/** @typedef {import("../net/api.js").Analysis} Analysis */
/** @typedef {{ columns: readonly number[], words: string }} Hint columns to point at */

/**
 * The best moves or, while none is proved to be best, what the strongest level would play.
 *
 * @param {Analysis} analysis
 * @returns {Hint}
 */
export function hintFrom({ advice, guess, ...analysis }) {
  if (advice) return { columns: advice.columns.map((column) => column - 1), words: `Hint: ${advice.words}` };
  const proved = provedInWords(analysis.moves);
  const words = `Hint: ${guessInWords(guess)}${proved && `; ${proved}`}`;
  return { columns: guess === null ? [] : [guess - 1], words };
}

/**
 * The move that is not proved: `level 10 would play column 5 (not proved)`.
 *
 * @param {number | null} guess from 1
 */
export function guessInWords(guess) {
  return guess === null
    ? "nothing is proved yet"
    : `level 10 would play column ${columnName(guess - 1)} (not proved)`;
}

/**
 * What is proved of moves whose score is not, or not of all: `columns 1 and 2 draw or lose`.
 *
 * @param {Analysis["moves"]} moves
 */
export function provedInWords(moves) {
  const known = moves.filter(({ words }) => words !== "undecided");
  return known.map(({ column, words }) => `column ${columnName(column - 1)} ${words}`).join(", ");
}
