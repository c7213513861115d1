// Unintended hardships for a page: wrong addresses, double clicks, no storage, no network.

import assert from "node:assert/strict";

import { chooseTheme, column, discs, settled, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";
import { ownLink, status, Table } from "../table.js";

const { server, browser } = await stage();

/** Forbids storage, as a browser does that is set to store nothing. */
function forbidStorage() {
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
}

test("without storage, what is chosen lasts as long as the page", async () => {
  const { page } = await visit(browser, server.origin, { init: forbidStorage });
  await chooseTheme(page, "dark");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.getByRole("button", { name: "Sound" }).click();
  assert.equal(await page.getByRole("button", { name: "Sound" }).getAttribute("aria-pressed"), "true");
  await page.getByRole("link", { name: "Puzzles" }).click();
  await text(page.locator(".status"), /to move: only/);
  await page.getByRole("button", { name: "Show the answer" }).click();
  await text(page.locator(".progress"), /Solved0/);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await column(page, 4).click();
  await discs(page, 2);
});

function countTones() {
  const { start } = OscillatorNode.prototype;
  Object.assign(globalThis, { nTones: 0 });
  OscillatorNode.prototype.start = function (...when) {
    /** @type {any} */ (globalThis).nTones += 1;
    start.apply(this, when);
  };
}

test("sound is made when it is switched on, and only then", async () => {
  const { page } = await visit(browser, `${server.origin}/?pos=44`, { init: countTones });
  const tones = () => page.evaluate(() => /** @type {any} */ (globalThis).nTones);
  const knob = page.getByRole("button", { name: "Sound" });
  assert.equal(await knob.getAttribute("aria-pressed"), "false");
  await column(page, 1).click();
  await discs(page, 3);
  assert.equal(await tones(), 0);
  await knob.click();
  assert.equal(await tones(), 1, "the switch is heard");
  await column(page, 1).click();
  await discs(page, 4);
  assert.equal(await tones(), 2);
  await knob.click();
  await column(page, 1).click();
  await discs(page, 5);
  assert.equal(await tones(), 2);
});

test("double clicks make one game, one seat, and no resignation", async () => {
  const table = new Table(server, browser);
  let nMade = 0;
  const { red, link } = await table.one(async (page) => {
    page.on("request", (request) => (nMade += Number(request.method() === "POST")));
    const clickedTwice = page.evaluate(
      () =>
        new Promise((resolve) => {
          let n = 0;
          addEventListener("click", () => (n += 1) === 2 && resolve(null));
        }),
    );
    // The first answer comes after the second click.
    await page.route("**/api/games", async (route) => {
      await clickedTwice;
      await route.continue();
    });
    await page.getByRole("button", { name: "Create game" }).click();
  });
  assert.equal(nMade, 1);
  const yellow = await table.visit(link);
  await yellow.page.getByRole("button", { name: "Join the game" }).dblclick();
  await text(status(yellow), /Ann to move/);
  await ownLink(yellow);
  nMade = 0;
  await red.page.getByRole("button", { name: "Resign" }).dblclick();
  await text(red.page.locator(".tools"), /Really resign\?/);
  await settled(red.page);
  assert.equal(nMade, 0, "nothing was sent");
  await column(red.page, 4).dblclick();
  await discs(yellow.page, 1);
  await text(status(red), /Bob to move|Yellow to move/);
  assert.equal(await red.page.locator(".waiting.ahead").count(), 0, "nothing is chosen ahead");
});
