import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cellsToSee,
  hintAfter,
  isShortRefutation,
  missedInWords,
} from "../../crates/foursight-web/page/core/exercise.js";

/** @import { Exercise, Why } from "../../crates/foursight-web/wire" */

/** @param {Partial<Exercise>} parts @returns {Exercise} */
const exercise = (parts) => ({
  id: 1,
  pos: "1411444443352",
  to_move: "yellow",
  goal: "win",
  words: "",
  idea: "four in a row",
  solution: 6,
  trap: null,
  ...parts,
});

/** @param {any} parts */
const why = (parts) => /** @type {Why} */ ({ tier: 0, claim: "wins", hero: "red", ...parts });

test("only a missed four names what was missed", () => {
  assert.equal(missedInWords(exercise({})), "c1, d1 and e1 were waiting for f1.");
  const other = { pos: "725346443444", solution: 5, idea: "double threat" };
  assert.equal(missedInWords(exercise(other)), "");
});

test("only what a learner can follow refutes a disc", () => {
  assert.ok(isShortRefutation(why({ tier: 2 }), "yellow"));
  for (const [parts, side] of /** @type {const} */ ([
    [{ tier: 3 }, "yellow"],
    [{ claim: "holds" }, "yellow"],
    [{}, "red"],
    [{ claim: null, hero: null }, "yellow"],
  ])) {
    assert.ok(!isShortRefutation(why(parts), side), JSON.stringify(parts));
  }
});

test("each miss tells more", () => {
  const hints = [0, 1, 2, 3, 4].map((n) => hintAfter(exercise({}), n));
  assert.deepEqual(hints, ["", "", "Look at the marked cells.", "Try column f.", "Try column f."]);
  const overlay = { rings: ["c1", "d1", "e1", "f1"], arrows: [["a1", "a2"]], links: [], steps: [] };
  assert.deepEqual(cellsToSee(why({ overlay }), exercise({})), {
    rings: ["c1", "d1", "e1"],
    arrows: [],
    links: [],
    steps: [],
    hero: "red",
  });
});
