// The engine in the browser: it answers without the server, and the server answers without it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";

import { column, discs, failAt, launch, text, visit } from "../browser.js";
import { engineFile, newEngine } from "../engine.js";
import { Server } from "../server.js";
import { test } from "../stage.js";

const server = await Server.start("--page", "joined", "--engine", engineFile());
const browser = await launch();
after(async () => {
  await browser.close();
  await server.stop();
});

test("the book of 12 plies is loaded once a position needs it", async () => {
  const { page } = await visit(browser, `${server.origin}/analysis?pos=4444`);
  /** @type {number[]} */
  const books = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".book")) books.push(response.status());
  });
  await page.locator('body[data-engine="running"]').waitFor();
  await column(page, 3).click();
  await discs(page, 5);
  await page.locator(".score-table td").first().waitFor();
  assert.deepEqual(books, [], "8 plies are in the module");
  for (const [n, played] of [3, 3, 2].entries()) {
    await column(page, played).click();
    await discs(page, 6 + n);
  }
  while (books.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await column(page, 2).click();
  await discs(page, 9);
  await page.locator(".score-table td").first().waitFor();
  assert.deepEqual(books, [200], "once");
});

/** Runs in a page: how often it says that the engine failed. */
function countNotices() {
  const counted = /** @type {any} */ (globalThis);
  counted.nNotices = 0;
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const { textContent } of addedNodes)
        if (textContent?.includes("The engine in this browser failed")) counted.nNotices += 1;
  }).observe(document, { childList: true, subtree: true });
}

test("where the engine is broken, the page says so and asks the server", async () => {
  const context = await browser.newContext();
  await context.route("**/foursight.wasm", (route) =>
    route.fulfill({ contentType: "application/wasm", body: "no module" }),
  );
  const page = await context.newPage();
  await page.goto(`${server.origin}/analysis?pos=44556`);
  await text(page.locator(".notice"), /The engine in this browser failed. The server answers instead./);
  await text(page.locator(".reason"), /Red can complete a line in c1 or g1/);
});

test("where a worker fails at a question, the server answers it, and the engine goes on", async () => {
  const context = await browser.newContext();
  await failAt(context, "/api/why");
  const page = await context.newPage();
  await page.addInitScript(countNotices);
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(server.origin);
  await page.locator('body[data-engine="running"]').waitFor();
  await page.getByRole("link", { name: "Analysis", exact: true }).click();
  asked.length = 0;
  for (const [n, played] of [4, 4, 5, 5, 6].entries()) {
    await column(page, played).click();
    await discs(page, n + 1);
  }
  await text(page.locator(".reason"), /Red can complete a line in c1 or g1/);
  await column(page, 3).click();
  await text(page.locator(".reason"), /Red plays g1 and completes d1-e1-f1-g1/);
  const questions = asked.filter((path) => path.startsWith("/api/"));
  assert.deepEqual([...new Set(questions)], ["/api/why"]);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).nNotices), 0);
  // A worker may be starting again.
  await context.unrouteAll({ behavior: "ignoreErrors" });
});

test("engine and server answer byte for byte the same", async () => {
  const data = new URL("../../crates/foursight-engine/tests/data/end-easy.txt", import.meta.url);
  const lines = readFileSync(data, "utf8").split("\n");
  const positions = lines.filter((line) => /^\d/.test(line)).slice(0, 100);
  assert.equal(positions.length, 100);
  const engine = newEngine();
  const routes = ["/api/analyze", "/api/why", "/api/bits", "/api/position", "/solve", "/render.svg"];
  for (const [n, line] of positions.entries()) {
    const target = `${routes[n % routes.length]}?pos=${line.split(" ")[0]}`;
    const { status, text } = engine.ask("GET", target);
    let response = await fetch(server.origin + target);
    let expected = await response.text();
    // If time was short, the server continues its work at the next request.
    for (let again = 0; again < 3 && text !== expected; again++) {
      response = await fetch(server.origin + target);
      expected = await response.text();
    }
    assert.deepEqual([status, text], [response.status, expected], target);
  }
});
