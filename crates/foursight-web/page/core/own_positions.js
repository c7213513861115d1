// The positions of lost games, each of which Learn asks again after 1, 3 and 7 days.

import { cellName } from "./overlay.js";
import { after, legal, readMoves, STANDARD } from "./rules.js";
import { setting } from "./settings.js";

/** @import { Goal } from "./drill.js" */
/** @import { Step } from "./lessons.js" */

/**
 * @typedef {object} OwnPosition
 * @property {string} pos before the mistake
 * @property {number} wrong the mistake's column, from 0
 * @property {number} right the lesson's, from 0
 * @property {Goal | null} goal null if everything loses, and the lesson's disc holds out longest
 * @property {number} n how often it has come back
 * @property {number} due the time of the next one, in milliseconds
 */

const DAY_MS = 86_400_000;
/** The days after the game. */
const DAYS = [1, 3, 7];
/** What is asked of a position, by the goal. */
const TASKS = {
  win: "Which disc wins?",
  hold: "Which disc does not lose?",
  last: "Which disc is the hardest to beat?",
};
/** A wrong answer comes again as soon as that of an exercise. */
const SOON_MS = 60_000;
/** The positions that are kept; the oldest are dropped. */
export const MOST_OWN = 20;

/** @type {OwnPosition[]} */
const NONE = [];

export const ownPositions = setting("own_positions", NONE, areOwn);

/** @param {unknown} value @returns {value is OwnPosition[]} */
export function areOwn(value) {
  return Array.isArray(value) && value.length <= MOST_OWN && value.every(isOwn);
}

/** @param {any} own */
function isOwn(own) {
  try {
    if (typeof own.pos !== "string") return false;
    const columns = legal(after(STANDARD, readMoves(own.pos, STANDARD)));
    const isCount = Number.isInteger(own.n) && own.n >= 0 && own.n < DAYS.length;
    const isGoal = ["win", "hold", null].includes(own.goal);
    return (
      isCount &&
      isGoal &&
      Number.isFinite(own.due) &&
      columns.includes(own.wrong) &&
      columns.includes(own.right)
    );
  } catch {
    return false;
  }
}

/**
 * The positions with that of the lesson of a lost game.
 *
 * @param {readonly OwnPosition[]} all the latest first
 * @param {string} moves of the game
 * @param {import("./review.js").Task} lesson
 * @param {number} now
 * @returns {OwnPosition[]}
 */
export function ownWith(all, moves, { ply, column, best, best_columns }, now) {
  const pos = moves.slice(0, ply);
  if (all.some((own) => own.pos === pos)) return [...all];
  const goal = best > 0 ? "win" : best === 0 ? "hold" : null;
  const own = { pos, wrong: column - 1, right: best_columns[0] - 1, goal, n: 0, due: now + DAYS[0] * DAY_MS };
  return [/** @type {OwnPosition} */ (own), ...all].slice(0, MOST_OWN);
}

/**
 * The positions after the first try at one of them: a right one comes back later, or no more.
 *
 * @param {readonly OwnPosition[]} all
 * @param {string} pos
 * @param {boolean} isRight
 * @param {number} now
 */
export function ownTried(all, pos, isRight, now) {
  return all.flatMap((own) => {
    if (own.pos !== pos || own.due > now) return [own];
    if (!isRight) return [{ ...own, due: now + SOON_MS }];
    const n = own.n + 1;
    return n < DAYS.length ? [{ ...own, n, due: now + (DAYS[n] - DAYS[own.n]) * DAY_MS }] : [];
  });
}

/** The position that has been due longest, null if none is. @param {readonly OwnPosition[]} all @param {number} now */
export function ownDue(all, now) {
  const due = all.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);
  return due[0] ?? null;
}

/** A position as an exercise. @param {OwnPosition} own @returns {Step} */
export function stepOf({ pos, wrong, right, goal }) {
  const { columns } = after(STANDARD, readMoves(pos, STANDARD));
  const words = `In your game, you played ${cellName([wrong, columns[wrong].length])} and lost. ${TASKS[goal ?? "last"]}`;
  return {
    id: 0,
    kind: "exercise",
    chapter: -1,
    level: 0,
    pos,
    line: [right],
    goal: goal ?? "hold",
    wrong: goal === "win" ? null : wrong,
    words,
    isOthers: goal !== null,
  };
}
