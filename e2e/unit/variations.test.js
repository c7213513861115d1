import assert from "node:assert/strict";
import { test } from "node:test";

import * as game from "../../crates/foursight-web/page/core/game.js";
import { readMoves, STANDARD, writeMoves } from "../../crates/foursight-web/page/core/rules.js";
import * as variations from "../../crates/foursight-web/page/core/variations.js";

/** @typedef {import("../../crates/foursight-web/page/core/game.js").Game} Game */

const PEOPLE = /** @type {const} */ ({ red: "person", yellow: "person" });
const MACHINE = /** @type {const} */ ({ red: "person", yellow: 3 });

/** @param {string} moves @param {import("../../crates/foursight-web/page/core/game.js").Players} [players] */
function after(moves, players = PEOPLE) {
  return game.newGame(STANDARD, players, readMoves(moves, STANDARD));
}

/** The game with these moves tried from a ply on. @param {Game} played @param {number} ply @param {string} moves */
function tried(played, ply, moves) {
  return [...moves].reduce(
    (now, name) => variations.varied(now, Number(name) - 1),
    game.lookingAt(played, ply),
  );
}

/** The moves on the shown board. @param {Game} played */
const place = (played) => writeMoves(game.shown(played).moves);

/** @param {Game} played */
const lines = (played) => played.variations.map(writeMoves);

test("a move tried makes a variation and leaves the game alone", () => {
  const won = after("4455667");
  const varied = tried(won, 4, "11");
  assert.deepEqual(
    [place(varied), lines(varied), writeMoves(varied.moves)],
    ["445511", ["445511"], "4455667"],
  );
  assert.ok(variations.isInVariation(varied));
  assert.equal(game.result(varied), null);
  assert.deepEqual(game.result(game.lookingAt(varied, 7)), { winner: "red", ending: "line" });
  assert.equal(game.lookingAt(varied, 6).positions, won.positions);
});

test("the next move of the game, or of a variation, makes none", () => {
  const same = tried(after("4455"), 2, "55");
  assert.deepEqual([place(same), lines(same), variations.isInVariation(same)], ["4455", [], false]);
  const again = tried(tried(after("4455"), 2, "311"), 2, "31");
  assert.deepEqual([place(again), lines(again)], ["4431", ["44311"]]);
  const on = tried(again, 2, "3117");
  assert.deepEqual(lines(on), ["443117"], "at its end a variation gets longer");
  assert.deepEqual(lines(tried(on, 2, "37")), ["443117", "4437"], "elsewhere another one begins");
});

test("one goes back out of a variation, and forward into it again", () => {
  let now = tried(after("4455", MACHINE), 2, "31");
  now = game.undone(game.undone(now));
  assert.deepEqual([place(now), variations.isInVariation(now)], ["44", false]);
  now = game.redone(game.redone(game.redone(now)));
  assert.equal(place(now), "4431", "no further than its end");
  now = game.undone(game.undone(game.undone(now)));
  now = game.redone(game.redone(game.redone(now)));
  assert.equal(place(now), "4455", "from before the variation the way is the game's");
  assert.deepEqual(lines(now), ["4431"]);
});

test("the machine moves in its game, and in no variation", () => {
  const aside = tried(after("44", MACHINE), 2, "3");
  assert.equal(game.levelToMove(aside), null);
  const back = variations.backInGame(aside);
  assert.deepEqual([place(back), game.isLatest(back)], ["44", true]);
  const waiting = tried(after("445", MACHINE), 3, "1");
  assert.equal(game.levelToMove(waiting), null);
  assert.equal(game.levelToMove(game.undone(waiting)), 3, "back on the game it goes on");
});

test("what is tried, and what is played", () => {
  const open = after("4455");
  assert.ok(!variations.isFree(open, true), "at the end of an open game one plays on");
  assert.ok(!variations.isFree(game.lookingAt(open, 2), false), "taken back and played anew");
  assert.ok(variations.isFree(game.lookingAt(open, 2), true), "looking back in analysis");
  assert.ok(variations.isFree(tried(open, 4, "1"), false));
  assert.ok(variations.isFree(game.lookingAt(after("4455667"), 3), false), "the end is not undone");
  assert.ok(variations.isFree(game.resigned(open), false));
});

test("a game that goes on keeps its variations, unless they became its own moves", () => {
  const varied = variations.backInGame(tried(tried(after("44"), 2, "31"), 2, "35"));
  assert.deepEqual(lines(game.played(varied, 2)), ["4431", "4435"]);
  assert.deepEqual(lines(game.played(game.played(varied, 2), 0)), ["4435"]);
});

test("a line of best play is stepped through from its first move", () => {
  const line = variations.playedOut(game.lookingAt(after("4455"), 2), readMoves("3117", STANDARD));
  assert.deepEqual([place(line), lines(line)], ["443", ["443117"]]);
  assert.equal(place(game.redone(line)), "4431");
  const own = variations.playedOut(game.lookingAt(after("4455"), 2), readMoves("5512", STANDARD));
  assert.deepEqual(
    [place(own), variations.isInVariation(own)],
    ["445", false],
    "it begins with the game's move",
  );
  assert.equal(place(game.redone(game.redone(own))), "44551");
});

test("a variation is removed, the others stay", () => {
  const both = tried(tried(after("4455"), 2, "311"), 2, "3177");
  const one = variations.withoutVariation(both);
  assert.deepEqual([place(one), lines(one)], ["4431", ["44311"]]);
  const none = variations.withoutVariation(one);
  assert.deepEqual([place(none), lines(none), none.line], ["44", [], null]);
  assert.equal(variations.withoutVariation(none), none);
});

test("variations leave the game, and each other", () => {
  let now = tried(after("4455"), 3, "1");
  now = tried(now, 1, "333");
  now = tried(now, 1, "335");
  now = tried(now, 1, "37");
  now = tried(now, 1, "2");
  /** @param {import("../../crates/foursight-web/page/core/variations.js").Branch} branch @returns {unknown[]} */
  const text = ({ ply, moves, branches }) => [ply, writeMoves(moves), branches.map(text)];
  assert.deepEqual(variations.branches(now).map(text), [
    [
      1,
      "4333",
      [
        [2, "437", []],
        [3, "4335", []],
      ],
    ],
    [1, "42", []],
    [3, "4451", []],
  ]);
});

test("from behind the board everything is the other way round", () => {
  const varied = tried(after("445", MACHINE), 2, "12");
  const behind = variations.mirrored(varied);
  assert.deepEqual([writeMoves(behind.moves), place(behind), lines(behind)], ["443", "4476", ["4476"]]);
  assert.deepEqual(variations.mirrored(behind), varied);
  const resigned = game.lookingAt(game.resigned(after("445")), 1);
  assert.deepEqual(variations.mirrored(variations.mirrored(resigned)), resigned);
});
