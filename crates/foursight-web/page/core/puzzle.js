// A puzzle in words, and what follows a try of it on the board.

import { after, columnName, columnOf, legal } from "./rules.js";

/** @typedef {import("../net/api.js").Puzzle} Puzzle */
/** @typedef {import("../net/api.js").Attempt} Attempt */
/** @typedef {import("./rules.js").Size} Size */

/** @param {Puzzle} puzzle */
export function taskInWords({ to_move, goal }) {
  const side = to_move === "red" ? "Red" : "Yellow";
  return `${side} to move: find the one move that ${goal === "win" ? "wins" : "saves the draw"}`;
}

/**
 * What is said after a try.
 *
 * @param {number} column
 * @param {Attempt} attempt
 */
export function answerInWords(column, { correct, words, refutation }) {
  const name = columnName(column);
  if (correct) return `Right! Column ${name}${words ? ` ${words}` : " it is"}.`;
  const reply = refutation ? ` The other side answers in column ${refutation[0]}.` : "";
  return `Not column ${name}${words ? `: it ${words}` : ""}.${reply}`;
}

/**
 * The moves behind a column, as far as they can be played: the best line after the right one, what
 * refutes a wrong one.
 *
 * @param {Size} size
 * @param {readonly number[]} start the moves that lead to the puzzle
 * @param {number} column
 * @param {string | null} text a move string, with or without the column itself
 */
export function follow(size, start, column, text) {
  const moves = [...(text ?? "")].map(columnOf);
  const line = [column, ...(moves[0] === column ? moves.slice(1) : moves)];
  let n = 0;
  for (let position = after(size, start); legal(position).includes(line[n]); n += 1) {
    position = after(size, [...start, ...line.slice(0, n + 1)]);
  }
  return line.slice(0, n);
}
