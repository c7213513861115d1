import assert from "node:assert/strict";
import { test } from "node:test";

import {
  areOwn,
  MOST_OWN,
  ownDue,
  ownTried,
  ownWith,
  stepOf,
} from "../../crates/foursight-web/page/core/own_positions.js";

/** @typedef {import("../../crates/foursight-web/page/core/own_positions.js").OwnPosition} OwnPosition */

const DAY = 86_400_000;
const LOST = "74434532";

/** The lesson of that game: d3 let Yellow threaten twice; b1 held. @type {any} */
const LESSON = { ply: 4, column: 4, best: 0, best_columns: [2] };

test("the position of a lesson comes back after 1, 3 and 7 days, and then no more", () => {
  let all = ownWith([], LOST, LESSON, 0);
  assert.deepEqual(all, [{ pos: "7443", wrong: 3, right: 1, goal: "hold", n: 0, due: DAY }]);
  assert.deepEqual(ownWith(all, LOST, LESSON, 5), all, "looking at it again changes nothing");
  for (const day of [1, 3, 7]) {
    assert.equal(ownDue(all, day * DAY - 1), null, `before day ${day}`);
    assert.deepEqual(ownTried(all, "7443", true, day * DAY - 1), all, "too early to count");
    assert.equal(ownDue(all, day * DAY)?.pos, "7443");
    const wrong = ownTried(all, "7443", false, day * DAY);
    assert.deepEqual([wrong[0].n, wrong[0].due], [all[0].n, day * DAY + 60_000], "soon again");
    all = ownTried(all, "7443", true, day * DAY);
  }
  assert.deepEqual(all, []);
});

test("the oldest positions go, and what is due longest comes first", () => {
  /** @type {OwnPosition[]} */
  let all = [];
  const moves = (/** @type {number} */ n) => `${1 + Math.floor(n / 7)}${1 + (n % 7)}`;
  for (let n = 0; n < MOST_OWN + 3; n += 1) all = ownWith(all, moves(n), { ...LESSON, ply: 2 }, n);
  assert.equal(all.length, MOST_OWN);
  assert.ok(areOwn(all));
  assert.equal(ownDue(all, 2 * DAY)?.pos, moves(3));
});

test("the task says what the game has lost", () => {
  const [own] = ownWith([], LOST, LESSON, 0);
  assert.equal(stepOf(own).words, "In your game, you played d3 and lost. Which disc does not lose?");
  assert.match(stepOf({ ...own, goal: "win" }).words, /Which disc wins\?$/);
  assert.match(stepOf({ ...own, goal: null }).words, /Which disc is the hardest to beat\?$/);
  assert.deepEqual([stepOf(own).isOthers, stepOf({ ...own, goal: null }).isOthers], [true, false]);
});

test("what else may lie in the storage is not asked", () => {
  const [own] = ownWith([], LOST, LESSON, 0);
  assert.ok(areOwn([own]) && areOwn([]));
  const wrongs = [
    { pos: "44444444" },
    { pos: "1212121" },
    { pos: "x" },
    { pos: ["4"] },
    { pos: null },
    { wrong: 7 },
    { right: "1" },
    { goal: "lose" },
    { n: 3 },
    { n: 0.5 },
    { due: null },
  ];
  for (const wrong of wrongs) assert.ok(!areOwn([{ ...own, ...wrong }]), JSON.stringify(wrong));
  for (const wrong of [null, 1, {}, [null], Array(MOST_OWN + 1).fill(own)]) assert.ok(!areOwn(wrong));
});
