import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame, resigned } from "../../crates/foursight-web/page/core/game.js";
import {
  accuracyCourse,
  areOwnGames,
  gameInWords,
  gamesGraded,
  gamesWith,
  gamesWithout,
  networkToRemember,
  MOST_GAMES,
  tally,
  toRemember,
} from "../../crates/foursight-web/page/core/own_games.js";
import { readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import { game as networkGame } from "./examples.js";

/** @typedef {import("../../crates/foursight-web/page/core/own_games.js").OwnGame} OwnGame */

const AGAINST = /** @type {const} */ ({ red: "person", yellow: 3 });
const game = (/** @type {string} */ moves) => newGame(STANDARD, AGAINST, readMoves(moves, STANDARD));
const TIME = "2026-11-22T20:15:00.000Z";

/** @param {string} moves @returns {OwnGame} */
function own(moves) {
  const remembered = toRemember(game(moves), TIME);
  assert.ok(remembered);
  return remembered;
}

test("a game of one person against the machine is remembered at its end", () => {
  const won = own("1212121");
  assert.deepEqual([won.color, won.winner, won.moves, won.accuracy], ["red", "red", "1212121", null]);
  assert.equal(gameInWords(won), "Won against level 3, 7 moves");
  assert.equal(gameInWords(own("12121272")), "Lost to level 3, 8 moves");
  assert.match(
    gameInWords(/** @type {OwnGame} */ (toRemember(resigned(game("44")), TIME))),
    /^Lost .*, resigned/,
  );
  const pie = newGame(STANDARD, AGAINST, readMoves("1212121", STANDARD), "pie", true);
  const { opening_rule, swapped } = toRemember(pie, TIME) ?? {};
  assert.deepEqual([opening_rule, swapped], ["pie", true]);
  assert.equal(toRemember(game("121212"), TIME), null, "it is not over");
  assert.equal(toRemember(resigned(game("")), TIME), null, "nothing was played");
  const people = /** @type {const} */ ({ red: "person", yellow: "person" });
  assert.equal(toRemember(newGame(STANDARD, people, readMoves("1212121", STANDARD)), TIME), null);
});

test("a network game is remembered at its end, with the name of the other player", () => {
  const live = (/** @type {Partial<import("./examples.js").NetworkGame>} */ more) =>
    networkToRemember(networkGame({ pos: "1212121", ...more }), "yellow", TIME);
  const lost = /** @type {OwnGame} */ (live({ outcome: "red", ending: "line" }));
  assert.equal(gameInWords(lost), "Lost to Ann, 7 moves");
  assert.ok(areOwnGames([lost]));
  assert.ok(!areOwnGames([{ ...lost, level: 11 }]) && !areOwnGames([{ ...lost, opponent: undefined }]));
  const resigned = /** @type {OwnGame} */ (live({ outcome: "yellow", ending: "resigned" }));
  assert.equal(gameInWords(resigned), "Won against Ann, resigned, 7 moves");
  const drawn = /** @type {OwnGame} */ (live({ outcome: "draw", ending: "agreed" }));
  assert.equal(gameInWords(drawn), "Draw with Ann, 7 moves");
  assert.equal(live({}), null, "it is not over");
  assert.equal(live({ pos: "", outcome: "red", ending: "resigned" }), null, "nothing was played");
});

test("games are kept up to a number, the latest first, each once", () => {
  const [one, two] = [own("1212121"), { ...own("12121272"), time: "2026-11-22T20:16:00.000Z" }];
  const games = gamesWith([one], two);
  assert.deepEqual(games, [two, one]);
  assert.deepEqual(gamesWith(games, two), games, "the same end once more");
  assert.deepEqual(gamesWithout(games, two.time), [one]);
  assert.deepEqual(tally(games), { nWon: 1, nDrawn: 0, nLost: 1 });
  assert.equal(gamesWith(Array(MOST_GAMES).fill(one), two).length, MOST_GAMES);
  assert.ok(areOwnGames(games) && !areOwnGames([{}]) && !areOwnGames(null));
});

test("accuracy over time goes from the oldest game to the latest", () => {
  const graded = [0.5, null, 1].map((accuracy) => ({ ...own("1212121"), accuracy }));
  assert.deepEqual(accuracyCourse(graded), [1, 0.75]);
  assert.deepEqual(accuracyCourse(gamesGraded([own("1212121")], TIME, 0.8)), [0.8]);
  assert.deepEqual(accuracyCourse(gamesGraded([own("1212121")], "later", 0.8)), []);
});
