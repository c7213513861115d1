import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answer,
  flipped,
  givenUp,
  lessonFor,
  lessonOn,
  mistakes,
  nextMistake,
  nextTask,
  practiced,
  remarkOn,
  task,
  tried,
} from "../../crates/foursight-web/page/core/review.js";
import { newGame, PEOPLE, played, shown } from "../../crates/foursight-web/page/core/game.js";
import { notesOf } from "../../crates/foursight-web/page/core/notes.js";
import { after, empty, readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
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
  version: 1,
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
  lesson: null,
  complete: true,
};
/** @type {import("../../crates/foursight-web/wire").Lesson} */
const lesson = {
  ply: 0,
  player: "red",
  kind: "unstoppable",
  better: 2,
  headline: "You lost with a1.",
  pattern: null,
  since: null,
  lost_by: null,
  why: null,
  counted: null,
};

test("mistakes come in the order of play, and an inaccuracy is none", () => {
  const plies = (/** @type {("red" | "yellow")[]} */ sides) => mistakes(review, sides).map(({ ply }) => ply);
  assert.deepEqual(plies(["red"]), [2, 4]);
  assert.deepEqual(plies(["yellow"]), [3]);
});

test("the next mistake is that of the next move, and an inaccuracy is none", () => {
  assert.deepEqual(
    [0, 3, 4, 5].map((ply) => nextMistake(review, ply)),
    [2, 3, 4, 2],
  );
});

test("a remark names what had to be played, or the best cells", () => {
  const board = empty(STANDARD);
  assert.equal(remarkOn(gradedMove({}), board), "");
  for (const [mark, remark, best_columns, words] of /** @type {const} */ ([
    ["missed_win", "missed four in a row", [5], "missed four in a row: e1 won at once"],
    [
      "missed_block",
      "let the opponent win at once",
      [5],
      "let the opponent win at once: e1 had to be blocked",
    ],
    ["blunder", "turned a win into a loss", [4], "turned a win into a loss; d1 was best"],
    ["blunder", "lost", [1, 3, 6], "lost; a1, c1 or f1 was best"],
  ])) {
    assert.equal(remarkOn(gradedMove({ mark, remark, best_columns: [...best_columns] }), board), words);
  }
});

test("a column that keeps the result is good, if not the best", () => {
  assert.deepEqual(
    [0, 2, 3, 4, 5].map((column) => answer(gradedMove({}), column)),
    ["wrong", "good", "best", "wrong", "wrong"],
  );
});

test("a lesson goes on after each mistake", () => {
  let lesson = tried(lessonOn(mistakes(review, ["red", "yellow"]).reverse()), 0);
  assert.equal(lesson.state, "open");
  lesson = tried(lesson, 3);
  assert.equal(lesson.state, "found");
  lesson = givenUp(nextTask(lesson));
  assert.equal(lesson.state, "shown");
  assert.equal(task(nextTask(nextTask(lesson))), null);
});

test("a review begins with the move of the game's lesson, which need not be a mistake", () => {
  for (const [person, loser, ply, plies] of /** @type {const} */ ([
    ["red", "red", 0, [0, 2, 4]],
    ["red", "red", 4, [2, 4]],
    ["yellow", "red", 4, [2, 3, 4]],
    [null, "yellow", 3, [2, 3, 4]],
    ["yellow", null, 3, [3]],
  ])) {
    const taught = lessonFor({ ...review, lesson: { ...lesson, ply } }, person, loser, "told");
    assert.deepEqual(
      taught.moves.map((move) => move.ply),
      plies,
    );
    const first = task(taught);
    assert.deepEqual([first?.ply, first?.headline], [ply, lesson.headline], `${person} ${loser}`);
    assert.equal(taught.you, person);
    assert.equal(first && answer(first, 1), "best", "the move to compare with");
  }
  const without = lessonFor(review, null, null, "told");
  assert.equal(task(without)?.ply, 2);
  const ungraded = lessonFor({ ...review, pos: "47", lesson: { ...lesson, ply: 1 } }, null, null, "told");
  const { ply, column } = task(ungraded) ?? {};
  assert.deepEqual([ply, column], [1, 7], "on a board that cannot be solved");
  for (const [kind, flags] of /** @type {const} */ ([
    ["unstoppable", []],
    ["missed_win", ["b1 wins"]],
  ])) {
    const game = [3, 6].reduce(played, newGame(STANDARD, PEOPLE));
    const taught = { ...lesson, ply: 1, kind };
    const answered = givenUp(lessonFor({ ...review, pos: "47", lesson: taught }, null, null, "told"));
    const state = { game, review, isAnalyzing: false, position: shown(game), lesson: answered };
    assert.deepEqual(
      notesOf(state).flags.map(({ words }) => words),
      flags,
      "only a short reason proves a win",
    );
  }
  for (const complete of [true, false])
    assert.equal(lessonFor({ ...review, complete }, null, null, "told").isPartial, !complete);
});

test("with left and right exchanged, a column is as good as the one opposite", () => {
  const move = gradedMove({ column: 2, best_columns: [1, 5], scores: [3, -1, null, 0, 3, 2, -4] });
  const lesson = { ...lessonOn([move]), tried: [0, 1], step: 1 };
  const behind = flipped(lesson, 7);
  assert.equal(behind.moves[0].column, 6);
  assert.deepEqual(behind.tried, [6, 5]);
  for (let column = 0; column < 7; column += 1)
    assert.equal(answer(behind.moves[0], 6 - column), answer(move, column));
  assert.deepEqual(flipped(behind, 7), lesson);
});

test("a mistake is practiced in the chapter of its idea", () => {
  /** @param {string} moves @param {string} idea @param {"red" | "yellow"} hero @param {number} better */
  const chapter = (moves, idea, hero, better) => {
    const player = moves.length % 2 === 0 ? "red" : "yellow";
    const move = gradedMove({ player, best_columns: [better] });
    return practiced({ idea, hero }, move, after(STANDARD, readMoves(moves, STANDARD)));
  };
  assert.equal(chapter("4455", "double threat", "red", 3), "double threat");
  assert.equal(chapter("44556", "four in a row", "red", 7), "four in a row", "a block");
  assert.equal(chapter("445566", "four in a row", "red", 7), "missed four");
  assert.equal(chapter("445566", "missed four", "yellow", 7), "missed four");
  assert.equal(chapter("1212127", "four in a row", "red", 3), "four in a row", "no line there");
  assert.equal(chapter("12121", "four in a row", "red", 1), "diagonal", "a line up");
});
