// The engine in this browser, if the server offers one: it answers what needs no other player.

import { EnginePool } from "../engine/pool.js";

/** @typedef {import("../engine/module.js").Answer} Answer */

/** What it answers. Games over the network are the server's. */
const ANSWERED =
  /^\/(api\/(analyze|bits|exercises|game_file|levels|move|position|puzzles|review|text|why)|solve)\b/;

/** One works on what a person sees, the other on what comes next. */
const N_WORKERS = 2;

/** @type {EnginePool | null} */
let pool = null;
/** @type {() => void} */
let failed = () => {};

/**
 * Loads the engine. It answers from when all of its workers have answered a question.
 *
 * @param {string} addresses of the module and of the workers' script
 * @param {() => void} onfailure told once if it breaks later; the server then answers
 */
export async function loadEngine(addresses, onfailure) {
  const [address, script] = addresses.split(" ");
  const module = await WebAssembly.compileStreaming(fetch(address));
  const started = new EnginePool(() => {
    const worker = new Worker(script, { type: "module" });
    worker.postMessage(module);
    return worker;
  }, N_WORKERS);
  const question = { method: "GET", target: "/api/levels" };
  await Promise.all(Array.from({ length: N_WORKERS }, () => started.ask(question)));
  failed = onfailure;
  pool = started;
}

/**
 * The engine's answer to a request; null, now or later, if the server must be asked.
 *
 * @param {string} target
 * @param {{ method?: string, body?: unknown, signal?: AbortSignal }} options
 * @returns {Promise<Answer | null> | null}
 */
export function engineAnswer(target, { method = "GET", body, signal }) {
  if (!pool || !ANSWERED.test(target)) return null;
  const question = { method, target, body: body === undefined ? "" : JSON.stringify(body) };
  return pool.ask(question, signal).catch((error) => {
    if (signal?.aborted) throw error;
    if (pool) failed();
    pool = null;
    return null;
  });
}
