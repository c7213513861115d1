import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame, PEOPLE, rematch, resigned } from "../../crates/foursight-web/page/core/game.js";
import {
  ladderInWords,
  levelFor,
  matchAfter,
  matchInWords,
  streak,
} from "../../crates/foursight-web/page/core/match.js";
import { readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";

/** @typedef {import("../../crates/foursight-web/page/core/game.js").Players} Players */

const AGAINST = /** @type {Players} */ ({ red: "person", yellow: 3 });
const RED_WINS = "1212121";

/** @param {string} moves @param {Players} [players] @param {"none" | "pie"} [rule] @param {boolean} [isSwapped] */
const game = (moves, players = AGAINST, rule = "none", isSwapped = false) =>
  newGame(STANDARD, players, readMoves(moves, STANDARD), rule, isSwapped);

test("a match counts games for whoever played them, whatever their color is in the next one", () => {
  assert.equal(matchInWords(null, game("")), "", "nothing is decided");
  const first = game(RED_WINS);
  assert.equal(matchInWords(null, first), "You 1, Level 3 0");
  const score = matchAfter(null, first);
  const second = rematch(first);
  assert.deepEqual(second.players, { red: 3, yellow: "person" });
  assert.equal(matchInWords(score, second), "You 1, Level 3 0");
  const lost = { ...game(RED_WINS), players: second.players };
  assert.equal(matchInWords(score, lost), "You 1, Level 3 1");
  assert.equal(matchInWords(score, resigned({ ...game("44"), players: second.players })), "You 1, Level 3 1");
  const drawn = game("121212212121343434434343565656656565777777");
  assert.equal(matchInWords(score, drawn), "You 0, Level 3 1, drawn 1");
  assert.equal(matchInWords(null, game(RED_WINS, PEOPLE)), "Red 1, Yellow 0");
  assert.equal(matchInWords(matchAfter(null, game(RED_WINS, PEOPLE)), game("", PEOPLE)), "Red 0, Yellow 1");
});

test("a swap of sides by the opening rule moves nobody's score", () => {
  // Who began as red sits at yellow since the swap, and red has won.
  const swapped = game(RED_WINS, { red: 3, yellow: "person" }, "pie", true);
  assert.equal(matchInWords(null, swapped), "You 0, Level 3 1");
  const next = rematch(swapped);
  assert.deepEqual(next.players, { red: "person", yellow: 3 });
  assert.equal(matchInWords(matchAfter(null, swapped), next), "You 0, Level 3 1");
});

/** @param {number | null} level @param {"red" | "yellow" | null} winner */
const own = (level, winner) =>
  /** @type {import("../../crates/foursight-web/page/core/own_games.js").OwnGame} */ (
    /** @type {unknown} */ ({ level, winner, color: "red" })
  );

test("three wins against a level lead to the next, and wins in a row are counted", () => {
  const games = [own(3, "red"), own(2, "red"), own(3, "yellow"), own(3, "red")];
  assert.equal(ladderInWords(games, 3), "2 of 3 won: level 4 next");
  assert.equal(ladderInWords([], 0), "0 of 3 won: level 1 next");
  assert.equal(ladderInWords(Array(4).fill(own(10, "red")), 10), "3 of 3 won");
  assert.deepEqual(
    [streak(games), streak([]), streak(games.slice(2)), streak(games.slice(0, 1))],
    [2, 0, 0, 1],
  );
});

test("from the fifth game on, the level is suggested that a person beats six times in ten", () => {
  const won = (/** @type {number} */ level) => own(level, "red");
  const lost = (/** @type {number} */ level) => own(level, "yellow");
  assert.equal(levelFor([own(null, "red"), ...Array(4).fill(won(3))]), null, "friends have no level");
  const even = [won(3), won(3), won(3), lost(3), lost(3)];
  assert.equal(ladderInWords(even, 3), "Level 3 suits you: you win about six of ten games");
  assert.equal(ladderInWords(even, 1), "Level 3 next: you would win about six of ten games");
  assert.deepEqual([levelFor(Array(5).fill(won(3))), levelFor(Array(5).fill(lost(5)))], [5, 2]);
  assert.deepEqual([levelFor(Array(9).fill(won(10))), levelFor(Array(9).fill(lost(0)))], [10, 0]);
  const before = Array(60).fill(lost(2));
  assert.equal(levelFor([...Array(20).fill(won(2)), ...before]), 6, "only the latest twenty count");
});
