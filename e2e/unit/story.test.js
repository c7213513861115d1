import assert from "node:assert/strict";
import { test } from "node:test";

import { after, readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";
import { checkedInWords, headline, shortStory } from "../../crates/foursight-web/page/core/review.js";
import { gradedMove, WHY } from "./examples.js";

/** @typedef {import("../../crates/foursight-web/wire").Why} Why */

const before = after(STANDARD, readMoves("7443", STANDARD));
const mistake = gradedMove({ ply: 4, column: 4, best: 0, score: -18, best_columns: [2] });
/** @type {Why} */
const why = {
  ...WHY,
  parts: [...WHY.parts, { kind: "better", text: "Only b1 held the draw: it takes the cell.", items: [] }],
};

test("a mistake has a headline", () => {
  for (const [more, words] of /** @type {const} */ ([
    [{}, "Red played d3. Before it Red could draw."],
    [{ best: 3 }, "Red played d3. Before it Red could win."],
    [{ best: -3 }, "Red played d3."],
    [{ mark: "missed_block" }, "d3 did not stop Yellow."],
  ]))
    assert.equal(headline({ ...mistake, ...more }, before), words);
  assert.equal(headline({ ...mistake, headline: "You lost with d3." }, before), "You lost with d3.");
  assert.equal(headline(mistake, before, "red"), "You played d3. Before it you could draw.");
  assert.equal(headline({ ...mistake, mark: "missed_block" }, before, "yellow"), "d3 did not stop you.");
});

test("a reason that nobody can repeat is not told sentence by sentence", () => {
  assert.deepEqual(shortStory(why), [why.parts[0]]);
  assert.deepEqual(
    shortStory({ ...why, tier: 5 }).map(({ text }) => text),
    ["There is no short reason, only long play. Remember the better disc, or play it out."],
  );
});

test("what was checked is told only of a win that begins with a disc", () => {
  const position = after(STANDARD, readMoves("74434", STANDARD));
  assert.equal(checkedInWords(why, position), "Checked: all 7 answers to b1 lose.");
  for (const more of /** @type {Partial<Why>[]} */ ([
    { kind: "example" },
    { claim: "holds" },
    { hero: "red" },
  ]))
    assert.equal(checkedInWords({ ...why, ...more }, position), "");
});
