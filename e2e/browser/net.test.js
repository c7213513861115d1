// Two people in two browsers, and a server that does not live through it all.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { column, discs, launch, text, visit } from "../browser.js";
import { Server } from "../server.js";

/** @type {Server} */
let server;
/** @type {import("../browser.js").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @typedef {Awaited<ReturnType<typeof visit>>} Visit */

/**
 * Red has made a game.
 *
 * @param {(page: import("../browser.js").Page) => Promise<unknown>} [choose] more of the form
 */
async function one(choose) {
  const red = await visit(browser, server.origin);
  await red.page.getByText("A friend elsewhere").click();
  await red.page.getByLabel("You are").selectOption("red");
  await red.page.getByLabel("Your name").fill("Ann");
  await choose?.(red.page);
  await red.page.getByRole("button", { name: "Create the game" }).click();
  const link = await red.page.getByRole("textbox", { name: "Invitation" }).inputValue();
  return { red, link };
}

/**
 * Red has made a game, yellow has come.
 *
 * @param {(page: import("../browser.js").Page) => Promise<unknown>} [choose]
 */
async function two(choose) {
  const { red, link } = await one(choose);
  const yellow = await visit(browser, link);
  await yellow.page.getByLabel("Your name").fill("Bob");
  await yellow.page.getByRole("button", { name: "Play yellow" }).click();
  await text(status(red), /Your move/);
  await text(status(yellow), /Ann is to move/);
  return { red, yellow, link };
}

/** @param {Visit} visit */
const status = ({ page }) => page.locator(".status");

/** @param {Visit[]} visits */
async function leave(...visits) {
  for (const { complaints, context } of visits) {
    complaints.assertNone();
    await context.close();
  }
}

/** @param {Visit} visit @param {string} name */
const press = ({ page }, name) => page.getByRole("button", { name }).click();

test("a game goes on through the death of the server and lost connections", async () => {
  const { red, yellow, link } = await two();
  await column(red.page, 4).click();
  await discs(yellow.page, 1);
  await column(yellow.page, 4).click();
  await discs(red.page, 2);

  for (const { complaints } of [red, yellow])
    complaints.allowed = /ERR_CONNECTION|WebSocket|ERR_INTERNET|ERR_EMPTY|ERR_NETWORK/;
  await server.kill();
  await text(red.page.locator(".link"), /Connection lost/);
  await column(red.page, 5).click();
  await text(status(red), /Sending your move/);
  await server.restart();
  await discs(yellow.page, 3);
  await text(red.page.locator(".link"), /^Live/);
  await text(status(red), /Bob is to move/);

  await yellow.context.setOffline(true);
  await column(yellow.page, 5).click();
  await text(status(yellow), /Sending your move/);
  await yellow.context.setOffline(false);
  await discs(red.page, 4);
  await red.page.reload();
  await discs(red.page, 4);

  const watcher = await visit(browser, link);
  await discs(watcher.page, 4);
  await column(red.page, 6).click();
  await column(yellow.page, 6).click();
  await column(red.page, 7).click();
  await text(status(red), /You win/);
  await text(status(yellow), /Ann wins/);
  await text(status(watcher), /Ann wins/);
  await watcher.page.locator(".picture .line").first().waitFor();
  await leave(red, yellow, watcher);
});

test("a seat is not lost with the answer to joining, nor with the page", async () => {
  const { red, link } = await one();
  const yellow = await visit(browser, link);
  yellow.complaints.allowed = /ERR_FAILED/;
  let nLost = 0;
  await yellow.page.route("**/join", async (route) => {
    await route.fetch();
    nLost += 1;
    await route.abort();
  });
  await yellow.page.getByRole("button", { name: "Play yellow" }).click();
  await text(yellow.page.locator(".notice"), /The seat is asked for again/);
  await text(status(red), /Your move/);
  // The cookie went with the answer too.
  await yellow.context.clearCookies();
  await yellow.page.reload();
  await text(status(yellow), /Ann is to move/);
  await column(red.page, 4).click();
  await column(yellow.page, 4).click();
  await discs(red.page, 2);
  assert.ok(nLost > 0);
  await leave(red, yellow);

  const second = await one();
  const late = await visit(browser, second.link);
  late.complaints.allowed = /ERR_FAILED/;
  await late.page.route("**/join", (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await late.page.getByRole("button", { name: "Play yellow" }).click();
  await text(status(late), /Ann is to move/);
  await leave(second.red, late);
});

test("a move on its way stays on the board when somebody comes", async () => {
  const { red, yellow, link } = await two();
  /** @type {(go: unknown) => void} */
  let send = () => {};
  const maySend = new Promise((resolve) => (send = resolve));
  await red.page.route("**/moves", async (route) => {
    await maySend;
    await route.continue();
  });
  await column(red.page, 4).click();
  await discs(red.page, 1);
  const watcher = await visit(browser, link);
  await text(red.page.locator(".link"), /1 watching/);
  await discs(red.page, 1);
  await text(status(red), /Sending your move/);
  send(null);
  await discs(yellow.page, 1);
  await leave(red, yellow, watcher);
});

test("a wrong seat link shows the game all the same", async () => {
  const { red, yellow, link } = await two();
  const other = await visit(browser, server.origin);
  other.complaints.allowed = /403/;
  await other.page.goto(`${link}#seat=${"a".repeat(22)}`);
  await text(other.page.locator(".notice"), /opens no seat.*You can watch/);
  await text(status(other), /Ann to move/);
  assert.equal(other.page.url(), link);
  await column(red.page, 4).click();
  await discs(other.page, 1);
  await leave(red, yellow, other);
});

test("takeback by agreement, resigning, and a rematch with sides swapped", async () => {
  const { red, yellow } = await two();
  await column(red.page, 1).click();
  await discs(yellow.page, 1);
  await press(red, "Take back");
  await text(status(yellow), /Ann asks to take a move back/);
  await press(yellow, "Let them take it back");
  await discs(red.page, 0);
  await column(red.page, 4).click();
  await discs(yellow.page, 1);
  await press(yellow, "Resign");
  await press(yellow, "Really resign?");
  await text(status(red), /You win as Bob resigned/);
  await press(red, "Offer a rematch");
  await press(yellow, "Accept the rematch");
  await text(status(yellow), /Your move/);
  await text(status(red), /Bob is to move/);
  await column(yellow.page, 3).click();
  await discs(red.page, 1);
  await leave(red, yellow);
});

test("the pie rule: the second player takes the first disc", async () => {
  const { red, yellow } = await two((page) => page.getByLabel("Pie rule").check());
  await column(red.page, 4).click();
  await discs(yellow.page, 1);
  // Whose seat is whose is asked for until it is answered.
  red.complaints.allowed = /ERR_FAILED/;
  await red.page.route(/api\/games\/[^/]*$/, (route) => route.abort(), { times: 1 });
  await press(yellow, "Swap sides");
  await text(yellow.page.locator(".player.red"), /Bob/);
  await text(status(red), /Your move/);
  await column(red.page, 4).click();
  await discs(yellow.page, 2);
  await text(status(yellow), /Your move/);
  await leave(red, yellow);
});

test("clocks run, and time decides", async () => {
  const { red, yellow } = await two((page) => page.getByLabel("Clock").selectOption("60+1"));
  await text(red.page.locator(".player.red .clock"), /^1:00/);
  await column(red.page, 4).click();
  await text(yellow.page.locator(".player.yellow .clock"), /^0:5\d/);
  await text(red.page.locator(".player.yellow .clock"), /^0:5\d/);
  await leave(red, yellow);
});

test("a seat goes on in another browser, and nobody else can play", async () => {
  const { red, yellow, link } = await two();
  await red.page.getByText("Go on from another device").click();
  const own = await red.page.getByRole("textbox", { name: "Your own link" }).inputValue();
  const other = await visit(browser, own);
  await text(status(other), /Your move/);
  assert.equal(other.page.url(), link, "the secret does not stay in the address");
  await column(other.page, 2).click();
  await discs(red.page, 1);
  const watcher = await visit(browser, link);
  await column(watcher.page, 3).click({ force: true });
  await text(watcher.page.locator(".notice"), /You are watching/);
  await discs(yellow.page, 1);
  await leave(red, yellow, other, watcher);
});

test("a game that is not there is told in words", async () => {
  const { page, complaints, context } = await visit(browser, server.origin);
  complaints.allowed = /404/;
  await page.goto(`${server.origin}/g/aaaaaaaaaaaaaaaaaaaaaa`);
  await text(page.locator(".status"), /no (such )?game/i);
  complaints.assertNone();
  await context.close();
});
