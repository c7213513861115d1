// The plan that the page teaches: reading it, and playing by it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { plan } from "../plan.js";
import { planMove, readTurn } from "../../crates/foursight-web/page/core/plan.js";

test("the answers of a line are read, also in a mirror", () => {
  const turn = readTurn("c2(b2 c4:c5(* double a2-c6 f4-g2) e5:e6! * double a1-e1 else:cb)");
  assert.equal(turn.column, 2);
  assert.deepEqual(turn.answers?.own, ["b2"]);
  assert.deepEqual([...(turn.answers?.named.keys() ?? [])], ["c4", "e5"]);
  const pairs = [
    ["a2", "c6"],
    ["f4", "g2"],
  ];
  const rule = { makesDoubleThreats: true, pairs, spare: [] };
  assert.deepEqual(turn.answers?.named.get("c4")?.answers?.rule, rule);
  assert.deepEqual(turn.answers?.named.get("e5"), { column: 4, answers: null });
  assert.deepEqual(turn.answers?.rule?.spare, [2, 1]);
  const image = readTurn("c2(b2 * a1-e1 else:cb)", true);
  assert.equal(image.column, 4);
  assert.deepEqual(image.answers?.own, ["f2"]);
  assert.deepEqual(image.answers?.rule?.pairs, [["g1", "c1"]]);
  assert.deepEqual(image.answers?.rule?.spare, [4, 5]);
  assert.deepEqual(readTurn("d1"), { column: 3, answers: null });
});

test("after a disc that is not the plan's, it has no answer unless the position is one of its own", () => {
  assert.equal(planMove(plan, []), 3);
  assert.equal(planMove(plan, [0]), null);
  assert.equal(planMove(plan, [0, 0]), null);
});
