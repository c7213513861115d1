// After a lost game: three positions of its idea, and its own position again after days.

import assert from "node:assert/strict";

import { column, discs, text, visit } from "../browser.js";
import { chapters } from "../lessons.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** Red's d3 lets Yellow threaten twice; b1 holds. */
const LOST = "74434532";
const DAY = 86_400_000;

/** @param {import("../browser.js").Page} page @param {string} [moves] */
async function lose(page, moves = LOST) {
  await page.evaluate((moves) => {
    const players = { red: "person", yellow: 3 };
    history.replaceState({ players, resigned: null, isBegun: true }, "", `/?pos=${moves}`);
  }, moves);
  await page.reload();
  await discs(page, moves.length);
  await page.getByRole("button", { name: "Show me" }).click();
}

test("a lost game offers three positions of its idea, first what was wrong before", async () => {
  const { page } = await visit(browser, server.origin);
  const fork = chapters[3];
  const wrong = fork.steps.filter(({ level }) => level === 3)[2];
  await page.evaluate((pos) => {
    const card = { stability: 1, difficulty: 5, last: 1, due: Date.now() + 1e9, isRight: false };
    localStorage.setItem("foursight.exercises", JSON.stringify({ [pos]: card }));
  }, wrong.pos);
  await lose(page);
  await text(page.locator(".lesson"), /Learn asks you this position again after 1, 3 and 7 days\./);
  await page.getByRole("link", { name: /^Practice: three in a row/ }).click();
  const place = page.locator(".lesson-place");
  await text(place, /^Practice 1 of 3$/);
  await text(page.locator("h1"), /^A fork$/);
  await discs(page, wrong.pos.length);
  await column(page, wrong.line[0] + 1).click();
  // What it has stopped is played until the other side has four.
  await text(page.locator(".feedback"), /^Solved\. Without [a-g]\d, this could happen\.$/);
  await page.waitForFunction(() => document.querySelector("four-board .lines")?.childElementCount);
  for (const n of [2, 3]) {
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await text(place, new RegExp(`^Practice ${n} of 3$`));
    await text(page.locator("h1"), /^A fork$/);
    await page.getByRole("button", { name: "Show the answer" }).click();
  }
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await text(place, /^Chapter 1 of 10 · Example 1 of 2$/);
});

test("its own position comes back after a day", async () => {
  const { page } = await visit(browser, server.origin);
  const start = Date.now();
  await page.clock.setFixedTime(start);
  await lose(page);
  await text(page.locator(".lesson"), /again after 1, 3 and 7 days/);
  const task = page.locator(".lesson-task");
  /** Whether Learn begins with it so many days later. @param {number} days */
  const comes = async (days) => {
    await page.clock.setFixedTime(start + days * DAY + 60_000);
    await page.goto(`${server.origin}/learn`);
    await page.locator(".path .chapter").first().waitFor();
    return (await page.locator("h1").textContent()) === "Your own game";
  };
  assert.ok(!(await comes(0.9)));
  await text(page.locator("main"), /1 of your lost games comes back in the next days\./);
  assert.ok(await comes(1));
  await text(task, /^In your game, you played d3 and lost\. Which disc does not lose\?$/);
  await discs(page, 4);
  await column(page, 4).click();
  await text(page.locator(".feedback"), /^d3 does not stop two threats: Yellow plays b1 and threatens/);
  assert.ok(await comes(1.01), "a wrong disc brings it again soon");
  await column(page, 2).click();
  await text(page.locator(".feedback"), /^Solved\.$/);
  assert.ok(!(await comes(1.1)));
});

test("a store that somebody has changed does not break the page", async () => {
  const { page } = await visit(browser, server.origin);
  const level = 1e15;
  const game = { time: "x", size: "7x6", connect: 4, moves: "4", color: "red", level, winner: "red" };
  const own = { pos: "44444444", wrong: 0, right: 9, goal: "win", n: -1, due: 0 };
  const running = { id: "x", address: "/?pos=4", players: { red: "person", yellow: level }, n_discs: 1 };
  for (const [name, value] of Object.entries({
    own_positions: [own],
    exercises: { 44: 1 },
    learned: [1],
    running: [running],
    games: Array(5).fill(game),
    opponents: { level, color: "red" },
  })) {
    await page.evaluate(
      ([name, value]) => localStorage.setItem(`foursight.${name}`, value),
      [name, JSON.stringify(value)],
    );
  }
  for (const path of [
    "/",
    "/learn",
    "/learn?own=44444444",
    "/learn/3?then=x-3-4-5",
    "/beat?mode=games",
    "/games",
  ]) {
    await page.goto(`${server.origin}${path}`);
    await page.locator("main :is(four-board, .own-data)").first().waitFor();
  }
  await page.goto(`${server.origin}/learn/3?then=x-999`);
  await text(page.locator(".lesson-place"), /^Practice 3 of 3$/);
});
