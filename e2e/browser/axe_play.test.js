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
  await page.getByRole("link", { name: "Analysis" }).click();
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

/** @param {Page} page */
async function hint(page) {
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Tell me more" }).waitFor();
}

/** @param {Page} page */
async function openKeys(page) {
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
}

/** @param {Page} page */
async function enter(page) {
  await page.getByRole("link", { name: "Enter a position" }).first().click();
  await page.getByRole("grid", { name: "Board" }).waitFor();
  await page.getByLabel("Moves, a grid, an array, or a game").fill("44 *\n\n45 *");
  await page.getByRole("button", { name: "Read" }).click();
  await page.getByLabel("Game", { exact: true }).waitFor();
}

testViews(browser, server.origin, [
  ["the first screen", "/"],
  ["play", "/?pos=44", openTab("Game")],
  ["a full column", "/?pos=444444", refuse],
  ["the end of a game", "/?pos=4455667"],
  ["analysis", "/?pos=445512", analyze],
  ["a lesson", "/?pos=445512", learn],
  ["a walk through a reason", "/?pos=744345#5", walk],
  ["variations", "/?pos=445512#3.12,3.14", analyze],
  ["a hint", "/?pos=44", hint],
  ["how to play", "/rules", (page) => page.locator(".mini-board").nth(5).waitFor()],
  ["the keys", "/?pos=44", openKeys],
  ["entering a position", "/", enter],
  ["bits", "/?pos=4455667", openBits],
  ["share", "/?pos=44", openTab("Share")],
  ["the interface", "/docs", (page) => page.locator("main article h2").first().waitFor()],
  ["embed", "/embed?pos=44"],
]);
