// A server and a browser for the tests of a file.

import { after } from "node:test";

import { launch } from "./browser.js";
import { Server } from "./server.js";

/** They end with the tests of the file. */
export async function stage() {
  const server = await Server.start();
  /** @type {import("./browser.js").Browser | null} */
  let launched = null;
  after(async () => {
    await launched?.close();
    await server.stop();
  });
  const browser = await launch();
  launched = browser;
  return { server, browser };
}
