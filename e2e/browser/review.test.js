// After a game: the way it was decided, one click to the reason, and the mistakes one after another.

import assert from "node:assert/strict";

import { column, discs, focused, text, told, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** @typedef {import("../browser.js").Page} Page */

/** Red's fifth move, d3, lets Yellow have three in a row with both ends free; Yellow completes the line. */
const LOST = "74434532";
const LOST_WITH = /^You lost with d3: it let Yellow get three in a row with both ends open\.$/;

/**
 * A game between a person and a machine, as stored in the history.
 *
 * @param {string} pos @param {Record<string, unknown>} players @param {import("../browser.js").Options} [options]
 */
async function ended(pos, players, options) {
  const visitor = await visit(browser, `${server.origin}/?pos=${pos.slice(0, -1)}`, options);
  await visitor.page.evaluate(
    ([href, players]) => history.replaceState({ players, resigned: null, isBegun: true }, "", String(href)),
    /** @type {const} */ ([`/?pos=${pos}`, players]),
  );
  await visitor.page.reload();
  await discs(visitor.page, pos.length);
  return visitor;
}

const AS_RED = { red: "person", yellow: 3 };

const SIZES = [
  [320, 568],
  [390, 844],
  [1366, 768],
  [1920, 1080],
  [768, 1024],
];

/** Each size is checked in one of these schemes; in slow tests, in both. */
const SCHEMES = /** @type {const} */ (["light", "dark"]);

/**
 * Whether an element can be read now: it is in the window, with nothing in front of it.
 *
 * @param {Page} page @param {string} selector
 */
function isSeen(page, selector) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, top, right, bottom } = (element.textContent ? range : element).getBoundingClientRect();
      const points = [0.05, 0.5, 0.95].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)]),
      );
      const isOwn = (/** @type {number[]} */ [x, y]) => {
        const over = document.elementFromPoint(x, y);
        return over !== null && (element.contains(over) || over.contains(element));
      };
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return right > left && isInside && points.every(isOwn);
    });
}

test("from the end of a lost game it is one click to the reason, with the board in view", async () => {
  for (const [n, [width, height]] of SIZES.entries())
    for (const colorScheme of process.env.SLOW_TESTS ? SCHEMES : [SCHEMES[n % 2]]) {
      const where = `${width}x${height} ${colorScheme}`;
      const viewport = { width, height };
      const { page, complaints, context } = await ended(LOST, AS_RED, { viewport, colorScheme });
      await text(page.locator(".decided"), LOST_WITH);
      assert.equal(await page.locator(".end button").first().textContent(), "Show me", where);
      assert.ok(await isSeen(page, ".decided"), `${where}: how it was decided`);
      const place = await page.locator("four-board").boundingBox();
      await page.getByRole("button", { name: "Show me" }).click();
      await discs(page, 5);
      await text(page.locator(".lesson h2"), LOST_WITH);
      assert.ok(await page.locator(".score-help").isHidden(), `${where}: no tags, so nothing about them`);
      await text(
        page.locator(".story [aria-current] span"),
        /^Yellow plays e1 and then completes a line in b1 or f1: you can block only one\.$/,
      );
      assert.deepEqual(await page.locator(".story [aria-current] b").allTextContents(), ["e1", "b1", "f1"]);
      for (const part of [".lesson h2", ".story [aria-current] span", "four-board .columns"])
        assert.ok(await isSeen(page, part), `${where}: ${part}`);
      assert.deepEqual(await page.locator("four-board").boundingBox(), place, where);
      assert.equal(await page.locator("four-board .ring-sign").count(), 2, where);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, where);
      complaints.assertNone();
      await context.close();
    }
});

/** Lost games, as the person who played red or yellow. */
const LESSONS = /** @type {const} */ ([
  ["74434532", "red"],
  ["14731576", "red"],
  ["365175732446273437622", "yellow"],
  ["71244342447561655", "yellow"],
]);

test("every step of a lesson, its signs and its buttons are in view", async () => {
  for (const [n, [width, height]] of SIZES.entries())
    for (const [pos, side] of LESSONS.filter((_, i) => process.env.SLOW_TESTS || i === n % LESSONS.length)) {
      const where = `${pos} at ${width}x${height}`;
      const players = { red: 3, yellow: 3, [side]: "person" };
      const { page, complaints, context } = await ended(pos, players, { viewport: { width, height } });
      await page.getByRole("button", { name: "Show me" }).click();
      const next = page.locator('.lesson [data-name="next"]');
      for (;;) {
        await next.waitFor();
        for (const part of [
          ".lesson h2",
          ".story [aria-current] span",
          "four-board .columns",
          ".lesson .primary",
        ])
          assert.ok(await isSeen(page, part), `${where}: ${part}`);
        if ((await next.textContent()) === "What was better?") break;
        await next.click();
      }
      await next.click();
      await page.getByRole("button", { name: "Show the answer" }).click();
      await text(page.locator(".lesson h2"), /\./);
      assert.ok(await isSeen(page, ".lesson .primary"), `${where}: on to the next`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, where);
      complaints.assertNone();
      await context.close();
    }
});

test("after a wrong answer, another column can be tried at once", async () => {
  const { page, complaints, context } = await ended(LOST, AS_RED);
  await page.getByRole("button", { name: "Show me" }).click();
  const panel = page.locator(".lesson");
  await panel.getByRole("button", { name: "What was better?" }).click();
  await column(page, 7).click();
  await text(page.locator(".walk-words"), /\.$/);
  await discs(page, 5);
  await column(page, 2).click();
  await text(panel.locator("h2"), /^Right: b1 holds\.$/);
  await discs(page, 4);
  complaints.assertNone();
  await context.close();
});

test("a reason leads to the exercises on its idea", async () => {
  const { page, complaints, context } = await ended(LOST, AS_RED);
  await page.getByRole("button", { name: "Show me" }).click();
  await page.getByRole("link", { name: "Practice: double threat" }).click();
  await text(page.locator("main"), /Make two threats/);
  complaints.assertNone();
  await context.close();
});

test("a reason is told sentence by sentence, then asked, then answered with the same reason", async () => {
  const { page, complaints, context } = await ended(LOST, AS_RED);
  await page.getByRole("button", { name: "Show me" }).focus();
  await page.keyboard.press("Enter");
  const panel = page.locator(".lesson");
  await text(panel, /Mistake 2 of 2/);
  await text(told(page), /You lost with d3/);
  await text(panel.locator(".checked"), /Checked: all 7 answers to e1 lose\./);
  await text(panel.locator("[aria-current]"), /^Yellow plays e1 .* or f1: you can block only one\.$/);
  assert.equal(await focused(page), "What was better?", "whoever has no mouse goes on with the same key");
  assert.doesNotMatch((await panel.textContent()) ?? "", /Only b1/, "that is the question");
  await page.keyboard.press("Enter");
  await discs(page, 4);
  assert.equal(await page.locator("four-board .overlay .ring-sign").count(), 0, "signs would give it away");
  await column(page, 2).click();
  await text(panel.locator("h2"), /^Right: b1 holds\.$/);
  await discs(page, 4);
  assert.equal(
    await page.locator("four-board .overlay .step").count(),
    0,
    "no disc of the other side's plan",
  );
  await text(panel.locator(".story"), /Instead of d3Only b1 held the draw/);
  await text(page.locator(".graph-words"), /^Red winsDrawYellow wins$/);
  await text(page.locator("four-board .flag-sign"), /^b1 holds$/);
  assert.equal(await page.locator("four-board .mistake-sign").count(), 0, "it shows the position before");
  // Nothing covers the scores.
  const [flag, ...chips] = await page
    .locator("four-board :is(.flag-sign, .score)")
    .evaluateAll((signs) =>
      signs
        .sort((one, two) => Number(two.matches(".flag-sign")) - Number(one.matches(".flag-sign")))
        .map((sign) => sign.getBoundingClientRect().toJSON()),
    );
  assert.ok(chips.length > 4);
  for (const chip of chips)
    assert.ok(flag.bottom <= chip.top || flag.right <= chip.left || flag.left >= chip.right);
  await panel.getByRole("button", { name: "Previous mistake" }).click();
  await text(panel, /Mistake 1 of 2/);
  await discs(page, 1);
  await panel.getByRole("button", { name: "Close" }).click();
  await panel.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Next mistake" }).click();
  await discs(page, 4);
  await page.getByRole("button", { name: "Next mistake" }).click();
  await text(page.locator(".reason"), /Instead of d3Only b1 held/);
  await page.getByRole("button", { name: "Show b1" }).click();
  await discs(page, 5);
  assert.match(page.url(), /\/analysis\?pos=74434532#4\.2$/);
  complaints.assertNone();
  await context.close();
});

test("a won game says what won it, and offers the next level", async () => {
  const { page, complaints, context } = await ended(LOST, { red: 3, yellow: "person" });
  await text(
    page.locator(".decided"),
    /^You won with e1: d3 let you get three in a row with both ends open\.$/,
  );
  assert.equal(await page.locator(".end .primary").textContent(), "Show me");
  await page.getByRole("button", { name: "Try level 4" }).click();
  await text(page.locator(".players"), /Level 4/);
  complaints.assertNone();
  await context.close();
});

test("the discs of a line that was won jump, unless motion is unwanted", async () => {
  for (const [reducedMotion, n] of /** @type {const} */ ([
    ["no-preference", 4],
    ["reduce", 0],
  ])) {
    const { page, context } = await visit(browser, server.origin, { reducedMotion });
    await page.route("**/api/move?*", (route) => route.fulfill({ json: { column: 2, pos: "" } }));
    for (const n of [2, 4, 6]) {
      await column(page, 1).click();
      await discs(page, n);
    }
    await column(page, 1).click();
    await text(page.locator(".status").first(), /You win/);
    const jumps = () =>
      page.evaluate(
        () => document.querySelector("four-board .lying")?.getAnimations({ subtree: true }).length,
      );
    assert.equal(await jumps(), n, reducedMotion);
    await context.close();
  }
});

test("a review goes on with left and right exchanged, told or asked or answered", async () => {
  const { page, complaints, context } = await ended(LOST, AS_RED);
  await page.getByRole("button", { name: "Show me" }).click();
  const panel = page.locator(".lesson");
  await text(
    panel.locator("[aria-current]"),
    /^Yellow plays e1 and then completes a line in b1 or f1: you can block only one\.$/,
  );
  await page.getByRole("button", { name: "Flip" }).click();
  await text(
    panel.locator("[aria-current]"),
    /Yellow plays f1 and then completes a line in (g1 or c1|c1 or g1):/,
  );
  await text(panel, /Mistake 2 of 2/);
  await panel.getByRole("button", { name: "What was better?" }).click();
  await page.keyboard.press("x");
  await column(page, 2).click();
  await text(panel.locator("h2"), /^Right: b1 holds\.$/);
  await text(panel.locator(".story"), /Only b1 held the draw/);
  await page.keyboard.press("x");
  await text(panel.locator("h2"), /^Right: f1 holds\.$/);
  await text(panel.locator(".story"), /Only f1 held the draw/);
  await panel.getByRole("button", { name: "Previous mistake" }).click();
  await text(panel, /Mistake 1 of 2/);
  assert.match(page.url(), /\?pos=14454356/);
  complaints.assertNone();
  await context.close();
});

/** The tools that can be seen and pressed. @param {Page} page */
const tools = (page) =>
  page
    .locator(".tool")
    .evaluateAll((tools) =>
      tools
        .filter((tool) => tool.checkVisibility({ visibilityProperty: true }))
        .map((tool) => tool.textContent),
    );

test("the scores of a review do not spread over the next game, and only tools of use are there", async () => {
  const { page, complaints, context } = await ended(LOST, AS_RED);
  assert.deepEqual(await tools(page), ["Start", "Back", "Flip"]);
  assert.equal(await page.getByRole("button", { name: /^Flip/ }).count(), 1, "one control for one thing");
  await page.getByRole("button", { name: "Show me" }).click();
  await text(page.locator(".lesson h2"), LOST_WITH);
  assert.equal(new URL(page.url()).pathname, "/analysis");
  assert.deepEqual(await tools(page), ["Start", "Back", "Forward", "End", "Flip"]);
  assert.ok(
    await page.getByRole("button", { name: "Learn from mistakes" }).isHidden(),
    "it is a lesson already",
  );
  await page.locator(".lesson").getByRole("button", { name: "Close" }).click();
  await page.locator("four-board .score").nth(6).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Play again" }).click();
  await text(page.locator(".player.red .player-name"), /learner/);
  await discs(page, 1);
  await page.reload();
  await discs(page, 1);
  await column(page, 1).click();
  await text(page.locator(".status"), /Your move/);
  assert.equal(await page.locator("four-board .score").count(), 0);
  assert.deepEqual(await tools(page), ["Undo", "Hint", "New game", "Resign"]);
  // Analysis is a place of its own, from where the game goes on.
  await page.getByRole("link", { name: "Analysis" }).click();
  await page.locator("four-board .score").nth(6).waitFor();
  await page.getByRole("link", { name: "Play" }).click();
  await text(page.locator(".status"), /Your move/);
  assert.equal(await page.locator("four-board .score").count(), 0);
  complaints.assertNone();
  await context.close();
});

test("a link to an analysis stays one, with its variations", async () => {
  const address = `${server.origin}/analysis?pos=443#2.5,1.67`;
  const { page, complaints, context } = await visit(browser, address);
  await page.locator("four-board .score").nth(6).waitFor();
  assert.equal(page.url(), address);
  await column(page, 1).click();
  await discs(page, 4);
  assert.equal(page.url(), `${server.origin}/analysis?pos=443#2.51,1.67`);
  await page.reload();
  await page.locator("four-board .score").nth(6).waitFor();
  await discs(page, 4);
  await page.getByRole("tab", { name: "Share" }).click();
  assert.equal(await page.getByLabel("Link", { exact: true }).inputValue(), page.url());
  complaints.assertNone();
  await context.close();
});
