// The signs of a reason, over the board.

import assert from "node:assert/strict";

import { discs, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** @typedef {import("../../crates/foursight-web/page/parts/board.js").FourBoard} FourBoard */

/** @type {import("../../crates/foursight-web/page/core/overlay.js").Overlay} */
const OVERLAY = {
  rings: ["g2"],
  arrows: [["a1", "a2"]],
  links: [["a2", "f2"]],
  steps: [
    { cell: "e3", player: "red" },
    { cell: "f2", player: "yellow" },
  ],
};

/** @param {import("../browser.js").Page} page @param {typeof OVERLAY | null} overlay */
function show(page, overlay) {
  return page.locator("four-board").evaluate((element, overlay) => {
    const board = /** @type {FourBoard} */ (element);
    board.show({ ...board.view, overlay });
  }, overlay);
}

/** The places of all parts of the board. @param {import("../browser.js").Page} page */
function places(page) {
  return page.locator("four-board").evaluate((board) =>
    [board, ...board.querySelectorAll(".picture, .plate, .lying .disc, .column")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height];
    }),
  );
}

test("signs move nothing, take no click, and are told in words", async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, context } = await visit(browser, `${server.origin}/?pos=54354644343343`, { viewport });
    await discs(page, 14);
    const before = await places(page);
    await show(page, OVERLAY);
    assert.deepEqual(await places(page), before);
    const signs = page.locator("four-board .overlay");
    assert.equal((await page.locator("four-board .column-name").allTextContents()).join(""), "abcdefg123456");
    assert.deepEqual(await signs.locator(".ring-sign text").allTextContents(), ["g2"]);
    assert.deepEqual(await signs.locator(".step-number").allTextContents(), ["1", "2"]);
    const words = page.locator("four-board > p");
    assert.match(
      await words.ariaSnapshot(),
      /Marked on the board: ring on g2; arrow from a1 to a2; a2 and f2 answer/,
    );
    const names = page.locator("four-board .column-name");
    const plate = await page.locator("four-board .plate").boundingBox();
    for (const name of await names.all()) {
      const box = await name.boundingBox();
      assert.ok(plate && box && box.x >= plate.x && box.y + box.height <= plate.y + plate.height);
      const hit = await name.evaluate((text) => {
        const { x, y, width, height } = text.getBoundingClientRect();
        return [...document.querySelectorAll("four-board .lying .face")].some((face) => {
          const disc = face.getBoundingClientRect();
          const [dx, dy] = [
            disc.x + disc.width / 2 - x - width / 2,
            disc.y + disc.height / 2 - y - height / 2,
          ];
          return Math.hypot(dx, dy) < disc.width / 2 + width / 2;
        });
      });
      assert.ok(!hit, "the discs stay whole");
    }
    // A click on the cell with a ring plays its column.
    const ring = await signs.locator(".ring-sign").boundingBox();
    assert.ok(ring);
    await page.mouse.click(ring.x + ring.width / 2, ring.y + ring.height / 2);
    await discs(page, 15);
    assert.equal(await signs.locator("> *").count(), 0, "the page shows none after the move");
    assert.equal(await words.isVisible(), false);
    await context.close();
  }
});
