// Playing on the page: by mouse, by keys, through the history, on other boards.

import assert from "node:assert/strict";

import { column, discs, focused, held, posOf, settled, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** Waits until the game is over, or it is our turn again. @param {import("../browser.js").Page} page */
async function turn(page) {
  const status = page.locator(".status").first();
  return text(status, /Your move|wins|You (win|lose)|draw/i);
}

/**
 * The best move here according to a machine, which the person in these tests asks.
 *
 * @param {import("../browser.js").Page} page
 */
async function advice(page) {
  return (await server.json(`/api/move?level=6&pos=${posOf(page.url())}`)).column;
}

test("a whole game against a level by mouse", async () => {
  const { page } = await visit(browser, server.origin);
  await page.getByRole("slider", { name: "Level" }).fill("1");
  await page.getByRole("button", { name: "Play Newcomer" }).click();
  let n = 0;
  while (/Your move/.test(await turn(page))) {
    await column(page, await advice(page)).click();
    n += 1;
    await page.waitForFunction(
      (n) => (new URL(location.href).searchParams.get("pos") ?? "").length >= n,
      2 * n - 1,
    );
    await text(page.locator(".status").first(), /Your move|win|lose|draw/i);
  }
  assert.match(await turn(page), /win|lose|draw/i);
  const { outcome, ply } = await server.json(`/api/position?pos=${posOf(page.url())}`);
  assert.notEqual(outcome, null, "the game is over for the server too");
  await discs(page, ply);
  if (outcome !== "draw") assert.ok((await page.locator(".picture .line").count()) > 0, "the line is shown");
  await page.getByRole("button", { name: "Play again" }).click();
  await text(page.locator(".player.yellow"), /You/);
  await discs(page, 1);
});

test("what is chosen before the first disc applies to the game that it begins", async () => {
  const { page } = await visit(browser, server.origin);
  await text(page.locator(".player.yellow .player-text"), /learner.*Level 3/i);
  await page.getByRole("slider", { name: "Level" }).fill("7");
  await text(page.locator(".player.yellow .player-text"), /strong.*Level 7/i);
  await text(page.locator(".level-line"), /^Looks six plies ahead/);
  const asked = page.waitForRequest("**/api/move?*level=7*");
  await column(page, 4).click();
  await asked;
  await discs(page, 2);
  // At a machine's seat, its level can be chosen, even in the middle of a game.
  await page.getByLabel("Yellow's level").selectOption("0");
  await text(page.locator(".player.yellow .player-text"), /random.*Level 0/i);
  const next = page.waitForRequest("**/api/move?*level=0*");
  await column(page, 4).click();
  await next;
  await discs(page, 4);
});

test("whoever plays second waits for the machine until the game has begun", async () => {
  const { page } = await visit(browser, server.origin);
  await page.getByRole("radio", { name: "Second" }).check();
  await text(page.locator(".player.yellow .player-name"), /You/);
  await text(page.locator(".status").first(), /^Red to move$/);
  await column(page, 4).click({ force: true });
  await text(page.locator(".notice"), /The machine plays first: press Play/);
  await discs(page, 0);
  await page.getByRole("button", { name: "Play Learner" }).click();
  await discs(page, 1);
  await text(page.locator(".status").first(), /Your move/);
});

test("a whole game by keyboard only", async () => {
  const { page } = await visit(browser, server.origin);
  const press = async (/** @type {string} */ key) => page.keyboard.press(key);
  await press("Tab");
  assert.equal(await focused(page), "Skip to the board");
  await press("Enter");
  assert.match(await focused(page), /^Column d, empty/);
  await press("Home");
  assert.match(await focused(page), /^Column a, empty/);
  await press("ArrowRight");
  await press("l");
  await press("h");
  assert.match(await focused(page), /^Column b/);
  await press("Enter");
  await discs(page, 2);
  for (let n = 2; /Your move/.test(await turn(page)); n += 2) {
    await press(String(await advice(page)));
    await page.waitForFunction((n) => (new URL(location.href).searchParams.get("pos") ?? "").length > n, n);
    await turn(page);
  }
  assert.notEqual((await server.json(`/api/position?pos=${posOf(page.url())}`)).outcome, null);
  await press("u");
  await text(page.locator(".status").first(), /^(Red|Yellow) to move$/);
  await press("ArrowDown");
  assert.match(await focused(page), /^[a-g]\d: (red|yellow|empty)/);
  await press("Escape");
  assert.match(await focused(page), /^Column [a-g], /);
});

test("a full column says so, and takes no disc", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=444444`);
  await column(page, 4).click({ force: true });
  await text(page.locator(".notice"), /Column d is full/);
  assert.equal(await column(page, 4).getAttribute("aria-disabled"), "true");
  assert.match((await column(page, 4).getAttribute("aria-label")) ?? "", /full, yellow on top/);
  await discs(page, 6);
});

test("a game that is left goes on where it was, and going back leaves it", async () => {
  const { page } = await visit(browser, server.origin);
  await column(page, 4).click();
  await discs(page, 2);
  await column(page, 4).click();
  await discs(page, 4);
  const pos = posOf(page.url());
  await page.getByRole("link", { name: "Foursight" }).click();
  await discs(page, 0);
  const resume = page.getByRole("button", { name: "Continue against Learner (move 5)" });
  await resume.click();
  await discs(page, 4);
  assert.equal(posOf(page.url()), pos);
  await text(page.locator(".status"), /Your move/);
  await page.goBack();
  await resume.waitFor();
  await page.goBack();
  await discs(page, 4);
  await page.goBack();
  await discs(page, 0);
  // Your games have it, too, in another tab.
  const other = await page.context().newPage();
  await other.goto(`${server.origin}/games`);
  await other.getByRole("button", { name: "Continue against Learner (move 5)", exact: true }).click();
  await discs(other, 4);
  await other.getByRole("button", { name: "Resign" }).click();
  await text(other.locator(".status"), /You resigned/);
  await other.goto(server.origin);
  await column(other, 1).waitFor();
  assert.equal(await other.getByRole("button", { name: /Continue/ }).count(), 0, "it is over");
});

test("beside the moves stands what helps: the match, the way up, and a hint in steps", async () => {
  const { page } = await visit(browser, server.origin);
  await page.getByRole("button", { name: "Two people here" }).click();
  for (const [i, name] of [1, 2, 1, 2, 1, 2, 1].entries()) {
    await column(page, name).click();
    await discs(page, i + 1);
  }
  await text(page.locator(".standing"), /^Red 1, Yellow 0$/);
  await page.getByRole("button", { name: "Play again" }).click();
  await text(page.locator(".standing"), /^Red 0, Yellow 1$/);
  await page.reload();
  await text(page.locator(".standing"), /^Red 0, Yellow 1$/);
  for (const [i, name] of [1, 2, 1, 2, 1].entries()) {
    await column(page, name).click();
    await discs(page, i + 1);
  }
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  const words = page.locator(".advice-card");
  await hint.click();
  await text(words, /Red is about to win\. Look at row 4\./);
  assert.equal(await page.locator("four-board .advice").count(), 0, "the move comes last");
  await hint.click();
  await text(words, /Red would have 4 in a row with a4\./);
  assert.deepEqual(await page.locator("four-board .ring-sign").allTextContents(), ["a4"]);
  await hint.click();
  await text(words, /lock a4/);
  await page.locator("four-board .advice").waitFor();
  await column(page, 1).click();
  await words.waitFor({ state: "hidden" });
});

test("whoever wishes gets a blunder back, once a game", async () => {
  const { page } = await visit(browser, server.origin);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("switch", { name: /Take back a blunder/ }).check();
  await page.getByRole("button", { name: "Back to the choices" }).click();
  // Only d1 wins.
  await column(page, 1).click();
  await text(
    page.locator(".notice"),
    /^a1 gives the win away\. Your disc was taken back, once in this game\./,
  );
  await discs(page, 0);
  await text(page.locator(".status"), /Your move/);
  await column(page, 1).click();
  await discs(page, 2);
  assert.equal(posOf(page.url())[0], "1");
});

test("a double click drops one disc, and a wide board begins in its middle", async () => {
  const { page } = await visit(browser, `${server.origin}/?size=9x7&pos=5`);
  await column(page, 3).dblclick();
  await discs(page, 2);
  await settled(page);
  await discs(page, 2);
  await page.goto(`${server.origin}/?size=10x7`);
  await text(page.locator(".keys-hint"), /^Click a column, or press a to j$/);
  await page.locator(".skip-link").focus();
  await page.keyboard.press("Enter");
  assert.match(await focused(page), /^Column f/);
});

test("other boards, and letters for columns past nine", async () => {
  const { page } = await visit(browser, `${server.origin}/?size=10x5&connect=3&pos=a1`);
  assert.equal(await page.locator("four-board .column").count(), 10);
  await column(page, 1).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("2");
  await page.keyboard.press("j");
  await text(page.locator(".status").first(), /Red wins/);
  assert.equal(posOf(page.url()), "a1a2a");
  await page.getByRole("button", { name: "Play again" }).click();
  await text(page.locator(".status").first(), /^Three in a row wins$/);
  assert.equal(page.url(), `${server.origin}/?size=10x5&connect=3`, "the next game is on the same board");
});

test("a finger slides to a column and plays it there", async () => {
  const { page, context } = await visit(browser, `${server.origin}/?pos=44`, {
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  await column(page, 2).tap();
  await discs(page, 3);
  const [from, to] = [await column(page, 2).boundingBox(), await column(page, 6).boundingBox()];
  const client = await context.newCDPSession(page);
  const point = (/** @type {typeof from} */ box) => [{ x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 150 }];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(from) });
  await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(to) });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await discs(page, 4);
  assert.equal(posOf(page.url()), "4426");
});

test("a position is played on against a machine, also when the server was away", async () => {
  const { page, complaints } = await visit(browser, `${server.origin}/?pos=4455#2`);
  complaints.allowed = /ERR_CONNECTION|ERR_EMPTY/;
  await page.getByRole("tab", { name: "Game" }).click();
  await page.getByRole("button", { name: "Play from here" }).click();
  await text(page.locator(".player.red"), /You/);
  await discs(page, 2);
  await server.kill();
  await column(page, 3).click();
  await text(page.locator(".notice"), /The server is not responding\. Asking for the machine's move again/);
  await server.restart();
  await discs(page, 4);
  assert.match(posOf(page.url()), /^443\d$/);
});

test("two machines play, and can be stopped", async () => {
  const { page } = await visit(browser, server.origin);
  await page.clock.install();
  await page.getByRole("button", { name: "Watch" }).click();
  await page.getByRole("button", { name: "Watch them play" }).click();
  await discs(page, 2);
  // The pause begins while a move is being requested.
  const answer = await held(page, "**/api/move?*");
  await page.waitForRequest("**/api/move?*");
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = page.url();
  await text(page.locator(".status"), /(Red|Yellow) to move/);
  await page.clock.runFor(60_000);
  await answer();
  assert.equal(page.url(), stopped);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.waitForURL((url) => url.href !== stopped);
});

test("a pause ends with its game, and the first game keeps its players", async () => {
  const { page } = await visit(browser, server.origin);
  await page.getByRole("button", { name: "Watch" }).click();
  await page.getByRole("button", { name: "Watch them play" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.goBack();
  await text(page.locator(".player.red"), /You/);
  await text(page.locator(".player.yellow .player-name"), /learner/i);
  await column(page, 4).click();
  await discs(page, 2);
});

test("a rematch leaves the focus on the board", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=445566`);
  await column(page, 7).click();
  await page.getByRole("button", { name: "Play again" }).focus();
  await settled(page);
  assert.equal(await focused(page), "Play again");
  await page.keyboard.press("Enter");
  await discs(page, 0);
  assert.match(await focused(page), /^Column [a-g], empty/);
});

test("a disc falls the longer the deeper it falls", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=4444`, { reducedMotion: "no-preference" });
  /** @type {number[]} */
  const times = [];
  for (const name of [1, 4]) {
    // In one go: on a busy machine, the disc would come to rest before the test looks.
    const durations = await column(page, name).evaluate((/** @type {HTMLElement} */ button) => {
      button.click();
      const falls = document
        .getAnimations()
        .filter((animation) => /** @type {KeyframeEffect} */ (animation.effect).target?.closest(".fall"));
      const durations = falls.map((animation) => Number(animation.effect?.getTiming().duration));
      for (const fall of falls) fall.finish();
      return durations;
    });
    times.push(...durations);
  }
  // 150 ms times the root of the cells, and a bounce of 160 ms.
  const expected = [6.24, 2.24].map((nCells) => 160 + 150 * Math.sqrt(nCells));
  assert.deepEqual(times.map(Math.round), expected.map(Math.round));
});

test("playing a disc reads nothing that needs a layout, before the frame that shows it", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=4455`);
  await column(page, 2).click();
  await discs(page, 5);
  const nRead = await page.evaluate(() => {
    let n = 0;
    const count = () => (n += 1);
    for (const [owner, names] of /** @type {[any, string[]][]} */ ([
      [HTMLElement.prototype, ["offsetTop", "offsetHeight", "offsetWidth", "offsetLeft"]],
      [Element.prototype, ["clientHeight", "clientWidth", "scrollTop", "scrollHeight"]],
    ]))
      for (const name of names) {
        const { get, ...rest } = /** @type {any} */ (Object.getOwnPropertyDescriptor(owner, name));
        Object.defineProperty(owner, name, { ...rest, get: read(get) });
      }
    /** @param {() => unknown} get */
    function read(get) {
      return /** @this {unknown} */ function () {
        count();
        return get.call(this);
      };
    }
    for (const name of ["getBoundingClientRect", "checkVisibility"]) {
      const whole = /** @type {any} */ (Element.prototype)[name];
      /** @type {any} */ (Element.prototype)[name] = /** @this {unknown} */ function () {
        count();
        return whole.call(this);
      };
    }
    const button = /** @type {HTMLButtonElement} */ (document.querySelectorAll("four-board .column")[2]);
    button.focus();
    n = 0;
    button.click();
    return n;
  });
  await discs(page, 6);
  assert.equal(nRead, 0);
});
