// The engine in this browser, if there is one: it answers whatever needs no other player.

import { areFiles, hrefOf } from "../browser/page_address.js";
import { EnginePool } from "../engine/pool.js";
import { PATHS } from "./endpoints.js";

/** @import { Answer } from "../engine/module.js" */
/** @typedef {{ method?: string, body?: unknown, signal?: AbortSignal }} Options */

/** The requests that it answers. Network games belong to the server. */
const ANSWERED = new RegExp(`^(${PATHS.join("|")})\\b`);

/** Games and positions of the standard board where the module's own book ends. */
const BOOK_HELPS =
  /^\/(api\/review\?(.*&)?pos=\d{8}|(api\/(analyze|move|why)|solve)\?(.*&)?pos=\d{8,12}(?!\d))/;

/** Questions about reasons, some of which are plans of the standard board. */
const PLANS_HELP = /^\/api\/(review|why)\b/;

/** One works on what a person sees, the other on what comes next. */
const N_WORKERS = 2;

/** @type {EnginePool | null} */
let pool = null;
/** Settles once the engine has been started, or could not be. @type {Promise<unknown> | null} */
let loading = null;
/** The address of the book, until it has been requested. @type {string | undefined} */
let book;
/** The addresses of the plans. @type {string[]} */
let plans = [];
/** Settles once the engine has the plans, or has failed to load them. @type {Promise<unknown> | null} */
let planning = null;
/** Questions at which a worker failed; others would fail, too. @type {Set<string>} */
const unanswerable = new Set();
/** @type {(reason: Error) => void} */
let failed = () => {};

/**
 * Loads the engine. It starts to answer once all of its workers have answered a question.
 *
 * @param {string} addresses of the module, of the workers' script, of plans and perhaps of a book
 * @param {(reason: Error) => void} onfailure told once if it breaks, then or later; the server then answers
 * @returns {Promise<boolean>} whether it runs
 */
export function loadEngine(addresses, onfailure) {
  failed = onfailure;
  const started = start(addresses).catch(onfailure);
  loading = started;
  return started.then(() => pool !== null);
}

/** @param {string} addresses */
async function start(addresses) {
  const [address, script, ...files] = addresses.split(" ").map(hrefOf);
  const module = await compile(await fetch(address));
  const started = new EnginePool(() => {
    const worker = new Worker(script, { type: "module" });
    worker.postMessage(module);
    return worker;
  }, N_WORKERS);
  const question = { method: "GET", target: "/api/levels" };
  try {
    await Promise.all(Array.from({ length: N_WORKERS }, () => started.ask(question)));
  } catch (error) {
    started.close(error);
    throw error;
  }
  plans = files.filter((file) => file.endsWith(".plan"));
  book = files.find((file) => file.endsWith(".book"));
  pool = started;
}

/** @param {Response} response */
async function compile(response) {
  if (!response.ok) throw new Error(`the request for the module failed with status ${response.status}`);
  // Some file hosts do not know the file's type, and then browsers do not compile it while it loads.
  const isKnown = response.headers.get("content-type") === "application/wasm";
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Whether the engine answers a request where it runs. @param {string} target */
export function isAnswered(target) {
  return ANSWERED.test(target);
}

/** Whether the engine would be asked now. @param {string} target */
export function isOwnAnswer(target) {
  return pool !== null && isAnswered(target);
}

/**
 * The engine's answer to a request; null, now or later, if the server must be asked.
 *
 * @param {string} target
 * @param {Options} options
 * @returns {Promise<Answer | null> | null}
 */
export function engineAnswer(target, options) {
  if (!isAnswered(target)) return null;
  if (!pool) return areFiles ? lateAnswer(target, options) : null;
  const isStandard = !target.includes("size=");
  if (book && BOOK_HELPS.test(target) && isStandard) fetchBook(pool, book);
  const isHelped = PLANS_HELP.test(target) && isStandard;
  const { method = "GET", body, signal } = options;
  const question = { method, target, body: body === undefined ? "" : JSON.stringify(body) };
  const key = `${target} ${question.body}`;
  if (unanswerable.has(key)) return null;
  const asked = pool;
  const ready = isHelped ? (planning ??= Promise.all(plans.map((plan) => fetchPlan(asked, plan)))) : null;
  const answer = ready ? ready.then(() => asked.ask(question, signal)) : asked.ask(question, signal);
  return answer.catch((error) => {
    if (signal?.aborted) throw error;
    unanswerable.add(key);
    if (pool?.closed) {
      pool = null;
      failed(error);
    }
    return null;
  });
}

/**
 * The same if no server answers: waits for the engine if it is loading.
 *
 * @param {string} target
 * @param {Options} options
 */
export async function lateAnswer(target, options) {
  await loading;
  return pool && engineAnswer(target, options);
}

/** Gives the engine its book, once. Without it, the engine answers more slowly. @param {EnginePool} pool @param {string} address */
async function fetchBook(pool, address) {
  book = undefined;
  const response = await fetch(address).catch(() => null);
  if (response?.ok) pool.add(await response.arrayBuffer());
}

/** Gives the engine a plan. Without one, the engine explains the plan's positions by an example. @param {EnginePool} pool @param {string} address */
async function fetchPlan(pool, address) {
  const response = await fetch(address).catch(() => null);
  if (response?.ok) pool.add({ plan: await response.text() });
}
