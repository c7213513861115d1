// What a person has learned in this browser: the steps that are done, and for each exercise when it comes up again.
//
// Each step is identified by its position, so that other lessons keep what was done.

import { answered, NOTHING as NO_CARDS } from "./plan_progress.js";

/** @import { Card } from "./plan_progress.js" */
/** @import { Chapter, Step } from "./lessons.js" */
/** @typedef {{ done: Record<string, string>, cards: Record<string, Card> }} Learned a word for each step that is done */

/** The exercises of a kind that must be right at the first try; with each mistake, one more is asked. */
const ENOUGH = 2;

/** The exercises that a lesson offers. */
export const THREE = 3;

/** @type {Learned} */
export const NOTHING = { done: {}, cards: {} };

/** @param {unknown} value @returns {value is Learned["done"]} */
export function isDone(value) {
  const isWord = (/** @type {unknown} */ word) => typeof word === "string";
  return typeof value === "object" && value !== null && Object.values(value).every(isWord);
}

/** @param {unknown} value @returns {value is Learned["cards"]} */
export function areCards(value) {
  const isCard = (/** @type {any} */ card) =>
    [card?.stability, card?.difficulty, card?.last, card?.due].every((n) => Number.isFinite(n) && n > 0);
  return typeof value === "object" && value !== null && Object.values(value).every(isCard);
}

/** What is learned once a step is done. @param {Learned} learned @param {string} pos @returns {Learned} */
export function learnedWith(learned, pos) {
  return { ...learned, done: { ...learned.done, [pos]: "solved" } };
}

/** What is learned after the first try at an exercise. @param {Learned} learned @param {string} pos @param {boolean} isRight @param {number} now @returns {Learned} */
export function triedWith(learned, pos, isRight, now) {
  const { cards } = answered({ ...NO_CARDS, cards: learned.cards }, pos, isRight, now);
  return { ...learned, cards };
}

/** @param {readonly Chapter[]} chapters @returns {Step[]} */
export function stepsOf(chapters) {
  return chapters.flatMap(({ steps }) => steps);
}

/** Whether nothing is asked of a step: it is done, or enough others of its kind were right. @param {Chapter} chapter @param {Learned} learned @param {Step} step */
function isOver({ steps }, { done, cards }, step) {
  if (step.kind !== "exercise") return Boolean(done[step.pos]);
  if (done[step.pos] && cards[step.pos]?.isRight !== false) return true;
  const alike = steps.filter(({ level }) => level === step.level);
  const nRight = alike.filter(({ pos }) => done[pos] && cards[pos]?.isRight !== false).length;
  const nWrong = alike.filter(({ pos }) => cards[pos]?.isRight === false).length;
  return !cards[step.pos] && nRight >= ENOUGH && nWrong === 0;
}

/** The exercises of a chapter that a lesson offers: first those that were wrong, then new ones, then those that are due first. @param {Chapter} chapter @param {Learned} learned */
export function threeOf({ steps }, { cards }) {
  const rank = (/** @type {Step} */ { pos }) => (cards[pos]?.isRight === false ? -1 : (cards[pos]?.due ?? 0));
  const exercises = steps.filter(({ kind }) => kind === "exercise");
  return exercises.sort((a, b) => rank(a) - rank(b)).slice(0, THREE);
}

/** How much of a chapter is done, from 0 to 1. @param {Chapter} chapter @param {Learned} learned */
export function shareOf(chapter, learned) {
  const over = chapter.steps.filter((step) => isOver(chapter, learned, step));
  return over.length / chapter.steps.length;
}

/**
 * The next step: the exercise that has been due longest; else the first step after this one of which anything is asked,
 * continuing from the start after the end; null if all is done.
 *
 * @param {readonly Chapter[]} chapters
 * @param {Learned} learned
 * @param {number} after its number; 0 for the start
 * @param {number} now
 */
export function nextStep(chapters, learned, after, now) {
  const all = stepsOf(chapters).filter(({ id }) => id !== after);
  const due = all.filter(({ pos }) => learned.cards[pos] && learned.cards[pos].due <= now);
  due.sort((a, b) => learned.cards[a.pos].due - learned.cards[b.pos].due);
  if (due[0]) return due[0];
  const open = all.filter((step) => !isOver(chapters[step.chapter], learned, step));
  return open.find(({ id }) => id > after) ?? open[0] ?? null;
}
