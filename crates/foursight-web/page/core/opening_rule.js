// Opening rules: one player places the first discs, for both sides; then the other one may swap sides.

import { other } from "./rules.js";

/** @import { Color } from "./rules.js" */
/** @typedef {import("../../wire").OpeningRuleName} OpeningRule */

/**
 * The discs that the player who opens places, and the terms in words.
 *
 * @type {Record<OpeningRule, { placed: number, words: string }>}
 */
export const OPENING_RULES = {
  none: { placed: 0, words: "" },
  pie: { placed: 1, words: "Pie rule: Red places a disc, then Yellow may swap sides" },
  swap: {
    placed: 3,
    words: "Swap rule: Red places three discs (red, yellow, red), then Yellow may swap sides",
  },
};

/** @param {string | null} name @returns {name is OpeningRule} */
export function isOpeningRule(name) {
  return name !== null && Object.hasOwn(OPENING_RULES, name);
}

/**
 * The side, as the sides are now, of the player who makes the move after `n_moves`.
 *
 * @param {OpeningRule} rule
 * @param {Color} first the side of the first disc
 * @param {number} n_moves
 * @param {boolean} isSwapped
 */
export function moverAfter(rule, first, n_moves, isSwapped) {
  const isFirst = n_moves < OPENING_RULES[rule].placed ? !isSwapped : n_moves % 2 === 0;
  return isFirst ? first : other(first);
}
