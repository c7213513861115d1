// Learning: exercises solved, tried wrongly, given up, and kept in the browser; the games of this browser.

import assert from "node:assert/strict";

import { column, discs, focused, posOf, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** @returns {Promise<any[]>} */
async function exercises() {
  const chapters = await server.json("/api/exercises");
  return chapters.flatMap((/** @type {any} */ chapter) => chapter.exercises);
}

/** A column that can be played and is not the right one. @param {any} exercise */
async function wrongColumn({ pos, solution }) {
  const { moves } = await server.json(`/api/analyze?pos=${pos}`);
  return moves
    .map((/** @type {any} */ move) => move.column)
    .find((/** @type {number} */ n) => n !== solution);
}

/** @param {import("../browser.js").Page} page @param {number} id */
const step = (page, id) => page.locator(".path a").nth(id - 1);

/** Waits for an exercise. @param {import("../browser.js").Page} page @param {number} id */
const current = (page, id) => page.locator(`.path a[href="/learn/${id}"][aria-current]`).waitFor();

/** The words about the last disc. @param {import("../browser.js").Page} page */
const feedback = (page) => page.locator(".feedback");

test("an exercise is solved against the best defense, and its reason is told", async () => {
  const all = await exercises();
  const exercise = all.find(({ idea }) => idea === "double threat");
  const { page } = await visit(browser, `${server.origin}/learn/${exercise.id}`);
  await text(page.locator(".lesson-task"), new RegExp(exercise.words));
  assert.equal(await step(page, exercise.id).getAttribute("aria-current"), "step");
  // The page asks about the position after the answer.
  const asked = page.waitForRequest((request) => posOf(request.url()).length === exercise.pos.length + 2);
  await column(page, exercise.solution).click();
  await text(feedback(page), /^Right\. Go on: win against the best defense/);
  await discs(page, exercise.pos.length + 2);
  // The defender has blocked one of the two cells; the other one still wins.
  const { moves } = await server.json(`/api/analyze?pos=${posOf((await asked).url())}`);
  await column(page, moves.find((/** @type {any} */ move) => /wins in 1/.test(move.words)).column).click();
  await text(feedback(page), /^Solved/);
  await text(page.locator(".drill .sentences"), /can block only one/);
  await text(page.locator(".lesson-task"), new RegExp(exercise.words));
  await text(page.locator(".path-progress"), new RegExp(`1 of ${all.length} solved`));
  await page.getByRole("link", { name: "Next exercise" }).click();
  await page.waitForURL(`${server.origin}/learn/${exercise.id + 1}`);
});

test("a wrong disc is refuted on the board, and taken back", async () => {
  const [exercise] = (await exercises()).filter(({ goal }) => goal === "hold");
  const { page } = await visit(browser, `${server.origin}/learn/${exercise.id}`);
  const before = await page.locator("four-board").boundingBox();
  await column(page, await wrongColumn(exercise)).click();
  const walk = page.getByRole("region", { name: "The reason step by step" });
  await text(walk.locator(".walk-words"), /^(Red|Yellow) .*\.$/);
  await discs(page, exercise.pos.length + 1);
  await walk.getByRole("button", { name: "Play it out" }).click();
  await discs(page, exercise.pos.length + 2);
  assert.deepEqual(await page.locator("four-board").boundingBox(), before, "the board stays where it is");
  await walk.getByRole("button", { name: "Try another column" }).click();
  await discs(page, exercise.pos.length);
  await column(page, await wrongColumn(exercise)).click();
  await walk.waitFor();
  await column(page, exercise.solution).click();
  await text(feedback(page), /^Solved\.$/);
  assert.match(String(await step(page, exercise.id).getAttribute("aria-label")), /, solved$/);
  await text(page.locator(".drill .sentences"), /\./);
  await page.getByRole("button", { name: "Try to escape" }).click();
  await text(page.locator(".walk h2"), /^Try to escape/);
});

test("each wrong disc says more about the task, and the last four is played to its end", async () => {
  const all = await exercises();
  const four = all.find(({ idea, goal }) => idea === "four in a row" && goal === "win");
  const forced = all.filter(({ idea }) => idea === "forced sequence")[1];
  const { page } = await visit(browser, `${server.origin}/learn/${four.id}`);
  const wrong = await wrongColumn(four);
  await column(page, wrong).click();
  await text(feedback(page), /^[a-g]\d, [a-g]\d and [a-g]\d were waiting for [a-g]\d\.$/);
  await column(page, wrong).click();
  await page.locator("four-board .overlay .outline-sign").first().waitFor();
  assert.equal(await page.locator("four-board .overlay .outline-sign").count(), 3);
  await page.getByRole("button", { name: "Take it back" }).click();
  await text(feedback(page), /^Look at the marked cells\.$/);
  await column(page, wrong).click();
  await page.getByRole("button", { name: "Take it back" }).click();
  await text(feedback(page), new RegExp(`^Try column ${"abcdefg"[four.solution - 1]}\\.$`));

  await page.goto(`${server.origin}/learn/${forced.id}`);
  let { pos } = forced;
  for (let n = 1; n <= 3; n++) {
    const { moves } = await server.json(`/api/analyze?pos=${pos}`);
    const best = moves.toSorted((/** @type {any} */ a, /** @type {any} */ b) => b.score - a.score)[0];
    const asked = page.waitForRequest((request) => posOf(request.url()).length === pos.length + 2);
    await column(page, best.column).click();
    pos = posOf((await asked).url());
  }
  await text(feedback(page), /^Solved/);
  await discs(page, forced.pos.length + 7);
});

test("the path goes on where it was, and begins anew when asked", async () => {
  const [first, second] = await exercises();
  const { page } = await visit(browser, `${server.origin}/learn`);
  await current(page, 1);
  await column(page, first.solution).click();
  await text(feedback(page), /^Solved\.$/);
  await page.goto(`${server.origin}/learn`);
  await current(page, 2);
  await page.getByRole("button", { name: "Show the answer" }).click();
  await text(feedback(page), /wins\.$/);
  await discs(page, second.pos.length + 1);
  await text(page.locator(".path-progress"), /^1 of/);
  assert.equal(await step(page, 1).evaluate((link) => getComputedStyle(link).opacity), "1");
  await page.getByRole("button", { name: "Start over" }).click();
  await text(page.locator(".path-progress"), /^0 of/);
  await page.getByRole("button", { name: "Undo" }).click();
  await text(page.locator(".path-progress"), /^1 of/);
});

test("where a word does not explain an idea, a picture does", async () => {
  const all = await exercises();
  for (const [idea, words] of /** @type {const} */ ([
    ["odd threat", /Yellow must play below Red's winning cell \(1\); Red wins on top \(2\)/],
    ["even threat", /Red must play below Yellow's winning cell \(1\); Yellow wins on top \(2\)/],
    ["zugzwang", /wherever Yellow plays \(1\), Red wins on top \(2\)/],
  ])) {
    const { id } = all.find((exercise) => exercise.idea === idea);
    const { page, complaints, context } = await visit(browser, `${server.origin}/learn/${id}`, {
      viewport: { width: 390, height: 844 },
    });
    await text(page.locator(".idea figcaption"), words);
    assert.ok((await page.locator(".idea .mini-mark").count()) >= 2);
    await text(page.locator(".lesson-place"), new RegExp(`^Exercise ${id} of ${all.length}$`));
    // The picture leaves the task in sight.
    const task = await page.locator(".lesson-task").boundingBox();
    const nav = await page.locator("header nav").boundingBox();
    assert.ok(task && nav && task.y + task.height <= nav.y, `${idea}: ${task?.y}`);
    complaints.assertNone();
    await context.close();
  }
  const { page } = await visit(browser, `${server.origin}/learn/1`);
  await current(page, 1);
  assert.ok(await page.locator(".idea").isHidden());
});

test("what is shown or solved has the signs of its reason on the board", async () => {
  const exercise = (await exercises()).find(({ idea }) => idea === "double threat");
  const { page } = await visit(browser, `${server.origin}/learn/${exercise.id}`);
  await current(page, exercise.id);
  await page.getByRole("button", { name: "Show the answer" }).click();
  await text(page.locator(".drill .sentences"), /can block only one/);
  assert.equal(await page.locator("four-board .overlay .ring-sign").count(), 2);
  assert.equal(await page.locator("four-board .overlay .step").count(), 0, "its disc lies there");
});

test("without the network a disc is judged, and the reason can be asked for again", async () => {
  const [first] = await exercises();
  const options = { allowed: /Failed to load resource/ };
  const { page, context } = await visit(browser, `${server.origin}/learn/1`, options);
  await current(page, 1);
  await context.setOffline(true);
  await column(page, await wrongColumn(first)).click();
  await text(feedback(page), /were waiting for/);
  await page.getByRole("button", { name: "Take it back" }).click();
  assert.match(await focused(page), /^Column [a-g]/);
  await column(page, first.solution).click();
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
