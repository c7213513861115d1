// Games for tests, which are always the same.

import { empty, legal, play, STANDARD, writeMoves } from "../crates/foursight-web/page/core/rules.js";

/** A number from 0 to below 1, the next of a sequence that is always the same. @param {number} [seed] */
export function randomNumbers(seed = 1) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** A game of 40 moves that is still open, as columns from 1. */
export function longGame() {
  const random = randomNumbers();
  for (;;) {
    let position = empty(STANDARD);
    while (!position.outcome && position.moves.length < 40) {
      const columns = legal(position);
      position = play(position, columns[Math.floor(random() * columns.length)]);
    }
    if (!position.outcome) return writeMoves(position.moves);
  }
}

/** Boards of all sizes. @returns {import("../crates/foursight-web/page/core/rules.js").Size[]} */
export function sizes() {
  const sides = [3, 4, 5, 6, 7, 8, 9, 10];
  const lines = [3, 4, 5, 6];
  return sides.flatMap((width) =>
    sides.flatMap((height) => lines.map((connect) => ({ width, height, connect }))),
  );
}
