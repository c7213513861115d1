// After a game: the way it was decided, one click to the reason, and the mistakes one after another.

import assert from "node:assert/strict";

import { column, discs, focused, settled, text, told, visit } from "../browser.js";
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
 * Those of these parts that cannot be read now: a part must be in the window, with nothing in front of it. Also lines of
 * the lesson that can be read only in part, behind a button or at the edge of what scrolls.
 *
 * @param {Page} page @param {readonly string[]} selectors
 */
function unseen(page, selectors) {
  return page.evaluate((selectors) => {
    const isSeen = (/** @type {string} */ selector) => {
      const element = document.querySelector(selector);
      if (!element) return false;
      const range = document.createRange();
      range.selectNodeContents(element);
      // A range has the boxes of what is folded, too.
      const box = !element.textContent || element.querySelector("details") ? element : range;
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const points = [0.05, 0.5, 0.95].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)]),
      );
      const isOwn = (/** @type {number[]} */ [x, y]) => {
        const over = document.elementFromPoint(x, y);
        return over !== null && (element.contains(over) || over.contains(element));
      };
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return right > left && isInside && points.every(isOwn);
    };
    const isCut = (/** @type {Element} */ parent, /** @type {DOMRect} */ { left, top, right, bottom }) => {
      const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) => [
        [x, top + 2],
        [x, bottom - 2],
      ]);
      const seen = points.filter(([x, y]) => parent.contains(document.elementFromPoint(x, y)));
      return seen.length > 0 && seen.length < points.length;
    };
    const texts = document.createTreeWalker(
      document.querySelector(".lesson") ?? document,
      NodeFilter.SHOW_TEXT,
    );
    /** @type {string[]} */
    const cut = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const parent = text.parentElement;
      if (parent && [...range.getClientRects()].some((line) => isCut(parent, line)))
        cut.push(`cut: ${text.textContent}`);
    }
    const isWide = document.documentElement.scrollWidth > innerWidth;
    return [
      ...selectors.filter((selector) => !isSeen(selector)),
      ...cut,
      ...(isWide ? ["the page is too wide"] : []),
    ];
  }, selectors);
}

test("from the end of a lost game it is one click to the reason, with the board in view", async () => {
  for (const [n, [width, height]] of SIZES.entries())
    for (const colorScheme of process.env.SLOW_TESTS ? SCHEMES : [SCHEMES[n % 2]]) {
      const where = `${width}x${height} ${colorScheme}`;
      const viewport = { width, height };
      const { page, context } = await ended(LOST, AS_RED, { viewport, colorScheme });
      await text(page.locator(".decided"), LOST_WITH);
      assert.equal(await page.locator(".end button").first().textContent(), "Show me", where);
      assert.deepEqual(await unseen(page, [".decided"]), [], `${where}: how it was decided`);
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
      assert.deepEqual(await unseen(page, STEP), [], where);
      assert.deepEqual(await page.locator("four-board").boundingBox(), place, where);
      assert.equal(await page.locator("four-board .ring-sign").count(), 2, where);
      const disc = await page.locator("four-board .picture .waiting").boundingBox();
      const named = await column(page, 5).boundingBox();
      assert.ok(disc && named && Math.abs(disc.x + disc.width / 2 - named.x - named.width / 2) < 2, where);
      await context.close();
    }
});

/**
 * Lost games, by the person's side. All but the first two of each are among 70 games of levels 1 to 3 against 4 to 9, and
 * have the longest reasons of those.
 */
const LESSONS = {
  red: `74434532 14731576 65745424454345221633 34247443231211 5464544455266465266275733333 2414744343156562 23131335114475255442 74347443433545355666 44531444541376752323 3424441424732253133121 14447414432653233211 65666564643445575777`,
  yellow: `365175732446273437622 71244342447561655 444543445236313353667 434244474333715115222 4144444652315113355733375257712222166 47434434465331565565777 424144533235522 474344474355553775353326222 4546444554373233666 424144474525563332666 47434432443133122 452642444547315653332 4221574736315`,
};

/** Where later steps are checked. */
const PHONES = SIZES.slice(0, 2);

/** What a step of a lesson must show. */
const STEP = [".lesson h2", ".story [aria-current]", "four-board .columns", ".lesson .primary"];

/** What an answer must show: its sentence comes first. */
const ANSWER = [".lesson h2", ".story li:first-child > span", "four-board .columns", ".lesson .primary"];

/** Shows a game without loading the page again. @param {Page} page @param {string} pos @param {Record<string, unknown>} players @param {number} [n] discs */
async function open(page, pos, players, n = pos.length) {
  await page.evaluate(
    ([href, players]) => {
      history.pushState({ players, resigned: null, isBegun: true }, "", String(href));
      dispatchEvent(new Event("navigate"));
    },
    /** @type {const} */ ([`/?pos=${pos}`, players]),
  );
  await discs(page, n);
}

/** Checks at these sizes that the parts can be read. @param {Page} page @param {readonly string[]} parts @param {string} pos @param {readonly number[][]} [sizes] */
async function areSeen(page, parts, pos, sizes = process.env.SLOW_TESTS ? SIZES : PHONES) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await settled(page);
    assert.deepEqual(await unseen(page, parts), [], `${pos} at ${width}x${height}`);
  }
}

test("every step of a lesson, its signs and its buttons are in view", async () => {
  const { page } = await visit(browser, server.origin);
  const all = Object.entries(LESSONS).flatMap(([side, games]) =>
    games.split(" ").map((pos) => /** @type {const} */ ([pos, side])),
  );
  assert.ok(all.length >= 20);
  for (const [pos, side] of all) {
    await open(page, pos, { red: 3, yellow: 3, [side]: "person" });
    await page.getByRole("button", { name: "Show me" }).click();
    const next = page.locator('.lesson [data-name="next"]');
    await text(page.locator(".story [aria-current] span"), /^(?!Looking)/);
    await areSeen(page, STEP, pos, SIZES);
    while ((await next.textContent()) !== "What was better?") {
      await next.click();
      await areSeen(page, STEP, pos);
    }
    await next.click();
    await page.getByRole("button", { name: "Show the answer" }).click();
    await text(page.locator(".lesson h2"), /\./);
    await areSeen(page, ANSWER, `${pos}, the answer`);
  }
});

test("no disc waits over a column that the reason does not play", async () => {
  const { page } = await ended("554244764545533633", { red: "person", yellow: 1 });
  await page.getByRole("button", { name: "Show me" }).click();
  await text(page.locator(".story [aria-current]"), /fills the cell under c4/);
  assert.equal(await page.locator("four-board .picture .waiting").count(), 0);
});

test("a counted sentence has only the counted cells on the board", async () => {
  const { page } = await ended("65666564643445575777", { red: "person", yellow: 10 });
  await page.getByRole("button", { name: "Show me" }).click();
  const signs = () => page.locator("four-board .overlay :is(.ring-sign, .step, .line)").count();
  await text(page.locator(".story [aria-current]"), /must play under c3, g3 or g4/);
  assert.equal(await page.locator("four-board .is-counted").count(), 0);
  await page.getByRole("button", { name: "Next step" }).click();
  await text(page.locator(".story [aria-current]"), /^Counted: .* Yellow wins with g3/);
  assert.equal(await page.locator("four-board .is-counted").count(), 1);
  assert.equal(await signs(), 1);
});

test("on a phone, the other choices take the place of the reason", async () => {
  const { page } = await ended(LOST, AS_RED, { viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "Show me" }).click();
  const choices = [".story-more a", ".story-more > button:last-of-type", ".lesson .primary"];
  await text(page.locator(".story [aria-current]"), /can block only one/);
  assert.deepEqual(await unseen(page, choices), choices.slice(0, 2));
  const button = page.getByRole("button", { name: "Other choices" });
  await button.click();
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  assert.deepEqual(await unseen(page, choices), []);
  await areSeen(page, [".story-more a", ".lesson .primary"], LOST, SIZES.slice(0, 1));
  assert.ok(await page.locator(".story").isHidden());
  await page.getByRole("button", { name: "Previous mistake" }).click();
  await text(page.locator(".lesson-place"), /Mistake 1 of 2/);
  assert.ok(await page.locator(".story").isVisible(), "the next mistake begins with its reason");
});

test("where no result is proved, nothing says that the other move wins", async () => {
  const { page } = await visit(browser, server.origin);
  await open(page, "444158326&size=8x7", { red: 9, yellow: "person" }, 9);
  await page.getByRole("button", { name: "Show me" }).click();
  await text(page.locator(".since"), /^Who was winning before h1 is not proved\.$/);
  await page.getByRole("button", { name: "What was better?" }).click();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await text(page.locator(".lesson h2"), /^f1 was harder to beat\.$/);
  await text(page.locator(".story li").first(), /^Instead of h1f1 was harder to beat/);
  assert.equal(await page.locator("four-board .flag-sign").count(), 0);
});

test("without a connection, the end of a game says so, and asks again on request", async () => {
  const { page } = await visit(browser, server.origin, { allowed: /ERR_FAILED/ });
  await page.clock.install();
  let isDown = true;
  await page.route("**/api/review*", (route) => (isDown ? route.abort() : route.continue()));
  await open(page, LOST, AS_RED);
  await text(page.locator(".decided"), /^No reason yet\. The server is not responding\. Retry$/);
  await page.getByRole("button", { name: "Show me" }).click();
  await text(page.locator(".lesson"), /Grading the moves/);
  const retry = page.getByRole("button", { name: "Retry" });
  await retry.waitFor();
  // From now on, nothing is asked again by itself.
  await page.clock.pauseAt(Date.now() + 60_000);
  isDown = false;
  await retry.evaluate((/** @type {HTMLElement} */ button) => button.click());
  await page.clock.runFor(300);
  await text(page.locator(".lesson h2"), LOST_WITH);
});

test("a reason is told sentence by sentence, then asked, then answered with the same reason", async () => {
  const { page } = await ended(LOST, AS_RED);
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
});

test("a won game says what won it, and offers the next level", async () => {
  const { page } = await ended(LOST, { red: 3, yellow: "person" });
  await text(
    page.locator(".decided"),
    /^You won with e1: d3 let you get three in a row with both ends open\.$/,
  );
  assert.equal(await page.locator(".end .primary").textContent(), "Show me");
  await page.getByRole("button", { name: "Try level 4" }).click();
  await text(page.locator(".players"), /Level 4/);
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
  const { page } = await ended(LOST, AS_RED);
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
  const { page } = await ended(LOST, AS_RED);
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
});

test("a link to an analysis stays one, with its variations", async () => {
  const address = `${server.origin}/analysis?pos=443#2.5,1.67`;
  const { page } = await visit(browser, address);
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
});
