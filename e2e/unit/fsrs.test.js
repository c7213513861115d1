// The schedule against values that ts-fsrs and py-fsrs publish in their tests.

import assert from "node:assert/strict";
import { test } from "node:test";

import { interval, remembered, retrievability } from "../../crates/foursight-web/page/core/fsrs.js";

/** @typedef {import("../../crates/foursight-web/page/core/fsrs.js").Grade} Grade */

/** @param {number} value @param {number} expected */
function close(value, expected) {
  assert.ok(Math.abs(value - expected) < 1e-4, `${value} is not ${expected}`);
}

test("a first answer sets what is remembered", () => {
  const published = /** @type {const} */ ([
    [1, 0.212, 6.4133],
    [2, 1.2931, 5.11217071],
    [3, 2.3065, 2.11810397],
    [4, 8.2956, 1],
  ]);
  for (const [grade, stability, difficulty] of published) {
    const memory = remembered(null, 0, grade);
    close(memory.stability, stability);
    close(memory.difficulty, difficulty);
  }
});

/** The published example: an answer after each of these days. @param {readonly (readonly [days: number, grade: Grade])[]} answers */
function after(answers) {
  /** @type {import("../../crates/foursight-web/page/core/fsrs.js").Memory | null} */
  let memory = null;
  for (const [days, grade] of answers) memory = remembered(memory, days, grade);
  assert.ok(memory);
  return memory;
}

test("later answers are those of the published example", () => {
  const memory = after([
    [0, 1],
    [0, 3],
    [1, 3],
    [3, 3],
    [8, 3],
    [21, 3],
  ]);
  close(memory.stability, 53.62691);
  close(memory.difficulty, 6.3574867);
});

test("intervals are the published ones, and a lapse shortens them", () => {
  /** @type {import("../../crates/foursight-web/page/core/fsrs.js").Memory | null} */
  let memory = remembered(null, 0, 3);
  const intervals = [interval(memory)];
  for (let i = 0; i < 4; i += 1) {
    memory = remembered(memory, interval(memory), 3);
    intervals.push(interval(memory));
  }
  assert.deepEqual(intervals, [2, 11, 46, 163, 497]);
  const lapsed = remembered(memory, 497, 1);
  assert.ok(lapsed.stability < memory.stability / 10 && lapsed.difficulty > memory.difficulty);
});

test("nine of ten are remembered after as many days as the stability", () => {
  close(retrievability(5, 5), 0.9);
  close(retrievability(8, 8.2956), 0.9024733);
  assert.equal(retrievability(0, 3), 1);
});
