// The page's words are short: none of its own sentences is longer than 25 words.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const PAGE = new URL("../../crates/foursight-web/page/", import.meta.url);
const MOST_WORDS = 25;

/** The texts of a script, an inserted value as one word. @param {string} source */
function textsOf(source) {
  const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, text, template]) =>
    (text ?? template).replace(/\$\{[^}]*\}/g, "X"),
  );
}

test("no sentence is long", () => {
  let n = 0;
  for (const folder of ["behaviors", "browser", "core", "net", "parts", "views"])
    for (const name of readdirSync(new URL(`${folder}/`, PAGE))) {
      const source = readFileSync(new URL(`${folder}/${name}`, PAGE), "utf8");
      for (const sentence of textsOf(source).flatMap((text) => text.split(/[.!?](?: |$)/))) {
        // The path of a drawing is not a sentence.
        if (!/[a-z]{3}/.test(sentence)) continue;
        n += 1;
        assert.ok(sentence.trim().split(/\s+/).length <= MOST_WORDS, `${folder}/${name}: ${sentence}`);
      }
    }
  assert.ok(n > 500, "the texts were found");
});
