// The WebAssembly module to test: `FOURSIGHT_WASM`, or what `cargo xtask wasm` built last.

import { readFileSync } from "node:fs";
import path from "node:path";
import { Engine } from "../crates/foursight-web/page/engine/module.js";
import { targetFolder } from "./server.js";

/** The path of the module. */
export function engineFile() {
  return process.env.FOURSIGHT_WASM ?? path.join(targetFolder(), "wasm", "foursight.wasm");
}

export function newEngine() {
  return new Engine(new WebAssembly.Module(readFileSync(engineFile())));
}
