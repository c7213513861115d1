// Figures of the page without its server, as docs/benchmarks.md has them: `node tools/page/measure.js`.

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

import { launch, visit } from "../../e2e/browser.js";
import { engineFile, newEngine } from "../../e2e/engine.js";
import { longGame } from "../../e2e/games.js";
import { Server } from "../../e2e/server.js";

const N_TIMES = 11;
const BOOK = new URL("../../crates/foursight-book-12/7x6-12.book", import.meta.url);

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const MIB = 2 ** 20;

const module = readFileSync(engineFile());
console.log(`module: ${module.length} bytes, ${brotliCompressSync(module).length} with brotli`);

const engine = newEngine();
const bytes = () => `${(engine.exports.memory.buffer.byteLength / MIB).toFixed(1)} MiB`;
engine.ask("GET", "/api/analyze?pos=44556");
console.log(`memory of a worker after an analysis: ${bytes()}`);
engine.addBook(readFileSync(BOOK));
for (const target of [`/api/review?why=true&pos=${longGame()}`, "/api/analyze?pos=1&size=8x8"])
  engine.ask("GET", target);
console.log(`with the 12-ply book, a review with reasons and a position of 8x8: ${bytes()}`);

const server = await Server.start("--page", "joined", "--engine", engineFile());
const browser = await launch();
const init = () => {
  const figures = /** @type {any} */ (globalThis);
  figures.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) figures.longest = Math.max(figures.longest, duration);
  }).observe({ type: "longtask", buffered: true });
  new MutationObserver(() => {
    if (document.querySelector(".score-table td")) figures.scored ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
};
const { page } = await visit(browser, server.origin, { init });
await page.locator('body[data-engine="running"]').waitFor();
await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
await server.kill();
let longest = 0;
for (const pos of ["", "44556", "445566441", "71441156157"]) {
  const times = [];
  for (let n = 0; n < N_TIMES; n++) {
    await page.goto(`${server.origin}/analysis?pos=${pos}`);
    await page.locator(".score-table td").first().waitFor();
    const { scored, task } = await page.evaluate(() => {
      const figures = /** @type {any} */ (globalThis);
      return { scored: figures.scored, task: figures.longest };
    });
    times.push(scored);
    longest = Math.max(longest, task);
  }
  console.log(
    `first scores of "${pos}" without a connection: ${Math.round(median(times))} ms after the address`,
  );
}
await page.goto(`${server.origin}/analysis?pos=${longGame()}`);
await page.locator(".accuracy td").first().waitFor();
longest = Math.max(longest, await page.evaluate(() => /** @type {any} */ (globalThis).longest));
console.log(
  `longest task of the page, with a review of 40 moves: ${longest ? `${longest} ms` : "none over 50 ms"}`,
);
await browser.close();
await server.stop();
