// The story of a mistake: what it gave away, how, and what was better.

import { cellOf, landing } from "./overlay.js";
import { listed } from "./questions.js";
import { legal, other, play } from "./rules.js";
import { verdict } from "./score.js";
import { nameTo } from "./status.js";
import { withoutBetter } from "./walk.js";

/** @import { GradedMove } from "../net/api.js" */
/** @import { Color, Position } from "./rules.js" */
/** @import { Why } from "../../wire" */

/** These cells: `b1 or c2`. @param {Position} position @param {readonly number[]} columns from 1 */
export function cellsInWords(position, columns) {
  const names = columns.map((column) => landing(position, column - 1));
  return listed(names, "or");
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

/** Stands for a map of replies, a plan or an example, which nobody can repeat. */
export const LONG = "There is no short reason, only long play. Remember the better disc, or play it out.";

/** The lowest tier of those. */
const LONG_TIER = 5;

/** The sentences of a mistake's reason to read one by one, but not what was better. @param {Why} why @returns {Why["parts"]} */
export function shortStory(why) {
  return why.tier < LONG_TIER ? withoutBetter(why) : [{ kind: "result", text: LONG, items: [] }];
}

/** The move that would have been replaced. @param {GradedMove} move @param {Position} before */
export function insteadOf({ column }, before) {
  return `Instead of ${landing(before, column - 1)}`;
}

/** The replies that the checker tried, in words; empty if there were none. @param {Why} why @param {Position} after the mistake */
export function checkedInWords({ kind, claim, hero, overlay }, after) {
  const [first] = overlay.steps;
  if (kind !== "certain" || claim !== "wins" || first?.player !== hero) return "";
  const n = legal(play(after, cellOf(first.cell)[0])).length;
  return n === 1
    ? `Checked: the only answer to ${first.cell} loses.`
    : `Checked: all ${n} answers to ${first.cell} lose.`;
}
