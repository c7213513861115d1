// Answers questions beside the page: the first message is the module, each further one a question, an opening book, or the
// text of a plan. It answers the module with null: it has started.

import { Engine } from "./module.js";

/** @typedef {{ method: string, target: string, body?: string }} Question */
/** @typedef {{ plan: string }} Plan */

/** @type {Engine | null} */
let engine = null;

addEventListener(
  "message",
  (/** @type {MessageEvent<WebAssembly.Module | ArrayBuffer | Plan | Question>} */ { data }) => {
    if (data instanceof WebAssembly.Module) {
      engine = new Engine(data);
      postMessage(null);
    } else if (!engine) return;
    else if (data instanceof ArrayBuffer) engine.addBook(new Uint8Array(data));
    else if ("plan" in data) engine.addPlan(data.plan);
    else postMessage(engine.ask(data.method, data.target, data.body));
  },
);
