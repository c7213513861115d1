// The exercises solved in this browser. Each is identified by its position, so that a longer path keeps what was
// solved.

/** @import { Chapter, Exercise } from "../../wire" */
/** @typedef {Record<string, string>} Learned a word for each solved position */

/** @type {Learned} */
export const NOTHING = {};

/** @param {unknown} value @returns {value is Learned} */
export function isLearned(value) {
  const isWord = (/** @type {unknown} */ word) => typeof word === "string";
  return typeof value === "object" && value !== null && Object.values(value).every(isWord);
}

/** What is learned with one more position. @param {Learned} learned @param {string} pos @returns {Learned} */
export function learnedWith(learned, pos) {
  return { ...learned, [pos]: "solved" };
}

/** @param {readonly Chapter[]} chapters @returns {Exercise[]} */
export function exercisesOf(chapters) {
  return chapters.flatMap(({ exercises }) => exercises);
}

/** The chapter of an exercise. @param {readonly Chapter[]} chapters @param {Exercise} exercise */
export function chapterOf(chapters, exercise) {
  return chapters.find(({ exercises }) => exercises.includes(exercise));
}

/**
 * The first exercise after this one that is not solved, continuing from the start after the end; null if all are
 * solved.
 *
 * @param {readonly Chapter[]} chapters
 * @param {Learned} learned
 * @param {number} after its number; 0 for the start
 */
export function nextExercise(chapters, learned, after) {
  const open = exercisesOf(chapters).filter(({ pos }) => !learned[pos]);
  return open.find(({ id }) => id > after) ?? open[0] ?? null;
}

/** @param {readonly Chapter[]} chapters @param {Learned} learned */
export function nLearned(chapters, learned) {
  return exercisesOf(chapters).filter(({ pos }) => learned[pos]).length;
}
