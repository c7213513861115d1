// The package in Node.js and Deno.

import "./host_node.js";

export * from "./index.js";
