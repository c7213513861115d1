/** The class of a mark. @type {Record<string, string>} */
const MARK_CLASSES = { "???": "missed", "??": "blunder", "?": "mistake", "?!": "inaccuracy" };

/** @param {number | undefined} micros */
function milliseconds(micros) {
  if (micros === undefined) return "";
  return micros < 10_000 ? `${(micros / 1000).toFixed(1)} ms` : `${Math.round(micros / 1000)} ms`;
}

/** @param {number} score */
function signed(score) {
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}

/** @param {number} score */
function verdict(score) {
  return score > 0 ? "win" : score < 0 ? "loss" : "even";
}

/**
 * A score in words for the side to move, with `ply` of `cells` taken.
 *
 * @param {number} score
 * @param {number} cells
 * @param {number} ply
 */
function outcome(score, cells, ply) {
  if (score === 0) return "a draw";
  const fastest = Math.floor((cells + (score > 0 ? 1 : 0) - ply) / 2);
  const moves = fastest + 1 - Math.abs(score);
  return `${score > 0 ? "wins" : "loses"} in ${moves}`;
}
