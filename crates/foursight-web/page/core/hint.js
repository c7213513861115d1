// The best move in words, and how much of it is proved.

import { legal } from "./rules.js";
import { cellsInWords, landing } from "./overlay.js";

/** @import { Analysis } from "../net/api.js" */
/** @import { Overlay } from "./overlay.js" */
/** @import { Position } from "./rules.js" */
/** @typedef {{ columns: readonly number[], words: string, signs?: Overlay, next?: string, question?: number, isEstimate?: boolean }} Hint columns to point at, signs over the cells, what the next hint shows, and the question that it answers */

/**
 * The advice in words, in lower case: `d3 wins in 7 moves`, `every move loses; e2 holds out longest`.
 *
 * @param {Analysis} analysis with advice
 * @param {Position} position
 */
export function adviceInWords({ advice, moves }, position) {
  const { columns = [], recommended = [] } = advice ?? {};
  const [best] = columns;
  if (best === undefined) return `every move ${moves[0].words}`;
  const cells = cellsInWords(position, columns);
  const { words } = moves.find(({ column }) => column === best) ?? moves[0];
  if (legal(position).length === 1) return `${cells}, the only move, ${words}`;
  return recommended.length > 0 ? `${cells} ${words}` : `every move loses; ${cells} holds out longest`;
}

/**
 * The move that is not proved, and the estimate: `best guess: e1 (not proved; likely better for red, 71%)`.
 *
 * @param {Pick<Analysis, "guess" | "estimate">} analysis
 * @param {Position} position
 */
export function guessInWords({ guess, estimate }, position) {
  return guess === null
    ? "nothing is proved yet"
    : `best guess: ${landing(position, guess - 1)} (not proved; ${estimate})`;
}

/** The words as a sentence. @param {string} words in lower case; the names of cells remain in lower case */
export function sentence(words) {
  return `${/^[a-j]\d/.test(words) ? words : words[0].toUpperCase() + words.slice(1)}.`;
}
