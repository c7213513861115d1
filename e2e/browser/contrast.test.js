// Words are readable on their background: gradients, discs and signs, which axe-core leaves out, are measured by their
// pixels.

import assert from "node:assert/strict";

import { settled, text, visit } from "../browser.js";
import { stage, test } from "../stage.js";

const { server, browser } = await stage();

/** @typedef {import("../browser.js").Page} Page */

const THEMES = /** @type {const} */ (["light", "dark", "contrast", "classic"]);

/** The least contrast that WCAG requires for words, and for large words. */
const [LEAST, LEAST_LARGE] = [4.5, 3];

/** @type {readonly (readonly [path: string, place: string, words: RegExp])[]} */
const VIEWS = [
  ["/", ".level-line", /Likes/],
  ["/analysis?pos=744345#5", ".reason", /Only b1 held/],
  ["/?pos=4455667", ".decided", /lost with/],
  ["/learn/156", ".idea", /wherever Yellow/],
  ["/puzzles/3", ".status", /only one move/],
  ["/?opening_rule=pie&pos=4", ".status", /or swap sides/],
];

/** Makes words invisible, or not. @param {Page} page @param {boolean} isHidden */
const hideWords = (page, isHidden) =>
  page.evaluate((isHidden) => {
    const sheet = new CSSStyleSheet();
    if (isHidden)
      sheet.replaceSync(
        "* { color: transparent !important; caret-color: transparent !important } svg text { fill: transparent !important }",
      );
    document.adoptedStyleSheets = [sheet];
  }, isHidden);

/** Words that are hard to read, with their contrast. @param {Page} page @returns {Promise<{ n: number, weak: string[] }>} */
async function readability(page) {
  const pictures = [];
  for (const isHidden of [false, true]) {
    await hideWords(page, isHidden);
    await settled(page);
    pictures.push((await page.screenshot()).toString("base64"));
  }
  await hideWords(page, false);
  return page.evaluate(
    async ({ pictures, least, leastLarge }) => {
      const [shown, behind] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          context?.drawImage(bitmap, 0, 0);
          return /** @type {ImageData} */ (context?.getImageData(0, 0, bitmap.width, bitmap.height));
        }),
      );
      const luminance = (/** @type {ArrayLike<number>} */ rgb) =>
        [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
          const c = rgb[i] / 255;
          return sum + weight * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        }, 0);
      const contrast = (/** @type {number} */ a, /** @type {number} */ b) =>
        (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const weak = [];
      let n = 0;
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const element = node.parentElement;
        const name = node.textContent?.trim();
        // Disabled elements need not be readable.
        if (!name || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (element.closest(":disabled, option, .visually-hidden, .skip-link")) continue;
        const style = getComputedStyle(element);
        const isDrawn = element instanceof SVGElement;
        const ink = (isDrawn ? style.fill : style.color).match(/[\d.]+/g)?.map(Number) ?? [];
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, top, right, bottom } = isDrawn
          ? element.getBoundingClientRect()
          : range.getBoundingClientRect();
        /** The contrast between the ink and the background of each pixel that the letters cover. @type {number[]} */
        const found = [];
        const light = luminance(ink);
        for (let y = Math.max(0, Math.floor(top)); y < Math.min(innerHeight, bottom); y += 1)
          for (let x = Math.max(0, Math.floor(left)); x < Math.min(innerWidth, right); x += 1) {
            const at = 4 * (y * shown.width + x);
            let change = 0;
            for (let i = at; i < at + 3; i += 1) change += Math.abs(shown.data[i] - behind.data[i]);
            if (change > 60) found.push(contrast(light, luminance(behind.data.subarray(at, at + 3))));
          }
        // Outside the window, or under something else.
        if (found.length < 8) continue;
        n += 1;
        found.sort((a, b) => a - b);
        const worst = found[Math.floor(found.length / 20)];
        const scale = isDrawn ? (element.closest("svg")?.getScreenCTM?.()?.a ?? 1) : 1;
        const size = scale * parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (worst < (isLarge ? leastLarge : least))
          weak.push(`${name} (${worst.toFixed(2)}, ${element.getAttribute("class")})`);
      }
      return { n, weak };
    },
    { pictures, least: LEAST, leastLarge: LEAST_LARGE },
  );
}

for (const [size, viewport] of [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
].entries())
  test(`all words can be read at ${viewport.width}x${viewport.height}`, async () => {
    for (const [n, [path, place, words]] of VIEWS.entries()) {
      const { page, context } = await visit(browser, server.origin + path, { viewport });
      await text(page.locator(place), words);
      // Each theme is tried on some views, and on different ones on a phone; slow tests try all themes
      // everywhere.
      for (const theme of process.env.SLOW_TESTS ? THEMES : [THEMES[(n + 2 * size) % THEMES.length]]) {
        await page.evaluate((detail) => dispatchEvent(new CustomEvent("themechange", { detail })), theme);
        const { n, weak } = await readability(page);
        assert.ok(n > 15, `${path}: ${n} words were seen`);
        assert.deepEqual(weak, [], `${path}, ${theme}`);
      }
      await context.close();
    }
  });
