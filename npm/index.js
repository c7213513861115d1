// Connect Four in WebAssembly: exact scores, the reason for every result, and levels to play against.

import "./wasm/module.js";

import { textOf } from "./answer.js";
import { ownEngine } from "./module.js";
import { placed } from "./position.js";
import * as questions from "./questions.js";

export { FoursightError } from "./answer.js";
export { Pool, addBook, addPlan } from "./pool.js";
export { Position } from "./position.js";

/** @typedef {import("./wire.js").Color} Color */
/** @typedef {import("./questions.js").Analysis} Analysis */
/** @typedef {import("./questions.js").Review} Review */
/** @typedef {import("./questions.js").Solution} Solution */
/** @typedef {import("./questions.js").Why} Why */
/** @typedef {import("./questions.js").Look} Look */
/** @typedef {import("./position.js").PositionLike} PositionLike */
/** @template O, T @typedef {import("./position.js").Call<O, T>} Call */
/** @typedef {import("./pool.js").Options} Options */

/**
 * Asks the engine of this thread.
 *
 * @template O, T
 * @param {(placed: questions.Placed, options?: O) => questions.Question<T>} question
 * @returns {Call<O, T>}
 */
function here(question) {
  return (position, options) => {
    const { target, read } = question(placed(position), options);
    return read(textOf(ownEngine().ask("GET", target)));
  };
}

/**
 * The exact score of a position under best play, with the result in words.
 *
 * @example
 * solve("4455").score; // 18: the side to move wins with its 18th disc from the last
 * @type {Call<never, Solution>}
 */
export const solve = here(questions.solve);

/** The score of each column, for the side to move; null where it is full. @type {Call<never, (number | null)[]>} */
export const scores = here(questions.scores);

/** The scores of all moves with words, lines of best play and advice. @type {Call<never, Analysis>} */
export const analyze = here(questions.analyze);

/**
 * The reason why a position is won, lost or drawn, or what a move in `column` gave away; a checker has verified it.
 *
 * @example
 * why("7443", { column: 4 }).sentences.join(" ");
 * @type {Call<{ column?: number }, Why>}
 */
export const why = here(questions.why);

/** Each move of a game, graded, with the reason for each mistake and, once it is over, its lesson. @type {Call<never, Review>} */
export const review = here(questions.review);

/**
 * The column that a level plays: from 0, which plays at random, to 10, which plays perfectly wherever it can calculate to
 * the end; the same `seed` plays the same move again.
 * @type {Call<{ level?: number, seed?: number }, number>}
 */
export const play = here(questions.play);
