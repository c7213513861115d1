// Two people at a network game, besides moving: planning ahead, and being notified.

import assert from "node:assert/strict";

import { column, discs, text, told, visit } from "../browser.js";
import { stage, test } from "../stage.js";
import { press, resign, status, Table } from "../table.js";

const { server, browser } = await stage();
const table = new Table(server, browser);

test("a disc chosen ahead is played once the other side has moved", async () => {
  const { red, yellow } = await table.two();
  await column(yellow.page, 2).click();
  await text(told(yellow.page), /Your next disc will go in column b/);
  await column(yellow.page, 2).click();
  await text(told(yellow.page), /Your next disc is canceled/);
  await column(yellow.page, 3).click();
  assert.match((await column(yellow.page, 3).getAttribute("aria-label")) ?? "", /your next disc/);
  await yellow.page.locator(".waiting.ahead").waitFor();
  await column(red.page, 4).click();
  await discs(red.page, 2);
  await discs(yellow.page, 2);
  await text(status(red), /Your move/);
  assert.equal(await yellow.page.locator(".waiting.ahead").count(), 0);
});

test("after a friend's game, the first button leads to the own lesson, which a reload keeps", async () => {
  const { red, yellow } = await table.two();
  const moves = [7, 4, 4, 3, 4, 5, 3];
  for (const [n, to] of moves.entries()) {
    await column((n % 2 ? yellow : red).page, to).click();
    await discs(red.page, n + 1);
    await discs(yellow.page, n + 1);
  }
  await resign(red);
  await text(status(yellow), /You win/);
  for (const [{ page }, words] of /** @type {const} */ ([
    [red, /^You lost with d3: it let Yellow get three in a row with both ends open\.$/],
    [yellow, /^You won with e1: d3 let you get three in a row with both ends open\.$/],
  ])) {
    const first = page.locator(".beside button").first();
    await text(first, /^Show me$/);
    assert.ok(await first.evaluate((button) => button.classList.contains("primary")));
    await first.click();
    await text(page.locator(".lesson h2"), words);
    await discs(page, 5);
    await page.reload();
    await text(page.locator(".lesson h2"), words);
  }
});

/** Runs in the page: notifications are recorded instead of shown, and the page is not visible. */
function lookAway() {
  /** @type {string[]} */
  const shown = [];
  const asked = { permission: "default" };
  class Notified {
    /** @param {string} title @param {{ body: string }} options */
    constructor(title, { body }) {
      shown.push(`${title}: ${body}`);
    }
    close() {}
    static get permission() {
      return asked.permission;
    }
    static async requestPermission() {
      asked.permission = "granted";
      return asked.permission;
    }
  }
  Object.assign(globalThis, { shown, Notification: Notified });
  Object.defineProperty(document, "hidden", { get: () => true });
}

test("whoever looks elsewhere is called by the title and, if asked for, by a notification", async () => {
  const { red, link } = await table.one();
  const yellow = await visit(browser, link, { init: lookAway });
  await press(yellow, "Join the game");
  await text(status(yellow), /Ann to move/);
  const shown = () => yellow.page.evaluate(() => /** @type {any} */ (globalThis).shown);
  assert.equal(await yellow.page.title(), "Network game - Foursight");
  await text(red.page.locator("head title"), /^Your move - Foursight$/);
  assert.deepEqual(await shown(), [], "nothing comes unasked");
  await press(yellow, "Notify me when it is my turn");
  const knob = yellow.page.getByRole("button", { name: "Notify me when it is my turn" });
  await yellow.page.locator(".notify-switch[aria-pressed=true]").waitFor();
  await column(red.page, 4).click();
  await discs(yellow.page, 1);
  await text(yellow.page.locator("head title"), /^Your move - Foursight$/);
  assert.deepEqual((await shown()).slice(1), ["Your move: Ann played d1."]);
  await knob.click();
  assert.equal(await knob.getAttribute("aria-pressed"), "false");
  await column(yellow.page, 4).click();
  await discs(red.page, 2);
  await column(red.page, 4).click();
  await discs(yellow.page, 3);
  assert.equal((await shown()).length, 2);
});
