// The report of a tournament, opened as the file that it is.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { violations } from "../axe.js";
import { Complaints, launch, text } from "../browser.js";
import { program } from "../server.js";
import { test } from "../stage.js";

/** One of the players has a name that is markup, and answers with nonsense, so that some games end with a fault. */
const CLASS = `
[tournament]
size = "5x4"
openings = "none"
seed = 3

[[player]]
name = "ann"
player = "random"

[[player]]
name = "bob"
player = "level:3"

[[player]]
name = "<i>eve</i>"
player = "columns:sh -c 'read line; echo \\"<b>no</b>\\"; read line'"
`;
const N_GAMES = 6;

const folder = await mkdtemp(path.join(tmpdir(), "foursight-e2e-"));
after(() => rm(folder, { recursive: true, force: true }));
const file = path.join(folder, "class.toml");
await writeFile(file, CLASS);
await promisify(execFile)(program(), ["arena", "run", file, "--trust", "--output", folder]);
const address = pathToFileURL(path.join(folder, "report.html")).href;

const browser = await launch();
after(() => browser.close());

/** @param {import("../browser.js").Options} [options] @param {string} [hash] */
async function open(options, hash = "") {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const complaints = new Complaints();
  complaints.watch(page);
  await page.goto(address + hash);
  return { page, complaints, context };
}

/** @typedef {import("../browser.js").Page} Page */

/** The games that the list shows. @param {Page} page */
function listed(page) {
  return page.locator("#games tbody tr:not([hidden])");
}

/** The choice above the list with this name. @param {Page} page @param {string} name */
function filter(page, name) {
  return page.locator(".filters label", { hasText: new RegExp(`^${name} `) }).locator("select");
}

test("the list is filtered by player, result and ending", async () => {
  const { page } = await open();
  assert.equal(await listed(page).count(), N_GAMES);
  await filter(page, "Player").selectOption("<i>eve</i>");
  assert.equal(await listed(page).count(), 4);
  await filter(page, "Result").selectOption("the player lost");
  assert.equal(await listed(page).count(), 4);
  assert.equal(await page.locator("#count").textContent(), "4 of 6 games");
  await filter(page, "Ending").selectOption("unreadable");
  assert.equal(await listed(page).count(), 4);
  await filter(page, "Result").selectOption("the player won");
  assert.equal(await listed(page).count(), 0);
  await filter(page, "Player").selectOption("any");
  assert.equal(await filter(page, "Result").inputValue(), "", "nobody is left who could have won");
});

/** Waits for a game's page: its address changes at once, what is shown a task later. @param {Page} page @param {number} number */
async function shown(page, number) {
  await text(page.locator("head title"), new RegExp(`^Game ${number} · `));
}

/** The number of a game on the board, as `ann` and `bob` played it to a line or to a full board. @param {Page} page */
async function wholeGame(page) {
  const row = page.locator("#games tbody tr", { hasText: "ann" }).filter({ hasText: "bob" }).first();
  return Number(await row.locator("th").textContent());
}

test("a game is replayed by buttons, keys and its list of moves", async () => {
  const { page } = await open();
  const number = await wholeGame(page);
  await page.getByRole("link", { name: String(number), exact: true }).click();
  assert.equal(await page.evaluate(() => location.hash), `#game-${number}`);
  await shown(page, number);
  const moves = page.locator("#moves li");
  const discs = page.locator("#board .lying .disc");
  const n = await moves.count();
  assert.ok(n >= 7, `${n} moves`);
  assert.equal(await discs.count(), n, "it opens at its end");
  await page.getByRole("button", { name: "First position" }).click();
  assert.equal(await discs.count(), 0);
  assert.equal(await page.locator("#status").textContent(), "The empty board.");
  await page.getByRole("button", { name: "One move forward" }).click();
  await page.keyboard.press("ArrowRight");
  assert.equal(await discs.count(), 2);
  assert.match((await page.locator("#board-label").textContent()) ?? "", /^Board of 5 columns\. row /);
  await text(page.locator("#status"), /^Move 2: (ann|bob) played column [a-g] in [\d.]+ ms\./);
  await moves.nth(4).getByRole("button").click();
  assert.equal(await discs.count(), 5);
  assert.equal(await moves.nth(4).getByRole("button").getAttribute("aria-current"), "step");
  assert.equal(await page.locator("#board .score").count(), 5);
  assert.match(
    (await page.locator("#board-label").textContent()) ?? "",
    / Scores before the move: column a /,
  );
  assert.ok((await page.locator("#chart rect").count()) > n, "a bar for each graded move");
  await page.keyboard.press("End");
  assert.equal(await discs.count(), n);
  await page.goBack();
  await page.locator("#tournament").waitFor();
});

test("the next mistake is said, with what was better", async () => {
  const { page } = await open();
  const number = await wholeGame(page);
  assert.ok(Number(await page.locator(`#game-${number}`).getAttribute("data-mistakes")) > 0);
  await page.goto(`${address}#game-${number}-move-0`);
  await shown(page, number);
  await page.keyboard.press("n");
  const marked = page.locator("#moves [aria-current]");
  assert.match((await marked.locator("strong").textContent()) ?? "", /^\?{1,3}$/);
  await text(page.locator("#status"), / It turned a (win|draw) into a (draw|loss)\. Best: columns? [a-g]/);
  for (const move of await page.locator("#moves button").all()) {
    await move.click();
    const words = (await page.locator("#status").textContent()) ?? "";
    assert.doesNotMatch(words, /Best: .*No move is better/);
  }
});

test("a fault is a step of its own, with what was written as text", async () => {
  const { page } = await open();
  await filter(page, "Ending").selectOption("unreadable");
  const number = await listed(page).first().locator("th").textContent();
  await page.goto(`${address}#game-${number}`);
  await text(
    page.locator("#status"),
    /^<i>eve<\/i> lost \(unreadable\): "<b>no<\/b>" is not a move; a move is a line such as "3", and columns are numbered from 0$/,
  );
  await text(page.locator("#log tbody"), /<b>no<\/b>/);
  await page.getByLabel("the whole game").check();
  assert.ok((await page.locator("#log tbody tr.sent").count()) > 0);
  assert.equal(await page.locator("#viewer i, #viewer b").count(), 0, "no markup of a player");
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no violation in ${colorScheme} colors, and nothing sticks out`, async () => {
    const { page, context } = await open({ colorScheme });
    const number = await wholeGame(page);
    for (const hash of ["", `#game-${number}`]) {
      await page.goto(address + hash);
      if (hash) await shown(page, number);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await violations(page), [], `${hash}, ${width} px`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${hash}, ${width} px: ${overflow} pixels stick out at the right`);
      }
    }
    await context.close();
  });
}
