// The story of a mistake: what it gave away, how, and what was better.

import { cellName } from "./overlay.js";
import { legal, other, play } from "./rules.js";
import { verdict } from "./score.js";
import { nameTo } from "./status.js";

/** @import { GradedMove } from "../net/api.js" */
/** @import { Color, Position } from "./rules.js" */
/** @import { Why } from "../../wire" */

/** The cell where a disc lands. @param {Position} position @param {number} column */
export function landing({ columns }, column) {
  return cellName([column, columns[column].length]);
}

/** These cells: `b1 or c2`. @param {Position} position @param {readonly number[]} columns from 1 */
export function cellsInWords(position, columns) {
  const names = columns.map((column) => landing(position, column - 1));
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
}

/**
 * A mistake in words: `You played d3. Before it you could draw.`
 *
 * @param {GradedMove & { headline?: string }} move
 * @param {Position} before it
 * @param {Color | null} [you] the player who reads it
 */
export function headline(move, before, you) {
  if (move.headline) return move.headline;
  const cell = landing(before, move.column - 1);
  if (move.mark === "missed_block") return `${cell} did not stop ${nameTo(other(move.player), you)}.`;
  const who = nameTo(move.player, you);
  const could = move.best < 0 ? "" : ` Before it ${who} could ${verdict(move.best)}.`;
  return `${who.replace("y", "Y")} played ${cell}.${could}`;
}

/** The move that would have been replaced. @param {GradedMove} move @param {Position} before */
export function insteadOf({ column }, before) {
  return `Instead of ${landing(before, column - 1)}`;
}

/** The replies that the checker tried, in words; empty if there were none. @param {Why} why @param {Position} after the mistake */
export function checkedInWords({ kind, claim, hero, overlay }, after) {
  const [first] = overlay.steps;
  if (kind !== "certain" || claim !== "wins" || first?.player !== hero) return "";
  const column = first.cell.charCodeAt(0) - "a".charCodeAt(0);
  const n = legal(play(after, column)).length;
  return n === 1
    ? `Checked: the only answer to ${first.cell} loses.`
    : `Checked: all ${n} answers to ${first.cell} lose.`;
}
