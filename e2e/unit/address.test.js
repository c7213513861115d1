import assert from "node:assert/strict";
import { test } from "node:test";

import {
  addressOf,
  addressOfGame,
  gameAt,
  networkAddress,
  readAddress,
  readNetworkAddress,
  seatAddress,
} from "../../crates/foursight-web/page/core/address.js";
import { shown } from "../../crates/foursight-web/page/core/game.js";
import { readMoves, readSize, STANDARD, writeMoves } from "../../crates/foursight-web/page/core/rules.js";

const PEOPLE = /** @type {const} */ ({ red: "person", yellow: "person" });

/** @param {string} address */
function opened(address) {
  return gameAt(new URL(address, "http://localhost"), PEOPLE);
}

test("addresses are read as they were written", () => {
  const large = readSize("10x8", 5);
  for (const [size, moves, ply, address] of /** @type {const} */ ([
    [STANDARD, "", 0, "/"],
    [STANDARD, "4455", 4, "/?pos=4455"],
    [STANDARD, "4455", 3, "/?pos=4455#3"],
    [large, "aa1", 0, "/?pos=aa1&size=10x8&connect=5#0"],
  ])) {
    assert.equal(addressOf(size, readMoves(moves, size), {}, ply), address);
    const read = opened(address);
    assert.deepEqual([read.size, writeMoves(read.moves), read.ply], [size, moves, ply]);
  }
});

test("variations and the place in them are part of the address", () => {
  for (const [address, place, variations] of /** @type {const} */ ([
    ["/?pos=4455#2.3", "443", ["443"]],
    ["/?pos=4455#4,2.31,2.35,0.71", "4455", ["4431", "4435", "71"]],
    ["/?pos=4455#2.3,2.31", "443", ["4431"]],
    ["/?pos=4455#4.66", "445566", ["445566"]],
    ["/?pos=4455#1,2.31", "4", ["4431"]],
    ["/?size=10x8&connect=5&pos=a1#2.a2", "a1a2", ["a1a2"]],
  ])) {
    const game = opened(address);
    assert.equal(writeMoves(shown(game).moves), place, address);
    assert.deepEqual(game.variations.map(writeMoves), variations, address);
    const again = opened(addressOfGame(game));
    assert.equal(writeMoves(shown(again).moves), place, addressOfGame(game));
    assert.deepEqual(again.variations.map(writeMoves).sort(), [...variations].sort(), addressOfGame(game));
  }
});

test("a link whose variations cannot be played still opens its game", () => {
  for (const hash of ["#2.9", "#2.4444444", "#x,2.9", "#,,", "#99", "#9.3,,2.3!"]) {
    const game = opened(`/?pos=4455${hash}`);
    assert.equal(writeMoves(game.moves), "4455", hash);
  }
});

test("addresses of network games are read as they were written", () => {
  for (const [address, ply, secret] of /** @type {const} */ ([
    [networkAddress("a-_1", null), null, null],
    [networkAddress("a-_1", 3), 3, null],
    [seatAddress("a-_1", "s-_2"), null, "s-_2"],
    ["/g/a-_1#nonsense", null, null],
  ])) {
    assert.deepEqual(readNetworkAddress(new URL(address, "http://localhost")), { id: "a-_1", ply, secret });
  }
});

test("what cannot be played is refused with the reason", () => {
  for (const [address, reason] of /** @type {const} */ ([
    ["/?pos=4444444", /move 7: column d is full/],
    ["/?pos=48", /move 2 names a column that does not exist \(columns are 1 to 7\)/],
    ["/?pos=4x!", /move 2/],
    ["/?pos=44556677", /move 8: the game is over/],
    ["/?size=20x3", /boards of 20x3 are not supported \(each side is 3 to 10\)/],
    ["/?size=seven", /"seven" is not a board size/],
    ["/?connect=9", /lines of 9 are not supported \(3 to 6 in a row\)/],
  ])) {
    assert.throws(() => readAddress(new URL(address, "http://localhost")), reason, address);
  }
});
