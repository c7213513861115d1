// Files, cores and workers as Node.js and Deno have them.

import { setMaxListeners } from "node:events";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker as Thread } from "node:worker_threads";

import { host } from "./host.js";

Object.assign(host, {
  loadModule: async () => WebAssembly.compile(await readFile(new URL("./foursight.wasm", import.meta.url))),
  startWorker,
  nCores: availableParallelism,
  /** Node.js would warn of more than ten. @param {AbortSignal} signal */
  expectListeners: (signal) => setMaxListeners(0, signal),
});

/** A worker with the methods that the pool calls. It keeps the program alive only while it answers. */
function startWorker() {
  const thread = new Thread(new URL("./node_worker.js", import.meta.url));
  thread.on("message", (answer) => answer && thread.unref());
  const listen = {
    /** @param {(event: { data: unknown }) => void} listener */
    message: (listener) => thread.on("message", (data) => listener({ data })),
    /** @param {(event: { message: string, preventDefault: () => void }) => void} listener */
    error: (listener) => {
      let failure = "";
      // Messages sent before the error may arrive after it, but none after the end.
      thread.on("error", ({ message }) => (failure = message));
      thread.on("exit", (code) => {
        listener({ message: failure || `it ended with exit code ${code}`, preventDefault() {} });
      });
    },
  };
  return {
    /** @param {"message" | "error"} kind @param {(event: any) => void} listener */
    addEventListener: (kind, listener) => {
      listen[kind](listener);
      // A listener keeps a worker running, too.
      thread.unref();
    },
    /** @param {object} message */
    postMessage: (message) => {
      if ("target" in message) thread.ref();
      thread.postMessage(message);
    },
    terminate: () => thread.terminate(),
  };
}
