import assert from "node:assert/strict";
import { test } from "node:test";

import { after, readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import {
  checkedInWords,
  decidedInWords,
  decisiveOf,
  headline,
  storyOf,
} from "../../crates/foursight-web/page/core/story.js";
import { gradedMove } from "./examples.js";

/** @typedef {import("../../crates/foursight-web/wire").Why} Why */

const before = after(STANDARD, readMoves("7443", STANDARD));
const mistake = gradedMove({ ply: 4, column: 4, best: 0, score: -18, best_columns: [2] });
/** @type {Why} */
const why = {
  pos: "74434",
  kind: "certain",
  complete: true,
  hero: "yellow",
  claim: "wins",
  idea: "double threat",
  sentences: [],
  parts: [
    { kind: "reason", text: "Yellow plays b1 and then completes a line in a1 or e1.", items: [] },
    { kind: "better", text: "Only b1 held the draw: it takes the cell.", items: [] },
  ],
  better: 2,
  better_question: null,
  overlay: { rings: ["a1", "e1"], arrows: [], links: [], steps: [{ cell: "b1", player: "yellow" }] },
  line: "251",
  line_cells: ["b1", "e1", "a1"],
  n_positions: 1,
  plan_positions: null,
  strategies: null,
};

test("a mistake has a headline", () => {
  for (const [more, words] of /** @type {const} */ ([
    [{}, "d3 gave the draw away."],
    [{ best: 3 }, "d3 gave the win away."],
    [{ mark: "missed_win" }, "d3 missed an immediate win."],
    [{ mark: "missed_block" }, "d3 did not stop Yellow."],
  ]))
    assert.equal(headline({ ...mistake, ...more }, before), words);
});

test("the reason does not tell what was better before that was found", () => {
  assert.deepEqual(storyOf(mistake, before, why, false), why.parts.slice(0, 1));
  assert.deepEqual(storyOf(mistake, before, why, true), why.parts);
  const bare = { ...why, parts: why.parts.slice(1) };
  const [told] = storyOf(mistake, before, bare, false);
  assert.equal(told.text, "d3 gave the draw away.");
});

test("what was checked is told only of a win that begins with a disc", () => {
  const position = after(STANDARD, readMoves("74434", STANDARD));
  assert.equal(checkedInWords(why, position), "Checked: all 7 answers to b1 lose.");
  for (const more of /** @type {Partial<Why>[]} */ ([
    { kind: "example" },
    { claim: "holds" },
    { hero: "red" },
  ]))
    assert.equal(checkedInWords({ ...why, ...more }, position), "");
});

test("the mistake that decided a game is the last one after which the loser was lost", () => {
  const moves = [0, 1, 2, 3, 4].map((ply) =>
    gradedMove({ ply, player: ply % 2 ? "yellow" : "red", score: ply === 4 ? 1 : -2 }),
  );
  const evaluation = [1, -2, 2, -2, 2, -1];
  const review = /** @type {any} */ ({ moves, mistakes: [4, 1, 2, 0], evaluation });
  for (const [loser, ply] of /** @type {const} */ ([
    ["red", 2],
    ["yellow", 1],
  ]))
    assert.equal(decisiveOf(review, loser)?.ply, ply);
  assert.equal(decisiveOf({ ...review, mistakes: [4] }, "red")?.ply, 4, "lost on time, or resigned");
  assert.equal(decisiveOf({ ...review, mistakes: [] }, "red"), null);
  const known = (/** @type {number} */ ply) => evaluation.map((score, index) => (index < ply ? null : score));
  assert.equal(decisiveOf({ ...review, evaluation: known(2) }, "red")?.ply, 2);
  assert.equal(decisiveOf({ ...review, evaluation: known(4) }, "red"), null, "red may have been saved since");
});

test("a game is told in a sentence, to whoever played it", () => {
  const block = { ...why, idea: "four in a row", line_cells: ["e1"] };
  const far = { ...why, idea: "zugzwang" };
  for (const [reason, person, words] of /** @type {const} */ ([
    [why, "red", "You lost at move 5: d3 gave Yellow b1 and then a1 or e1."],
    [why, "yellow", "You won at move 5: d3 gave you b1 and then a1 or e1."],
    [why, null, "Red lost at move 5: d3 gave Yellow b1 and then a1 or e1."],
    [block, "red", "You lost at move 5: d3 let Yellow complete a line in e1."],
    [far, "red", "You lost at move 5: d3 gave the draw away."],
  ]))
    assert.equal(decidedInWords(mistake, before, reason, person), words);
});
