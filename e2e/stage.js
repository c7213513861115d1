// What the tests of a file play on: a server and a browser, and no test longer than its limit.

import { after, test as limitless } from "node:test";

import { launch } from "./browser.js";
import { Server } from "./server.js";

/**
 * The longest that one test may take: it ends what hangs, and says nothing of speed. The slowest test took 44 s on a
 * machine that had fifteen times as much to do as it has processors.
 */
const LIMIT_MS = 600_000;

/**
 * A test that fails when it hangs.
 *
 * @param {string} name
 * @param {(context: import("node:test").TestContext) => Promise<void>} run
 */
export function test(name, run) {
  limitless(name, { timeout: LIMIT_MS }, run);
}

/**
 * They end with the tests of the file. The page comes as a release has it, which also takes half the time of its modules.
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
