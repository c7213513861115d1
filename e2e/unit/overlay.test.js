import assert from "node:assert/strict";
import { test } from "node:test";

import { after, readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import {
  arrowPath,
  bracketPath,
  cellOf,
  cellName,
  columnLetter,
  linkPath,
  meaningOf,
  overlayInWords,
} from "../../crates/foursight-web/page/core/overlay.js";

const NOTHING = { rings: [], arrows: [], links: [], steps: [] };

test("cells have names", () => {
  assert.deepEqual(cellOf("a1"), [0, 0]);
  assert.deepEqual(cellOf("g6"), [6, 5]);
  assert.deepEqual(cellOf("j10"), [9, 9]);
  assert.equal(cellName([6, 5]), "g6");
  assert.equal(columnLetter(9), "j");
});

test("overlays in words", () => {
  /** @type {import("../../crates/foursight-web/page/core/overlay.js").Overlay} */
  const all = {
    rings: ["g2", "c4"],
    arrows: [["c1", "c2"]],
    links: [["a2", "g2"]],
    steps: [
      { cell: "d3", player: "red" },
      { cell: "d4", player: "yellow" },
    ],
  };
  for (const [overlay, words] of /** @type {const} */ ([
    [NOTHING, ""],
    [{ ...NOTHING, rings: ["d2"] }, "Marked on the board: ring on d2."],
    [
      all,
      "Marked on the board: rings on g2, c4; arrow from c1 to c2; a2 and g2 answer each other; 1. red d3, 2. yellow d4.",
    ],
    [{ ...NOTHING, counted: ["c3"] }, "Marked on the board: counted: c3."],
  ]))
    assert.equal(overlayInWords(overlay), words);
});

test("rings become capsules around lines, a pair, outlines around discs, and cells to play", () => {
  const disc = (/** @type {string} */ cell, /** @type {"red" | "yellow"} */ player) => ({ cell, player });
  const none = { capsules: [], pair: null, outlines: [], free: [] };
  const column = [0, 1, 2].map((row) => [0, row]);
  const three = [
    [1, 0],
    [2, 0],
    [3, 0],
  ];
  const four = [...three.slice(1), [4, 0], [5, 0]];
  for (const [moves, overlay, expected] of /** @type {const} */ ([
    [
      "74434",
      { rings: ["a1", "e1"], steps: [disc("b1", "yellow")], hero: "yellow" },
      { capsules: [three], pair: ["a1", "e1"], outlines: [], free: ["a1", "e1"] },
    ],
    [
      "7174444443261",
      { rings: ["c1", "d1", "e1", "f1"], hero: "yellow" },
      { capsules: [four], pair: null, outlines: [], free: ["e1"] },
    ],
    [
      "7174444443261",
      { rings: ["c1", "b2"], hero: "red" },
      { capsules: [], pair: null, outlines: ["c1"], free: ["b2"] },
    ],
    [
      "1212121",
      { rings: ["a1", "b1"], hero: "red" },
      { capsules: [], pair: null, outlines: ["b1"], free: [] },
    ],
    // A block meets the discs that are there by then.
    [
      "1212",
      { steps: [disc("a3", "red"), disc("a4", "yellow")], hero: "red" },
      { ...none, capsules: [column] },
    ],
    ["17", { steps: [disc("b1", "red"), disc("c1", "yellow"), disc("d1", "red")], hero: "red" }, none],
  ])) {
    const position = after(STANDARD, readMoves(moves, STANDARD));
    assert.deepEqual(meaningOf({ ...NOTHING, ...overlay }, position), expected, moves);
  }
});

test("an arrow ends before the middle of its cell", () => {
  const up = arrowPath({ x: 50, y: 150 }, { x: 50, y: 50 });
  assert.equal(up, "M50 134L50 72M31.6 95L50 72L68.4 95");
  const left = arrowPath({ x: 450, y: 50 }, { x: 50, y: 50 });
  assert.equal(left, "M434 50L72 50M95 68.4L72 50L95 31.6");
});

test("a pair of a row is linked below it", () => {
  assert.equal(bracketPath({ x: 70, y: 650 }, { x: 470, y: 650 }), "M70 694v10H470v-10");
});

test("links are bent into the board, whichever cell comes first", () => {
  const middle = { x: 350, y: 300 };
  for (const [one, two, control] of /** @type {const} */ ([
    [{ x: 50, y: 550 }, { x: 650, y: 550 }, "350 310"],
    [{ x: 50, y: 50 }, { x: 650, y: 50 }, "350 290"],
    [{ x: 50, y: 300 }, { x: 650, y: 300 }, "350 60"],
    [{ x: 650, y: 150 }, { x: 650, y: 450 }, "530 300"],
  ])) {
    assert.equal(linkPath(one, two, middle), `M${one.x} ${one.y}Q${control} ${two.x} ${two.y}`);
    assert.equal(linkPath(two, one, middle), `M${two.x} ${two.y}Q${control} ${one.x} ${one.y}`);
  }
});
