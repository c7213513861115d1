// Windows of all shapes: low, magnified, large, and a projector.

import assert from "node:assert/strict";

import { discs, settled, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** @typedef {import("../browser.js").Page} Page */

const PATHS = ["/", "/?pos=74434532", "/analysis?pos=744345#5", "/puzzles/3", "/learn/5", "/beat"];

/** The width and height of the page outside the window. @param {Page} page */
const overflow = (page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - innerWidth, scrollHeight - innerHeight];
  });

/** Words that overlap the plate, the scores or each other, and whatever the navigation covers. @param {Page} page */
const clashes = (page) =>
  page.evaluate(() => {
    const boxOf = (/** @type {Element} */ element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const status = document.querySelector(".table > .status");
    const words = status?.textContent ? boxOf(status) : null;
    const parts = [
      ...document.querySelectorAll("four-board .plate, .score rect, .player-name, .player-note"),
    ];
    const nav = /** @type {Element} */ (document.querySelector("header nav"));
    const isFixed = getComputedStyle(nav).position === "fixed" && nav.checkVisibility();
    const board = /** @type {Element} */ (document.querySelector("four-board")).getBoundingClientRect();
    const hidden = isFixed && board.bottom > nav.getBoundingClientRect().top;
    const hit = parts.filter((part) => {
      const box = part.matches(".plate, rect") ? part.getBoundingClientRect() : boxOf(part);
      if (!words || box.width === 0) return false;
      return (
        words.left < box.right - 1 &&
        words.right > box.left + 1 &&
        words.top < box.bottom - 1 &&
        words.bottom > box.top + 1
      );
    });
    return [...hit.map((part) => part.getAttribute("class") ?? part.tagName), hidden && "navigation"].filter(
      Boolean,
    );
  });

/** Checks a view in windows of several sizes, one after another. */
async function inWindows(
  /** @type {string} */ path,
  /** @type {readonly (readonly [number, number])[]} */ sizes,
  /** @type {(page: Page, name: string, width: number) => Promise<void>} */ see,
) {
  const [[width, height]] = sizes;
  const { page } = await visit(browser, server.origin + path, { viewport: { width, height } });
  await text(page.locator(".table > .status"), /./);
  if (path.startsWith("/analysis")) await page.locator("four-board .score").nth(6).waitFor();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await see(page, `${path} ${width}x${height}`, width);
  }
}

const SMALL = /** @type {const} */ ([
  [844, 390],
  [683, 384],
  [320, 256],
  [320, 568],
]);

const COMMON = /** @type {const} */ ([
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [1920, 1080],
]);

test("in small windows nothing lies over anything", async () => {
  for (const path of PATHS)
    await inWindows(path, SMALL, async (page, name) => {
      assert.deepEqual(await clashes(page), [], name);
      assert.ok((await overflow(page))[0] <= 0, name);
      if (!path.startsWith("/analysis")) return;
      const beside = page.locator(".beside");
      assert.ok(await beside.evaluate((side) => side.scrollWidth <= side.clientWidth), `${name}, beside`);
    });
});

test("common windows show all without scrolling, and a large one is filled", async () => {
  for (const path of PATHS)
    await inWindows(path, COMMON, async (page, name, width) => {
      assert.deepEqual(await overflow(page), [0, 0], name);
      const [left, right] = await page.evaluate(() =>
        ["four-board", ".beside"].map((part) => document.querySelector(part)?.getBoundingClientRect()),
      );
      const used = ((right?.right ?? 0) - (left?.left ?? 0)) / width;
      assert.ok(used > 0.7, `${name}: ${used} of the width`);
    });
});

test("the projector has large words, by key and by menu", async () => {
  const viewport = { width: 1280, height: 720 };
  const { page } = await visit(browser, `${server.origin}/analysis?pos=744345#5`, { viewport });
  const size = () =>
    page
      .locator(".reason p")
      .first()
      .evaluate((p) => parseFloat(getComputedStyle(p).fontSize));
  await text(page.locator(".reason"), /Only b1 held/);
  const before = await size();
  await page.keyboard.press("p");
  assert.ok((await size()) >= 1.4 * before);
  assert.ok((await overflow(page))[0] <= 0);
  assert.deepEqual(await clashes(page), []);
  await discs(page, 5);
  await page.keyboard.press("p");
  assert.equal(await size(), before);
  await page.getByRole("button", { name: "Look" }).click();
  await page.getByRole("button", { name: /^Projector/ }).click();
  assert.ok((await size()) >= 1.4 * before);
});
