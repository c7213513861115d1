import assert from "node:assert/strict";
import { test } from "node:test";

import {
  areCards,
  isDone,
  learnedWith,
  nextStep,
  NOTHING,
  shareOf,
  stepsOf,
  triedWith,
} from "../../crates/foursight-web/page/core/learned.js";
import { isDailyResult, resultToShare } from "../../crates/foursight-web/page/core/puzzle.js";
import { chapters } from "../lessons.js";

const [{ steps }] = chapters;
const DAY = 86_400_000;

test("examples come first, then exercises of each kind, then games", () => {
  assert.equal(chapters.length, 10);
  for (const { title, steps } of chapters) {
    const kinds = steps.map(({ kind, level }) => (kind === "exercise" ? String(level) : kind)).join(" ");
    assert.equal(kinds, "watch watch 1 1 1 1 2 2 2 2 3 3 3 3 play play play", title);
  }
  assert.deepEqual(
    stepsOf(chapters).map(({ id }) => id),
    Array.from({ length: 170 }, (_, i) => i + 1),
  );
});

test("two exercises of a kind are enough if they are right at the first try", () => {
  let learned = NOTHING;
  const next = () => nextStep(chapters, learned, 0, 1)?.id;
  assert.equal(next(), 1);
  for (const { pos } of steps.slice(0, 2)) learned = learnedWith(learned, pos);
  assert.equal(next(), 3);
  for (const { pos } of steps.slice(2, 4)) learned = learnedWith(triedWith(learned, pos, true, 1), pos);
  assert.equal(next(), 7, "the next kind");
  assert.equal(Math.round(17 * shareOf(chapters[0], learned)), 6);
});

test("a wrong exercise comes again soon, and after days; until then more of its kind are asked", () => {
  const [, , one, two, three] = steps;
  let learned = NOTHING;
  for (const { pos } of steps.slice(0, 2)) learned = learnedWith(learned, pos);
  learned = learnedWith(triedWith(learned, one.pos, false, 1), one.pos);
  learned = learnedWith(triedWith(learned, two.pos, true, 1), two.pos);
  assert.equal(nextStep(chapters, learned, two.id, 2), three);
  assert.equal(nextStep(chapters, learned, two.id, DAY / 2), one, "soon");
  learned = triedWith(learned, one.pos, true, DAY / 2);
  assert.equal(nextStep(chapters, learned, two.id, DAY / 2)?.level, 2, "the mistake is repaired");
  assert.equal(nextStep(chapters, learned, one.id, 400 * DAY), two, "due");
});

test("once all is done, nothing is left but what is due", () => {
  const all = stepsOf(chapters).reduce((sum, { pos }) => learnedWith(sum, pos), NOTHING);
  assert.equal(nextStep(chapters, all, 1, 1), null);
  assert.equal(shareOf(chapters[3], all), 1);
});

test("what else may lie in the storage is not learned", () => {
  for (const wrong of [null, 1, { 44: 1 }]) assert.ok(!isDone(wrong) && !areCards(wrong));
  assert.ok(areCards(triedWith(NOTHING, "44", true, 1).cards) && areCards({}));
});

test("a daily result says how it went and nothing of the solution", () => {
  const result = { day: "2026-11-22", tries: [true, false, true] };
  assert.equal(
    resultToShare(result, 1, "https://four.test/daily"),
    "Foursight 2026-11-22: ✅❌✅\nhttps://four.test/daily",
  );
  assert.match(resultToShare(result, 3, ""), /✅❌✅, 3 days in a row\n/);
  assert.ok(isDailyResult(result) && isDailyResult(null) && !isDailyResult({}));
});
