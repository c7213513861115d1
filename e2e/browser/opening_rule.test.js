// Opening rules in games on this device: who places, who swaps, and what undo, reloading and links make of it.

import assert from "node:assert/strict";

import { column, discs, posOf, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** @import { Page } from "../browser.js" */

/** Chooses a rule before the game. @param {Page} page @param {string} rule */
async function choose(page, rule) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.locator(".setup").getByLabel("Opening").last().selectOption(rule);
  await page.getByRole("button", { name: "Back to the choices" }).click();
}

/** @param {Page} page */
const status = (page) => page.locator(".status").first();

test("a level takes over the better side, and undo gives it back", async () => {
  const { page } = await visit(browser, server.origin);
  await page.getByRole("slider", { name: "Level" }).fill("10");
  await choose(page, "pie");
  await text(status(page), /^Your move: place a red disc, 1 to go$/);
  await column(page, 4).click();
  await text(page.locator(".player.red"), /Level 10/);
  await text(page.locator(".player.yellow"), /You/);
  await text(status(page), /^Your move$/);
  await discs(page, 1);
  assert.match(page.url(), /opening_rule=pie&swapped=true/);
  await page.reload();
  await text(page.locator(".player.yellow"), /You/);
  await text(status(page), /^Your move$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await text(status(page), /^Your move: place a red disc, 1 to go$/);
  await text(page.locator(".player.red"), /You/);
  // A disc at the edge leaves yellow no reason to swap.
  await column(page, 1).click();
  await discs(page, 2);
  await text(page.locator(".player.red"), /You/);
  assert.doesNotMatch(page.url(), /swapped/);
});

test("a game with a friend begins with the rule that was chosen", async () => {
  const { page } = await visit(browser, server.origin);
  await choose(page, "swap");
  await page.getByRole("button", { name: "Play a friend" }).first().click();
  assert.equal(await page.locator(".network-form").getByLabel("Opening").inputValue(), "swap");
});

test("two people place three discs, and one swaps or keeps", async () => {
  const { page } = await visit(browser, server.origin);
  await choose(page, "swap");
  await page.getByRole("button", { name: "Two people here" }).click();
  for (const n of [1, 4, 2]) await column(page, n).click();
  await text(status(page), /^Yellow to move, or swap sides$/);
  const swap = page.getByRole("button", { name: "Swap sides" });
  await page.getByRole("button", { name: "Keep yellow" }).click();
  await swap.waitFor({ state: "hidden" });
  await text(page.locator("[role=status]").first(), /You keep your side/);
  await text(status(page), /^Yellow to move$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await text(status(page), /^Red places a red disc, 1 to go$/);
  await column(page, 2).click();
  await swap.click();
  await text(page.locator(".notice"), /Sides swapped/);
  await text(status(page), /^Yellow to move$/);
  await column(page, 7).click();
  assert.equal(posOf(page.url()), "1427");
  // Whoever opens the link sees the same game.
  const other = await visit(browser, page.url());
  await discs(other.page, 4);
  assert.match(other.page.url(), /opening_rule=swap&swapped=true/);
  await other.context.close();
});

test("an analysis offers no swap, as it has no button for one", async () => {
  const { page } = await visit(browser, `${server.origin}/analysis?pos=4&opening_rule=pie`);
  await text(status(page), /^Yellow to move$/);
});
