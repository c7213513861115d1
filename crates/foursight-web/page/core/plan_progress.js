// A person's knowledge of a plan: which of its cards they know, when each comes up again, and what that wins.
//
// Days are local, as on a wall calendar.

import { interval, remembered } from "./fsrs.js";

/** @import { Course } from "./plan.js" */
/**
 * A person's knowledge of a card.
 *
 * @typedef {import("./fsrs.js").Memory & { last: number, due: number, isRight: boolean }} Card the last time and the
 *     next, in milliseconds; whether it was right the last time
 */
/**
 * @typedef {object} Progress
 * @property {Record<string, Card>} cards
 * @property {number} goal right answers a day
 * @property {Record<string, number>} days right answers by date
 */

/** @type {Progress} */
export const NOTHING = { cards: {}, goal: 10, days: {} };

export const GOALS = [5, 10, 20, 40];

/** The opponents of the simulated pupils (`cargo xtask beat`). */
const OPPONENTS = ["level 3", "level 5", "level 7", "perfect play"];

const DAY_MS = 86_400_000;
/** A card answered wrongly comes up again in the same session, after some others. */
const SOON_MS = 60_000;

/** @param {unknown} value @returns {value is Progress} */
export function isProgress(value) {
  const { cards, goal, days } = /** @type {Record<string, any>} */ (value ?? {});
  const areRecords = [cards, days].every((record) => typeof record === "object" && record !== null);
  return (
    areRecords &&
    GOALS.includes(goal) &&
    Object.values(days).every(Number.isInteger) &&
    Object.values(cards).every(isCard)
  );
}

/** @param {any} card */
function isCard(card) {
  const { stability, difficulty, last, due, isRight } = card ?? {};
  const isPositive = (/** @type {unknown} */ value) => Number.isFinite(value) && Number(value) > 0;
  return [stability, difficulty, last, due].every(isPositive) && typeof isRight === "boolean";
}

/**
 * Progress after an answer: only the first answer to a card counts.
 *
 * @param {Progress} progress
 * @param {string} card
 * @param {boolean} isRight
 * @param {number} now
 * @returns {Progress}
 */
export function answered(progress, card, isRight, now) {
  const before = progress.cards[card];
  const memory = remembered(before ?? null, before ? (now - before.last) / DAY_MS : 0, isRight ? 3 : 1);
  const due = now + (isRight ? interval(memory) * DAY_MS : SOON_MS);
  const day = dayOf(now);
  const days = { ...progress.days, [day]: (progress.days[day] ?? 0) + Number(isRight) };
  return { ...progress, days, cards: { ...progress.cards, [card]: { ...memory, last: now, due, isRight } } };
}

/** @param {number} time */
export function dayOf(time) {
  const date = new Date(time);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The number of right answers today. @param {Progress} progress @param {number} now */
export function nToday({ days }, now) {
  return days[dayOf(now)] ?? 0;
}

/** The number of days in a row on which the goal was reached, up to today or yesterday. @param {Progress} progress @param {number} now */
export function streak({ days, goal }, now) {
  const date = new Date(now);
  // At noon, a change of the clock cannot lead into another day.
  date.setHours(12, 0, 0, 0);
  const isReached = () => (days[dayOf(date.getTime())] ?? 0) >= goal;
  if (!isReached()) date.setDate(date.getDate() - 1);
  let n = 0;
  for (; isReached(); date.setDate(date.getDate() - 1)) n += 1;
  return n;
}

/** Whether the last answer to a card was right. @param {Progress} progress @param {string} card */
export function isKnown({ cards }, card) {
  return cards[card]?.isRight === true;
}

/**
 * The next card: the one that has been due longest; else a new one; else the one that is due first. None comes twice in
 * a row.
 *
 * @param {readonly string[]} order
 * @param {Progress} progress
 * @param {number} now
 * @param {string | null} last the one that was asked last
 */
export function nextCard(order, { cards }, now, last) {
  const others = order.filter((card) => card !== last);
  const met = others.filter((card) => cards[card]).sort((a, b) => cards[a].due - cards[b].due);
  const [first] = met;
  if (first !== undefined && cards[first].due <= now) return first;
  return others.find((card) => !cards[card]) ?? first ?? order[0];
}

/** What somebody wins who knows no more: the first cards of the course, as far as all are known. @param {Course} course @param {Progress} progress */
export function promiseInWords({ chapters, pupils }, progress) {
  const order = chapters.flat();
  const unknown = order.findIndex((card) => !isKnown(progress, card));
  const pupil = pupils.findLast(({ n }) => unknown < 0 || n <= unknown);
  const wins = OPPONENTS.map((name, i) => `${pupil?.wins[i]} against ${name}`);
  return `Simulated: a pupil who knows no more than you, and otherwise wins, blocks and sees forks, won of 100 games ${wins.slice(0, -1).join(", ")} and ${wins.at(-1)}.`;
}

/** The daily goal in words. @param {Progress} progress @param {number} now */
export function goalInWords(progress, now) {
  const [n, days] = [nToday(progress, now), streak(progress, now)];
  const today = `Today: ${n} of ${progress.goal} right answers.`;
  const done = n >= progress.goal ? " Goal reached!" : "";
  return `${today}${done}${days > 0 ? ` ${days} ${days === 1 ? "day" : "days"} in a row.` : ""}`;
}

/** The time when a card comes up again, in words. @param {Card | undefined} card @param {number} now */
export function dueInWords(card, now) {
  if (!card?.isRight) return "It comes up again soon.";
  const days = Math.round((card.due - now) / DAY_MS);
  return `It comes up again in ${days} ${days === 1 ? "day" : "days"}.`;
}
