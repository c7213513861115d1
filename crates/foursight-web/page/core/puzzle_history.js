// The puzzles solved in this browser, and the streaks.

/**
 * @typedef {object} PuzzleHistory
 * @property {Record<string, "solved" | "failed">} puzzles by id; failed also if solved later
 * @property {number} streak puzzles solved in a row, each at the first try
 * @property {number} best the longest streak
 * @property {Record<string, "solved" | "failed">} days the daily puzzles by date
 */

/** @type {PuzzleHistory} */
export const NO_PUZZLES = { puzzles: {}, streak: 0, best: 0, days: {} };

const MOST_KEPT = 2000;

/** @param {unknown} value @returns {value is PuzzleHistory} */
export function isPuzzleHistory(value) {
  const { puzzles, streak, best, days } = /** @type {Record<string, any>} */ (value ?? {});
  const areRecords = [puzzles, days].every((record) => typeof record === "object" && record !== null);
  return areRecords && Number.isInteger(streak) && Number.isInteger(best);
}

/**
 * The history after a puzzle; only the first try of each counts.
 *
 * @param {PuzzleHistory} history
 * @param {string} id
 * @param {boolean} isSolved
 * @param {string | null} day where it is the daily one
 * @returns {PuzzleHistory}
 */
export function finished(history, id, isSolved, day) {
  if (history.puzzles[id]) return history;
  const result = isSolved ? "solved" : "failed";
  const streak = isSolved ? history.streak + 1 : 0;
  const kept = Object.entries(history.puzzles).slice(1 - MOST_KEPT);
  return {
    puzzles: { ...Object.fromEntries(kept), [id]: result },
    streak,
    best: Math.max(history.best, streak),
    days: day ? { ...history.days, [day]: result } : history.days,
  };
}

/** @param {PuzzleHistory} history */
export function counts({ puzzles }) {
  const results = Object.values(puzzles);
  const nSolved = results.filter((result) => result === "solved").length;
  return { nSolved, nFailed: results.length - nSolved };
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
