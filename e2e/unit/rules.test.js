// The page's own rules against the engine's: the page plays by its own until the engine has loaded.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  empty,
  legal,
  play,
  sideToMove,
  sizeText,
  writeMoves,
} from "../../crates/foursight-web/page/core/rules.js";
import { newEngine } from "../engine.js";
import { randomNumbers, sizes } from "../games.js";

/** The number of games played on each board. */
const N_GAMES = process.env.SLOW_TESTS ? 40 : 2;

/** The page's facts about a position, in the engine's form. @param {import("../../crates/foursight-web/page/core/rules.js").Position} position */
function described(position) {
  const { size, moves, outcome, lines } = position;
  return {
    pos: writeMoves(moves),
    size: sizeText(size),
    connect: size.connect,
    ply: moves.length,
    to_move: outcome ? null : sideToMove(position),
    outcome,
    lines: sorted(lines.map((line) => sorted(line.map(([column, row]) => [column + 1, row + 1])))),
    legal: outcome ? [] : legal(position).map((column) => column + 1),
  };
}

/** @template T @param {readonly T[]} list @returns {T[]} */
function sorted(list) {
  return [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

test("page and engine agree on random games of all sizes", () => {
  const engine = newEngine();
  const random = randomNumbers();
  const ends = { red: 0, yellow: 0, draw: 0 };
  let nPositions = 0;
  for (const size of sizes())
    for (let n = 0; n < N_GAMES; n++) {
      let position = empty(size);
      for (;;) {
        const { moves } = position;
        const query = `pos=${writeMoves(moves)}&size=${sizeText(size)}&connect=${size.connect}`;
        const { status, text } = engine.ask("GET", `/api/position?${query}`);
        assert.equal(status, 200, text);
        const { version, rows, words, ...known } = JSON.parse(text);
        assert.equal(version, 1);
        known.lines = sorted(known.lines.map(sorted));
        assert.deepEqual(known, described(position), query);
        assert.equal(rows.length, size.height);
        assert.ok(words.length > 0);
        nPositions += 1;
        if (position.outcome) {
          ends[position.outcome] += 1;
          break;
        }
        const full = position.columns.findIndex((column) => column.length === size.height);
        if (full >= 0) {
          const target = `/api/position?${query.replace("&", `${writeMoves([full])}&`)}`;
          const refused = engine.ask("GET", target);
          assert.equal(refused.status, 400, target);
          const message = `move ${moves.length + 1}: column ${"abcdefghij"[full]} is full`;
          assert.equal(JSON.parse(refused.text).error.message, message);
          assert.throws(() => play(position, full), /is full/);
        }
        const columns = legal(position);
        position = play(position, columns[Math.floor(random() * columns.length)]);
      }
    }
  assert.ok(
    nPositions > 10_000 && Math.min(...Object.values(ends)) > 30,
    JSON.stringify({ nPositions, ends }),
  );
});
