// Puzzles: solved, failed, kept.

import assert from "node:assert/strict";

import { column, focused, held, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** The scores of a puzzle's moves; exactly one is the best. @param {string} id */
async function solution(id) {
  const { pos } = await server.json(`/api/puzzles/${id}`);
  const { moves } = await server.json(`/api/analyze?pos=${pos}`);
  const right = moves.find((/** @type {any} */ move) => move.best).column;
  const wrong = moves.find((/** @type {any} */ move) => !move.best).column;
  return { right, wrong, ply: pos.length };
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

test("a puzzle is solved, the next one failed", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/puzzles`);
  const first = await shownId(page);
  await text(page.locator(".status"), /(Red|Yellow) to move: find the one move that/);
  await column(page, (await solution(first)).right).click();
  await text(page.locator(".feedback"), /^Right!/);
  assert.equal(await figure(page, "Streak").textContent(), "1");

  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${first}`));
  const second = await shownId(page);
  const { right, wrong, ply } = await solution(second);
  await column(page, wrong).click();
  await text(page.locator(".feedback"), new RegExp(`^Not column ${wrong}`));
  await page.getByRole("button", { name: "Next puzzle" }).focus();
  await page.waitForFunction(
    (n) => document.querySelectorAll("four-board .lying .disc").length >= n,
    ply + 2,
  );
  assert.equal(await focused(page), "Next puzzle", "while the answer is played");
  await page.getByRole("button", { name: "Try again" }).click();
  assert.match(await focused(page), /^Column \d/);
  await column(page, right).click();
  await text(page.locator(".feedback"), /^Right!/);
  assert.equal(await figure(page, "Failed").textContent(), "1");
  assert.equal(await figure(page, "Streak").textContent(), "0");

  await page.reload();
  await text(figure(page, "Solved"), /^1$/);
  assert.equal(await shownId(page), second);
  complaints.assertNone();
  await context.close();
});

test("a puzzle that comes late does not change the address of another view", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/?pos=44`);
  const answer = await held(page, "**/api/puzzles?*");
  await page.getByRole("link", { name: "Puzzles" }).click();
  await text(page.locator(".status"), /Loading a puzzle/);
  await page.goBack();
  await text(page.locator(".status").first(), /Red to move/);
  await answer();
  assert.equal(page.url(), `${server.origin}/?pos=44`);
  complaints.assertNone();
  await context.close();
});

test("the puzzle of the day, given up", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/daily`);
  await text(page.getByRole("heading", { level: 1 }), /Puzzle of the day/);
  await text(page.locator(".status"), /to move: find/);
  await page.getByRole("button", { name: "Show the solution" }).click();
  await text(page.locator(".feedback"), /^The solution is column \d/);
  assert.equal(await figure(page, "Failed").textContent(), "1");
  await page.getByRole("link", { name: "Analyze" }).click();
  await page.waitForURL(/\/\?pos=/);
  complaints.assertNone();
  await context.close();
});
