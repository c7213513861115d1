// The board stands still: the same place and size in every state of a view, with nothing over it.

import assert from "node:assert/strict";

import { CELL, HOLE, PAD } from "../../crates/foursight-web/page/core/measures.js";
import { column, discs, settled, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** @typedef {import("../browser.js").Page} Page */

const DESKTOPS = [
  [1440, 900],
  [1024, 768],
];
const PHONES = [
  [390, 844],
  [360, 740],
  [320, 568],
];

/** Red's fifth move lets Yellow have three in a row with both ends free. */
const GAME = "744345";

/** A person's steps from the first screen to the end of a lesson, each on the screen that the step before left. */
const STEPS = /** @type {readonly (readonly [state: string, act: (page: Page) => Promise<unknown>])[]} */ ([
  ["the first screen", async () => {}],
  [
    "a game",
    (page) =>
      column(page, 4)
        .click()
        .then(() => discs(page, 2)),
  ],
  [
    "a hint",
    (page) =>
      tool(page, "Hint")
        .click()
        .then(() => press(page, "Tell me more")),
  ],
  [
    "all of it",
    (page) => press(page, "Show the move").then(() => page.locator("four-board .advice").first().waitFor()),
  ],
  ["a position", (page) => page.goto(`${server.origin}/?pos=${GAME}#5`).then(() => discs(page, 5))],
  [
    "analysis",
    (page) =>
      analysis(page)
        .click()
        .then(() => said(page, ".reason", /Only b1 held/)),
  ],
  ["a walk", (page) => press(page, "Play it out").then(() => said(page, ".walk-words", /played/))],
  ["its end", (page) => press(page, "Last step").then(() => said(page, ".sentences", /Red can block/))],
  ["an escape", (page) => press(page, "Try to escape").then(() => said(page, ".walk-words", /Your turn/))],
  ["the walk closed", (page) => press(page, "Close").then(() => discs(page, 5))],
  ["a lesson", (page) => press(page, "Learn from mistakes").then(() => said(page, ".lesson", /Mistake 1/))],
  [
    "its answer",
    (page) =>
      press(page, "Show the answer").then(() => said(page, ".lesson h2", /(holds|wins in \d+ moves)\.$/)),
  ],
  ["the end of a game", (page) => page.goto(`${server.origin}/?pos=4455667`).then(() => discs(page, 7))],
  ["its share", (page) => page.getByRole("tab", { name: "Share" }).click()],
  [
    "the next game",
    (page) =>
      page
        .getByRole("button", { name: "Play again" })
        .click()
        .then(() => discs(page, 0)),
  ],
  [
    "a puzzle",
    (page) => page.goto(`${server.origin}/puzzles/1`).then(() => said(page, ".status", /to move/)),
  ],
  [
    "the trainer",
    (page) => page.goto(`${server.origin}/beat`).then(() => said(page, ".status", /Red to move/)),
  ],
  [
    "a right disc",
    (page) =>
      column(page, 4)
        .click()
        .then(() => said(page, ".feedback", /^Right/)),
  ],
  ["an invitation", invite],
]);

/** @param {Page} page */
const analysis = (page) => page.getByRole("link", { name: "Analysis" });

/** @param {Page} page @param {string} name */
const tool = (page, name) => page.getByRole("group", { name: "Game" }).getByRole("button", { name });

/** @param {Page} page @param {string} name */
const press = (page, name) =>
  page.locator(".beside").getByRole("button", { name, exact: true }).first().click();

/** @param {Page} page @param {string} place @param {RegExp} words */
const said = (page, place, words) => text(page.locator(place), words);

/** @param {Page} page */
async function invite(page) {
  await page.goto(server.origin);
  await page.locator("button:visible", { hasText: "friend" }).first().click();
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByRole("textbox", { name: "Invitation" }).waitFor();
}

/** The place of the board, and the elements over it. @param {Page} page */
function look(page) {
  return page.evaluate(() => {
    const board = /** @type {Element} */ (document.querySelector("four-board"));
    const { left, top, right, bottom } = board.getBoundingClientRect();
    const covers = [];
    for (let x = left + 12; x < right; x += (right - left - 24) / 6)
      for (const share of [0.16, 0.25, 0.5, 0.75, 0.98]) {
        const over = document.elementFromPoint(x, top + share * (bottom - top));
        if (!over?.closest("four-board")) covers.push(`${over?.tagName}.${over?.className} at ${share}`);
      }
    const place = [left, top, right, bottom].map((side) => Math.round(10 * side) / 10);
    return { place, covers, isInside: bottom <= innerHeight && right <= innerWidth && top >= 0 };
  });
}

/** The look at each size, the first of which the page keeps. @param {Page} page @param {number[][]} sizes */
async function looks(page, sizes) {
  const found = [];
  for (const [width, height] of sizes.toReversed()) {
    await page.setViewportSize({ width, height });
    await settled(page);
    found.push({ size: `${width}x${height}`, ...(await look(page)) });
  }
  return found;
}

for (const [device, sizes] of /** @type {const} */ ([
  ["desktops", DESKTOPS],
  ["phones", PHONES],
]))
  test(`on ${device} the board has one place at each size, and nothing covers it`, async () => {
    const [width, height] = sizes[0];
    const { page, context } = await visit(browser, server.origin, { viewport: { width, height } });
    const first = await looks(page, sizes);
    for (const [state, act] of STEPS) {
      await act(page);
      const expected = first.map((look) => ({ ...look, covers: [], isInside: true }));
      assert.deepEqual(await looks(page, sizes), expected, state);
    }
    await context.close();
  });

test("the board of the first HTML stands where that of the view will", async () => {
  const sizes = [...DESKTOPS, ...PHONES];
  const context = await browser.newContext({ javaScriptEnabled: false });
  const first = await context.newPage();
  const later = await visit(browser, server.origin);
  for (const path of ["/", `/?pos=${GAME}`, "/learn/5"]) {
    await first.goto(server.origin + path);
    await later.page.goto(server.origin + path);
    await later.page.locator("four-board button").first().waitFor();
    for (const [width, height] of sizes) {
      for (const page of [first, later.page]) await page.setViewportSize({ width, height });
      assert.deepEqual(
        await later.page.locator("four-board").boundingBox(),
        await first.locator(".first-board").boundingBox(),
        `${path} ${width}x${height}`,
      );
    }
  }
  await context.close();
  await later.context.close();
});

test("the number of the tenth row touches neither the edge nor the hole", async () => {
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${server.origin}/?size=10x10`);
    const name = page.locator(".row-name").last();
    assert.equal(await name.textContent(), "10");
    let [left, right] = [0, 0];
    // A drawing that the page's script replaces has no size.
    while (left === right)
      [left, right] = await name.evaluate((text) => {
        const { x, width } = /** @type {SVGTextElement} */ (text).getBBox();
        return [x, x + width];
      });
    assert.ok(left > 2 && right < PAD + CELL / 2 - HOLE, `${left} to ${right}`);
    await context.close();
  }
});

test("the names of rows and columns have 12 pixels or more", async () => {
  for (const path of ["/", "/?size=10x10"]) {
    const { page } = await visit(browser, server.origin + path);
    for (const [width, height] of [...DESKTOPS, ...PHONES]) {
      await page.setViewportSize({ width, height });
      const pixels = await page.locator(".column-name").evaluateAll((names) =>
        names.map((name) => {
          const scale = /** @type {SVGTextElement} */ (name).getScreenCTM()?.a ?? 0;
          return scale * parseFloat(getComputedStyle(name).fontSize);
        }),
      );
      const least = Math.min(...pixels);
      assert.ok(Math.round(least) >= 12, `${path} at ${width}x${height}: ${least}`);
    }
  }
});

test("on the smallest phone the reason can be stepped through and closed without scrolling", async () => {
  const viewport = { width: 320, height: 568 };
  const { page } = await visit(browser, `${server.origin}/?pos=${GAME}#5`, { viewport });
  await analysis(page).click();
  await press(page, "Play it out");
  await said(page, ".walk-words", /played/);
  for (const name of ["Back", "Next step", "Last step", "Close"]) {
    const box = await page.locator(".walk").getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, `${name}: ${JSON.stringify(box)}`);
  }
});

test("whoever is invited on a phone joins without scrolling", async () => {
  for (const [width, height] of PHONES) {
    const answer = await fetch(`${server.origin}/api/games`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ color: "red", name: "Ann" }),
    });
    const { link } = await answer.json();
    const { page, context } = await visit(browser, server.origin + link, { viewport: { width, height } });
    const join = page.getByRole("button", { name: "Join the game" });
    await join.waitFor();
    const box = await join.boundingBox();
    assert.ok(box && box.y + box.height <= height, `${width}x${height}: ${JSON.stringify(box)}`);
    await context.close();
  }
});

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1366, height: 768 };

/** Views, and actions there that load more. @type {readonly (readonly [path: string, viewport: typeof PHONE, act?: (page: Page) => Promise<unknown>])[]} */
const SLOW = [
  ["/", PHONE],
  ["/?pos=4455", PHONE],
  ["/puzzles/1", PHONE],
  [
    "/puzzles/3",
    PHONE,
    (page) => press(page, "Show the answer").then(() => said(page, ".drill .sentences", /\./)),
  ],
  ["/learn", PHONE],
  ["/learn/156", PHONE],
  [
    "/learn/5",
    PHONE,
    (page) =>
      column(page, 1)
        .click()
        .then(() => said(page, ".feedback", /^[a-g]\d\b.*\.$/)),
  ],
  ["/analysis?pos=744345#5", DESKTOP],
];

test("nothing shifts while what is slow comes", async () => {
  // One page after another: if Chromium slows down the network of several, some get no answers any
  // more.
  for (const [path, viewport, act] of SLOW) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    const [latency, downloadThroughput, uploadThroughput] = [150, 1.6e6 / 8, 0.75e6 / 8];
    await client.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput,
      uploadThroughput,
    });
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0, boardShift: 0 });
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of /** @type {any[]} */ (list.getEntries())) {
          // A shift right after a click is one that the click requested.
          if (hadRecentInput) continue;
          const all = /** @type {any} */ (globalThis);
          all.shift += value;
          const isBoard = (/** @type {any} */ { node }) =>
            node?.querySelector?.("four-board") || node?.closest?.("four-board");
          if (sources.some(isBoard)) all.boardShift += value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(server.origin + path);
    await page.locator("four-board button").first().waitFor();
    await page.waitForLoadState("networkidle");
    await settled(page);
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).shift), 0, path);
    // What a click requested may come late, too, below the board.
    await act?.(page);
    await settled(page);
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).boardShift), 0, path);
    await context.close();
  }
});
