// The WebAssembly module against the program: both give the same scores on boards of all sizes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";

import {
  empty,
  legal,
  play,
  sizeText,
  STANDARD,
  writeMoves,
} from "../../crates/foursight-web/page/core/rules.js";
import { engineFile, newEngine } from "../engine.js";
import { randomNumbers, sizes } from "../games.js";
import { program } from "../server.js";

/** @typedef {import("../../crates/foursight-web/page/core/rules.js").Size} Size */

/** The number of positions compared on each board; slow tests compare 20,000 on all boards together. */
const N_POSITIONS = process.env.SLOW_TESTS ? 79 : 3;
const MAX_EMPTY = 14;
/** The largest number of games played to reach a position. */
const MOST_GAMES = 20;
const UNPLAYABLE = { module: 100, program: -1000 };

/**
 * An open position with few empty cells, from a random game in which nobody completes a line who can play elsewhere.
 * With lines of three, more cells stay empty, and the position is solved quickly.
 *
 * @param {Size} size
 * @param {() => number} random
 */
function randomPosition(size, random) {
  const nCells = size.width * size.height;
  const nDiscs = Math.max(0, nCells - 1 - Math.floor(random() * MAX_EMPTY));
  let longest = empty(size);
  for (let attempt = 0; attempt < MOST_GAMES && longest.moves.length < nDiscs; attempt++) {
    let position = empty(size);
    while (position.moves.length < nDiscs) {
      const next = legal(position)
        .map((column) => play(position, column))
        .filter(({ outcome }) => !outcome);
      if (next.length === 0) break;
      position = next[Math.floor(random() * next.length)];
    }
    if (position.moves.length > longest.moves.length) longest = position;
  }
  assert.ok(size.connect === 3 || nCells - longest.moves.length <= MAX_EMPTY, sizeText(size));
  return writeMoves(longest.moves);
}

test("the module has the scores of the program, on boards of all sizes", (t) => {
  const engine = newEngine();
  const random = randomNumbers();
  let nCompared = 0;
  for (const size of sizes()) {
    const board = ["--size", sizeText(size), "--connect", String(size.connect)];
    const input = Array.from({ length: N_POSITIONS }, () => randomPosition(size, random) || "startpos");
    const options = { input: input.join("\n") + "\n", encoding: /** @type {const} */ ("utf8") };
    const lines = execFileSync(program(), ["solve", "--all", ...board], options)
      .trimEnd()
      .split("\n");
    for (const [index, pos] of input.entries()) {
      const query = `pos=${pos.replace("startpos", "")}&size=${sizeText(size)}&connect=${size.connect}`;
      const { status, text } = engine.ask("GET", `/solve?${query}`);
      assert.equal(status, 200, text);
      const scores = JSON.parse(text).score.map((/** @type {number} */ score) =>
        score === UNPLAYABLE.module ? UNPLAYABLE.program : score,
      );
      assert.equal([pos, ...scores].join(" ").trim(), lines[index].trim(), query);
      nCompared += 1;
    }
  }
  t.diagnostic(`${nCompared} positions`);
  assert.equal(nCompared, sizes().length * N_POSITIONS);
});

test("a plan explains positions of the opening, as it does in the program", () => {
  const engine = newEngine();
  const why = () => JSON.parse(engine.ask("GET", "/api/why?pos=415").text);
  assert.equal(why().plan_positions, null);
  assert.equal(engine.addPlan("foursight plan 2"), false);
  const plans = new URL("../../crates/foursight/plans/", import.meta.url);
  for (const name of ["first.plan", "second-a.plan", "second-b.plan", "second-c.plan"])
    assert.equal(engine.addPlan(readFileSync(new URL(name, plans), "utf8")), true);
  const told = JSON.parse(execFileSync(program(), ["why", "415", "--json"], { encoding: "utf8" }));
  const { plan_positions, sentences } = why();
  assert.ok(plan_positions > 1);
  assert.deepEqual(
    { plan_positions, sentences },
    { plan_positions: told.plan_positions, sentences: told.sentences },
  );
});

test("puzzles and the moves of levels are those of the program", () => {
  const engine = newEngine();
  /** @type {[target: string, name: string, value: unknown][]} */
  const rows = JSON.parse(readFileSync(new URL("vectors/chosen.json", import.meta.url), "utf8"));
  assert.ok(rows.length > 20);
  for (const [target, name, value] of rows) {
    const { status, text } = engine.ask("GET", target);
    assert.equal(status, 200, text);
    assert.equal(JSON.parse(text)[name], value, target);
  }
});

test("a book of 12 plies changes no score, and the memory stays small", (t) => {
  const [without, engine] = [newEngine(), newEngine()];
  const book = new URL("../../crates/foursight-book-12/7x6-12.book", import.meta.url);
  assert.equal(engine.addBook(readFileSync(book)), true);
  const random = randomNumbers(7);
  for (const nDiscs of [8, 9, 10, 11, 12]) {
    let position = empty(STANDARD);
    while (position.moves.length < nDiscs && !position.outcome) {
      const columns = legal(position);
      position = play(position, columns[Math.floor(random() * columns.length)]);
    }
    const target = `/solve?pos=${writeMoves(position.moves)}`;
    const [slow, fast] = [without, engine].map((one) => {
      const start = performance.now();
      const { status, text } = one.ask("GET", target);
      return { status, text, time: performance.now() - start };
    });
    t.diagnostic(`${target}: ${Math.round(slow.time)} ms without, ${Math.round(fast.time)} ms with the book`);
    assert.deepEqual([fast.status, fast.text], [200, slow.text], target);
  }
  const bytes = engine.exports.memory.buffer.byteLength;
  assert.ok(bytes < 32 * 2 ** 20, `${bytes} bytes of memory`);
});

test("the module stays small, and so does its memory", () => {
  const compressed = brotliCompressSync(readFileSync(engineFile())).length;
  assert.ok(compressed <= 320_000, `${compressed} bytes compressed`);
  const engine = newEngine();
  for (const query of ["pos=", "pos=4444", "pos=1122&size=5x4", "pos=12&size=4x4"])
    assert.equal(engine.ask("GET", `/solve?${query}`).status, 200, query);
  const bytes = engine.exports.memory.buffer.byteLength;
  assert.ok(bytes < 32 * 2 ** 20, `${bytes} bytes of memory`);
});
