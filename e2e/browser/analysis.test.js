// Analysis beside the board.

import assert from "node:assert/strict";

import { column, discs, focused, held, text, told, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** A game with a mistake of red (ply 2) and one of yellow (ply 3). */
const GAME = "445512";

/** @param {string} path */
async function analyze(path) {
  const visited = await visit(browser, server.origin + path);
  await visited.page.getByRole("group", { name: "Game" }).getByRole("button", { name: "Analysis" }).click();
  return visited;
}

test("the scores of the empty board", async () => {
  const { page, complaints, context } = await analyze("/");
  await page.locator("four-board .score").nth(6).waitFor();
  assert.deepEqual(await page.locator("four-board .score text").allTextContents(), [
    "−2",
    "−1",
    "0",
    "+1",
    "0",
    "−1",
    "−2",
  ]);
  await text(page.locator(".verdict"), /Red wins in 21 moves/);
  const best = page.locator(".score-table tr.best");
  assert.match((await best.textContent()) ?? "", /^4\+1wins in 21 moves/);
  await page.reload();
  await page.locator("four-board .score").nth(6).waitFor();
  complaints.assertNone();
  await context.close();
});

test("marks, the graph and the next mistake go to positions", async () => {
  const { page, complaints, context } = await analyze(`/?pos=${GAME}`);
  const list = page.locator(".analysis .move-list");
  await list.locator(".blunder").first().waitFor();
  await page.getByRole("button", { name: "Next mistake" }).click();
  await discs(page, 3);
  assert.ok(page.url().endsWith("#3"));
  await page.getByRole("button", { name: "Next mistake" }).click();
  await discs(page, 4);
  const graph = page.locator("evaluation-graph");
  await graph.click({ position: { x: 3, y: 40 } });
  await discs(page, 0);
  await page.keyboard.press("ArrowRight");
  await discs(page, 1);
  assert.match(
    (await graph.getAttribute("aria-valuetext")) ?? "",
    /^after move 1: red wins in \d+ moves \(\+1 for red\)/,
  );
  await page.goBack();
  await discs(page, 0);
  complaints.assertNone();
  await context.close();
});

test("learning from a mistake: wrong, right, and the next one", async () => {
  const { page, complaints, context } = await analyze(`/?pos=${GAME}`);
  await page.locator(".analysis .move-list .blunder").first().waitFor();
  await page.getByRole("button", { name: "Learn from mistakes" }).click();
  const words = page.locator(".lesson-words");
  await text(words, /Red played column 5, which turned a win into a loss\. Find a better move/);
  await text(told(page), /Red played column 5, which turned a win into a loss/);
  await discs(page, 2);
  await column(page, 1).click();
  await text(words, /Not column 1: yellow wins in \d+ moves\. Try another column/);
  await column(page, 4).click();
  await text(words, /Right, column 4: red wins/);
  await page.locator(".lesson").getByRole("button", { name: "Next" }).click();
  await text(words, /Yellow played column 5/);
  await text(told(page), /Yellow played column 5/);
  assert.equal(await focused(page), "Show the answer");
  await page.getByRole("button", { name: "Show the answer" }).click();
  await text(words, /The best is column 3 or 6/);
  await page.getByRole("button", { name: "End the lesson" }).click();
  await page.locator(".lesson").waitFor({ state: "hidden" });
  assert.match(await focused(page), /^Column \d/);
  complaints.assertNone();
  await context.close();
});

test("moves are played from the table of scores without losing the place", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/?pos=44`);
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("switch", { name: "Analysis" }).check();
  const table = page.locator(".score-table");
  await table.locator("tr.best").first().waitFor();
  await table.getByRole("button", { name: "Play column 2" }).focus();
  await page.keyboard.press("Enter");
  await discs(page, 3);
  assert.equal(await focused(page), "Play column 2");
  await table.locator("tr.best").first().waitFor();
  await page.keyboard.press("Enter");
  await discs(page, 4);
  assert.equal(await focused(page), "Play column 2");
  complaints.assertNone();
  await context.close();
});

test("a hint says where and why", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/?pos=444`);
  await page.getByRole("button", { name: "Hint" }).click();
  await text(page.locator(".status").first(), /Hint: column \d.* (wins|draws|loses)/);
  await page.locator("four-board .advice").first().waitFor();
  complaints.assertNone();
  await context.close();
});

test("the numbers of the position, and the shifts", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/?pos=4455667`);
  await page.getByRole("tab", { name: "Bits" }).click();
  const { sentinel } = await server.json("/api/bits?pos=4455667");
  await text(page.locator(".words"), new RegExp(`mask.*${sentinel.words.mask}`));
  for (let i = 0; i < 4; i += 1) await page.getByRole("button", { name: "Next step" }).click();
  await text(page.locator(".formula"), /Step 5 of 5 .*b = a & \(a >> 14\)/);
  await text(page.locator(".line-test"), /It is not 0: there is a line/);
  await page.getByLabel("Layout").selectOption("packed");
  await text(page.locator(".words"), /available/);
  complaints.assertNone();
  await context.close();
});

test("a text that comes late does not replace the one chosen since", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/?pos=44`);
  const answer = await held(page, "**/api/text?*style=emoji");
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByLabel("Style").selectOption("letters");
  await text(page.locator(".share-text"), /X/);
  await answer();
  assert.match((await page.locator(".share-text").textContent()) ?? "", /X/);
  complaints.assertNone();
  await context.close();
});

test("what is shared leads to the same position", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/?pos=4455#3`);
  await page.getByRole("tab", { name: "Share" }).click();
  assert.equal(await page.getByLabel("Link", { exact: true }).inputValue(), `${server.origin}/?pos=4455#3`);
  assert.equal(await page.getByLabel("Moves", { exact: true }).inputValue(), "445");
  await text(page.locator(".share-text"), /🔴/u);
  for (const name of ["SVG", "PNG", "GIF of the game", "Game file"]) {
    const href = await page.getByRole("link", { name, exact: true }).getAttribute("href");
    const response = await fetch(server.origin + href);
    assert.equal(response.status, 200, name);
  }
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy: Embed in a page" }).click();
  await text(page.locator(".notice"), /copied/);
  const code = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(code, /^<iframe src="http:[^"]*\/embed\?pos=445" width="420" height="542" /);
  complaints.assertNone();
  await context.close();
});

test("a board in another page has room for all of it", async () => {
  for (const size of ["7x6", "10x10", "3x10", "10x3"]) {
    const { page, complaints, context } = await visit(browser, `${server.origin}/?size=${size}`);
    await page.getByRole("tab", { name: "Share" }).click();
    const code = await page.getByLabel("Embed in a page", { exact: true }).inputValue();
    const [, address, width, height] = /src="([^"]*)" width="(\d+)" height="(\d+)"/.exec(code) ?? [];
    await page.setViewportSize({ width: Number(width), height: Number(height) });
    await page.goto(address);
    await page.locator("four-board").waitFor();
    const [across, down] = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    assert.deepEqual([across, down <= 0], [0, true], `${size}: ${down} px too high`);
    complaints.assertNone();
    await context.close();
  }
});

test("where the page may not copy, it selects", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/?pos=44`);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy: Moves" }).click();
  await text(page.locator(".notice"), /Moves selected/);
  const field = page.getByLabel("Moves", { exact: true });
  assert.deepEqual(
    await field.evaluate((/** @type {HTMLInputElement} */ input) => [
      input.selectionStart,
      input.selectionEnd,
    ]),
    [0, 2],
  );
  await page.getByRole("button", { name: "Copy the text" }).click();
  await text(page.locator(".notice"), /Text selected/);
  const selected = await page.evaluate(() => String(getSelection()));
  assert.equal(selected.trim(), (await page.locator(".share-text").textContent())?.trim());
  complaints.assertNone();
  await context.close();
});

test("a shift that leaves nothing is shown as 0", async () => {
  const { page, complaints, context } = await visit(browser, `${server.origin}/?pos=1`);
  await page.getByRole("tab", { name: "Bits" }).click();
  const formula = page.locator(".formula");
  await text(formula, /x = 1 = 0x1/);
  await page.getByRole("button", { name: "Next step" }).click();
  await text(formula, /x >> 7 = 0 = 0x0/);
  await page.getByLabel("x >> 7: 0 bits set").waitFor();
  complaints.assertNone();
  await context.close();
});
