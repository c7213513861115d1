// Workers that have the module, in browsers and in Node.js, which has workers of another kind.

const threads = typeof Worker === "undefined" ? await import("node:worker_threads") : null;

/** @param {WebAssembly.Module} module @returns {Worker} */
export function startWorker(module) {
  const worker = threads
    ? nodeWorker(threads)
    : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.postMessage(module);
  return worker;
}

/** A worker of Node.js with the methods that the pool calls. @param {typeof import("node:worker_threads")} threads */
function nodeWorker({ Worker }) {
  const worker = new Worker(new URL("./node_worker.js", import.meta.url));
  const listen = {
    /** @param {(event: { data: unknown }) => void} listener */
    message: (listener) => worker.on("message", (data) => listener({ data })),
    /** @param {(event: { message: string, preventDefault: () => void }) => void} listener */
    error: (listener) => worker.on("error", ({ message }) => listener({ message, preventDefault() {} })),
  };
  return /** @type {Worker} */ (
    /** @type {unknown} */ ({
      /** @param {"message" | "error"} kind @param {(event: any) => void} listener */
      addEventListener: (kind, listener) => listen[kind](listener),
      /** @param {unknown} message */
      postMessage: (message) => worker.postMessage(message),
      terminate: () => worker.terminate(),
    })
  );
}
