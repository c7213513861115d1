import assert from "node:assert/strict";
import { test } from "node:test";

import {
  chapterOf,
  exercisesOf,
  isLearned,
  learnedWith,
  nextExercise,
  nLearned,
  NOTHING,
} from "../../crates/foursight-web/page/core/learned.js";
import { isDailyResult, resultToShare } from "../../crates/foursight-web/page/core/daily_result.js";

/** @param {number} id @returns {import("../../crates/foursight-web/wire").Exercise} */
const exercise = (id) => ({
  id,
  pos: "4".repeat(id),
  to_move: "red",
  goal: "win",
  words: "",
  idea: "",
  solution: 1,
  trap: null,
});
const path = [
  { title: "One", lesson: "", exercises: [exercise(1), exercise(2)] },
  { title: "Two", lesson: "", exercises: [exercise(3)] },
];

test("the next exercise is the next open one, from the start again after the end", () => {
  const [one, two, three] = exercisesOf(path);
  assert.equal(nextExercise(path, NOTHING, 0), one);
  const learned = learnedWith(NOTHING, one.pos);
  assert.equal(nextExercise(path, learned, 0), two);
  assert.equal(nextExercise(path, learned, 2), three);
  assert.equal(nextExercise(path, learnedWith(learned, three.pos), 3), two);
  const all = { [one.pos]: "clean", [two.pos]: "clean", [three.pos]: "solved" };
  assert.ok(isLearned(all));
  assert.equal(nextExercise(path, all, 1), null);
  assert.equal(nLearned(path, all), 3);
  assert.equal(chapterOf(path, three)?.title, "Two");
});

test("what else may lie in the storage is not learned", () => {
  for (const wrong of [null, 1, { 44: 1 }]) assert.equal(isLearned(wrong), false);
});

test("a daily result says how it went and nothing of the solution", () => {
  const result = { day: "2026-11-22", tries: [true, false, true] };
  assert.equal(
    resultToShare(result, 1, "https://four.test/daily"),
    "Foursight 2026-11-22: ✅❌✅\nhttps://four.test/daily",
  );
  assert.match(resultToShare(result, 3, ""), /✅❌✅, 3 days in a row\n/);
  assert.ok(isDailyResult(result) && isDailyResult(null) && !isDailyResult({}));
});
