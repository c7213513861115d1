// Keys anywhere on the page, and their switch.

import assert from "node:assert/strict";

import { column, discs, openPanel, posOf, settled, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

test("a game is played, looked through and flipped with keys, whatever has the focus", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=44`);
  const press = (/** @type {string} */ key) => page.keyboard.press(key);
  await press("8");
  await press("1");
  await discs(page, 3);
  assert.equal(await page.locator(".notice").count(), 0, "there is no eighth column");
  // After a click, the board has an invisible focus.
  await column(page, 2).click();
  await discs(page, 4);
  await press("ArrowLeft");
  await press("ArrowLeft");
  await discs(page, 2);
  await press("ArrowRight");
  await discs(page, 3);
  await press("Home");
  await discs(page, 0);
  await press("End");
  await discs(page, 4);
  await press("x");
  await page.waitForFunction(() => location.search === "?pos=4476");
  await press("x");
  await column(page, 3).click();
  await press("Space");
  await text(page.locator(".advice-card"), /(Look at|Choose) /);
  assert.equal(posOf(page.url()), "44123", "the space bar drops no disc");
});

test("keys in fields and dialogs are theirs, and combinations are the browser's", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=44`);
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByLabel("Link", { exact: true }).focus();
  await page.keyboard.press("1");
  await page.getByLabel("Style").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("f");
  await page.locator("body").evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press("Alt+1");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await settled(page);
  await discs(page, 2);
});

test("keys can be turned off, and stay so", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=44`);
  await page.keyboard.press("?");
  await page.getByRole("switch", { name: "Keys work anywhere on the page" }).uncheck();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.keyboard.press("1");
  await page.reload();
  await column(page, 1).waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("?");
  await settled(page);
  await discs(page, 2);
  assert.equal(await page.getByRole("dialog").count(), 0);
  await column(page, 3).focus();
  await page.keyboard.press("1");
  await discs(page, 3);
  await openPanel(page, "Keys");
  await page.getByRole("switch", { name: "Keys work anywhere on the page" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("2");
  await discs(page, 4);
});
