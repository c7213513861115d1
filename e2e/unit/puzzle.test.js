import { test } from "node:test";
import {
  dayStreak,
  finished,
  invitation,
  isPuzzleHistory,
  NO_PUZZLES,
  nSolved,
  taskInWords,
} from "../../crates/foursight-web/page/core/puzzle.js";

/** @type {import("../../crates/foursight-web/wire").PuzzleBody} */
const puzzle = {
  id: 1,
  pos: "",
  size: "7x6",
  connect: 4,
  difficulty: 1,
  words: "",
  to_move: "red",
  goal: "win",
};

test("a puzzle in words", () => {
  assert.equal(taskInWords(puzzle), "Red to move: only one move wins");
  assert.equal(taskInWords({ ...puzzle, to_move: "yellow" }), "Yellow to move: only one move wins");
  assert.equal(invitation(puzzle, NO_PUZZLES), "Difficulty 1 of 5. Play your move on the board.");
  assert.match(invitation(puzzle, { ...NO_PUZZLES, puzzles: { 1: "failed" } }), /You have tried it before/);
});

import assert from "node:assert/strict";

test("a puzzle that was given up counts once it is solved, and stays solved", () => {
  let history = finished(NO_PUZZLES, "1", true, null);
  history = finished(history, "2", false, null);
  assert.equal(nSolved(history), 1);
  history = finished(finished(history, "2", true, null), "1", false, null);
  assert.equal(nSolved(history), 2);
});

test("days in a row last until the end of the next day", () => {
  let history = finished(NO_PUZZLES, "a", true, "2026-02-28");
  history = finished(history, "b", true, "2026-03-01");
  assert.equal(dayStreak(history, "2026-03-01"), 2);
  assert.equal(dayStreak(history, "2026-03-02"), 2);
  assert.equal(dayStreak(history, "2026-03-03"), 0);
});

test("what else may lie in the storage is no history", () => {
  for (const value of [null, 3, "x", {}, { puzzles: {} }, { puzzles: null, days: {} }]) {
    assert.equal(isPuzzleHistory(value), false, JSON.stringify(value));
  }
  assert.equal(isPuzzleHistory(NO_PUZZLES), true);
});
