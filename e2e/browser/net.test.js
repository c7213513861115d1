// Two people in two browsers, and a server that does not survive it all.

import assert from "node:assert/strict";

import { column, discs, held, text } from "../browser.js";
import { stage, test } from "../stage.js";
import { press, resign, status, Table } from "../table.js";

const { server, browser } = await stage();
const table = new Table(server, browser);

test("a game goes on through the death of the server and lost connections", async () => {
  const { red, yellow, link } = await table.two();
  await column(red.page, 4).click();
  await discs(yellow.page, 1);
  await column(yellow.page, 4).click();
  await discs(red.page, 2);

  for (const { complaints } of [red, yellow])
    complaints.allowed = /ERR_CONNECTION|WebSocket|ERR_INTERNET|ERR_EMPTY|ERR_NETWORK/;
  await table.server.kill();
  await text(red.page.locator(".link"), /Connection lost/);
  await column(red.page, 5).click();
  await text(status(red), /Sending your move/);
  await table.server.restart();
  await discs(yellow.page, 3);
  await text(red.page.locator(".link"), /^Live/);
  await text(status(red), /Bob to move/);

  await yellow.context.setOffline(true);
  await column(yellow.page, 5).click();
  await text(status(yellow), /Sending your move/);
  await yellow.context.setOffline(false);
  await discs(red.page, 4);
  await red.page.reload();
  await discs(red.page, 4);

  const watcher = await table.visit(link);
  await discs(watcher.page, 4);
  await column(red.page, 6).click();
  await discs(yellow.page, 5);
  await column(yellow.page, 6).click();
  await discs(red.page, 6);
  await column(red.page, 7).click();
  await text(status(red), /You win/);
  await text(status(yellow), /You lose: Ann has four in a row/);
  await text(status(watcher), /Ann wins/);
  await watcher.page.locator(".picture .line").first().waitFor();
});

/** Lets the server answer, but loses the answer. @param {import("playwright-core").Route} route */
async function lose(route) {
  await route.fetch();
  // A page that is reloaded meanwhile no longer wants the answer.
  await route.abort().catch(() => {});
}

test("a seat is not lost with the answer to joining, nor with the page", async () => {
  const { red, link } = await table.one();
  const yellow = await table.visit(link);
  yellow.complaints.allowed = /ERR_FAILED/;
  let nLost = 0;
  await yellow.page.route("**/join", async (route) => {
    await lose(route);
    nLost += 1;
  });
  await yellow.page.getByRole("button", { name: "Join the game" }).click();
  await text(yellow.page.locator(".notice"), /Asking for the seat again/);
  await text(status(red), /Your move/);
  // The cookie was lost with the answer, too.
  await yellow.context.clearCookies();
  await yellow.page.reload();
  await text(status(yellow), /Ann to move/);
  await column(red.page, 4).click();
  await column(yellow.page, 4).click();
  await discs(red.page, 2);
  assert.ok(nLost > 0);
  await yellow.page.unrouteAll({ behavior: "ignoreErrors" });

  const second = await table.one();
  const late = await table.visit(second.link);
  late.complaints.allowed = /ERR_FAILED/;
  await late.page.route("**/join", lose, { times: 1 });
  await late.page.getByRole("button", { name: "Join the game" }).click();
  await text(status(late), /Ann to move/);
  await late.page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a move on its way stays on the board when somebody comes", async () => {
  const { red, yellow, link } = await table.two();
  const send = await held(red.page, "**/moves");
  await column(red.page, 4).click();
  await discs(red.page, 1);
  const watcher = await table.visit(link);
  await text(red.page.locator(".link"), /1 watching/);
  await column(watcher.page, 3).click({ force: true });
  await text(watcher.page.locator(".notice"), /You are watching/);
  await discs(red.page, 1);
  await text(status(red), /Sending your move/);
  await send();
  await discs(yellow.page, 1);
});

test("takeback by agreement, resigning, and a rematch with sides swapped", async () => {
  const { red, yellow } = await table.two();
  await column(red.page, 1).click();
  await discs(yellow.page, 1);
  const before = await yellow.page.locator("four-board").boundingBox();
  await press(red, "Take back");
  await text(status(yellow), /Ann asks to take a move back/);
  const asked = await yellow.page.locator("four-board").boundingBox();
  assert.deepEqual(asked, before, "the board does not move under the finger");
  await press(yellow, "Allow");
  await discs(red.page, 0);
  await column(red.page, 4).click();
  await discs(yellow.page, 1);
  await resign(yellow);
  await text(status(red), /You win: Bob resigned/);
  await press(red, "Rematch as yellow");
  await press(yellow, /^Accept/);
  await text(status(yellow), /Your move/);
  await text(status(red), /Bob to move/);
  await column(yellow.page, 3).click();
  await discs(red.page, 1);
});
