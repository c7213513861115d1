// A person's knowledge of a plan: which of its positions they know, when each comes up again, and how many games that
// would win.
//
// Each position is identified by its moves. Days are local, as on a wall calendar.

import { interval, remembered } from "./fsrs.js";

/** @import { Game, Line, Plan } from "./plan.js" */
/**
 * A person's knowledge of a position.
 *
 * @typedef {import("./fsrs.js").Memory & { last: number, due: number, isRight: boolean }} Card the last time and the
 *     next, in milliseconds; whether it was right the last time
 */
/**
 * @typedef {object} Progress
 * @property {Record<string, Card>} cards
 * @property {number} level the one to beat
 * @property {number} goal right answers a day
 * @property {Record<string, number>} days right answers by date
 */

/** @type {Progress} */
export const NOTHING = { cards: {}, level: 5, goal: 10, days: {} };

export const GOALS = [5, 10, 20, 40];
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** A person who wins this many of a hundred games is ready for the next level. */
const ENOUGH = 90;

const DAY_MS = 86_400_000;
/** A position answered wrongly comes up again in the same session, after some other positions. */
const SOON_MS = 60_000;

/** @param {unknown} value @returns {value is Progress} */
export function isProgress(value) {
  const { cards, level, goal, days } = /** @type {Record<string, any>} */ (value ?? {});
  const areRecords = [cards, days].every((record) => typeof record === "object" && record !== null);
  return (
    areRecords &&
    LEVELS.includes(level) &&
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
 * Progress after an answer: only the first answer to a position counts.
 *
 * @param {Progress} progress
 * @param {Line} line
 * @param {boolean} isRight
 * @param {number} now
 * @returns {Progress}
 */
export function answered(progress, { pos }, isRight, now) {
  const before = progress.cards[pos];
  const memory = remembered(before ?? null, before ? (now - before.last) / DAY_MS : 0, isRight ? 3 : 1);
  const due = now + (isRight ? interval(memory) * DAY_MS : SOON_MS);
  const day = dayOf(now);
  const days = { ...progress.days, [day]: (progress.days[day] ?? 0) + Number(isRight) };
  return { ...progress, days, cards: { ...progress.cards, [pos]: { ...memory, last: now, due, isRight } } };
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

/** Whether the last answer to a position was right. @param {Progress} progress @param {Line} line */
export function isKnown({ cards }, { pos }) {
  return cards[pos]?.isRight === true;
}

/** The number of a plan's positions that are known. @param {Plan} plan @param {Progress} progress */
export function nKnown({ lines }, progress) {
  return lines.filter((line) => isKnown(progress, line)).length;
}

/**
 * The positions that come up against a level, the most frequent ones first; then those that come up against others.
 *
 * @param {Plan} plan
 * @param {number} level
 * @returns {Line[]}
 */
export function orderFor({ games, lines }, level) {
  const own = countsOf(games.get(level) ?? []);
  const all = countsOf([...games.values()].flat());
  const n = (/** @type {Map<Line, number>} */ counts, /** @type {Line} */ line) => counts.get(line) ?? 0;
  const byLength = (/** @type {Line} */ a, /** @type {Line} */ b) => a.pos.length - b.pos.length;
  const met = lines.filter((line) => all.has(line));
  met.sort((a, b) => n(own, b) - n(own, a) || n(all, b) - n(all, a) || byLength(a, b));
  return [...met, ...lines.filter((line) => !all.has(line)).sort(byLength)];
}

/** @param {readonly Game[]} games */
function countsOf(games) {
  /** @type {Map<Line, number>} */
  const counts = new Map();
  for (const { lines, n } of games) for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + n);
  return counts;
}

/**
 * The next question: the position that has been due longest; else a new one; else the one that is due first. No
 * position comes twice in a row.
 *
 * @param {readonly Line[]} order
 * @param {Progress} progress
 * @param {number} now
 * @param {Line | null} last what was asked last
 */
export function nextLine(order, { cards }, now, last) {
  const others = order.filter((line) => line !== last);
  const met = others.filter(({ pos }) => cards[pos]).sort((a, b) => cards[a.pos].due - cards[b.pos].due);
  const [first] = met;
  if (first && cards[first.pos].due <= now) return first;
  return others.find(({ pos }) => !cards[pos]) ?? first ?? order[0];
}

/**
 * The number of a level's games, out of a hundred, in which a person knows every position that came up.
 *
 * @param {Plan} plan
 * @param {number} level
 * @param {(line: Line) => boolean} isKnown
 */
export function winsInHundred({ trials }, level, isKnown) {
  const won = (trials.get(level) ?? []).filter(({ lines }) => lines.every(isKnown));
  return won.reduce((sum, { n }) => sum + n, 0);
}

/** The same number, once the next ten new positions are known, too. @param {Plan} plan @param {Progress} progress @param {readonly Line[]} order */
export function winsSoon(plan, progress, order) {
  const soon = new Set(order.filter((line) => !isKnown(progress, line)).slice(0, 10));
  return winsInHundred(plan, progress.level, (line) => soon.has(line) || isKnown(progress, line));
}

/** Progress in words. @param {Plan} plan @param {Progress} progress @param {readonly Line[]} order */
export function progressInWords(plan, progress, order) {
  const { level } = progress;
  const known = (/** @type {Line} */ line) => isKnown(progress, line);
  const n = nKnown(plan, progress);
  const [now, soon] = [winsInHundred(plan, level, known), winsSoon(plan, progress, order)];
  const words = [
    `You know ${n} ${n === 1 ? "position" : "positions"}.`,
    `You would beat level ${level} in at least ${now} of 100 games.`,
  ];
  if (now >= ENOUGH && level < 10) words.push(`You are ready for level ${level + 1}.`);
  else if (soon > now) words.push(`With ten more positions, at least ${soon} of 100.`);
  return words.join(" ");
}

/** The daily goal in words. @param {Progress} progress @param {number} now */
export function goalInWords(progress, now) {
  const [n, days] = [nToday(progress, now), streak(progress, now)];
  const today = `Today: ${n} of ${progress.goal} right answers.`;
  const done = n >= progress.goal ? " Goal reached!" : "";
  return `${today}${done}${days > 0 ? ` ${days} ${days === 1 ? "day" : "days"} in a row.` : ""}`;
}

/** The time when a position comes up again, in words. @param {Card | undefined} card @param {number} now */
export function dueInWords(card, now) {
  if (!card?.isRight) return "It comes up again soon.";
  const days = Math.round((card.due - now) / DAY_MS);
  return `It comes up again in ${days} ${days === 1 ? "day" : "days"}.`;
}
