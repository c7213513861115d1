import { test } from "node:test";
import { lookingAt, newGame, PEOPLE, resigned } from "../../crates/foursight-web/page/core/game.js";
import {
  accuracyCourse,
  areOwnGames,
  continueInWords,
  gameInWords,
  gamesGraded,
  gamesWith,
  gamesWithout,
  MOST_GAMES,
  MOST_RUNNING,
  networkToRemember,
  runningWith,
  stateOf,
  tally,
  toRemember,
} from "../../crates/foursight-web/page/core/own_games.js";
import { readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import { game as networkGame } from "./examples.js";

import assert from "node:assert/strict";

/** @typedef {import("../../crates/foursight-web/page/core/own_games.js").OwnGame} OwnGame */

const AGAINST = /** @type {const} */ ({ red: "person", yellow: 3 });
const game = (/** @type {string} */ moves, players = AGAINST) =>
  newGame(STANDARD, players, readMoves(moves, STANDARD));
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
