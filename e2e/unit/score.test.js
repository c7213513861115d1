import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluationInWords, givenAway, scoreText } from "../../crates/foursight-web/page/core/score.js";
import { STANDARD } from "../../crates/foursight-web/page/core/rules.js";

test("evaluations in words, from red's view", () => {
  for (const [score, ply, words] of /** @type {const} */ ([
    [0, 5, "draw"],
    [1, 0, "red wins in 21 moves"],
    [18, 6, "red wins in 1 move"],
    [18, 7, "red has won"],
    [-3, 23, "yellow wins in 8 moves"],
    [-18, 7, "yellow wins in 1 move"],
  ])) {
    assert.equal(evaluationInWords(score, STANDARD, ply), words, `${score} at ply ${ply}`);
  }
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

test("scores have a sign", () => {
  assert.deepEqual([-2, 0, 1].map(scoreText), ["−2", "0", "+1"]);
});
