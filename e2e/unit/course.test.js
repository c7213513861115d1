// The course that teaches the plan: its cards, the ways to them, its rules in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { plan } from "../plan.js";
import { orderOf, ruleInWords, wayTo } from "../../crates/foursight-web/page/core/course.js";
import { planMove, planTurn } from "../../crates/foursight-web/page/core/plan.js";
import { readMoves, STANDARD } from "../../crates/foursight-web/page/core/rules.js";

const { chapters, pupils } = plan.course;

test("four chapters by Yellow's first reply, which only teach what nobody sees at once", () => {
  assert.deepEqual(chapters[0], [""]);
  assert.deepEqual(
    chapters
      .slice(1)
      .map(([card]) => card.slice(0, 2))
      .toSorted(),
    ["41", "42", "43", "44"],
  );
  for (const cards of chapters.slice(1))
    for (const card of cards) assert.equal(card.slice(0, 2), cards[0].slice(0, 2));
  assert.equal(new Set(chapters.flat()).size, chapters.flat().length);
});

test("the way to every card is the plan's, and ends where the card is asked", () => {
  for (const card of chapters.flat())
    for (const chance of [0, 0.999]) {
      const way = wayTo(plan, card, chance);
      assert.equal(planTurn(plan, way)?.card, card);
      for (let ply = 0; ply < way.length; ply += 2)
        assert.equal(planMove(plan, way.slice(0, ply)), way[ply], `${card} at ${ply}`);
    }
});

test("pupils who know more win more, and all of them are measured", () => {
  assert.equal(pupils.at(-1)?.n, chapters.flat().length);
  for (const { wins } of pupils) assert.equal(wins.length, 4);
  const sums = pupils.map(({ wins }) => wins.reduce((sum, n) => sum + n, 0));
  assert.ok(Number(sums.at(-1)) > sums[0], String(sums));
});

test("a rule is a sentence", () => {
  const rule = { makesDoubleThreats: true, pairs: [["c2", "g2"]], spare: [3, 2] };
  assert.equal(
    ruleInWords(rule),
    "From here on, a rule answers each disc; do the first of these that you can: block; make two threats at once; answer c2 with g2 and g2 with c2; play above Yellow's disc; play in d, c.",
  );
  assert.match(
    ruleInWords({ makesDoubleThreats: false, pairs: [], spare: [] }),
    /: block; play above Yellow's disc\.$/,
  );
});

test("where everybody sees the disc there is no card", () => {
  assert.equal(planTurn(plan, readMoves("415374", STANDARD))?.card, null, "f1 completes a line");
});

test("after the course, the plan's other lines follow; a chapter has its own only", () => {
  const all = chapters.flat();
  assert.deepEqual(orderOf(plan, "", {}), all);
  assert.deepEqual(orderOf(plan, "9", {}), all, "there is no such chapter");
  const own = orderOf(plan, "3", {});
  assert.ok(own.length > 1 && own.slice(1).every((card) => card[1] === "3"));
  const met = Object.fromEntries(all.map((card) => [card, true]));
  const [next, ...none] = orderOf(plan, "", met).slice(all.length);
  assert.equal(planTurn(plan, readMoves(next, STANDARD))?.card, next);
  assert.deepEqual(none, []);
  assert.equal(orderOf(plan, "", { ...met, [next]: true }).length, all.length + 2);
});
