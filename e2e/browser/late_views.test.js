// Views that load late or not at all, where the page comes module by module.

import assert from "node:assert/strict";

import { column, discs, held, posOf, settled, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";
import { press, status, Table } from "../table.js";

const { server, browser } = await stage("modules");

test("a view that cannot be loaded is told in words", async () => {
  const { page, complaints, context } = await visit(browser, server.origin);
  complaints.allowed = /ERR_INTERNET|Failed to fetch/;
  await context.setOffline(true);
  await page.getByRole("link", { name: "Puzzles" }).click();
  await text(page.locator(".notice"), /This view did not load: the server is not responding\./);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await text(page.locator(".status"), /to move: only/);
});

test("a view that loads late does not replace the one that was gone back to", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=44`);
  const load = await held(page, "**/views/puzzles.js");
  await page.getByRole("link", { name: "Puzzles" }).click();
  await page.waitForURL(/puzzles$/);
  await page.goBack();
  await load();
  // The view is loaded with everything that it imports, which may arrive later.
  await page.evaluate((view) => import(view), `${server.origin}/assets/views/puzzles.js`);
  await settled(page);
  await column(page, 3).click();
  await discs(page, 3);
  assert.equal(posOf(page.url()), "443");
});

test("a move that comes on the way to another view leaves its address alone", async () => {
  const { red, yellow } = await new Table(server, browser).two();
  await column(red.page, 4).click();
  await discs(yellow.page, 1);
  await press(yellow, /^Back$/);
  const load = await held(yellow.page, "**/views/puzzles.js");
  await yellow.page.getByRole("link", { name: "Puzzles" }).click();
  await yellow.page.waitForURL(/puzzles$/);
  await press(red, "Take back");
  await text(status(yellow), /asks to take a move back/);
  await press(yellow, "Allow");
  await discs(red.page, 0);
  assert.match(yellow.page.url(), /puzzles$/);
  await load();
  await text(status(yellow), /to move: only/);
});
