// A worker of Node.js, which talks as one of a browser does.

import { parentPort } from "node:worker_threads";

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
Object.assign(globalThis, {
  /** @param {string} _ @param {(event: { data: unknown }) => void} listener */
  addEventListener: (_, listener) => port.on("message", (data) => listener({ data })),
  /** @param {unknown} message */
  postMessage: (message) => port.postMessage(message),
});
await import("./worker.js");
