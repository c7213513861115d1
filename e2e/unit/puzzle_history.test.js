import assert from "node:assert/strict";
import { test } from "node:test";

import {
  dayStreak,
  finished,
  isPuzzleHistory,
  NO_PUZZLES,
  nSolved,
} from "../../crates/foursight-web/page/core/puzzle_history.js";

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
