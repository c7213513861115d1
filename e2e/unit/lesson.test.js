import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answer,
  givenUp,
  lessonFor,
  mistakes,
  newLesson,
  nextMistake,
  nextTask,
  task,
  tried,
} from "../../crates/foursight-web/page/core/lesson.js";
import { remarkOn } from "../../crates/foursight-web/page/core/remark.js";
import { gradedMove } from "./examples.js";

const accuracy = {
  n_graded: 0,
  best: 0,
  good: 0,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 0,
  missed_blocks: 0,
  missed_wins: 0,
  best_share: null,
  kept_share: null,
};
const review = {
  pos: "",
  moves: [
    gradedMove({ mark: "inaccuracy", symbol: "?!" }),
    null,
    gradedMove({ ply: 2 }),
    gradedMove({ ply: 3, player: "yellow" }),
    gradedMove({ ply: 4, mark: "missed_win", symbol: "???" }),
  ],
  mistakes: [4, 2, 3],
  evaluation: [],
  accuracy: { red: accuracy, yellow: accuracy },
  complete: true,
};

test("a lesson begins with the worst mistake of a side, and an inaccuracy is none", () => {
  const plies = (/** @type {("red" | "yellow")[]} */ sides) => mistakes(review, sides).map(({ ply }) => ply);
  assert.deepEqual(plies(["red"]), [4, 2]);
  assert.deepEqual(plies(["yellow"]), [3]);
  assert.equal(task(newLesson(review, ["red", "yellow"]))?.ply, 4);
});

test("the next mistake is that of the next move, and an inaccuracy is none", () => {
  assert.deepEqual(
    [0, 3, 4, 5].map((ply) => nextMistake(review, ply)),
    [2, 3, 4, 2],
  );
});

test("a remark names what had to be played, or the best columns", () => {
  assert.equal(remarkOn(gradedMove({})), "");
  const [remark, remedy] = ["missed four in a row", "column 5 won at once"];
  assert.equal(remarkOn(gradedMove({ remark, remedy })), `${remark}: ${remedy}`);
  const lost = { remark: "turned a win into a loss", best_columns: [4] };
  assert.equal(remarkOn(gradedMove(lost)), "turned a win into a loss; column 4 was best");
  const two = remarkOn(gradedMove({ ...lost, best_columns: [1, 3, 6] }));
  assert.match(two, /; columns 1, 3 and 6 were best$/);
});

test("a column that keeps the result is good, if not the best", () => {
  assert.deepEqual(
    [0, 2, 3, 4, 5].map((column) => answer(gradedMove({}), column)),
    ["wrong", "good", "best", "wrong", "wrong"],
  );
});

test("a lesson goes on after each mistake", () => {
  let lesson = tried(newLesson(review, ["red", "yellow"]), 0);
  assert.equal(lesson.state, "open");
  lesson = tried(lesson, 3);
  assert.equal(lesson.state, "found");
  lesson = givenUp(nextTask(lesson));
  assert.equal(lesson.state, "shown");
  assert.equal(task(nextTask(nextTask(lesson))), null);
});

test("mistakes whose reason is certain come first", () => {
  const certain = /** @type {any} */ ({ kind: "certain" });
  const moves = [gradedMove({ ply: 0 }), gradedMove({ ply: 1, player: "yellow", why: certain })];
  const explained = {
    ...review,
    moves: [...moves, gradedMove({ ply: 2, why: certain })],
    mistakes: [0, 2, 1],
  };
  const plies = lessonFor(explained, null).moves.map(({ ply }) => ply);
  assert.deepEqual(plies, [2, 1, 0]);
  assert.deepEqual(
    lessonFor(explained, "yellow").moves.map(({ ply }) => ply),
    [1],
  );
});

test("a missed win is certain without a reason", () => {
  const certain = /** @type {any} */ ({ kind: "certain" });
  const missed = gradedMove({ ply: 1, mark: "missed_win" });
  const explained = { ...review, moves: [gradedMove({ ply: 0, why: certain }), missed], mistakes: [1, 0] };
  const plies = lessonFor(explained, null).moves.map(({ ply }) => ply);
  assert.deepEqual(plies, [1, 0]);
});
