// Our WebAssembly module and that of connect-four-ai beside each other, position by position, both with their books of eight
// discs: `cargo xtask peers --module` builds them and calls this with their files, and the number of positions.

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { Engine } from "../../crates/foursight-web/page/engine/module.js";

const [ourFile, theirFile, most = "300"] = process.argv.slice(2);
const [ours, theirs] = [ourFile, theirFile].map((file) => new WebAssembly.Module(readFileSync(file)));

/** Answers once before it is measured. */
const FIRST = "2252576253462244111563365343671351441";

/** A new engine for each position: its table is empty, as that of the other is. */
function solveOurs(moves) {
  const engine = new Engine(ours);
  const ask = (moves) => JSON.parse(engine.ask("GET", `/api/score?pos=${moves}`).text).score;
  ask(FIRST);
  return timed(() => ask(moves));
}

/** The host has no random numbers for it, and it asks for none. */
const host = {};
for (const { module, name } of WebAssembly.Module.imports(theirs)) (host[module] ??= {})[name] = () => 0;
const peer = new WebAssembly.Instance(theirs, host).exports;

function solveTheirs(moves) {
  new Uint8Array(peer.memory.buffer, peer.text(), moves.length).set(new TextEncoder().encode(moves));
  return timed(() => peer.solve(moves.length));
}

function timed(solve) {
  const start = performance.now();
  const score = solve();
  return { score, time: performance.now() - start };
}

const size = (file) => Math.round(brotliCompressSync(readFileSync(file)).length / 1000);
console.log(`compressed with brotli: ${size(ourFile)} KB and ${size(theirFile)} KB\n`);
console.log("| set | foursight, ms | connect-four-ai, ms | ratio |\n|---|---|---|---|");
// Shorter searches are not told from the making of an engine.
for (const set of ["begin-medium", "middle-medium"]) {
  const file = new URL(`../../crates/foursight-engine/tests/data/${set}.txt`, import.meta.url);
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .slice(1, Number(most) + 1);
  const total = [0, 0];
  for (const [moves, score] of lines.map((line) => line.split(" "))) {
    [solveOurs, solveTheirs].forEach((solve, place) => {
      const found = solve(moves);
      if (found.score !== Number(score)) throw new Error(`${moves} is worth ${score}, not ${found.score}`);
      total[place] += found.time;
    });
  }
  const [our, their] = total.map((time) => time / lines.length);
  console.log(`| \`${set}\` | ${our.toFixed(2)} | ${their.toFixed(2)} | ${(their / our).toFixed(1)} |`);
}
