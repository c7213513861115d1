import assert from "node:assert/strict";
import { test } from "node:test";

import { levelLine, nameLevels } from "../../crates/foursight-web/page/core/levels.js";
import { readSize, STANDARD } from "../../crates/foursight-web/page/core/rules.js";

test("on large boards, the higher levels say that they begin by estimates", () => {
  nameLevels(
    Array.from({ length: 11 }, (_, level) => ({ level, name: "", description: `plays like level ${level}` })),
  );
  assert.equal(levelLine(10, STANDARD), "Plays like level 10.");
  assert.equal(levelLine(4, readSize("9x9", null)), "Plays like level 4.");
  assert.equal(levelLine(10, readSize("5x10", null)), "Plays like level 10.");
  assert.equal(levelLine(5, readSize("9x9", null)), "Begins by estimates, later plays like level 5.");
});
