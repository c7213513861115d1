import assert from "node:assert/strict";
import { test } from "node:test";

import {
  counts,
  dayStreak,
  finished,
  isProgress,
  NOTHING,
} from "../../crates/foursight-web/page/core/progress.js";

test("only the first try of a puzzle counts", () => {
  let progress = finished(NOTHING, "1", true, null);
  progress = finished(progress, "2", true, null);
  progress = finished(progress, "3", false, null);
  progress = finished(progress, "3", true, null);
  progress = finished(progress, "4", true, null);
  assert.deepEqual(counts(progress), { nSolved: 3, nFailed: 1 });
  assert.equal(progress.streak, 1);
  assert.equal(progress.best, 2);
});

test("days in a row last until the end of the next day", () => {
  let progress = finished(NOTHING, "a", true, "2026-02-28");
  progress = finished(progress, "b", true, "2026-03-01");
  assert.equal(dayStreak(progress, "2026-03-01"), 2);
  assert.equal(dayStreak(progress, "2026-03-02"), 2);
  assert.equal(dayStreak(progress, "2026-03-03"), 0);
});

test("what else may lie in the storage is no progress", () => {
  for (const value of [
    null,
    3,
    "x",
    {},
    { puzzles: {}, days: {}, streak: "1", best: 0 },
    { puzzles: null, days: {}, streak: 1, best: 1 },
  ]) {
    assert.equal(isProgress(value), false, JSON.stringify(value));
  }
  assert.equal(isProgress(NOTHING), true);
});
