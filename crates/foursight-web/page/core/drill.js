// A drill: a person finds the disc that wins, or that does not lose, and then the next one, against the best defense.
//
// Drills are values, like games.

import { cellName } from "./overlay.js";
import { lastCell, legal, play } from "./rules.js";

/** @import { Position } from "./rules.js" */
/** @import { MoveBody as MoveScore } from "../../wire" */
/** @typedef {"win" | "hold"} Goal */

/**
 * @typedef {object} Drill
 * @property {Goal} goal
 * @property {readonly Position[]} positions the one of the task, then the one after each disc of both sides
 * @property {Position | null} wrong the position after a wrong disc, until that is taken back
 * @property {readonly boolean[]} tries whether each disc of the person's was right
 * @property {string} [stopped] the cell of the right disc, while the board shows what would have happened without it
 * @property {"open" | "checking" | "answering" | "wrong" | "solved" | "shown"} state `shown` if it was given up
 */

/** @param {Position} position @param {Goal} goal @returns {Drill} */
export function newDrill(position, goal) {
  return { goal, positions: [position], wrong: null, tries: [], state: "open" };
}

/** The position after the last right disc. @param {Drill} drill */
export function latest({ positions }) {
  return positions[positions.length - 1];
}

/** The position on the board. @param {Drill} drill */
export function shown(drill) {
  return drill.wrong ?? latest(drill);
}

/** The drill after a person's disc that is not judged yet. @param {Drill} drill @param {number} column @returns {Drill} */
export function dropped(drill, column) {
  return { ...drill, wrong: play(latest(drill), column), state: "checking" };
}

/**
 * The drill after judging that disc. It is solved by a line, by a full board, or with the disc that `isLast`.
 *
 * @param {Drill} drill
 * @param {boolean} isRight
 * @param {boolean} [isLast]
 * @returns {Drill}
 */
export function judged(drill, isRight, isLast = false) {
  const { positions, wrong } = drill;
  const tries = [...drill.tries, isRight];
  if (!isRight || !wrong) return { ...drill, tries, state: "wrong" };
  const state = wrong.outcome || isLast ? "solved" : "answering";
  return { ...drill, positions: [...positions, wrong], wrong: null, tries, state };
}

/** The drill after the other side's disc. @param {Drill} drill @param {number} column @returns {Drill} */
export function answered(drill, column) {
  const next = play(latest(drill), column);
  return { ...drill, positions: [...drill.positions, next], state: next.outcome ? "solved" : "open" };
}

/** The drill without the wrong disc, or without one that could not be judged. @param {Drill} drill @returns {Drill} */
export function takenBack(drill) {
  return { ...drill, wrong: null, state: "open" };
}

/** The drill from the task on, with the right disc shown. @param {Drill} drill @param {number} column @returns {Drill} */
export function givenUp(drill, column) {
  const [task] = drill.positions;
  return { ...drill, positions: [task, play(task, column)], wrong: null, state: "shown" };
}

/** The drill when there is nothing left to find: whatever the person plays holds. @param {Drill} drill @returns {Drill} */
export function solved(drill) {
  return { ...drill, state: "solved" };
}

/** The solved drill with a wrong disc, to show what the right one has stopped. @param {Drill} drill @param {number} column @returns {Drill} */
export function without(drill, column) {
  const [task] = drill.positions;
  return { ...drill, positions: [task, play(task, column)], stopped: lastName(drill) };
}

/** Whether all discs were right at the first try. @param {Drill} drill */
export function isClean({ tries }) {
  return tries.every(Boolean);
}

/** The number of wrong discs while the task itself is open. @param {Drill} drill */
export function nMisses({ positions, tries }) {
  return positions.length === 1 ? tries.length : 0;
}

/**
 * The columns that keep the result, null if that is not known for all moves.
 *
 * @param {readonly MoveScore[]} moves of the side that drills
 * @param {Goal} goal
 */
export function keepingColumns(moves, goal) {
  const least = goal === "win" ? 1 : 0;
  if (moves.some(({ lower, upper }) => lower < least && upper >= least)) return null;
  return moves.filter(({ lower }) => lower >= least).map(({ column }) => column - 1);
}

/** Whether nothing can go wrong any longer. @param {Drill} drill @param {readonly number[]} keeping */
export function isSettled(drill, keeping) {
  return drill.goal === "hold" && keeping.length === legal(latest(drill)).length;
}

/**
 * The best defense: the move with the highest score; of these, one that blocks what can be blocked, near the center if
 * there is still a choice; null if it is unknown.
 *
 * @param {readonly MoveScore[]} moves of the side that defends
 * @param {Position} position
 */
export function bestReply(moves, position) {
  const middle = (position.size.width - 1) / 2;
  const known = moves.flatMap(({ column, score }) => {
    if (score === null) return [];
    const next = play(position, column - 1);
    const nOpen = legal(next).filter((answer) => play(next, answer).lines.length > 0).length;
    return [{ column: column - 1, score, nOpen }];
  });
  const distance = (/** @type {number} */ column) => Math.abs(column - middle);
  known.sort((a, b) => b.score - a.score || a.nOpen - b.nOpen || distance(a.column) - distance(b.column));
  return known[0]?.column ?? null;
}

/** The words for a drill, after the last attempt. @param {Drill} drill */
export function drillInWords(drill) {
  const { state, goal } = drill;
  const nRight = drill.tries.filter(Boolean).length;
  switch (state) {
    case "checking":
      return "Checking…";
    case "answering":
      return "Right! Now the answer…";
    case "wrong":
      return `${lastName(drill)} ${goal === "win" ? "does not win" : "loses"}.`;
    case "solved":
      return drill.stopped ? `Solved. Without ${drill.stopped}, this could happen.` : "Solved.";
    case "shown":
      return `${lastName(drill)} ${goal === "win" ? "wins" : "holds"}.`;
    case "open":
      return nRight > 0 ? `Right. Go on: ${goal === "win" ? "win" : "hold"} against the best defense.` : "";
  }
}

/** The cell of the last disc. @param {Drill} drill */
function lastName(drill) {
  const cell = lastCell(shown(drill));
  return cell ? cellName(cell) : "";
}
