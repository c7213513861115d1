// Analysis beside the board.

import assert from "node:assert/strict";

import { column, discs, focused, openPanel, text, told, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** A game with a mistake by red (ply 2), a worse one by yellow (ply 3), and another one by red. */
const GAME = "445512";

/** @param {string} path of a game */
const analyze = (path) => visit(browser, `${server.origin}/analysis${path.slice(1)}`);

test("the scores of the empty board", async () => {
  const { page } = await visit(browser, `${server.origin}/`);
  await page.getByRole("link", { name: "Analysis" }).click();
  await page.locator("four-board .score").nth(6).waitFor();
  assert.deepEqual(await page.locator("four-board .score").allTextContents(), [
    "yellowin 20",
    "yellowin 21",
    "draw",
    "redin 21",
    "draw",
    "yellowin 21",
    "yellowin 20",
  ]);
  // Nothing sticks out of its chip, and no words lie over the disc beside them.
  const out = await page.locator("four-board .score").evaluateAll((chips) =>
    chips.flatMap((chip) => {
      const [box, ...parts] = [...chip.children].map((part) => part.getBoundingClientRect());
      const disc = chip.querySelector(".disc-icon")?.getBoundingClientRect();
      const words = chip.lastElementChild?.getBoundingClientRect();
      const isOver = disc !== undefined && words !== undefined && words.left < disc.right;
      return parts.filter(({ left, right }) => left < box.left || right > box.right).length + Number(isOver);
    }),
  );
  assert.deepEqual(out, [0, 0, 0, 0, 0, 0, 0]);
  const help = page.locator(".score-help");
  await text(help, /The tag above a column says who wins/);
  await help.getByRole("button", { name: "Got it" }).click();
  assert.equal(await help.count(), 0);
  await text(page.locator(".verdict"), /Red wins in 21 moves/);
  const best = page.locator(".score-table tr.best");
  assert.match((await best.textContent()) ?? "", /^d1 \+1wins in 21 moves/);
  await page.reload();
  await page.locator("four-board .score").nth(6).waitFor();
  assert.equal(await help.count(), 0, "it is said once");
});

test("marks, the graph and the next mistake go to positions", async () => {
  const { page } = await analyze(`/?pos=${GAME}`);
  const list = page.locator(".analysis .move-list");
  await list.locator(".blunder").first().waitFor();
  await page.getByRole("button", { name: "Next mistake" }).click();
  await discs(page, 3);
  assert.ok(page.url().endsWith("#3"));
  const words = "Move 3 (e1??) turned a win into a loss; d3 was best.";
  await text(page.locator(".comments"), /^Move 3/);
  assert.equal(await page.locator(".comments").textContent(), words);
  assert.equal(await told(page).textContent(), words);
  await page.getByRole("button", { name: "Next mistake" }).click();
  await discs(page, 4);
  const graph = page.locator("evaluation-graph");
  assert.deepEqual(await graph.locator(".graph-dot").allTextContents(), ["??", "??", "??", "??"]);
  assert.equal(await graph.locator(".graph-dot.here").count(), 1);
  await graph.click({ position: { x: 3, y: 40 } });
  await discs(page, 0);
  await page.keyboard.press("ArrowRight");
  await discs(page, 1);
  assert.match(
    (await graph.getAttribute("aria-valuetext")) ?? "",
    /^after move 1: red wins in \d+ moves \(\+1 for red\)/,
  );
  await page.keyboard.press("Home");
  await discs(page, 0);
});

/** At ply 5, yellow did not block column 1, and red did not win there; a solver finds earlier mistakes. */
const MISSED = "1212135";

test("a missed win and a missed block are marked, said and taught", async () => {
  const { page } = await analyze(`/?pos=${MISSED}`);
  const list = page.locator(".analysis .move-list");
  await list.locator(".missed_win").waitFor();
  assert.equal(await list.locator(".missed_win").textContent(), "e1???");
  assert.equal(await list.locator(".missed_block").textContent(), "c1???");
  assert.deepEqual(await page.locator(".accuracy tbody td:last-child").allTextContents(), ["1", "1"]);
  await text(page.locator(".comments"), /Move 7 \(e1\?\?\?\) missed four in a row: a4 won at once\./);
  await list.locator(".missed_block").click();
  await text(page.locator(".comments"), /let the opponent win at once: a4 had to be blocked\./);
  await discs(page, 6);
  await page.getByRole("button", { name: "Learn from mistakes" }).click();
  const words = page.locator(".lesson-words");
  const next = page.locator(".lesson").getByRole("button", { name: "Next mistake" });
  await text(words, /Red played a1\. .*Find a better move/);
  while (!/did not stop/.test((await words.textContent()) ?? "")) await next.click();
  await text(words, /^c1 did not stop Red\. Find a better move\.$/);
  await next.click();
  await text(words, /^Red played e1\. Before it Red could win\. Find a better move\.$/);
  assert.ok(await page.locator(".comments").isHidden(), "nothing gives the answer away");
  await column(page, 1).click();
  await text(page.locator(".lesson h2"), /^Right: a4 wins in 1 move\.$/);
});

/** Whether stars, highlights and arrows are on the page. @param {import("../browser.js").Page} page */
async function praise(page) {
  const [stars, rows, arrows] = [".score-table .star", ".score-table tr.best", "four-board .advice"];
  return Promise.all([stars, rows, arrows].map((selector) => page.locator(selector).count()));
}

/** Asks for all that a hint tells. @param {import("../browser.js").Page} page */
async function hintOn(page) {
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByRole("button", { name: "Tell me more" }).click();
  await page.getByRole("button", { name: "Show the move" }).click();
}

test("where all moves lose, the page says so and praises none", async () => {
  for (const [pos, words, hint] of /** @type {const} */ ([
    ["4", "Every move loses; d2 holds out longest", /^Make Red work: d2 holds out longest\.$/],
    ["44455435332", "Every move loses in 1 move", /^Make Red work\. Block [a-g]\d: Red has .*\.$/],
  ])) {
    const { page, context } = await analyze(`/?pos=${pos}`);
    await text(page.locator(".comments"), new RegExp(`^${words}\\.$`));
    assert.deepEqual(await praise(page), [0, 0, 0], words);
    await page.goto(`${server.origin}/?pos=${pos}`);
    await hintOn(page);
    await text(page.locator(".advice-card p"), hint);
    assert.deepEqual(await praise(page), [0, 0, 1], words);
    await context.close();
  }
});

test("moves are played from the table of scores without losing the place", async () => {
  const { page } = await analyze("/?pos=44");
  const table = page.locator(".score-table");
  await table.locator("tr.best").first().waitFor();
  await table.getByRole("button", { name: "Play b1" }).focus();
  await page.keyboard.press("Enter");
  await discs(page, 3);
  assert.equal(await focused(page), "Play b2");
  await table.locator("tr.best").first().waitFor();
  await page.keyboard.press("Enter");
  await discs(page, 4);
  assert.equal(await focused(page), "Play b3");
});

test("a hint that is an estimate says so and is drawn in another way", async () => {
  const dashes = async (/** @type {string} */ search, /** @type {RegExp} */ words) => {
    const { page, context } = await visit(browser, `${server.origin}/${search}`);
    await hintOn(page);
    await text(page.locator(".advice-card p"), words);
    const core = page.locator("four-board .advice .core").first();
    const style = await core.evaluate((path) => getComputedStyle(path).strokeDasharray);
    await context.close();
    return style;
  };
  assert.equal(await dashes("?pos=44", /^d3 wins in 20 moves/), "none");
  const estimate = /^Best guess: [cf]1 \(not proved; .*\)\. Every move other than /;
  assert.notEqual(await dashes("?pos=445&size=10x10", estimate), "none");
});

test("what is shared leads to the same position", async () => {
  const { page, context } = await visit(browser, `${server.origin}/?pos=4455#3`);
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
  assert.match(code, /^<iframe src="http:[^"]*\/embed\?pos=445" width="420" height="553" /);
});

test("a board in another page has room for all of it", async () => {
  for (const size of ["7x6", "10x10", "3x10", "10x3"]) {
    const { page, context } = await visit(browser, `${server.origin}/?size=${size}`);
    await openPanel(page, "Share, pictures, files");
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
    await context.close();
  }
});

test("where the page may not copy, it selects", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=44`);
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
});
