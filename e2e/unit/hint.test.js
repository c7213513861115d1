import assert from "node:assert/strict";
import { test } from "node:test";

import { adviceInWords, hintFrom } from "../../crates/foursight-web/page/core/hint.js";
import { after, readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";

/** @typedef {import("../../crates/foursight-web/page/net/api.js").Analysis} Analysis */
/** @typedef {import("../../crates/foursight-web/wire").Why} Why */

/** @param {Partial<Analysis>} more @param {string[]} words of the moves, from the left */
function analysis(more, words = []) {
  const moves = words.map((words, i) => {
    return { column: i + 1, score: null, lower: -9, upper: 9, words, best: false, line: "" };
  });
  return /** @type {Analysis} */ ({
    advice: null,
    guess: null,
    estimate: null,
    words: "undecided",
    moves,
    ...more,
  });
}

/** @param {string} moves */
const at = (moves) => after(STANDARD, readMoves(moves, STANDARD));

/** @param {number[]} columns @param {number[]} [recommended] */
const advice = (columns, recommended = columns) => ({ columns, recommended, words: "" });

test("a hint says what is best or, while that is not proved, what the strongest level would play", () => {
  for (const [known, moves, columns, words] of /** @type {const} */ ([
    [
      analysis({ advice: advice([4]) }, ["", "", "", "wins in 20 moves"]),
      "44",
      [3],
      "Hint: d3 wins in 20 moves",
    ],
    [
      analysis({ guess: 5, estimate: "about even" }, ["undecided", "undecided"]),
      "5",
      [4],
      "Best guess: e2 (not proved; about even)",
    ],
    [
      analysis({ guess: 7, estimate: "likely better for red, 71%" }, [
        "loses in 3 moves",
        "undecided",
        "draws or loses",
      ]),
      "",
      [6],
      "Best guess: g1 (not proved; likely better for red, 71%); a1 loses in 3 moves; c1 draws or loses",
    ],
    [
      analysis({ guess: 7, estimate: "about even" }, [
        "loses in 2 moves",
        "draws or loses",
        "loses in 2 moves",
        "draws or loses",
        "loses in 2 moves",
        "loses in 2 moves",
        "undecided",
      ]),
      "",
      [6],
      "Best guess: g1 (not proved; about even); every move other than b1, d1 or g1 loses in 2 moves; b1 or d1 draws or loses",
    ],
  ])) {
    const isEstimate = words.includes("not proved");
    assert.deepEqual(hintFrom(known, at(moves)), { columns, words, ...(isEstimate && { isEstimate }) });
  }
});

test("advice names cells", () => {
  for (const [given, words, moves, expected] of /** @type {const} */ ([
    [advice([2, 6]), ["", "draws"], "", "b1 or f1 draws"],
    [advice([4], []), ["loses", "", "", "loses in 20 moves"], "4", "every move loses; d2 holds out longest"],
    [advice([]), ["loses in 1 move"], "44", "every move loses in 1 move"],
  ])) {
    const known = analysis({ advice: { ...given, columns: [...given.columns] } }, [...words]);
    assert.equal(adviceInWords(known, at(moves)), expected);
  }
});

test("a hint has its reason, if that begins with the move, or else what to look for", () => {
  const why = (/** @type {string} */ cell, /** @type {Partial<Why>} */ more = {}) => {
    const overlay = { rings: [], arrows: [], links: [], steps: [{ cell, player: "red" }] };
    return /** @type {Why} */ ({
      kind: "certain",
      hero: "red",
      sentences: ["The reason."],
      overlay,
      ...more,
    });
  };
  const known = (/** @type {number} */ score) =>
    analysis({ score, advice: advice([4]) }, ["", "", "", "wins in 3 moves"]);
  const look = "Look for a line that needs one more disc, in row";
  for (const [moves, score, reason, plan] of /** @type {const} */ ([
    ["44", 9, why("d3"), "The reason."],
    ["44", 9, why("e1"), `${look} 3 or 5.`],
    ["44", 9, why("d3", { kind: "example" }), `${look} 3 or 5.`],
    ["4", 9, why("d2", { hero: "yellow" }), "The reason."],
    ["4", 9, why("d2", { kind: "bare", hero: "yellow" }), `${look} 2, 4 or 6.`],
    ["44", 0, why("d3", { hero: "yellow" }), "Before each disc, check which cell it opens up above it."],
    ["44", -3, why("d3", { hero: "yellow" }), "Look for the other side's next line, and block it in time."],
  ])) {
    const { words } = hintFrom(known(score), at(moves), reason);
    assert.equal(words.split(". ").slice(1).join(". "), plan);
    assert.ok(words.split(" ").length <= 25, words);
  }
});
