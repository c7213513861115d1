// A person's knowledge of a plan: the order of learning, when positions come again, how many games it would win.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answered,
  dayOf,
  dueInWords,
  goalInWords,
  isProgress,
  nextLine,
  NOTHING,
  nToday,
  orderFor,
  progressInWords,
  streak,
  winsInHundred,
} from "../../crates/foursight-web/page/core/beat.js";
import { deckOf } from "../../crates/foursight-web/page/core/deck.js";

/** @typedef {import("../../crates/foursight-web/page/core/plan.js").Line} Line */

/** @param {string} pos @returns {Line} */
const line = (pos) => ({ pos, step: "d1", isImage: false });

const [start, often, seldom, never] = ["", "41", "42", "4253"].map(line);
/** @param {Line[]} lines */
const game = (lines, n = 1) => ({ lines, n });

const plan = {
  lines: [start, seldom, often, never],
  index: new Map(),
  games: new Map([
    [1, [game([start]), game([start, often], 2), game([start, seldom])]],
    [2, [game([start, seldom])]],
  ]),
  trials: new Map([[1, [game([start], 25), game([start, often], 50), game([start, seldom, never], 25)]]]),
};
const NOON = new Date(2026, 10, 24, 12).getTime();
const DAY = 86_400_000;

test("what comes up most often is learned first", () => {
  assert.deepEqual(orderFor(plan, 1), [start, often, seldom, never]);
  assert.deepEqual(orderFor(plan, 2), [start, seldom, often, never]);
});

test("what is due comes first, then what is new, and nothing twice in a row", () => {
  const order = orderFor(plan, 1);
  assert.equal(nextLine(order, NOTHING, NOON, null), start);
  let progress = answered(NOTHING, start, true, NOON);
  assert.equal(nextLine(order, progress, NOON, start), often);
  progress = answered(progress, often, false, NOON);
  assert.equal(nextLine(order, progress, NOON + 1000, often), seldom);
  assert.equal(nextLine(order, progress, NOON + 120_000, seldom), often);
  // All other positions wait for another day.
  for (const one of order) progress = answered(progress, one, true, NOON);
  assert.equal(nextLine(order, progress, NOON, start), often);
  assert.equal(nextLine([start], progress, NOON, start), start);
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

test("wins are the games whose every position is known", () => {
  let progress = { ...NOTHING, level: 1 };
  const wins = () => winsInHundred(plan, 1, ({ pos }) => progress.cards[pos]?.isRight === true);
  assert.equal(wins(), 0);
  progress = answered(progress, start, true, NOON);
  assert.equal(wins(), 25);
  progress = answered(progress, often, true, NOON);
  assert.equal(wins(), 75);
  const words =
    "You know 2 positions. You would beat level 1 in at least 75 of 100 games. With ten more positions, at least 100 of 100.";
  assert.equal(progressInWords(plan, progress, orderFor(plan, 1)), words);
  for (const one of [seldom, never]) progress = answered(progress, one, true, NOON);
  assert.match(
    progressInWords(plan, progress, orderFor(plan, 1)),
    /100 of 100 games\. You are ready for level 2\.$/,
  );
  for (const one of [often, seldom]) progress = answered(progress, one, false, NOON);
  assert.equal(wins(), 25);
  assert.equal(
    winsInHundred(plan, 9, () => true),
    0,
  );
});

test("right answers count for the day, and days with the goal in a row", () => {
  let progress = { ...NOTHING, goal: 5 };
  for (let day = 0; day < 3; day += 1)
    for (let n = 0; n < 5; n += 1) progress = answered(progress, line(`${n}`), true, NOON + day * DAY);
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
  assert.ok(isProgress(JSON.parse(JSON.stringify(progress))));
  for (const other of [
    null,
    {},
    { ...progress, level: 11 },
    { ...progress, goal: 0 },
    { ...progress, days: { "2026-11-24": "many" } },
    { ...progress, cards: { "": { ...progress.cards[""], due: null } } },
    { ...progress, cards: { "": {} } },
  ])
    assert.ok(!isProgress(other), JSON.stringify(other));
});

test("cards for Anki have a picture, the answer and a tag, each on a line", () => {
  const line = { pos: "41", step: "e1(c1 * double)", isImage: false };
  const rows = deckOf([line], (name) => `of-${name}`).split("\n");
  assert.deepEqual(rows.slice(0, 2), ["#separator:tab", "#html:true"]);
  const card = rows.find((row) => row.startsWith("<svg")) ?? "";
  const [question, answer, tag, ...others] = card.split("\t");
  assert.match(question, /<\/svg><br>Red to move\. What does the plan play\?$/);
  assert.match(answer, /<\/svg><br>e1$/);
  assert.deepEqual([tag, others], ["foursight", []]);
  // Only the answer shows the disc that the question asks for.
  const red = (/** @type {string} */ text) => /d="([^"]*)" stroke="of-red"/.exec(text)?.[1].split("M").length;
  assert.deepEqual([red(question), red(answer)], [2, 3]);
});
