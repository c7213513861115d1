// How much the first load takes, and how soon one can play.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, visit } from "../browser.js";
import { Server } from "../server.js";

const MOST_BYTES = 150_000;
const MOST_MS = 1000;

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

test("the first load is small, and one can play soon", async (t) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  let bytes = 0;
  let nRequests = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    nRequests += 1;
  });
  await page.goto(server.origin);
  await page.locator("four-board button").first().waitFor();
  const ready = await page.evaluate(() => performance.now());
  await page.waitForLoadState("networkidle");
  t.diagnostic(`${bytes} bytes in ${nRequests} requests, playable after ${Math.round(ready)} ms`);
  assert.ok(bytes > 20_000, "the page was counted");
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  assert.ok(ready < MOST_MS, `${ready} ms`);
  await context.close();
});

test("a link shows its position before any script runs", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/?pos=4455`);
  await page.locator("main svg").waitFor();
  assert.match((await page.locator("h1").textContent()) ?? "", /red to move/);
  await context.close();
});

test("another site may frame the embedded board, and nothing else", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/embed?pos=445`);
  assert.equal(await page.locator("header").isVisible(), false);
  await page.locator("four-board .column").nth(0).click();
  assert.match(
    (await page.getByRole("link", { name: "Open in Foursight" }).getAttribute("href")) ?? "",
    /\?pos=4451$/,
  );
  complaints.assertNone();
  for (const [path, pattern] of /** @type {const} */ ([
    ["/embed", /frame-ancestors \*/],
    ["/", /frame-ancestors 'none'/],
  ])) {
    const response = await fetch(server.origin + path);
    assert.match(response.headers.get("content-security-policy") ?? "", pattern, path);
  }
  await context.close();
});
