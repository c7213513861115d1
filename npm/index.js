// Connect Four in WebAssembly: exact scores, the reason for every result, and levels to play against.

import "./wasm/module.js";

import { textOf } from "./error.js";
import { ownEngine } from "./module.js";
import { placed } from "./position.js";
import * as questions from "./questions.js";

export { FoursightError } from "./error.js";
export { Pool, addBook, addPlan } from "./pool.js";
export { Position } from "./position.js";

/** @typedef {import("./wire.js").Color} Color */
/** @typedef {import("./questions.js").Analysis} Analysis */
/** @typedef {import("./questions.js").Review} Review */
/** @typedef {import("./questions.js").Solution} Solution */
/** @typedef {import("./questions.js").Why} Why */
/** @typedef {import("./questions.js").Look} Look */
/** @typedef {import("./position.js").PositionLike} PositionLike */
/** @typedef {import("./pool.js").Options} Options */

/** @template T @param {questions.Question<T>} question @returns {T} */
function ask({ target, read }) {
  return read(textOf(ownEngine().ask("GET", target)));
}

/**
 * The exact score of a position under best play, with the result in words.
 *
 * @param {PositionLike} position
 * @returns {Solution}
 * @example
 * solve("4455").score; // 18: the side to move wins with its 18th disc from the last
 */
export function solve(position) {
  return ask(questions.solve(placed(position)));
}

/** The score of each column, for the side to move; null where it is full. @param {PositionLike} position */
export function scores(position) {
  return ask(questions.scores(placed(position)));
}

/**
 * The scores of all moves with words, lines of best play and advice.
 *
 * @param {PositionLike} position
 * @returns {Analysis}
 */
export function analyze(position) {
  return ask(questions.analyze(placed(position)));
}

/**
 * The reason why a position is won, lost or drawn, or what a move in `column` gave away; a checker has verified it.
 *
 * @param {PositionLike} position
 * @param {number} [column]
 * @returns {Why}
 * @example
 * why("7443", 4).sentences.join(" ");
 */
export function why(position, column) {
  return ask(questions.why(placed(position), column));
}

/** Each move of a game, graded, with the reason for each mistake and, once it is over, its lesson. @param {PositionLike} game @returns {Review} */
export function review(game) {
  return ask(questions.review(placed(game)));
}

/**
 * The column that a level plays.
 *
 * @param {PositionLike} position
 * @param {number} [level] from 0, which plays at random, to 10, which plays perfectly wherever it can calculate to the end
 * @param {number} [seed] for the same move again
 */
export function play(position, level = 10, seed) {
  return ask(questions.play(placed(position), level, seed));
}
