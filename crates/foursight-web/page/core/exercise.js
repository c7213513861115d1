// What a learner is told about a wrong disc and before the next try. Every word is about the task and what lies on the
// board: no rules, no plans, no lines of play.

import { cellName, columnLetter, namesOf } from "./overlay.js";
import { after, readMoves, STANDARD } from "./rules.js";

/** @import { Exercise, Why } from "../../wire" */
/** @import { Color } from "./rules.js" */

/** The highest tier of a reason that a learner can follow: at most three forced answers. */
const MAX_TIER = 2;

/** Whether a reason says in a sentence how the other side beats a wrong disc. @param {Why} why @param {Color} side who tried */
export function isShortRefutation({ tier, claim, hero }, side) {
  return tier <= MAX_TIER && claim === "wins" && hero !== side;
}

/** What is said of a disc that does not win what could be won, and that nothing short refutes. */
export const SAFE = "Safe for now, but not the task.";

/** What a wrong disc has missed, where that says more than what it allows; else empty. @param {Exercise} exercise */
export function missedInWords({ pos, goal, idea, solution }) {
  if (goal === "hold" || idea !== "four in a row") return "";
  const moves = [...readMoves(pos, STANDARD), solution - 1];
  const four = namesOf(moves)[moves.length - 1];
  const [line] = after(STANDARD, moves).lines;
  const waiting = line.map(cellName).filter((cell) => cell !== four);
  return `${waiting.join(", ").replace(/, (?=\w+$)/, " and ")} were waiting for ${four}.`;
}

/** The hint before the next try. @param {Exercise} exercise @param {number} nMisses */
export function hintAfter({ solution }, nMisses) {
  if (nMisses < 2) return "";
  return nMisses === 2 ? "Look at the marked cells." : `Try column ${columnLetter(solution - 1)}.`;
}

/** The cells where to look: those of the reason that is taught, but not the solution. @param {Why} why @param {Exercise} exercise */
export function cellsToSee({ overlay, hero }, { solution }) {
  const letter = columnLetter(solution - 1);
  const rings = overlay.rings.filter((cell) => !cell.startsWith(letter));
  return { rings, arrows: [], links: [], steps: [], hero };
}
