// Reasons on the board: said, walked through, and played against.

import assert from "node:assert/strict";

import { column, discs, focused, held, text, told, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** Red's fifth move lets Yellow have three in a row with both ends free; b1 would have held. */
const GAME = "744345";

/** @param {string} path @param {import("../browser.js").Options} [options] */
const analyze = (path, options) => visit(browser, `${server.origin}/analysis${path.slice(1)}`, options);

/** @param {import("../browser.js").Page} page */
function boardBox(page) {
  return page.locator("four-board").boundingBox();
}

test("analysis says the reason, with its signs on the board", async () => {
  const { page } = await analyze("/?pos=44556");
  await text(page.locator(".reason"), /Red can complete a line in c1 or g1: Yellow can block only one\./);
  assert.equal(await page.locator("four-board .ring-sign").count(), 2);
  const before = await boardBox(page);
  await column(page, 3).click();
  await discs(page, 6);
  assert.equal(await page.locator("four-board .ring-sign").count(), 0, "that was another position");
  await text(page.locator(".reason"), /Red plays g1 and completes d1-e1-f1-g1/);
  assert.deepEqual(await boardBox(page), before);
});

test("while the reason is looked for, analysis says so", async () => {
  const { page } = await analyze("/?pos=44556");
  await text(page.locator(".reason"), /Red can complete/);
  const tellWhy = await held(page, "**/api/why?*");
  await column(page, 3).click();
  await text(page.locator(".reason"), /^Looking for the reason…$/);
  await tellWhy();
  await text(page.locator(".reason"), /Red plays g1/);
});

test("where no single reason is short, each reply has its plan, which opens", async () => {
  const { page } = await analyze("/?pos=541");
  const reason = page.locator(".reason");
  // On a busy machine its time may run out first.
  while (!(await text(reason.locator("p").first(), /checked plan|no short reason/)).includes("each of Red's"))
    await page.reload();
  await text(
    reason.locator("p"),
    /Yellow plays d2, then has a checked plan to win against each of Red's 7 replies/,
  );
  const replies = reason.locator(".replies > li.reply");
  assert.equal(await replies.count(), 7);
  assert.equal(await page.locator("four-board .ring-sign").count(), 7, "the replies are marked on the board");
  const rule = replies.first().locator("ol li").first();
  assert.ok(!(await rule.isVisible()));
  await replies.first().locator("summary").click();
  const torn = await page.evaluate(() =>
    [...document.querySelectorAll("main :is(p, summary):has(> b)")]
      .filter((element) => getComputedStyle(element).display === "flex")
      .map((element) => element.textContent),
  );
  assert.deepEqual(torn, [], "no sentence is torn into boxes");
  await rule.waitFor();
  await reason.getByRole("button", { name: "Play it out" }).click();
  await text(told(page), /One way it can go/);
});

test("after a mistake, the review says what it gave away and plays it out", async () => {
  const { page } = await analyze(`/?pos=${GAME}#5`);
  await text(page.locator(".reason"), /Red can block only one\..*Only b1 held the draw/);
  await page.getByRole("button", { name: "Play it out" }).click();
  const walk = page.getByRole("region", { name: "The reason step by step" });
  assert.equal(await focused(page), "Next step");
  await text(told(page), /How Yellow wins\. Red played d3\./);
  await discs(page, 5);
  await page.keyboard.press("Enter");
  await discs(page, 6);
  await text(walk.locator(".walk-words"), /1 of 3: Yellow plays b1/);
  await text(told(page), /1 of 3: Yellow plays b1/);
  await page.keyboard.press("ArrowRight");
  await discs(page, 7);
  await page.keyboard.press("ArrowLeft");
  await discs(page, 6);
  await column(page, 4).focus();
  await page.keyboard.press("r");
  await discs(page, 7);
  assert.equal(await walk.locator(".sentences p").count(), 0, "it is said at the end");
  await walk.getByRole("button", { name: "Last step" }).click();
  await discs(page, 8);
  await text(walk.locator(".sentences"), /Red can block only one/);
  await text(told(page), /Yellow has 4 in a row\. .*Red can block only one/);
  await walk.getByRole("button", { name: "Close" }).click();
  await walk.waitFor({ state: "hidden" });
  await discs(page, 5);
  assert.ok(page.url().endsWith("#5"), "the game is where it was");
});

test("a wrong try in a lesson is refuted on the board, and the answer is not given away", async () => {
  const { page } = await analyze(`/?pos=${GAME}`);
  await page.locator(".analysis .move-list .blunder").nth(1).waitFor();
  await page.getByRole("button", { name: "Learn from mistakes" }).click();
  const words = page.locator(".lesson-words");
  const next = page.locator(".lesson").getByRole("button", { name: "Next mistake" });
  while (!/Red played d3/.test((await words.textContent()) ?? "")) await next.click();
  await discs(page, 4);
  await column(page, 7).click();
  const walk = page.getByRole("region", { name: "The reason step by step" });
  await text(walk.locator("h2"), /^g2 loses in 2 moves\.$/);
  await text(walk.locator(".walk-words"), /^Yellow plays b1/);
  await discs(page, 5);
  await walk.getByRole("button", { name: "Play it out" }).click();
  await walk.getByRole("button", { name: "Last step" }).click();
  await text(walk.locator(".sentences"), /Red can block only one/);
  assert.doesNotMatch((await walk.textContent()) ?? "", /Only b1/);
  await column(page, 2).click({ force: true });
  await text(page.locator(".notice"), /close the reason before you play/);
  await walk.getByRole("button", { name: "Try another column" }).click();
  await text(words, /^g2 loses in 2 moves\. Try another column/);
  await discs(page, 4);
  await column(page, 2).click();
  await text(page.locator(".lesson h2"), /^Right: b1 holds\.$/);
});
