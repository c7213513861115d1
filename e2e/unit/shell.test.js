import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const PAGE = new URL("../../crates/foursight-web/page/", import.meta.url);

test("the icon is pixels: Chromium draws a vector icon anew whenever the address changes, within a disc's fall", () => {
  const shell = readFileSync(new URL("shell.html", PAGE), "utf8");
  const [, icon] = /rel="icon" href="\/assets\/([^"]+)"/.exec(shell) ?? [];
  assert.deepEqual([...readFileSync(new URL(icon, PAGE)).subarray(1, 4)], [...Buffer.from("PNG")]);
});
