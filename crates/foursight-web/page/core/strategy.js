// A strategy that is followed by hand: answers to single discs, and a rule for all others.
//
// The same as the library's module `reason`; its answers are compared in `unit/vectors`.

import { cellName, cellOf } from "./overlay.js";
import { linesThrough, other } from "./rules.js";

/** @import { Position, Color } from "./rules.js" */
/** @typedef {Pick<Position, "size" | "columns">} Board */

/** @typedef {{ column: number, answers: Answers | null }} Turn without answers, every reply has a line of its own */
/**
 * @typedef {object} Answers
 * @property {string[]} own replies that have lines of their own
 * @property {Map<string, Turn>} named replies with their answers
 * @property {Rule | null} rule what answers all others
 */
/**
 * @typedef {object} Rule
 * @property {boolean} makesDoubleThreats
 * @property {string[][]} pairs cells that answer each other
 * @property {number[]} spare columns for a disc where there is no other answer
 */

/** @param {Board} board @param {number} column @param {Color} color @returns {Board} */
function drop({ size, columns }, column, color) {
  return { size, columns: columns.with(column, [...columns[column], color]) };
}

/** The columns with room. @param {Board} board */
function landings({ size, columns }) {
  return columns.flatMap(({ length }, column) => (length < size.height ? [column] : []));
}

/** @param {Board} board @param {number} column @param {Color} color */
function completes(board, column, color) {
  const { size, columns } = drop(board, column, color);
  return linesThrough(size, columns, [column, columns[column].length - 1]).length > 0;
}

/** @param {Board} board @param {Color} color */
function finishes(board, color) {
  return landings(board).filter((column) => completes(board, column, color));
}

/** The first column in which a side completes a line, null if there is none. @param {Board} board @param {Color} color */
export function finish(board, color) {
  return finishes(board, color)[0] ?? null;
}

/** Whether a disc ensures a line with the next one, whatever the other side plays. @param {Board} board @param {number} column @param {Color} color */
function isDoubleThreat(board, column, color) {
  const after = drop(board, column, color);
  if (finish(after, other(color)) !== null) return false;
  const [block, another] = finishes(after, color);
  if (block === undefined || another !== undefined) return another !== undefined;
  const blocked = drop(after, block, other(color));
  return landings(blocked).includes(block) && completes(blocked, block, color);
}

/**
 * The answer of a rule to the last disc: a block, a double threat, the partner of that disc's cell, the cell above it,
 * or a disc in a spare column. Null if it has none.
 *
 * @param {Position} position
 * @param {Rule} rule
 * @param {Color} hero
 */
export function ruleAnswer(position, { makesDoubleThreats, pairs, spare }, hero) {
  const block = finish(position, other(hero));
  if (block !== null) return block;
  const free = landings(position);
  const double = makesDoubleThreats && free.find((column) => isDoubleThreat(position, column, hero));
  if (typeof double === "number") return double;
  const above = position.moves[position.moves.length - 1];
  const reply = cellName([above, position.columns[above].length - 1]);
  const pair = pairs.find((cells) => cells.includes(reply));
  const partner = pair ? cellOf(pair[0] === reply ? pair[1] : pair[0]) : null;
  const hasPartner = partner && position.columns[partner[0]].length === partner[1];
  const plain = [...(hasPartner ? [partner[0]] : []), above].filter((column) => free.includes(column));
  const isSafe = (/** @type {number} */ column) => finish(drop(position, column, hero), other(hero)) === null;
  const all = [...plain, ...spare.filter((column) => free.includes(column))];
  return all.find(isSafe) ?? plain[0] ?? null;
}
