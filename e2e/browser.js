// A browser for a test: pages that fail the test when anything is reported in the console or blocked.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** The longest wait for something that a page should do: long enough for a busy machine, but shorter than a test's limit. */
const PATIENCE_MS = 180_000;

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @typedef {import("playwright-core").Browser} Browser */
/**
 * @typedef {object} OwnOptions
 * @property {RegExp} [allowed] complaints that are expected
 * @property {() => void} [init] what runs in the page before its scripts
 */
/** @typedef {import("playwright-core").BrowserContextOptions & OwnOptions} Options */
/** @typedef {import("playwright-core").Page} Page */

/** A person's preference if the test states none: `COLOR_SCHEME=dark` runs all tests in dark colors. */
const COLOR_SCHEME = process.env.COLOR_SCHEME === "dark" ? "dark" : "light";

/** A browser in which every wait has patience. @returns {Promise<Browser>} */
export async function launch() {
  const candidates = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const executablePath = candidates.find((file) => file && existsSync(file));
  if (!executablePath)
    throw new Error("there is no Chromium: install it (`apt-get install chromium`), or set CHROMIUM");
  const browser = await chromium.launch({ executablePath, args: ARGS });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ colorScheme: COLOR_SCHEME, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** Errors that a page reported although it should not. */
export class Complaints {
  /** @type {string[]} */
  found = [];
  /** Errors that are expected, such as failing requests while the server is down. @type {RegExp | null} */
  allowed = null;

  /** @param {Page} page */
  watch(page) {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.add(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.add(`error: ${error.message}`));
  }

  /** @param {string} text */
  add(text) {
    if (!this.allowed?.test(text)) this.found.push(text);
  }

  assertNone() {
    assert.deepEqual(this.found, []);
  }
}

/**
 * Everybody who has visited a page in the running test, which closes their browsers at its end.
 *
 * @type {{ page: Page, complaints: Complaints, context: import("playwright-core").BrowserContext }[]}
 */
export const visitors = [];

/**
 * A page in its own context: another person's browser. Discs do not fall, to save time.
 *
 * @param {Browser} browser
 * @param {string} url
 * @param {Options} [options]
 */
export async function visit(browser, url, { allowed, init, ...options } = {}) {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = await context.newPage();
  const complaints = new Complaints();
  complaints.allowed = allowed ?? null;
  complaints.watch(page);
  const visitor = { page, complaints, context };
  visitors.push(visitor);
  if (init) await page.addInitScript(init);
  await page.goto(url);
  await page.locator("four-board button, main article").first().waitFor();
  return visitor;
}

/** The moves in an address. @param {string} url */
export function posOf(url) {
  return new URL(url).searchParams.get("pos") ?? "";
}

/** The button of a column, from 1. @param {Page} page @param {number} column */
export function column(page, column) {
  return page.locator("four-board .column").nth(column - 1);
}

/** Waits until this many discs are on the board. @param {Page} page @param {number} n */
export async function discs(page, n) {
  await page.waitForFunction(
    (n) => document.querySelectorAll("four-board .picture .lying .disc").length === n,
    n,
  );
}

/** Chooses a theme in the menu for the look. @param {Page} page @param {string} theme */
export async function chooseTheme(page, theme) {
  await page.getByRole("button", { name: "Look" }).click();
  await page.getByLabel("Theme").selectOption(theme);
  await page.keyboard.press("Escape");
}

/** Opens a panel from the header's menu. @param {Page} page @param {string} name */
export async function openPanel(page, name) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator(".menu").getByRole("button", { name }).click();
}

/** @param {Page} page */
export async function openBits(page) {
  await openPanel(page, "The position as bits");
}

/** The last announcement to screen readers. @param {Page} page */
export function told(page) {
  return page.locator("body > .visually-hidden[role=status]");
}

/** The name of the focused element. @param {Page} page */
export function focused(page) {
  return page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
  );
}

/** Waits until a locator's text matches. @param {import("playwright-core").Locator} locator @param {RegExp} pattern */
export async function text(locator, pattern) {
  const start = Date.now();
  for (;;) {
    const found = await locator.first().textContent();
    if (found !== null && pattern.test(found)) return found;
    if (Date.now() - start > PATIENCE_MS) assert.match(found ?? "", pattern);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Holds back the answers to matching requests until the returned function is called. That function's promise resolves
 * when the page has handled the answers.
 *
 * @param {Page} page @param {string} pattern
 */
export async function held(page, pattern) {
  /** @type {(go: unknown) => void} */
  let go = () => {};
  const mayGo = new Promise((resolve) => (go = resolve));
  /** @type {Promise<unknown>[]} */
  const answers = [];
  /** @param {import("playwright-core").Route} route */
  const answer = async (route) => {
    await mayGo;
    // The page may no longer want the answer: then there is no response.
    await route.continue().catch(() => {});
    await (await route.request().response())?.finished();
  };
  await page.route(pattern, (route) => answers[answers.push(answer(route)) - 1]);
  return async () => {
    go(null);
    await Promise.all(answers);
    await settled(page);
  };
}

/**
 * Makes workers fail at some questions.
 *
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} start of the questions
 */
export function failAt(context, start) {
  const fail = `addEventListener("message", (event) => {
    if (!event.data.target?.startsWith("${start}")) return;
    event.stopImmediatePropagation();
    throw new Error("a test");
  });`;
  return context.route("**/worker*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: fail + (await response.text()) });
  });
}

/** Waits until the page has finished its work and painted it. @param {Page} page */
export async function settled(page) {
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
}
