// The WebAssembly module that lies beside this file.

/** @returns {Promise<WebAssembly.Module>} */
export async function loadModule() {
  const url = new URL("./foursight.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
