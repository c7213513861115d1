// Every color stands in `theme.css`; what cannot read that file has the same ones.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

import { Server } from "../server.js";
import { test } from "../stage.js";

const PAGE = new URL("../../crates/foursight-web/page/", import.meta.url);

/** @param {string} file */
const read = (file) => readFileSync(new URL(file, PAGE), "utf8");

/** The colors in a text, as `#rrggbb`. @param {string} text */
const colorsIn = (text) =>
  (text.match(/#[0-9a-f]{3,6}\b/gi) ?? []).map((color) =>
    color.length === 4 ? color.replaceAll(/[^#]/g, "$&$&") : color,
  );

/** The colors that a rule of the theme sets, by name: the light one first. @param {string} selector */
function theme(selector) {
  const css = read("css/theme.css");
  const start = css.indexOf(`${selector} {`);
  const rule = css.slice(start, css.indexOf("\n}", start));
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, colorsIn(value)]),
  );
}

test("no other style sheet and no script has a color of its own", async () => {
  const files = ["browser", "core", "css", "net", "parts", "views"].flatMap((folder) =>
    readdirSync(new URL(folder, PAGE)).map((file) => `${folder}/${file}`),
  );
  const others = files.filter((file) => file !== "css/theme.css");
  assert.ok(others.length > 40);
  for (const file of [...others, "main.js", "shell.html"]) assert.deepEqual(colorsIn(read(file)), [], file);
});

test("the icon and the manifest have the colors of the theme", async () => {
  const colors = theme(":root");
  const manifest = JSON.parse(read("icons/foursight.webmanifest"));
  assert.equal(manifest.theme_color, colors["plate-bottom"][0]);
  assert.equal(manifest.background_color, colors.page[0]);
  const ofBrand = ["plate-top", "plate-bottom", "card", "red-light", "red-deep", "red-mark", "yellow"].map(
    (name) => colors[name][0],
  );
  assert.deepEqual(new Set(colorsIn(read("icons/icon.svg"))), new Set(ofBrand));
});

test("pictures of boards have the colors of the page's board", async () => {
  const server = await Server.start();
  try {
    for (const [palette, selector] of /** @type {const} */ ([
      ["red-yellow", ':root[data-theme="classic"]'],
      ["high-contrast", ':root[data-theme="contrast"]'],
    ])) {
      const response = await fetch(`${server.origin}/render.svg?pos=12&palette=${palette}`);
      assert.equal(response.status, 200, palette);
      const drawn = colorsIn(await response.text());
      const colors = theme(selector);
      for (const name of ["board", "board-edge", "red", "red-mark", "yellow", "yellow-mark"])
        assert.ok(drawn.includes(colors[name][0]), `${palette}: ${name} ${colors[name][0]} of ${drawn}`);
    }
  } finally {
    await server.stop();
  }
});
