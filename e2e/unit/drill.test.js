import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answered,
  bestReply,
  drillInWords,
  dropped,
  givenUp,
  isClean,
  isSettled,
  judged,
  keepingColumns,
  latest,
  newDrill,
  nMisses,
  shown,
  takenBack,
} from "../../crates/foursight-web/page/core/drill.js";
import { after, readMoves, STANDARD, writeMoves } from "../../crates/foursight-web/page/core/rules.js";

/** @param {string} moves @param {"win" | "hold"} [goal] */
const drill = (moves, goal = "win") => newDrill(after(STANDARD, readMoves(moves, STANDARD)), goal);

/** @param {number} column from 1 @param {number} lower @param {number} [upper] */
const move = (column, lower, upper = lower) => {
  const score = lower === upper ? lower : null;
  return { column, lower, upper, score, best: false, line: "", words: "" };
};

test("a drill goes on until the line stands", () => {
  let now = judged(dropped(drill("445"), 5), true);
  assert.equal(now.state, "answering");
  now = answered(now, 0);
  assert.deepEqual([now.state, writeMoves(latest(now).moves)], ["open", "44561"]);
  assert.match(drillInWords(now), /^Right\. Go on: win/);

  const over = judged(dropped(drill("445561"), 2), true);
  assert.deepEqual([over.state, latest(over).outcome, isClean(over)], ["solved", "red", true]);
});

test("a wrong disc lies there until it is taken back, and counts", () => {
  const wrong = judged(dropped(drill("44"), 0), false);
  assert.equal(writeMoves(shown(wrong).moves), "441");
  assert.equal(drillInWords(wrong), "a1 does not win.");
  assert.equal(drillInWords(judged(dropped(drill("44", "hold"), 0), false)), "a1 loses.");
  const again = takenBack(wrong);
  assert.deepEqual([again.state, writeMoves(shown(again).moves)], ["open", "44"]);
  const right = judged(dropped(again, 4), true, true);
  assert.deepEqual([right.state, right.tries, isClean(right)], ["solved", [false, true], false]);
});

test("misses count while the task itself is open", () => {
  const twice = judged(dropped(takenBack(judged(dropped(drill("44"), 0), false)), 1), false);
  assert.equal(nMisses(twice), 2);
  assert.equal(nMisses(judged(dropped(takenBack(twice), 4), true)), 0);
});

test("an answer that is shown begins at the task", () => {
  const far = answered(judged(dropped(drill("44"), 4), true), 5);
  const now = givenUp(far, 2);
  assert.deepEqual([now.state, writeMoves(shown(now).moves)], ["shown", "443"]);
  assert.equal(drillInWords(now), "c1 wins.");
});

test("which columns keep a result", () => {
  const moves = [move(1, -2), move(2, 0), move(3, 4), move(4, 1, 7)];
  assert.deepEqual(keepingColumns(moves, "win"), [2, 3]);
  assert.deepEqual(keepingColumns(moves, "hold"), [1, 2, 3]);
  assert.equal(keepingColumns([move(1, -3, 2)], "win"), null, "it may win");
  assert.deepEqual(keepingColumns([move(1, -3, 0)], "win"), [], "it does not win, whatever it is");
});

test("nothing is left to find once every disc holds", () => {
  const now = drill("444444", "hold");
  assert.equal(isSettled(now, [0, 1, 2, 4, 5, 6]), true);
  assert.equal(isSettled(now, [0, 1, 2, 4, 5]), false);
  assert.equal(isSettled(drill("444444"), [0, 1, 2, 4, 5, 6]), false, "a win is played to its end");
});

test("the defense resists as long as it can", () => {
  const empty = latest(drill(""));
  assert.equal(bestReply([move(1, -2), move(4, -5), move(7, -2)], empty), 0);
  assert.equal(bestReply([move(2, -2), move(3, -2), move(7, -2)], empty), 2, "near the center");
  assert.equal(bestReply([move(2, -2, 3)], empty), null, "nothing is known");
  const forked = latest(drill("44553"));
  assert.equal(bestReply([move(4, -18), move(6, -18), move(7, -18)], forked), 5, "it blocks what it can");
});
