import assert from "node:assert/strict";
import { test } from "node:test";

import { invitation, taskInWords } from "../../crates/foursight-web/page/core/puzzle.js";
import { NO_PUZZLES } from "../../crates/foursight-web/page/core/puzzle_history.js";

/** @type {import("../../crates/foursight-web/wire").PuzzleBody} */
const puzzle = {
  id: 1,
  pos: "",
  size: "7x6",
  connect: 4,
  difficulty: 1,
  words: "",
  to_move: "red",
  goal: "draw",
};

test("a puzzle in words", () => {
  assert.equal(taskInWords(puzzle), "Red to move: only one move does not lose");
  assert.equal(
    taskInWords({ ...puzzle, to_move: "yellow", goal: "win" }),
    "Yellow to move: only one move wins",
  );
  assert.equal(invitation(puzzle, NO_PUZZLES), "Difficulty 1 of 5. Play your move on the board.");
  assert.match(invitation(puzzle, { ...NO_PUZZLES, puzzles: { 1: "failed" } }), /You have tried it before/);
});
