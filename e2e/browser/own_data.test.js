// The person's own data: copying it, signing out of this browser, deleting it; and names that are switched off.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after } from "node:test";

import { text, visit } from "../browser.js";
import { Server } from "../server.js";
import { stage, test } from "../stage.js";
import { press, status, Table } from "../table.js";

const { server, browser } = await stage();
const table = new Table(server, browser);

/** Opens the person's list of games. @param {import("../table.js").Visit} visit */
async function ownGames({ page }) {
  await page.goto(`${server.origin}/games`);
  await text(page.locator(".own-data"), /The server keeps your seats and names/);
}

/** The names of everything that this browser stores. @param {import("../table.js").Visit} visit */
async function keptBy({ page, context }) {
  const cookies = await context.cookies();
  const local = await page.evaluate(() => Object.keys(localStorage));
  return [...cookies.map(({ name }) => name), ...local];
}

/** Presses a button and, once it asks, presses it again; then the page starts anew. @param {import("../table.js").Visit} visit @param {string} name @param {string} asks */
async function end(visit, name, asks) {
  await visit.page.getByRole("button", { name }).dblclick();
  await Promise.all([visit.page.waitForURL(`${server.origin}/`), press(visit, asks)]);
  await visit.page.locator("four-board button").first().waitFor();
}

test("whoever downloads their data sees what the browser and the server keep", async () => {
  const { red } = await table.two();
  await red.page.evaluate(() => localStorage.setItem("foursight.sound", "{"));
  await ownGames(red);
  const [download] = await Promise.all([red.page.waitForEvent("download"), press(red, "Download my data")]);
  assert.equal(download.suggestedFilename(), "foursight-data.json");
  const data = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.equal(data.server.games.length, 1);
  assert.equal(data.server.games[0].game.seats.red.name, "Ann");
  assert.equal(data.browser.sound, "{", "also what is broken");
});

test("whoever signs out leaves nothing in the browser, and the game goes on elsewhere", async () => {
  const { red, yellow, link } = await table.two();
  await red.page.evaluate(() => localStorage.setItem("foursight.sound", "false"));
  await ownGames(red);
  assert.deepEqual(await keptBy(red), ["foursight", "foursight.seen-game", "foursight.sound"]);
  await end(red, "Sign out of this browser", "Really sign out?");
  assert.deepEqual(await keptBy(red), []);
  await red.page.goto(link);
  await text(status(red), /Ann to move/);
  await text(status(yellow), /Ann to move/);
});

test("whoever deletes their data has resigned, and has no name any more", async () => {
  const { red, yellow } = await table.two();
  await ownGames(red);
  await end(red, "Delete my data", "Really delete?");
  await text(status(yellow), /You win: Red resigned/);
  assert.deepEqual(await keptBy(red), []);
});

test("where names are switched off, nobody is asked for one", async () => {
  const nameless = await Server.start("--page", "modules", "--names", "fixed");
  after(() => nameless.stop());
  const red = await visit(browser, nameless.origin);
  await press(red, "Play a friend");
  await red.page.getByLabel("You are").selectOption("red");
  assert.equal(await red.page.getByLabel("Your name").count(), 0);
  await press(red, "Create game");
  const link = await red.page.getByRole("textbox", { name: "Invitation" }).inputValue();
  const yellow = await visit(browser, link);
  assert.equal(await yellow.page.getByLabel("Your name").count(), 0);
  await press(yellow, "Join the game");
  await text(status(yellow), /Red to move/);
});
