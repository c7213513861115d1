// The pictures of ideas show what they say: games that can be played, and discs that decide them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PICTURES } from "../../crates/foursight-web/page/core/ideas.js";
import { cellName } from "../../crates/foursight-web/page/core/overlay.js";
import {
  after,
  lastCell,
  legal,
  play,
  readMoves,
  STANDARD,
} from "../../crates/foursight-web/page/core/rules.js";

/** @param {string} moves */
const position = (moves) => after(STANDARD, readMoves(moves, STANDARD));

test("the last column decides, in a row of the winner's", () => {
  const { moves, marks } = PICTURES["odd threat"];
  assert.equal(legal(position(moves.slice(0, -2))).length, 1);
  const end = position(moves);
  const [column, row] = lastCell(end) ?? [0, 0];
  assert.equal(end.outcome, "red");
  assert.equal(row % 2, 0, "rows count from 0");
  assert.deepEqual(marks, { [cellName([column, row - 1])]: "1", [cellName([column, row])]: "2" });
});

test("in zugzwang every move loses at once", () => {
  const { moves, marks } = PICTURES.zugzwang;
  const before = position(moves);
  assert.equal(before.outcome, null);
  /** @type {Record<string, string>} */
  const expected = {};
  for (const column of legal(before)) {
    const next = play(before, column);
    assert.equal(next.outcome, null);
    assert.equal(play(next, column).outcome, "red");
    const row = before.columns[column].length;
    Object.assign(expected, { [cellName([column, row])]: "1", [cellName([column, row + 1])]: "2" });
  }
  assert.deepEqual(marks, expected);
});
