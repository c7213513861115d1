import assert from "node:assert/strict";
import { test } from "node:test";

import * as game from "../../crates/foursight-web/page/core/game.js";
import { readMoves, STANDARD, writeMoves } from "../../crates/foursight-web/page/core/rules.js";

const PEOPLE = /** @type {const} */ ({ red: "person", yellow: "person" });
const MACHINE = /** @type {const} */ ({ red: "person", yellow: 3 });

/** @param {string} moves @param {import("../../crates/foursight-web/page/core/game.js").Players} [players] */
function after(moves, players = PEOPLE) {
  return readMoves(moves, STANDARD).reduce(game.played, game.newGame(STANDARD, players));
}

test("going back keeps what follows, and playing elsewhere drops it", () => {
  const back = game.undone(game.undone(after("4455")));
  assert.equal(back.ply, 2);
  assert.equal(writeMoves(back.moves), "4455");
  assert.equal(game.redone(back).ply, 3);
  assert.equal(writeMoves(game.played(back, 0).moves), "441");
});

test("a game keeps its positions when one goes back, forward and on", () => {
  const played = after("4455");
  const back = game.lookingAt(played, 2);
  assert.equal(game.shown(back), played.positions[2]);
  assert.equal(game.shown(game.redone(back)), played.positions[3]);
  assert.equal(game.played(back, 0).positions[2], played.positions[2]);
  assert.deepEqual(game.newGame(STANDARD, PEOPLE, played.moves), played);
});

test("against a machine one goes back to one's own move", () => {
  const played = after("4455", MACHINE);
  assert.equal(game.undone(played).ply, 2);
  assert.equal(game.redone(game.undone(played)).ply, 4);
});

test("a machine moves only at the end of the game", () => {
  const played = after("445", MACHINE);
  assert.equal(game.levelToMove(played), 3);
  assert.equal(game.levelToMove(game.lookingAt(played, 1)), null);
  assert.equal(game.levelToMove(after("44", MACHINE)), null);
});

test("a rematch swaps the sides", () => {
  assert.deepEqual(game.rematch(after("44", MACHINE)).players, { red: 3, yellow: "person" });
});

test("who resigns is the side to move, or the only person", () => {
  assert.deepEqual(game.result(game.resigned(after("4"))), { winner: "red", ending: "resigned" });
  assert.deepEqual(game.result(game.resigned(after("4", MACHINE))), { winner: "yellow", ending: "resigned" });
});

test("a win is told with its line", () => {
  const won = game.shown(after("4455667"));
  assert.deepEqual(won.lines, [
    [
      [3, 0],
      [4, 0],
      [5, 0],
      [6, 0],
    ],
  ]);
  assert.equal(game.moveInWords(won), "Red plays g1.");
  assert.equal(game.placeInWords(won), "After move 7, red g1.");
  assert.equal(game.linesInWords(won.lines), "four in a row");
  assert.throws(() => game.played(after("4455667"), 0), /the game is over/);
});
