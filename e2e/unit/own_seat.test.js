import assert from "node:assert/strict";
import { test } from "node:test";

import { newSecret, seatSecret } from "../../crates/foursight-web/page/net/own_seat.js";

test("a secret is 128 bits, and another one each time", () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  for (const secret of secrets) {
    assert.match(secret, /^[\w-]{22}$/);
    assert.equal(Buffer.from(secret, "base64url").length, 16);
  }
  assert.equal(new Set(secrets).size, secrets.length);
});

/** @param {object | undefined} storage */
function setStorage(storage) {
  Object.defineProperty(globalThis, "sessionStorage", { value: storage, configurable: true });
}

test("the secret of a game stays the same until it is forgotten", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  setStorage({
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value),
    removeItem: (/** @type {string} */ name) => kept.delete(name),
  });
  const secret = seatSecret("a").make();
  assert.equal(seatSecret("a").get(), secret, "also after the page was loaded again");
  assert.equal(seatSecret("a").make(), secret);
  assert.equal(seatSecret("b").get(), null);
  seatSecret("a").forget();
  assert.equal(seatSecret("a").get(), null);
});

test("without storage it lasts as long as the view", () => {
  setStorage(undefined);
  const seat = seatSecret("a");
  assert.equal(seat.get(), null);
  const secret = seat.make();
  assert.equal(seat.make(), secret);
  seat.forget();
  assert.equal(seat.get(), null);
});
