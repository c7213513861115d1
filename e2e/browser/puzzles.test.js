// Puzzles: solved, failed, kept.

import assert from "node:assert/strict";

import { column, held, posOf, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** The best and the worst column of a position. @param {string} pos */
async function answers(pos) {
  const { moves } = await server.json(`/api/analyze?pos=${pos}`);
  moves.sort((/** @type {any} */ a, /** @type {any} */ b) => b.score - a.score);
  const last = moves[moves.length - 1];
  return { right: moves[0].column, wrong: last.column, worst: last.score };
}

/**
 * Plays the right discs to the end.
 *
 * @param {import("../browser.js").Page} page
 * @param {{ pos: string, goal: string }} puzzle
 */
async function solve(page, { pos, goal }) {
  const feedback = page.locator(".feedback");
  for (let shown = pos; ;) {
    const next = page.waitForRequest((request) => posOf(request.url()).length === shown.length + 2);
    next.catch(() => {});
    const { right, worst } = await answers(shown);
    // If every disc holds, there is nothing more to find.
    if (shown !== pos && goal === "draw" && worst >= 0) {
      await text(feedback, /^Solved/);
      return;
    }
    await column(page, right).click();
    const over = text(feedback, /^Solved/).then(() => null);
    const request = await Promise.race([over, next]);
    if (!request) return;
    shown = posOf(request.url());
    await text(feedback, /^(Right\. Go on|Solved)/);
    if (await page.locator(".feedback.solved").count()) return;
  }
}

/** @param {import("../browser.js").Page} page */
async function shownId(page) {
  await page.waitForURL(/\/puzzles\/[^/]+$/);
  return /** @type {string} */ (new URL(page.url()).pathname.split("/").pop());
}

/** @param {import("../browser.js").Page} page @param {string} name */
const figure = (page, name) =>
  page
    .locator(".progress div")
    .filter({ hasText: new RegExp(`^${name}\\d`) })
    .locator("dd");

test("a puzzle is solved disc by disc, the next one after a wrong disc", async () => {
  const { page } = await visit(browser, `${server.origin}/puzzles`);
  const first = await shownId(page);
  await text(page.locator(".status"), /(Red|Yellow) to move: only one move/);
  await solve(page, await server.json(`/api/puzzles/${first}`));
  await text(page.locator(".feedback"), /^Solved\.$/);
  await text(page.locator(".drill .sentences"), /\.$/);
  assert.equal(await figure(page, "Solved").textContent(), "1");

  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${first}`));
  const second = await shownId(page);
  const puzzle = await server.json(`/api/puzzles/${second}`);
  await column(page, (await answers(puzzle.pos)).wrong).click();
  await text(page.locator(".feedback.wrong"), /(does not win|loses)\.$/);
  await solve(page, puzzle);
  await text(page.locator(".feedback"), /^Solved\.$/);

  await page.reload();
  await text(figure(page, "Solved"), /^2$/);
  assert.equal(await shownId(page), second);
});

test("the first screen shows the puzzle of the day", async () => {
  const { page } = await visit(browser, server.origin);
  const card = page.getByRole("link", { name: "Puzzle of the day" });
  await text(card, /to move: only one move (wins|does not lose)\. Difficulty [1-5] of 5\.$/);
  const { pos } = await server.json("/api/puzzles/daily");
  assert.equal(await card.locator(".mini-board :is(.red, .yellow)").count(), pos.length);
  await card.click();
  await page.waitForURL(/daily$/);
});

test("without an answer, the card of the daily puzzle stays as it is", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/api/puzzles/daily", (route) => route.abort());
  await page.goto(server.origin);
  await text(page.getByRole("link", { name: "Puzzle of the day" }), /every day/);
  await page
    .getByRole("button", { name: /^Play / })
    .first()
    .waitFor();
});

test("the puzzle of the day, given up", async () => {
  const { page } = await visit(browser, `${server.origin}/daily`);
  await text(page.getByRole("heading", { level: 1 }), /Puzzle of the day/);
  await text(page.locator(".status"), /to move: only/);
  const tellWhy = await held(page, "**/why*");
  await page.getByRole("button", { name: "Show the answer" }).click();
  await text(page.locator(".feedback"), /^[a-g][1-6] (wins|holds)/);
  assert.equal(await figure(page, "Solved").textContent(), "0");
  // The reason comes while the button is down.
  await page.getByRole("link", { name: "Analyze" }).hover();
  await page.mouse.down();
  await tellWhy();
  await page.getByRole("button", { name: "See why" }).waitFor();
  await page.mouse.up();
  await page.waitForURL(/\/analysis\?pos=/);
});
