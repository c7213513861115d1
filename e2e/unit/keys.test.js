import assert from "node:assert/strict";
import { test } from "node:test";

import { actionOf, KEYS } from "../../crates/foursight-web/page/core/keys.js";

/** The actions that a key triggers in a view that supports them all. @param {string} key @param {string} [code] */
function done(key, code = "") {
  /** @type {string[]} */
  const seen = [];
  const names = /** @type {const} */ (["back", "forward", "first", "last", "hint", "flip", "leave"]);
  const actions = Object.fromEntries(names.map((name) => [name, () => seen.push(name)]));
  actionOf({ key, code }, { ...actions, play: (column) => seen.push(`play ${column}`) })?.();
  return seen.join();
}

test("each key does one thing", () => {
  for (const [key, action] of /** @type {const} */ ([
    ["1", "play 0"],
    ["7", "play 6"],
    ["a", "play 0"],
    ["d", "play 3"],
    ["j", "play 9"],
    ["ArrowLeft", "back"],
    ["ArrowRight", "forward"],
    ["Home", "first"],
    ["End", "last"],
    [" ", "hint"],
    ["f", "play 5"],
    ["x", "flip"],
    ["Escape", "leave"],
    ["0", ""],
    ["k", ""],
    ["toString", ""],
    ["Enter", ""],
  ])) {
    assert.equal(done(key), action, key);
  }
});

test("the row of digits plays where it writes other signs", () => {
  for (const [key, code, action] of /** @type {const} */ ([
    ["&", "Digit1", "play 0"],
    ["è", "Digit7", "play 6"],
    ["à", "Digit0", ""],
    ["7", "Numpad7", "play 6"],
    ["Home", "Numpad7", "first"],
  ])) {
    assert.equal(done(key, code), action, key);
  }
});

test("a view that cannot do something leaves the key alone", () => {
  assert.equal(actionOf({ key: "x", code: "KeyX" }, {}), null);
  assert.equal(actionOf({ key: "1", code: "Digit1" }, {}), null);
  assert.ok(KEYS.every(([, words]) => words));
});
