import assert from "node:assert/strict";
import { test } from "node:test";

import { addressIn, hrefIn } from "../../crates/foursight-web/page/browser/page_address.js";

const server = { root: "https://four.test/", areFiles: false };
const files = { root: "https://files.test/some/folder/", areFiles: true };

/** @param {string} address @param {string} href where the page is files */
function check(address, href) {
  assert.equal(hrefIn(server, address), address);
  assert.equal(addressIn(server, server.root + address.slice(1)).href, server.root + address.slice(1));
  assert.equal(hrefIn(files, address), `/some/folder/${href}`);
  const { pathname, search, hash } = addressIn(files, new URL(hrefIn(files, address), files.root).href);
  assert.equal(pathname + search + hash, address);
}

test("addresses lead to the same view on a server and as files in a folder", () => {
  check("/", "");
  check("/?pos=4455&size=8x7#3.21,1.7", "?pos=4455&size=8x7#3.21,1.7");
  check("/analysis?pos=44#1", "analysis/?pos=44#1");
  check("/embed", "embed/");
  check("/learn/3", "learn/?id=3");
  check("/puzzles/1000002", "puzzles/?id=1000002");
});

test("files keep their names", () => {
  assert.equal(hrefIn(files, "/assets/abc/main.js"), "/some/folder/assets/abc/main.js");
  assert.equal(hrefIn(files, "/service_worker.js"), "/some/folder/service_worker.js");
});

test("a folder has its address with and without a slash or the name of its document", () => {
  for (const href of ["learn", "learn/", "learn/index.html"])
    assert.equal(addressIn(files, files.root + href).pathname, "/learn");
  assert.equal(addressIn(files, `${files.root}index.html`).pathname, "/");
  assert.equal(addressIn(files, "https://files.test/other/").pathname, "/other/");
});
