// The package for npm, installed in a fresh folder: in Node.js, in a browser, and what it declares.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

import { launch } from "../browser.js";
import { targetFolder } from "../server.js";

const run = promisify(execFile);

/** The package to test: `FOURSIGHT_NPM`, or what `cargo xtask npm` made last. */
const PACKAGE = process.env.FOURSIGHT_NPM ?? path.join(targetFolder(), "npm", "foursight-0.1.0.tgz");

const folder = await mkdtemp(path.join(os.tmpdir(), "foursight-npm-"));
after(() => rm(folder, { recursive: true }));
await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
await run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", PACKAGE], { cwd: folder });
const installed = path.join(folder, "node_modules", "foursight");

/** What a program prints, as JSON. @param {string} program */
async function printed(program) {
  const file = path.join(folder, "program.js");
  await writeFile(file, `${program}`);
  const { stdout } = await run(process.execPath, [file], { cwd: folder });
  return JSON.parse(stdout);
}

test("in Node.js it answers what the documentation says", async () => {
  const answers = await printed(`
    import { Position, analyze, play, review, scores, solve, why } from "foursight";
    const position = new Position("4455");
    const other = new Position("19", { size: "9x7", connect: 5 });
    console.log(JSON.stringify([
      solve("4455"), scores("444444"), analyze("44455").advice.words, why("7443", 4).idea, play("4455", 10),
      [play("", 3, 7) === play("", 3, 7), position.play(3).toMove, position.legalMoves, position.toSvg().slice(0, 4)],
      [other.play(9).moves, other.size, other.connect, new Position("....\\n....\\n....\\n.X..", { size: "4x4" }).moves],
      review("4455667").moves.map(({ mark }) => mark),
    ]));`);
  const solution = {
    pos: "4455",
    score: 18,
    lower: 18,
    upper: 18,
    moves_to_end: 2,
    words: "wins in 2 moves",
  };
  assert.deepEqual(answers, [
    solution,
    [-1, 0, 1, null, 1, 0, -1],
    "all moves lose; columns 4 and 5 resist longest",
    "double threat",
    3,
    [true, "yellow", [1, 2, 3, 4, 5, 6, 7], "<svg"],
    ["199", "9x7", 5, "2"],
    ["best", "best", "blunder", "blunder", "best", "best", "best"],
  ]);
});

test("what is wrong is said, with what would be right", async () => {
  const errors = await printed(`
    import { Pool, Position, addBook, play, solve } from "foursight";
    const said = (call) => { try { call(); } catch ({ name, message, field }) { return [name, message, field]; } };
    console.log(JSON.stringify([
      said(() => solve("48")), said(() => new Position("", { size: "2x2" })), said(() => new Position("4").play(8)),
      said(() => play("44", 11)), said(() => addBook(new Uint8Array(9))), said(() => new Pool({ workers: 0 })),
    ]));`);
  const [moves, size, column, level, book, workers] = errors;
  assert.deepEqual(moves, ["FoursightError", "move 2: '8' is not a column from 1 to 7", "text"]);
  assert.match(size[1], /each side is 3 to 10/);
  assert.deepEqual(column, [
    "FoursightError",
    "no disc can be played in column 8; it must be one of 1, 2, 3, 4, 5, 6, 7",
    "column",
  ]);
  assert.match(level[1], /10/);
  assert.deepEqual(book, ["FoursightError", "the file is no opening book", "file"]);
  assert.deepEqual(workers.slice(0, 2), ["RangeError", "workers is 0; it must be 1 or more"]);
});

test("a pool answers while the program goes on, and a signal ends a search", async () => {
  const found = await printed(`
    import { Pool, solve } from "foursight";
    const pool = new Pool({ workers: 2 });
    const hard = new AbortController();
    const ended = pool.solve("", { signal: hard.signal }).catch(({ name }) => name);
    hard.abort();
    const texts = ["4455", "44455", "7443", "123456"];
    const solutions = await Promise.all(texts.map((text) => pool.solve(text)));
    const alike = solutions.every(({ score }, index) => score === solve(texts[index]).score);
    const { idea } = await pool.why("7443", { column: 4 });
    const error = await pool.solve("9").catch(({ message }) => message);
    console.log(JSON.stringify([await ended, alike, idea, await pool.play("4455"), error]));
    pool.close();`);
  assert.deepEqual(found, [
    "AbortError",
    true,
    "double threat",
    3,
    "move 1: '9' is not a column from 1 to 7",
  ]);
});

test("its types are declared", async () => {
  const tsc = path.join(import.meta.dirname, "..", "node_modules", ".bin", "tsc");
  const check = async (/** @type {string} */ program) => {
    await writeFile(path.join(folder, "program.ts"), program);
    const options = ["--noEmit", "--strict", "--target", "ES2023", "--module", "NodeNext", "--skipLibCheck"];
    return run(tsc, [...options, "program.ts"], { cwd: folder });
  };
  await check(`import { Position, solve } from "foursight";
    const score: number | null = solve(new Position("44")).score;
    export { score };`);
  await assert.rejects(
    check(`import { solve } from "foursight"; export const score: string = solve(44).score;`),
  );
});

test("the README has the example as it is, and states the size", async () => {
  const readme = await readFile(path.join(installed, "README.md"), "utf8");
  const example = await readFile(path.join(installed, "example.html"), "utf8");
  assert.ok(readme.includes(example));
  assert.ok(example.split("\n").length <= 20);
});

test("in a browser the board of the example plays, with a mouse and with keys", async (t) => {
  await cp(path.join(installed, "example.html"), path.join(folder, "index.html"));
  const server = createServer(async ({ url = "/" }, response) => {
    const file = path.join(folder, url === "/" ? "index.html" : decodeURI(url));
    const kinds = /** @type {Record<string, string>} */ ({ ".html": "text/html", ".js": "text/javascript" });
    try {
      const bytes = await readFile(file);
      response.setHeader("content-type", kinds[path.extname(file)] ?? "application/octet-stream").end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  const browser = await launch();
  t.after(() => Promise.all([browser.close(), server.close()]));
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${address.port}/`);
  const board = page.locator("foursight-board");
  const ply = () =>
    board.evaluate(
      (board) => /** @type {{ position: { ply: number } }} */ (/** @type {unknown} */ (board)).position.ply,
    );
  const waitFor = async (/** @type {number} */ n) => {
    while ((await ply()) < n) await page.waitForTimeout(20);
  };
  await board.getByRole("button", { name: "Column 4" }).click();
  await waitFor(2);
  assert.equal(await board.locator("[role=status]").textContent(), "Red to move.");
  await page
    .getByText(/moves? |wins|column/)
    .last()
    .waitFor();
  await board.getByRole("button", { name: "Column 4" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await waitFor(4);
  await page.keyboard.press("1");
  await waitFor(6);
  await board.evaluate((board) => board.setAttribute("position", "444"));
  await waitFor(4);
  await board.evaluate((board) => {
    board.setAttribute("scores", "");
    board.setAttribute("position", "4455");
  });
  // Scores are drawn, not written.
  await board.locator("svg desc").getByText("column 3 18").waitFor({ state: "attached" });
  await board
    .locator(".reason")
    .getByText(/completes/)
    .waitFor();
  const apart = await board.evaluate(({ shadowRoot }) => {
    const root = /** @type {ShadowRoot} */ (shadowRoot);
    const middle = (/** @type {Element} */ element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    };
    const discs = [...root.querySelectorAll("svg circle")].map(middle);
    const buttons = [...root.querySelectorAll("button")].map(middle);
    return discs.map((disc) => Math.min(...buttons.map((button) => Math.abs(disc - button))));
  });
  assert.ok(apart.length >= 4 && Math.max(...apart) < 1.5, `buttons lie over their columns: ${apart}`);
  await board.evaluate((board) => board.setAttribute("position", "48"));
  await board.getByText("move 2: '8' is not a column from 1 to 7").waitFor();
  assert.deepEqual(complaints, []);
});
