// The page without a connection: after one visit, everything but network games works while there is no server.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after } from "node:test";

import { violations } from "../axe.js";
import { column, discs, launch, text, visit } from "../browser.js";
import { engineFile } from "../engine.js";
import { longGame } from "../games.js";
import { Server } from "../server.js";
import { test } from "../stage.js";

const browser = await launch();
/** @type {Server[]} */
const servers = [];
after(async () => {
  await browser.close();
  for (const server of servers) await server.stop();
});

/** @param {string} [module] */
async function newServer(module = engineFile()) {
  const server = await Server.start("--page", "joined", "--engine", module);
  servers.push(server);
  return server;
}

/** The browser's errors for requests that nobody answers any longer, including the service worker's request for a book. */
const refused = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_FAILED|WebSocket connection/;

/** A visit during which the browser keeps the page. @param {Server} server @param {string} [address] */
async function firstVisit(server, address = "/") {
  const visitor = await visit(browser, server.origin + address, { allowed: refused });
  await visitor.page.locator('body[data-engine="running"]').waitFor();
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return visitor;
}

/** The paths of all files that a browser stores. @param {import("../browser.js").Page} page */
function keptPaths(page) {
  return page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

test("after one visit, every part of the page works without the server; on an idle machine (LONG_TASKS=1) no task is long", async () => {
  const server = await newServer();
  const { page, complaints } = await firstVisit(server);
  await server.kill();
  await page.addInitScript(() => {
    const longest = /** @type {any} */ (globalThis);
    longest.longTasks = [];
    new PerformanceObserver((list) =>
      longest.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: "longtask", buffered: true });
  });
  const open = async (/** @type {string} */ address) => {
    await page.goto(server.origin + address);
    await page.locator('body[data-engine="running"]').waitFor();
  };
  /** Tasks that ran after a page had loaded, with their durations. @type {string[]} */
  const tasks = [];
  const collect = async () => {
    const longest = await page.evaluate(() => /** @type {any} */ (globalThis).longTasks);
    tasks.push(...longest.map((/** @type {number} */ time) => `${new URL(page.url()).pathname}: ${time}`));
  };

  await open("/");
  await column(page, 4).click();
  await discs(page, 2);
  await page.getByLabel("Yellow's level").selectOption("10");
  while ((await page.locator(".status.is-end").count()) === 0) {
    const before = await page.locator(".lying .disc").count();
    const free = page.locator('four-board .column:not([aria-disabled="true"])');
    await free.nth(before % (await free.count())).click();
    await page.waitForFunction(
      (before) =>
        document.querySelectorAll(".lying .disc").length > before + 1 || document.querySelector(".is-end"),
      before,
    );
  }
  await collect();

  await open("/analysis?pos=44556");
  await text(page.locator(".reason"), /Red can complete a line in c1 or g1/);
  await collect();

  await open(`/analysis?pos=${longGame()}`);
  await page.locator(".accuracy td").first().waitFor();
  await collect();

  await open("/puzzles");
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.getByRole("button", { name: "Next puzzle" }).waitFor();
  await collect();

  await open("/learn/3");
  await text(page.locator("main"), /Complete your four/);
  await open("/beat");
  await text(page.locator(".status"), /Red to move/);
  await column(page, 1).click();
  await text(page.locator(".feedback"), /a1 does not win/);
  await page.getByRole("link", { name: "Find a hole" }).click();
  await discs(page, 1);
  await collect();
  await open("/daily");
  await text(page.locator("main"), /Puzzle of the day/);
  await page.goto(`${server.origin}/docs`);
  await page.locator("main article h2").first().waitFor();
  complaints.assertNone();
  // A busy machine has long tasks whatever the page does.
  if (process.env.LONG_TASKS) assert.deepEqual(tasks, [], "tasks longer than 50 ms");
});

test("pictures and files are made without the server", async () => {
  const server = await newServer();
  const { page } = await firstVisit(server, "/?pos=4455");
  await server.kill();
  await page.getByRole("tab", { name: "Share" }).click();
  await page.locator('.share-pictures img[src^="data:image/svg"]').waitFor();
  /** @param {string} name */
  const save = async (name) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name, exact: true }).click(),
    ]);
    return readFileSync(await file.path());
  };
  assert.match((await save("SVG")).toString(), /^<svg /);
  assert.deepEqual([...(await save("PNG")).subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.match((await save("Game file")).toString(), /4455|4 4 5 5/);
});

test("without a connection, a network game shows how it was last seen, and no cache holds anything of it", async () => {
  const server = await newServer();
  const { page, complaints } = await firstVisit(server);
  await page.getByRole("button", { name: "Play a friend" }).first().click();
  await page.getByLabel("You are").selectOption("red");
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByRole("heading", { name: "Invite a friend" }).waitFor();
  const address = page.url();
  const friend = await firstVisit(server, new URL(address).pathname);
  await friend.page.getByRole("button", { name: "Join the game" }).click();
  await page.locator(".link.live[role=status]").waitFor();
  await column(page, 4).click();
  for (const one of [page, friend.page]) await discs(one, 1);
  for (const one of [page, friend.page]) {
    const paths = await keptPaths(one);
    assert.ok(paths.length > 10, "the page is kept");
    assert.deepEqual(
      paths.filter((path) => !path.startsWith("/assets/") && !/^\/[a-z]*$/.test(path)),
      [],
    );
  }
  await server.kill();
  await page.locator(".link.offline[role=status]").waitFor();
  await page.goto(address);
  // The game is shown as it was last seen.
  await text(page.locator("main"), /Connection lost\. Reconnecting/);
  await discs(page, 1);
  await page.goto(server.origin);
  await page.getByRole("button", { name: "Play a friend" }).first().click();
  await page.getByRole("button", { name: "Create game" }).click();
  await text(page.locator(".notice"), /Network games need a connection/);
  // The seat is still there once the server is back.
  await server.restart();
  await page.goto(address);
  await page.locator(".link.live[role=status]").waitFor();
  await discs(page, 1);
  complaints.assertNone();
  await friend.context.close();
});

test("a new version is offered, and the game goes on", async () => {
  const server = await newServer();
  const { page } = await firstVisit(server);
  await page.getByRole("button", { name: "Two people here" }).click();
  await column(page, 4).click();
  await discs(page, 1);
  const before = await keptPaths(page);
  // A request that the server no longer answers would count as a complaint.
  await page.waitForLoadState("networkidle");
  await server.kill();
  // The same module with a section that means nothing: another version of the page.
  const module = path.join(server.data, "other.wasm");
  writeFileSync(module, Buffer.concat([readFileSync(engineFile()), Buffer.from([0, 2, 1, 0x61])]));
  server.options[server.options.indexOf("--engine") + 1] = module;
  await server.restart();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await text(page.locator(".notice"), /A new version of this page is available/);
  await column(page, 4).click();
  await discs(page, 2);
  assert.ok(await page.locator(".notice").isVisible(), "the offer stays");
  assert.deepEqual(await violations(page), []);
  // The open page still has its own files.
  const after = await keptPaths(page);
  assert.deepEqual(
    before.filter((path) => !after.includes(path)),
    [],
  );
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Reload", exact: true }).click(),
  ]);
  await discs(page, 2);
  await page.locator('body[data-engine="running"]').waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
});

test("the page can be installed", async () => {
  const server = await newServer();
  const { page, context } = await firstVisit(server);
  const client = await context.newCDPSession(page);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  // A window with its own storage, as in every test, never offers installation.
  const errors = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
  assert.deepEqual(errors, []);
  const { data, url } = await client.send("Page.getAppManifest");
  const manifest = JSON.parse(data ?? "");
  assert.equal(new URL(manifest.start_url, url).href, `${server.origin}/`);
  for (const { src, sizes, type } of manifest.icons) {
    const response = await fetch(new URL(src, url));
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, type]);
    if (type !== "image/png") continue;
    const png = Buffer.from(await response.arrayBuffer());
    assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes);
  }
});
