// Access for everybody: with the system's colors, without motion, with a finger.

import assert from "node:assert/strict";

import { violations } from "../axe.js";
import { column, settled, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** Opens a page with the media that change colors or motion, and nothing else. @param {string} path */
async function visitForced(path) {
  return visit(browser, server.origin + path, { forcedColors: "active", reducedMotion: "reduce" });
}

test("with the system's colors everything is still there to be seen", async () => {
  const { page } = await visitForced("/?pos=4455667");
  const colors = await page.evaluate(() => {
    const fill = (/** @type {string} */ selector) =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(selector))).fill;
    return ["#red-disc > circle", "#yellow-disc > circle", ".plate", ".hole"].map(fill);
  });
  assert.equal(new Set(colors).size, colors.length, colors.join());
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "Analysis" }).click();
  await page.locator(".analysis .move-list .blunder").first().waitFor();
  const [best, other] = await page.evaluate(() =>
    ["true", "false"].map((isSelected) => {
      const tab = document.querySelector(`[role="tab"][aria-selected="${isSelected}"]`);
      const { borderTopColor, backgroundColor } = getComputedStyle(/** @type {Element} */ (tab));
      return `${borderTopColor} ${backgroundColor}`;
    }),
  );
  assert.notEqual(best, other, "the chosen tab");
  const dot = await page
    .locator(".move.yellow")
    .first()
    .evaluate((move) => getComputedStyle(move, "::before").backgroundColor);
  assert.equal(dot, "rgb(255, 197, 46)", "the colors of the discs");
});

test("with the system's colors the level, the side and the pager are clear", async () => {
  const { page } = await visitForced("/");
  const slot = await page.locator(".level-slot").screenshot();
  assert.ok(slot.length > 2000, `the slot and its disc are drawn: ${slot.length} bytes`);
  const outlines = await page
    .locator(".sides label")
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).outlineStyle));
  assert.deepEqual(outlines, ["solid", "none"]);
  await page.goto(`${server.origin}/analysis?pos=74434532`);
  await page.getByRole("button", { name: "Learn from mistakes" }).click();
  await page.getByRole("button", { name: "Previous mistake" }).waitFor();
  const boxes = await page
    .locator(".lesson-place > *")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
  assert.ok(boxes.length > 1);
  for (const [i, { right }] of boxes.slice(0, -1).entries())
    assert.ok(right <= boxes[i + 1].left + 1, `${i}`);
});

test("nothing moves if nothing to move", async () => {
  for (const [reducedMotion, isMoving] of /** @type {const} */ ([
    ["no-preference", true],
    ["reduce", false],
  ])) {
    const { page, context } = await visit(browser, `${server.origin}/?pos=445566`, { reducedMotion });
    await page.evaluate(() => {
      const seen = Object.assign(globalThis, { seen: new Set() }).seen;
      const look = () => {
        for (const animation of document.getAnimations()) {
          const target = /** @type {KeyframeEffect} */ (animation.effect).target;
          if (Number(animation.effect?.getComputedTiming().duration) > 0)
            seen.add(target?.getAttribute("class"));
        }
        requestAnimationFrame(look);
      };
      look();
    });
    await column(page, 7).click();
    await page.getByRole("button", { name: "Play again" }).waitFor();
    await settled(page);
    await page.getByRole("button", { name: "Play again" }).hover();
    await page.getByRole("tab", { name: "Share" }).click();
    await settled(page);
    await page.getByRole("button", { name: "Play again" }).click();
    await settled(page);
    const seen = await page.evaluate(() => [.../** @type {any} */ (globalThis).seen]);
    assert.equal(seen.length > 0, isMoving, seen.join());
    await context.close();
  }
});

test("buttons are large enough for a finger", async () => {
  const { page } = await visit(browser, server.origin, { viewport: { width: 360, height: 740 } });
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, a[href], summary")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest(".move-list, .skip-link") &&
          !element.classList.contains("skip-link"),
      )
      .map((element) => ({
        name: element.textContent || element.getAttribute("aria-label"),
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
      .map(({ name, box }) => `${name} ${box.width} x ${box.height}`),
  );
  assert.deepEqual(small, []);
});
