// The requests that the engine in the browser answers; all others belong to the server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAnswered } from "../../crates/foursight-web/page/net/engine.js";

test("the engine answers all questions, and nothing else", () => {
  for (const target of ["/solve?pos=4", "/api/score?pos=4", "/api/puzzles", "/api/puzzles/7"]) {
    assert.ok(isAnswered(target), target);
  }
  for (const target of ["/solver", "/render.png", "/api/games", "/api/games/ab/score"]) {
    assert.ok(!isAnswered(target), target);
  }
});
