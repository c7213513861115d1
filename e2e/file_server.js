// A server that sends the files of a folder, as any file host does.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const KINDS = /** @type {Record<string, string>} */ ({
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
});

/** A folder on a file server. @param {string} folder */
export async function serve(folder) {
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = path.join(folder, decodeURI(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    try {
      const bytes = await readFile(file);
      response.setHeader("content-type", KINDS[path.extname(file)] ?? "application/octet-stream").end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
