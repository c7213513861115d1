import assert from "node:assert/strict";
import { test } from "node:test";

import {
  counts,
  dayStreak,
  finished,
  isPuzzleHistory,
  NO_PUZZLES,
} from "../../crates/foursight-web/page/core/puzzle_history.js";

test("only the first try of a puzzle counts", () => {
  let history = finished(NO_PUZZLES, "1", true, null);
  history = finished(history, "2", true, null);
  history = finished(history, "3", false, null);
  history = finished(history, "3", true, null);
  history = finished(history, "4", true, null);
  assert.deepEqual(counts(history), { nSolved: 3, nFailed: 1 });
  assert.equal(history.streak, 1);
  assert.equal(history.best, 2);
});

test("days in a row last until the end of the next day", () => {
  let history = finished(NO_PUZZLES, "a", true, "2026-02-28");
  history = finished(history, "b", true, "2026-03-01");
  assert.equal(dayStreak(history, "2026-03-01"), 2);
  assert.equal(dayStreak(history, "2026-03-02"), 2);
  assert.equal(dayStreak(history, "2026-03-03"), 0);
});

test("what else may lie in the storage is no history", () => {
  for (const value of [
    null,
    3,
    "x",
    {},
    { puzzles: {}, days: {}, streak: "1", best: 0 },
    { puzzles: null, days: {}, streak: 1, best: 1 },
  ]) {
    assert.equal(isPuzzleHistory(value), false, JSON.stringify(value));
  }
  assert.equal(isPuzzleHistory(NO_PUZZLES), true);
});
