// Learning: examples, exercises and games of the lessons, and what is kept of them; the games of this browser.

import assert from "node:assert/strict";

import { column, discs, focused, posOf, text, visit } from "../browser.js";
import { chapters, exercises } from "../lessons.js";
import { stage, test } from "../stage.js";
import { missed, positionOf } from "../../crates/foursight-web/page/core/lessons.js";
import { legal } from "../../crates/foursight-web/page/core/rules.js";

/** @import { Step } from "../../crates/foursight-web/page/core/lessons.js" */

const { server, browser } = await stage();

/** @param {string} title @param {number} [level] */
const exerciseOf = (title, level = 1) => {
  const { steps } = /** @type {import("../../crates/foursight-web/page/core/lessons.js").Chapter} */ (
    chapters.find((chapter) => chapter.title === title)
  );
  return /** @type {Step} */ (steps.find((step) => step.level === level));
};

/** The right column, from 1. @param {Step} step */
const right = ({ line }) => line[0] + 1;

/** A wrong column, from 1. @param {Step} step */
const wrong = (step) => (legal(positionOf(step)).find((column) => column !== step.line[0]) ?? 0) + 1;

/** @param {import("../browser.js").Page} page @param {number} id */
const link = (page, id) => page.locator(`.path a.step[href="/learn/${id}"]`);

/** Waits for a step. @param {import("../browser.js").Page} page @param {number} id */
const current = (page, id) => page.locator(`.path a.step[href="/learn/${id}"][aria-current]`).waitFor();

/** The words about the last disc. @param {import("../browser.js").Page} page */
const feedback = (page) => page.locator(".feedback");

test("an example is watched disc by disc to its four, and leads to the next", async () => {
  const { page } = await visit(browser, `${server.origin}/learn`);
  const [{ steps }] = chapters;
  for (const [n, { pos, line }] of steps.slice(0, 2).entries()) {
    await text(page.locator(".lesson-place"), new RegExp(`^Chapter 1 of 10 · Example ${n + 1} of 2$`));
    await text(feedback(page), /^Watch: one disc at a time\.$/);
    for (let i = 1; i <= line.length; i += 1) {
      await page.getByRole("button", { name: "Next disc" }).click();
      await discs(page, pos.length + i);
    }
    await text(feedback(page), /has four in a row, with [a-g]\d, [a-g]\d and [a-g]\d\.$/);
    await page.getByRole("link", { name: "Next", exact: true }).click();
  }
  await text(page.locator(".lesson-place"), /Exercise 1 of 12$/);
  assert.match(String(await link(page, 1).getAttribute("aria-label")), /, solved$/);
  await text(page.locator(".path .chapter[aria-current]"), /^A line\d+%$/);
});

test("an exercise is solved against the best defense, and its reason is told", async () => {
  const step = exerciseOf("A fork");
  const { page } = await visit(browser, `${server.origin}/learn/${step.id}`);
  await text(page.locator(".lesson-task"), new RegExp(step.words));
  // The page asks about the position after the answer.
  const asked = page.waitForRequest((request) => posOf(request.url()).length === step.pos.length + 2);
  await column(page, right(step)).click();
  await text(feedback(page), /^Right\. Go on: win against the best defense/);
  await discs(page, step.pos.length + 2);
  // The defender has blocked one of the two cells; the other one still wins.
  const { moves } = await server.json(`/api/analyze?pos=${posOf((await asked).url())}`);
  await column(page, moves.find((/** @type {any} */ move) => /wins in 1/.test(move.words)).column).click();
  await text(feedback(page), /^Solved/);
  await text(page.locator(".drill .sentences"), /can block only one/);
  await text(page.locator(".lesson-task"), new RegExp(step.words));
  await page.getByRole("button", { name: "Try to escape" }).click();
  await text(page.locator(".walk h2"), /^Try to escape/);
});

test("a wrong disc is told what it has missed, each one more, and comes up again", async () => {
  const step = exerciseOf("A line");
  const { page } = await visit(browser, `${server.origin}/learn/${step.id}`);
  const before = await page.locator("four-board").boundingBox();
  await column(page, wrong(step)).click();
  await text(feedback(page), /^[a-g]\d, [a-g]\d and [a-g]\d were waiting for [a-g]\d\.$/);
  await text(page.locator(".drill .asked"), /^Do I have four\?$/);
  await discs(page, step.pos.length + 1);
  assert.deepEqual(await page.locator("four-board").boundingBox(), before, "the board stays where it is");
  assert.equal(
    await page.locator("four-board .overlay .outline-sign, four-board .overlay .ring-sign").count(),
    4,
  );
  assert.equal(await page.locator("four-board .mistake-sign").count(), 1, "the wrong disc has its own sign");
  assert.equal(await page.locator("four-board :is(.waiting, .landing)").count(), 0, "no disc waits above it");
  await column(page, wrong(step)).click();
  await page.getByRole("button", { name: "Take it back" }).click();
  await text(feedback(page), /^Look at the marked cells\.$/);
  await column(page, wrong(step)).click();
  await page.getByRole("button", { name: "Take it back" }).click();
  await text(feedback(page), new RegExp(`^Try column ${"abcdefg"[step.line[0]]}\\.$`));
  await column(page, right(step)).click();
  await text(feedback(page), /^Solved\.$/);
  const cards = () => page.evaluate(() => JSON.parse(localStorage.getItem("foursight.exercises") ?? "{}"));
  assert.equal((await cards())[step.pos].isRight, false);
  await page.clock.install();
  await page.clock.fastForward("02:00");
  await page.goto(`${server.origin}/learn`);
  await text(page.locator(".lesson-task"), new RegExp(step.words));
  await column(page, right(step)).click();
  await text(feedback(page), /^Solved\.$/);
  assert.equal((await cards())[step.pos].isRight, true, "the mistake is repaired");
});

test("on a phone, a wrong disc's question and an example's next disc are in view", async () => {
  const options = { viewport: { width: 390, height: 844 } };
  const { page } = await visit(browser, `${server.origin}/learn`, options);
  /** @param {import("playwright-core").Locator} part */
  const isInView = async (part) => {
    const [box, nav] = [await part.boundingBox(), await page.locator("header nav").boundingBox()];
    assert.ok(box && nav && box.y + box.height <= nav.y, `${page.url()}: ${JSON.stringify([box, nav])}`);
  };
  for (const { steps } of chapters) {
    await page.goto(`${server.origin}/learn/${steps[0].id}`);
    await current(page, steps[0].id);
    await isInView(page.getByRole("button", { name: "Next disc" }));
  }
  for (const step of exercises.filter(({ chapter, level }) => level === 3 && chapter !== 8)) {
    await page.goto(`${server.origin}/learn/${step.id}`);
    await current(page, step.id);
    await column(page, wrong(step)).click();
    await text(feedback(page), /[a-g]\d/);
    const { question } = missed(step, positionOf(step), wrong(step) - 1);
    if (question >= 0) await isInView(page.locator(".drill .asked"));
    assert.equal(await page.locator(".drill .asked").isVisible(), question >= 0);
    await isInView(page.getByRole("button", { name: "Take it back" }));
    const isTwice = /threatens [a-g]\d.*(both|under)/.test((await feedback(page).textContent()) ?? "");
    if (isTwice) assert.equal(await page.locator("four-board .step-number").count(), 1);
  }
});

test("the list of chapters begins in view on a laptop", async () => {
  const options = { viewport: { width: 1366, height: 768 } };
  const { page } = await visit(browser, `${server.origin}/learn`, options);
  const beat = await page.getByRole("link", { name: /^Beat everybody/ }).boundingBox();
  assert.ok(beat && beat.y < 700, JSON.stringify(beat));
});

test("a game is won against a player who overlooks the idea, or starts again", async () => {
  const game = /** @type {Step} */ (chapters[3].steps.find(({ kind }) => kind === "play"));
  const { page } = await visit(browser, `${server.origin}/learn/${game.id}`);
  await text(
    page.locator(".lesson-task"),
    /^You are (Red|Yellow)\. Win against somebody who does not see a fork/,
  );
  for (let n = 0; n < game.line.length; n += 2) {
    await column(page, game.line[n] + 1).click();
    await discs(page, game.pos.length + Math.min(n + 2, game.line.length));
  }
  await text(feedback(page), /^You won!$/);
  await page.getByRole("button", { name: "Play again" }).click();
  await discs(page, game.pos.length);
});

test("the lessons go on where they were, and begin anew when asked", async () => {
  const [first, second] = chapters[9].steps;
  const { page } = await visit(browser, `${server.origin}/learn/${first.id}`);
  // Keys pressed before the lessons have arrived do nothing.
  await text(feedback(page), /^Watch: one disc at a time\.$/);
  for (let n = 0; n < first.line.length; n += 1) await page.keyboard.press("ArrowRight");
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await current(page, second.id);
  await text(page.locator(".path-progress"), /^0 of 10 chapters done/);
  await page.getByRole("button", { name: "Start over" }).click();
  assert.doesNotMatch(String(await link(page, first.id).getAttribute("aria-label")), /solved/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((id) => document.querySelector(`.step.solved[href="/learn/${id}"]`), first.id);
});

test("without the network a disc is judged, and the reason can be asked for again", async () => {
  const step = exerciseOf("A line");
  const options = { allowed: /Failed to load resource/ };
  const { page, context } = await visit(browser, `${server.origin}/learn/${step.id}`, options);
  await current(page, step.id);
  await context.setOffline(true);
  await column(page, wrong(step)).click();
  await text(feedback(page), /were waiting for/);
  await page.getByRole("button", { name: "Take it back" }).click();
  assert.match(await focused(page), /^Column [a-g]/);
  await column(page, right(step)).click();
  await text(feedback(page), /^Solved\.$/);
  await context.setOffline(false);
  await text(page.locator(".drill .sentences"), /complete /);
});

test("a game against the machine is kept when it ends, and graded", async () => {
  const { page } = await visit(browser, server.origin);
  const second = { column: 2, pos: "" };
  await page.route("**/api/move?*", (route) => route.fulfill({ json: second }));
  for (const n of [2, 4, 6]) {
    await column(page, 1).click();
    await discs(page, n);
  }
  await column(page, 1).click();
  await text(page.locator(".status").first(), /You win/);
  await page.goto(`${server.origin}/games`);
  await text(page.locator(".own-game"), /^Won against .*, 7 moves.*kept the result in \d+% of the moves/);
  await text(page.locator("main"), /1 won, 0 drawn, 0 lost/);
});

test("finished games are kept with a picture and a link, graded, and deleted", async () => {
  const { page } = await visit(browser, `${server.origin}/games`);
  await text(page.locator("main"), /appear here/);
  await page.evaluate(() => {
    const game = { size: "7x6", connect: 4, color: "red", level: 3, isResigned: false, accuracy: null };
    const won = { ...game, time: "2026-11-22T20:15:00.000Z", moves: "1212121", winner: "red" };
    const lost = { ...game, time: "2026-11-21T20:15:00.000Z", moves: "12121272", winner: "yellow" };
    localStorage.setItem("foursight.games", JSON.stringify([won, lost]));
  });
  await page.reload();
  await text(page.locator("main"), /1 won, 0 drawn, 1 lost/);
  await page.getByRole("img", { name: /over 2 games/ }).waitFor();
  await text(page.locator(".own-game").nth(1), /kept the result in \d+% of the moves/);
  const picture = page.locator(".own-game .mini-board").first();
  for (const [kind, n] of /** @type {const} */ ([
    [".red", 4],
    [".yellow", 3],
    [".in-line", 4],
    [".empty", 35],
  ]))
    assert.equal(await picture.locator(kind).count(), n, kind);
  await page.getByRole("button", { name: /^Delete: Lost/ }).click();
  await text(page.locator("main"), /1 won, 0 drawn, 0 lost/);
  await page.getByRole("button", { name: "Delete all" }).click();
  await text(page.locator("main"), /appear here/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: /^Won against/ }).click();
  await page.waitForURL(`${server.origin}/?pos=1212121`);
});
