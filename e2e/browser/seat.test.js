// A seat in a network game: its link, other tabs, and the address of what is looked at.

import assert from "node:assert/strict";

import { column, discs, text } from "../browser.js";
import { stage, test } from "../stage.js";
import { ownLink, press, resign, status, Table } from "../table.js";

const { server, browser } = await stage();
const table = new Table(server, browser);

/**
 * Opens an address as if it were pasted into the address bar.
 *
 * @param {import("../table.js").Visit} visit @param {string} url
 */
function paste({ page }, url) {
  return page.evaluate((url) => location.assign(url), url);
}

test("a seat link pasted where the game is shown already takes the seat", async () => {
  const { red, yellow, link } = await table.two();
  const own = await ownLink(red);
  const other = await table.visit(link);
  await text(status(other), /Ann to move/);
  await paste(other, own);
  await text(status(other), /Your move/);
  assert.equal(other.page.url(), link, "the secret does not stay in the address");
  await column(other.page, 2).click();
  await discs(yellow.page, 1);
  assert.equal(await ownLink(other), own);
  other.complaints.allowed = /403/;
  await paste(other, `${link}#seat=${"a".repeat(22)}`);
  await text(other.page.locator(".notice"), /does not open a seat.*You are red/);
  assert.equal(other.page.url(), link);
  assert.equal(await ownLink(other), own);
});

test("whoever joins can go on elsewhere, also after a reload, and in the rematch", async () => {
  const { red, yellow } = await table.two();
  const own = await ownLink(yellow);
  await yellow.page.reload();
  assert.equal(await ownLink(yellow), own);
  const phone = await table.visit(own);
  await text(status(phone), /Ann to move/);
  assert.equal(await ownLink(phone), own);
  await resign(red);
  await press(red, "Rematch as yellow");
  await press(yellow, /^Accept/);
  await text(status(yellow), /Your move/);
  const later = await table.visit(await ownLink(yellow));
  await text(status(later), /Your move/);
  await column(later.page, 3).click();
  await discs(red.page, 1);
});

test("who joins in one tab plays in all tabs", async () => {
  const { red, link } = await table.one();
  const first = await table.visit(link);
  const second = await first.context.newPage();
  await second.goto(link);
  await second.getByRole("button", { name: "Join the game" }).waitFor();
  const joins = await joinedLast(first, second);
  await press(first, "Join the game");
  await joins();
  await column(red.page, 4).click();
  await text(second.locator(".status"), /Your move/);
  await column(second, 5).click();
  await discs(first.page, 2);
  await discs(red.page, 2);
});

test("the address holds the ply that is looked at, and moves are followed at the end", async () => {
  const { red, yellow, link } = await table.two();
  for (const [player, name] of /** @type {const} */ ([
    [red, 4],
    [yellow, 5],
    [red, 6],
  ])) {
    await column(player.page, name).click();
    await discs(red.page, name - 3);
    await discs(yellow.page, name - 3);
  }
  await press(red, /^Back$/);
  assert.equal(red.page.url(), `${link}#2`);
  await column(yellow.page, 1).click();
  await text(status(red), /Your move/);
  await discs(red.page, 2);
  await red.page.reload();
  await discs(red.page, 2);
  assert.equal(red.page.url(), `${link}#2`);
  await press(red, "Move 1, red");
  await discs(red.page, 1);
  assert.equal(red.page.url(), `${link}#1`);
  await red.page.goBack();
  await discs(red.page, 2);
  await red.page.goForward();
  await discs(red.page, 1);
  await paste(red, link);
  await discs(red.page, 4);
  await column(red.page, 1).click();
  await discs(yellow.page, 5);
  await column(yellow.page, 1).click();
  await discs(red.page, 6);
  assert.equal(red.page.url(), link);
  const watcher = await table.visit(`${link}#3`);
  await discs(watcher.page, 3);
  await paste(watcher, `${link}#99`);
  await discs(watcher.page, 6);
  assert.equal(watcher.page.url(), link);
});

/**
 * Delays the answer for a tab that joins, and treats this browser's other tab as a stranger until then. The
 * returned promise resolves once the tab has joined.
 *
 * @param {import("../table.js").Visit} joining @param {import("../browser.js").Page} other
 */
async function joinedLast({ page }, other) {
  let hasCookie = false;
  await page.route("**/join", async (route) => {
    const response = await route.fetch();
    await text(other.locator(".status"), /Ann to move/);
    // Time for the other tab to ask too early.
    await other.waitForTimeout(500);
    hasCookie = true;
    await route.fulfill({ response });
  });
  await other.route("**/api/games/*", async (route) => {
    const isStranger = !hasCookie;
    const response = await route.fetch();
    const game = await response.json();
    await route.fulfill({ response, json: isStranger ? { ...game, seat: null } : game });
  });
  return () => page.getByRole("button", { name: "Resign" }).waitFor();
}
