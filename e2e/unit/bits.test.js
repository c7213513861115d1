import assert from "node:assert/strict";
import { test } from "node:test";

import { framesOf, valueOf } from "../../crates/foursight-web/page/core/bits.js";

test("every shift has a frame before and after it meets the bits", () => {
  const step = { before: "15", shift: 1, shifted: "7", remaining: "7", wrapped: "0" };
  const frames = framesOf({
    direction: "vertical",
    stride: 1,
    steps: [step, { ...step, before: "7", shift: 2, shifted: "1", remaining: "1" }],
  });
  assert.deepEqual(
    frames.map(({ formula }) => formula),
    ["x", "x >> 1", "a = x & (x >> 1)", "a >> 2", "b = a & (a >> 2)"],
  );
  assert.deepEqual(
    frames.map((frame) => Number(valueOf(frame))),
    [15, 7, 7, 1, 1],
  );
});

test("a shift that leaves nothing is 0", () => {
  const step = { before: "1", shift: 7, shifted: "0", remaining: "0", wrapped: "0" };
  const frames = framesOf({ direction: "horizontal", stride: 7, steps: [step] });
  assert.deepEqual(
    frames.map((frame) => Number(valueOf(frame))),
    [1, 0, 0],
  );
});
