// The result of the daily puzzle, and how it is shared: without a word about the solution.

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
