// No view breaks a rule of axe-core, in any theme, wide or narrow.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { column, text, visit } from "../browser.js";
import { stage } from "../stage.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const { server, browser } = await stage();

/** @typedef {import("../browser.js").Page} Page */

/** @param {string} tab */
const openTab = (tab) => (/** @type {Page} */ page) => page.getByRole("tab", { name: tab }).click();

/** @param {Page} page */
async function analyze(page) {
  await openTab("Analysis")(page);
  await page.getByLabel("Analysis").and(page.getByRole("switch")).check();
  await page.locator(".analysis .move-list .blunder").first().waitFor();
}

/** @param {Page} page */
async function learn(page) {
  await analyze(page);
  await page.getByRole("button", { name: "Learn" }).click();
}

/** @param {Page} page */
async function create(page) {
  await openTab("Game")(page);
  await page.getByText("A friend elsewhere").click();
  await page.getByLabel("Clock").selectOption("60+1");
  await page.getByRole("button", { name: "Create the game" }).click();
  await page.getByRole("textbox", { name: "Invitation" }).waitFor();
}

/** @param {string} path @param {object} body @param {string} [secret] */
async function post(path, body, secret) {
  const headers = {
    "content-type": "application/json",
    ...(secret ? { authorization: `Bearer ${secret}` } : {}),
  };
  const response = await fetch(server.origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A game whose yellow seat is free: the address of red's seat, and a way to go on. */
async function newGame() {
  const clock = { initial_s: 600, increment_s: 5 };
  const { game, secret, seat_link, link } = await post("/api/games", { color: "red", name: "Ann", clock });
  const path = `/api/games/${game.id}`;
  const join = () => post(`${path}/join`, { name: "Bob" });
  const resign = () => post(`${path}/actions`, { action: "resign" }, secret);
  return { seat_link, link, join, resign };
}

async function running() {
  const { seat_link, join } = await newGame();
  await join();
  return seat_link;
}

async function finished() {
  const { seat_link, join, resign } = await newGame();
  await join();
  await resign();
  return seat_link;
}

/** Plays the best move of the puzzle, or one that is not. @param {boolean} isRight */
const answer = (isRight) => async (/** @type {Page} */ page) => {
  const { pos } = await server.json(new URL(page.url()).pathname.replace("/puzzles", "/api/puzzles"));
  const { moves } = await server.json(`/api/analyze?pos=${pos}`);
  await text(page.locator(".status"), /to move: find/);
  await column(page, moves.find((/** @type {any} */ move) => move.best === isRight).column).click();
  await text(page.locator(".feedback"), isRight ? /^Right!/ : /^Not column/);
};

/** @param {Page} page */
async function refuse(page) {
  await page.locator("four-board .column").nth(3).click({ force: true });
  await page.locator(".notice").waitFor();
}

/** @type {[name: string, path: string | (() => Promise<string>), prepare?: (page: Page) => Promise<unknown>][]} */
const VIEWS = [
  ["play", "/", openTab("Game")],
  ["a full column", "/?pos=444444", refuse],
  ["the end of a game", "/?pos=4455667"],
  ["analysis", "/?pos=445512", analyze],
  ["a lesson", "/?pos=445512", learn],
  ["bits", "/?pos=4455667", openTab("Bits")],
  ["share", "/?pos=44", openTab("Share")],
  ["an invitation", "/", create],
  [
    "joining",
    async () => (await newGame()).link,
    (page) => page.getByRole("button", { name: "Play yellow" }).waitFor(),
  ],
  ["a running network game", running, (page) => text(page.locator(".status"), /Your move/)],
  ["a finished network game", finished, (page) => text(page.locator(".status"), /Bob wins: you resigned/)],
  [
    "a game that is not there",
    `/g/${"a".repeat(16)}`,
    (page) => text(page.locator(".status"), /no such game/i),
  ],
  ["puzzles", "/puzzles", (page) => text(page.locator(".status"), /to move: find/)],
  ["a solved puzzle", "/puzzles/1", answer(true)],
  ["a failed puzzle", "/puzzles/2", answer(false)],
  ["the puzzle of the day", "/daily", (page) => text(page.locator(".status"), /to move: find/)],
  ["the interface", "/docs", (page) => page.locator("main article h2").first().waitFor()],
  ["embed", "/embed?pos=44"],
];

const THEMES = /** @type {const} */ (["light", "dark", "contrast"]);

for (const theme of THEMES) {
  test(`no violation in the theme ${theme}`, async () => {
    const { page, complaints, context } = await visit(browser, server.origin);
    complaints.allowed = /404/;
    await page.evaluate((theme) => localStorage.setItem("foursight.theme", JSON.stringify(theme)), theme);
    for (const [name, path, prepare] of VIEWS) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto("about:blank");
      await page.goto(server.origin + (typeof path === "string" ? path : await path()));
      await page.locator("four-board button, main article").first().waitFor();
      await prepare?.(page);
      await check(page, `${name}, ${theme}`);
      await page.setViewportSize({ width: 360, height: 740 });
      await check(page, `${name}, ${theme}, narrow`);
    }
    complaints.assertNone();
    await context.close();
  });
}

/** @param {Page} page @param {string} name */
async function check(page, name) {
  const session = await page.context().newCDPSession(page);
  // The page's policy keeps scripts of others out; the debugger may bring one.
  const { readFile } = await import("node:fs/promises");
  await session.send("Runtime.evaluate", { expression: await readFile(AXE, "utf8") });
  const violations = await page.evaluate(async () => {
    const { axe } = /** @type {any} */ (globalThis);
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(document, { runOnly: tags });
    return violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
    );
  });
  assert.deepEqual(violations, [], name);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${name}: ${overflow} pixels stick out at the right`);
}

/** The media that change colors or motion, and nothing else of the page. @param {string} path */
async function visitForced(path) {
  return visit(browser, server.origin + path, { forcedColors: "active", reducedMotion: "reduce" });
}

test("with the system's colors everything is still there to be seen", async () => {
  const { page, complaints, context } = await visitForced("/?pos=4455667");
  const colors = await page.evaluate(() => {
    const fill = (/** @type {string} */ selector) =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(selector))).fill;
    return [".lying .red .face", ".lying .yellow .face", ".plate", ".hole"].map(fill);
  });
  assert.equal(new Set(colors).size, colors.length, colors.join());
  await check(page, "the end of a game, forced colors");
  await analyze(page);
  const [best, other] = await page.evaluate(() =>
    ["true", "false"].map((isSelected) => {
      const tab = document.querySelector(`[role="tab"][aria-selected="${isSelected}"]`);
      const { borderTopColor, backgroundColor } = getComputedStyle(/** @type {Element} */ (tab));
      return `${borderTopColor} ${backgroundColor}`;
    }),
  );
  assert.notEqual(best, other, "the chosen tab");
  const dot = await page
    .locator(".move.yellow")
    .first()
    .evaluate((move) => getComputedStyle(move, "::before").backgroundColor);
  assert.equal(dot, "rgb(253, 216, 53)", "the colors of the discs");
  complaints.assertNone();
  await context.close();
});

test("nothing moves if nothing is to move", async () => {
  for (const [reducedMotion, isMoving] of /** @type {const} */ ([
    ["no-preference", true],
    ["reduce", false],
  ])) {
    const { page, context } = await visit(browser, `${server.origin}/?pos=445566`, { reducedMotion });
    await page.evaluate(() => {
      const seen = Object.assign(globalThis, { seen: new Set() }).seen;
      const look = () => {
        for (const animation of document.getAnimations()) {
          const target = /** @type {KeyframeEffect} */ (animation.effect).target;
          if (Number(animation.effect?.getComputedTiming().duration) > 0)
            seen.add(target?.getAttribute("class"));
        }
        requestAnimationFrame(look);
      };
      look();
    });
    await column(page, 7).click();
    await page.getByRole("button", { name: "Rematch" }).waitFor();
    await page.waitForTimeout(300);
    await page.getByRole("button", { name: "Rematch" }).hover();
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.waitForTimeout(200);
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForTimeout(200);
    const seen = await page.evaluate(() => [.../** @type {any} */ (globalThis).seen]);
    assert.equal(seen.length > 0, isMoving, seen.join());
    await context.close();
  }
});

test("buttons are large enough for a finger", async () => {
  const { page, context } = await visit(browser, server.origin, { viewport: { width: 360, height: 740 } });
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, a[href], summary")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest(".move-list, .skip-link") &&
          !element.classList.contains("skip-link"),
      )
      .map((element) => ({
        name: element.textContent || element.getAttribute("aria-label"),
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
      .map(({ name, box }) => `${name} ${box.width} x ${box.height}`),
  );
  assert.deepEqual(small, []);
  await context.close();
});
