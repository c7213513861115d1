import assert from "node:assert/strict";
import { test } from "node:test";

import { lookingAt, newGame, resigned } from "../../crates/foursight-web/page/core/game.js";
import { readMoves, readSize, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import { statusOf } from "../../crates/foursight-web/page/core/status.js";
import { lookingAtMoves } from "../../crates/foursight-web/page/core/variations.js";

const PEOPLE = /** @type {const} */ ({ red: "person", yellow: "person" });
const FIRST = /** @type {const} */ ({ red: "person", yellow: 3 });
const SECOND = /** @type {const} */ ({ red: 3, yellow: "person" });

/** @param {string} moves @param {import("../../crates/foursight-web/page/core/game.js").Players} players */
const after = (moves, players, size = STANDARD) => newGame(size, players, readMoves(moves, size));

test("the end of a game in words", () => {
  const small = readSize("3x3", "3");
  for (const [game, words] of /** @type {const} */ ([
    [after("4455667", SECOND), "You lose: Red has four in a row"],
    [after("4455667", FIRST), "You win with four in a row"],
    [after("4455667", PEOPLE), "Red wins with four in a row"],
    [after("12131", FIRST, small), "You win with three in a row"],
    [after("111222333", PEOPLE, readSize("3x3", "4")), "A draw: the board is full"],
    [resigned(after("44", FIRST)), "You resigned: Yellow wins"],
    [resigned(after("4", PEOPLE)), "Yellow resigned: Red wins"],
  ])) {
    assert.equal(statusOf(game), words);
  }
});

test("a variation says that it is one", () => {
  const won = after("4455667", SECOND);
  assert.equal(statusOf(lookingAt(won, 3)), "Yellow to move");
  assert.equal(statusOf(lookingAtMoves(won, readMoves("44551", STANDARD))), "Variation: Yellow to move");
  assert.equal(statusOf(lookingAtMoves(won, readMoves("445537", STANDARD))), "Variation: Red to move");
  const other = readMoves("4455136", STANDARD);
  assert.equal(statusOf(lookingAtMoves(won, [...other, 0, 6])), "Variation: Red has four in a row");
});
