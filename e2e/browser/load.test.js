// The size of the first load, and the time until the person can play.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { availableParallelism, loadavg } from "node:os";
import { brotliCompressSync } from "node:zlib";

import { chooseTheme, column, discs, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

/** Limits of the first load: bytes as a release compresses them, without headers, and requests. */
const [MOST_BYTES, MOST_REQUESTS] = [83_000, 12];
const MOST_MS = 1000;
/** The time that the page itself may compute until then, on its own processor. */
const MOST_BUSY_MS = 400;

const { server, browser } = await stage();

/**
 * Loads the page into an empty cache; returns what was loaded, and after how many milliseconds the person can play.
 *
 * @param {string} origin
 */
async function firstLoad(origin) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const load = { bytes: 0, nRequests: 0, ready: 0, busy: 0 };
  /** @type {string[]} */
  const requests = [];
  client.on("Network.loadingFinished", ({ requestId }) => requests.push(requestId));
  await page.goto(origin);
  await page.locator("four-board button").first().waitFor();
  load.ready = await page.evaluate(() => performance.now());
  const { metrics } = await client.send("Performance.getMetrics");
  load.busy = 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  await page.waitForLoadState("networkidle");
  load.nRequests = requests.length;
  for (const requestId of requests) {
    const { body, base64Encoded } = await client.send("Network.getResponseBody", { requestId });
    load.bytes += brotliCompressSync(Buffer.from(body, base64Encoded ? "base64" : "utf8")).length;
  }
  await context.close();
  return load;
}

test("the first load is small, and one can play soon", async (t) => {
  /** @type {Awaited<ReturnType<typeof firstLoad>>[]} */
  const loads = [];
  // Other programs take processor time, too: one quick load of several shows what the page needs.
  while (loads.length < 5 && !loads.some(({ ready }) => ready < MOST_MS)) {
    const load = await firstLoad(server.origin);
    const { bytes, nRequests, ready, busy } = load;
    const times = `playable after ${Math.round(ready)} ms, ${Math.round(busy)} ms of them busy`;
    t.diagnostic(`${bytes} bytes in ${nRequests} requests, ${times}`);
    assert.ok(bytes > 20_000, "the page was counted");
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
    assert.ok(nRequests <= MOST_REQUESTS, `${nRequests} requests`);
    loads.push(load);
  }
  const least = (/** @type {"ready" | "busy"} */ what) => Math.min(...loads.map((load) => load[what]));
  assert.ok(least("busy") > 10, "the time was measured");
  assert.ok(least("busy") < MOST_BUSY_MS, `${least("busy")} ms busy`);
  // With more work than processors, everything takes that much longer.
  const slowness = Math.max(1, loadavg()[0] / availableParallelism());
  assert.ok(least("ready") < slowness * MOST_MS, `${least("ready")} ms`);
});

test("the script for learners comes with the first of their views, the plan only with the trainer", async () => {
  const { page } = await visit(browser, server.origin);
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const own = () =>
    asked.filter((path) => /lessons\.js$|\/plans\//.test(path)).map((path) => path.split("/").at(-1));
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await page.getByRole("link", { name: /^Beat everybody/ }).waitFor();
  assert.deepEqual(own(), ["lessons.js", "path.txt"]);
  await page.getByRole("link", { name: /^Beat everybody/ }).click();
  await text(page.locator(".status"), /Red to move/);
  assert.deepEqual(own(), ["lessons.js", "path.txt", "first.plan", "first.course"]);
});

/** A page of another origin that frames an address. @param {string} address */
async function frameOf(address) {
  const other = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<iframe src="${address}" width="420" height="460"></iframe>`);
  });
  await new Promise((resolve) => other.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (other.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => other.close() };
}

test("a page of another site frames the embedded board, and no other view", async () => {
  for (const [path, isFramed] of /** @type {const} */ ([
    ["/embed?pos=445", true],
    ["/?pos=445", false],
  ])) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const other = await frameOf(server.origin + path);
    const frame = page.frameLocator("iframe");
    if (isFramed) {
      await page.goto(other.url);
      await frame.locator("four-board .column").nth(6).click();
      await frame.locator(".lying .disc").nth(3).waitFor();
      assert.equal(await frame.locator("header").isVisible(), false);
      const open = await frame.getByRole("link", { name: "Open in Foursight" }).getAttribute("href");
      assert.match(open ?? "", /\?pos=4457$/);
    } else {
      const [blocked] = await Promise.all([page.waitForEvent("requestfailed"), page.goto(other.url)]);
      assert.equal(blocked.url(), server.origin + path);
      assert.equal(blocked.failure()?.errorText, "net::ERR_BLOCKED_BY_RESPONSE");
      assert.equal(await frame.locator("four-board").count(), 0, path);
    }
    await context.close();
    other.close();
  }
});

/** The address of the frame in a guide. @param {string} guide */
function framedIn(guide) {
  const text = readFileSync(new URL(`../../${guide}`, import.meta.url), "utf8");
  return /<iframe src="https:[/][/][^/"]*([^"]*)"/.exec(text)?.[1] ?? "";
}

test("a framed board has the level and the theme of its address", async () => {
  assert.equal(framedIn("docs/site.md"), framedIn("npm/README.md"));
  const { page } = await visit(browser, server.origin + framedIn("npm/README.md"));
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await text(page.locator(".status"), /^Your move$/);
  await column(page, 7).click();
  await discs(page, 6);
  await text(page.locator(".status"), /^Your move$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await discs(page, 4);
  const link = page.getByRole("link", { name: "Open in Foursight" });
  assert.match((await link.getAttribute("href")) ?? "", /\?pos=44557\d#4$/);
  for (const [query, words] of [
    ["level=11", 'Level is "11"; it must be a whole number from 0 to 10.'],
    ["level=", 'Level is ""; it must be a whole number from 0 to 10.'],
    ["theme=dim", 'Theme is "dim"; it must be one of auto, light, dark, contrast, classic.'],
  ]) {
    await page.goto(`${server.origin}/embed?${query}`);
    await page.getByRole("alert").getByText(words, { exact: true }).waitFor();
    assert.equal(await page.locator("four-board").count(), 0, query);
  }
});

test("the theme and the sound are kept", async () => {
  const { page } = await visit(browser, server.origin, { colorScheme: "light" });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await chooseTheme(page, "dark");
  const dark = await background();
  assert.notEqual(dark, light);
  await page.getByRole("button", { name: "Sound" }).click();
  await page.reload();
  await page.locator("four-board button").first().waitFor();
  assert.equal(await background(), dark);
  assert.equal(await page.getByRole("button", { name: "Sound" }).getAttribute("aria-pressed"), "true");
  await chooseTheme(page, "auto");
  assert.equal(await background(), light);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await background(), dark);
});
