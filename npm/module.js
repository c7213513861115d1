// The WebAssembly module. A script has its bytes: no server, bundler or policy has to know another kind of file.

import { FoursightError } from "./answer.js";
import { Engine } from "./engine/module.js";

/** Where that script leaves the bytes, as characters of an alphabet. */
const BYTES = Symbol.for("foursight.module");

/** @type {WebAssembly.Module | null} */
let compiled = null;
/** @type {Engine | null} */
let engine = null;

/** Loads the script, unless it is there. */
export async function load() {
  // It exports nothing.
  // @ts-expect-error
  if (!(BYTES in globalThis)) await import("./wasm/module.js");
}

/** The module, which is compiled at the first need. */
export function compile() {
  if (compiled) return compiled;
  const script = /** @type {Record<symbol, { alphabet: string, text: string } | undefined>} */ (globalThis)[
    BYTES
  ];
  if (!script) {
    throw new FoursightError({ code: "not_loaded", message: "the module is not loaded: import foursight" });
  }
  const { alphabet, text } = script;
  const byteOf = new Uint8Array(0x200);
  for (let byte = 0; byte < alphabet.length; byte += 1) byteOf[alphabet.charCodeAt(byte)] = byte;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = byteOf[text.charCodeAt(i)];
  compiled = new WebAssembly.Module(bytes);
  return compiled;
}

/** The engine of the calls that search on this thread. */
export function ownEngine() {
  engine ??= new Engine(compile());
  return engine;
}
