// Figures as people read them.

import { movesToEnd } from "../../../foursight-web/page/core/score.js";

/** The class of a mark. @type {Record<string, string>} */
export const MARK_CLASSES = { "???": "missed", "??": "blunder", "?": "mistake", "?!": "inaccuracy" };

/** @param {number | undefined} micros */
export function milliseconds(micros) {
  if (micros === undefined) return "";
  return micros < 10_000 ? `${(micros / 1000).toFixed(1)} ms` : `${Math.round(micros / 1000)} ms`;
}

/**
 * A score in words for the side to move, with `ply` cells taken.
 *
 * @param {number} score
 * @param {import("../../../foursight-web/page/core/rules.js").Size} size
 * @param {number} ply
 */
export function outcome(score, size, ply) {
  if (score === 0) return "a draw";
  return `${score > 0 ? "wins" : "loses"} in ${movesToEnd(Math.abs(score), size, score > 0 ? ply : ply + 1)}`;
}
