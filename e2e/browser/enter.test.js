// Entering a position by clicks, from text and from a file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { violations } from "../axe.js";
import { discs, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

// The modules, one of which a test imports.
const { server, browser } = await stage("modules");

/** @param {import("../browser.js").Page} page */
const status = (page) => page.locator(".enter .status");

/** A page on which a position is entered. */
async function enter() {
  const visited = await visit(browser, `${server.origin}/`);
  await visited.page.getByRole("link", { name: "Enter a position" }).first().click();
  await visited.page.getByRole("grid", { name: "Board" }).waitFor();
  return visited;
}

test("discs are put by clicks; what is impossible is said, and the rest analyzed", async () => {
  const { page, complaints } = await enter();
  complaints.allowed = /400/;
  const cell = (/** @type {string} */ name) => page.getByRole("button", { name, exact: true });
  await cell("d3: empty").click();
  await text(status(page), /^Yellow to move\.$/);
  await cell("d1: red").waitFor();
  await page.getByRole("button", { name: "Yellow", exact: true }).click();
  await cell("a1: empty").click();
  await cell("a2: empty").click();
  await text(status(page), /^Yellow has 1 more disc than red\. Red moves first/);
  assert.ok(await page.getByRole("button", { name: "Analyze" }).isDisabled());
  await cell("a2: yellow").click();
  await text(status(page), /^Red to move\.$/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Analyze" }).click();
  await discs(page, 2);
  assert.equal(new URL(page.url()).search, "?pos=41");
  await text(page.locator(".verdict"), /Red /);
});

test("cells are reached with arrows, and a board can be cleared", async () => {
  const { page } = await enter();
  await page.getByRole("button", { name: "d1: empty" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "e1: red" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "e1: empty" }).waitFor();
});

test("any notation is read, and the games of a file", async () => {
  const { page } = await enter();
  const area = page.getByLabel("Moves, a grid, an array, or a game");
  for (const [notation, search] of [
    ["44455", "?pos=44455"],
    ["[3 3 4]", "?pos=445"],
    ["....\n....\n....\n.XO.", "?pos=23&size=4x4"],
    ['[Size "9x7-5"]\n\n99 *', "?pos=99&size=9x7&connect=5"],
    ['[OpeningRule "pie"]\n[Swapped "yes"]\n\n445 *', "?pos=445&opening_rule=pie&swapped=true"],
  ]) {
    await area.fill(notation);
    await page.getByRole("button", { name: "Read" }).click();
    await text(status(page), /^(Red|Yellow) to move\.$/);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.waitForURL((url) => url.search === search);
    await page.goBack();
    await page.getByRole("grid", { name: "Board" }).waitFor();
  }
  const file = '[First "Ann"]\n[Second "Bob"]\n\n44 *\n\n[First "Cid"]\n[Second "Dan"]\n\n4455667 1-0\n';
  await page
    .getByLabel("A game file, or any of these")
    .setInputFiles({ name: "games.txt", mimeType: "text/plain", buffer: Buffer.from(file) });
  await text(status(page), /^Red to move\.$/);
  await page.getByLabel("Game", { exact: true }).selectOption("2. Cid – Dan 1-0");
  await text(status(page), /^The game is over: red has won\.$/);
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.waitForURL((url) => url.search === "?pos=4455667");
});

test("texts as people write them mean what the rules' corpus says", async () => {
  const { page } = await enter();
  const corpus = new URL("../../crates/foursight/tests/data/written/", import.meta.url);
  const files = ["boards.txt", "moves.txt", "programs.txt"].map((name) =>
    readFile(new URL(name, corpus), "utf8"),
  );
  const texts = (await Promise.all(files)).flatMap((file) => file.split("\n==== ").slice(1));
  const wrong = await page.evaluate(async (texts) => {
    const { readPosition } = await import(`/assets/${"net/api.js"}`);
    const signal = new AbortController().signal;
    /** @type {(text: string, width?: number, height?: number) => Promise<string>} */
    const rows = async (text, width = 7, height = 6) =>
      (await readPosition(text, { width, height, connect: 4 }, signal)).rows.join("\n");
    const expected = new Map();
    const wrong = [];
    for (const written of texts) {
      const [, head, moves, size, text] = written.match(/^((.*?) \| (\S+) .*)\n([^]*)$/) ?? [];
      const game = `${moves} ${size}`;
      const [width, height] = size.split(/[x-]/).map(Number);
      if (!expected.has(game)) expected.set(game, await rows(moves, width, height));
      const read = await rows(text).catch(String);
      if (read !== expected.get(game)) wrong.push(`${head}\n${text}\n${read}`);
    }
    return wrong;
  }, texts);
  assert.deepEqual(wrong, []);
  assert.ok(texts.length >= 400);
});
