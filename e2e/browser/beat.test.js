// The trainer: positions of the plan learned, asked again, played in whole games; the search for a hole; what is kept.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { column, discs, focused, text, told, visit } from "../browser.js";
import { plan } from "../plan.js";
import { stage, test } from "../stage.js";
import { orderFor } from "../../crates/foursight-web/page/core/beat.js";
import { lineInGame } from "../../crates/foursight-web/page/core/course.js";
import { columnAt, planMove } from "../../crates/foursight-web/page/core/plan.js";
import { after, readMoves, STANDARD, writeMoves } from "../../crates/foursight-web/page/core/rules.js";

const { server, browser } = await stage();

const order = orderFor(plan, 5);

/** @typedef {import("../browser.js").Page} Page */

/** The moves on the board. @param {Page} page @returns {Promise<number[]>} */
const moves = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector("four-board")).view.position.moves);

/** Waits for the question about a position. @param {Page} page @param {string} pos */
const asked = (page, pos) =>
  page.waitForFunction((pos) => {
    const { view } = /** @type {any} */ (document.querySelector("four-board"));
    return (
      view.closed === null && view.position.moves.map((/** @type {number} */ c) => c + 1).join("") === pos
    );
  }, pos);

/** The plan's column, from 1. @param {string} pos */
const right = (pos) => Number(columnAt(plan, after(STANDARD, readMoves(pos, STANDARD)))) + 1;

/** A column other than the plan's, which keeps the win or not. @param {string} pos @param {boolean} isWin */
async function other(pos, isWin) {
  const { moves } = await server.json(`/api/analyze?pos=${pos}`);
  const found = moves.find(
    (/** @type {any} */ move) => move.score > 0 === isWin && move.column !== right(pos),
  );
  return found?.column ?? null;
}

/** @param {Page} page */
const feedback = (page) => page.locator(".feedback");

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** The name and the text of a file that a button saves. @param {Page} page @param {string} name */
async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
  return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")];
}

test("positions are learned in the order in which they come up, and each right one counts", async () => {
  const { page } = await visit(browser, `${server.origin}/learn`);
  await page.getByRole("link", { name: /^Beat everybody/ }).click();
  await page.waitForURL(`${server.origin}/beat`);
  assert.equal(await page.locator("header nav [aria-current]").textContent(), "Learn");
  await text(
    page.locator(".beat-summary"),
    /^You know 0 positions\. You would beat level 5 in at least 0 of 100 games\./,
  );
  for (const { pos } of order.slice(0, 4)) {
    await asked(page, pos);
    if (pos) await text(told(page), /^Yellow played [a-g]\d\. Red to move\.$/);
    await column(page, right(pos)).click();
    await text(feedback(page), /^Right\. It comes up again in 2 days\.$/);
    await press(page, "Next position");
  }
  await asked(page, order[4].pos);
  await text(page.locator(".beat-summary"), /^You know 4 positions\./);
  await text(page.locator("main"), /Today: 4 of 10 right answers\./);
  // The learned positions are still there after a reload.
  await page.reload();
  await text(page.locator(".beat-summary"), /^You know 4 positions\./);
});

test("a wrong disc shows what it gives away, the right one its reason, and the position comes again", async () => {
  const { page } = await visit(browser, `${server.origin}/beat`);
  await asked(page, "");
  await column(page, 1).click();
  await text(feedback(page), /^a1 does not win\.$/);
  await page.locator(".walk:not([hidden])").waitFor();
  await press(page, "Try another column");
  await asked(page, "");
  await column(page, 4).click();
  await text(feedback(page), /^Now you know it\. It comes up again soon\.$/);
  await text(page.locator(".drill .sentences"), /\./);
  await text(page.locator(".beat-summary"), /^You know 0 positions\./);
  await page.clock.install();
  await press(page, "Next position");
  await asked(page, order[1].pos);
  await page.clock.fastForward(120_000);
  await column(page, right(order[1].pos)).click();
  await text(feedback(page), /^Right\./);
  await press(page, "Next position");
  await asked(page, "");
});

test("the reason is that of the plan's disc, with its signs on the board", async () => {
  // Another disc, b1, also wins here, for a different reason.
  const pos = "44444435";
  const { page } = await visit(browser, `${server.origin}/beat?pos=${pos}`);
  await asked(page, pos);
  const [request] = await Promise.all([page.waitForRequest(/\/api\/why/), column(page, right(pos)).click()]);
  assert.equal(new URL(request.url()).searchParams.get("column"), String(right(pos)));
  await text(page.locator(".drill .sentences"), /\./);
});

test("the reason of a position with a rule has its signs on the board", async () => {
  const pos = "4444443553";
  const { page } = await visit(browser, `${server.origin}/beat?pos=${pos}`);
  await asked(page, pos);
  await column(page, right(pos)).click();
  await text(page.locator(".drill .sentences"), /just answer each disc\. In the end you get a line/);
  assert.ok((await page.locator("four-board .overlay .ring-sign").count()) > 0);
  assert.equal(await page.locator("four-board .overlay .step").count(), 0);
  await press(page, "Try to escape");
  await text(page.locator(".walk h2"), /^Try to escape Red$/);
});

test("another disc that wins is no mistake, but not the plan's", async () => {
  /** @type {string | undefined} */
  let pos;
  /** @type {number | null} */
  let n = null;
  for (const line of order.filter(({ pos }) => pos.length > 7)) {
    n = await other(line.pos, true);
    pos = line.pos;
    if (n) break;
  }
  const { page } = await visit(browser, `${server.origin}/beat?pos=${pos}`);
  await asked(page, pos ?? "");
  await column(page, n ?? 0).click();
  await text(page.locator(".notice"), /^[a-g]\d wins too, but the plan plays another disc\./);
  await asked(page, pos ?? "");
  await page.getByRole("button", { name: "Show the answer" }).click();
  await text(feedback(page), /wins\.$/);
  await press(page, "Next position");
  await page.waitForURL(`${server.origin}/beat`);
  await asked(page, "");
});

test("a whole game goes the way of the level, by keyboard alone, and is won", async () => {
  const { page } = await visit(browser, `${server.origin}/beat?mode=games`);
  await text(feedback(page), /^You are Red, and level 5 plays Yellow/);
  let n = 0;
  while (!/^You win/.test((await feedback(page).textContent()) ?? "")) {
    const played = await moves(page);
    const best = planMove(plan, played);
    assert.notEqual(best, null, writeMoves(played));
    await page.keyboard.press(String(Number(best) + 1));
    n += 1;
    await page.waitForFunction((n) => {
      const { view } = /** @type {any} */ (document.querySelector("four-board"));
      const isWon = /^You win/.test(document.querySelector(".feedback")?.textContent ?? "");
      return isWon || (view.closed === null && view.position.moves.length >= 2 * n);
    }, n);
  }
  await text(feedback(page), /^You win, and you knew every position\.$/);
  const known = (await moves(page)).flatMap((_, ply, all) => {
    const line = ply % 2 === 0 && lineInGame(plan, after(STANDARD, all.slice(0, ply)));
    return line ? [line] : [];
  });
  await text(page.locator(".beat-summary"), new RegExp(`^You know ${new Set(known).size} positions\\.`));
  await text(told(page), /^You win, and you knew every position\.$/);
  await press(page, "Next game");
  await discs(page, 0);
  await press(page, "Show the answer");
  await text(page.locator(".notice"), /^Play d1\./);
});

test("nobody finds a hole", async () => {
  const { page } = await visit(browser, `${server.origin}/beat?mode=hole`);
  await discs(page, 1);
  await text(page.locator(".walk h2"), /^Try to escape Red$/);
  await page.keyboard.press("1");
  await discs(page, 3);
  await page.keyboard.press("u");
  await discs(page, 1);
  for (let n = 3; (await page.locator(".walk-words", { hasText: "4 in a row" }).count()) === 0; n += 2) {
    const position = after(STANDARD, await moves(page));
    const free = position.columns.findIndex(({ length }) => length < 6 - (n % 3 === 0 ? 1 : 0));
    await column(page, free + 1).click();
    await page.waitForFunction((n) => document.querySelectorAll(".lying .disc").length >= n, n);
  }
  await text(page.locator(".walk-words"), /^Red plays [a-g]\d\. Red has 4 in a row\.$/);
  await text(
    page.locator(".walk .sentences"),
    new RegExp(`It knows ${plan.lines.length.toLocaleString("en")} positions`),
  );
  await press(page, "Start again");
  await discs(page, 1);
  await press(page, "Close");
  await page.waitForURL(`${server.origin}/beat`);
  await asked(page, "");
});

test("levels, goal, files and positions: all of it stays in this browser", async () => {
  const { page } = await visit(browser, `${server.origin}/beat`);
  await asked(page, "");
  await column(page, 4).click();
  await text(feedback(page), /^Right/);
  const level = page.getByRole("group", { name: "Level to beat" }).getByRole("button", { name: /^6 · Club/ });
  await level.click();
  assert.equal(await level.getAttribute("aria-pressed"), "true");
  assert.match(await focused(page), /^6 · Club/);
  await text(page.locator(".beat-summary"), /beat level 6 in at least \d+ of 100 games/);
  await asked(page, orderFor(plan, 6)[1].pos);
  await page.getByLabel("Daily goal").selectOption("5");
  await text(page.locator("main"), /Today: 1 of 5 right answers/);
  const [name, progress] = await saved(page, "Save progress");
  assert.equal(name, "foursight-beat.json");
  const [deck, cards] = await saved(page, "Cards for Anki");
  assert.equal(deck, "beat-everybody.txt");
  assert.equal(cards.split("\n").filter((row) => row.startsWith("<svg")).length, 101);
  assert.match(cards, /fill="#[0-9a-f]{6}".*stroke="#[0-9a-f]{6}"/);
  await page.getByText("Your positions").click();
  await page.getByRole("link", { name: "Position 1, right last time" }).click();
  await page.waitForURL(/\/beat\?pos=$/);
  await asked(page, "");
  // Another browser.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.origin}/beat`);
  await text(page.locator(".beat-summary"), /^You know 0 positions/);
  const load = async (/** @type {string} */ contents) => {
    const file = path.join(tmpdir(), `foursight-beat-${process.pid}.json`);
    writeFileSync(file, contents);
    await page.getByLabel("Load progress").setInputFiles(file);
  };
  await load('{"cards":1}');
  await text(page.locator(".notice"), /^This is not a progress file/);
  await load(progress);
  await text(page.locator(".notice"), /^Your progress has been loaded/);
  await text(page.locator(".beat-summary"), /^You know 1 position\. You would beat level 6/);
  await press(page, "Undo");
  await text(page.locator(".beat-summary"), /^You know 0 positions/);
});

test("without the plan, the trainer says so and tries again", async () => {
  const options = { allowed: /Failed to load resource/ };
  const { page } = await visit(browser, `${server.origin}/learn`, options);
  await page.route("**/first.plan", (route) => route.fulfill({ status: 503 }));
  await page.getByRole("link", { name: /^Beat everybody/ }).click();
  await text(page.locator(".status"), /^The plan could not be loaded/);
  await page.unroute("**/first.plan");
  await press(page, "Try again");
  await asked(page, "");
});
