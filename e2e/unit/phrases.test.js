import assert from "node:assert/strict";
import { test } from "node:test";

import { listened, standing } from "../../crates/foursight-web/page/core/phrases.js";
import { game } from "./examples.js";

/** @typedef {import("../../crates/foursight-web/page/core/phrases.js").Phrase} Phrase */

const NOTHING = { red: null, yellow: null };

/** @param {Phrase[]} red @param {Phrase[]} yellow */
const said = (red, yellow) => {
  const { seats } = game({});
  return { red: { ...seats.red, said: red }, yellow: { ...seats.yellow, said: yellow } };
};

test("a phrase stands beside the name for two discs", () => {
  const before = game({});
  const now = game({ seats: said(["good_luck"], []) });
  const heard = listened(now, before, NOTHING);
  assert.deepEqual(heard, { red: { phrase: "good_luck", ply: 2 }, yellow: null });
  assert.equal(standing(now, heard.red), "Good luck!");
  const later = { ...now, ply: 3 };
  assert.deepEqual(listened(later, now, heard), heard);
  assert.equal(standing(later, heard.red), "Good luck!");
  assert.equal(standing({ ...now, ply: 4 }, heard.red), null);
});

test("what was said goes with its player when sides are swapped", () => {
  const before = game({ seats: said(["good_luck"], []) });
  const heard = listened(before, game({}), NOTHING);
  const swapped = game({ seats: said([], ["good_luck"]), swapped: true });
  assert.deepEqual(listened(swapped, before, heard), { red: null, yellow: heard.red });
});

test("of what was said before one came, only the end of a game matters", () => {
  const seats = said([], ["good_luck", "good_game"]);
  assert.deepEqual(listened(game({ seats }), null, NOTHING), NOTHING);
  const end = game({ seats, outcome: "red", ending: "line" });
  assert.deepEqual(listened(end, null, NOTHING).yellow, { phrase: "good_game", ply: 2 });
});
