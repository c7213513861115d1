// The page as files: `foursight site`, served from a folder by a host that runs nothing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";

import { violations } from "../axe.js";
import { column, discs, launch, text, visit } from "../browser.js";
import { engineFile } from "../engine.js";
import { serve } from "../file_server.js";
import { program } from "../server.js";
import { test } from "../stage.js";

const FOLDER = "some/folder/";
const files = mkdtempSync(path.join(tmpdir(), "foursight-site-"));
execFileSync(program(), ["site", path.join(files, FOLDER), "--engine", engineFile()]);

test("the documentation states the number and the size of the files", async () => {
  const guide = readFileSync(new URL("../../docs/site.md", import.meta.url), "utf8");
  const all = readdirSync(files, { recursive: true }).map((file) => statSync(path.join(files, String(file))));
  const sizes = all.filter((file) => file.isFile()).map(({ size }) => size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const [, n, stated] = /The (\d+) files take ([\d.]+) MB/.exec(guide) ?? [];
  assert.equal(Number(n), sizes.length);
  assert.ok(
    Math.abs(Number(stated) - total / 1e6) < 0.1,
    `docs/site.md says ${stated} MB; they take ${total} bytes`,
  );
});

const host = await serve(files);
const browser = await launch();
after(async () => {
  await browser.close();
  host.stop();
  rmSync(files, { recursive: true });
});

/** A page of the site, and its requests to the host. @param {string} [address] */
async function open(address = "") {
  const visitor = await visit(browser, host.url + FOLDER + address);
  await visitor.page.locator('body[data-engine="running"]').waitFor();
  return visitor;
}

/** The address of a page, as seen from the folder. @param {import("../browser.js").Page} page */
const place = (page) => page.url().replace(host.url + FOLDER, "");

test("every view works from files in a folder, and asks for nothing outside it", async () => {
  const { page, context } = await open();
  assert.deepEqual(await violations(page), []);
  /** @type {string[]} */
  const asked = [];
  context.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await text(page.locator(".play-button"), /Play Learner/);
  await column(page, 4).click();
  await discs(page, 2);
  assert.match(place(page), /^\?pos=4\d$/);

  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await text(page.locator("main"), /Watch: one disc at a time/);
  assert.equal(place(page), "learn/");
  assert.deepEqual(await violations(page), []);
  await page.goto(`${host.url}${FOLDER}learn/?id=3`);
  await text(page.locator("main"), /Complete your four/);
  assert.equal(
    await page.locator('header nav [aria-current="page"]').textContent(),
    "Learn",
    "the header knows where one is",
  );

  await page.getByRole("link", { name: /^Beat everybody/ }).click();
  await text(page.locator(".status"), /Red to move/);
  assert.equal(place(page), "beat/");
  await page.getByRole("link", { name: "Find a hole" }).click();
  await discs(page, 1);
  assert.equal(place(page), "beat/?mode=hole");

  await page.getByRole("link", { name: "Puzzles", exact: true }).click();
  await page.getByRole("button", { name: "Show the answer" }).click();
  const first = place(page);
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForURL((url) => /puzzles\/\?id=\d+$/.test(url.href) && !url.href.endsWith(first));
  const puzzle = place(page);
  await page.reload();
  await page.getByRole("button", { name: "Show the answer" }).waitFor();
  assert.equal(place(page), puzzle);

  await page.goto(`${host.url}${FOLDER}analysis/?pos=44556`);
  await text(page.locator(".reason"), /Red can complete a line in c1 or g1/);
  await page.locator("header .brand").click();
  await page.locator(".play-button").waitFor();
  assert.equal(place(page), "");
  await page.goBack();
  await text(page.locator(".reason"), /Red can complete a line in c1 or g1/);

  for (const view of ["daily/", "games/", "enter/", "rules/", "embed/?pos=445&level=3&theme=dark"]) {
    await page.goto(host.url + FOLDER + view);
    await page.waitForFunction(() => document.querySelector("main .first-paint") === null);
    assert.equal(place(page), view);
  }
  assert.ok(asked.length > 10);
  assert.deepEqual(
    asked.filter((path) => !path.startsWith(`/${FOLDER}`)),
    [],
  );
});

test("the address that a server has for a puzzle opens from files, too", async () => {
  const { page, context } = await visit(browser, `${host.url}${FOLDER}puzzles/?id=3`, {
    allowed: /404|blocked by Playwright/,
    serviceWorkers: "block",
  });
  const task = /only one move/;
  await text(page.locator(".status"), task);
  const cells = () =>
    page
      .locator(".inspection [role=gridcell]")
      .evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label")));
  const expected = await cells();
  // The page that GitHub Pages and others send if there is no file.
  const body = readFileSync(path.join(files, FOLDER, "404.html"), "utf8");
  await page.route(/puzzles\/3$/, (route) => route.fulfill({ status: 404, contentType: "text/html", body }));
  await page.goto(`${host.url}${FOLDER}puzzles/3`);
  await text(page.locator(".status"), task);
  assert.deepEqual(await cells(), expected);
  await page.route(/nothing$/, (route) => route.fulfill({ status: 404, contentType: "text/html", body }));
  await page.goto(`${host.url}${FOLDER}x/nothing`);
  await text(page.locator("main"), /Sorry, there is nothing at this address/);
  await context.close();
  // Other hosts show only their own error page; but the page that the browser has kept shows the
  // puzzle.
  const second = await open();
  await second.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await second.page.goto(`${host.url}${FOLDER}puzzles/3`);
  await text(second.page.locator(".status"), task);
  await second.context.close();
});

test("the site says what needs a server, and does not link to it", async () => {
  const { page } = await open();
  await page.getByRole("button", { name: "Play a friend" }).first().click();
  await page.getByText("Network games need a Foursight server").waitFor();
  assert.equal(await page.locator('a[href*="docs"]').count(), 0);
  await page.getByRole("button", { name: "Two people here" }).last().click();
  await column(page, 4).click();
  await discs(page, 1);
});

test("a host may not know what a module is", async () => {
  const context = await browser.newContext();
  await context.route("**/foursight.wasm", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { "content-type": "application/octet-stream" } });
  });
  const page = await context.newPage();
  await page.goto(host.url + FOLDER);
  await page.locator('body[data-engine="running"]').waitFor();
});

test("after a visit, the site works without its host", async () => {
  const other = await serve(files);
  const { page } = await visit(browser, other.url + FOLDER, { allowed: /ERR_CONNECTION_REFUSED|ERR_FAILED/ });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  other.stop();
  for (const view of ["daily/", "learn/?id=3", "beat/?pos=44", ""]) {
    await page.goto(other.url + FOLDER + view);
    await page.locator('body[data-engine="running"]').waitFor();
    await page.locator("four-board .column").first().waitFor();
  }
  await column(page, 4).click();
  await discs(page, 2);
});
