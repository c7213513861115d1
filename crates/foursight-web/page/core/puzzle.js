// A puzzle in words, and the moves shown after an attempt.

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
 * The moves shown after an attempt, as a move string: the best line, or the refutation of a wrong column.
 *
 * @param {number} column
 * @param {Attempt} attempt
 */
export function sequel(column, { correct, line, refutation }) {
  const name = columnName(column);
  return correct ? (line ?? name) : `${name}${refutation ?? ""}`;
}

/**
 * The feedback on an attempt.
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
 * The moves of a text, as far as they can be played from a puzzle.
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
