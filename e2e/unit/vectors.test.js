// The page's own rules against the answers of the server, which its tests write to `vectors`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { plan } from "../plan.js";
import { readAddress } from "../../crates/foursight-web/page/core/address.js";
import { bitOf } from "../../crates/foursight-web/page/core/bits.js";
import { answer } from "../../crates/foursight-web/page/core/review.js";
import { choices } from "../../crates/foursight-web/page/core/network_game.js";
import { planMove } from "../../crates/foursight-web/page/core/plan.js";
import { colorAt, other, readMoves, readSize, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import { evaluationInWords } from "../../crates/foursight-web/page/core/score.js";
import { game, gradedMove } from "./examples.js";

/** @typedef {import("../../crates/foursight-web/page/core/network_game.js").NetworkGame} NetworkGame */

/** @param {string} name @returns {any[]} */
function rows(name) {
  const rows = JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8"));
  assert.ok(rows.length > 5, name);
  return rows;
}

test("scores are the same words", () => {
  for (const [query, score, words] of rows("scores")) {
    const { size, moves } = readAddress(new URL(`http://localhost/?${query}`));
    const mover = colorAt(moves.length);
    const [verb, ...end] = words.split(" ");
    const expected =
      verb === "draws" ? "draw" : [verb === "wins" ? mover : other(mover), "wins", ...end].join(" ");
    assert.equal(evaluationInWords(mover === "red" ? score : -score, size, moves.length), expected, query);
  }
});

test("a lesson accepts what keeps the result and is better than the move played", () => {
  for (const [score, best, keeps] of rows("grades")) {
    const move = gradedMove({ score: -100, best, best_columns: [1], scores: [best, score] });
    assert.equal(answer(move, 1), keeps ? "good" : "wrong", `${score} where ${best} is best`);
  }
});

test("bits are those of the same cells", () => {
  for (const [text, layout, columns] of rows("bits")) {
    const size = readSize(text, null);
    columns.forEach((/** @type {number[]} */ bits, /** @type {number} */ column) =>
      bits.forEach((bit, row) => assert.equal(bitOf(layout, size, column, row), bit, `${text} ${layout}`)),
    );
  }
});

test("a move is offered to be taken back where the server takes it back", () => {
  for (const [state, can] of rows("takebacks")) {
    for (const seat of /** @type {const} */ (["red", "yellow"])) {
      const offered = choices(game(state), seat).some(({ action }) => action === "offer_takeback");
      assert.equal(offered, can[seat], `${seat}: ${JSON.stringify(state)}`);
    }
  }
});

test("Red plays the same discs by the plan, to the end of every game", () => {
  for (const game of rows("plan")) {
    const moves = readMoves(game, STANDARD);
    for (let ply = 0; ply < moves.length; ply += 2)
      assert.equal(planMove(plan, moves.slice(0, ply)), moves[ply], `${game} at ply ${ply}`);
  }
});
