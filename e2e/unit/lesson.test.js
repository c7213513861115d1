import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answer,
  givenUp,
  mistakes,
  newLesson,
  nextMistake,
  nextTask,
  task,
  tried,
} from "../../crates/foursight-web/page/core/lesson.js";
import { gradedMove } from "./examples.js";

const accuracy = {
  n_graded: 0,
  best: 0,
  good: 0,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 0,
  best_share: null,
  kept_share: null,
};
const review = {
  pos: "",
  moves: [
    gradedMove({ mark: "best", symbol: "" }),
    null,
    gradedMove({ ply: 2 }),
    gradedMove({ ply: 3, player: "yellow" }),
  ],
  evaluation: [],
  accuracy: { red: accuracy, yellow: accuracy },
  complete: true,
};

test("mistakes are the marked moves of a side", () => {
  assert.deepEqual(
    mistakes(review, ["red"]).map((found) => found?.ply),
    [2],
  );
  assert.deepEqual(
    [0, 3, 4].map((ply) => nextMistake(review, ply)),
    [2, 3, 2],
  );
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
  assert.equal(task(nextTask(lesson)), null);
});
