// Two people at a network game, each in a browser of their own.

import { text, visit } from "./browser.js";

/** @typedef {Awaited<ReturnType<typeof visit>>} Visit */
/** @typedef {(page: import("./browser.js").Page) => Promise<unknown>} Choose more of the form for a game */

/** The time to read the question: an earlier second press does not count. */
const READ_MS = 1000;

export class Table {
  /** @param {import("./server.js").Server} server @param {import("./browser.js").Browser} browser */
  constructor(server, browser) {
    this.server = server;
    this.browser = browser;
  }

  /** Somebody else, at an address. @param {string} url */
  visit(url) {
    return visit(this.browser, url);
  }

  /** Red has made a game. @param {Choose} [choose] */
  async one(choose) {
    const red = await this.visit(this.server.origin);
    await red.page.getByRole("button", { name: "Play a friend" }).first().click();
    await red.page.getByLabel("You are").selectOption("red");
    await red.page.getByLabel("Your name").fill("Ann");
    await choose?.(red.page);
    await red.page.getByRole("button", { name: "Create game" }).click();
    const link = await red.page.getByRole("textbox", { name: "Invitation" }).inputValue();
    return { red, link };
  }

  /** Red has made a game, and yellow has joined. @param {Choose} [choose] */
  async two(choose) {
    const { red, link } = await this.one(choose);
    const yellow = await this.visit(link);
    await yellow.page.getByLabel("Your name").fill("Bob");
    await yellow.page.getByRole("button", { name: "Join the game" }).click();
    await text(status(red), /Your move/);
    await text(status(yellow), /Ann to move/);
    // A spectator would see the same status, so wait for a player's button.
    await yellow.page.getByRole("button", { name: "Resign" }).waitFor();
    return { red, yellow, link };
  }
}

/** @param {Visit} visit */
export function status({ page }) {
  return page.locator(".status");
}

/** @param {Visit} visit @param {string | RegExp} name */
export function press({ page }, name) {
  return page.getByRole("button", { name }).click();
}

/** Gives up, after reading the question. @param {Visit} visit */
export async function resign(visit) {
  await visit.page.clock.install();
  await press(visit, "Resign");
  await visit.page.clock.runFor(READ_MS);
  await press(visit, "Really resign?");
}

/** The link that opens a player's seat elsewhere. @param {Visit} visit */
export async function ownLink({ page }) {
  const input = page.getByRole("textbox", { name: "Your own link" });
  if (!(await input.isVisible())) await page.getByText("Continue on another device").click();
  return input.inputValue();
}
