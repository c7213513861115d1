// A puzzle in words, the puzzles solved in this browser, the days in a row, and the result of the daily puzzle to
// share.

/** @import { Puzzle } from "../net/api.js" */

/** @param {Puzzle} puzzle */
export function taskInWords({ to_move }) {
  return `${to_move === "red" ? "Red" : "Yellow"} to move: only one move wins`;
}

/**
 * The words before the first try.
 *
 * @param {Puzzle} puzzle
 * @param {PuzzleHistory} history
 */
export function invitation({ id, difficulty }, { puzzles }) {
  const past = { solved: "You have solved it before. ", failed: "You have tried it before. " };
  const result = puzzles[String(id)];
  return `Difficulty ${difficulty} of 5. ${result ? past[result] : ""}Play your move on the board.`;
}

/**
 * @typedef {object} PuzzleHistory
 * @property {Record<string, "solved" | "failed">} puzzles by id; failed until it is solved
 * @property {Record<string, "solved" | "failed">} days the daily puzzles by date
 */

/** @type {PuzzleHistory} */
export const NO_PUZZLES = { puzzles: {}, days: {} };

const MOST_KEPT = 2000;

/** @param {unknown} value @returns {value is PuzzleHistory} */
export function isPuzzleHistory(value) {
  const { puzzles, days } = /** @type {Record<string, any>} */ (value ?? {});
  return [puzzles, days].every((record) => typeof record === "object" && record !== null);
}

/**
 * The history after a puzzle. What is solved stays solved.
 *
 * @param {PuzzleHistory} history
 * @param {string} id
 * @param {boolean} isSolved
 * @param {string | null} day where it is the daily one
 * @returns {PuzzleHistory}
 */
export function finished(history, id, isSolved, day) {
  if (history.puzzles[id] === "solved") return history;
  const result = isSolved ? "solved" : "failed";
  const kept = Object.entries(history.puzzles).slice(1 - MOST_KEPT);
  return {
    puzzles: { ...Object.fromEntries(kept), [id]: result },
    days: day ? { ...history.days, [day]: result } : history.days,
  };
}

/** @param {PuzzleHistory} history */
export function nSolved({ puzzles }) {
  return Object.values(puzzles).filter((result) => result === "solved").length;
}

/**
 * The number of days in a row on which the daily puzzle was solved, up to today or yesterday.
 *
 * @param {PuzzleHistory} history
 * @param {string} today as in `2026-11-21`
 */
export function dayStreak({ days }, today) {
  const isSolved = (/** @type {number} */ time) =>
    days[new Date(time).toISOString().slice(0, 10)] === "solved";
  const DAY_MS = 86_400_000;
  let time = Date.parse(today);
  if (!isSolved(time)) time -= DAY_MS;
  let n = 0;
  for (; isSolved(time); time -= DAY_MS) n += 1;
  return n;
}

/** @typedef {{ day: string, tries: readonly boolean[] }} DailyResult the discs tried in order, whether each was right */

/** @param {unknown} value @returns {value is DailyResult | null} */
export function isDailyResult(value) {
  if (value === null) return true;
  const { day, tries } = /** @type {Record<string, any>} */ (value);
  return typeof day === "string" && Array.isArray(tries);
}

/**
 * The text to share.
 *
 * @param {DailyResult} result
 * @param {number} streak how many days in a row
 * @param {string} link to the puzzle
 */
export function resultToShare({ day, tries }, streak, link) {
  const signs = tries.map((isRight) => (isRight ? "✅" : "❌")).join("");
  const days = streak > 1 ? `, ${streak} days in a row` : "";
  return `Foursight ${day}: ${signs}${days}\n${link}`;
}
