import assert from "node:assert/strict";
import { test } from "node:test";

import { adviceInWords } from "../../crates/foursight-web/page/core/hint.js";
import { hintSteps } from "../../crates/foursight-web/page/core/hint_steps.js";
import { completing } from "../../crates/foursight-web/page/core/questions.js";
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

/** @param {Analysis} known @param {string} moves @param {Why | null} [why] */
const words = (known, moves, why = null) => hintSteps(known, at(moves), why).map((hint) => hint.words);

test("the last hint says what is best or, while that is not proved, the best guess", () => {
  for (const [known, moves, columns, expected] of /** @type {const} */ ([
    [analysis({ advice: advice([4]) }, ["", "", "", "wins in 20 moves"]), "44", [3], "d3 wins in 20 moves."],
    [
      analysis({ guess: 5, estimate: "about even" }, ["undecided", "undecided"]),
      "5",
      [4],
      "Best guess: e2 (not proved; about even).",
    ],
    [
      analysis({ guess: 7, estimate: "likely better for red, 71%" }, [
        "loses in 3 moves",
        "undecided",
        "draws or loses",
      ]),
      "",
      [6],
      "Best guess: g1 (not proved; likely better for red, 71%). a1 loses in 3 moves; c1 draws or loses.",
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
      "Best guess: g1 (not proved; about even). Every move other than b1, d1 or g1 loses in 2 moves; b1 or d1 draws or loses.",
    ],
  ])) {
    const last = hintSteps(known, at(moves)).at(-1);
    const isEstimate = expected.includes("not proved");
    assert.deepEqual({ ...last, question: 0 }, { columns, words: expected, question: 0, isEstimate });
  }
});

test("hints tell where to look, then the cells, then the move", () => {
  const known = analysis({ advice: advice([4]) }, ["", "", "", "wins in 20 moves"]);
  // Six cells are free in the first row; d3 is alone in its row.
  assert.deepEqual(words(known, "44"), ["Look at c1, d3 or e1.", "Choose c1 or d3.", "d3 wins in 20 moves."]);
  const [look, , move] = hintSteps(analysis({ advice: advice([2]) }, ["", "draws"]), at("4"));
  assert.deepEqual([look.words, look.signs?.rows, look.columns], ["Look at row 1.", [0], []]);
  assert.deepEqual([move.columns, move.next], [[1], undefined]);
  const rings = /** @type {any} */ ({
    kind: "certain",
    hero: "yellow",
    sentences: [],
    overlay: { rings: ["a1", "e1", "d2"], arrows: [], links: [], steps: [] },
  });
  const [, cells] = hintSteps(known, at("7443"), rings);
  assert.equal(cells.words, "Think of a1 and e1: the game may be decided there.", "d2 has a disc");
  assert.deepEqual([cells.signs?.rings, cells.signs?.hero], [["a1", "e1"], "yellow"]);
  const one = analysis({ advice: advice([]) }, ["loses in 1 move"]);
  assert.deepEqual(words(one, "44"), ["Every move loses in 1 move."], "there is nothing to look for");
});

test("a line that is about to be completed comes first, and is blocked in a lost position, too", () => {
  assert.deepEqual(completing(at("112233"), "red"), [3]);
  assert.deepEqual(completing(at("112233"), "yellow"), []);
  assert.deepEqual(completing(at("1122334"), "red"), [], "the game is over");
  const lost = analysis({ advice: advice([4], []), score: -9 }, ["", "", "", "loses in 2 moves"]);
  // Red has a1, b1 and c1.
  assert.deepEqual(words(lost, "11223"), [
    "Red is about to win. Look at row 1.",
    "Red would have 4 in a row with d1.",
    "Make Red work. Block d1: Red has a1, b1 and c1.",
  ]);
  const held = analysis({ advice: advice([4]), score: 0 }, ["", "", "", "draws"]);
  assert.equal(words(held, "11223").at(-1), "Block d1: Red has a1, b1 and c1.");
  assert.deepEqual(words(held, "112233"), [
    "You can win now. Look at row 1.",
    "You would have 4 in a row with d1.",
    "Play d1: you have a1, b1 and c1.",
  ]);
  const alike = analysis({ advice: advice([]), score: -9 }, ["loses in 1 move"]);
  assert.equal(words(alike, "44332").at(-1), "Make Red work. Block a1: Red has b1, c1 and d1.", "one of two");
  const far = analysis({ advice: advice([2], []), score: -9 }, ["", "loses in 12 moves"]);
  assert.equal(words(far, "7").at(-1), "Make Red work: b1 holds out longest.");
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
      tier: 2,
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
    ["", 9, why("d1", { tier: 6 }), "Most lines run through the middle: 7 of yours through d1."],
    ["44", 0, why("d3", { hero: "yellow" }), "Before each disc, check which cell it opens up above it."],
  ])) {
    const last = words(known(score), moves, reason).at(-1) ?? "";
    assert.equal(last.split(". ").slice(1).join(". "), plan);
    assert.ok(last.split(" ").length <= 25, last);
  }
});
