import assert from "node:assert/strict";
import { test } from "node:test";

import { lookingAt, newGame, PEOPLE, played } from "../../crates/foursight-web/page/core/game.js";
import { givenUp, lessonOn } from "../../crates/foursight-web/page/core/review.js";
import { mistakeAt, notesOf } from "../../crates/foursight-web/page/core/notes.js";
import { shown } from "../../crates/foursight-web/page/core/game.js";
import { STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import { gradedMove } from "./examples.js";

/** @typedef {import("../../crates/foursight-web/page/net/api.js").Review} Review */

const game = [0, 3].reduce(played, newGame(STANDARD, PEOPLE));
const mistake = gradedMove({ ply: 0, column: 1, best_columns: [4], best: 3 });
const review = /** @type {Review} */ ({ mistakes: [0], moves: [mistake, gradedMove({ ply: 1 })] });

/** @param {number} ply @param {Partial<Parameters<typeof notesOf>[0]>} [more] */
function notesAt(ply, more) {
  const here = lookingAt(game, ply);
  return notesOf({ game: here, review, lesson: null, isAnalyzing: true, position: shown(here), ...more });
}

test("the disc of a mistake has its mark while it is the last one, and is analyzed", () => {
  assert.deepEqual(notesAt(1).mistake, { cell: [0, 0], symbol: "??" });
  assert.equal(notesAt(2).mistake, null);
  assert.equal(notesAt(1, { isAnalyzing: false }).mistake, null);
  assert.equal(notesAt(1, { review: null }).mistake, null);
  assert.equal(mistakeAt(lookingAt(game, 1), review), mistake);
});

test("a lesson flags what was better once it is told, and only what wins or holds", () => {
  const lesson = lessonOn([mistake]);
  assert.deepEqual(notesAt(0, { lesson }).flags, []);
  assert.deepEqual(notesAt(0, { lesson: givenUp(lesson) }).flags, [{ column: 3, words: "d1 wins" }]);
  const flagged = (/** @type {Partial<typeof mistake>} */ more) =>
    notesAt(0, { lesson: givenUp(lessonOn([{ ...mistake, ...more }])) }).flags.map(({ words }) => words);
  assert.deepEqual(flagged({ best: 0 }), ["d1 holds"]);
  assert.deepEqual(flagged({ best: -3 }), []);
  assert.deepEqual(flagged({ best_columns: [1, 2, 3, 4] }), []);
});
