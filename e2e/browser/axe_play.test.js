// No view of a game at this board breaks a rule of axe-core.

import { testViews } from "../axe.js";
import { openBits } from "../browser.js";
import { stage } from "../stage.js";

const { server, browser } = await stage();

/** @typedef {import("../browser.js").Page} Page */

/** @param {string} tab */
const openTab = (tab) => (/** @type {Page} */ page) => page.getByRole("tab", { name: tab }).click();

/** @param {Page} page */
async function analyze(page) {
  await openTab("Analysis")(page);
  await page.getByLabel("Analysis").and(page.getByRole("switch")).check();
  await page.locator(".analysis .move-list .blunder").first().waitFor();
}

/** @param {Page} page */
async function learn(page) {
  await analyze(page);
  await page.getByRole("button", { name: "Learn" }).click();
}

/** @param {Page} page */
async function refuse(page) {
  await page.locator("four-board .column").nth(3).click({ force: true });
  await page.locator(".notice").waitFor();
}

/** @param {Page} page */
async function walk(page) {
  await analyze(page);
  await page.getByRole("button", { name: "Play it out" }).click();
  await page.getByRole("button", { name: "Last step" }).click();
}

testViews(browser, server.origin, [
  ["the first screen", "/"],
  ["play", "/?pos=44", openTab("Game")],
  ["a full column", "/?pos=444444", refuse],
  ["the end of a game", "/?pos=4455667"],
  ["analysis", "/?pos=445512", analyze],
  ["a lesson", "/?pos=445512", learn],
  ["a walk through a reason", "/?pos=744345#5", walk],
  ["bits", "/?pos=4455667", openBits],
  ["share", "/?pos=44", openTab("Share")],
  ["the interface", "/docs", (page) => page.locator("main article h2").first().waitFor()],
  ["embed", "/embed?pos=44"],
]);
