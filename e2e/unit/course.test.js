// Games that teach the plan.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { plan } from "../plan.js";
import { gameTo, lineInGame, repliesTo } from "../../crates/foursight-web/page/core/course.js";
import { columnAt, lineAt, planMove } from "../../crates/foursight-web/page/core/plan.js";
import { after, play, readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";

/** @param {string} moves */
const position = (moves) => after(STANDARD, readMoves(moves, STANDARD));

test("Yellow repeats a game of the level that comes to the line, frequent ones more often", () => {
  const games = plan.games.get(4) ?? [];
  const line = games[games.length - 1].lines[2];
  for (const chance of [0, 0.3, 0.999]) assert.ok(gameTo(plan, 4, line, chance).includes(line));
  const rare = plan.lines.find((line) => games.every(({ lines }) => !lines.includes(line)));
  assert.ok(rare && gameTo(plan, 4, rare, 0.5).length > 0);
  assert.deepEqual(gameTo(plan, 11, line, 0.5), []);
  const [often] = [...games].sort((a, b) => b.n - a.n);
  const n = Array.from({ length: 900 }, (_, i) => gameTo(plan, 4, plan.lines[0], i / 900));
  assert.equal(n.filter((lines) => lines === often.lines).length, often.n);
});

test("its replies lead from line to line, in both images of the board", () => {
  for (const { lines } of plan.games.get(6) ?? []) {
    let board = position("");
    for (const line of lines.slice(1)) {
      board = play(board, planMove(plan, board.moves) ?? -1);
      const replies = repliesTo(plan, board, lines);
      assert.ok(replies.length > 0);
      board = play(board, replies[replies.length - 1]);
      assert.equal(lineAt(plan, board), line);
    }
    assert.deepEqual(repliesTo(plan, play(board, planMove(plan, board.moves) ?? -1), lines), []);
  }
});

test("where a rule leads to the position of another line, the rule goes on", () => {
  const games = JSON.parse(readFileSync(new URL("vectors/plan.json", import.meta.url), "utf8"));
  let nRules = 0;
  for (const game of games)
    for (let ply = 0; ply < game.length; ply += 2) {
      const board = position(game.slice(0, ply));
      const column = Number(game[ply]) - 1;
      if (lineInGame(plan, board)) assert.equal(columnAt(plan, board), column, game.slice(0, ply));
      else if (lineAt(plan, board)) nRules += 1;
    }
  assert.ok(nRules > 0, "there is such a game");
});
