// Analysis as a board: moves tried beside a game.

import assert from "node:assert/strict";

import { column, discs, focused, text, told, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** Red has won with the last move. */
const WON = "4455667";

/** The hash of the address. @param {import("../browser.js").Page} page */
const place = (page) => new URL(page.url()).hash;

/** A tool below the board. @param {import("../browser.js").Page} page @param {string} name */
const tool = (page, name) => page.getByRole("group", { name: "Game" }).getByRole("button", { name });

test("a finished game is never overwritten: moves tried are kept beside it, also over a reload", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=${WON}#4`);
  await column(page, 1).click();
  await column(page, 2).click();
  await discs(page, 6);
  assert.equal(page.url(), `${server.origin}/?pos=${WON}#4.12`);
  await text(page.locator(".status"), /^Variation: Red to move$/);
  await text(told(page), /^Yellow plays b1\. Variation: Red to move\.$/);
  await tool(page, "Back").click();
  await discs(page, 5);
  await column(page, 7).click();
  const list = page.locator("move-list").first();
  assert.deepEqual(await list.locator(".branch .branch .move").allTextContents(), ["g1"]);
  await page.reload();
  await discs(page, 6);
  assert.equal(await list.locator(".branch .move").count(), 3);
  await list.getByRole("button", { name: "Variation, move 6, yellow: b1" }).click();
  assert.equal(place(page), "#4.12,4.17");
  await tool(page, "Return").click();
  await discs(page, 4);
  assert.match(await focused(page), /^Column [a-g]/);
  await list.getByRole("button", { name: /^Move 7, red/ }).click();
  await text(page.locator(".status"), /^Red wins with four in a row$/);
  assert.equal(new URL(page.url()).searchParams.get("pos"), WON);
});

test("the lines of the table are played out on the board, back and forth", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=${WON}#5`);
  await page.getByRole("link", { name: "Analysis" }).click();
  const line = page.getByRole("button", { name: "Play out the line that starts with c1: c1 g1" });
  await line.click();
  await discs(page, 6);
  assert.equal(place(page), "#5.3,5.37");
  await tool(page, "Forward").click();
  await discs(page, 7);
  await text(page.locator(".status"), /^Variation: Red has four in a row$/);
  assert.ok(await page.locator(".tool", { hasText: "Forward" }).isHidden());
  await tool(page, "Back").click();
  await tool(page, "Back").click();
  await discs(page, 5);
  await text(page.locator(".status"), /^Yellow to move$/);
});

test("restarting and resigning can be undone", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=4455`);
  await tool(page, "New game").click();
  await discs(page, 0);
  await text(page.locator(".notice"), /A new game has begun\./);
  assert.equal(await told(page).textContent(), "", "the message is the only announcement");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await discs(page, 4);
  await tool(page, "Resign").click();
  await text(page.locator(".status"), /^Red resigned: Yellow wins$/);
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await text(page.locator(".status"), /^Red to move$/);
  assert.equal(await page.locator(".notice").count(), 0);
  await tool(page, "New game").click();
  await text(page.locator(".notice"), /A new game has begun\./);
  await page.goBack();
  await discs(page, 4);
  assert.equal(await page.locator(".notice").count(), 0, "the game before is back");
});
