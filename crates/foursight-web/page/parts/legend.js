// The meaning of the signs beside moves and above columns.

import { h } from "../browser/dom.js";

const SIGNS = [
  ["???", "missed four in a row, or did not block it"],
  ["??", "threw a win or a draw away, and loses"],
  ["?", "turned a win into a draw"],
  ["?!", "wins later, or loses sooner, than necessary"],
  ["+1, −2", "a score: + wins, − loses, 0 draws; +1 wins with the last disc, +2 with the one before it"],
];

/** The signs with their meaning. */
export function signs() {
  return h(
    "dl",
    { class: "keys" },
    ...SIGNS.flatMap(([sign, words]) => [h("dt", {}, sign), h("dd", {}, words)]),
  );
}
