// What axe-core finds wrong with a page: in every theme, wide and narrow.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { visit } from "./browser.js";
import { test } from "./stage.js";

/** @typedef {import("./browser.js").Page} Page */
/**
 * A view: its name, its address, and what is done there first.
 *
 * @typedef {readonly [name: string, path: string | (() => Promise<string>), prepare?: (page: Page) => Promise<unknown>]} View
 */

const SCRIPT = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const COLORS = ["color-contrast", "link-in-text-block"];

/** What axe-core is asked for: all that WCAG 2.2 AA wants and good practice, what colors alone decide, or the rest. */
const ASKED = /** @type {const} */ ({
  everything: { runOnly: EVERYTHING },
  colors: { runOnly: { type: "rule", values: COLORS } },
  rest: { runOnly: EVERYTHING, rules: Object.fromEntries(COLORS.map((name) => [name, { enabled: false }])) },
});

/**
 * The violations on a page, in words.
 *
 * @param {Page} page
 * @param {keyof typeof ASKED} asked
 */
export async function violations(page, asked) {
  await bring(page);
  return page.evaluate(async (asked) => {
    const { axe } = /** @type {any} */ (globalThis);
    const { violations } = await axe.run(document, { ...asked, resultTypes: ["violations"] });
    return violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
    );
  }, ASKED[asked]);
}

/** Brings axe-core into a document, once. @param {Page} page */
async function bring(page) {
  if (await page.evaluate(() => "axe" in globalThis)) return;
  // The page's policy keeps scripts of others out; the debugger may bring one.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: SCRIPT });
  await session.detach();
}

const VIEWPORTS = /** @type {const} */ ({
  wide: { width: 1280, height: 800 },
  narrow: { width: 360, height: 740 },
});

/**
 * The colors that a page has, and how it gets them. In the first ones axe-core is asked for everything.
 *
 * @typedef {{ names: readonly string[], choose: (page: Page, name: string) => Promise<unknown> }} Colors
 */

/** Those that a person chooses on the page. @type {Colors} */
const THEMES = {
  names: ["light", "dark", "contrast", "classic"],
  choose: (page, theme) =>
    page.evaluate((detail) => dispatchEvent(new CustomEvent("themechange", { detail })), theme),
};

/** Those that a person's system asks for, on pages that offer no choice. @type {Colors} */
const SCHEMES = {
  names: ["light", "dark"],
  // Without motion, because axe-core would measure colors on their way to others.
  choose: (page, scheme) =>
    page.emulateMedia({ colorScheme: /** @type {"light" | "dark"} */ (scheme), reducedMotion: "reduce" }),
};

/**
 * Checks a page, wide and narrow. A theme changes colors alone, so the rest is asked for once; colors are the same on a
 * phone, and every third page is enough for the parts that pages share. SLOW_TESTS asks for all colors everywhere.
 *
 * @param {Page} page
 */
export async function assertAccessible(page) {
  await assertInColors(page, THEMES);
}

/**
 * Checks a page that offers no themes in the same way, in the colors that the system asks for, and that it follows them.
 *
 * @param {Page} page
 */
export async function assertAccessibleInSchemes(page) {
  const backgrounds = await assertInColors(page, SCHEMES);
  const n = new Set(backgrounds).size;
  assert.equal(n, SCHEMES.names.length, `${page.url()} follows the system's colors: ${backgrounds}`);
}

let nPages = 0;

/** The backgrounds that it had. @param {Page} page @param {Colors} colors */
async function assertInColors(page, { names, choose }) {
  const isSlow = Boolean(process.env.SLOW_TESTS);
  const [usual, ...others] = names;
  const other = others[nPages++ % others.length];
  /** @type {string[]} */
  const backgrounds = [];
  for (const [name, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    const isQuick = viewport === VIEWPORTS.narrow && !isSlow;
    for (const color of isSlow ? names : isQuick ? [usual] : [usual, other]) {
      await choose(page, color);
      const asked = color !== usual ? "colors" : isQuick ? "rest" : "everything";
      assert.deepEqual(await violations(page, asked), [], `${page.url()}, ${color}, ${name}`);
      backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${page.url()}, ${name}: ${overflow} pixels stick out at the right`);
  }
  return backgrounds;
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
      const { page, complaints, context } = await visit(browser, address, { allowed: /404/ });
      await prepare?.(page);
      await assertAccessible(page);
      complaints.assertNone();
      await context.close();
    });
  }
}
