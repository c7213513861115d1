// The differences between browsers and Node.js, where `host_node.js` replaces this file.

/**
 * @typedef {object} Host
 * @property {() => Promise<WebAssembly.Module>} loadModule the module that lies beside this file
 * @property {() => Worker} startWorker
 * @property {() => number} nCores
 * @property {(signal: AbortSignal) => void} expectListeners any number of questions may have the same signal
 */

/** @type {Host} */
export const host = {
  async loadModule() {
    const url = new URL("./foursight.wasm", import.meta.url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answers ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  },
  startWorker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }),
  nCores: () => navigator.hardwareConcurrency,
  expectListeners() {},
};
