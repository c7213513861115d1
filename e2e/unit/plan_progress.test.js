// A person's knowledge of a plan: the next card, when cards come again, what they win.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answered,
  dayOf,
  dueInWords,
  goalInWords,
  isProgress,
  nextCard,
  NOTHING,
  nToday,
  promiseInWords,
  streak,
} from "../../crates/foursight-web/page/core/plan_progress.js";
import { deckOf } from "../../crates/foursight-web/page/core/anki.js";
import { plan } from "../plan.js";

const order = ["", "41", "41*", "42"];
const [start, often, rule] = order;

const NOON = new Date(2026, 10, 24, 12).getTime();
const DAY = 86_400_000;

test("what is due comes first, then what is new, and nothing twice in a row", () => {
  assert.equal(nextCard(order, NOTHING, NOON, null), start);
  let progress = answered(NOTHING, start, true, NOON);
  assert.equal(nextCard(order, progress, NOON, start), often);
  progress = answered(progress, often, false, NOON);
  assert.equal(nextCard(order, progress, NOON + 1000, often), rule);
  assert.equal(nextCard(order, progress, NOON + 120_000, rule), often);
  // All other positions wait for another day.
  for (const one of order) progress = answered(progress, one, true, NOON);
  assert.equal(nextCard(order, progress, NOON, start), often);
  assert.equal(nextCard([start], progress, NOON, start), start);
});

test("a right position comes after days, a wrong one after a minute", () => {
  const right = answered(NOTHING, start, true, NOON);
  assert.equal(right.cards[""].due, NOON + 2 * DAY);
  assert.equal(dueInWords(right.cards[""], NOON), "It comes up again in 2 days.");
  const later = answered(right, start, true, NOON + 2 * DAY);
  assert.equal(dueInWords(later.cards[""], NOON + 2 * DAY), "It comes up again in 11 days.");
  const wrong = answered(later, start, false, NOON + 13 * DAY);
  assert.equal(wrong.cards[""].due, NOON + 13 * DAY + 60_000);
  assert.equal(dueInWords(wrong.cards[""], NOON + 13 * DAY), "It comes up again soon.");
});

test("the promise is what a pupil wins who knows no more", () => {
  const course = {
    chapters: [[""], ["41", "41*"], ["42"]],
    pupils: [
      { n: 0, wins: [7, 1, 0, 0] },
      { n: 2, wins: [30, 20, 10, 5] },
      { n: 4, wins: [90, 80, 70, 60] },
    ],
  };
  const words = (/** @type {string[]} */ known) => {
    const progress = known.reduce((before, card) => answered(before, card, true, NOON), NOTHING);
    return promiseInWords(course, progress);
  };
  const none =
    "Simulated: a pupil who knows no more than you, and otherwise wins, blocks and sees forks, won of 100 games 7 against level 3, 1 against level 5, 0 against level 7 and 0 against perfect play.";
  assert.equal(words([]), none);
  assert.equal(words(["41", "41*", "42"]), none, "without the first disc, the others do not count");
  assert.match(words(["", "41"]), / 30 against level 3, 20 against/);
  assert.match(words(["", "41", "42"]), / 30 against level 3/, "the rule is not known");
  assert.match(words(["", "41", "41*", "42"]), / 90 against level 3/);
});

test("right answers count for the day, and days with the goal in a row", () => {
  let progress = { ...NOTHING, goal: 5 };
  for (let day = 0; day < 3; day += 1)
    for (let n = 0; n < 5; n += 1) progress = answered(progress, `${n}`, true, NOON + day * DAY);
  progress = answered(progress, start, false, NOON + 2 * DAY);
  assert.equal(nToday(progress, NOON + 2 * DAY), 5);
  assert.equal(streak(progress, NOON + 2 * DAY), 3);
  assert.equal(streak(progress, NOON + 3 * DAY), 3);
  assert.equal(streak(progress, NOON + 4 * DAY), 0);
  const words = "Today: 5 of 5 right answers. Goal reached! 3 days in a row.";
  assert.equal(goalInWords(progress, NOON + 2 * DAY), words);
  assert.equal(goalInWords(NOTHING, NOON), "Today: 0 of 10 right answers.");
  assert.equal(dayOf(NOON), "2026-11-24");
});

test("what was kept is checked when it is read", () => {
  const progress = answered(NOTHING, start, true, NOON);
  assert.ok(isProgress({ ...progress, level: 5 }), "older versions kept a level");
  assert.ok(isProgress(JSON.parse(JSON.stringify(progress))));
  for (const other of [
    null,
    {},
    { ...progress, goal: 0 },
    { ...progress, days: { "2026-11-24": "many" } },
    { ...progress, cards: { "": { ...progress.cards[""], due: null } } },
    { ...progress, cards: { "": {} } },
  ])
    assert.ok(!isProgress(other), JSON.stringify(other));
});

test("cards for Anki have a picture, the answer and a tag, each on a line", () => {
  const rows = deckOf(plan, ["41", "41*"], (name) => `of-${name}`).split("\n");
  assert.deepEqual(rows.slice(0, 2), ["#separator:tab", "#html:true"]);
  const cards = rows.filter((row) => row.startsWith("<svg")).map((card) => card.split("\t"));
  const red = (/** @type {string} */ text) => /d="([^"]*)" stroke="of-red"/.exec(text)?.[1].split("M").length;
  for (const [n, [question, answer, tag, ...others]] of cards.entries()) {
    assert.match(question, /<\/svg><br>Red to move\. What does the plan play\?$/);
    assert.match(answer, n === 0 ? /<\/svg><br>e1$/ : /<\/svg><br>[a-g]\d$/);
    assert.deepEqual([tag, others], ["foursight", []]);
    // Only the answer shows the disc that the question asks for.
    assert.deepEqual([red(question), red(answer)], [2 + n, 3 + n]);
  }
  assert.equal(cards.length, 2);
});
