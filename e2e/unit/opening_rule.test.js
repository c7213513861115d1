import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOfGame, gameAt } from "../../crates/foursight-web/page/core/address.js";
import * as game from "../../crates/foursight-web/page/core/game.js";
import { againstNext } from "../../crates/foursight-web/page/core/levels.js";
import { readMoves, STANDARD, writeMoves } from "../../crates/foursight-web/page/core/rules.js";
import { statusOf } from "../../crates/foursight-web/page/core/status.js";
import { mirrored } from "../../crates/foursight-web/page/core/variations.js";

/** @import { Game, Players } from "../../crates/foursight-web/page/core/game.js" */

const PEOPLE = /** @type {const} */ ({ red: "person", yellow: "person" });
const MACHINE = /** @type {const} */ ({ red: "person", yellow: 3 });

/** @param {Game["rule"]} rule @param {string} moves @param {Players} [players] */
function after(rule, moves, players = PEOPLE) {
  return readMoves(moves, STANDARD).reduce(game.played, game.newGame(STANDARD, players, [], rule));
}

/** @param {Game} place @param {...string} columns */
const on = (place, ...columns) => readMoves(columns.join(""), STANDARD).reduce(game.played, place);

/** The moves on the board, the red player, and the status. @param {Game} place */
const seen = (place) => [writeMoves(game.shown(place).moves), place.players.red, statusOf(place)];

test("whoever opens places the discs of both sides, then the other one chooses", () => {
  const words = ["", "4", "45", "456", "4561"].map((moves) => statusOf(after("swap", moves)));
  assert.deepEqual(words, [
    "Red places a red disc, 3 to go",
    "Red places a yellow disc, 2 to go",
    "Red places a red disc, 1 to go",
    "Yellow to move, or swap sides",
    "Red to move",
  ]);
  assert.equal(statusOf(after("swap", "456"), { hasChoice: false }), "Yellow to move");
  assert.equal(statusOf(after("pie", "", MACHINE)), "Your move: place a red disc, 1 to go");
  assert.equal(game.levelToMove(after("pie", "4", MACHINE)), 3);
});

test("after a swap, whoever opened moves with the other side", () => {
  const place = game.swapped(after("pie", "4", MACHINE));
  assert.deepEqual(seen(place), ["4", 3, "Your move"]);
  assert.equal(game.canSwap(place), false);
  assert.equal(game.levelToMove(on(place, "4")), 3);
  assert.equal(game.resigned(place).resigned, "yellow");
});

test("a swap is a step, which is undone and redone", () => {
  const end = on(game.swapped(after("pie", "1")), "44");
  const back = [end];
  for (let n = 0; n < 4; n += 1) back.push(game.undone(back[n]));
  const places = back.map(({ ply, swap }) => `${ply} ${swap}`);
  assert.deepEqual(places, ["3 done", "2 done", "1 done", "1 ahead", "0 ahead"]);
  assert.equal(game.canSwap(back[3]), true);
  let forward = back[4];
  for (let n = 0; n < 4; n += 1) forward = game.redone(forward);
  assert.deepEqual(forward, end);
  assert.deepEqual(game.swapped(back[3]), back[2], "the same swap keeps what follows");
  const kept = on(back[3], "7");
  assert.deepEqual([kept.swap, writeMoves(kept.moves)], ["none", "17"]);
});

test("the next level meets whoever was swapped on the side of the beginning", () => {
  const next = againstNext(on(game.swapped(after("pie", "4", MACHINE)), "1"));
  assert.deepEqual([next.players, next.rule, next.swap], [{ red: "person", yellow: 4 }, "pie", "none"]);
});

test("against a machine, undo returns to one's own choice", () => {
  const taken = on(game.swapped(after("pie", "1", MACHINE)), "44");
  const [own, first] = [game.undone(taken), game.undone(game.undone(taken))];
  assert.deepEqual(seen(own), ["1", 3, "Your move"]);
  assert.deepEqual(seen(first), ["", "person", "Your move: place a red disc, 1 to go"]);
  const chosen = on(game.swapped(after("pie", "1", { red: 3, yellow: "person" })), "4");
  assert.deepEqual(seen(game.undone(chosen)), ["1", 3, "Your move, or swap sides"]);
});

test("an address keeps the rule and the swap", () => {
  const place = on(game.swapped(after("swap", "123", MACHINE)), "4");
  const address = addressOfGame(place);
  assert.equal(address, "/?pos=1234&opening_rule=swap&swapped=true");
  const url = (/** @type {string} */ text) => new URL(text, "http://localhost");
  assert.deepEqual(gameAt(url(address), place.players), place);
  assert.deepEqual(seen(gameAt(url(`${address}#2`), place.players)).slice(0, 2), ["12", "person"]);
  assert.equal(gameAt(url("/?pos=12&opening_rule=swap&swapped=true"), PEOPLE).swap, "none");
  assert.throws(() => gameAt(url("/?opening_rule=cake"), PEOPLE), /an opening rule is none, pie or swap/);
});

test("a rematch and a mirror image keep the rule", () => {
  const place = game.swapped(after("pie", "1", MACHINE));
  const again = game.rematch(place);
  assert.deepEqual([again.rule, again.swap, again.players.red], ["pie", "none", "person"]);
  const flipped = mirrored(place);
  assert.deepEqual([flipped.rule, flipped.swap, flipped.players], ["pie", "done", place.players]);
});
