import assert from "node:assert/strict";
import { test } from "node:test";

import * as arrangement from "../../crates/foursight-web/page/core/arrangement.js";
import { gamesIn } from "../../crates/foursight-web/page/core/game_file.js";
import { readSize, STANDARD } from "../../crates/foursight-web/page/core/rules.js";

/** @typedef {import("../../crates/foursight-web/page/core/arrangement.js").Tool} Tool */

const EMPTY = ["...", "...", "..."];
const SMALL = readSize("3x3", 3);

/** The rows after some clicks. @param {string[]} rows @param {readonly (readonly [Tool, number, number])[]} clicks */
function after(rows, clicks) {
  const start = arrangement.fromRows(SMALL, rows);
  return clicks.reduce((now, [tool, column, row]) => arrangement.clicked(now, tool, [column, row]), start);
}

test("a click puts a disc on top, whichever empty cell it meets, and in turn by default", () => {
  const put = after(EMPTY, [
    ["turn", 0, 2],
    ["turn", 0, 2],
    ["turn", 1, 0],
    ["yellow", 2, 1],
  ]);
  assert.equal(arrangement.gridText(put), "...\nO..\nXXO");
  const full = after(["R..", "Y..", "R.."], [["red", 0, 2]]);
  assert.equal(arrangement.gridText(full), "...\nO..\nX..", "the disc that is there goes");
});

test("a click on a disc changes its color, or takes it away; those above fall", () => {
  const rows = ["...", "Y..", "RY."];
  for (const [tool, cell, text] of /** @type {const} */ ([
    ["yellow", [0, 0], "...\nO..\nOO."],
    ["red", [0, 0], "...\n...\nOO."],
    ["remove", [0, 0], "...\n...\nOO."],
    ["turn", [0, 1], "...\n...\nXO."],
    ["remove", [2, 0], "...\nO..\nXO."],
  ])) {
    const [column, row] = cell;
    assert.equal(arrangement.gridText(after(rows, [[tool, column, row]])), text, `${tool} ${cell}`);
  }
});

test("who is to move follows from the numbers, and they may be impossible", () => {
  for (const [rows, side, words] of /** @type {const} */ ([
    [EMPTY, "red", null],
    [["...", "...", "R.."], "yellow", null],
    [["...", "...", "RY."], "red", null],
    [["...", "R..", "R.."], null, /^Red has 2 more discs than yellow\. Red moves first/],
    [["...", "...", "Y.."], null, /^Yellow has 1 more disc than red\./],
  ])) {
    const board = arrangement.fromRows(SMALL, rows);
    assert.equal(arrangement.sideToMove(board), side);
    if (words) assert.match(arrangement.problem(board) ?? "", words);
    else assert.equal(arrangement.problem(board), null);
  }
  assert.equal(arrangement.gridText(arrangement.bare(STANDARD)).split("\n").length, 6);
});

test("the games of a file are found, and other texts have none", () => {
  const opened = { opening_rule: "none", swapped: false };
  const file = '[First "Ann"]\n[Second "Bob"]\n\n44 *\n\n; a comment\n[Size "8x7"]\r\n\r\n455 1/2\n- 1-0\n';
  assert.deepEqual(gamesIn(file), [
    { title: "1. Ann – Bob *", text: '[First "Ann"]\n[Second "Bob"]\n\n44 *', opening: opened },
    { title: "2. ? – ? 1/2", text: '\n; a comment\n[Size "8x7"]\n\n455 1/2', opening: opened },
    { title: "3. ? – ? 1-0", text: "- 1-0", opening: opened },
  ]);
  const rule = '[OpeningRule "pie"]\n[Swapped "yes"]\n';
  assert.deepEqual(gamesIn(`${rule}\n44 *`)[0].opening, { opening_rule: "pie", swapped: true });
  assert.deepEqual(gamesIn('[Swapped "yes"]\n44 *')[0].opening, { opening_rule: "pie", swapped: true });
  assert.deepEqual(gamesIn(`[Opening "4"]\n${rule}\n4445 *`)[0].opening, {}, "an address cannot tell");
  for (const text of ["", "4455", "...\n..O\n.XX", "[3 3 4 4]", "[[nil, 0]]"])
    assert.deepEqual(gamesIn(text), []);
});
