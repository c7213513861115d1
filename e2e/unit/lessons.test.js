import assert from "node:assert/strict";
import { test } from "node:test";

import {
  hintAfter,
  missed,
  nDiscs,
  positionOf,
  signsAfterMisses,
  signsOfMiss,
} from "../../crates/foursight-web/page/core/lessons.js";
import { cellName, cellOf } from "../../crates/foursight-web/page/core/overlay.js";
import { discInWords, firstAnswer, questionOf } from "../../crates/foursight-web/page/core/questions.js";
import { rivalsDisc, WEAKNESSES } from "../../crates/foursight-web/page/core/rival.js";
import {
  after,
  legal,
  play,
  readMoves,
  sideToMove,
  STANDARD,
} from "../../crates/foursight-web/page/core/rules.js";
import { chapters, exercises, steps } from "../lessons.js";

/** @import { Position } from "../../crates/foursight-web/page/core/rules.js" */

/** @param {string} moves */
const at = (moves) => after(STANDARD, readMoves(moves, STANDARD));
/** @param {string} cell */
const columnOf = (cell) => cellOf(cell)[0];
/** Whether the side to move completes a line with each of these cells, alone. @param {Position} position @param {readonly string[]} cells */
const wins = (position, cells) =>
  cells.every((cell) => play(position, columnOf(cell)).outcome === sideToMove(position));

/** The sentences that a wrong disc gets, each with its question and a check by the rules alone. @type {readonly (readonly [RegExp, number, (position: Position, next: Position, cells: readonly string[]) => boolean])[]} */
const SENTENCES = [
  [
    /^[a-g]\d(?:, [a-g]\d)* and [a-g]\d were waiting for ([a-g]\d)\.$/,
    0,
    (position, _, [four]) => wins(position, [four]),
  ],
  [
    /^[a-g]\d lets \w+ play ([a-g]\d), right above it: four with [a-g]\d, [a-g]\d and [a-g]\d\.$/,
    2,
    (_, next, [four]) => wins(next, [four]),
  ],
  [
    /^[a-g]\d does not stop ([a-g]\d): \w+ has [a-g]\d, [a-g]\d and [a-g]\d, and plays [a-g]\d next\.$/,
    1,
    (position, next, [four]) => wins(next, [four]) && play(position, columnOf(four)).outcome === null,
  ],
  [
    /^[a-g]\d (?:does not stop two threats|threatens nothing, and \w+ is free to attack): \w+ plays ([a-g]\d) and threatens ((?:[a-g]\d, )*[a-g]\d) and ([a-g]\d): one disc cannot block both\.$/,
    3,
    (_, next, [reply, some, last]) => {
      const twice = play(next, columnOf(reply));
      const answer = legal(twice).find(
        (column) => ![...some.split(", "), last].map(columnOf).includes(column),
      );
      return answer === undefined || wins(play(twice, answer), [...some.split(", "), last]);
    },
  ],
  [
    /^[a-g]\d (?:does not stop two threats|threatens nothing, and \w+ is free to attack): \w+ plays ([a-g]\d) and threatens ([a-g]\d); the block fills the cell under ([a-g]\d), and \w+ wins there\.$/,
    3,
    (_, next, [reply, low, high]) => wins(play(play(next, columnOf(reply)), columnOf(low)), [high]),
  ],
  [
    /^[a-g]\d is safe for now, but not the task\. It threatens (?:nothing\.|only [a-g]\d, and \w+ blocks\.)(?: You would have four in ([a-g]\d(?:(?:, [a-g]\d)* and [a-g]\d)?), but nothing is under (?:them|[a-g]\d) yet\.)?$/,
    3,
    (_, next, [later = ""]) =>
      legal(next).every((column) => play(next, column).outcome !== sideToMove(next)) &&
      (later.match(/[a-g]\d/g) ?? []).map(cellOf).every(([x, y]) => next.columns[x].length < y),
  ],
  [
    /^After [a-g]\d, you run out of safe discs first: in the end (\w+) has four in [a-g]\d\. Find a disc after which \1 runs out of safe discs first\.$/,
    -1,
    (_, next, [winner]) => winner.toLowerCase() === sideToMove(next),
  ],
  [
    /^After [a-g]\d, the board fills up and nobody has four\. Find a disc after which \w+ runs out of safe discs first\.$/,
    -1,
    () => true,
  ],
  [
    /^Lines that you can still make: (\d+) through [a-g]\d, but (\d+) through one of [a-g]\d, [a-g]\d and [a-g]\d\.$/,
    -1,
    (_, __, [n, most]) => Number(n) < Number(most),
  ],
];

test("every wrong disc of every exercise gets a sentence about what lies on the board", () => {
  let n = 0;
  for (const step of exercises) {
    const position = positionOf(step);
    for (const column of legal(position).filter((column) => column !== step.line[0])) {
      const { words, question } = missed(step, position, column);
      const about = `${step.id}, column ${column + 1}: ${words}`;
      const found = SENTENCES.find(([form]) => form.test(words));
      assert.ok(found, about);
      const [form, asked, check] = found;
      assert.equal(question, asked, about);
      const next = play(position, column);
      assert.ok(check(position, next, words.match(form)?.slice(1) ?? []), about);
      const { rings, steps } = signsOfMiss(words, next);
      const disc = cellName([column, position.columns[column].length]);
      assert.ok(!rings.includes(disc), about);
      assert.equal(steps.length, / plays [a-g]\d and threatens /.test(words) ? 1 : 0, about);
      n += 1;
    }
  }
  assert.ok(n > 500, String(n));
});

test("examples are told disc by disc, up to the four", () => {
  for (const step of steps.filter(({ kind }) => kind === "watch")) {
    let position = positionOf(step);
    const told = step.line.map((column) => {
      const words = discInWords(position, column);
      position = play(position, column);
      return words;
    });
    assert.ok(position.lines.length > 0, String(step.id));
    assert.match(told.at(-1) ?? "", /has four in a row/);
    for (const words of told) assert.match(words, /^(Red|Yellow) (plays|blocks) .*\.$/);
  }
});

test("in each game, the rival overlooks what the chapter teaches, and can be beaten", () => {
  assert.equal(WEAKNESSES.length, chapters.length);
  for (const step of steps.filter(({ kind }) => kind === "play")) {
    const start = positionOf(step);
    const end = step.line.reduce((position, column) => {
      if (sideToMove(position) !== sideToMove(start))
        assert.equal(rivalsDisc(step.chapter, position), column, `${step.id} after ${position.moves.length}`);
      return play(position, column);
    }, start);
    assert.equal(end.outcome, sideToMove(start), String(step.id));
  }
});

test("discs are told by what they do", () => {
  for (const [moves, column, words] of /** @type {const} */ ([
    ["112233", 4, "Red plays d1 and has four in a row, with a1, b1 and c1."],
    ["11223", 4, "Yellow blocks d1."],
    ["44", 3, "Red plays c1."],
    ["4433", 5, "Red plays e1 and threatens b1 and f1: one disc cannot block both."],
    ["11223", 7, "Yellow plays g1, but does not stop d1."],
  ])) {
    assert.equal(discInWords(at(moves), column - 1), words);
  }
  assert.equal(firstAnswer(at("717444444326"))?.words, "Block e1: Yellow has c1, d1 and f1.");
  assert.equal(firstAnswer(at("")), null);
  assert.deepEqual(
    ["missed four", "four in a row", "stepping stone", "zugzwang", null].map(questionOf),
    [0, 1, 2, 3, 3],
  );
});

test("each miss tells more, and only few discs are asked for", () => {
  const step = exercises[0];
  const hints = [0, 1, 2, 3, 4].map((n) => hintAfter(step, n));
  const letter = "abcdefg"[step.line[0]];
  assert.deepEqual(hints, [
    "",
    "",
    "Look at the marked cells.",
    `Try column ${letter}.`,
    `Try column ${letter}.`,
  ]);
  assert.equal(signsAfterMisses(step, 1), undefined);
  assert.equal(signsAfterMisses(step, 2)?.rings.length, 3);
  assert.deepEqual([nDiscs({ ...step, goal: "hold" }, 3), nDiscs({ ...step, goal: "win" }, 3)], [1, 3]);
});
