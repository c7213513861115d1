import assert from "node:assert/strict";
import { test } from "node:test";

import { answerInWords, follow, sequel, taskInWords } from "../../crates/foursight-web/page/core/puzzle.js";
import { readMoves, STANDARD, writeMoves } from "../../crates/foursight-web/page/core/rules.js";

const attempt = { correct: false, solution: null, score: 0, words: "draws", refutation: null, line: null };

test("what follows a column, as far as it can be played", () => {
  const start = readMoves("445566", STANDARD);
  for (const [text, line] of /** @type {const} */ ([
    ["", ""],
    ["4", "4"],
    ["131", "131"],
    ["1777", "1777"],
    ["71", "7"],
  ])) {
    assert.equal(writeMoves(follow(STANDARD, start, text)), line, text);
  }
});

test("a reply in the column of a wrong move is shown too", () => {
  assert.equal(sequel(3, { ...attempt, refutation: "43" }), "443");
  assert.equal(sequel(3, { ...attempt, correct: true, line: "443" }), "443");
});

test("a puzzle and its answers in words", () => {
  const puzzle = { id: 1, pos: "", size: "7x6", connect: 4, difficulty: 1, words: "" };
  assert.equal(
    taskInWords({ ...puzzle, to_move: "red", goal: "draw" }),
    "Red to move: find the one move that saves the draw",
  );
  assert.equal(
    answerInWords(3, { ...attempt, correct: true, words: "wins in 3 moves" }),
    "Right! Column 4 wins in 3 moves.",
  );
  assert.equal(
    answerInWords(0, { ...attempt, words: "loses in 2 moves", refutation: "243" }),
    "Not column 1: it loses in 2 moves. The reply is column 2.",
  );
});
