// A puzzle in words.

/** @import { Puzzle } from "../net/api.js" */

/** @param {Puzzle} puzzle */
export function taskInWords({ to_move, goal }) {
  const side = to_move === "red" ? "Red" : "Yellow";
  return `${side} to move: only one move ${goal === "win" ? "wins" : "does not lose"}`;
}

/**
 * The words before the first try.
 *
 * @param {Puzzle} puzzle
 * @param {import("./puzzle_history.js").PuzzleHistory} history
 */
export function invitation({ id, difficulty }, { puzzles }) {
  const past = { solved: "You have solved it before. ", failed: "You have tried it before. " };
  const result = puzzles[String(id)];
  return `Difficulty ${difficulty} of 5. ${result ? past[result] : ""}Play your move on the board.`;
}
