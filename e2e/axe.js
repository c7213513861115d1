// The violations that axe-core finds on a page: in every theme, wide and narrow.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { visit } from "./browser.js";
import { test } from "./stage.js";

/** @typedef {import("./browser.js").Page} Page */
/**
 * A view: its name, its address, and actions that come first.
 *
 * @typedef {readonly [name: string, path: string | (() => Promise<string>), prepare?: (page: Page) => Promise<unknown>]} View
 */

const SCRIPT = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All rules of WCAG 2.2 AA, and good practice. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The violations on a page, in words. @param {Page} page */
export async function violations(page) {
  await bring(page);
  return page.evaluate(async (runOnly) => {
    const { axe } = /** @type {any} */ (globalThis);
    const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
    );
  }, RULES);
}

/** Loads axe-core into a document, once. @param {Page} page */
async function bring(page) {
  if (await page.evaluate(() => "axe" in globalThis)) return;
  // The page's policy keeps foreign scripts out; the debugger may load one.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: SCRIPT });
  await session.detach();
}

const VIEWPORTS = /** @type {const} */ ({
  wide: { width: 1280, height: 800 },
  narrow: { width: 360, height: 740 },
});

/**
 * A page's colors, and the way to choose them.
 *
 * @typedef {{ names: readonly string[], choose: (page: Page, name: string) => Promise<unknown> }} Colors
 */

/** Colors that a person chooses on the page. @type {Colors} */
const THEMES = {
  names: ["light", "dark", "contrast", "classic"],
  choose: (page, theme) =>
    page.evaluate((detail) => dispatchEvent(new CustomEvent("themechange", { detail })), theme),
};

/** Colors that a person's system requests, on pages that offer no choice. @type {Colors} */
const SCHEMES = {
  names: ["light", "dark"],
  // Without motion, because axe-core would measure colors in transition.
  choose: (page, scheme) =>
    page.emulateMedia({ colorScheme: /** @type {"light" | "dark"} */ (scheme), reducedMotion: "reduce" }),
};

/**
 * Checks a page, wide and narrow. Pages share most of their parts, so the first is checked wide in the first colors,
 * the next narrow in the same colors, the third wide in the second ones, and so on. SLOW_TESTS checks each page wide
 * and narrow in all colors.
 *
 * @param {Page} page
 */
export async function assertAccessible(page) {
  await assertInColors(page, THEMES);
}

/**
 * Checks a page without themes in the same way, and checks that it follows the colors that the system requests.
 *
 * @param {Page} page
 */
export async function assertAccessibleInSchemes(page) {
  await assertInColors(page, SCHEMES);
  const backgrounds = new Set();
  for (const name of SCHEMES.names) {
    await SCHEMES.choose(page, name);
    backgrounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  assert.equal(backgrounds.size, SCHEMES.names.length, `${page.url()} follows the system's colors`);
}

let nPages = 0;

/** @param {Page} page @param {Colors} colors */
async function assertInColors(page, { names, choose }) {
  const n = nPages++;
  for (const [at, [size, viewport]] of Object.entries(VIEWPORTS).entries()) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${page.url()}, ${size}: ${overflow} pixels stick out at the right`);
    const asked = n % 2 === at ? [names[(n >> 1) % names.length]] : [];
    for (const name of process.env.SLOW_TESTS ? names : asked) {
      await choose(page, name);
      assert.deepEqual(await violations(page), [], `${page.url()}, ${name}, ${size}`);
    }
  }
}

/**
 * A test for each view.
 *
 * @param {import("./browser.js").Browser} browser
 * @param {string} origin
 * @param {readonly View[]} views
 */
export function testViews(browser, origin, views) {
  for (const [name, path, prepare] of views) {
    test(`no violation: ${name}`, async () => {
      const address = origin + (typeof path === "string" ? path : await path());
      const { page } = await visit(browser, address, { allowed: /404/ });
      await prepare?.(page);
      await assertAccessible(page);
    });
  }
}
