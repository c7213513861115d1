// The colors of boards are in `colors.css` of the crate that draws, all others in `theme.css`; files that cannot use
// these style sheets repeat the same colors.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

import { test } from "../stage.js";

const PAGE = new URL("../../crates/foursight-web/page/", import.meta.url);

/** @param {string} file */
const read = (file) => readFileSync(new URL(file, PAGE), "utf8");

/** The colors in a text, as `#rrggbb`. @param {string} text */
const colorsIn = (text) =>
  (text.match(/#[0-9a-f]{3,8}\b/gi) ?? []).map((color) =>
    color.length === 4 ? color.replaceAll(/[^#]/g, "$&$&") : color,
  );

/** The colors that a board has everywhere, by name: the light one first. */
function ofBoards() {
  const css = readFileSync(new URL("../../foursight-render/src/colors.css", PAGE), "utf8");
  const rule = css.slice(0, css.indexOf("\n}"));
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, colorsIn(value)]),
  );
}

test("no other style sheet and no script has a color of its own", async () => {
  const files = ["behaviors", "browser", "core", "css", "net", "parts", "views"].flatMap((folder) =>
    readdirSync(new URL(folder, PAGE)).map((file) => `${folder}/${file}`),
  );
  const others = files.filter((file) => file !== "css/theme.css");
  assert.ok(others.length > 40);
  for (const file of [...others, "main.js", "shell.html"]) assert.deepEqual(colorsIn(read(file)), [], file);
});

test("the icon and the manifest have the colors of the theme", async () => {
  const colors = ofBoards();
  const manifest = JSON.parse(read("icons/foursight.webmanifest"));
  assert.equal(manifest.theme_color, colors["plate-bottom"][0]);
  assert.equal(manifest.background_color, colors.page[0]);
  const ofBrand = ["plate-top", "plate-bottom", "card", "red-light", "red-deep", "red-mark", "yellow"].map(
    (name) => colors[name][0],
  );
  assert.deepEqual(new Set(colorsIn(read("icons/icon.svg"))), new Set(ofBrand));
});
