import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluationInWords, givenAway, scoreText } from "../../crates/foursight-web/page/core/score.js";
import { STANDARD } from "../../crates/foursight-web/page/core/rules.js";

test("a result on the board is told as one, and scores have a sign", () => {
  assert.equal(evaluationInWords(18, STANDARD, 7), "red has won");
  assert.deepEqual([-2, 0, 1].map(scoreText), ["−2", "0", "+1"]);
});

test("a column gives a result away if its own is worse", () => {
  const moves = [4, -2, 0, null].map((score, i) => ({ column: i + 1, score }));
  const gone = (/** @type {number | null} */ score) =>
    [0, 1, 2, 3, 4].map((c) => givenAway({ score, moves }, c));
  assert.deepEqual(gone(4), [null, "win", "win", null, null]);
  assert.deepEqual(gone(0), [null, "draw", null, null, null]);
  assert.deepEqual(gone(-2), Array(5).fill(null));
  assert.deepEqual(gone(null), Array(5).fill(null));
});
