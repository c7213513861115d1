import assert from "node:assert/strict";
import { test } from "node:test";

import { lookingAt, newGame, PEOPLE, resigned } from "../../crates/foursight-web/page/core/game.js";
import { readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import {
  continueInWords,
  MOST_RUNNING,
  runningWith,
  stateOf,
} from "../../crates/foursight-web/page/core/running.js";

const AGAINST = /** @type {const} */ ({ red: "person", yellow: 3 });
const game = (/** @type {string} */ moves, players = AGAINST) =>
  newGame(STANDARD, players, readMoves(moves, STANDARD));

/** @param {import("../../crates/foursight-web/page/core/game.js").Game} game */
const alone = (game) => runningWith([], "now", game, null);

test("a game is among the running ones while it has discs and a person, and goes on", () => {
  const [running] = alone(game("445"));
  const expected = { id: "now", address: "/?pos=445", players: AGAINST, n_discs: 3, match: null };
  assert.deepEqual(running, expected);
  assert.equal(continueInWords(running), "Continue against Level 3 (move 4)");
  assert.deepEqual(stateOf(running), { id: "now", players: AGAINST, match: null, isBegun: true });
  assert.deepEqual(alone(game("")), [], "it has no disc");
  assert.deepEqual(alone(resigned(game("445"))), [], "it is over");
  assert.deepEqual(alone(game("1212121")), [], "it is won");
  assert.deepEqual(alone(game("445", /** @type {any} */ ({ red: 1, yellow: 2 }))), [], "nobody plays");
  const [two] = alone(game("4", /** @type {any} */ (PEOPLE)));
  assert.equal(continueInWords(two), "Continue the game of two (move 2)");
  assert.equal(alone(lookingAt(game("445"), 2))[0].address, "/?pos=44", "moves taken back are gone");
  const other = { width: 9, height: 7, connect: 5 };
  const [swapped] = alone(newGame(other, AGAINST, [4, 4], "pie", true));
  assert.equal(swapped.address, "/?pos=55&size=9x7&connect=5&opening_rule=pie&swapped=true");
});

test("the game played last comes first, each is there once, and the oldest go", () => {
  const names = Array.from({ length: MOST_RUNNING + 2 }, (_, i) => `game ${i}`);
  const all = names.reduce((games, id) => runningWith(games, id, game("4"), null), alone(game("4")));
  assert.deepEqual(
    all.map(({ id }) => id),
    names.toReversed().slice(0, MOST_RUNNING),
  );
  const again = runningWith(all, "game 4", game("44"), null);
  assert.deepEqual([again[0].id, again[0].n_discs, again.length], ["game 4", 2, MOST_RUNNING]);
  assert.equal(runningWith(again, "game 4", resigned(game("44")), null).length, MOST_RUNNING - 1);
});
