import assert from "node:assert/strict";
import { test } from "node:test";

import { after, readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import {
  current,
  isAtEnd,
  isStrategysTurn,
  movesSince,
  newEscape,
  newWalk,
  questionAbout,
  signsAfter,
  signsIn,
  signsOf,
  signsOver,
  stepInWords,
  stepped,
  title,
  went,
  withoutBetter,
} from "../../crates/foursight-web/page/core/walk.js";
import { gradedMove, WHY as why } from "./examples.js";

const walk = newWalk(why, STANDARD);

test("a walk goes along its line, and no further", () => {
  const words = [0, 1, 2, 3, 4].map((by) => stepInWords(stepped(walk, by)));
  assert.deepEqual(words, [
    "Red played d3.",
    "1 of 3: Yellow plays b1.",
    "2 of 3: Red plays d4.",
    "3 of 3: Yellow plays a1. Yellow has 4 in a row.",
    "3 of 3: Yellow plays a1. Yellow has 4 in a row.",
  ]);
  assert.ok(isAtEnd(stepped(walk, Infinity)) && !isAtEnd(walk));
  assert.equal(stepped(stepped(walk, 2), -5).step, 0);
  assert.equal(title(walk), "How Yellow wins");
  assert.equal(title({ ...walk, why: { ...why, claim: "holds" } }), "How Yellow holds the draw");
  const kept = { ...why, kind: /** @type {const} */ ("kept") };
  assert.equal(title({ ...walk, why: kept }), "How Yellow could have won");
  assert.equal(title({ ...walk, why: { ...kept, claim: "holds" } }), "How Yellow could have held the draw");
  assert.equal(title({ ...walk, why: { ...why, kind: "replies" } }), "One way it can go");
  assert.equal(title({ ...walk, why: { ...why, kind: "example", hero: null } }), "One example of best play");
});

test("whoever reads is addressed, also while escaping", () => {
  const yours = newWalk(why, STANDARD, "yellow");
  assert.equal(title(yours), "How you win");
  assert.equal(title({ ...yours, why: { ...why, claim: "holds" } }), "How you hold the draw");
  assert.equal(title({ ...yours, why: { ...why, kind: "kept" } }), "How you could have won");
  const words = [0, 1, 3].map((by) => stepInWords(stepped(yours, by)));
  assert.deepEqual(words, [
    "Red played d3.",
    "1 of 3: You play b1.",
    "3 of 3: You play a1. You have 4 in a row.",
  ]);
  assert.equal(stepInWords(newWalk(why, STANDARD, "red")), "You played d3.");
  const escape = newEscape(yours);
  assert.equal(title(escape), "Try to escape Yellow");
  assert.equal(stepInWords(went(went(escape, 1), 3)), "You play d4. The strategy answers…");
});

test("before the first step of a walk are the signs of its first sentence, then the cells that matter", () => {
  const text = "Yellow plays b1 and then completes a line in a1 or e1.";
  const parts = [{ kind: /** @type {const} */ ("reason"), text, items: [] }];
  const overlay = { ...why.overlay, links: [["c1", "c2"]] };
  const about = { ...walk, why: { ...why, parts, overlay } };
  assert.deepEqual(signsOf(about), { ...overlay, links: [], hero: "yellow" });
  const { rings } = why.overlay;
  assert.deepEqual(signsOf(stepped(about, 1)), { rings, arrows: [], links: [], steps: [] });
});

test("signs are drawn over the position that they are about, and over no other", () => {
  const [first, second] = walk.positions;
  assert.deepEqual(signsOver(why, first), { ...why.overlay, hero: "yellow" });
  assert.equal(signsOver(why, second), undefined);
  assert.equal(signsOver(null, first), undefined);
});

test("an escape is the strategy's turn and the person's by turns, and goes back to the person's", () => {
  const start = newEscape(stepped(walk, 2));
  assert.ok(isStrategysTurn(start));
  assert.equal(movesSince(start), "");
  const once = went(start, 1);
  assert.deepEqual([isStrategysTurn(once), movesSince(once)], [false, "2"]);
  const twice = went(went(once, 4), 0);
  assert.equal(movesSince(twice), "251");
  assert.equal(stepInWords(twice), "Yellow plays a1. Yellow has 4 in a row.");
  assert.equal(isStrategysTurn(twice), false, "the game is over");
  const back = stepped(twice, -1);
  assert.deepEqual([movesSince(back), current(back).moves.length], ["2", 6]);
  assert.equal(stepped(back, -1), back, "the first move is the strategy's");
});

test("after a mistake, the question is about the move", () => {
  const review = /** @type {any} */ ({
    moves: [gradedMove({ symbol: "" }), gradedMove({ column: 3 }), null],
  });
  assert.deepEqual(questionAbout([3, 2], review), { moves: [3], column: 2 });
  assert.deepEqual(questionAbout([3], review), { moves: [3], column: null });
  assert.deepEqual(questionAbout([3, 2, 1], review), { moves: [3, 2, 1], column: null });
  assert.deepEqual(questionAbout([], null), { moves: [], column: null });
});

test("before the question what was better, the answer is not given away", () => {
  /** @type {import("../../crates/foursight-web/wire").Why["parts"]} */
  const parts = [
    ...why.parts,
    { kind: "better", text: "Only b1 held the draw.", items: [] },
    { kind: "alike", text: "The same plan works after c1.", items: [] },
  ];
  const kinds = withoutBetter({ ...why, parts }).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["reason"]);
});

test("the signs of a plan hold after its first disc, and at no other place", () => {
  const at = (/** @type {string} */ moves) => signsAfter(why, after(STANDARD, readMoves(moves, STANDARD)));
  assert.deepEqual(at("744342"), { ...why.overlay, steps: [], hero: "yellow" });
  for (const moves of ["", "74434", "744343", "7443424", "2"]) assert.equal(at(moves), null, moves);
  // A reason that begins after the hero's disc.
  const begun = { ...why, pos: "744342" };
  const position = after(STANDARD, readMoves("744342", STANDARD));
  assert.deepEqual(signsAfter(begun, position), { ...why.overlay, steps: [], hero: "yellow" });
  assert.equal(signsAfter({ ...begun, hero: "red" }, position), null);
  const first = { kind: /** @type {const} */ ("reason"), text: "Yellow completes a line in a1.", items: [] };
  assert.deepEqual(signsAfter({ ...begun, parts: [first, ...why.parts] }, position)?.rings, ["a1"]);
});

test("a sentence has the signs on the cells that it and its moves name", () => {
  const signs = {
    rings: ["a1", "e1"],
    arrows: [["a1", "a2"]],
    links: [["c1", "c2"]],
    steps: [{ cell: "b1", player: /** @type {const} */ ("yellow") }],
  };
  const item = (/** @type {"step" | "rule"} */ kind, /** @type {string} */ text) => ({
    kind,
    text,
    cells: [],
    items: [],
  });
  const part = (/** @type {string} */ text, items = [item("rule", "c1 and c2 answer each other.")]) =>
    signsIn(signs, { kind: "reason", text, items });
  assert.deepEqual(part("Yellow plays b1."), { rings: [], arrows: [], links: [], steps: signs.steps });
  assert.deepEqual(part("The line is a1-a2.").arrows, signs.arrows);
  assert.deepEqual(part("It takes e1.", [item("step", "Yellow plays b1.")]).steps, signs.steps);
  assert.equal(part("Red can block only one."), signs, "it names none");
});
