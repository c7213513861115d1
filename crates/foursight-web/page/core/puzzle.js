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
 * What happens after a try, as a move string: the best line after the right column, what refutes a wrong one.
 *
 * @param {number} column
 * @param {Attempt} attempt
 */
export function sequel(column, { correct, line, refutation }) {
  const name = columnName(column);
  return correct ? (line ?? name) : `${name}${refutation ?? ""}`;
}

/**
 * What is said after a try.
 *
 * @param {number} column
 * @param {Attempt} attempt
 */
export function answerInWords(column, { correct, words, refutation }) {
  const name = columnName(column);
  if (correct) return `Right! Column ${name} ${words}.`;
  const reply = refutation ? ` The reply is column ${refutation[0]}.` : "";
  return `Not column ${name}: it ${words}.${reply}`;
}

/**
 * The moves from a puzzle on, as far as they can be played.
 *
 * @param {Size} size
 * @param {readonly number[]} start the moves that lead to the puzzle
 * @param {string} text a move string
 */
export function follow(size, start, text) {
  const line = [...text].map(columnOf);
  let n = 0;
  for (let position = after(size, start); legal(position).includes(line[n]); n += 1) {
    position = after(size, [...start, ...line.slice(0, n + 1)]);
  }
  return line.slice(0, n);
}
