// Runs a player in JavaScript with the functions that CodinGame has and Node lacks. Argument: the player's file.
"use strict";

const { readSync } = require("fs");

const chunk = Buffer.alloc(1 << 16);
let text = "";

// The next line of the input. After the last one there is nothing left to play.
function readline() {
  let end;
  while ((end = text.indexOf("\n")) < 0) {
    const n_bytes = receive();
    if (n_bytes === 0) process.exit(0);
    text += chunk.toString("latin1", 0, n_bytes);
  }
  const line = text.slice(0, end).replace(/\r$/, "");
  text = text.slice(end + 1);
  return line;
}

// Waits for input in `chunk`; returns the number of bytes.
function receive() {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      // The player may also read the input in another way, which does not wait.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

Object.assign(globalThis, {
  readline,
  print: console.log,
  printErr: console.error,
  putstr: (words) => process.stdout.write(String(words)),
});

try {
  require("module").runMain();
} catch (error) {
  // The frames of this script and of Node tell the author nothing.
  const isForeign = (line) => /^\s+at .*(\[eval\]|node:|\(internal\/)/.test(line);
  const stack = String((error && error.stack) || error);
  console.error(stack.split("\n").filter((line) => !isForeign(line)).join("\n"));
  process.exit(1);
}
