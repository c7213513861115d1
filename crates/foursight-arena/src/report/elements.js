// The report's data, and functions that find and create its elements.

import { h } from "../../../foursight-web/page/browser/dom.js";
import { discIcon } from "../../../foursight-web/page/parts/disc.js";

/** @import { Color } from "../../../foursight-web/page/core/rules.js" */

/**
 * The tournament, as stored in the page.
 *
 * @typedef {object} Tournament
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {number} connect
 * @property {string[]} players
 */

/**
 * The index of a move or -1; 0 or 1 for the player, plus 2 for a line that was read and 4 for standard error;
 * microseconds; the text, or the index of an earlier line with the same text.
 *
 * @typedef {[move: number, way: number, micros: number, text: string | number]} LoggedLine
 */

/**
 * @typedef {[symbol: string, remark: string | null, remedy: string | null, isMistake: boolean, why: string]} Mark
 */

/**
 * A game, as stored in the page. `marks` and `scores` have an entry for each move of a graded game.
 *
 * @typedef {object} GameData
 * @property {number} round
 * @property {number} pair
 * @property {[number, number]} players
 * @property {number} placed the number of discs that one player placed for both sides
 * @property {boolean} swapped
 * @property {string} opening
 * @property {string} moves
 * @property {string} result
 * @property {string} ending
 * @property {number | null} winner which of `players` won
 * @property {number | null} loser
 * @property {boolean} isAnnulled whether it counts for nobody
 * @property {boolean} isFault whether anything but the board ended it
 * @property {string} reason
 * @property {number[]} micros
 * @property {[string, string]} errors
 * @property {string[]} layers
 * @property {string | null} lost
 * @property {{ number: number, text: string[] } | null} lesson
 * @property {(Mark | null)[]} marks
 * @property {((number | null)[] | null)[]} scores
 * @property {LoggedLine[]} log
 * @property {number} skipped
 */

/**
 * The element with this id.
 *
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`there is no element ${id}`);
  return element;
}

/** @param {string} id */
export function tableOf(id) {
  return /** @type {HTMLTableElement} */ (byId(id));
}

/** @param {string} id */
export function buttonOf(id) {
  return /** @type {HTMLButtonElement} */ (byId(id));
}

/**
 * The JSON of the element with this id.
 *
 * @param {string} id
 */
export function dataOf(id) {
  return JSON.parse(byId(id).textContent ?? "");
}

/** The color of each player. @type {readonly [Color, Color]} */
const COLORS = ["red", "yellow"];

/** A small disc of a player. @param {number} player */
export function discOf(player) {
  return h("span", { role: "img", "aria-label": COLORS[player] }, discIcon(COLORS[player]));
}

/**
 * A name or a line that somebody else wrote.
 *
 * @param {string} text
 */
export function foreign(text) {
  return h("bdi", {}, visible(text));
}

/**
 * Control characters as their pictures, and invisible ones as their numbers, so that a log shows exactly what was
 * written. Joiners stay after letters of scripts that need them.
 *
 * @param {string} text
 */
export function visible(text) {
  const pictures = text.replace(/[\0-\x08\x0b-\x1f\x7f]/g, (symbol) =>
    symbol === "\x7f" ? "\u2421" : String.fromCharCode(0x2400 + symbol.charCodeAt(0)),
  );
  const code = (/** @type {string} */ symbol) => `\\u{${symbol.codePointAt(0)?.toString(16)}}`;
  const seen = pictures.replace(/[\x80-\x9f\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu, code);
  return seen.replace(/(^|[\0-\x7f\s])([\u200c\u200d]+)/gu, (_, before, joiners) => {
    return before + [...joiners].map(code).join("");
  });
}
