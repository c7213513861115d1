// The page's rules against the server's, on random games of several sizes.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { positionPath } from "../../crates/foursight-web/page/net/api.js";
import {
  colorAt,
  empty,
  legal,
  play,
  readSize,
  sizeText,
  writeMoves,
} from "../../crates/foursight-web/page/core/rules.js";
import { Server } from "../server.js";
import { test } from "../stage.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server?.stop());

/** A fixed row of numbers below a bound. @param {number} seed */
function numbers(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** @param {import("../../crates/foursight-web/page/core/rules.js").Position} position */
async function check(position) {
  const { size, moves } = position;
  const name = `${sizeText(size)} ${size.connect} ${writeMoves(moves)}`;
  const theirs = await server.json(positionPath("/api/position", size, moves));
  const rows = Array.from({ length: size.height }, (_, i) =>
    position.columns
      .map((discs) => {
        return { red: "R", yellow: "Y", none: "." }[discs[size.height - 1 - i] ?? "none"];
      })
      .join(""),
  );
  const sorted = (/** @type {readonly (readonly (readonly number[])[])[]} */ lines) =>
    lines.map((line) => line.map(String).sort().join(" ")).sort();
  assert.deepEqual(theirs.rows, rows, name);
  assert.deepEqual(
    theirs.legal,
    legal(position).map((column) => column + 1),
    name,
  );
  assert.equal(theirs.outcome, position.outcome, name);
  assert.equal(theirs.to_move, position.outcome ? null : colorAt(moves.length), name);
  const lines = position.lines.map((line) => line.map(([column, row]) => [column + 1, row + 1]));
  assert.deepEqual(sorted(theirs.lines), sorted(lines), name);
}

for (const [text, connect, nGames] of /** @type {const} */ ([
  ["7x6", 4, 12],
  ["10x10", 5, 3],
  ["3x3", 3, 4],
  ["4x9", 6, 3],
  ["10x5", 3, 4],
])) {
  test(`random games of ${text}, ${connect} in a row`, async () => {
    const size = readSize(text, connect);
    for (let seed = 1; seed <= nGames; seed += 1) {
      const below = numbers(seed);
      let position = empty(size);
      for (;;) {
        await check(position);
        const columns = legal(position);
        if (columns.length === 0) break;
        position = play(position, columns[below(columns.length)]);
      }
    }
  });
}
