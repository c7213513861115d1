// The stage of a file's tests: a server, a browser, and a time limit for each test.

import { after, test as limitless } from "node:test";

import { launch, visitors } from "./browser.js";
import { Server } from "./server.js";

/**
 * The time limit of a test: it ends a test that hangs, and says nothing about speed. The slowest test took 44 s on a
 * machine with fifteen times as much work as processors.
 */
const LIMIT_MS = 600_000;

/**
 * A test that fails when it hangs, or when the page of somebody who visits reports an error.
 *
 * @param {string} name
 * @param {(context: import("node:test").TestContext) => Promise<void>} run
 */
export function test(name, run) {
  limitless(name, { timeout: LIMIT_MS }, async (context) => {
    try {
      await run(context);
      for (const { complaints } of visitors) complaints.assertNone();
    } finally {
      for (const { context } of visitors.splice(0)) await context.close();
    }
  });
}

/**
 * Starts a server and a browser, which end with the file's tests. The page is served as in a release, which also takes
 * half as long as its modules.
 *
 * @param {"joined" | "modules"} form
 */
export async function stage(form = "joined") {
  const server = await Server.start("--page", form);
  /** @type {import("./browser.js").Browser | null} */
  let launched = null;
  const close = async () => {
    await launched?.close();
    await server.stop();
  };
  after(close, { timeout: LIMIT_MS });
  const browser = await launch();
  launched = browser;
  return { server, browser };
}
