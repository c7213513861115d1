// Workers of browsers, and threads of Node.js, Deno and Bun. Both get their script as text: every bundler has it then, and
// a page may take it from another origin.

import { trusted } from "./trusted.js";
import { WORKER } from "./worker_text.js";

/** Undefined in browsers; no bundler looks for these modules. */
const builtin = /** @type {NodeJS.Process | undefined} */ (globalThis.process)?.getBuiltinModule;
const threads = builtin?.("node:worker_threads");

/** Gives a thread what the script of a worker expects. */
const AS_WORKER = `const { parentPort } = require("node:worker_threads");
globalThis.addEventListener = (_, listener) => parentPort.on("message", (data) => listener({ data }));
globalThis.postMessage = (message) => parentPort.postMessage(message);
`;

/** The address of the script, once it is needed. */
let url = "";

/** @returns {Worker} */
export function startWorker() {
  if (threads)
    return /** @type {any} */ (startThread(new threads.Worker(AS_WORKER + WORKER, { eval: true })));
  url ||= URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  return new Worker(/** @type {string} */ (trusted().createScriptURL(url)));
}

/** A thread with the methods that the pool calls. It keeps the program alive only while it answers. @param {import("node:worker_threads").Worker} thread */
function startThread(thread) {
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

/** The number of cores. @returns {number} */
export function nCores() {
  return builtin?.("node:os").availableParallelism() ?? navigator.hardwareConcurrency;
}

/** Node.js would warn of more than ten questions with one signal. @param {AbortSignal} signal */
export function expectListeners(signal) {
  try {
    builtin?.("node:events").setMaxListeners(0, signal);
  } catch {
    // Test environments have signals of their own, for which Node.js has no limit.
  }
}
