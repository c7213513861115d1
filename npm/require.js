// Both entries as one script, for `require`.

export * from "./board.js";
export * from "./index.js";
