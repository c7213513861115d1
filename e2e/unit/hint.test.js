import assert from "node:assert/strict";
import { test } from "node:test";

import { hintFrom } from "../../crates/foursight-web/page/core/hint.js";

/** @typedef {import("../../crates/foursight-web/page/net/api.js").Analysis} Analysis */

/** @param {Partial<Analysis>} more @param {string[]} words of the moves, from the left */
function analysis(more, words = []) {
  const moves = words.map((words, i) => {
    return { column: i + 1, score: null, lower: -9, upper: 9, words, best: false, line: "" };
  });
  return /** @type {Analysis} */ ({ advice: null, guess: null, words: "undecided", moves, ...more });
}

test("a hint says what is best or, while that is not proved, what the strongest level would play", () => {
  const advice = { columns: [4], recommended: [4], words: "column 4 wins in 20 moves" };
  for (const [known, columns, words] of /** @type {const} */ ([
    [analysis({ advice }), [3], "Hint: column 4 wins in 20 moves"],
    [
      analysis({ guess: 5 }, ["undecided", "undecided"]),
      [4],
      "Hint: level 10 would play column 5 (not proved)",
    ],
    [
      analysis({ guess: 10 }, ["loses in 3 moves", "undecided", "draws or loses"]),
      [9],
      "Hint: level 10 would play column a (not proved); column 1 loses in 3 moves, column 3 draws or loses",
    ],
  ])) {
    assert.deepEqual(hintFrom(known), { columns, words });
  }
});
