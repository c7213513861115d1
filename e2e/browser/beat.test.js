// The trainer: positions of the plan learned, asked again, played in whole games; the search for a hole; what is kept.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { column, discs, text, told, visit } from "../browser.js";
import { plan } from "../plan.js";
import { stage, test } from "../stage.js";
import { planMove } from "../../crates/foursight-web/page/core/plan.js";
import { after, readMoves, STANDARD, writeMoves } from "../../crates/foursight-web/page/core/rules.js";

const { server, browser } = await stage();

const order = plan.course.chapters.flat();

/** @typedef {import("../browser.js").Page} Page */

/** The moves on the board. @param {Page} page @returns {Promise<number[]>} */
const moves = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector("four-board")).view.position.moves);

/** Waits for the question about a position; a page that loads has no board yet. @param {Page} page @param {string} pos */
const asked = (page, pos) =>
  page.waitForFunction((pos) => {
    const view = /** @type {any} */ (document.querySelector("four-board"))?.view;
    return (
      view?.closed === null && view.position.moves.map((/** @type {number} */ c) => c + 1).join("") === pos
    );
  }, pos);

/** The plan's column, from 1. @param {string} pos */
const right = (pos) => Number(planMove(plan, readMoves(pos, STANDARD))) + 1;

/** @param {Page} page */
const feedback = (page) => page.locator(".feedback");

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** The name and the text of a file that a button saves. @param {Page} page @param {string} name */
async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
  return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")];
}

/** Plays the plan's discs until the walk is over. @param {Page} page */
async function walk(page) {
  while (!/comes up again/.test((await feedback(page).textContent()) ?? "")) {
    const played = await moves(page);
    await page.keyboard.press(String(Number(planMove(plan, played)) + 1));
    await page.waitForFunction((n) => {
      const view = /** @type {any} */ (document.querySelector("four-board"))?.view;
      const isOver = /comes up again/.test(document.querySelector(".feedback")?.textContent ?? "");
      return isOver || (view?.closed === null && view.position.moves.length > n);
    }, played.length);
  }
}

test("walks begin at the first disc; what is new is shown with its purpose, then asked", async () => {
  const { page } = await visit(browser, `${server.origin}/learn`);
  await page.getByRole("link", { name: /^Beat everybody/ }).click();
  await page.waitForURL(`${server.origin}/beat`);
  assert.equal(await page.locator("header nav [aria-current]").textContent(), "Learn");
  await asked(page, "");
  await text(feedback(page), /^New: play d1\. .+\.$/);
  assert.equal(await page.locator("four-board .overlay .ring-sign").count(), 1);
  await column(page, 4).click();
  await text(feedback(page), /^Right\. It comes up again soon\.$/);
  await press(page, "Next walk");
  await asked(page, "");
  await column(page, 4).click();
  await asked(page, order[1].replace("*", ""));
  await text(feedback(page), /^New: play [a-g]\d\. .+\.$/);
  await text(told(page), /^Yellow played [a-g]\d\. Red to move\. New: /);
  await walk(page);
  await text(page.locator("main"), /Today: 1 of 10 right answers\./);
  await press(page, "Next walk");
  await asked(page, "");
  await text(feedback(page), /^Which disc does the plan play\?$/);
  assert.equal(await page.locator("four-board .overlay .ring-sign").count(), 0);
  await walkTo(page, order[1].length);
  await text(feedback(page), /^Right\. Go on\.$/);
  await walk(page);
  await text(feedback(page), /^Right\. It comes up again soon\.$/);
  await text(page.locator("main"), /Today: 3 of 10 right answers\./);
  // What is learned is still there after a reload.
  await page.reload();
  await text(page.locator("main"), /Today: 3 of 10 right answers\./);
});

/** Plays the plan's discs until so many lie on the board. @param {Page} page @param {number} n */
async function walkTo(page, n) {
  for (let played = await moves(page); played.length < n; played = await moves(page)) {
    await page.keyboard.press(String(Number(planMove(plan, played)) + 1));
    await page.waitForFunction((n) => {
      const view = /** @type {any} */ (document.querySelector("four-board"))?.view;
      return view?.closed === null && view.position.moves.length > n;
    }, played.length);
  }
}

test("a wrong disc shows what it gives away, and the position comes again", async () => {
  const { page } = await visit(browser, `${server.origin}/beat?pos=`);
  await asked(page, "");
  await column(page, 1).click();
  await text(feedback(page), /^a1 does not win\.$/);
  await page.locator(".walk:not([hidden])").waitFor();
  await press(page, "Try another column");
  await asked(page, "");
  await column(page, 4).click();
  await text(feedback(page), /^Now you know it\. It comes up again soon\.$/);
  await text(page.locator(".drill .sentences"), /\./);
});

test("the reason is that of the plan's disc, with its signs on the board", async () => {
  // A rule answers each reply.
  const pos = "4444443553";
  const { page } = await visit(browser, `${server.origin}/beat?pos=${pos}`);
  await asked(page, pos);
  const [request] = await Promise.all([page.waitForRequest(/\/api\/why/), column(page, right(pos)).click()]);
  assert.equal(new URL(request.url()).searchParams.get("column"), String(right(pos)));
  await text(page.locator(".drill .sentences"), /in the end you get a line/i);
  assert.ok((await page.locator("four-board .overlay .ring-sign").count()) > 0);
  assert.equal(await page.locator("four-board .overlay .step").count(), 0);
  await press(page, "Try to escape");
  await text(page.locator(".walk h2"), /^Try to escape Red$/);
});

test("another disc that wins is right", async () => {
  const pos = "43644444";
  const { page } = await visit(browser, `${server.origin}/beat?pos=${pos}`);
  await asked(page, pos);
  await column(page, 3).click();
  await text(feedback(page), /^c2 also wins; the plan has g1\. It comes up again in 2 days\.$/);
  assert.equal((await moves(page)).at(-1), right(pos) - 1, "the plan's disc lies on the board");
  await press(page, "Next walk");
  await page.waitForURL(`${server.origin}/beat`);
  await asked(page, "");
});

test("a whole game goes the way of the level, by keyboard alone, and is won", async () => {
  const { page } = await visit(browser, `${server.origin}/beat?mode=games`);
  await text(feedback(page), /^New: play d1\. /);
  let n = 0;
  while (!/^You win/.test((await feedback(page).textContent()) ?? "")) {
    const played = await moves(page);
    const best = planMove(plan, played);
    assert.notEqual(best, null, writeMoves(played));
    await page.keyboard.press(String(Number(best) + 1));
    n += 1;
    await page.waitForFunction((n) => {
      const view = /** @type {any} */ (document.querySelector("four-board"))?.view;
      const isWon = /^You win/.test(document.querySelector(".feedback")?.textContent ?? "");
      return isWon || (view?.closed === null && view.position.moves.length >= 2 * n);
    }, n);
  }
  await text(feedback(page), /^You win\.$/);
  await text(told(page), /^You win\.$/);
  await press(page, "Next game");
  await discs(page, 0);
  await press(page, "Show the answer");
  await text(page.locator(".notice"), /^Play d1\./);
});

test("nobody finds a hole", async () => {
  const { page } = await visit(browser, `${server.origin}/beat?mode=hole`);
  await discs(page, 1);
  await text(page.locator(".walk h2"), /^Try to escape Red$/);
  await page.keyboard.press("1");
  await discs(page, 3);
  await page.keyboard.press("u");
  await discs(page, 1);
  for (let n = 3; (await page.locator(".walk-words", { hasText: "4 in a row" }).count()) === 0; n += 2) {
    const position = after(STANDARD, await moves(page));
    const free = position.columns.findIndex(({ length }) => length < 6 - (n % 3 === 0 ? 1 : 0));
    await column(page, free + 1).click();
    await page.waitForFunction((n) => document.querySelectorAll(".lying .disc").length >= n, n);
  }
  await text(page.locator(".walk-words"), /^Red plays [a-g]\d\. Red has 4 in a row\.$/);
  await text(
    page.locator(".walk .sentences"),
    new RegExp(`It knows ${plan.lines.length.toLocaleString("en")} positions`),
  );
  await press(page, "Start again");
  await discs(page, 1);
  await press(page, "Close");
  await page.waitForURL(`${server.origin}/beat`);
  await asked(page, "");
});

test("chapters, goal, files and positions: all of it stays in this browser", async () => {
  const { page } = await visit(browser, `${server.origin}/beat?pos=`);
  await asked(page, "");
  await column(page, 4).click();
  await text(feedback(page), /^Right/);
  const chapter = page.getByRole("navigation", { name: "Chapters" }).getByRole("link", { name: "d2" });
  await chapter.click();
  await page.waitForURL(`${server.origin}/beat?chapter=4`);
  await walkTo(page, 2);
  assert.deepEqual(await moves(page), [3, 3]);
  assert.equal(await chapter.getAttribute("aria-current"), "page");
  await page.getByText("More", { exact: true }).click();
  await page.getByLabel("Daily goal").selectOption("5");
  await text(page.locator("main"), /Today: 2 of 5 right answers/);
  const [name, progress] = await saved(page, "Save progress");
  assert.equal(name, "foursight-beat.json");
  const [deck, cards] = await saved(page, "Cards for Anki");
  assert.equal(deck, "beat-everybody.txt");
  assert.equal(cards.split("\n").filter((row) => row.startsWith("<svg")).length, 101);
  assert.match(cards, /fill="#[0-9a-f]{6}".*stroke="#[0-9a-f]{6}"/);
  await page.getByText("Your positions").click();
  await page.getByRole("link", { name: "Position 1, right last time" }).click();
  await page.waitForURL(/\/beat\?pos=$/);
  await asked(page, "");
  // Another browser.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.origin}/beat`);
  await text(page.locator("main"), /Today: 0 of 10/);
  await page.getByText("More", { exact: true }).click();
  const load = async (/** @type {string} */ contents) => {
    const file = path.join(tmpdir(), `foursight-beat-${process.pid}.json`);
    writeFileSync(file, contents);
    await page.getByLabel("Load progress").setInputFiles(file);
  };
  await load('{"cards":1}');
  await text(page.locator(".notice"), /^This is not a progress file/);
  await load(progress);
  await text(page.locator(".notice"), /^Your progress has been loaded/);
  await text(page.locator("main"), /Today: 2 of 5/);
  await press(page, "Undo");
  await text(page.locator("main"), /Today: 0 of 10/);
});

test("without the plan, the trainer says so and tries again", async () => {
  const options = { allowed: /Failed to load resource/ };
  const { page } = await visit(browser, `${server.origin}/learn`, options);
  await page.route("**/first.plan", (route) => route.fulfill({ status: 503 }));
  await page.getByRole("link", { name: /^Beat everybody/ }).click();
  await text(page.locator(".status"), /^The plan could not be loaded/);
  await page.unroute("**/first.plan");
  await press(page, "Try again");
  await asked(page, "");
});
