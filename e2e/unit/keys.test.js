import assert from "node:assert/strict";
import { test } from "node:test";

import { actionOf, KEYS } from "../../crates/foursight-web/page/core/keys.js";

/** What a key does in a view that can do everything. @param {string} key */
function done(key) {
  /** @type {string[]} */
  const seen = [];
  const names = /** @type {const} */ (["back", "forward", "first", "last", "hint", "flip", "leave"]);
  const actions = Object.fromEntries(names.map((name) => [name, () => seen.push(name)]));
  actionOf(key, { ...actions, play: (column) => seen.push(`play ${column}`) })?.();
  return seen.join();
}

test("each key does one thing", () => {
  for (const [key, action] of /** @type {const} */ ([
    ["1", "play 0"],
    ["7", "play 6"],
    ["a", "play 9"],
    ["ArrowLeft", "back"],
    ["ArrowRight", "forward"],
    ["Home", "first"],
    ["End", "last"],
    [" ", "hint"],
    ["f", "flip"],
    ["Escape", "leave"],
    ["0", ""],
    ["b", ""],
    ["toString", ""],
    ["Enter", ""],
  ])) {
    assert.equal(done(key), action, key);
  }
});

test("a view that cannot do something leaves the key alone", () => {
  assert.equal(actionOf("f", {}), null);
  assert.equal(actionOf("1", {}), null);
  assert.ok(KEYS.every(([, words]) => words));
});
