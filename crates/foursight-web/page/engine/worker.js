// Answers questions beside the page: the first message is the module, each further one a question, or an opening book.
// It answers the module with null: it has started.

import { Engine } from "./module.js";

/** @typedef {{ method: string, target: string, body?: string }} Question */

/** @type {Engine | null} */
let engine = null;

addEventListener(
  "message",
  (/** @type {MessageEvent<WebAssembly.Module | ArrayBuffer | Question>} */ { data }) => {
    if (data instanceof WebAssembly.Module) {
      engine = new Engine(data);
      postMessage(null);
    } else if (data instanceof ArrayBuffer) engine?.addBook(new Uint8Array(data));
    else if (engine) postMessage(engine.ask(data.method, data.target, data.body));
  },
);
