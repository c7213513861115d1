// Learning from mistakes: the positions of a game that had a better move, the worst mistakes first.

import { verdict } from "./score.js";

/** @typedef {import("../net/api.js").Review} Review */
/** @typedef {import("../net/api.js").GradedMove} GradedMove */
/** @typedef {import("./rules.js").Color} Color */

/**
 * @typedef {object} Lesson
 * @property {readonly GradedMove[]} moves the mistakes, the worst first
 * @property {number} index of the one that is looked at; their number when the lesson is over
 * @property {readonly number[]} tried columns, the last one last
 * @property {"open" | "found" | "shown"} state
 */

/**
 * The mistakes of these sides, the worst first. What only changed the distance to the end is none.
 *
 * @param {Review} review
 * @param {readonly Color[]} sides
 * @returns {GradedMove[]}
 */
export function mistakes(review, sides) {
  return review.mistakes.flatMap((ply) => {
    const move = review.moves.find((graded) => graded?.ply === ply);
    return move && sides.includes(move.player) ? [move] : [];
  });
}

/**
 * The ply of the next mistake from a ply on, wrapping around at the end; null if there is none.
 *
 * @param {Review} review
 * @param {number} ply how many moves are shown
 */
export function nextMistake(review, ply) {
  const plies = [...review.mistakes].sort((a, b) => a - b);
  return plies.find((mistake) => mistake >= ply) ?? plies[0] ?? null;
}

/**
 * The lesson of a person's mistakes or, without any or without a person, of both sides'.
 *
 * @param {Review} review
 * @param {Color | null} person
 */
export function lessonFor(review, person) {
  const own = person && newLesson(review, [person]);
  return own && own.moves.length > 0 ? own : newLesson(review, ["red", "yellow"]);
}

/**
 * Mistakes whose reason is certain come first; a missed win or block in one needs no other reason.
 *
 * @param {Review} review
 * @param {readonly Color[]} sides
 * @returns {Lesson}
 */
export function newLesson(review, sides) {
  const moves = mistakes(review, sides);
  const isCertain = (/** @type {GradedMove} */ { mark, why }) =>
    Number(why?.kind === "certain" || mark === "missed_win" || mark === "missed_block");
  moves.sort((a, b) => isCertain(b) - isCertain(a));
  return lessonOn(moves);
}

/** @param {readonly GradedMove[]} moves @returns {Lesson} */
export function lessonOn(moves) {
  return { moves, index: 0, tried: [], state: "open" };
}

/**
 * The current mistake, null when the lesson is over.
 *
 * @param {Lesson} lesson
 */
export function task(lesson) {
  return lesson.moves[lesson.index] ?? null;
}

/**
 * Rates a column: `best`, `good` if it keeps the result and beats the move played, or `wrong`.
 *
 * @param {GradedMove} move
 * @param {number} column from 0
 */
export function answer(move, column) {
  if (move.best_columns.includes(column + 1)) return "best";
  const score = move.scores[column];
  if (score === null || score === undefined) return "wrong";
  return verdict(score) === verdict(move.best) && score > move.score ? "good" : "wrong";
}

/**
 * The lesson after trying a column.
 *
 * @param {Lesson} lesson
 * @param {number} column
 * @returns {Lesson}
 */
export function tried(lesson, column) {
  const move = task(lesson);
  if (!move || lesson.state !== "open") return lesson;
  const state = answer(move, column) === "wrong" ? "open" : "found";
  return { ...lesson, tried: [...lesson.tried, column], state };
}

/** @param {Lesson} lesson @returns {Lesson} */
export function givenUp(lesson) {
  return { ...lesson, state: "shown" };
}

/** @param {Lesson} lesson @returns {Lesson} */
export function nextTask(lesson) {
  return { ...lesson, index: lesson.index + 1, tried: [], state: "open" };
}
