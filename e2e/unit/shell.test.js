import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const PAGE = new URL("../../crates/foursight-web/page/", import.meta.url);

test("the files that the first HTML asks for are there, each once", () => {
  const shell = readFileSync(new URL("shell.html", PAGE), "utf8");
  const files = [...shell.matchAll(/(?:href|src)="\/assets\/([^"]+)"/g)].map(([, file]) => file);
  assert.ok(files.includes("main.js") && files.includes("css/base.css"));
  // The server draws icons in pixels, and takes the colors from its pictures.
  const source = (/** @type {string} */ file) =>
    file
      .replace(/^(icons\/\w+)-\d+\.png$/, "$1.svg")
      .replace("css/colors.css", "../../foursight-render/src/colors.css");
  assert.deepEqual(
    files.filter((file) => !existsSync(new URL(source(file), PAGE))),
    [],
  );
  assert.equal(new Set(files).size, files.length);
});

test("the icon is pixels: Chromium draws a vector icon anew whenever the address changes, within a disc's fall", () => {
  const shell = readFileSync(new URL("shell.html", PAGE), "utf8");
  const [, icon] = /rel="icon" href="\/assets\/([^"]+)"/.exec(shell) ?? [];
  assert.deepEqual([...readFileSync(new URL(icon, PAGE)).subarray(1, 4)], [...Buffer.from("PNG")]);
});
