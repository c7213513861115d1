import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluationInWords, scoreText } from "../../crates/foursight-web/page/core/score.js";
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

test("scores have a sign", () => {
  assert.deepEqual([-2, 0, 1].map(scoreText), ["−2", "0", "+1"]);
});
